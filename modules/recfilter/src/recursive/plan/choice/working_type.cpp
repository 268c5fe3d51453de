// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Float or double: the reasons, in their order.

#include "recursive/plan/choice/working_type.hpp"

#include "recursive/plan/choice/chained_filter.hpp"

namespace cv { namespace recfilter {

/** Whether float is too inexact for the schedule that a filter asks for by name on a GPU. Padded images are filtered by
algorithm 5. @param holdBlocks float is exact enough by blocks */
static bool losesBySchedule(const FilterModel& model, bool holdBlocks)
{
    const Schedule& asked = scheduleOf(model.algorithm);
    const Schedule& schedule = asked.onDevice == Engine::PADDED ? scheduleOf(cuda::RECURSIVE_ALG_5) : asked;
    if (schedule.onDevice == Engine::CHOICE)
        return false;
    if (lacksKernels(schedule, chainedFiltersOf(schedule, model, true)))
        return !holdBlocks;
    const std::vector<FilterModel> filters = filtersOf(schedule, model);
    for (size_t i = 0; i < filters.size(); i++)
        if (gathersBothAxes(schedule, i) && !mayJoinAxes(filters[i], true))
            return true;
    return false;
}

static bool takesAll(const FloatSizes& sizes)
{
    return sizes.take(Size(INT_MAX, INT_MAX));
}

//! Whether bands may run a filter on the CPU: they have blocks.
static bool mayRunBands(const FilterModel& model)
{
    const Engine& engine = scheduleOf(model.algorithm).onHost;
    return engine == Engine::CHOICE || engine == Engine::BANDS;
}

//! Whether RECURSIVE_AUTO runs a filter by blocks on a GPU because it has no other kernels for it.
static bool mustRunBlocks(const FilterModel& model)
{
    if (scheduleOf(model.algorithm).onDevice != Engine::CHOICE)
        return false;
    // Chains of 20 poles take a millisecond, and such filters have no kernels whatever their states.
    const auto isGeneral = [](const AxisModel& axis) { return kindOf(axis.filter, true) == CHAIN_GENERAL; };
    return std::any_of(model.axes.begin(), model.axes.end(), isGeneral) || prefersBlocks(ChainedFilter(model, true));
}

WorkingTypes::WorkingTypes(const FilterModel& model)
    : ddepth(model.ddepth), isExact(model.inDouble),
      losesByParts(growthBetweenParts(scheduleOf(model.algorithm), model) > MOST_FLOAT_GROWTH),
      floatRange(floatRangeOf(model)),
      blocksOnHost(!takesAll(floatRange.onHost) && floatRange.blocksOnHost && mayRunBands(model)),
      blocksOnDevice(!takesAll(floatRange.onDevice) && floatRange.blocksOnDevice && mustRunBlocks(model)),
      losesOnDevice(losesBySchedule(model, floatRange.blocksOnDevice))
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
    const WorkingType type = ofFilter(depth, size, blocksOnHost ? floatRange.byBlocks : floatRange.onHost);
    // Without fused multiply-adds, float loses more than promised: order 3, slow poles, 1.5e-5 instead of 1e-5.
    if (!type.isDouble && !fuses)
        return {true, "the CPU has no fused multiply-adds"};
    return type;
}

WorkingType WorkingTypes::onDevice(int depth, Size size) const
{
    const WorkingType type = ofFilter(depth, size, blocksOnDevice ? floatRange.byBlocks : floatRange.onDevice);
    if (!type.isDouble && losesOnDevice)
        return {true, "float would lose too much by the algorithm"};
    return type;
}

}} // namespace cv::recfilter
