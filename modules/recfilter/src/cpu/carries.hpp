// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_CARRIES_HPP
#define OPENCV_RECFILTER_CPU_CARRIES_HPP

#include "filter_plan.hpp"
#include "scratch.hpp"

namespace cv { namespace recfilter {

//! What a carry is multiplied with from edge to edge of a tile, [1] of the last tile of a line.
template <typename W>
struct TilePowers
{
    TilePowers(const AxisPlan<W>& plan, int tileLength);

    SmallMatrix<W> causal[2], anticausal[2];
};

/** The carries of one axis at every tile edge, for all lines of the image, and their propagation.

Lines come in groups of as many as a vector has lanes. A plane holds the states of all lines at one place of the axis:
group after group, in a group state after state, in a state line after line. */
template <typename W>
class AxisCarries
{
public:
    //! @param plan the axis. @param tileLength pixels of a tile along it. @param lineGroups groups of lines.
    AxisCarries(const FilterKernels<W>& kernels, const AxisPlan<W>& plan, const TilePowers<W>& powers, int tileLength,
                int64 lineGroups, ScratchPool& pool);

    //! Causal states before tile t; what a gather of tile t sends out goes to t + 1. t = 0 .. tiles.
    W* causal(int t) { return plane(causalPlanes, t, plan.causalStates); }
    //! Anticausal states behind tile t - 1; what a gather of tile t sends out goes to t.
    W* anticausal(int t) { return plane(anticausalPlanes, t, plan.anticausalStates); }
    //! Closing sums of tile t: shares of the states before the first and behind the last pixel (decoupled).
    W* start(int t) { return plane(startPlanes, t, plan.causalStates); }
    W* end(int t) { return plane(endPlanes, t, plan.anticausalStates); }

    int tiles() const { return tileCount; }
    int length(int t) const { return int(std::min<int64>(tileLength, plan.length - int64(t) * tileLength)); }

    /** From gathered to exact carries, closed by the border (a border value has been subtracted from the image).
        @param causalGathered, anticausalGathered which of the two the step before has gathered. Where both, the
        anticausal ones are the decoupled z, else they are those of R alone over what F has written. */
    void propagate(bool causalGathered, bool anticausalGathered);

private:
    W* plane(W* planes, int t, int states) { return planes + size_t(t) * planeSize(states); }
    size_t planeSize(int states) const { return size_t(groups) * size_t(states) * size_t(kernels.lanes); }
    void propagateCausal(int64 group);
    void propagateAnticausal(int64 group, bool decoupled);
    void addProduct(const SmallMatrix<W>& m, const W* in, W* out) const;

    size_t sizeOfPlanes() const;

    const FilterKernels<W>& kernels;
    const AxisPlan<W>& plan;
    const TilePowers<W>& powers;
    const int tileLength, tileCount;
    const int64 groups;
    ScratchPool::Lease memory;
    W *causalPlanes, *anticausalPlanes, *startPlanes, *endPlanes;
};

extern template struct TilePowers<float>;
extern template struct TilePowers<double>;
extern template class AxisCarries<float>;
extern template class AxisCarries<double>;

}} // namespace cv::recfilter

#endif
