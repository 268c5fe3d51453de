// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The lines of C. W. Lee, J. Ko and T.-Y. Choe, Two-way partitioning of a recursive Gaussian filter in CUDA, EURASIP Journal
// on Image and Video Processing 2014:33: what the CPU and the kernels both run. No OpenCV header: nvcc reads this.

#ifndef OPENCV_RECFILTER_MATH_LEE_LINES_HPP
#define OPENCV_RECFILTER_MATH_LEE_LINES_HPP

#include <cmath>

#ifdef __CUDACC__
#define RECFILTER_HOST_DEVICE __host__ __device__
#else
#define RECFILTER_HOST_DEVICE
#endif

namespace cv { namespace recfilter {

/** One axis in the working type. The recursion of equation 3, w_i = B x_i + (b_1 w_(i-1) + b_2 w_(i-2) + b_3 w_(i-3)) / b_0, is run
as w_(i-1) + B (x_i - w_(i-1)) + slope (w_(i-1) - w_(i-2)) + bend (w_(i-2) - w_(i-3)). It is the same, since its weights sum to 1,
but a constant stays what it is whatever the rounding: in float B itself has three digits left at sigma 30. */
template <typename W>
struct LeeAxis
{
    W input, slope, bend;
    W decay;   //!< 1 / (2 sigma^2)
    int reach; //!< pixels that the centre pixel's Gaussian takes on either side
};

//! What the three threads of a line work on. In an array that is source and w at once, the centre must come first.
enum LeePart
{
    LEE_CENTRE, //!< P_c, pixel n / 2
    LEE_LEFT,   //!< B_l, what is left of it
    LEE_RIGHT,  //!< B_r, what is right of it
    LEE_PARTS
};

/** Equation 3 or 4 from pixel `from` to `to`, which is left out; `start` is in the place of the three pixels before the first.
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

//! Forth: boundary pixels are repeated (figure 3).
template <typename W, typename In, typename Line>
RECFILTER_HOST_DEVICE inline void leeOneWayForth(const LeeAxis<W>& axis, int n, const In& in, const Line& w)
{
    leePass(axis, 0, n, in.get(0), in, w);
}

//! And back: the boundary pixel of w is repeated likewise.
template <typename W, typename Line, typename Out>
RECFILTER_HOST_DEVICE inline void leeOneWayBack(const LeeAxis<W>& axis, int n, const Line& w, const Out& out)
{
    leePass(axis, n - 1, -1, w.get(n - 1), w, out);
}

//! The sampled Gaussian of one pixel (equation 2), scaled to leave a constant what it is; boundary pixels are repeated.
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

/** The first pass of algorithm 1: both halves towards the centre, from repeated boundary pixels. The listing's line 3 puts the left
ones in the place of the first three pixels; figure 3 and line 9, of the right half, put them beyond the border, as is done here. */
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

//! The second: both halves from the centre, whose pixel stands for the three that they start from (figure 5).
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
