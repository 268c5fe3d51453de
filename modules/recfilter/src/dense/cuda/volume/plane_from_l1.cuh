// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_PLANE_FROM_L1_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_PLANE_FROM_L1_CUH

// Small kernels of volumes of aligned floats: threads march across planes as in plane_march.cuh, but read rows of the
// source straight from L1, without shared memory or barriers, and have the taps in uniform registers.

#include "dense/cuda/volume/plane_march.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! @tparam K taps along x, y and the march @tparam M along the other axis
template <int K, int M>
struct NearShape
{
    typedef WindowRow<K, 4> Row;
    static constexpr int SIZE = K, MIDDLE = M, REACH = K / 2;
    static constexpr int ROWS = tuning::nearRows(M); //!< of results of a thread and plane
    static constexpr int WARPS = 4, THREADS = WARPS * WARP_LANES;
    static constexpr int BLOCKS = tuning::nearResidency(K, M);
    static_assert(Row::LEFT + REACH == 4, "the window begins at the vector before the results");

    static constexpr __host__ __device__ int tileRows(int lanes) { return THREADS / lanes * ROWS + K - 1; }
};

template <typename Shape>
struct NearTaps
{
    float v[Shape::MIDDLE][Shape::SIZE][Shape::SIZE][Shape::SIZE]; //!< middle, y, march, x
};

/** The rows that a thread reads. Of its window only the pixels next to its results may lie outside of the plane, since
planes are whole vectors wide: left of the first thread of a row, or right of the last one. */
template <typename Shape>
class NearRows
{
    static constexpr int REACH = Shape::REACH;

public:
    //! @param x column of the first result
    __device__ __forceinline__ NearRows(const ConvSource& source, int x_)
        : src(source), x(x_), isInside(x_ < source.image.width), isFirst(x_ == 0), isLast(x_ + 4 == source.image.width),
          outside(borderValueOf<float>(source, 0))
    {
#pragma unroll
        for (int i = 0; i < REACH; i++)
        {
            left[i] = int(indexInside(i - REACH, src.image.width, src.borderX));
            right[i] = int(indexInside(int64(src.image.width) + i, src.image.width, src.borderX));
        }
    }

    /** Without branches, so that the loads of several rows are on their way at a time.
        @param plane bytes from the first one, row of the plane; -1: the constant border */
    __device__ __forceinline__ void load(int64 plane, int row, typename Shape::Row& window) const
    {
        const bool isThere = plane >= 0 && row >= 0 && isInside;
        const float* const line =
            reinterpret_cast<const float*>(src.image.data + plane + int64(row) * int64(src.image.step));
        loadVector(line, 0, isThere && !isFirst, window);
        loadVector(line, 1, isThere, window);
        loadVector(line, 2, isThere && !isLast, window);
#pragma unroll
        for (int i = 0; i < REACH; i++)
        {
            if (isThere && isFirst && left[i] >= 0)
                window.x[4 - REACH + i] = __ldg(line + left[i]);
            if (isThere && isLast && right[i] >= 0)
                window.x[8 + i] = __ldg(line + right[i]);
        }
    }

private:
    __device__ __forceinline__ void loadVector(const float* line, int i, bool isThere,
                                               typename Shape::Row& window) const
    {
        float4 vector = make_float4(outside, outside, outside, outside);
        if (isThere)
            vector = __ldg(reinterpret_cast<const float4*>(line + x) + (i - 1));
        memcpy(window.x + 4 * i, &vector, sizeof(vector));
    }

    const ConvSource& src;
    const int x;
    const bool isInside, isFirst, isLast;
    const float outside;
    int left[REACH], right[REACH]; //!< columns that stand for those outside
};

template <typename Shape>
struct NearShared
{
    PlanePlace place;
    int rows[Shape::tileRows(8)], along[tuning::VOLUME_PLANES + Shape::SIZE - 1], middle[Shape::MIDDLE];
};

//! One function of many lines: what the march keeps in registers, parts would share.
template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, Shape::BLOCKS)
    nearKernel(const __grid_constant__ ConvJob job, const __grid_constant__ PlaneMarches marches,
               const __grid_constant__ ConvResult result, const __grid_constant__ NearTaps<Shape> taps)
{
    constexpr int K = Shape::SIZE, ROWS = Shape::ROWS;
    __shared__ NearShared<Shape> shared;
    const PlanePlace& place = shared.place;
    if (threadIdx.x == 0)
        shared.place = placeOf<Shape>(job, marches);
    __syncthreads();
    findRows(job.src, int64(place.y) + job.startY, Shape::tileRows(marches.lanes), int(threadIdx.x), Shape::THREADS,
             shared.rows);
    findPlanes(marches.along, place.first, place.count + K - 1, Shape::THREADS, shared.along);
    findPlanes(marches.middle, place.middle, Shape::MIDDLE, Shape::THREADS, shared.middle);
    __syncthreads();

    const int x = place.x + columnInBlock(marches), firstRow = rowInBlock<Shape>(marches), count = place.count;
    const NearRows<Shape> source(job.src, x);
    float sums[K][ROWS][4] = {};
    float starts[4] = {};
    const float delta = float(job.delta);
#pragma unroll 1
    for (int i = 0; i < count + K - 1; i++)
    {
#pragma unroll
        for (int m = 0; m < Shape::MIDDLE; m++)
        {
            const int along = shared.along[i], middle = shared.middle[m];
            const int64 plane =
                (along | middle) < 0 ? -1 : along * marches.along.srcStep + middle * marches.middle.srcStep;
#pragma unroll
            for (int q = 0; q < ROWS + K - 1; q++)
            {
                typename Shape::Row row;
                source.load(plane, shared.rows[firstRow + q], row);
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                    if (q - r >= 0 && q - r < K)
#pragma unroll
                        for (int d = K - 1; d >= 0; d--) // the first products move a sum on to the next plane of taps
                            row.template correlate<false>(taps.v[m][q - r][d],
                                                          m > 0 || q > r ? sums[d][r]
                                                          : d > 0        ? sums[::max(d - 1, 0)][r]
                                                                         : starts,
                                                          sums[d][r]);
            }
        }
        if (i < K - 1 || x >= job.width)
            continue;
        ConvResult plane = result;
        plane.data += (place.first + i - (K - 1)) * marches.along.step + place.middle * marches.middle.step;
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            if (place.y + firstRow + r < job.height)
            {
                const float(&sum)[4] = sums[K - 1][r];
                const float results[4] = {sum[0] + delta, sum[1] + delta, sum[2] + delta, sum[3] + delta};
                storeVectors(plane, x, int64(place.y) + firstRow + r, 0, results);
            }
    }
}

}}} // namespace cv::recfilter::gpu

#endif
