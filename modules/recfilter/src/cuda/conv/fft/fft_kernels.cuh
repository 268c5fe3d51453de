// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_FFT_FFT_KERNELS_CUH
#define OPENCV_RECFILTER_CUDA_CONV_FFT_FFT_KERNELS_CUH

// What comes before, between and after the transforms. Each kernel is bound by memory.

#include "cuda/conv/fft/fft_job.hpp"
#include "cuda/conv/pixels/result_store.cuh"
#include "cuda/conv/tuning.hpp"

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

//! A warp copies a row of a window.
template <typename W>
__global__ void __launch_bounds__(WARP_LANES* tuning::FFT_WARPS)
    gatherKernel(const __grid_constant__ FftJob job, W* const __grid_constant__ windows)
{
    const int lane = int(threadIdx.x) % WARP_LANES;
    const int64 row = int64(blockIdx.x) * tuning::FFT_WARPS + threadIdx.x / WARP_LANES;
    const int64 plane = row / job.window.y, planes = job.window.planes();
    if (plane >= job.count * planes)
        return;
    const FftWindow window = windowOf(job, int(plane / planes));
    const ConvSource& src = job.conv.src;
    const ConvOuter& outer = job.conv.outer;
    const int64 x = window.x + job.conv.startX, y = window.y + job.conv.startY + row % job.window.y;
    const int64 t = plane % planes / job.window.z, z = plane % job.window.z;
    // Zeros behind what the results need: other values would cost accuracy.
    const bool isNeeded = window.isThere && t < needed(job.step.t, outer.t.size - window.t, outer.t.kernel) &&
                          z < needed(job.step.z, outer.z.size - window.z, outer.z.kernel) &&
                          row % job.window.y < needed(job.step.y, job.conv.height - window.y, job.conv.kernelHeight);
    const int count = isNeeded ? needed(job.step.x, job.conv.width - window.x, job.conv.kernelWidth) : 0;
    const int64 sourcePlane =
        isNeeded ? planeAt(outer, window.t + outer.t.start + t, window.z + outer.z.start + z) : -1;
    const int64 sourceRow = sourcePlane >= 0 ? indexInside(y, src.image.height, src.borderY) : -1;
    const W outside = borderValueOf<W>(src, window.channel);
    W* const to = windows + row * job.window.x;
    withDepth<W>(src.image.depth, [&](auto type) {
        typedef decltype(type) T;
        const uchar* const first =
            src.image.data + ::max(sourcePlane, int64(0)) + size_t(::max(sourceRow, int64(0))) * src.image.step;
        const T* const pixels = reinterpret_cast<const T*>(first) + window.channel;
#pragma unroll 4
        for (int i = lane; i < job.window.x; i += WARP_LANES)
        {
            if (i >= count)
            {
                to[i] = 0;
                continue;
            }
            const bool isInside = x + i >= 0 && x + i < src.image.width;
            const int64 column = isInside ? x + i : indexInside(x + i, src.image.width, src.borderX);
            to[i] = column < 0 || sourceRow < 0 ? outside : widen(pixels[column * src.image.channels], W());
        }
    });
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
    cropKernel(const __grid_constant__ FftJob job, const W* const __grid_constant__ windows,
               const __grid_constant__ ConvFilter filter, const __grid_constant__ double tieBound)
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
