// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_TENSOR_MATRIX_PIXELS_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_TENSOR_MATRIX_PIXELS_CUH

// Pixels as tensor cores take them: four neighbours of a row, a unit, become halves.

#include "dense/cuda/tensor/matrix_ops.cuh"
#include "dense/cuda/pixels/source_tile.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Halves of four neighbours: two and two.
typedef uint2 UnitHalves;

/** Two neighbouring results, sums times gain.
@param count of them lie inside the array; only looked at if not IS_WHOLE */
template <bool IS_WHOLE>
__device__ __forceinline__ void storeTwo(float* to, int count, const float (&sums)[2], float gain, float delta)
{
    const float2 pair = make_float2(fmaf(sums[0], gain, delta), fmaf(sums[1], gain, delta));
    if (IS_WHOLE || count > 1)
        *reinterpret_cast<float2*>(to) = pair;
    else if (count == 1)
        *to = pair.x;
}

//! A float times a power of two is the sum of two halves, up to 2^-22 of the largest pixel.
struct MatrixFloats
{
    typedef float4 Unit;
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
        return __float_as_uint(largerOf(largerOf(unit.x, unit.y), largerOf(unit.z, unit.w)));
    }

    //! Whether both pixels of an aligned pair are faint or zero. @param high parts of split()
    static __device__ __forceinline__ bool hasFaintPair(const UnitHalves& high)
    {
        const unsigned reaches = 0x60006000; // bits of the exponents of 2^-7 and more
        return (high.x & reaches) == 0 || (high.y & reaches) == 0;
    }

    //! Whether some pixel is faint but not zero. @param least by FloatScale
    static __device__ __forceinline__ bool hasFaint(const float4& unit, float least)
    {
        // Twice the bits are without a sign. Less one, so that zeros are the largest of all.
        const auto orderOf = [](float x) { return 2 * __float_as_uint(x) - 1; };
        return ::min(::min(orderOf(unit.x), orderOf(unit.y)), ::min(orderOf(unit.z), orderOf(unit.w))) < orderOf(least);
    }

    static __device__ __forceinline__ float4 filledWith(float value) { return make_float4(value, value, value, value); }
};

}}} // namespace cv::recfilter::gpu

#endif
