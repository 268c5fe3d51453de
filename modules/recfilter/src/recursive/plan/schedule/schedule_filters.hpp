// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_SCHEDULE_SCHEDULE_FILTERS_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_SCHEDULE_SCHEDULE_FILTERS_HPP

// The filters that the steps of a schedule name, for both backends, and what they lose.

#include "recursive/model/filter_split.hpp"
#include "recursive/model/joint_loss.hpp"
#include "recursive/plan/schedule/schedule.hpp"

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

/** The steps of block states for a schedule: gather and apply both passes of one axis, or of both, for each set of
passes that the schedule applies. Where it applies the passes of an axis one by one, they run at once. */
inline std::vector<Step> wholeSteps(const Schedule& schedule)
{
    std::vector<Step> steps;
    for (const Step& step : schedule.steps)
    {
        const Pass rows = has(step.apply, Pass::RL) ? Pass::RL : Pass::NONE,
                   columns = has(step.apply, Pass::DU) ? Pass::DU : Pass::NONE, set = rows | columns;
        const bool isNew = steps.empty() || steps.back().apply != set || steps.back().applied != step.applied;
        if (set != Pass::NONE && isNew)
        {
            steps.push_back({Pass::NONE, set, 0, step.applied});
            steps.push_back({set, Pass::NONE, step.applied, 0});
        }
    }
    return steps;
}

//! Whether a schedule gathers the carries of both axes of one of its filters at once.
inline bool gathersBothAxes(const Schedule& schedule, size_t filter)
{
    return std::any_of(schedule.steps.begin(), schedule.steps.end(), [filter](const Step& step) {
        return step.gather == Pass::DURL && size_t(step.gathered) == filter;
    });
}

//! The largest jointLoss of the filters of a schedule whose axes are gathered at once, in double.
inline double jointLossOf(const Schedule& schedule, const FilterModel& model)
{
    const std::vector<FilterModel> filters = filtersOf(schedule, model);
    double loss = 0;
    for (size_t i = 0; i < filters.size(); i++)
        if (gathersBothAxes(schedule, i))
            loss = std::max(loss, jointLoss(filters[i], std::ldexp(1., -53)));
    return loss;
}

/** How much rounding between the filters of a schedule counts in the result, compared to rounding of the result itself.
With order 3 to 13 and both parts in either order, float lost 1e-3 to 1 times 2^-24 of this. */
inline double growthBetweenParts(const Schedule& schedule, const FilterModel& model)
{
    const std::vector<FilterModel> filters = filtersOf(schedule, model);
    double growth = 1;
    for (size_t axis = 0; filters.size() > 1 && axis < model.axes.size(); axis++)
        if (!model.axes[axis].isPointwise())
        {
            std::vector<AxisModel> parts;
            parts.reserve(filters.size());
            for (const FilterModel& filter : filters)
                parts.push_back(filter.axes[axis]);
            growth *= detail::lossOf(withoutSectionGains(model.axes[axis]), parts);
        }
    return growth;
}

/** Most growthBetweenParts: in double, where 1e-12 of the largest value is lost then, and in float, where
FLOAT_TOLERANCE is lost. */
const double MOST_GROWTH = 9000, MOST_FLOAT_GROWTH = FLOAT_TOLERANCE * (1 << 24);

}} // namespace cv::recfilter

#endif
