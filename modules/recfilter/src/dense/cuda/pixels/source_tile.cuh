// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_PIXELS_SOURCE_TILE_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_PIXELS_SOURCE_TILE_CUH

// Pixels of the source on their way to shared memory: continued by the borders, one channel, in the working type.

#include "dense/cuda/common/conv_job.hpp"
#include "runtime/cuda/io/border_index.cuh"
#include "runtime/cuda/io/pixel_io.cuh"

namespace cv { namespace recfilter { namespace gpu {

constexpr int WARP_LANES = 32;

template <typename W>
__device__ inline W borderValueOf(const ConvSource& src, int channel)
{
    const double values[4] = {src.borderValue[0], src.borderValue[1], src.borderValue[2], src.borderValue[3]};
    return W(pick(values, channel));
}

//! borderIndex() outside of loops over taps. Not inlined: code of kernels stays small.
static __device__ __noinline__ int64 indexInside(int64 i, int64 n, int border)
{
    return borderIndex(i, n, border);
}

//! The plane of the source at any position along t and z: bytes from the first one; -1: the constant border.
__device__ inline int64 planeAt(const ConvOuter& outer, int64 t, int64 z)
{
    const int64 insideT = indexInside(t, outer.t.srcSize, outer.t.border);
    const int64 insideZ = indexInside(z, outer.z.srcSize, outer.z.border);
    return insideT < 0 || insideZ < 0 ? -1 : insideT * outer.t.srcStep + insideZ * outer.z.srcStep;
}

//! The pixel at any position of a plane, in double. @param plane by planeAt
__device__ inline double pixelAt(const ConvSource& src, int64 plane, int64 x, int64 y, int channel)
{
    const int64 column = indexInside(x, src.image.width, src.borderX);
    const int64 row = indexInside(y, src.image.height, src.borderY);
    if (column < 0 || row < 0 || plane < 0)
        return borderValueOf<double>(src, channel);
    ImageView image = src.image;
    image.data += plane;
    return loadPixel<double>(image, column, row, channel);
}

/** The columns of the image that stand for `count` columns from x on, which may lie outside; -1: the constant.
@param thread of `threads` that share the work */
__device__ inline void findColumns(const ConvSource& src, int64 x, int count, int thread, int threads, int* columns)
{
#pragma unroll 1
    for (int i = thread; i < count; i += threads)
        columns[i] = int(indexInside(x + i, src.image.width, src.borderX));
}

__device__ inline void findRows(const ConvSource& src, int64 y, int count, int thread, int threads, int* rows)
{
#pragma unroll 1
    for (int i = thread; i < count; i += threads)
        rows[i] = int(indexInside(y + i, src.image.height, src.borderY));
}

/** Copies a row of one channel to shared memory. A warp does it, all loads of a lane at once.
@tparam COUNT of columns at most @tparam IS_BYTES the image is CV_8U
@param columns, row by findColumns and findRows @param lane of the warp @param plane bytes from the first one */
template <int COUNT, bool IS_BYTES = false, typename W>
__device__ __forceinline__ void stageRow(const ConvSource& src, const int* columns, int row, int channel, int count,
                                         int lane, W* to, int64 plane = 0)
{
    constexpr int OF_LANE = (COUNT + WARP_LANES - 1) / WARP_LANES;
    const W outside = borderValueOf<W>(src, channel);
    const auto copy = [&](auto type) {
        typedef decltype(type) T;
        const uchar* const first = src.image.data + plane + size_t(::max(row, 0)) * src.image.step;
        const T* const pixels = reinterpret_cast<const T*>(first) + channel;
        W values[OF_LANE];
#pragma unroll
        for (int k = 0; k < OF_LANE; k++)
        {
            const int i = lane + k * WARP_LANES, column = i < count ? columns[i] : -1;
            values[k] = (column | row) < 0 ? outside : widen(pixels[int64(column) * src.image.channels], W());
        }
#pragma unroll
        for (int k = 0; k < OF_LANE; k++)
            if (lane + k * WARP_LANES < count)
                to[lane + k * WARP_LANES] = values[k];
    };
    if constexpr (IS_BYTES)
        copy(uchar());
    else
        withDepth<W>(src.image.depth, copy);
}

}}} // namespace cv::recfilter::gpu

#endif
