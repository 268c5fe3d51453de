// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_TENSOR_MATRIX_OPS_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_TENSOR_MATRIX_OPS_CUH

// Instructions of tensor cores that a warp runs together. They need compute capability 8.0.

#include <cuda_fp16.h>

#include <cstring>

namespace cv { namespace recfilter { namespace gpu {

//! d = a b + c with 16 x 16 halves in a, 16 x 8 in b, and floats in c and d.
__device__ __forceinline__ void multiplyAdd16(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1,
                                              const float (&c)[4])
{
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
}

//! The same with 16 x 8 halves in a and 8 x 8 in b.
__device__ __forceinline__ void multiplyAdd8(float (&d)[4], unsigned a0, unsigned a1, unsigned b, const float (&c)[4])
{
    asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
        : "r"(a0), "r"(a1), "r"(b), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
}

//! Four 8 x 8 matrices of halves. Lane l gives the address of row l % 8 of matrix l / 8, in shared memory.
__device__ __forceinline__ void loadMatrices(unsigned (&to)[4], unsigned address)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(address)
                 : "memory");
}

__device__ __forceinline__ void loadMatrices(unsigned (&to)[4], const void* row)
{
    loadMatrices(to, unsigned(__cvta_generic_to_shared(row)));
}

//! The largest number of a warp.
__device__ __forceinline__ unsigned largestOfWarp(unsigned value)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    return __reduce_max_sync(~0u, value);
#else
    return value;
#endif
}

//! The larger absolute value; NaN if one is NaN.
__device__ __forceinline__ float largerOf(float x, float y)
{
    float larger;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(larger) : "f"(fabsf(x)), "f"(fabsf(y)));
    return larger;
}

//! Two floats as halves.
__device__ __forceinline__ unsigned packHalves(float x, float y)
{
    const __half2 halves = __floats2half2_rn(x, y);
    unsigned bits;
    memcpy(&bits, &halves, sizeof(bits));
    return bits;
}

__device__ __forceinline__ float2 unpackHalves(unsigned bits)
{
    __half2 halves;
    memcpy(&halves, &bits, sizeof(bits));
    return __half22float2(halves);
}

}}} // namespace cv::recfilter::gpu

#endif
