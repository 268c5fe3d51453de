// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_CHAINED_FILTER_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_CHAINED_FILTER_HPP

// A filter with the chains of its axes on a GPU. They belong to the filter and its working type, whatever the arrays.

#include "recursive/plan/block_states.hpp"
#include "recursive/plan/axis_plan.hpp"
#include "recursive/plan/schedule/schedule_filters.hpp"

namespace cv { namespace recfilter {

struct ChainedFilter
{
    //! @param isGeneral for kernels of CHAIN_GENERAL, even if the axes have kernels of their own
    ChainedFilter(const FilterModel& filter, bool inFloat, bool isGeneral = false)
        : model(filter), isFloat(inFloat), x(model.axes[ALONG_ROWS], {isFloat, areMirroredPairs, isGeneral}),
          y(model.axes[ALONG_COLUMNS], {isFloat, areMirroredPairs, isGeneral})
    {
    }

    //! Whether one kernel takes the chains of both axes.
    bool areAlike() const
    {
        return x.kind == CHAIN_NONE || y.kind == CHAIN_NONE || (x.kind == y.kind && x.kind != CHAIN_GENERAL);
    }

    //! The filter's answer to constants.
    double constantGain() const { return (x.constantGain * x.gain) * (y.constantGain * y.gain); }

    FilterModel model;
    bool isFloat;
    AxisChain x, y;
};

//! States of a direction that blocks hold on a GPU (recursive/cuda/blocks).
constexpr int MOST_BLOCK_STATES = 24;

/** Whether RECURSIVE_AUTO runs a filter by blocks on a GPU. Blocks hold the states of both axes, and one of three holds:
an axis has no kernels of its own, no kernel takes both axes, or the kernels would lose too much. */
inline bool prefersBlocks(const ChainedFilter& filter)
{
    const bool isGeneral = filter.x.kind == CHAIN_GENERAL || filter.y.kind == CHAIN_GENERAL || !filter.areAlike() ||
                           (filter.isFloat && filter.model.losesBySections);
    return isGeneral && std::all_of(filter.model.axes.begin(), filter.model.axes.end(), [](const AxisModel& axis) {
               return BlockStates::take(axis.filter) && BlockStates::statesOf(axis) <= MOST_BLOCK_STATES;
           });
}

//! Whether a schedule runs step by step on a GPU (papers/cuda/tiles).
inline bool runsSteps(const Schedule& schedule)
{
    return schedule.onDevice == Engine::TILES || schedule.onDevice == Engine::WHOLE_LINES;
}

/** Whether kernels of CHAIN_GENERAL run a filter of a schedule on a GPU although its axes have kernels of their own:
where tiles run added pairs step by step, and where the carries of both axes are gathered at once and no kernel takes
the chains of both. */
inline bool runsAsGeneral(const Schedule& schedule, size_t index, const ChainedFilter& filter)
{
    return (runsSteps(schedule) && (isPairs(filter.x.kind) || isPairs(filter.y.kind))) ||
           (gathersBothAxes(schedule, index) && !filter.areAlike());
}

}} // namespace cv::recfilter

#endif
