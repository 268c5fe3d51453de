// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_BYTE_OPS_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_BYTE_OPS_CUH

// Instructions of tensor cores on bytes, which a warp runs together, and of packing. They need compute capability 8.0.

namespace cv { namespace recfilter { namespace gpu {

//! c += a b with 16 x 32 unsigned bytes in a and 32 x 8 signed ones in b.
__device__ __forceinline__ void multiplyAddBytes32(int (&c)[4], const unsigned (&a0)[2], const unsigned (&a1)[2],
                                                   unsigned b0, unsigned b1)
{
    asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
        : "r"(a0[0]), "r"(a0[1]), "r"(a1[0]), "r"(a1[1]), "r"(b0), "r"(b1));
}

//! The same with 16 x 16 and 16 x 8 bytes.
__device__ __forceinline__ void multiplyAddBytes16(int (&c)[4], const unsigned (&a)[2], unsigned b)
{
    asm("mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
        : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(b));
}

//! Four integers as bytes, saturated. The first is the lowest byte.
__device__ __forceinline__ unsigned packBytes(const int (&values)[4])
{
    unsigned result;
    asm("{\n"
        ".reg .b32 high;\n"
        "cvt.pack.sat.u8.s32.b32 high, %4, %3, 0;\n"
        "cvt.pack.sat.u8.s32.b32 %0, %2, %1, high;\n"
        "}"
        : "=r"(result)
        : "r"(values[0]), "r"(values[1]), "r"(values[2]), "r"(values[3]));
    return result;
}

}}} // namespace cv::recfilter::gpu

#endif
