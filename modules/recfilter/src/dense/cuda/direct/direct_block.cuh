// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_DIRECT_DIRECT_BLOCK_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_DIRECT_DIRECT_BLOCK_CUH

// Small kernels: a thread has 4 x 4 results of up to four filters in registers.

#include "dense/cuda/pixels/result_store.cuh"
#include "dense/cuda/common/tuning.hpp"
#include "dense/cuda/pixels/window_row.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! @tparam K taps a side @tparam FILTERS that share the pixels @tparam BY_ROWS as of WindowRow::correlate: for bytes
template <int K, int FILTERS, bool BY_ROWS>
struct BlockShape
{
    typedef WindowRow<K, 4> Row;
    static constexpr int SIZE = K, COUNT = FILTERS;
    static constexpr bool ADDS_ROWS = BY_ROWS;
    static constexpr int ROWS = 4; //!< of results of a thread
    static constexpr int THREADS = WARP_LANES * tuning::BLOCK_WARPS;
    static constexpr int BLOCK_COLUMNS = WARP_LANES * 4, BLOCK_ROWS = tuning::BLOCK_WARPS * ROWS;
    static constexpr int TILE_COLUMNS = 4 * (WARP_LANES - 1 + Row::VECTORS), TILE_ROWS = BLOCK_ROWS + K - 1;
    static constexpr int BLOCKS = tuning::blockResidency(K, FILTERS);
    static_assert(TILE_ROWS * TILE_COLUMNS >= BLOCK_ROWS * BLOCK_COLUMNS, "the tile has room for results");
};

template <typename Shape>
struct BlockBank
{
    ConvFilter filters[Shape::COUNT];
    float taps[Shape::COUNT][Shape::SIZE * Shape::SIZE]; //!< in uniform registers: all threads use the same one
};

template <typename Shape>
struct BlockSums
{
    float v[Shape::COUNT][Shape::ROWS][4];
};

//! @param load puts row number q of the thread's window into registers
template <typename Shape, typename Load>
__device__ __forceinline__ void sumBlock(const BlockBank<Shape>& bank, BlockSums<Shape>& sums, const Load& load)
{
    constexpr int K = Shape::SIZE;
#pragma unroll
    for (int q = 0; q < Shape::ROWS + K - 1; q++)
    {
        typename Shape::Row row;
        load(q, row);
#pragma unroll
        for (int r = 0; r < Shape::ROWS; r++)
            if (q - r >= 0 && q - r < K)
#pragma unroll
                for (int f = 0; f < Shape::COUNT; f++)
                    row.template correlate<Shape::ADDS_ROWS>(bank.taps[f] + (q - r) * K, sums.v[f][r], sums.v[f][r]);
    }
}

//! @param buffer room for the results of this warp of one filter, in shared memory
template <typename Shape>
__device__ __forceinline__ void storeBlock(const ConvJob& job, const BlockBank<Shape>& bank, BlockSums<Shape>& sums,
                                           int warpX, int64 y, int channel, int lane, float* buffer)
{
    unsigned doubtful[Shape::COUNT] = {};
#pragma unroll
    for (int f = 0; f < Shape::COUNT; f++)
    {
        storeWarp(job, bank.filters[f].result, warpX, y, channel, lane, sums.v[f], buffer);
#pragma unroll
        for (int r = 0; r < Shape::ROWS; r++)
            doubtful[f] |= doubtfulOf(sums.v[f][r], job.recheck, bank.filters[f].tieBound) << (4 * r);
    }
    if (job.recheck == RECHECK_NONE)
        return;
    __syncwarp(); // what is overwritten is stored
#pragma unroll 1
    for (int f = 0; f < Shape::COUNT; f++)
    {
        addUpAgain(job, bank.filters[f], int64(warpX) + 4 * lane, y, channel, 4, doubtful[0]);
#pragma unroll
        for (int k = 1; k < Shape::COUNT; k++) // no index that is unknown at compile time
            doubtful[k - 1] = doubtful[k];
    }
}

/** Blocks inside the image read aligned floats straight from L1. The others, and all of other images, first copy their
part of the source to shared memory, where the borders continue it. The loops over the taps are the same. */
template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, Shape::BLOCKS)
    blockKernel(const __grid_constant__ ConvJob job, const __grid_constant__ BlockBank<Shape> bank)
{
    typedef typename Shape::Row Row;
    __shared__ float4 tile[Shape::TILE_ROWS * Shape::TILE_COLUMNS / 4];
    __shared__ int columns[Shape::TILE_COLUMNS], rows[Shape::TILE_ROWS];
    const int lane = int(threadIdx.x) % WARP_LANES, warp = int(threadIdx.x) / WARP_LANES;
    const unsigned column = blockIdx.x % unsigned(job.across), below = blockIdx.x / unsigned(job.across);
    const int channel = int(below / unsigned(job.down)), firstX = int(column) * Shape::BLOCK_COLUMNS;
    const int64 firstY = int64(below % unsigned(job.down)) * Shape::BLOCK_ROWS, y = firstY + warp * Shape::ROWS;
    const int64 sourceX = int64(firstX) + job.startX - Row::LEFT, sourceY = firstY + job.startY;

    BlockSums<Shape> sums = {};
    if (!Shape::ADDS_ROWS && readsVectors(job.src.image, sourceX, Shape::TILE_COLUMNS) && sourceY >= 0 &&
        sourceY + Shape::TILE_ROWS <= job.src.image.height)
    {
        const uchar* const first = job.src.image.data + size_t(sourceY + warp * Shape::ROWS) * job.src.image.step +
                                   size_t(sourceX + 4 * lane) * sizeof(float);
        sumBlock<Shape>(bank, sums, [&](int q, Row& row) {
            row.loadGlobal(reinterpret_cast<const float*>(first + size_t(q) * job.src.image.step));
        });
    }
    else
    {
        float* const pixels = reinterpret_cast<float*>(tile);
        findColumns(job.src, sourceX, Shape::TILE_COLUMNS, int(threadIdx.x), Shape::THREADS, columns);
        findRows(job.src, sourceY, Shape::TILE_ROWS, int(threadIdx.x), Shape::THREADS, rows);
        __syncthreads();
#pragma unroll 1
        for (int r = warp; r < Shape::TILE_ROWS; r += tuning::BLOCK_WARPS)
            stageRow<Shape::TILE_COLUMNS, Shape::ADDS_ROWS>(job.src, columns, rows[r], channel, Shape::TILE_COLUMNS,
                                                            lane, pixels + r * Shape::TILE_COLUMNS);
        __syncthreads();
        const float* const first = pixels + warp * Shape::ROWS * Shape::TILE_COLUMNS + 4 * lane;
        sumBlock<Shape>(bank, sums, [&](int q, Row& row) { row.loadShared(first + q * Shape::TILE_COLUMNS); });
    }
    const float delta = float(job.delta); // last: it may be large
#pragma unroll
    for (int f = 0; f < Shape::COUNT; f++)
#pragma unroll
        for (int i = 0; i < Shape::ROWS * 4; i++)
            sums.v[f][i / 4][i % 4] += delta;
    __syncthreads(); // the tile is done with
    storeBlock<Shape>(job, bank, sums, firstX, y, channel, lane,
                      reinterpret_cast<float*>(tile) + warp * Shape::ROWS * Shape::BLOCK_COLUMNS);
}

}}} // namespace cv::recfilter::gpu

#endif
