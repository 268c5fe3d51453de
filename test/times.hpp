// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_TIMES_HPP
#define OPENCV_RECFILTER_TEST_TIMES_HPP

// For tests with bounds on times.

#include "test_precomp.hpp"

#include <chrono>
#include <cstdlib>
#include <cstring>

namespace opencv_test {

/** Skips a test of times where others run beside it, or the module is instrumented and takes several times as long as
the test does (RECFILTER_TEST_TIMES=OFF). */
inline void needQuietMachine()
{
    const char* const times = std::getenv("RECFILTER_TEST_TIMES");
    if (times && !std::strcmp(times, "OFF"))
        throw SkipTestException("RECFILTER_TEST_TIMES=OFF");
}

//! What a function takes, in milliseconds.
template <typename Function>
double millisecondsOf(const Function& run)
{
    const auto start = std::chrono::steady_clock::now();
    run();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/** The fastest of several tries of each function, by turns, in milliseconds: until `enough(times)`, or for two seconds.
Other programs on the machine can hold up every try for some tenths of a second. */
template <typename Enough>
std::vector<double> fastestOf(const std::vector<std::function<void()>>& runs, const Enough& enough)
{
    std::vector<double> times(runs.size(), DBL_MAX);
    double left = 2000;
    for (int i = 0; i < 3 || (left > 0 && !enough(times)); i++)
        left -= millisecondsOf([&] {
            for (size_t k = 0; k < runs.size(); k++)
                times[k] = std::min(times[k], millisecondsOf(runs[k]));
        });
    return times;
}

//! The fastest of several tries of one function, until it takes no more than `enough`.
template <typename Function>
double fastestOf(const Function& run, double enough)
{
    return fastestOf({run}, [&](const std::vector<double>& times) { return times[0] <= enough; })[0];
}

} // namespace opencv_test

#endif
