// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_MATRIX_MATRIX_SCALE_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_MATRIX_MATRIX_SCALE_CUH

// What a warp multiplies its rows with, so that halves hold them.

#include "dense/cuda/matrix/noted_pairs.cuh"
#include "dense/cuda/tensor/float_scale.cuh"
#include "dense/cuda/tensor/matrix_pixels.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! The scale of a warp's rows.
template <typename Ring>
class MatrixScale : public FloatScale
{
public:
    //! Looks at the rows that will be converted next.
    __device__ __forceinline__ void inspect(const Ring& ring, unsigned pair)
    {
        unsigned largest = 0;
#pragma unroll
        for (int pass = 0; pass < Ring::PASSES; pass++)
            largest = ::max(largest, MatrixFloats::largestOf(ring.unitOf(pair, pass)));
        next = largestOfWarp(largest);
    }

    //! Notes the pair if one of its pixels is faint but not zero. For the rows that were converted last.
    __device__ __forceinline__ void noteFaint(const Ring& ring, unsigned pair, int lane, MatrixRows& faint) const
    {
        bool isFaint = false;
#pragma unroll
        for (int pass = 0; pass < Ring::PASSES; pass++)
            isFaint |= MatrixFloats::hasFaint(ring.unitOf(pair, pass), least());
        if (__any_sync(~0u, isFaint) && lane == 0)
            faint.note(int(pair));
    }

    //! For the rows that were looked at.
    __device__ __forceinline__ float update()
    {
        return FloatScale::update(next);
    }

private:
    unsigned next = 0;
};

}}} // namespace cv::recfilter::gpu

#endif
