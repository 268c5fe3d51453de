// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_MODEL_BOX_LINE_HPP
#define OPENCV_RECFILTER_FUNCTIONS_MODEL_BOX_LINE_HPP

/* Sums of windows of any size along one axis, from prefix sums. Host and device.

P(i) is the sum of the first i pixels of a line of n, x(0) = P(1) and x(n-1) = P(n) - P(n-1). The line goes on by its
border without end. So does the prefix sum S(i), which is P(i) from 0 to n. With T = P(n):

  CONSTANT (0)  S(i) = 0 below 0, T above n
  REPLICATE     S(i) = i x(0) below 0, T + (i - n) x(n-1) above n
  WRAP          S(i + n) = S(i) + T
  REFLECT       S(i + 2 n) = S(i) + 2 T; S(i) = 2 T - P(2 n - i) from n to 2 n
  REFLECT_101   S(i + 2 n - 2) = S(i) + 2 T - x(0) - x(n-1); S(i) = T + P(n-1) - P(2 n - 1 - i) from n to 2 n - 2

A window from a to before b has the sum S(b) - S(a): integers times five prefix sums at most. */

#include "math/host_device.hpp"
#include "precomp.hpp"

namespace cv { namespace recfilter {

//! Borders as cv::BorderTypes numbers them, for code that has no OpenCV.
enum BoxBorder
{
    BOX_CONSTANT = 0,
    BOX_REPLICATE = 1,
    BOX_REFLECT = 2,
    BOX_WRAP = 3,
    BOX_REFLECT_101 = 4
};

//! The sum of a window: of weight[k] times the prefix sum at[k]. Most weights are 0 away from the ends of the line.
struct BoxLine
{
    static constexpr int TERMS = 5;

    int at[TERMS], weight[TERMS];

    //! @param first, behind of the window, of any line of n pixels
    RECFILTER_HOST_DEVICE BoxLine(int64 first, int64 behind, int n, int border)
        : at{0, 0, 1, n - 1, n}, weight{0, 0, 0, 0, 0}
    {
        add(first, n, border, -1, 0);
        add(behind, n, border, 1, 1);
    }

private:
    //! Adds sign S(i). @param k the term of the prefix sum inside the line
    RECFILTER_HOST_DEVICE void add(int64 i, int n, int border, int sign, int k)
    {
        if (i >= 0 && i <= n)
            return set(k, int(i), sign);
        if (border == BOX_CONSTANT)
        {
            if (i > n)
                weight[4] += sign;
        }
        else if (border == BOX_REPLICATE || (border == BOX_REFLECT_101 && n == 1))
            addRepeated(i, n, sign);
        else
            addPeriodic(i, n, border, sign, k);
    }

    RECFILTER_HOST_DEVICE void set(int k, int index, int sign)
    {
        at[k] = index;
        weight[k] = sign;
    }

    RECFILTER_HOST_DEVICE void addRepeated(int64 i, int n, int sign)
    {
        if (i < 0)
        {
            weight[2] += sign * int(i);
            return;
        }
        weight[4] += sign * int(1 + (i - n));
        weight[3] -= sign * int(i - n);
    }

    RECFILTER_HOST_DEVICE void addPeriodic(int64 i, int n, int border, int sign, int k)
    {
        const int64 period = border == BOX_WRAP ? n : border == BOX_REFLECT ? 2 * int64(n) : 2 * int64(n) - 2;
        // Most windows reach beyond one end by less than a line. With divisions for them, too, windows of 2001 x 2001
        // pixels took 344 us of a 4096 x 4096 image on an H200, not 261.
        const bool isNear = i >= -period && i < 2 * period;
        const int64 near = i < 0 ? -1 : i < period ? 0 : 1;
        const int64 whole = isNear ? near : (i < 0 ? i + 1 - period : i) / period; // rounded down
        const int64 rest = i - whole * period;
        const int periods = sign * int(whole);
        weight[4] += border == BOX_WRAP ? periods : 2 * periods;
        if (border == BOX_REFLECT_101)
        {
            // x(0) + x(n-1) = P(1) + P(n) - P(n-1)
            weight[2] -= periods;
            weight[4] -= periods;
            weight[3] += periods;
        }
        if (rest <= n)
            return set(k, int(rest), sign);
        weight[4] += border == BOX_REFLECT ? 2 * sign : sign;
        weight[3] += border == BOX_REFLECT ? 0 : sign;
        set(k, int((border == BOX_REFLECT ? 2 * int64(n) : 2 * int64(n) - 1) - rest), -sign);
    }
};

}} // namespace cv::recfilter

#endif
