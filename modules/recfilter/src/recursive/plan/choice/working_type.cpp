// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Float or double: the reasons, in their order.

#include "recursive/plan/choice/working_type.hpp"

#include "recursive/plan/choice/chained_filter.hpp"

namespace cv { namespace recfilter {

/** Whether float is too inexact for the schedule that a filter asks for by name on a GPU, because it runs general
chains, whose states are those of sections that may cancel. Without their kernels, added pairs run in direct form II:
float loses 7e-6 of a Gaussian so. */
static bool losesByGeneralChains(const FilterModel& model)
{
    const Schedule& schedule = scheduleOf(model.algorithm);
    if (schedule.onDevice == Engine::CHOICE)
        return false;
    const std::vector<FilterModel> filters = filtersOf(schedule, model);
    for (size_t i = 0; i < filters.size(); i++)
        if (runsAsGeneral(schedule, i, ChainedFilter(filters[i], true)) ||
            (gathersBothAxes(schedule, i) && !mayJoinAxes(filters[i], true)))
            return true;
    return false;
}

/** Whether a GPU runs a filter by blocks, and they lose little in float. Their states are orthonormal: it is not their
form that loses digits, but only how long they add up. Only asked where sections would lose too much. */
static bool isHeldByBlocks(const FilterModel& model, const FloatRange& range)
{
    // In one direction roundings do not meet those of the other one, and a running sum adds up as exactly.
    const auto holds = [](const AxisModel& axis) {
        return axis.memory <= LONGEST_FLOAT_MEMORY ||
               (BlockStates::isOneWay(axis.filter) && (std::isfinite(axis.memory) || axis.order() == 1));
    };
    return !range.onDevice.take(Size(INT_MAX, INT_MAX)) && scheduleOf(model.algorithm).onDevice == Engine::CHOICE &&
           std::all_of(model.axes.begin(), model.axes.end(), holds) && prefersBlocks(ChainedFilter(model, true));
}

//! Whether bands may run a filter on the CPU: they have blocks.
static bool mayRunBands(const FilterModel& model)
{
    const Engine& engine = scheduleOf(model.algorithm).onHost;
    return engine == Engine::CHOICE || engine == Engine::BANDS;
}

WorkingTypes::WorkingTypes(const FilterModel& model)
    : ddepth(model.ddepth), isExact(model.inDouble),
      losesByParts(growthBetweenParts(scheduleOf(model.algorithm), model) > MOST_FLOAT_GROWTH),
      losesOnDevice(losesByGeneralChains(model)), floatRange(floatRangeOf(model)),
      blocksHold(isHeldByBlocks(model, floatRange)), byBlocks(floatRange.byBlocks && mayRunBands(model))
{
}

WorkingType WorkingTypes::ofFilter(int depth, Size size, const FloatSizes& inFloat) const
{
    if (depth == CV_64F || ddepth == CV_64F)
        return {true, DOUBLE_ARRAYS};
    if (isExact)
        return {true, "filters of this kind are defined to more digits than float has"};
    if (losesByParts)
        return {true, "rounding between the parts of the algorithm would count"};
    if (!inFloat.take(size))
        return {true, INEXACT_FLOAT};
    return {false, EXACT_FLOAT};
}

WorkingType WorkingTypes::onHost(int depth, Size size, bool fuses) const
{
    const WorkingType type = ofFilter(depth, size, byBlocks ? FloatSizes{INT_MAX, INT_MAX} : floatRange.onHost);
    // Without fused multiply-adds, float loses more than promised: order 3, slow poles, 1.5e-5 instead of 1e-5.
    if (!type.isDouble && !fuses)
        return {true, "the CPU has no fused multiply-adds"};
    return type;
}

WorkingType WorkingTypes::onDevice(int depth, Size size, bool runsBlocks) const
{
    const FloatSizes all = {INT_MAX, INT_MAX};
    const WorkingType type = ofFilter(depth, size, blocksHold && runsBlocks ? all : floatRange.onDevice);
    if (!type.isDouble && losesOnDevice)
        return {true, "float would lose too much by the algorithm"};
    return type;
}

}} // namespace cv::recfilter
