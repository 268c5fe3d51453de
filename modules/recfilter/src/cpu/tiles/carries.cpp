// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "cpu/tiles/carries.hpp"

#include "cpu/memory/parallel.hpp"

namespace cv { namespace recfilter {

template <typename W>
TilePowers<W>::TilePowers(const AxisPlan& plan, int tileLength)
{
    const int64 lengths[] = {tileLength, (plan.length - 1) % tileLength + 1};
    for (int last = 0; last < 2; last++)
    {
        causal[last] = SmallMatrix<W>(plan.causalPower(lengths[last]));
        anticausal[last] = SmallMatrix<W>(plan.anticausalPower(lengths[last]));
    }
}

template <typename W>
AxisCarries<W>::AxisCarries(const FilterKernels<W>& k, const AxisTables<W>& p, const TilePowers<W>& powersOfPlan,
                            int pixels, int64 lineGroups, int linesOfGroup, ScratchPool& pool)
    : kernels(k), plan(p), powers(powersOfPlan), tileLength(pixels), tileCount(int((p.length + pixels - 1) / pixels)),
      groupLines(linesOfGroup), groups(lineGroups), memory(pool, sizeOfPlanes() * sizeof(W))
{
    causalPlanes = reinterpret_cast<W*>(memory.data());
    anticausalPlanes = causalPlanes + planeSize(plan.causalStates) * size_t(tileCount + 1);
    startPlanes = anticausalPlanes + planeSize(plan.anticausalStates) * size_t(tileCount);
    endPlanes = startPlanes + planeSize(plan.causalStates) * size_t(tileCount);
    std::fill_n(causalPlanes, sizeOfPlanes(), W(0));
}

template <typename W>
size_t AxisCarries<W>::sizeOfPlanes() const
{
    const size_t closing = tileCount == 1 ? 0 : size_t(tileCount);
    return planeSize(plan.causalStates) * (size_t(tileCount) + 1 + closing) +
           planeSize(plan.anticausalStates) * (size_t(tileCount) + closing);
}

template <typename W>
void AxisCarries<W>::unpack(const W* group, int64 vectors, W* to) const
{
    const int lanes = kernels.lanes;
    if (hasWholeGroups())
        std::copy_n(group, vectors * lanes, to);
    for (int64 v = 0; v < vectors && !hasWholeGroups(); v++, group += groupLines, to += lanes)
        std::fill(std::copy_n(group, groupLines, to), to + lanes, W(0));
}

template <typename W>
void AxisCarries<W>::pack(const W* from, int64 vectors, W* group) const
{
    for (int64 v = 0; v < vectors; v++, group += groupLines, from += kernels.lanes)
        std::copy_n(from, groupLines, group);
}

template <typename W>
void AxisCarries<W>::addProduct(const SmallMatrix<W>& m, int inStates, const W* in, W* out) const
{
    const size_t lanes = size_t(kernels.lanes);
    if (m.isZero())
        return;
    if (hasWholeGroups())
        return kernels.multiplyAdd(m, in, lanes, out, lanes, kernels.lanes);
    W from[MAX_STATES * MAX_VECTOR_BYTES / sizeof(W)], to[MAX_STATES * MAX_VECTOR_BYTES / sizeof(W)];
    unpack(in, inStates, from);
    unpack(out, int64(m.ends.size()), to);
    kernels.multiplyAdd(m, from, lanes, to, lanes, kernels.lanes);
    pack(to, int64(m.ends.size()), out);
}

template <typename W>
void AxisCarries<W>::propagate(bool causalGathered, bool anticausalGathered)
{
    parallelFor(groups,
                [&](int64 first, int64 end) { propagateGroups(first, end, causalGathered, anticausalGathered); });
}

template <typename W>
void AxisCarries<W>::propagateGroups(int64 first, int64 end, bool causalGathered, bool anticausalGathered)
{
    for (int64 group = first; group < end; group++)
    {
        if (causalGathered)
            propagateCausal(group);
        if (anticausalGathered)
            propagateAnticausal(group, causalGathered);
    }
}

//! p[0] from the closing sums; p of a tile's end = A^length p of its start + what it gathered.
template <typename W>
void AxisCarries<W>::propagateCausal(int64 group)
{
    const size_t size = groupSize(plan.causalStates), offset = size_t(group) * size;
    W* first = causal(0) + offset;
    if (tileCount > 1)
        std::fill_n(first, size, W(0));
    for (int t = 0; t < tileCount && tileCount > 1; t++)
        for (size_t i = 0; i < size; i++)
            first[i] += start(t)[offset + i];
    for (int t = 0; t < tileCount; t++)
        addProduct(powers.causal[t + 1 == tileCount], plan.causalStates, causal(t) + offset, causal(t + 1) + offset);
}

//! z behind the last pixel from the closing sums, or e = z + X p where the carries are those of R alone.
template <typename W>
void AxisCarries<W>::propagateAnticausal(int64 group, bool decoupled)
{
    const int r = plan.causalStates, q = plan.anticausalStates;
    const size_t size = groupSize(q), offset = size_t(group) * size, causalOffset = size_t(group) * groupSize(r);
    W* last = anticausal(tileCount) + offset;
    if (tileCount > 1)
        std::fill_n(last, size, W(0));
    for (int t = 0; t < tileCount && tileCount > 1; t++)
        for (size_t i = 0; i < size; i++)
            last[i] += end(t)[offset + i];
    if (!decoupled)
        addProduct(plan.join, r, causal(tileCount) + causalOffset, last);
    for (int t = tileCount - 1; t > 0; t--)
        addProduct(powers.anticausal[t + 1 == tileCount], q, anticausal(t + 1) + offset, anticausal(t) + offset);
    for (int t = 1; decoupled && t <= tileCount; t++)
        addProduct(plan.join, r, causal(t) + causalOffset, anticausal(t) + offset);
}

template struct TilePowers<float>;
template struct TilePowers<double>;
template class AxisCarries<float>;
template class AxisCarries<double>;

}} // namespace cv::recfilter
