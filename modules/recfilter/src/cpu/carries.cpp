// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "carries.hpp"

namespace cv { namespace recfilter {

template <typename W>
AxisCarries<W>::AxisCarries(const FilterKernels<W>& k, const AxisPlan<W>& p, int pixels, int64 lineGroups)
    : kernels(k), plan(p), tileLength(pixels), tileCount(int((p.length + pixels - 1) / pixels)), groups(lineGroups)
{
    causalPlanes.assign(planeSize(plan.causalStates) * size_t(tileCount + 1), W(0));
    anticausalPlanes.assign(planeSize(plan.anticausalStates) * size_t(tileCount + 1), W(0));
    startPlanes.assign(planeSize(plan.causalStates) * size_t(tileCount), W(0));
    endPlanes.assign(planeSize(plan.anticausalStates) * size_t(tileCount), W(0));
    for (int last = 0; last < 2; last++)
    {
        const int pixelsOf = last ? length(tileCount - 1) : tileLength;
        causalPower[last] = plan.causalPower(pixelsOf);
        anticausalPower[last] = plan.anticausalPower(pixelsOf);
    }
}

template <typename W>
void AxisCarries<W>::addProduct(const SmallMatrix<W>& m, const W* in, W* out) const
{
    if (!m.isZero)
        kernels.multiplyAdd(m.data.data(), m.rows, m.cols, in, size_t(kernels.lanes), out, size_t(kernels.lanes),
                            kernels.lanes);
}

template <typename W>
void AxisCarries<W>::propagate(bool causalGathered, bool anticausalGathered)
{
    parallel_for_(Range(0, int(groups)), [&](const Range& range) {
        for (int group = range.start; group < range.end; group++)
        {
            if (causalGathered)
                propagateCausal(group);
            if (anticausalGathered)
                propagateAnticausal(group, causalGathered);
        }
    });
}

//! p[0] from the closing sums; p of a tile's end = A^length p of its start + what it gathered.
template <typename W>
void AxisCarries<W>::propagateCausal(int64 group)
{
    const size_t size = size_t(plan.causalStates) * size_t(kernels.lanes), offset = size_t(group) * size;
    W* first = causal(0) + offset;
    std::fill_n(first, size, W(0));
    for (int t = 0; t < tileCount; t++)
        for (size_t i = 0; i < size; i++)
            first[i] += start(t)[offset + i];
    for (int t = 0; t < tileCount; t++)
        addProduct(causalPower[t + 1 == tileCount], causal(t) + offset, causal(t + 1) + offset);
}

//! z behind the last pixel from the closing sums, or e = z + X p where the carries are those of R alone.
template <typename W>
void AxisCarries<W>::propagateAnticausal(int64 group, bool decoupled)
{
    const size_t r = size_t(plan.causalStates) * size_t(kernels.lanes);
    const size_t q = size_t(plan.anticausalStates) * size_t(kernels.lanes), offset = size_t(group) * q;
    W* last = anticausal(tileCount) + offset;
    std::fill_n(last, q, W(0));
    for (int t = 0; t < tileCount; t++)
        for (size_t i = 0; i < q; i++)
            last[i] += end(t)[offset + i];
    if (!decoupled)
        addProduct(plan.join, causal(tileCount) + size_t(group) * r, last);
    for (int t = tileCount - 1; t >= 0; t--)
        addProduct(anticausalPower[t + 1 == tileCount], anticausal(t + 1) + offset, anticausal(t) + offset);
    for (int t = 0; decoupled && t <= tileCount; t++)
        addProduct(plan.join, causal(t) + size_t(group) * r, anticausal(t) + offset);
}

template class AxisCarries<float>;
template class AxisCarries<double>;

}} // namespace cv::recfilter
