// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_MATRIX_EXACT_RESUM_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_MATRIX_EXACT_RESUM_CUH

// Strips with pixels that are not finite, which tensor cores cannot multiply, by additions.

#include "dense/cuda/matrix/matrix_job.hpp"
#include "dense/cuda/pixels/result_store.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Where a strip is, and what its windows see.
struct MatrixPlace
{
    const int64* sourceRows;  //!< bytes from the image's first row, from the first window's on; -1: the constant border
    const int* sourceColumns; //!< of the image, likewise
    int64 y;
    int x, rows, channel, lane;
};

//! The strip by additions, one after the other: for pixels that are not finite. Not inlined: code stays small.
static __device__ __noinline__ void addStrip(const ConvJob& job, const MatrixFilter& bank, MatrixPlace place,
                                             int columns)
{
    const ImageView& image = job.src.image;
    const float outside = borderValueOf<float>(job.src, place.channel);
#pragma unroll 1
    for (int r = 0; r < place.rows; r++)
#pragma unroll 1
        for (int c = place.lane; c < columns && place.x + c < job.width; c += WARP_LANES)
        {
            float total = 0;
            const float* tap = bank.plain;
#pragma unroll 1
            for (int dy = 0; dy < job.kernelHeight; dy++)
            {
                const int64 row = place.sourceRows[r + bank.shift + dy];
                const float* const pixels =
                    reinterpret_cast<const float*>(image.data + ::max(row, int64(0))) + place.channel;
                float sum = 0;
#pragma unroll 4
                for (int dx = 0; dx < job.kernelWidth; dx++)
                {
                    const int column = place.sourceColumns[c + bank.shift + dx];
                    const float pixel = row < 0 || column < 0 ? outside : pixels[int64(column) * image.channels];
                    sum = fmaf(*tap++, pixel, sum);
                }
                total += sum;
            }
            storeResult(bank.filter.result, place.x + c, place.y + r, place.channel, total + float(job.delta));
        }
}

}}} // namespace cv::recfilter::gpu

#endif
