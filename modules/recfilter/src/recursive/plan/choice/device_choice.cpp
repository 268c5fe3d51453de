// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The rows that may run a filter on a GPU.

#include "recursive/plan/choice/device_choice.hpp"

namespace cv { namespace recfilter {

const ChainedFilters& DeviceChoice::filtersIn(bool isFloat) const
{
    ChainedFilters& list = filters[isFloat];
    std::call_once(once[isFloat], [&] {
        const Schedule& asked = scheduleOf(model.algorithm);
        if (asked.onDevice != Engine::PADDED) // its engine filters another image by another filter
            list = chainedFiltersOf(asked, model, isFloat);
    });
    return list;
}

DeviceRows DeviceChoice::rowsOn(const Extents& shape, const DeviceLimits& limits) const
{
    const Schedule& asked = scheduleOf(model.algorithm);
    DeviceRows rows;
    rows.filters = filtersIn(limits.isFloat);
    if (asked.onDevice == Engine::CHOICE)
        rows.facts = factsOnDevice(*rows.filters[0], shape, limits);
    rows.choices = choose(asked, &Schedule::onDevice, rows.facts);
    for (Choice& choice : rows.choices)
        choice.byBlocks = lacksKernels(scheduleOf(choice.algorithm), rows.filters);
    return rows;
}

}} // namespace cv::recfilter
