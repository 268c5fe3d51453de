// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_PIXELS_RESULT_STORE_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_PIXELS_RESULT_STORE_CUH

// Sums on their way to the results: rounding, and the few sums that must be added up again in double.

#include "dense/cuda/pixels/source_tile.cuh"

namespace cv { namespace recfilter { namespace gpu {

template <typename T>
__device__ inline T* resultAt(const ConvResult& result, int x, int64 y, int channel)
{
    return reinterpret_cast<T*>(result.data + size_t(y) * result.step) + int64(x) * result.pixelStep +
           int64(channel) * result.channelStep;
}

template <typename W>
__device__ inline void storeResult(const ConvResult& result, int x, int64 y, int channel, W value)
{
    withDepth<double>(result.depth, [&](auto type) {
        typedef decltype(type) T;
        *resultAt<T>(result, x, y, channel) = Narrow<T>::from(value);
    });
}

/** Results that a warp has in shared memory: ROWS rows, COLUMNS apart. Neighbouring lanes store neighbouring ones.
@param count of the columns that lie inside the array @param height of the rows */
template <int ROWS, int COLUMNS, typename W>
__device__ inline void storeRows(const ConvResult& result, int x, int64 y, int channel, int count, int64 height,
                                 int lane, const W* values)
{
    withDepth<double>(result.depth, [&](auto type) {
        typedef decltype(type) T;
#pragma unroll 1
        for (int r = 0; r < ROWS && r < height; r++)
        {
            T* const to = resultAt<T>(result, x, y + r, channel);
#pragma unroll 2
            for (int i = lane; i < COLUMNS; i += WARP_LANES)
                if (i < count)
                    to[int64(i) * result.pixelStep] = Narrow<T>::from(values[r * COLUMNS + i]);
        }
    });
}

/** Whether a warp may store four neighbours at a time: all `columns` results from x on lie inside the array, whose
depth is CV_32F or CV_8U. */
__host__ __device__ inline bool storesVectors(const ConvJob& job, const ConvResult& result, int x, int columns)
{
    return result.hasVectors && (result.depth == CV_32F || result.depth == CV_8U) && columns <= job.width - x;
}

//! N neighbours, a multiple of 4. See storesVectors().
template <int N, typename W>
__device__ __forceinline__ void storeVectors(const ConvResult& result, int x, int64 y, int channel,
                                             const W (&values)[N])
{
    if (result.depth == CV_32F)
    {
#pragma unroll
        for (int i = 0; i < N; i += 4)
            *reinterpret_cast<float4*>(resultAt<float>(result, x + i, y, channel)) =
                make_float4(float(values[i]), float(values[i + 1]), float(values[i + 2]), float(values[i + 3]));
        return;
    }
    typedef Narrow<uchar> Byte;
#pragma unroll
    for (int i = 0; i < N; i += 4)
        *reinterpret_cast<uchar4*>(resultAt<uchar>(result, x + i, y, channel)) = make_uchar4(
            Byte::from(values[i]), Byte::from(values[i + 1]), Byte::from(values[i + 2]), Byte::from(values[i + 3]));
}

/** The results of a warp: N neighbours of ROWS rows in each lane.
@param warpX, y of lane 0's first result @param buffer 32 * N * ROWS numbers of shared memory of this warp */
template <int ROWS, int N, typename W>
__device__ __forceinline__ void storeWarp(const ConvJob& job, const ConvResult& result, int warpX, int64 y, int channel,
                                          int lane, const W (&values)[ROWS][N], W* buffer)
{
    constexpr int COLUMNS = WARP_LANES * N;
    if (storesVectors(job, result, warpX, COLUMNS))
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            if (y + r < job.height)
                storeVectors(result, warpX + N * lane, y + r, channel, values[r]);
        return;
    }
    __syncwarp();
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        writeVectors(values[r], buffer + r * COLUMNS + N * lane);
    __syncwarp();
    storeRows<ROWS, COLUMNS>(result, warpX, y, channel, job.width - warpX, job.height - y, lane, buffer);
}

//! Bit i is set if sum i must be added up again.
template <int N>
__device__ inline unsigned doubtfulOf(const float (&sums)[N], int recheck, float tieBound)
{
    unsigned bits = 0;
    if (recheck == RECHECK_TIES)
    {
#pragma unroll
        for (int i = 0; i < N; i++)
            bits |= unsigned(fabsf(sums[i] - rintf(sums[i])) > 0.5f - tieBound) << i;
    }
    else if (recheck == RECHECK_NOT_FINITE)
    {
#pragma unroll
        for (int i = 0; i < N; i++)
            bits |= unsigned(!(fabsf(sums[i]) <= 3.402823466e38f)) << i;
    }
    return bits;
}

//! The results of a plane.
__device__ inline ConvResult resultIn(const ConvOuter& outer, const ConvPlane& plane, ConvResult result)
{
    result.data += plane.t * outer.t.step + plane.z * outer.z.step;
    return result;
}

/** The products of a plane of the source with a plane of taps, one after the other, in double.
@param source the plane, by planeAt @param taps points behind them afterwards */
__device__ inline double sumPlaneInDouble(const ConvJob& job, const double*& taps, double sign, int64 source, int x,
                                          int64 y, int channel)
{
    double sum = 0;
#pragma unroll 1
    for (int dy = 0; dy < job.kernelHeight; dy++)
#pragma unroll 1
        for (int dx = 0; dx < job.kernelWidth; dx++)
            sum +=
                *taps++ * (sign * pixelAt(job.src, source, int64(x) + job.startX + dx, y + job.startY + dy, channel));
    return sum;
}

/** A result from all its taps. @param x, y of the result
@tparam HAS_PLANES of kernels of planes alone the code is shorter and takes fewer registers */
template <bool HAS_PLANES>
__device__ inline double sumInDouble(const ConvJob& job, const ConvTaps<double>& taps, int x, int64 y, int channel,
                                     const ConvPlane& plane)
{
    double sum = 0;
#pragma unroll 1
    for (int term = 0; term < (taps.rotated ? 2 : 1); term++)
    {
        const double* tap = term ? taps.rotated : taps.plain;
        const double sign = term && channel % 2 == 0 ? -1 : 1;
        if constexpr (HAS_PLANES)
        {
            const ConvOuter& outer = job.outer;
#pragma unroll 1
            for (int d = 0; d < outer.t.kernel * outer.z.kernel; d++)
                sum += sumPlaneInDouble(job, tap, sign,
                                        planeAt(outer, int64(plane.t) + outer.t.start + d / outer.z.kernel,
                                                int64(plane.z) + outer.z.start + d % outer.z.kernel),
                                        x, y, channel ^ term);
        }
        else
            sum += sumPlaneInDouble(job, tap, sign, 0, x, y, channel ^ term);
    }
    return sum + job.delta;
}

/** Adds up again some of the results of a thread and overwrites them. Not inlined: code of kernels stays small.
@param bits which ones; result i is at (x + i % columns, y + i / columns). Those outside of the array are left out. */
static __device__ __noinline__ void addUpAgain(const ConvJob& job, const ConvFilter& filter, int64 x, int64 y,
                                               int channel, int columns, unsigned bits)
{
#pragma unroll 1
    for (; bits; bits &= bits - 1)
    {
        const int i = __ffs(int(bits)) - 1;
        const int64 column = x + i % columns, row = y + i / columns;
        if (column < job.width && row < job.height)
            storeResult(filter.result, int(column), row, channel,
                        sumInDouble<false>(job, filter.exact, int(column), row, channel, {0, 0}));
    }
}

//! The same in a plane, with four columns.
static __device__ __noinline__ void addUpAgainIn(ConvPlane plane, const ConvJob& job, const ConvFilter& filter, int64 x,
                                                 int64 y, int channel, unsigned bits)
{
#pragma unroll 1
    for (; bits; bits &= bits - 1)
    {
        const int i = __ffs(int(bits)) - 1;
        const int64 column = x + i % 4, row = y + i / 4;
        if (column < job.width && row < job.height)
            storeResult(resultIn(job.outer, plane, filter.result), int(column), row, channel,
                        sumInDouble<true>(job, filter.exact, int(column), row, channel, plane));
    }
}

}}} // namespace cv::recfilter::gpu

#endif
