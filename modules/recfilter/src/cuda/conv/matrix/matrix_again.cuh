// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_MATRIX_MATRIX_AGAIN_CUH
#define OPENCV_RECFILTER_CUDA_CONV_MATRIX_MATRIX_AGAIN_CUH

// What tensor cores cannot compute, by additions: strips with pixels that are not finite, and bytes close to a half.

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

//! The column and the row (of two) of result i of a lane, which has four of each 64 columns of the strip.
__device__ __forceinline__ int2 matrixResultAt(int lane, int i)
{
    return make_int2(64 * (i / 4) + i % 4 / 2 * 32 + lane / 4 * 4 + lane % 2 * 2 + i % 2, lane % 4 / 2);
}

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
            float sum = float(job.delta);
            const float* tap = bank.plain;
#pragma unroll 1
            for (int dy = 0; dy < job.kernelHeight; dy++)
            {
                const int64 row = place.sourceRows[r + bank.shift + dy];
                const float* const pixels =
                    reinterpret_cast<const float*>(image.data + ::max(row, int64(0))) + place.channel;
#pragma unroll 4
                for (int dx = 0; dx < job.kernelWidth; dx++)
                {
                    const int column = place.sourceColumns[c + bank.shift + dx];
                    const float pixel = row < 0 || column < 0 ? outside : pixels[int64(column) * image.channels];
                    sum = fmaf(*tap++, pixel, sum);
                }
            }
            storeResult(bank.filter.result, place.x + c, place.y + r, place.channel, sum);
        }
}

//! Results of a warp that must be added up again. If there are more than a list holds, all are.
struct MatrixTies
{
    static constexpr int MOST = 256;

    int count; //!< may be more than MOST
    ushort list[MOST];

    //! @param i of the lane's results of a pair of rows, up to 8
    __device__ __forceinline__ void append(int pair, int lane, int i)
    {
        const int place = atomicAdd(&count, 1);
        if (place < MOST)
            list[place] = ushort((pair * WARP_LANES + lane) * 8 + i);
    }
};

//! A sum of bytes in double, in the order of the taps, as everywhere. @param row, column of the strip
static __device__ inline double sumBytes(const ConvJob& job, const MatrixFilter& bank, const MatrixPlace& place,
                                         int row, int column)
{
    const double outside = borderValueOf<double>(job.src, place.channel);
    const double* tap = bank.filter.exact.plain;
    double sum = 0;
#pragma unroll 1
    for (int dy = 0; dy < job.kernelHeight; dy++)
    {
        const int64 y = place.sourceRows[row + bank.shift + dy];
        const uchar* const pixels = job.src.image.data + ::max(y, int64(0)) + place.channel;
#pragma unroll 4
        for (int dx = 0; dx < job.kernelWidth; dx++)
        {
            const int x = place.sourceColumns[column + bank.shift + dx];
            sum += *tap++ * (x < 0 || y < 0 ? outside : double(pixels[int64(x) * job.src.image.channels]));
        }
    }
    return sum + job.delta;
}

//! Each by a lane. Not inlined: code stays small. @param perLane results of a lane and a pair of rows
static __device__ __noinline__ void addTiesAgain(const ConvJob& job, const MatrixFilter& bank, MatrixPlace place,
                                                 const MatrixTies& ties, int perLane)
{
    const bool isListed = ties.count <= MatrixTies::MOST;
    const int count = isListed ? ties.count : (place.rows + 1) / 2 * WARP_LANES * 8;
#pragma unroll 1
    for (int t = place.lane; t < count; t += WARP_LANES)
    {
        const int tie = isListed ? ties.list[t] : t, i = tie % 8;
        const int2 at = matrixResultAt(tie / 8 % WARP_LANES, i);
        const int row = tie / 8 / WARP_LANES * 2 + at.y;
        if (i < perLane && row < place.rows && place.x + at.x < job.width)
            storeResult(bank.filter.result, place.x + at.x, place.y + row, place.channel,
                        sumBytes(job, bank, place, row, at.x));
    }
}

}}} // namespace cv::recfilter::gpu

#endif
