// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_FFT_FFT_KERNELS_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_FFT_FFT_KERNELS_CUH

// What comes before, between and after the transforms. Each kernel is bound by memory.

#include "dense/cuda/fft/fft_job.hpp"
#include "dense/cuda/pixels/result_store.cuh"
#include "dense/cuda/fft/tuning.hpp"

#include <cfloat>

namespace cv { namespace recfilter { namespace gpu {

//! Where a window lies.
struct FftWindow
{
    int64 t, z, y, x; //!< its tile's first result
    int channel;
    bool isThere;
};

__device__ inline FftWindow windowOf(const FftJob& job, int number)
{
    const int channels = job.conv.src.image.channels;
    const int64 window = job.first + number, tile = window / channels;
    const int64 below = tile / job.tiles.x, plane = below / job.tiles.y;
    FftWindow place;
    place.channel = int(window % channels);
    place.x = tile % job.tiles.x * job.step.x;
    place.y = below % job.tiles.y * job.step.y;
    place.z = plane % job.tiles.z * job.step.z;
    place.t = plane / job.tiles.z * job.step.t;
    place.isThere = tile < job.tiles.all();
    return place;
}

//! Pixels of a window along an axis that results need. @param left results from its first one on
__device__ inline int needed(int step, int64 left, int taps)
{
    return int(::min(int64(step), left)) + taps - 1;
}

//! Magnitudes as integers in the same order; NaN is the largest.
template <typename W>
struct Magnitude;

template <>
struct Magnitude<float>
{
    typedef unsigned Bits;
    static __device__ __forceinline__ Bits of(float value) { return __float_as_uint(value) & 0x7fffffffu; }
    static __device__ __forceinline__ double from(Bits bits) { return double(__uint_as_float(bits)); }
};

template <>
struct Magnitude<double>
{
    typedef unsigned long long Bits;
    static __device__ __forceinline__ Bits of(double value)
    {
        return Bits(__double_as_longlong(value)) & 0x7fffffffffffffffull;
    }
    static __device__ __forceinline__ double from(Bits bits) { return __longlong_as_double((long long)(bits)); }
};

//! The first cell of a row of cells of a window. @param t, z, y pixels
__device__ inline int64 cellRow(const FftRange& range, int number, int64 t, int64 z, int64 y)
{
    const int64 plane = (int64(number) * range.cells[0] + t / range.cell[0]) * range.cells[1] + z / range.cell[1];
    return (plane * range.cells[2] + y / range.cell[2]) * range.cells[3];
}

/** Adds pixels of a row, one of each lane, to their cells. Cells have a power of two of columns.
@param row the first cell @param x the lane's pixel, which counts if isThere. Returns the pixel, or zero if it would
spoil others. */
template <typename W>
__device__ __forceinline__ W addToCells(const FftRange& range, int64 row, int x, bool isThere, W value)
{
    typedef Magnitude<W> M;
    typename M::Bits bits = isThere ? M::of(value) : 0;
    const int columns = range.cell[3];
    const int64 cell = row + x / columns;
    if (isThere && !(M::from(bits) <= range.most))
    {
        range.spoilt[cell] = 1;
        value = 0;
        bits = 0;
    }
#pragma unroll 1
    for (int step = 1; step < columns; step *= 2)
    {
        const typename M::Bits other = __shfl_xor_sync(~0u, bits, step);
        bits = bits > other ? bits : other;
    }
    if (isThere && x % columns == 0 && bits > 0)
        atomicMax(static_cast<typename M::Bits*>(range.largest) + cell, bits);
    return value;
}

//! A warp copies a row of a window. @tparam JUDGES finds the largest pixels of cells
template <typename W, bool JUDGES>
__global__ void __launch_bounds__(WARP_LANES* tuning::FFT_WARPS)
    gatherKernel(const __grid_constant__ FftJob job, const __grid_constant__ FftRange range,
                 W* const __grid_constant__ windows)
{
    const int lane = int(threadIdx.x) % WARP_LANES;
    const int64 row = int64(blockIdx.x) * tuning::FFT_WARPS + threadIdx.x / WARP_LANES;
    const int64 plane = row / job.window.y, planes = job.window.planes();
    if (plane >= job.count * planes)
        return;
    const int number = int(plane / planes), below = int(row % job.window.y);
    const FftWindow window = windowOf(job, number);
    const ConvSource& src = job.conv.src;
    const ConvOuter& outer = job.conv.outer;
    const int64 x = window.x + job.conv.startX, y = window.y + job.conv.startY + below;
    const int64 t = plane % planes / job.window.z, z = plane % job.window.z;
    // Zeros behind what the results need: other values would cost accuracy.
    const bool isNeeded = window.isThere && t < needed(job.step.t, outer.t.size - window.t, outer.t.kernel) &&
                          z < needed(job.step.z, outer.z.size - window.z, outer.z.kernel) &&
                          below < needed(job.step.y, job.conv.height - window.y, job.conv.kernelHeight);
    const int count = isNeeded ? needed(job.step.x, job.conv.width - window.x, job.conv.kernelWidth) : 0;
    const int64 sourcePlane =
        isNeeded ? planeAt(outer, window.t + outer.t.start + t, window.z + outer.z.start + z) : -1;
    const int64 sourceRow = sourcePlane >= 0 ? indexInside(y, src.image.height, src.borderY) : -1;
    const int64 cells = JUDGES ? cellRow(range, number, t, z, below) : 0;
    const W outside = borderValueOf<W>(src, window.channel);
    W* const to = windows + row * job.window.x;
    withDepth<W>(src.image.depth, [&](auto type) {
        typedef decltype(type) T;
        const uchar* const first =
            src.image.data + ::max(sourcePlane, int64(0)) + size_t(::max(sourceRow, int64(0))) * src.image.step;
        const T* const pixels = reinterpret_cast<const T*>(first) + window.channel;
#pragma unroll 4
        for (int begin = 0; begin < job.window.x; begin += WARP_LANES)
        {
            const int i = begin + lane;
            W value = 0;
            if (i < count)
            {
                const bool isInside = x + i >= 0 && x + i < src.image.width;
                const int64 column = isInside ? x + i : indexInside(x + i, src.image.width, src.borderX);
                value = column < 0 || sourceRow < 0 ? outside : widen(pixels[column * src.image.channels], W());
            }
            if constexpr (JUDGES)
                value = addToCells(range, cells, i, i < count, value);
            if (i < job.window.x)
                to[i] = value;
        }
    });
}

//! The cells along each axis of what the results of a tile need.
struct JudgedCells
{
    int count[4];

