// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "carries.hpp"

namespace cv { namespace recfilter {

template <typename W>
TilePowers<W>::TilePowers(const AxisPlan<W>& plan, int tileLength)
{
    const int64 lengths[] = {tileLength, (plan.length - 1) % tileLength + 1};
    for (int last = 0; last < 2; last++)
    {
        causal[last] = plan.causalPower(lengths[last]);
        anticausal[last] = plan.anticausalPower(lengths[last]);
    }
}

template <typename W>
AxisCarries<W>::AxisCarries(const FilterKernels<W>& k, const AxisPlan<W>& p, const TilePowers<W>& powersOfPlan,
                            int pixels, int64 lineGroups, ScratchPool& pool)
    : kernels(k), plan(p), powers(powersOfPlan), tileLength(pixels), tileCount(int((p.length + pixels - 1) / pixels)),
      groups(lineGroups), memory(pool, sizeOfPlanes() * sizeof(W))
{
    causalPlanes = reinterpret_cast<W*>(memory.data());
    anticausalPlanes = causalPlanes + planeSize(plan.causalStates) * size_t(tileCount + 1);
    startPlanes = anticausalPlanes + planeSize(plan.anticausalStates) * size_t(tileCount + 1);
    endPlanes = startPlanes + planeSize(plan.causalStates) * size_t(tileCount);
    std::fill_n(causalPlanes, sizeOfPlanes(), W(0));
}

template <typename W>
size_t AxisCarries<W>::sizeOfPlanes() const
{
    return planeSize(plan.causalStates + plan.anticausalStates) * size_t(2 * tileCount + 1);
}

template <typename W>
void AxisCarries<W>::addProduct(const SmallMatrix<W>& m, const W* in, W* out) const
{
    if (!m.isZero())
        kernels.multiplyAdd(m, in, size_t(kernels.lanes), out, size_t(kernels.lanes), kernels.lanes);
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
        addProduct(powers.causal[t + 1 == tileCount], causal(t) + offset, causal(t + 1) + offset);
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
        addProduct(powers.anticausal[t + 1 == tileCount], anticausal(t + 1) + offset, anticausal(t) + offset);
    for (int t = 0; decoupled && t <= tileCount; t++)
        addProduct(plan.join, causal(t) + size_t(group) * r, anticausal(t) + offset);
}

template struct TilePowers<float>;
template struct TilePowers<double>;
template class AxisCarries<float>;
template class AxisCarries<double>;

}} // namespace cv::recfilter
