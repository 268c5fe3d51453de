// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_UNROLLED_SLICE_TILE_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_UNROLLED_SLICE_TILE_CUH

// Blocks of warps with a row of results each, or with several ones: their place, their source in shared memory, and
// their results.

#include "dense/cuda/unrolled/slice_job.hpp"
#include "dense/cuda/common/launch_conv.cuh"
#include "dense/cuda/pixels/result_store.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Where a block of one channel and plane begins. A warp has a row, or several ones, a lane a column.
struct SlicePlace
{
    int firstX, channel, lane, warp;
    int64 firstY;
    ConvPlane plane;
};

template <bool HAS_PLANES>
__device__ inline SlicePlace slicePlaceOf(const ConvJob& job, int rows)
{
    const unsigned column = blockIdx.x % unsigned(job.across), below = blockIdx.x / unsigned(job.across);
    SlicePlace place;
    place.lane = int(threadIdx.x) % WARP_LANES;
    place.warp = int(threadIdx.x) / WARP_LANES;
    place.firstX = int(column) * WARP_LANES;
    place.firstY = int64(below % unsigned(job.down)) * rows;
    const unsigned layer = below / unsigned(job.down);
    place.channel = int(layer);
    place.plane = {0, 0};
    if (HAS_PLANES)
    {
        const unsigned number = layer / unsigned(job.src.image.channels);
        place.channel = int(layer % unsigned(job.src.image.channels));
        place.plane = {int(number / unsigned(job.outer.z.size)), int(number % unsigned(job.outer.z.size))};
    }
    return place;
}

/** The result that a thread has at a row of its block; null outside of the array.
@tparam HAS_PLANES of images alone the code is shorter: with planes 3 x 3 taps unrolled took 144 us of 101 (H100) */
template <bool HAS_PLANES>
__device__ inline float* sliceResult(const ConvJob& job, const SliceFilter& bank, const SlicePlace& place, int row)
{
    const int x = place.firstX + place.lane;
    const int64 y = place.firstY + row;
    if (x >= job.width || y >= job.height)
        return nullptr;
    return resultAt<float>(HAS_PLANES ? resultIn(job.outer, place.plane, bank.filter.result) : bank.filter.result, x, y,
                           place.channel);
}

//! Stores a sum of a window, to which what the slices of the kernel before have added up and delta are added.
template <bool HAS_PLANES>
__device__ inline void storeSliceSum(const ConvJob& job, const SliceFilter& bank, float sum, float* result)
{
    if (result)
        *result = (HAS_PLANES && bank.slice.adds ? *result + sum : sum) + float(job.delta);
}

//! The part of the source that a block reads, in shared memory. All threads have passed a barrier afterwards.
template <int COLUMNS, int ROWS, bool HAS_PLANES>
struct SliceTile
{
    float pixels[ROWS][COLUMNS];
    int columns[COLUMNS], rows[ROWS];

    __device__ __forceinline__ void stage(const ConvJob& job, const SlicePlace& place, const KernelSlice& slice,
                                          int width, int height, int warps)
    {
        int64 plane = 0;
        if (HAS_PLANES)
            plane = planeAt(job.outer, int64(place.plane.t) + job.outer.t.start + slice.t,
                            int64(place.plane.z) + job.outer.z.start + slice.z);
        const int threads = warps * WARP_LANES;
        findColumns(job.src, int64(place.firstX) + job.startX, width, int(threadIdx.x), threads, columns);
        findRows(job.src, place.firstY + job.startY, height, int(threadIdx.x), threads, rows);
        __syncthreads();
#pragma unroll 1
        for (int r = place.warp; r < height; r += warps)
            stageRow<COLUMNS>(job.src, columns, plane < 0 ? -1 : rows[r], place.channel, width, place.lane, pixels[r],
                              ::max(plane, int64(0)));
        __syncthreads();
    }
};

inline bool hasPlanes(const ConvJob& job)
{
    const ConvAxis &t = job.outer.t, &z = job.outer.z;
    return t.size > 1 || t.kernel > 1 || z.size > 1 || z.kernel > 1;
}

inline Grid sliceGrid(ConvJob& job, int warps, int rowsOfWarp, cudaStream_t stream)
{
    return gridOf(job, WARP_LANES, warps * rowsOfWarp, warps * WARP_LANES, stream);
}

}}} // namespace cv::recfilter::gpu

#endif
