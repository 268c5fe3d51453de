// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Propagates the carries of one axis from tile to tile, for all lines.

#include "cpu/tiles/carries.hpp"

#include "cpu/memory/parallel.hpp"

namespace cv { namespace recfilter {

template <typename W>
AxisCarries<W>::AxisCarries(const FilterKernels<W>& k, const AxisTables<W>& p, const LineGroups<W>& tilesOfLines,
                            bool keepsSums, int64 lineGroups, int linesOfGroup, ScratchPool& pool)
    : hasSums(keepsSums), kernels(k), plan(p), border(tilesOfLines), tileLength(int(border.pixelsOf())),
      tileCount(int(border.count())), groupLines(linesOfGroup), groups(lineGroups),
      memory(pool, sizeOfPlanes() * sizeof(W))
{
    causalPlanes = reinterpret_cast<W*>(memory.data());
    anticausalPlanes = causalPlanes + planeSize(plan.causalStates) * size_t(tileCount + 1);
    startPlanes = anticausalPlanes + planeSize(plan.anticausalStates) * size_t(tileCount);
    endPlanes = startPlanes + (hasSums ? planeSize(border.startStates()) * size_t(tileCount) : 0);
    std::fill_n(causalPlanes, sizeOfPlanes(), W(0));
}

template <typename W>
size_t AxisCarries<W>::sizeOfPlanes() const
{
    const int sums = hasSums ? border.startStates() + border.endStates() : 0;
    return planeSize(plan.causalStates) +
           planeSize(plan.causalStates + plan.anticausalStates + sums) * size_t(tileCount);
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
    W from[2 * MAX_STATES * MAX_VECTOR_BYTES / sizeof(W)], to[2 * MAX_STATES * MAX_VECTOR_BYTES / sizeof(W)];
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

//! Finds the state before the first pixel and the decoupled state behind the last one, from the sums of all tiles.
template <typename W>
void AxisCarries<W>::close(int64 group)
{
    const int r = plan.causalStates, q = plan.anticausalStates, startStates = border.startStates(),
              endStates = border.endStates();
    const auto ofGroup = [&](W* planes, int states) { return planes + size_t(group) * groupSize(states); };
    border.addUp(ofGroup(start(0), startStates), planeSize(startStates), ofGroup(end(0), endStates),
                 planeSize(endStates),
                 [&](const SmallMatrix<W>& m, const W* in, W* out) { addProduct(m, int(m.ends.size()), in, out); });
    enum
    {
        most = MAX_STATES * MAX_VECTOR_BYTES / sizeof(W)
    };
    W toStart[2 * most], toEnd[2 * most], before[most], behind[most];
    unpack(ofGroup(start(0), startStates), startStates, toStart);
    unpack(ofGroup(end(tileCount - 1), endStates), endStates, toEnd);
    std::fill_n(before, r * kernels.lanes, W(0));
    std::fill_n(behind, q * kernels.lanes, W(0));
    border.close(kernels, toStart, toEnd, nullptr, nullptr, nullptr, nullptr, before, behind, kernels.lanes);
    pack(before, r, ofGroup(causal(0), r));
    pack(behind, q, ofGroup(anticausal(tileCount), q));
}

//! p behind a tile = A^length p before the tile + what the tile gathered.
template <typename W>
void AxisCarries<W>::propagateCausal(int64 group)
{
    const size_t offset = size_t(group) * groupSize(plan.causalStates);
    if (hasSums)
        close(group);
    for (int t = 0; t < tileCount; t++)
        addProduct(border.causalPower[t + 1 == tileCount], plan.causalStates, causal(t) + offset,
                   causal(t + 1) + offset);
}

//! Starts from z behind the last pixel and adds X p at the end; undecoupled carries start from e = z + X p.
template <typename W>
void AxisCarries<W>::propagateAnticausal(int64 group, bool decoupled)
{
    const int r = plan.causalStates, q = plan.anticausalStates;
    const size_t offset = size_t(group) * groupSize(q), causalOffset = size_t(group) * groupSize(r);
    W* last = anticausal(tileCount) + offset;
    if (!decoupled)
        addProduct(plan.join, r, causal(tileCount) + causalOffset, last);
    for (int t = tileCount - 1; t > 0; t--)
        addProduct(border.anticausalPower[t + 1 == tileCount], q, anticausal(t + 1) + offset, anticausal(t) + offset);
    for (int t = 1; decoupled && t <= tileCount; t++)
        addProduct(plan.join, r, causal(t) + causalOffset, anticausal(t) + offset);
}

template class AxisCarries<float>;
template class AxisCarries<double>;

}} // namespace cv::recfilter
