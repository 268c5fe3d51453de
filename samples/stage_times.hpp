// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_STAGE_TIMES_HPP
#define OPENCV_RECFILTER_STAGE_TIMES_HPP

// How long calls take, and the stages of a frame. Knows nothing of what they do.

#include <opencv2/core/utility.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

//! Milliseconds of a call.
template <class Call>
double timeOf(const Call& call)
{
    cv::TickMeter time;
    time.start();
    call();
    time.stop();
    return time.getTimeMilli();
}

//! Milliseconds of the fastest of five calls; the first one plans and touches new memory. A slow call is not repeated.
template <class Call>
double fastestTimeOf(const Call& call)
{
    double fastest = timeOf(call), all = fastest;
    for (int i = 1; i < 5 && all < 1000; i++)
    {
        const double time = timeOf(call);
        fastest = std::min(fastest, time);
        all += time;
    }
    return fastest;
}

//! Times of named stages, smoothed over about ten frames so that they can be read.
class StageTimes
{
public:
    void add(const char* name, double milliseconds)
    {
        for (Stage& stage : stages)
            if (name == stage.name)
                return stage.add(milliseconds);
        stages.push_back({name, milliseconds, 1});
    }

    //! Such as "read 1.2  filter 7.9 ms".
    std::string text() const
    {
        std::string line;
        for (const Stage& stage : stages)
            line += cv::format("%s %.1f  ", stage.name.c_str(), stage.milliseconds);
        return line.empty() ? line : line.substr(0, line.size() - 1) + "ms";
    }

private:
    struct Stage
    {
        std::string name;
        double milliseconds;
        int frames;

        //! The second frame replaces the first one, in which a filter plans and memory is allocated.
        void add(double time) { milliseconds += (time - milliseconds) * (frames++ < 2 ? 1 : 0.1); }
    };

    std::vector<Stage> stages;
};

#endif
