// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_MATH_AXIS_HPP
#define OPENCV_RECFILTER_MATH_AXIS_HPP

// An axis as two state spaces that do not wait for each other.

#include "math/state_space.hpp"

namespace cv { namespace recfilter {

/** A causal-anticausal axis whose two directions do not depend on each other.
y = R(F(x)) with F = (A, B, C, D) and R = (A', B', C', D'). X solves X = A' X A + B' C. Let p be the state of F and e
that of R. Then z[i] = e[i] - X p[i] obeys z[i] = A' z[i+1] + Bz x[i] with Bz = A' X B + B' D: a one-sided filter of x
alone. So the carries of each direction are gathered from the input and joined as e = z + X p where they are used. In
the parallel form e = z: X = 0, Bz = B'.

States are indexed between pixels: p[i] lies before pixel i and has seen pixels up to i-1; e[i] has seen i and all
later pixels. On a line of n pixels p[0] and e[n] close the line. */
struct DecoupledAxis
{
    StateSpace F, R;
    Matrix X, Bz;
    bool parallel = false;
};

//! The response of one direction to a constant; 0 if a pole at 1 lets it grow for ever.
inline double constantGain(const StateSpace& space)
{
    if (space.order() && decayLength(space.A, 0.5, int64(1) << 40) == int64(1) << 40)
        return 0;
    const Matrix response = multiply(space.C, solveIdentityMinus(space.A, space.B));
    return space.D + (space.order() ? response(0, 0) : 0);
}

inline double constantGain(const DecoupledAxis& axis)
{
    const double f = constantGain(axis.F), r = constantGain(axis.R);
    return axis.parallel ? f + r : f * r;
}

inline DecoupledAxis decouple(const AxisFilter& filter)
{
    DecoupledAxis axis;
    axis.parallel = filter.parallel;
    axis.F = stateSpaceOf(filter.causal);
    axis.R = stateSpaceOf(filter.anticausal);
    if (filter.parallel || axis.R.order() == 0)
    {
        axis.X = Matrix(axis.R.order(), axis.F.order(), 0.0);
        axis.Bz = axis.R.B;
        return axis;
    }
    axis.X = solveStein(axis.R.A, axis.F.A, multiply(axis.R.B, axis.F.C));
    axis.Bz = Matrix(multiply(multiply(axis.R.A, axis.X), axis.F.B) + detail::scaled(axis.R.B, axis.F.D));
    return axis;
}

}} // namespace cv::recfilter

#endif
