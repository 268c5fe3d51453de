// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_CHAINED_FILTER_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_CHAINED_FILTER_HPP

// A filter with the chains of its axes on a GPU. They belong to the filter and its working type, whatever the arrays.

#include "recursive/plan/axis_plan.hpp"
#include "recursive/plan/schedule/schedule_filters.hpp"

#include <memory>

namespace cv { namespace recfilter {

struct ChainedFilter
{
    ChainedFilter(const FilterModel& filter, bool inFloat)
        : model(filter), isFloat(inFloat), x(model.axes[ALONG_ROWS], {isFloat, areMirroredPairs}),
          y(model.axes[ALONG_COLUMNS], {isFloat, areMirroredPairs})
    {
    }

    //! The kind of the chains that a set of passes runs; CHAIN_GENERAL if no kernel takes them.
    ChainKind kindOf(Pass set) const
    {
        const ChainKind ofRows = has(set, Pass::RL) ? x.kind : CHAIN_NONE,
                        ofColumns = has(set, Pass::DU) ? y.kind : CHAIN_NONE;
        if (ofRows == CHAIN_NONE || ofColumns == CHAIN_NONE)
            return std::max(ofRows, ofColumns);
        return ofRows == ofColumns ? ofRows : CHAIN_GENERAL;
    }

    //! The filter's answer to constants.
    double constantGain() const { return (x.constantGain * x.gain) * (y.constantGain * y.gain); }

    FilterModel model;
    bool isFloat;
    AxisChain x, y;
};

typedef std::vector<std::shared_ptr<const ChainedFilter>> ChainedFilters;

//! The filters that the steps of a schedule name.
inline ChainedFilters chainedFiltersOf(const Schedule& schedule, const FilterModel& model, bool isFloat)
{
    ChainedFilters list;
    for (const FilterModel& filter : filtersOf(schedule, model))
        list.push_back(std::make_shared<const ChainedFilter>(filter, isFloat));
    return list;
}

/** Whether RECURSIVE_AUTO runs a filter by blocks on a GPU. Either no kernel takes the chains of both axes, or nothing
is filtered, or the kernels would lose too much. */
inline bool prefersBlocks(const ChainedFilter& filter)
{
    const ChainKind kind = filter.kindOf(Pass::DURL);
    return kind == CHAIN_GENERAL || kind == CHAIN_NONE || (filter.isFloat && filter.model.losesBySections);
}

//! Whether a schedule runs step by step on a GPU (papers/cuda/tiles).
inline bool runsSteps(const Schedule& schedule)
{
    return schedule.onDevice == Engine::TILES || schedule.onDevice == Engine::WHOLE_LINES;
}

/** Whether the engine of a schedule has no kernels for the chains of a filter on a GPU. Then block states run the
schedule's passes (wholeSteps). @param filters those that the steps of the schedule name */
inline bool lacksKernels(const Schedule& schedule, const ChainedFilters& filters)
{
    if (!runsSteps(schedule) && schedule.onDevice != Engine::TWO_READS)
        return false;
    const auto lacks = [&](ChainKind kind) {
        return kind == CHAIN_GENERAL || (runsSteps(schedule) && isPairs(kind)); // tiles have no kernels for pairs
    };
    bool isIdle = true;
    for (const Step& step : schedule.steps)
    {
        const ChainKind applied = filters[size_t(step.applied)]->kindOf(step.apply),
                        gathered = filters[size_t(step.gathered)]->kindOf(step.gather);
        const bool isJoined = applied != CHAIN_NONE && gathered != CHAIN_NONE && applied != gathered;
        if (lacks(applied) || lacks(gathered) || (isJoined && (applied != CHAIN_1 || gathered != CHAIN_2)))
            return true;
        isIdle &= applied == CHAIN_NONE;
    }
    return isIdle;
}

}} // namespace cv::recfilter

#endif
