// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_MODEL_SPLINE_WEIGHTS_HPP
#define OPENCV_RECFILTER_FUNCTIONS_MODEL_SPLINE_WEIGHTS_HPP

/* The values of B-splines of a degree n at a position between samples: the weights of n + 1 neighbouring coefficients.
Host and device.

Let t, from 0 to 1, be how far the position lies behind the knot before it: floor(x) for odd degrees,
floor(x + 1/2) - 1/2 for even ones. The spline of degree d whose j-th piece is reached there has the value w_j,
  d w_j(d) = (t + d - j) w_(j-1)(d-1) + (1 + j - t) w_j(d-1),   w_0(0) = 1
(de Boor 1978, chapter X, for knots at equal distances). */

#include "math/host_device.hpp"

#include "opencv2/core/cvdef.h"

namespace cv { namespace recfilter {

//! @tparam W float or double
//! The coefficients that a position takes.
template <int DEGREE>
struct SplinePlace
{
    int first; //!< number of the first coefficient
    double t;

    RECFILTER_HOST_DEVICE explicit SplinePlace(double x)
    {
        const double shifted = DEGREE % 2 ? x : x + 0.5;
        int knot = int(shifted);
        knot -= knot > shifted;
        first = knot - DEGREE / 2; // of odd degrees (n - 1) / 2 below the knot, of even ones n / 2
        t = shifted - knot;
    }
};

//! @tparam Number W, or several of them
template <typename W, int DEGREE, typename Number>
RECFILTER_HOST_DEVICE void findSplineWeights(const Number& t, Number (&values)[DEGREE + 1])
{
    values[0] = Number(1);
    for (int d = 1; d <= DEGREE; d++)
    {
        values[d] = Number(0);
        const W share = W(1) / W(d);
        for (int j = d; j > 0; j--)
            values[j] = share * ((t + W(d - j)) * values[j - 1] + (W(1 + j) - t) * values[j]);
        values[0] = share * ((W(1) - t) * values[0]);
    }
}

template <int DEGREE, typename W>
struct SplineWeights
{
    int first; //!< number of the first coefficient
    W values[DEGREE + 1];

    RECFILTER_HOST_DEVICE explicit SplineWeights(double x)
    {
        const SplinePlace<DEGREE> place(x);
        first = place.first;
        findSplineWeights<W, DEGREE>(W(place.t), values);
    }
};

}} // namespace cv::recfilter

#endif
