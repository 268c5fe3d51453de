// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Moves pixels of any depth between memory and registers: conversions, 16-byte vectors and stores of rows.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_IO_PIXEL_IO_CUH
#define OPENCV_RECFILTER_RUNTIME_CUDA_IO_PIXEL_IO_CUH

#include "runtime/cuda/io/image_view.hpp"

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

//! Rounds half to even and saturates, as cv::saturate_cast does. NaN in float becomes 0, in double the lowest integer.
template <typename T>
struct Narrow
{
    template <typename W>
    static __device__ T from(W v)
    {
        return T(v);
    }
};

__device__ inline int roundedInt(int v)
{
    return v;
}
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

//! Calls body with a value of the C++ type of a depth. CV_64F occurs only with W = double.
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

//! What belongs to this block's image of a batch: each image is a layer of the grid. @param step from image to image
template <typename T>
__device__ inline T* inBatch(T* first, int64 step)
{
    return first + int64(blockIdx.z) * step;
}

//! The address of an image of a list, from L2: the list of the call before may still be in L1 (launchDependent).
//! Volatile, so that it is not read before waitForPredecessor().
__device__ inline uchar* listedImage(const uchar* place)
{
    unsigned long long address;
    asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(address) : "l"(__cvta_generic_to_global(place)));
    return reinterpret_cast<uchar*>(address);
}

//! The first pixel of this block's image of a batch.
__device__ inline uchar* pixelsOf(const ImageView& image)
{
    uchar* const place = inBatch(image.data, image.imageStep);
    return image.isList ? listedImage(place) : place;
}

template <typename T>
__device__ inline T* rowInBatch(const ImageView& image, int64 y)
{
    return reinterpret_cast<T*>(pixelsOf(image) + size_t(y) * image.step);
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

//! Reads vectors of 16 bytes.
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

//! Avoids an index unknown at compile time, which would move the parameters to local memory.
template <typename W>
__device__ inline W pick(const W (&values)[4], int channel)
{
    const int c = channel & 3;
    return c == 0 ? values[0] : c == 1 ? values[1] : c == 2 ? values[2] : values[3];
}

/** Writes 16 bytes of W of each of `count` rows, `pitch` apart in shared memory and `step` bytes apart in the image.
The image must be aligned and have one channel, so that no pixel needs a check.
@tparam EVICT_FIRST L2 evict-first stores (EvictFirst); only for groups of 16 bytes */
template <typename T, bool EVICT_FIRST, typename W>
__device__ inline void storeGroups(W gain, W restored, int count, const W* from, int pitch, uchar* to, size_t step)
{
    enum
    {
        quad = 16 / sizeof(W)
    };
#pragma unroll 8
    for (int i = 0; i < count; i++, from += pitch, to += step)
    {
        W pixels[quad];
        readVectors(from, pixels);
        PixelGroup<T, quad> group;
#pragma unroll
        for (int j = 0; j < quad; j++)
            group.v[j] = Narrow<T>::from(fma(pixels[j], gain, restored));
        static_assert(!EVICT_FIRST || sizeof(group) == sizeof(uint4), "of 16 bytes");
        if constexpr (EVICT_FIRST)
            __stcs(reinterpret_cast<uint4*>(to), *reinterpret_cast<const uint4*>(&group));
        else
            *reinterpret_cast<PixelGroup<T, quad>*>(to) = group;
    }
}

/** Writes any pixels of `count` rows. Each of LANES threads takes every LANES-th pixel, so that neighbours write
neighbouring pixels. Reads several rows before the first store, as the compiler must assume aliasing.
@tparam WIDTH most pixels of a row @param columns pixels of a row
@param from, to the first pixel of the first row @param stride distance of pixels in numbers: channels */
template <typename T, int WIDTH, int LANES, typename W>
__device__ inline void storePixels(W gain, W restored, int columns, int count, const W* from, int pitch, uchar* to,
                                   int stride, size_t step)
{
    enum
    {
        ofRow = WIDTH / LANES,
        rows = 16 / ofRow
    };
    const int lane = threadIdx.x % LANES;
    from += lane;
    to += lane * stride * sizeof(T);
#pragma unroll 1
    for (int i = 0; i < count; i += rows)
    {
        T pixels[rows][ofRow];
#pragma unroll
        for (int k = 0; k < rows; k++)
#pragma unroll
            for (int j = 0; j < ofRow; j++)
                pixels[k][j] = Narrow<T>::from(fma(from[::min(i + k, count - 1) * pitch + j * LANES], gain, restored));
#pragma unroll
        for (int k = 0; k < rows; k++, to += step)
#pragma unroll
            for (int j = 0; j < ofRow; j++)
                if (i + k < count && lane + j * LANES < columns)
                    reinterpret_cast<T*>(to)[j * LANES * stride] = pixels[k][j];
    }
}

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
