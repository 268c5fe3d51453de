// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Lines of recursive Gaussians: added pairs of poles, in both directions from the pixels themselves.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_PAIRS_PAIRS_LINE_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_PAIRS_PAIRS_LINE_CUH

#include "recursive/cuda/tables/axis_view.hpp"
#include "recursive/cuda/io/line_access.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Adds a pixel to COUNT pairs from pair `from` on: states w and d (value, difference) of AddedPair, math/sections.hpp.
template <int COUNT, typename W>
__device__ inline void takePixel(W x, const PairTables<W>& pairs, int from, W (&s)[2 * COUNT])
{
#pragma unroll
    for (int i = 0; i < COUNT; i++)
    {
        W &w = s[2 * i], &d = s[2 * i + 1];
        d = fma(-pairs.gap[from + i], w, fma(-pairs.f2[from + i], d, x)); // w is ready last
        w += d;
    }
}

//! Lines of N pairs in runs of RUN pixels.
template <typename W, int RUN, int N>
struct PairsLine
{
    static constexpr int moments = 2 * N;
    static constexpr int capacity = moments;
    static constexpr int run = RUN;
    static constexpr int pairs = N;

    __device__ static int momentsOf(const AxisView<W>&) { return moments; }

    //! result += A^n x for a power of the axis.
    __device__ static void addPower(const AxisView<W>& axis, AxisMatrix which, const W (&x)[capacity],
                                    W (&result)[capacity])
    {
        const W* M = axis.small.matrices + which * 2 * moments;
#pragma unroll
        for (int m = 0; m < moments; m++)
            result[m] = fma(M[2 * m], x[m / 2 * 2], fma(M[2 * m + 1], x[m / 2 * 2 + 1], result[m]));
    }

    //! A pixel's result in one direction. With ADDS it is added to `other`, the result of the other direction.
    template <int DIRECTION, bool ADDS, bool DIRECT>
    __device__ static W filterPixel(W x, W other, const PairTables<W>& tables, W (&s)[capacity])
    {
        if (DIRECTION == 0)
            takePixel<N>(x, tables, 0, s);
        W y = ADDS ? other : W(0);
        if (DIRECT)
            y = ADDS ? fma(tables.direct, x, other) : tables.direct * x;
        if (ADDS || DIRECT)
            y = fma(tables.slope[DIRECTION][0], s[1], y);
        else
            y = tables.slope[DIRECTION][0] * s[1];
#pragma unroll
        for (int n = 1; n < N; n++)
            y = fma(tables.slope[DIRECTION][n], s[2 * n + 1], y);
#pragma unroll
        for (int n = 0; n < N; n++)
            y = fma(tables.value[DIRECTION][n], s[2 * n], y);
        if (DIRECTION == 1)
            takePixel<N>(x, tables, 0, s);
        return y;
    }
};

}}} // namespace cv::recfilter::gpu

#endif
