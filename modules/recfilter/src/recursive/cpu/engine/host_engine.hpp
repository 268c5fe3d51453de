// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_ENGINE_HOST_ENGINE_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_ENGINE_HOST_ENGINE_HPP

// Engines of the CPU as objects, and how the table of engines makes one. An engine is a folder and a row.

#include "runtime/cpu/memory/scratch.hpp"
#include "recursive/plan/choice/facts.hpp"

namespace cv { namespace recfilter {

//! What a call needs besides its arrays.
struct HostCall
{
    ScratchPool& scratch;
    //! The result is larger than the caches, or part of an array that is: stores go around them.
    bool isLarge;
};

//! An engine with its tables for one filter and one array shape. Any number of threads may share it.
class HostEngine
{
public:
    virtual ~HostEngine() = default;

    //! Filters arrays of the shape; dst may be src.
    virtual void run(const Mat& src, Mat& dst, const HostCall& call) const = 0;

    //! Bytes of the images and carries that a call keeps, besides buffers of each thread.
    virtual size_t workBytes() const = 0;

    //! Whether it runs in double, whatever the working type.
    virtual bool needsDouble() const { return false; }
};

//! A row of the table of engines of a working type.
struct HostEngineRow
{
    Engine engine;
    //! Null: it does not take the filter or the shape.
    std::shared_ptr<const HostEngine> (*make)(const FilterModel&, const Extents&, const Schedule&);
};

// The engines of papers/.
template <typename W>
std::shared_ptr<const HostEngine> makeTiles(const FilterModel& model, const Extents& shape, const Schedule& schedule);
template <typename W>
std::shared_ptr<const HostEngine> makePaddedTiles(const FilterModel& model, const Extents& shape,
                                                  const Schedule& schedule);

//! What runs a filter for one array shape.
struct HostPlan
{
    Choice choice;
    std::shared_ptr<const HostEngine> engine;
};

//! The first of the choices whose engine takes the filter and the shape.
inline HostPlan makeHostPlan(const std::vector<Choice>& choices, const std::vector<HostEngineRow>& engines,
                             const FilterModel& model, const Extents& shape,
                             const std::vector<Schedule>& table = schedules())
{
    for (const Choice& choice : choices)
    {
        const Schedule& schedule = scheduleOf(choice.algorithm, table);
        for (const HostEngineRow& row : engines)
            if (row.engine == schedule.onHost)
                if (auto engine = row.make(model, shape, schedule))
                    return {choice, engine};
    }
    CV_Error(Error::StsInternal, "no engine takes the filter");
}

}} // namespace cv::recfilter

#endif
