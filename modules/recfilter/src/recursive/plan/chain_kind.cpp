// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Finds the kind of an axis from its sections.

#include "recursive/plan/chain_kind.hpp"

#include "math/sections.hpp"

namespace cv { namespace recfilter {

ChainShape shapeOf(const Branches& branches, bool parallel)
{
    ChainShape shape;
    shape.isCascade = !parallel;
    shape.areAddedPairs = parallel && areAddedPairs(branches);
    for (const Branch& branch : branches)
        for (const Section& section : branch.sections)
        {
            (section.order == 1 ? shape.firstOrder : shape.secondOrder)++;
            shape.isCascade &= section.isAllPole() && !(section.order == 1 && shape.secondOrder > 0);
        }
    return shape;
}

ChainKind kindOf(const AxisFilter& filter, bool shared)
{
    if (orderOf(filter.causal) + orderOf(filter.anticausal) == 0)
        return CHAIN_NONE;
    if (areMirroredPairs(filter))
        return filter.causal.size() == 2 ? CHAIN_PAIRS_2 : CHAIN_PAIRS_3;
    const ChainShape forth = shapeOf(filter.causal, filter.parallel),
                     back = shapeOf(filter.anticausal, filter.parallel);
    const bool alike = shared && forth.firstOrder == back.firstOrder && forth.secondOrder == back.secondOrder;
    if (!alike || !forth.isCascade || !back.isCascade || forth.firstOrder > 1 || forth.secondOrder > 1)
        return CHAIN_GENERAL;
    return forth.secondOrder ? (forth.firstOrder ? CHAIN_3 : CHAIN_2) : CHAIN_1;
}

}} // namespace cv::recfilter
