// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_TENSOR_MATRIX_ROWS_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_TENSOR_MATRIX_ROWS_CUH

// Where products leave the results of two rows in the lanes of a warp, and their way to rows that begin anywhere.

#include "dense/cuda/pixels/source_tile.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! The column and the row (of two) of result i of a lane, which has four of each 64 columns of the strip.
__device__ __forceinline__ int2 matrixResultAt(int lane, int i)
{
    return make_int2(64 * (i / 4) + i % 4 / 2 * 32 + lane / 4 * 4 + lane % 2 * 2 + i % 2, lane % 4 / 2);
}

/** Stores results in aligned pairs. Where a row begins between two pairs, a lane takes over the first one of the next
two results from the lane that has it. All lanes of the warp come here.
@param to the row's first result @param columns of it that lie inside the array; 0: the row does not
@param valueOf result i of COUNT, which lies at matrixResultAt(lane, i) */
template <int COUNT, typename ValueOf>
__device__ __forceinline__ void storeRowsOfPairs(float* to, int columns, int lane, const ValueOf& valueOf)
{
    const bool isOdd = reinterpret_cast<size_t>(to) / sizeof(float) % 2 != 0;
    const bool isFirst = lane / 4 == 0 && lane % 2 == 0, isLast = lane / 4 == 7 && lane % 2 == 1; // of 32 columns
    const int next = lane % 2 == 0 ? lane + 1 : (lane + 3) % WARP_LANES;
#pragma unroll
    for (int i = 0; i < COUNT; i += 2)
    {
        const bool hasMore = i + 2 < COUNT;
        const float taken = __shfl_sync(~0u, isFirst && hasMore ? valueOf(hasMore ? i + 2 : i) : valueOf(i), next);
        const int x = matrixResultAt(lane, i).x + isOdd;
        const float2 pair = make_float2(isOdd ? valueOf(i + 1) : valueOf(i), isOdd ? taken : valueOf(i + 1));
        const bool isPair = x + 1 < columns && (hasMore || !isOdd || !isLast);
        if (isPair)
            *reinterpret_cast<float2*>(to + x) = pair;
        else if (x < columns)
            to[x] = pair.x;
    }
    if (isOdd && isFirst && columns > 0)
        to[0] = valueOf(0);
}

}}} // namespace cv::recfilter::gpu

#endif
