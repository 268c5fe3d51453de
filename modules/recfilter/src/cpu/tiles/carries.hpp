// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_CARRIES_HPP
#define OPENCV_RECFILTER_CPU_CARRIES_HPP

#include "cpu/tables/line_groups.hpp"
#include "cpu/memory/scratch.hpp"

namespace cv { namespace recfilter {

/** The carries of one axis at every tile edge, for all lines of the image, and their propagation.

Lines come in groups, a vector each. The groups of an image of fewer rows than lanes have only its rows. A plane holds
the states of all lines at one place of the axis: by group, in a group by state, in a state by line. */
template <typename W>
class AxisCarries
{
public:
    //! @param plan the axis. @param tiles of its lines. @param hasSums those that close the lines are kept; else an only
    //! tile closes them itself. @param lineGroups groups of lines. @param groupLines lines of each.
    AxisCarries(const FilterKernels<W>& kernels, const AxisTables<W>& plan, const LineGroups<W>& tiles, bool hasSums,
                int64 lineGroups, int groupLines, ScratchPool& pool);

    //! Causal states before tile t; what a gather of tile t sends out goes to t + 1. t = 0 .. tiles.
    W* causal(int t) { return plane(causalPlanes, t, plan.causalStates); }
    //! Anticausal states behind tile t - 1; what a gather of tile t sends out goes to t. t = 1 .. tiles.
    W* anticausal(int t) { return plane(anticausalPlanes, t - 1, plan.anticausalStates); }
    //! Sums of tile t to its start and to its end, which close the lines.
    W* start(int t) { return plane(startPlanes, t, border.startStates()); }
    W* end(int t) { return plane(endPlanes, t, border.endStates()); }

    const bool hasSums;
    int tiles() const { return tileCount; }
    int length(int t) const { return int(std::min<int64>(tileLength, plan.length - int64(t) * tileLength)); }
    //! Whether groups in planes are whole vectors.
    bool hasWholeGroups() const { return groupLines == kernels.lanes; }
    //! Numbers from one group of a plane to the next.
    size_t groupSize(int states) const { return size_t(states) * size_t(groupLines); }

    //! States of groups from a plane to whole vectors, padded with 0. @param vectors groups times states.
    void unpack(const W* group, int64 vectors, W* to) const;
    void pack(const W* from, int64 vectors, W* group) const;

    /** From gathered to exact carries, closed by the border (a border value has been subtracted from the image).
        @param causalGathered, anticausalGathered which of the two the step before has gathered. Where both, the
        anticausal ones are the decoupled z, else they are those of R alone over what F has written. */
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
