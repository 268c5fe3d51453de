// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_TILES_CARRIES_HPP
#define OPENCV_RECFILTER_CPU_TILES_CARRIES_HPP

// The carries of one axis at every tile edge, for all lines of the image, and their propagation.

#include "cpu/tables/line_groups.hpp"
#include "cpu/memory/scratch.hpp"

namespace cv { namespace recfilter {

/** A group has as many lines as a vector has lanes; if the image has fewer rows than lanes, a group of rows has only
these. A plane holds the states of all lines at one place of the axis, ordered by group, then state, then line. */
template <typename W>
class AxisCarries
{
public:
    //! @param tiles of the lines. @param hasSums whether closing sums are kept; if not, a line is one tile, which
    //! closes it. @param lineGroups number of groups. @param groupLines lines of a group.
    AxisCarries(const FilterKernels<W>& kernels, const AxisTables<W>& plan, const LineGroups<W>& tiles, bool hasSums,
                int64 lineGroups, int groupLines, ScratchPool& pool);

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
    void unpack(const W* group, int64 vectors, W* to) const;
    void pack(const W* from, int64 vectors, W* group) const;

    /** Turns gathered carries into exact ones, closed by the border. The image has no border value any more.
        @param causalGathered, anticausalGathered what the step before has gathered. If both, the anticausal carries
        are the decoupled z. If not, they are those of R alone over the output of F. */
    void propagate(bool causalGathered, bool anticausalGathered);
    //! The same for some groups, on this thread.
    void propagateGroups(int64 first, int64 end, bool causalGathered, bool anticausalGathered);

private:
    W* plane(W* planes, int t, int states) { return planes + size_t(t) * planeSize(states); }
    size_t planeSize(int states) const { return size_t(groups) * groupSize(states); }
    void close(int64 group);
    void propagateCausal(int64 group);
    void propagateAnticausal(int64 group, bool decoupled);
    void addProduct(const SmallMatrix<W>& m, int inStates, const W* in, W* out) const;

    size_t sizeOfPlanes() const;

    const FilterKernels<W>& kernels;
    const AxisTables<W>& plan;
    const LineGroups<W>& border;
    const int tileLength, tileCount, groupLines;
    const int64 groups;
    ScratchPool::Lease memory;
    W *causalPlanes, *anticausalPlanes, *startPlanes, *endPlanes;
};

extern template class AxisCarries<float>;
extern template class AxisCarries<double>;

}} // namespace cv::recfilter

#endif
