// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_MATRIX_MATRIX_FILTER_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_MATRIX_MATRIX_FILTER_CUH

// One filter in a strip: its taps, its sums, and the way of its results.

#include "dense/cuda/matrix/matrix_strip.cuh"
#include "dense/cuda/matrix/noted_pairs.cuh"
#include "dense/cuda/pixels/result_store.cuh"
#include "dense/cuda/tensor/matrix_rows.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Where the results of a strip are.
struct MatrixPlace
{
    int64 y;
    int x, rows, channel, lane;
};

//! What a warp has in shared memory.
template <typename Shape>
struct MatrixShared
{
    MatrixHalves<Shape> halves[2]; // by turns
    typename Shape::Ring::Memory ring;
    float results[2 * Shape::COLUMNS]; //!< that are not stored as vectors
    alignas(16) int columns[Shape::ROW_COLUMNS];
    MatrixRows faint; //!< pairs of rows that may have lost digits
};

//! Stores the lane's results in a row, as pairs. @param columns of them that lie inside the array
template <typename Shape, bool IS_WHOLE, typename Sums>
__device__ __forceinline__ void storeResults(float* to, int columns, const Sums& sums, float gain, float delta)
{
#pragma unroll
    for (int i = 0; i < 4 * Shape::PARTS; i += 2)
    {
        const int x = matrixResultAt(0, i).x;
        storeTwo<IS_WHOLE>(to + x, columns - x, {sums.finished(i), sums.finished(i + 1)}, gain, delta);
    }
}

//! What a lane has of a filter: taps and sums in registers, and where its results go.
template <typename Shape>
class MatrixFilterOfLane
{
public:
    __device__ __forceinline__ MatrixFilterOfLane(const MatrixFilter& bank_, const MatrixPlace& place)
        : bank(bank_), taps(bank.taps, place.lane), pairStep(2 * int64(bank.filter.result.step) / int64(sizeof(float)))
    {
        const ConvResult& result = bank.filter.result;
        const int2 first = matrixResultAt(place.lane, 0);
        if (result.hasVectors && result.depth == CV_32F)
            vectors = resultAt<float>(result, place.x + first.x, place.y + first.y, place.channel);
    }

    __device__ __forceinline__ void add(const MatrixFragments<Shape> (&rows)[Shape::PARTS]) { sums.add(taps, rows); }

    __device__ __forceinline__ void rescale(float ratio) { sums.rescale(ratio); }

    //! Stores the finished pair of rows. @param inverse of the scale of the pixels @param results see MatrixShared
    __device__ __forceinline__ void store(const ConvJob& job, const MatrixPlace& place, int row, float inverse,
                                          float* results)
    {
        const float gain = bank.gain * inverse, delta = float(job.delta);
        if (vectors)
            storeInside(job, place, row, gain, delta);
        else
            storeAny(job, place, row, gain, delta, results);
    }

private:
    __device__ __forceinline__ void storeInside(const ConvJob& job, const MatrixPlace& place, int row, float gain,
                                                float delta)
    {
        const int2 first = matrixResultAt(place.lane, 0);
        float* const to = vectors;
        vectors += pairStep;
        const int columns = job.width - place.x;
        if (row + first.y >= place.rows)
            return;
        if (columns >= Shape::COLUMNS)
            storeResults<Shape, true>(to, columns, sums, gain, delta);
        else
            storeResults<Shape, false>(to, columns - first.x, sums, gain, delta);
    }

    __device__ __forceinline__ void storeAny(const ConvJob& job, const MatrixPlace& place, int row, float gain,
                                             float delta, float* buffer) const
    {
        const ConvResult& result = bank.filter.result;
        const int2 first = matrixResultAt(place.lane, 0);
        const int columns = job.width - place.x;
        float values[4 * Shape::PARTS]; // all at once: K = 17 takes 116 us instead of 130
#pragma unroll
        for (int i = 0; i < 4 * Shape::PARTS; i++)
            values[i] = fmaf(sums.finished(i), gain, delta);
        const auto valueOf = [&](int i) { return values[i]; };
        if (result.depth == CV_32F && result.pixelStep == 1)
            return storeRowsOfPairs<4 * Shape::PARTS>(
                resultAt<float>(result, place.x, place.y + row + first.y, place.channel),
                row + first.y < place.rows ? ::min(columns, Shape::COLUMNS) : 0, place.lane, valueOf);
#pragma unroll
        for (int i = 0; i < 4 * Shape::PARTS; i++)
            buffer[first.y * Shape::COLUMNS + matrixResultAt(place.lane, i).x] = valueOf(i);
        __syncwarp();
        storeRows<2, Shape::COLUMNS>(result, place.x, place.y + row, place.channel, columns, place.rows - row,
                                     place.lane, buffer);
        __syncwarp();
    }

    const MatrixFilter& bank;
    const TapsOfLane<Shape> taps;
    FloatSums<Shape> sums;
    const int64 pairStep;
    float* vectors = nullptr; //!< where the lane's first two results go, if all are aligned pairs of floats
};

}}} // namespace cv::recfilter::gpu

#endif
