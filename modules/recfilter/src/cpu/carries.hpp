// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_CARRIES_HPP
#define OPENCV_RECFILTER_CPU_CARRIES_HPP

#include "filter_plan.hpp"

namespace cv { namespace recfilter {

/** The carries of one axis at every tile edge, for all lines of the image, and their propagation.

Lines come in groups of as many as a vector has lanes. A plane holds the states of all lines at one place of the axis:
group after group, in a group state after state, in a state line after line. */
template <typename W>
class AxisCarries
{
public:
    //! @param plan the axis. @param tileLength pixels of a tile along it. @param lineGroups groups of lines.
    AxisCarries(const FilterKernels<W>& kernels, const AxisPlan<W>& plan, int tileLength, int64 lineGroups);

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
    W* plane(std::vector<W>& planes, int t, int states) { return planes.data() + size_t(t) * planeSize(states); }
    size_t planeSize(int states) const { return size_t(groups) * size_t(states) * size_t(kernels.lanes); }
    void propagateCausal(int64 group);
    void propagateAnticausal(int64 group, bool decoupled);
    void addProduct(const SmallMatrix<W>& m, const W* in, W* out) const;

    const FilterKernels<W>& kernels;
    const AxisPlan<W>& plan;
    const int tileLength, tileCount;
    const int64 groups;
    std::vector<W> causalPlanes, anticausalPlanes, startPlanes, endPlanes;
    SmallMatrix<W> causalPower[2], anticausalPower[2]; //!< over a tile, over the last tile
};

extern template class AxisCarries<float>;
extern template class AxisCarries<double>;

}} // namespace cv::recfilter

#endif
