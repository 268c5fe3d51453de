// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The lines of C. W. Lee, J. Ko and T.-Y. Choe, Two-way partitioning of a recursive Gaussian filter in CUDA, EURASIP
// Journal on Image and Video Processing 2014:33, for CPU and GPU. Includes no OpenCV header: nvcc reads it.

#ifndef OPENCV_RECFILTER_MATH_LEE_LINES_HPP
#define OPENCV_RECFILTER_MATH_LEE_LINES_HPP

#include "math/host_device.hpp"

#include <cmath>

namespace cv { namespace recfilter {

/** One axis in the working type. The recursion of equation 3,
w_i = B x_i + (b_1 w_(i-1) + b_2 w_(i-2) + b_3 w_(i-3)) / b_0, is computed as
w_i = w_(i-1) + B (x_i - w_(i-1)) + slope (w_(i-1) - w_(i-2)) + bend (w_(i-2) - w_(i-3)).
Both are equal, as the weights sum to 1. But this form keeps constants despite rounding: in float B has three digits
left at sigma 30. */
template <typename W>
struct LeeAxis
{
    W input, slope, bend;
    W decay;   //!< 1 / (2 sigma^2)
    int reach; //!< pixels of the centre pixel's Gaussian on either side
};

//! The parts of a line, one for each thread. If source and w are one array, the centre must come first.
enum LeePart
{
    LEE_CENTRE, //!< P_c: pixel n / 2
    LEE_LEFT,   //!< B_l: the pixels left of it
    LEE_RIGHT,  //!< B_r: the pixels right of it
    LEE_PARTS
};

/** Equation 3 or 4 from pixel `from` to `to`, excluded. `start` stands in for the three pixels before the first one.
Lines have get(i) and set(i, value); out may be in. */
template <typename W, typename In, typename Out>
RECFILTER_HOST_DEVICE inline void leePass(const LeeAxis<W>& axis, int from, int to, W start, const In& in,
                                          const Out& out)
{
    const int step = from < to ? 1 : -1;
    W w1 = start, w2 = start, w3 = start;
    for (int i = from; i != to; i += step)
    {
        const W change = axis.input * (in.get(i) - w1) + (axis.slope * (w1 - w2) + axis.bend * (w2 - w3));
        w3 = w2;
        w2 = w1;
        w1 += change;
        out.set(i, w1);
    }
}

//! The forward pass of a whole line. The boundary pixel is repeated (figure 3).
template <typename W, typename In, typename Line>
RECFILTER_HOST_DEVICE inline void leeOneWayForth(const LeeAxis<W>& axis, int n, const In& in, const Line& w)
{
    leePass(axis, 0, n, in.get(0), in, w);
}

//! The backward pass. The boundary pixel of w is repeated in the same way.
template <typename W, typename Line, typename Out>
RECFILTER_HOST_DEVICE inline void leeOneWayBack(const LeeAxis<W>& axis, int n, const Line& w, const Out& out)
{
    leePass(axis, n - 1, -1, w.get(n - 1), w, out);
}

//! The sampled Gaussian of one pixel (equation 2), scaled to keep constants. Boundary pixels are repeated.
template <typename W, typename In>
RECFILTER_HOST_DEVICE inline W leeCentre(const LeeAxis<W>& axis, int n, int centre, const In& in)
{
    const W middle = in.get(centre);
    W sum = 0, weights = 1;
    for (int k = 1; k <= axis.reach; k++)
    {
        const W g = std::exp(-axis.decay * W(k) * W(k));
        const int left = centre - k > 0 ? centre - k : 0, right = centre + k < n ? centre + k : n - 1;
        sum += g * ((in.get(left) - middle) + (in.get(right) - middle));
        weights += 2 * g;
    }
    return middle + sum / weights;
}

/** The first pass of algorithm 1: both halves towards the centre, from repeated boundary pixels beyond the border
(figure 3, line 9). The paper's listing, line 3, instead puts the left boundary pixels in place of the first three. */
template <typename W, typename In, typename Line>
RECFILTER_HOST_DEVICE inline void leeTwoWayForth(const LeeAxis<W>& axis, int part, int n, const In& in, const Line& w)
{
    const int centre = n / 2;
    if (part == LEE_LEFT)
        leePass(axis, 0, centre, in.get(0), in, w);
    else if (part == LEE_RIGHT)
        leePass(axis, n - 1, centre, in.get(n - 1), in, w);
    else
        w.set(centre, leeCentre(axis, n, centre, in));
}

//! The second pass: both halves from the centre, whose pixel stands in for the three previous pixels (figure 5).
template <typename W, typename Line, typename Out>
RECFILTER_HOST_DEVICE inline void leeTwoWayBack(const LeeAxis<W>& axis, int part, int n, const Line& w, const Out& out)
{
    const int centre = n / 2;
    const W pixel = w.get(centre);
    if (part == LEE_LEFT)
        leePass(axis, centre - 1, -1, pixel, w, out);
    else if (part == LEE_RIGHT)
        leePass(axis, centre + 1, n, pixel, w, out);
    else
        out.set(centre, pixel);
}

}} // namespace cv::recfilter

#endif
