// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_DEVICE_CHOICE_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_DEVICE_CHOICE_HPP

// What a filter runs as on a GPU: the rows of the table that may run it. Knows no engine.

#include "recursive/plan/choice/facts.hpp"

#include <mutex>

namespace cv { namespace recfilter {

//! The rows that may run a filter, and what their engines need to know of it.
struct DeviceRows
{
    std::vector<Choice> choices; //!< the best first
    Facts facts;
    ChainedFilters filters; //!< those that the steps of the rows name; none for Engine::PADDED

    //! Whether an engine may run it.
    bool mayTake(const Engine& engine) const
    {
        return std::any_of(choices.begin(), choices.end(),
                           [&](const Choice& choice) { return choice.onDevice() == engine; });
    }
};

/** A filter, and its chains in each working type, which are made when they are first asked for. Any number of threads
may share it. */
class DeviceChoice
{
public:
    explicit DeviceChoice(const FilterModel& filter) : model(filter) {}

    //! RECURSIVE_AUTO takes the rows whose needs are met. An algorithm that is asked for by name runs as it is.
    DeviceRows rowsOn(const Extents& shape, const DeviceLimits& limits) const;

    const FilterModel model;

private:
    const ChainedFilters& filtersIn(bool isFloat) const;

    mutable std::once_flag once[2];
    mutable ChainedFilters filters[2]; //!< in double, in float
};

}} // namespace cv::recfilter

#endif
