// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Products of float matrices by tensor cores, whose TF32 factors have 11 bits. Each number is the sum of two TF32
// numbers. The smallest of the four partial products is left out, about 2^-21 of a product. Sums are in float.
// Knows no filter.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_PAIRS_TENSOR_CORES_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_PAIRS_TENSOR_CORES_CUH

#include "recursive/cuda/tables/axis_view.hpp"

namespace cv { namespace recfilter { namespace gpu {

/** Where the numbers of a matrix lie in a warp (PTX ISA, mma.m16n8k8 with .tf32). Lane 4 g + t has
of the left factor (16 x 8): rows g and g + 8, columns t and t + 4;
of the right factor (8 x 8): rows t and t + 4, column g;
of the product: rows g and g + 8, columns 2 t and 2 t + 1. */
__device__ inline int laneRow()
{
    return threadIdx.x % 32 / 4;
}

__device__ inline int laneColumn()
{
    return threadIdx.x % 4;
}

//! A number as the sum of two TF32 numbers. The instruction ignores bits of `low`: at most 2^-21 of the number.
struct TwoParts
{
    unsigned high, low;

    __device__ explicit TwoParts(float number)
    {
        high = __float_as_uint(number) & 0xffffe000u;
        low = __float_as_uint(number - __uint_as_float(high));
    }
};

//! A left factor, by (row, column): (g, t), (g + 8, t), (g, t + 4), (g + 8, t + 4).
struct LeftFactor
{
    unsigned high[4], low[4];

    __device__ void set(int i, float number)
    {
        const TwoParts parts(number);
        high[i] = parts.high;
        low[i] = parts.low;
    }
};

//! A right factor: (t, g), (t + 4, g).
struct RightFactor
{
    unsigned high[2], low[2];

    //! @param numbers the high parts of both numbers, then their low parts
    __device__ explicit RightFactor(const float* numbers)
    {
        const float4 four = *reinterpret_cast<const float4*>(numbers);
        high[0] = __float_as_uint(four.x);
        high[1] = __float_as_uint(four.y);
        low[0] = __float_as_uint(four.z);
        low[1] = __float_as_uint(four.w);
    }
};

//! A product: (g, 2 t), (g, 2 t + 1), (g + 8, 2 t), (g + 8, 2 t + 1).
typedef float Product[4];

//! c = a b + d
__device__ inline void multiply(const unsigned (&a)[4], const unsigned (&b)[2], const Product& d, Product& c)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, "
        "%12, %13};"
        : "=f"(c[0]), "=f"(c[1]), "=f"(c[2]), "=f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(d[0]), "f"(d[1]), "f"(d[2]), "f"(d[3]));
#endif
}

//! c = d + the low partial products of a b.
__device__ inline void multiplyAddLow(const LeftFactor& a, const RightFactor& b, const Product& d, Product& c)
{
    Product low;
    multiply(a.low, b.high, d, low);
    multiply(a.high, b.low, low, c);
}

//! c = a b + d. The low partial products come first, which loses least precision.
__device__ inline void multiplyAdd(const LeftFactor& a, const RightFactor& b, const Product& d, Product& c)
{
    Product low;
    multiplyAddLow(a, b, d, low);
    multiply(a.high, b.high, low, c);
}

}}} // namespace cv::recfilter::gpu

#endif
