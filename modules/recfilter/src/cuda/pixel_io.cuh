// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Pixels in and out of registers, in any depth.

#ifndef OPENCV_RECFILTER_CUDA_PIXEL_IO_CUH
#define OPENCV_RECFILTER_CUDA_PIXEL_IO_CUH

#include "tile_kernels.hpp"

#include "opencv2/core/hal/interface.h"

#include <cuda_fp16.h>

namespace cv { namespace recfilter { namespace gpu {

//! N neighbouring pixels of one channel.
template <typename T, int N>
struct alignas(N * sizeof(T)) PixelGroup
{
    T v[N];
};

__device__ inline float widen(uchar v, float)
{
    return float(v);
}
__device__ inline float widen(ushort v, float)
{
    return float(v);
}
__device__ inline float widen(short v, float)
{
    return float(v);
}
__device__ inline float widen(__half v, float)
{
    return __half2float(v);
}
__device__ inline float widen(float v, float)
{
    return v;
}
template <typename T>
__device__ inline double widen(T v, double)
{
    return double(v);
}
__device__ inline double widen(__half v, double)
{
    return double(__half2float(v));
}

//! Rounds half to even and saturates, as cv::saturate_cast does; NaN becomes 0.
template <typename T>
struct Narrow
{
    template <typename W>
    static __device__ T from(W v)
    {
        return T(v);
    }
};

__device__ inline int roundedInt(float v)
{
    return __float2int_rn(v);
}
__device__ inline int roundedInt(double v)
{
    return __double2int_rn(v);
}

template <int low, int high, typename T>
struct NarrowInteger
{
    template <typename W>
    static __device__ T from(W v)
    {
        return T(::min(::max(roundedInt(v), low), high));
    }
};

template <>
struct Narrow<uchar> : NarrowInteger<0, 255, uchar>
{
};
template <>
struct Narrow<ushort> : NarrowInteger<0, 65535, ushort>
{
};
template <>
struct Narrow<short> : NarrowInteger<-32768, 32767, short>
{
};
template <>
struct Narrow<__half>
{
    static __device__ __half from(float v) { return __float2half_rn(v); }
    static __device__ __half from(double v) { return __double2half(v); }
};

//! Calls body with a value of the C++ type of a depth. Images of doubles are computed in double, others never meet them.
template <typename W, typename Body>
__device__ inline void withDepth(int depth, const Body& body)
{
    switch (depth)
    {
    case CV_8U:
        return body(uchar());
    case CV_16U:
        return body(ushort());
    case CV_16S:
        return body(short());
    case CV_16F:
        return body(__half());
    case CV_32F:
        return body(float());
    default:
        if constexpr (sizeof(W) == sizeof(double))
            body(double());
    }
}

template <typename T>
__device__ inline T* rowOf(const ImageView& image, int64 y)
{
    return reinterpret_cast<T*>(image.data + size_t(y) * image.step);
}

template <typename W>
struct alignas(16) Vector16
{
    W v[16 / sizeof(W)];
};

//! 16 bytes at a time.
template <int N, typename W>
__device__ inline void readVectors(const W* from, W (&to)[N])
{
    const int quad = 16 / sizeof(W);
    static_assert(N % quad == 0, "whole vectors");
#pragma unroll
    for (int i = 0; i < N; i += quad)
    {
        const Vector16<W> vector = *reinterpret_cast<const Vector16<W>*>(from + i);
#pragma unroll
        for (int j = 0; j < quad; j++)
            to[i + j] = vector.v[j];
    }
}

template <int N, typename W>
__device__ inline void writeVectors(const W (&from)[N], W* to)
{
    const int quad = 16 / sizeof(W);
#pragma unroll
    for (int i = 0; i < N; i += quad)
    {
        Vector16<W> vector;
#pragma unroll
        for (int j = 0; j < quad; j++)
            vector.v[j] = from[i + j];
        *reinterpret_cast<Vector16<W>*>(to + i) = vector;
    }
}

//! Without an index that is not known at compile time, which would move the parameters to local memory.
template <typename W>
__device__ inline W pick(const W (&values)[4], int channel)
{
    const int c = channel & 3;
    return c == 0 ? values[0] : c == 1 ? values[1] : c == 2 ? values[2] : values[3];
}

template <typename W>
__device__ inline W offsetOf(const TileJob<W>& job, int channel)
{
    return pick(job.offset, channel);
}

//! Reads neighbouring pixels of a channel, at most `limit` of them, and takes the offset off.
template <typename T, typename W, int N>
__device__ inline void loadQuad(const ImageView& image, const T* row, int64 x, int limit, int channel, W offset,
                                W (&pixels)[N])
{
    if (image.aligned && limit >= N)
    {
        const PixelGroup<T, N> quad = *reinterpret_cast<const PixelGroup<T, N>*>(row + x);
#pragma unroll
        for (int j = 0; j < N; j++)
            pixels[j] = widen(quad.v[j], W()) - offset;
        return;
    }
#pragma unroll
    for (int j = 0; j < N; j++)
        if (j < limit)
            pixels[j] = widen(row[(x + j) * image.channels + channel], W()) - offset;
}

//! Pixels in shared memory as they are stored.
template <typename T, typename W, int N>
__device__ inline void finishPixels(const TileJob<W>& job, const W* from, W restored, T (&out)[N])
{
    W pixels[N];
    readVectors(from, pixels);
#pragma unroll
    for (int j = 0; j < N; j++)
        out[j] = Narrow<T>::from(fma(pixels[j], job.gain, restored));
}

//! Writes neighbouring pixels of a channel, 16 bytes of W, at most `limit` of them.
template <typename T, typename W>
__device__ inline void storeQuad(const TileJob<W>& job, T* row, int64 x, int limit, int channel, const W* from,
                                 W restored)
{
    PixelGroup<T, 16 / sizeof(W)> group;
    finishPixels(job, from, restored, group.v);
    if (job.dst.aligned && limit >= int(16 / sizeof(W)))
    {
        *reinterpret_cast<PixelGroup<T, 16 / sizeof(W)>*>(row + x) = group;
        return;
    }
#pragma unroll
    for (int j = 0; j < int(16 / sizeof(W)); j++)
        if (j < limit)
            row[(x + j) * job.dst.channels + channel] = group.v[j];
}

/** The same for `count` rows of aligned pixels, `pitch` apart in shared memory and `step` bytes in the image: nothing to ask and
little to count for each of them. */
template <typename T, typename W>
__device__ inline void storeGroups(const TileJob<W>& job, W restored, int count, const W* from, int pitch, uchar* to,
                                   size_t step)
{
#pragma unroll 8
    for (int i = 0; i < count; i++, from += pitch, to += step)
    {
        PixelGroup<T, 16 / sizeof(W)> group;
        finishPixels(job, from, restored, group.v);
        *reinterpret_cast<PixelGroup<T, 16 / sizeof(W)>*>(to) = group;
    }
}

//! One pixel.
template <typename W>
__device__ inline W loadPixel(const ImageView& image, int64 x, int64 y, int channel)
{
    W value = 0;
    withDepth<W>(image.depth,
                 [&](auto type) { value = widen(rowOf<decltype(type)>(image, y)[x * image.channels + channel], W()); });
    return value;
}

}}} // namespace cv::recfilter::gpu

#endif
