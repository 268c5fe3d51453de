// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PLAN_SCHEDULE_SCHEDULE_FILTERS_HPP
#define OPENCV_RECFILTER_PLAN_SCHEDULE_SCHEDULE_FILTERS_HPP

// The filters that the steps of a schedule name, for both backends.

#include "model/filter_split.hpp"
#include "plan/schedule/schedule.hpp"

namespace cv { namespace recfilter {

//! One filter, or those that Step::applied and Step::gathered count.
inline std::vector<FilterModel> filtersOf(const Schedule& schedule, const FilterModel& model)
{
    const bool isOne = std::all_of(schedule.steps.begin(), schedule.steps.end(),
                                   [](const Step& step) { return step.applied == 0 && step.gathered == 0; });
    if (isOne)
        return {model};
    return schedule.needs & NEEDS_TWO_POLES ? splitBySection(model) : splitByOrder(model);
}

}} // namespace cv::recfilter

#endif
