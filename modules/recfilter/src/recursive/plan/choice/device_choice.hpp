// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_DEVICE_CHOICE_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_DEVICE_CHOICE_HPP

// What a filter runs as on a GPU: its parts, and the rows of the table that may run each. Knows no engine.

#include "recursive/plan/choice/facts.hpp"

#include <memory>
#include <mutex>

namespace cv { namespace recfilter {

//! One of the filters that run one after the other over an image.
struct FilterPart
{
    std::vector<Choice> choices; //!< rows that may run it, the best first
    Facts facts;
    std::vector<std::shared_ptr<const ChainedFilter>> filters; //!< those that the steps of the rows name, as they run

    //! Whether an engine may run it.
    bool mayTake(const Engine& engine) const
    {
        return std::any_of(choices.begin(), choices.end(),
                           [&](const Choice& choice) { return scheduleOf(choice.algorithm).onDevice == engine; });
    }
};

/** A filter, and its chains in each working type, which are made when they are first asked for. Any number of threads
may share it. */
class DeviceChoice
{
public:
    explicit DeviceChoice(const FilterModel& filter) : model(filter) {}

    /** RECURSIVE_AUTO takes the rows whose needs are met. It runs long cascades as several filters, one after the
    other, for which there are kernels (filter_split.hpp). An algorithm that is asked for by name runs as it is. */
    std::vector<FilterPart> partsOn(const Extents& shape, const DeviceLimits& limits) const;

    const FilterModel model;

private:
    typedef std::shared_ptr<const ChainedFilter> Chained;

    //! The filters of a working type.
    struct Filters
    {
        std::once_flag once;
        Chained whole;             //!< of RECURSIVE_AUTO
        std::vector<Chained> list; //!< parts of RECURSIVE_AUTO, or what the steps of the schedule name, as they run
    };

    const Filters& filtersIn(bool isFloat) const;

    mutable Filters filters[2];
};

}} // namespace cv::recfilter

#endif
