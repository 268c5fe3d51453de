// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PLAN_AXIS_PLAN_HPP
#define OPENCV_RECFILTER_PLAN_AXIS_PLAN_HPP

#include "model/filter_model.hpp"
#include "math/moments.hpp"
#include "plan/chain_kind.hpp"

namespace cv { namespace recfilter {

//! The coefficients that a backend keeps.
struct AxisRounding
{
    bool isFloat;
    bool (*arePairs)(const AxisFilter&); //!< which filters it runs in the form of AddedPair
    bool isGeneral = false;              //!< for kernels that take any chain, even where there are others
};

//! What has faded below this share of itself is lost in float results, whose rounding alone is 2^-25.
const double FADED = 1.0 / (1 << 27);

/** One axis for lines of one length, in double. It is made of coefficients that are already rounded to the working type of a
backend. The tables that are packed from it then belong to the filter that runs, and not to a neighbour of it. */
struct AxisPlan
{
    AxisPlan(const AxisModel& model, int64 length, const AxisRounding& rounding);

    int64 length;
    int borderType;
    double gain = 1;   //!< left out of the passes
    AxisFilter filter; //!< rounded
    bool parallel;
    bool meetsBorderValue; //!< of a constant border; no other border and no axis without passes ever sees the value
    double eps;            //!< a carry smaller than this is lost in the rounding of the working type
    DecoupledAxis axis;
    double constantGain; //!< what the passes make of a constant
    MomentSystem system;
    SumClosure closure;  //!< of system
    LineClosing closing; //!< of each direction
    ChainKind kind;
    int parity; //!< of mirrored pairs (parityOf)
    int causalStates, anticausalStates;
    int64 causalDecay, anticausalDecay; //!< pixels after which a state has faded below eps, or length

    //! The same without sums that serve both.
    LineClosing closingApart() const { return closeLine(axis, false, borderType, length, eps); }
    //! A^n and A'^n; 0 where all has faded.
    Matrix causalPower(int64 n) const { return fadingPower(axis.F.A, n); }
    Matrix anticausalPower(int64 n) const { return fadingPower(axis.R.A, n); }
    //! Whether what enters `pixels` before a point counts for nothing there in float.
    bool fadesWithin(int64 pixels) const { return normInf(power(system.A, pixels)) < FADED; }
    //! A^i B for i = 0 .. count-1, a row each: what a pixel i before a point leaves in the causal state there.
    Matrix causalMoments(int64 count) const { return momentsOf(axis.F.A, axis.F.B, count); }
    //! A'^i Bz: what a pixel i behind a point leaves in the decoupled anticausal state there.
    Matrix anticausalMoments(int64 count) const { return momentsOf(axis.R.A, axis.Bz, count); }
    //! The same in the state of the anticausal direction alone, over what the causal one has written.
    Matrix undecoupledMoments(int64 count) const { return momentsOf(axis.R.A, axis.R.B, count); }
    //! Of the moment system.
    Matrix sumMoments(int64 count) const { return momentsOf(system.A, system.B, count); }
    //! C A^i: the response of the causal direction to the state before a pixel.
    Matrix causalResponse(int64 count) const { return momentsOf(transposed(axis.F.A), transposed(axis.F.C), count); }

private:
    static Matrix momentsOf(const Matrix& A, const Matrix& B, int64 count);
    Matrix fadingPower(const Matrix& A, int64 n) const;
};

}} // namespace cv::recfilter

#endif
