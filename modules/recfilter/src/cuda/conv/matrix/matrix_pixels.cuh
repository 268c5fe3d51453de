// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_MATRIX_MATRIX_PIXELS_CUH
#define OPENCV_RECFILTER_CUDA_CONV_MATRIX_MATRIX_PIXELS_CUH

// Pixels as tensor cores take them: four neighbours of a row, a unit, become halves.

#include "cuda/conv/matrix/matrix_ops.cuh"
#include "cuda/conv/pixels/source_tile.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Halves of four neighbours: two and two.
typedef uint2 UnitHalves;

template <bool IS_WHOLE, typename Pair, typename T>
__device__ __forceinline__ void storeTwo(T* to, int count, T first, T second)
{
    Pair pair;
    pair.x = first;
    pair.y = second;
    if (IS_WHOLE || count > 1)
        *reinterpret_cast<Pair*>(to) = pair;
    else if (count == 1)
        *to = first;
}

//! A float times a power of two is the sum of two halves, up to 2^-22 of the largest pixel.
struct MatrixFloats
{
    typedef float4 Unit;
    typedef float Pixel;
    enum
    {
        SPLITS = 2
    };

    static __device__ __forceinline__ void split(const float4& unit, float scale, UnitHalves (&halves)[2])
    {
        const float x = unit.x * scale, y = unit.y * scale, z = unit.z * scale, w = unit.w * scale;
        halves[0] = make_uint2(packHalves(x, y), packHalves(z, w));
        const float2 a = unpackHalves(halves[0].x), b = unpackHalves(halves[0].y);
        halves[1] = make_uint2(packHalves(x - a.x, y - a.y), packHalves(z - b.x, w - b.y));
    }

    //! Bits of the largest absolute value.
    static __device__ __forceinline__ unsigned largestOf(const float4& unit)
    {
        const unsigned mask = 0x7fffffffu;
        return ::max(::max(__float_as_uint(unit.x) & mask, __float_as_uint(unit.y) & mask),
                     ::max(__float_as_uint(unit.z) & mask, __float_as_uint(unit.w) & mask));
    }

    /** Two neighbouring results, sums times gain. Returns how far the one closest to a half is from an integer.
    @param count of them lie inside the array; only looked at if not IS_WHOLE */
    template <bool IS_WHOLE>
    static __device__ __forceinline__ float store(float* to, int count, const float (&sums)[2], float gain, float delta)
    {
        storeTwo<IS_WHOLE, float2>(to, count, fmaf(sums[0], gain, delta), fmaf(sums[1], gain, delta));
        return 0;
    }

    static __device__ __forceinline__ float4 filledWith(float value) { return make_float4(value, value, value, value); }
};

//! A byte is one half.
struct MatrixBytes
{
    typedef unsigned Unit;
    typedef uchar Pixel;
    enum
    {
        SPLITS = 1
    };

    static __device__ __forceinline__ void split(unsigned unit, float, UnitHalves (&halves)[1])
    {
        const unsigned k1024 = 0x64006400u; // two halves of 1024, whose last bit is 1: a byte in it adds its value
        halves[0] = make_uint2(subtractHalves(__byte_perm(unit, k1024, 0x5150), k1024),
                               subtractHalves(__byte_perm(unit, k1024, 0x5352), k1024));
    }

    template <bool IS_WHOLE>
    static __device__ __forceinline__ float store(uchar* to, int count, const float (&sums)[2], float gain, float delta)
    {
        const float scale = 256, toInteger = 12582912.f; // 1.5 * 2^23: adding it rounds, half to even
        float farthest = 0;
        unsigned bits[2];
#pragma unroll
        for (int i = 0; i < 2; i++)
        {
            // Saturating to 0 ... 1 costs nothing.
            const float value = ::min(__saturatef(fmaf(sums[i], gain / scale, delta / scale)), 255 / scale);
            const float rounded = fmaf(value, scale, toInteger);
            bits[i] = __float_as_uint(rounded);
            farthest = ::max(farthest, fabsf(fmaf(value, scale, toInteger - rounded)));
        }
        storeTwo<IS_WHOLE, uchar2>(to, count, uchar(bits[0]), uchar(bits[1])); // the last byte of each
        return farthest;
    }

    static __device__ __forceinline__ unsigned filledWith(float value)
    {
        return unsigned(value) * 0x01010101u;
    }
};

}}} // namespace cv::recfilter::gpu

#endif