    __device__ JudgedCells(const FftJob& job, const FftRange& range, int number)
    {
        const FftWindow window = windowOf(job, number);
        const ConvOuter& outer = job.conv.outer;
        const int pixels[4] = {needed(job.step.t, outer.t.size - window.t, outer.t.kernel),
                               needed(job.step.z, outer.z.size - window.z, outer.z.kernel),
                               needed(job.step.y, job.conv.height - window.y, job.conv.kernelHeight),
                               needed(job.step.x, job.conv.width - window.x, job.conv.kernelWidth)};
#pragma unroll
        for (int axis = 0; axis < 4; axis++)
            count[axis] = window.isThere ? (pixels[axis] + range.cell[axis] - 1) / range.cell[axis] : 0;
    }

    __device__ int lines() const
    {
        return count[0] * count[1] * count[2];
    }

    //! The first cell of a line.
    __device__ int64 cellOf(const FftRange& range, int number, int line) const
    {
        const int plane = line / count[2], time = plane / count[1];
        const int64 planeThere = (int64(number) * range.cells[0] + time) * range.cells[1] + plane % count[1];
        return (planeThere * range.cells[2] + line % count[2]) * range.cells[3];
    }
};

//! Two parts together.
__device__ inline FftPart both(const FftPart& a, const FftPart& b)
{
    return {a.squares + b.squares, ::fmin(a.least, b.least), a.spoilt | b.spoilt};
}

//! The sum of parts of a window that the lanes of a warp hold.
__device__ inline FftPart sumOfWarp(FftPart part)
{
#pragma unroll
    for (int step = WARP_LANES / 2; step > 0; step /= 2)
        part = both(part, {__shfl_xor_sync(~0u, part.squares, step), __shfl_xor_sync(~0u, part.least, step),
                           __shfl_xor_sync(~0u, part.spoilt, step)});
    return part;
}

/** The limit of a window: the root mean square of the largest pixels of cells, by the ratio.
@param whole all parts of the window together @param cells of it */
__device__ inline double limitOf(const FftRange& range, const FftPart& whole, double cells)
{
    const double limit = cells > 0 ? sqrt(whole.squares / cells) / range.ratio : 0.;
    return !whole.spoilt && whole.least >= limit ? -1. : limit;
}

/** A block sums a part of a window, or finds the limit of a window that has one part. Sums are always made in the same
order, so that results are the same every time. */
template <typename W>
__global__ void __launch_bounds__(WARP_LANES* tuning::FFT_WARPS)
    judgeKernel(const __grid_constant__ FftJob job, const __grid_constant__ FftRange range)
{
    typedef Magnitude<W> M;
    __shared__ FftPart ofWarps[tuning::FFT_WARPS];
    const int lane = int(threadIdx.x) % WARP_LANES, warp = int(threadIdx.x) / WARP_LANES;
    const int number = int(blockIdx.x) / range.parts, part = int(blockIdx.x) % range.parts;
    const JudgedCells cells(job, range, number);
    FftPart sum = {0, DBL_MAX, 0};
    // A warp takes a line, or all of them together each of a few lines, which may be long.
    const bool together = cells.lines() < tuning::FFT_WARPS;
    const int begin = together ? part : part * tuning::FFT_WARPS + warp;
    const int step = together ? range.parts : range.parts * tuning::FFT_WARPS;
    for (int line = begin; line < cells.lines(); line += step)
    {
        const int64 first = cells.cellOf(range, number, line);
        for (int i = together ? int(threadIdx.x) : lane; i < cells.count[3];
             i += together ? int(blockDim.x) : WARP_LANES)
        {
            const double value = M::from(static_cast<const typename M::Bits*>(range.largest)[first + i]);
            sum = both(sum, {value * value, value, range.spoilt[first + i]});
        }
    }
    sum = sumOfWarp(sum);
    if (lane == 0)
        ofWarps[warp] = sum;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    for (int i = 1; i < tuning::FFT_WARPS; i++)
        sum = both(sum, ofWarps[i]);
    if (range.parts == 1)
        range.limits[number] = limitOf(range, sum, double(cells.lines()) * cells.count[3]);
    else
        range.sums[blockIdx.x] = sum;
}

//! A warp finds the limit of a window of several parts.
inline __global__ void __launch_bounds__(WARP_LANES)
    judgePartsKernel(const __grid_constant__ FftJob job, const __grid_constant__ FftRange range)
{
    const int number = int(blockIdx.x);
    FftPart sum = {0, DBL_MAX, 0};
    for (int i = int(threadIdx.x); i < range.parts; i += WARP_LANES)
        sum = both(sum, range.sums[int64(number) * range.parts + i]);
    sum = sumOfWarp(sum);
    const JudgedCells cells(job, range, number);
    if (threadIdx.x == 0)
        range.limits[number] = limitOf(range, sum, double(cells.lines()) * cells.count[3]);
}

//! What a result's pixels are like.
struct FftJudgement
{
    bool isFine, areZeros;
};

//! @param t, z, y, x of the result in the tile
template <typename W>
__device__ __noinline__ FftJudgement judge(const FftRange& range, int number, int t, int z, int y, int x)
{
    typedef typename Magnitude<W>::Bits Bits;
    const double limit = range.limits[number];
    if (limit < 0)
        return {true, false};
    const int first[4] = {t / range.cell[0], z / range.cell[1], y / range.cell[2], x / range.cell[3]};
    Bits held = 0, touched = 0;
    unsigned spoilt = 0;
    const auto last = [&](int axis) { return ::min(first[axis] + range.lastTouched[axis], range.cells[axis] - 1); };
    const auto isHeld = [&](int axis, int c) {
        return c >= first[axis] + range.firstHeld[axis] && c <= first[axis] + range.lastHeld[axis];
    };
#pragma unroll 1
    for (int a = first[0]; a <= last(0); a++)
#pragma unroll 1
        for (int b = first[1]; b <= last(1); b++)
#pragma unroll 1
            for (int c = first[2]; c <= last(2); c++)
#pragma unroll 1
                for (int d = first[3]; d <= last(3); d++)
                {
                    const int64 cell =
                        (((int64(number) * range.cells[0] + a) * range.cells[1] + b) * range.cells[2] + c) *
                            range.cells[3] +
                        d;
                    const Bits bits = static_cast<const Bits*>(range.largest)[cell];
                    touched = bits > touched ? bits : touched;
                    spoilt |= range.spoilt[cell];
                    if (isHeld(0, a) && isHeld(1, b) && isHeld(2, c) && isHeld(3, d))
                        held = bits > held ? bits : held;
                }
    return {!spoilt && Magnitude<W>::from(held) >= limit, !spoilt && touched == 0};
}

template <typename W>
__device__ inline FftNumber<W> times(const FftNumber<W>& a, const FftNumber<W>& b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

//! @param perWindow numbers of a spectrum @param blocks of a spectrum
template <typename W>
__global__ void __launch_bounds__(WARP_LANES* tuning::FFT_WARPS)
    multiplyKernel(const __grid_constant__ FftJob job, const FftNumber<W>* const __grid_constant__ windows,
                   const FftNumber<W>* const __grid_constant__ plain,
                   const FftNumber<W>* const __grid_constant__ rotated, FftNumber<W>* const __grid_constant__ products,
                   const __grid_constant__ int64 perWindow, const __grid_constant__ unsigned blocks)
{
    const int number = int(blockIdx.x / blocks);
    const int64 i = int64(blockIdx.x % blocks) * (WARP_LANES * tuning::FFT_WARPS) + threadIdx.x;
    if (i >= perWindow)
        return;
    FftNumber<W> product = times(windows[number * perWindow + i], plain[i]);
    if (rotated)
    {
        const FftNumber<W> other = times(windows[int64(number ^ 1) * perWindow + i], rotated[i]);
        const W sign = number % 2 == 0 ? W(-1) : W(1); // multiplied by i, imaginary parts become -real ones
        product.re += sign * other.re;
        product.im += sign * other.im;
    }
    products[number * perWindow + i] = product;
}

//! A warp stores a row of a tile.
template <typename W>
__global__ void __launch_bounds__(WARP_LANES* tuning::FFT_WARPS)
    cropKernel(const __grid_constant__ FftJob job, const __grid_constant__ FftRange range,
               const W* const __grid_constant__ windows, const __grid_constant__ ConvFilter filter,
               const __grid_constant__ double tieBound)
{
    const int lane = int(threadIdx.x) % WARP_LANES;
    const int64 row = int64(blockIdx.x) * tuning::FFT_WARPS + threadIdx.x / WARP_LANES;
    const int64 layer = row / job.step.y, planes = job.step.planes();
    if (layer >= job.count * planes)
        return;
    const int number = int(layer / planes), below = int(row % job.step.y);
    const int afterT = int(layer % planes / job.step.z), afterZ = int(layer % job.step.z);
    const FftWindow window = windowOf(job, number);
    const ConvOuter& outer = job.conv.outer;
    const int64 y = window.y + below, t = window.t + afterT, z = window.z + afterZ;
    if (!window.isThere || y >= job.conv.height || z >= outer.z.size || t >= outer.t.size)
        return;
    const ConvPlane plane = {int(t), int(z)};
    const ConvResult result = resultIn(outer, plane, filter.result);
    const int count = int(::min(int64(job.step.x), job.conv.width - window.x));
    const int64 windowRow = ((int64(number) * job.window.t + afterT) * job.window.z + afterZ) * job.window.y + below;
    const W* const from = windows + windowRow * job.window.x;
    const W delta = W(job.conv.delta);
    withDepth<double>(filter.result.depth, [&](auto type) {
        typedef decltype(type) T;
        T* const to = resultAt<T>(result, int(window.x), y, window.channel);
#pragma unroll 2
        for (int i = lane; i < count; i += WARP_LANES)
            to[int64(i) * result.pixelStep] = Narrow<T>::from(from[i] + delta);
    });
    const bool hasOther = filter.exact.rotated != nullptr; // channel
    if (range.largest && (range.limits[number] >= 0 || (hasOther && range.limits[number ^ 1] >= 0)))
    {
#pragma unroll 1
        for (int i = lane; i < count; i += WARP_LANES) // a lane meets the results again that it has stored
        {
            const FftJudgement own = judge<W>(range, number, afterT, afterZ, below, i);
            const FftJudgement other = hasOther ? judge<W>(range, number ^ 1, afterT, afterZ, below, i) : own;
            if (own.isFine && other.isFine)
                continue;
            if (own.areZeros && other.areZeros)
                storeResult(result, int(window.x) + i, y, window.channel, double(delta));
            else
                addUpAgainIn(plane, job.conv, filter, window.x + i, y, window.channel, 1);
        }
    }
    if (tieBound == 0)
        return;
#pragma unroll 1
    for (int i = lane; i < count; i += WARP_LANES) // a lane meets the results again that it has stored
    {
        const double sum = double(from[i] + delta);
        if (fabs(sum - rint(sum)) > 0.5 - tieBound)
            addUpAgainIn(plane, job.conv, filter, window.x + i, y, window.channel, 1);
    }
}

}}} // namespace cv::recfilter::gpu

#endif
