// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Rounds and decouples one axis, and finds how its states fade and how its border closes lines.

#include "recursive/plan/axis_plan.hpp"

#include "math/pair_weights.hpp"
#include "math/rounding.hpp"

#include <numeric>

namespace cv { namespace recfilter {

template <typename W>
static AxisFilter roundedTo(const AxisFilter& filter, bool pairs, double& gain)
{
    return pairs ? roundedPairs<W>(filter) : rounded<W>(filter, gain);
}

/** Tolerance within which one set of states serves both directions. In double, one set keeps constants to 1e-10 up to
MAX_CASCADE, which has kernels. With four and five slow poles one set lost 2e-10, so these get two sets. */
static double toleranceOfLift(const AxisFilter& filter, bool isFloat)
{
    if (isFloat)
        return 1e-10;
    return orderOf(filter.causal) <= MAX_CASCADE ? 1e-13 : 0;
}

AxisChain::AxisChain(const AxisModel& model, const AxisRounding& rounding)
    : borderType(model.borderType), gain(model.gain), filter(roundedFilter(model, rounding, gain)),
      parallel(model.filter.parallel), meetsBorderValue(model.borderType == BORDER_CONSTANT && !model.isPointwise()),
      eps(epsOf(rounding)), axis(decouple(filter)), constantGain(recfilter::constantGain(axis)),
      system(momentSystem(axis, toleranceOfLift(filter, rounding.isFloat))), kind(kindOf(filter, system.shared)),
      parity(isPairs(kind) ? parityOf(model.filter) : 0), causalStates(axis.F.order()), anticausalStates(axis.R.order())
{
}

static DecoupledAxis decoupledOf(const BlockStates& states)
{
    DecoupledAxis axis;
    axis.parallel = true;
    axis.F = {states.causal.A, states.causal.B, states.causal.C, states.center};
    axis.R = {states.anticausal.A, states.anticausal.B, states.anticausal.C, 0};
    axis.X = Matrix(axis.R.order(), axis.F.order(), 0.0);
    axis.Bz = axis.R.B;
    return axis;
}

AxisChain::AxisChain(const AxisModel& model, const AxisRounding& rounding, const BlockStates& states)
    : borderType(model.borderType), filter(model.filter), parallel(true),
      meetsBorderValue(model.borderType == BORDER_CONSTANT && !model.isPointwise()), eps(epsOf(rounding)),
      axis(decoupledOf(states)), constantGain(recfilter::constantGain(axis)), system(momentSystem(axis, 0)),
      kind(CHAIN_GENERAL), parity(0), causalStates(axis.F.order()), anticausalStates(axis.R.order())
{
}

AxisPlan::AxisPlan(const AxisChain& chain, int64 pixels)
    : AxisChain(chain), length(pixels), closing(closeLine(axis, system.isPlain, borderType, length, eps)),
      causalDecay(decayLength(axis.F.A, eps, length)), anticausalDecay(decayLength(axis.R.A, eps, length))
{
}

AxisFilter AxisChain::roundedFilter(const AxisModel& model, const AxisRounding& rounding, double& gain)
{
    const bool pairs = rounding.arePairs(model.filter);
    return rounding.isFloat ? roundedTo<float>(model.filter, pairs, gain)
                            : roundedTo<double>(model.filter, pairs, gain);
}

int64 AxisChain::anticausalDecayOf(const AxisModel& model, int64 length, const AxisRounding& rounding)
{
    double gain = 1;
    const AxisFilter filter = roundedFilter(model, rounding, gain);
    return decayLength(stateSpaceOf(filter.anticausal).A, epsOf(rounding), length);
}

Matrix AxisChain::momentsOf(const Matrix& A, const Matrix& B, int64 count)
{
    Matrix moments(A.rows ? int(count) : 0, A.rows);
    if (moments.empty())
        return moments;
    for (int m = 0; m < A.rows; m++)
        moments(0, m) = B(m, 0);
    const Matrix columns = A.t(); // so that the sums of a row are added side by side
    for (int i = 1; i < moments.rows; i++)
    {
        const double* const last = moments[i - 1];
        double* const next = moments[i];
        std::fill_n(next, A.rows, 0.);
        for (int k = 0; k < A.rows; k++)
            for (int m = 0; m < A.rows; m++)
                next[m] += last[k] * columns(k, m);
    }
    return moments;
}

Matrix FadingPowers::operator()(int64 n)
{
    // Once a square is so far below eps, nothing is left of the power. Later squares would be of denormal numbers.
    const double negligible = 1e-60;
    Matrix result, next;
    for (size_t i = 0; n > 0; i++, n >>= 1)
    {
        if (i == squares.size())
        {
            multiplyInto(next, squares.back(), squares.back());
            squares.push_back(next.clone());
        }
        if (normInf(squares[i]) < negligible)
            return Matrix(squares[0].rows, squares[0].cols, 0.0);
        if (n & 1 && result.empty())
            result = squares[i].clone();
        else if (n & 1)
        {
            multiplyInto(next, squares[i], result);
            std::swap(next, result);
        }
    }
    if (result.empty())
        return identity(squares[0].rows);
    return normInf(result) < eps ? Matrix(result.rows, result.cols, 0.0) : result;
}

}} // namespace cv::recfilter
