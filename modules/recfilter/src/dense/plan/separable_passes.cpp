// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Splits kernels into passes.

#include "dense/plan/separable_passes.hpp"

#include "dense/model/separable_terms.hpp"

#include <numeric>

namespace cv { namespace recfilter {

namespace {

/** The pass of a term along an axis. Behind the passes before it the constant outside is `gain` times as large.
@param delta added to its results */
KernelBank passOf(const KernelBank& bank, const std::vector<double>& taps, size_t axis, double gain, double delta)
{
    KernelBank pass = bank;
    pass.size.fill(1);
    pass.anchor.fill(0);
    pass.size[axis] = bank.size[axis];
    pass.anchor[axis] = bank.anchor[axis];
    pass.filters = 1;
    pass.taps = {taps};
    pass.borderValue = bank.borderValue * gain;
    pass.delta = delta;
    return pass;
}

SeparablePasses passesOf(const KernelBank& bank, const SeparableTerm& term, double delta)
{
    SeparablePasses list;
    double gain = 1;
    for (size_t axis = 0; axis < VIEW_AXES; axis++)
    {
        const bool isLast = axis == VIEW_AXES - 1;
        if (bank.size[axis] == 1 && !isLast)
        {
            CV_DbgAssert(term[axis].size() == 1 && term[axis][0] == 1);
            continue;
        }
        list.push_back(passOf(bank, term[axis], axis, gain, isLast ? delta : 0));
        gain *= std::accumulate(term[axis].begin(), term[axis].end(), 0.);
    }
    return list;
}

} // namespace

std::vector<SeparableSum> separableSums(const KernelBank& bank, double roundoff)
{
    CV_Assert(!bank.complexKernels);
    std::vector<SeparableSum> sums;
    for (const std::vector<double>& kernel : bank.taps)
    {
        sums.emplace_back();
        const std::vector<SeparableTerm> terms = separableTerms(kernel, bank.size, roundoff);
        for (const SeparableTerm& term : terms)
            sums.back().push_back(passesOf(bank, term, &term == &terms.back() ? bank.delta : 0));
    }
    return sums;
}

int rankOf(const std::vector<SeparableSum>& sums)
{
    size_t most = 0;
    for (const SeparableSum& sum : sums)
        most = std::max(most, sum.size());
    return int(most);
}

}} // namespace cv::recfilter
