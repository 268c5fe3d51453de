// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The parts of a filter on a GPU.

#include "recursive/plan/choice/device_choice.hpp"

namespace cv { namespace recfilter {

namespace {

//! The filters that the steps of a schedule name, as they run.
std::vector<std::shared_ptr<const ChainedFilter>> filtersAsRun(const Schedule& schedule, const FilterModel& model,
                                                               bool isFloat)
{
    std::vector<std::shared_ptr<const ChainedFilter>> list;
    for (const FilterModel& filter : filtersOf(schedule, model))
    {
        list.push_back(std::make_shared<const ChainedFilter>(filter, isFloat));
        if (runsAsGeneral(schedule, list.size() - 1, *list.back()))
            list.back() = std::make_shared<const ChainedFilter>(filter, isFloat, true);
    }
    return list;
}

} // namespace

const DeviceChoice::Filters& DeviceChoice::filtersIn(bool isFloat) const
{
    Filters& of = filters[isFloat];
    std::call_once(of.once, [&] {
        const Schedule& asked = scheduleOf(model.algorithm);
        if (asked.onDevice != Engine::CHOICE)
        {
            if (asked.onDevice != Engine::PADDED) // its engine filters another image by another filter
                of.list = filtersAsRun(asked, model, isFloat);
            return;
        }
        const Chained whole = std::make_shared<const ChainedFilter>(model, isFloat);
        std::vector<Chained> list;
        const std::vector<FilterModel> parts = splitFilter(model);
        list.reserve(parts.size());
        for (const FilterModel& part : parts)
            list.push_back(parts.size() == 1 ? whole : std::make_shared<const ChainedFilter>(part, isFloat));
        of.list = list;
        of.whole = whole;
    });
    return of;
}

std::vector<FilterPart> DeviceChoice::partsOn(const Extents& shape, const DeviceLimits& limits) const
{
    const Schedule& asked = scheduleOf(model.algorithm);
    const Filters& of = filtersIn(limits.isFloat);
    if (!of.whole)
        return {{choicesOf(asked, &Schedule::onDevice), Facts(), of.list}};
    const auto partOf = [&](const Chained& filter) {
        const Facts facts = factsOnDevice(*filter, shape, limits);
        return FilterPart{choose(asked, &Schedule::onDevice, facts), facts, {filter}};
    };
    FilterPart whole = partOf(of.whole);
    if (whole.facts.met & NEEDS_BLOCKS)
        return {whole};
    std::vector<FilterPart> parts;
    parts.reserve(of.list.size());
    for (const Chained& filter : of.list)
        parts.push_back(partOf(filter));
    return parts;
}

}} // namespace cv::recfilter
