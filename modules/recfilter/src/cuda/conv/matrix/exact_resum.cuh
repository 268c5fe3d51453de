// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_MATRIX_EXACT_RESUM_CUH
#define OPENCV_RECFILTER_CUDA_CONV_MATRIX_EXACT_RESUM_CUH

/* What tensor cores cannot compute, by additions: strips with pixels that are not finite, and results of windows whose
pixels are small beside others of the strip. */

#include "cuda/conv/matrix/matrix_job.hpp"
#include "cuda/conv/pixels/result_store.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Where a strip is, and what its windows see.
struct MatrixPlace
{
    const int64* sourceRows;  //!< bytes from the image's first row, from the first window's on; -1: the constant border
    const int* sourceColumns; //!< of the image, likewise
    int64 y;
    int x, rows, channel, lane;
};

/** Results of the strip by additions, one after the other. Not inlined: code stays small.
@param least results whose window has a pixel of at least that stay; 0: none does */
static __device__ __noinline__ void addStrip(const ConvJob& job, const MatrixFilter& bank, MatrixPlace place,
                                             int columns, float least)
{
    const ImageView& image = job.src.image;
    const float outside = borderValueOf<float>(job.src, place.channel);
#pragma unroll 1
    for (int r = 0; r < place.rows; r++)
#pragma unroll 1
        for (int c = place.lane; c < columns && place.x + c < job.width; c += WARP_LANES)
        {
            const auto rowOf = [&](int dy) { return place.sourceRows[r + bank.shift + dy]; };
            const auto pixelOf = [&](int64 row, int dx) {
                const float* const pixels =
                    reinterpret_cast<const float*>(image.data + ::max(row, int64(0))) + place.channel;
                const int column = place.sourceColumns[c + bank.shift + dx];
                return row < 0 || column < 0 ? outside : pixels[int64(column) * image.channels];
            };
            const auto reaches = [&](int dy, int dx) { return fabsf(pixelOf(rowOf(dy), dx)) >= least; };
            if (least > 0 && isReached(job.kernelWidth, job.kernelHeight, reaches))
                continue;
            float total = 0;
            const float* tap = bank.plain;
#pragma unroll 1
            for (int dy = 0; dy < job.kernelHeight; dy++)
            {
                const int64 row = rowOf(dy);
                float sum = 0;
#pragma unroll 4
                for (int dx = 0; dx < job.kernelWidth; dx++)
                    sum = fmaf(*tap++, pixelOf(row, dx), sum);
                total += sum;
            }
            storeResult(bank.filter.result, place.x + c, place.y + r, place.channel, total + float(job.delta));
        }
}

}}} // namespace cv::recfilter::gpu

#endif
