// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPERS_CPU_TILES_CARRIES_HPP
#define OPENCV_RECFILTER_PAPERS_CPU_TILES_CARRIES_HPP

// The carries of one axis at every tile edge, for all lines of the image, and their propagation.

#include "recursive/cpu/tables/line_groups.hpp"
#include "runtime/cpu/memory/parallel.hpp"
#include "runtime/cpu/memory/scratch.hpp"

namespace cv { namespace recfilter {

/** A group has as many lines as a vector has lanes; if the image has fewer rows than lanes, a group of rows has only
these. A plane holds the states of all lines at one place of the axis, ordered by group, then state, then line. */
template <typename W>
class AxisCarries
{
public:
    //! @param tiles of the lines. @param hasSums whether closing sums are kept; if not, a line is one tile, which
    //! closes it. @param lineGroups number of groups. @param groupLines lines of a group.
    AxisCarries(const FilterKernels<W>& k, const AxisTables<W>& p, const LineGroups<W>& tilesOfLines, bool keepsSums,
                int64 lineGroups, int linesOfGroup, ScratchPool& pool)
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

    //! Numbers that an object of these arguments keeps.
    static size_t numbersOf(const AxisTables<W>& axis, const LineGroups<W>& tiles, bool keepsSums, int64 lineGroups,
                            int linesOfGroup)
    {
        const int sums = keepsSums ? tiles.startStates() + tiles.endStates() : 0;
        const int64 states = axis.causalStates + (axis.causalStates + axis.anticausalStates + sums) * tiles.count();
        return size_t(states * lineGroups * linesOfGroup);
    }

    //! Causal states before tile t, t = 0 .. tiles. A gather of tile t writes to t + 1.
    W* causal(int t) { return plane(causalPlanes, t, plan.causalStates); }
    //! Anticausal states behind tile t - 1, t = 1 .. tiles. A gather of tile t writes to t.
    W* anticausal(int t) { return plane(anticausalPlanes, t - 1, plan.anticausalStates); }
    //! Closing sums of tile t, towards its start and towards its end.
    W* start(int t) { return plane(startPlanes, t, border.startStates()); }
    W* end(int t) { return plane(endPlanes, t, border.endStates()); }

    const bool hasSums;
    int tiles() const { return tileCount; }
    int length(int t) const { return int(std::min<int64>(tileLength, plan.length - int64(t) * tileLength)); }
    bool hasWholeGroups() const { return groupLines == kernels.lanes; }
    //! Elements from one group of a plane to the next.
    size_t groupSize(int states) const { return size_t(states) * size_t(groupLines); }

    //! Copies states of groups from a plane to whole vectors, padded with 0. @param vectors groups times states.
    void unpack(const W* group, int64 vectors, W* to) const
    {
        const int lanes = kernels.lanes;
        if (hasWholeGroups())
            std::copy_n(group, vectors * lanes, to);
        for (int64 v = 0; v < vectors && !hasWholeGroups(); v++, group += groupLines, to += lanes)
            std::fill(std::copy_n(group, groupLines, to), to + lanes, W(0));
    }

    void pack(const W* from, int64 vectors, W* group) const
    {
        for (int64 v = 0; v < vectors; v++, group += groupLines, from += kernels.lanes)
            std::copy_n(from, groupLines, group);
    }

    /** Turns gathered carries into exact ones, closed by the border. The border value is subtracted before.
    @param causalGathered, anticausalGathered whether the step before has gathered this direction. If both, the
        anticausal carries are the decoupled z. Otherwise they are states of R over the output of F. */
    void propagate(bool causalGathered, bool anticausalGathered)
    {
        parallelFor(groups,
                    [&](int64 first, int64 end) { propagateGroups(first, end, causalGathered, anticausalGathered); });
    }

    //! propagate() for some groups, on this thread.
    void propagateGroups(int64 first, int64 end, bool causalGathered, bool anticausalGathered)
    {
        for (int64 group = first; group < end; group++)
        {
            if (causalGathered)
                propagateCausal(group);
            if (anticausalGathered)
                propagateAnticausal(group, causalGathered);
        }
    }

private:
    W* plane(W* planes, int t, int states) { return planes + size_t(t) * planeSize(states); }
    size_t planeSize(int states) const { return size_t(groups) * groupSize(states); }
    //! Finds the state before the first pixel and the decoupled state behind the last one, from the sums of all tiles.
    void close(int64 group)
    {
        const int r = plan.causalStates, q = plan.anticausalStates, startStates = border.startStates(),
                  endStates = border.endStates();
        const auto ofGroup = [&](W* planes, int states) { return planes + size_t(group) * groupSize(states); };
        border.addUp(ofGroup(start(0), startStates), planeSize(startStates), ofGroup(end(0), endStates),
                     planeSize(endStates),
                     [&](const SmallMatrix<W>& m, const W* in, W* out) { addProduct(m, int(m.ends.size()), in, out); });
        constexpr int most = MAX_STATES * MAX_VECTOR_BYTES / int(sizeof(W));
        W toStart[2 * most], toEnd[2 * most], before[most], behind[most];
        unpack(ofGroup(start(0), startStates), startStates, toStart);
        unpack(ofGroup(end(tileCount - 1), endStates), endStates, toEnd);
        std::fill_n(before, r * kernels.lanes, W(0));
        std::fill_n(behind, q * kernels.lanes, W(0));
        border.close(kernels, toStart, toEnd, nullptr, nullptr, nullptr, nullptr, before, behind, kernels.lanes);
        pack(before, r, ofGroup(causal(0), r));
        pack(behind, q, ofGroup(anticausal(tileCount), q));
    }

    //! p behind a tile = A^length p before the tile + the tile's gathered carry.
    void propagateCausal(int64 group)
    {
        const size_t offset = size_t(group) * groupSize(plan.causalStates);
        if (hasSums)
            close(group);
        for (int t = 0; t < tileCount; t++)
            addProduct(border.causalPower[t + 1 == tileCount], plan.causalStates, causal(t) + offset,
                       causal(t + 1) + offset);
    }

    //! Starts from z behind the last pixel and adds X p at the end; undecoupled carries start from e = z + X p.
    void propagateAnticausal(int64 group, bool decoupled)
    {
        const int r = plan.causalStates, q = plan.anticausalStates;
        const size_t offset = size_t(group) * groupSize(q), causalOffset = size_t(group) * groupSize(r);
        W* last = anticausal(tileCount) + offset;
        if (!decoupled)
            addProduct(plan.join, r, causal(tileCount) + causalOffset, last);
        for (int t = tileCount - 1; t > 0; t--)
            addProduct(border.anticausalPower[t + 1 == tileCount], q, anticausal(t + 1) + offset,
                       anticausal(t) + offset);
        for (int t = 1; decoupled && t <= tileCount; t++)
            addProduct(plan.join, r, causal(t) + causalOffset, anticausal(t) + offset);
    }

    void addProduct(const SmallMatrix<W>& m, int inStates, const W* in, W* out) const
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

    size_t sizeOfPlanes() const { return numbersOf(plan, border, hasSums, groups, groupLines); }

    const FilterKernels<W>& kernels;
    const AxisTables<W>& plan;
    const LineGroups<W>& border;
    const int tileLength, tileCount, groupLines;
    const int64 groups;
    ScratchPool::Lease memory;
    W *causalPlanes, *anticausalPlanes, *startPlanes, *endPlanes;
};

}} // namespace cv::recfilter

#endif
