// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_MATH_AXIS_HPP
#define OPENCV_RECFILTER_MATH_AXIS_HPP

// An axis as two state spaces that do not wait for each other. In double; knows no image.

#include "math/state_space.hpp"
#include "math/stein.hpp"

namespace cv { namespace recfilter {

/** A causal-anticausal axis y = R(F(x)) whose two directions do not depend on each other. F = (A, B, C, D) has the
state p, R = (A', B', C', D') the state e:

    p[i+1] = A p[i] + B x[i],     u[i] = C p[i] + D x[i],
    e[i] = A' e[i+1] + B' u[i],   y[i] = C' e[i+1] + D' u[i].

States are indexed between pixels: p[i] lies before pixel i and has seen pixels up to i-1; e[i] has seen i and all later
pixels. On a line of n pixels p[0] and e[n] close the line.

X solves X = A' X A + B' C. Then z[i] = e[i] - X p[i] is a one-sided filter of x alone. Proof: insert u[i], e = z + X p
and p[i+1] = A p[i] + B x[i] into the equation of e. This gives

    z[i] = A' z[i+1] + (A' X A + B' C - X) p[i] + (A' X B + B' D) x[i],

where the factor of p[i] is 0 and Bz is the factor of x[i]. So the carries of both directions are gathered from the
input. They are joined as e = z + X p where they are used. In the parallel form R filters x, and e = z: X = 0, Bz = B'.
*/
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
