// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_FILTER_PLAN_HPP
#define OPENCV_RECFILTER_CPU_FILTER_PLAN_HPP

#include "model/filter_model.hpp"
#include "math/border.hpp"
#include "math/moments.hpp"
#include "math/rounding.hpp"
#include "cpu/kernels/filter_kernels.hpp"

namespace cv { namespace recfilter {

/** One axis for lines of one length, in the working type. Everything is computed in double from coefficients already
rounded to W: the tables then belong to the filter that runs, and not to a neighbour of it. */
template <typename W>
struct AxisPlan
{
    AxisPlan(const AxisModel& model, int64 length);

    int64 length;
    int causalStates, anticausalStates;
    bool parallel;
    bool meetsBorderValue; //!< of a constant border; no other border and no axis without passes ever sees the value
    double gain;
    DecoupledAxis axis; //!< double, from rounded coefficients
    Chain<W> causal, anticausal;
    SmallMatrix<W> join;         //!< X: e = z + X p
    WeightTable<W> startWeights; //!< closing sums: p[0] = startOffset * v + sum weights x
    WeightTable<W> endWeights;   //!< and z[n] likewise
    std::vector<W> startOffset, endOffset;
    int64 causalDecay, anticausalDecay; //!< pixels after which a state has faded below eps(), or length

    //! Below this a carry is lost in the rounding of W.
    static double eps();

    //! A^i B for i = 0 .. count-1: what a pixel i before a point leaves in the causal state there.
    std::vector<W> causalMoments(int64 count) const;
    //! A'^i Bz: what a pixel i behind a point leaves in the decoupled anticausal state there.
    std::vector<W> anticausalMoments(int64 count) const;
    //! The same in the state of the anticausal direction alone, over what the causal one has written.
    std::vector<W> undecoupledMoments(int64 count) const;
    //! C A^i: the response of the causal direction to the state before the line, over its decay.
    WeightTable<W> startResponse() const;
    SmallMatrix<W> causalPower(int64 n) const;
    SmallMatrix<W> anticausalPower(int64 n) const;
};

//! The border value as far as it may count: 0 where neither axis ever meets it.
template <typename W>
Scalar metBorderValue(const AxisPlan<W>& x, const AxisPlan<W>& y, const Scalar& borderValue)
{
    return x.meetsBorderValue || y.meetsBorderValue ? borderValue : Scalar();
}

/** How a line is closed by what both directions make of all its pixels, instead of by weights for them (LineClosing): that costs
half as much for slow poles, and nothing along columns, whose sums are known. */
template <typename W>
struct SumClosing
{
    SumClosing() = default;
    SumClosing(const AxisPlan<W>& plan, int borderType);

    bool exists = false;
    SmallMatrix<W> startF, startA, endF, endA;
    WeightTable<W> first, last; //!< of the end pixels: added to a and to f
    WeightTable<W> sums;        //!< of all pixels: a and what is added to it
};

//! The table for lines of pixels with several channels: each vector repeated for every channel.
template <typename W>
WeightTable<W> repeatForChannels(WeightTable<W> table, int channels);

extern template struct SumClosing<float>;
extern template struct SumClosing<double>;
extern template struct AxisPlan<float>;
extern template struct AxisPlan<double>;

}} // namespace cv::recfilter

#endif
