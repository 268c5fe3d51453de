// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_AXIS_PLAN_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_AXIS_PLAN_HPP

// One axis in a working type, and for lines of one length, in double. Both backends pack their tables from it.

#include "recursive/model/filter_model.hpp"
#include "math/moments.hpp"
#include "recursive/plan/block_states.hpp"
#include "recursive/plan/chain_kind.hpp"

namespace cv { namespace recfilter {

struct AxisRounding
{
    bool isFloat;
    bool (*arePairs)(const AxisFilter&); //!< which filters it runs in the form of AddedPair
};

//! A state that has faded by this factor is lost in float results, whose rounding alone is 2^-25.
const double FADED = 1.0 / (1 << 27);

//! Tolerance of momentSystem for float pixels in double: a pole of 1.5e-4 (splines of degree 8) leaves 8e-8.
const double WIDE_LIFT = 1e-6;

//! FADED of states that begin as if all pixels before were like the first one that counts. What is lost of noise is
//! decaying again, and less than rounding loses (Spline_Degree.interpolates_on_the_gpu, degree 9).
const double FADED_PIXELS = 1.0 / (1 << 20);

//! Powers of a matrix; 0 where all has faded. Many of them share the squares.
class FadingPowers
{
public:
    //! @param negligible largest row sum of what has faded
    FadingPowers(const Matrix& A, double negligible) : squares(1, A), eps(negligible) {}

    Matrix operator()(int64 n);

private:
    std::vector<Matrix> squares;
    const double eps;
};

/** One axis in the working type of a backend, whatever the length of its lines. Coefficients are already rounded, so
that tables belong to the filter that runs. */
struct AxisChain
{
    AxisChain(const AxisModel& model, const AxisRounding& rounding);
    //! For kernels of blocks, which round no coefficients and need no gain: both directions are added.
    AxisChain(const AxisModel& model, const AxisRounding& rounding, const BlockStates& states);

    int borderType;
    double gain = 1;   //!< left out of the passes
    AxisFilter filter; //!< rounded
    bool parallel;
    bool meetsBorderValue; //!< the value of a constant border counts; false for other borders, and without passes
    double eps;            //!< a carry smaller than this is lost in the rounding of the working type
    DecoupledAxis axis;
    double constantGain; //!< gain of the passes for constants
    MomentSystem system;
    ChainKind kind;
    int parity; //!< of mirrored pairs (parityOf)
    int causalStates, anticausalStates;

    //! A^n and A'^n; 0 where all has faded.
    Matrix causalPower(int64 n) const { return FadingPowers(axis.F.A, eps)(n); }
    Matrix anticausalPower(int64 n) const { return anticausalPowers()(n); }
    FadingPowers anticausalPowers() const { return {axis.R.A, eps}; }
    //! Whether states fade within `pixels` pixels, in float.
    bool fadesWithin(int64 pixels, double faded = FADED) const
    {
        return std::max(normInf(power(axis.F.A, pixels)), normInf(power(axis.R.A, pixels))) < faded;
    }
    //! Row i is A^i B: what a pixel i before a point adds to the causal state there.
    Matrix causalMoments(int64 count) const { return momentsOf(axis.F.A, axis.F.B, count); }
    //! Row i is A'^i Bz: what a pixel i behind a point adds to the decoupled anticausal state there.
    Matrix anticausalMoments(int64 count) const { return momentsOf(axis.R.A, axis.Bz, count); }
    //! The same for the state of the anticausal direction alone, over the output of the causal one.
    Matrix undecoupledMoments(int64 count) const { return momentsOf(axis.R.A, axis.R.B, count); }
    //! Row i is C A^i: what a causal state before a pixel adds to the result i pixels later.
    Matrix causalResponse(int64 count) const { return momentsOf(transposed(axis.F.A), transposed(axis.F.C), count); }

    //! AxisPlan::anticausalDecay, at less cost.
    static int64 anticausalDecayOf(const AxisModel& model, int64 length, const AxisRounding& rounding);

private:
    static AxisFilter roundedFilter(const AxisModel& model, const AxisRounding& rounding, double& gain);
    static double epsOf(const AxisRounding& rounding) { return (rounding.isFloat ? FLT_EPSILON : DBL_EPSILON) / 512; }
    static Matrix momentsOf(const Matrix& A, const Matrix& B, int64 count);
};

//! The same for lines of one length.
struct AxisPlan : AxisChain
{
    AxisPlan(const AxisChain& chain, int64 length);
    AxisPlan(const AxisModel& model, int64 pixels, const AxisRounding& rounding)
        : AxisPlan(AxisChain(model, rounding), pixels)
    {
    }

    int64 length;
    LineClosing closing;                //!< of each direction
    int64 causalDecay, anticausalDecay; //!< pixels after which a state has faded below eps, or length

    //! How the border closes sums of causal states over lines in either direction.
    SumClosure closure() const { return closeSums(axis.F.A, axis.F.B, borderType, length); }
    //! `closing`, but without sums that both directions share.
    LineClosing closingApart() const { return closeLine(axis, false, borderType, length, eps); }
};

}} // namespace cv::recfilter

#endif
