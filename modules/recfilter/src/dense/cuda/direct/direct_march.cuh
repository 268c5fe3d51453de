// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_DIRECT_DIRECT_MARCH_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_DIRECT_DIRECT_MARCH_CUH

// Larger kernels: a thread marches down some columns and has K rows of results in registers at a time. Each row of the
// source is read once and adds its products to all of them.

#include "dense/cuda/direct/row_ring.cuh"
#include "dense/cuda/pixels/result_store.cuh"
#include "dense/cuda/common/tuning.hpp"

#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

//! @tparam K taps a side @tparam BY_ROWS as of WindowRow::correlate
template <int K, bool BY_ROWS>
struct MarchShape
{
    static constexpr int SIZE = K, COLUMNS = tuning::marchColumns(K);
    static constexpr bool ADDS_ROWS = BY_ROWS;
    typedef WindowRow<K, COLUMNS> Row;
    static constexpr int WARPS = 4, THREADS = WARPS * WARP_LANES;
    static constexpr int WARP_COLUMNS = WARP_LANES * COLUMNS;
    static constexpr int ROW_COLUMNS = (WARP_LANES - 1) * COLUMNS + 4 * Row::VECTORS;           //!< a warp reads
    typedef RowRing<ROW_COLUMNS, 1, tuning::MARCH_AHEAD, BY_ROWS ? RING_BYTES : RING_ANY> Ring; // exact sums: bytes
    static constexpr int BLOCKS = tuning::marchResidency(K);
    //! Rows of taps of a sum. Sums of rows are short.
    static constexpr int ROWS_OF_SUM = BY_ROWS ? K : tuning::rowsOfSum(K);
};

/** The sums of the first rows of taps of those results that march. In local memory, as registers are full: each row of
the source takes one or two vectors there, and back. */
template <typename Shape>
class MarchTotals
{
    static constexpr int N = Shape::COLUMNS, SLOTS = Shape::SIZE - Shape::ROWS_OF_SUM;

public:
    //! Takes the sums of a row of results. @param isFirst the row has none yet
    __device__ __forceinline__ void take(int row, bool isFirst, const float (&sums)[N])
    {
        float* const total = totals + row % SLOTS * N;
        float sum[N];
        if (!isFirst)
            readVectors(total, sum);
#pragma unroll
        for (int i = 0; i < N; i++)
            sum[i] = isFirst ? sums[i] : sum[i] + sums[i];
        writeVectors(sum, total);
    }

    __device__ __forceinline__ void addTo(int row, float (&sums)[N]) const
    {
        float sum[N];
        readVectors(totals + row % SLOTS * N, sum);
#pragma unroll
        for (int i = 0; i < N; i++)
            sums[i] += sum[i];
    }

private:
    alignas(16) float totals[SLOTS * N];
};

template <typename Shape>
struct MarchFilter
{
    ConvFilter filter;
    float taps[Shape::SIZE * Shape::SIZE];
};

/** Rows of results below each other. sums[d] is of the result row that the current row of the source reaches by the
tap row d. The products with tap row d complete what tap row d - 1 left.
@param store takes a finished row */
template <typename Shape, typename Store>
__device__ __forceinline__ void march(const MarchFilter<Shape>& bank, float delta, int count, int lane,
                                      typename Shape::Ring& rows, const Store& store)
{
    constexpr int K = Shape::SIZE, N = Shape::COLUMNS, ROWS_OF_SUM = Shape::ROWS_OF_SUM;
    constexpr bool HAS_TOTALS = ROWS_OF_SUM < K;
    float sums[K][N] = {};
    const float starts[N] = {};
    [[maybe_unused]] std::conditional_t<HAS_TOTALS, MarchTotals<Shape>, int> totals;
#pragma unroll 1
    for (int i = 0; i < count + K - 1; i++)
    {
        typename Shape::Row row;
        row.loadShared(rows.take(i) + lane * N);
#pragma unroll
        for (int d = K - 1; d > 0; d--)
            if (i >= d && i - d < count) // spares the products above the first and below the last result
            {
                if constexpr (HAS_TOTALS)
                    if (d % ROWS_OF_SUM == 0)
                    {
                        totals.take(i - d, d == ROWS_OF_SUM, sums[d - 1]);
                        row.template correlate<Shape::ADDS_ROWS>(bank.taps + d * K, starts, sums[d]);
                        continue;
                    }
                row.template correlate<Shape::ADDS_ROWS>(bank.taps + d * K, sums[d - 1], sums[d]);
            }
        if (i < count)
            row.template correlate<Shape::ADDS_ROWS>(bank.taps, starts, sums[0]);
        if (i < K - 1)
            continue;
        if constexpr (HAS_TOTALS)
            totals.addTo(i - (K - 1), sums[K - 1]);
#pragma unroll
        for (int n = 0; n < N; n++)
            sums[K - 1][n] += delta; // last: it may be large
        store(i - (K - 1), sums[K - 1]);
    }
}

//! @param rows of results of a march: up to MARCH_ROWS
template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, Shape::BLOCKS)
    marchKernel(const __grid_constant__ ConvJob job, const __grid_constant__ MarchFilter<Shape> bank,
                const __grid_constant__ int rows)
{
    typedef typename Shape::Row Row;
    __shared__ float4 ring[Shape::WARPS][Shape::Ring::SLOTS * Shape::ROW_COLUMNS / 4];
    __shared__ float4 results[Shape::WARPS][Shape::WARP_COLUMNS / 4];
    __shared__ int columns[Shape::WARPS][Shape::ROW_COLUMNS], sourceRows[tuning::MARCH_ROWS + Shape::SIZE - 1];
    __shared__ uchar doubtful[tuning::MARCH_ROWS][Shape::THREADS]; // a bit for each column
    const int lane = int(threadIdx.x) % WARP_LANES, warp = int(threadIdx.x) / WARP_LANES;
    const unsigned column = blockIdx.x % unsigned(job.across), below = blockIdx.x / unsigned(job.across);
    const int channel = int(below / unsigned(job.down));
    const int64 warpX = (int64(column) * Shape::WARPS + warp) * Shape::WARP_COLUMNS;
    const int64 y = int64(below % unsigned(job.down)) * rows;
    const int count = int(::min(int64(rows), job.height - y));
    const int64 sourceX = warpX + job.startX - Row::LEFT;
    findRows(job.src, y + job.startY, count + Shape::SIZE - 1, int(threadIdx.x), Shape::THREADS, sourceRows);
    findColumns(job.src, sourceX, Shape::ROW_COLUMNS, lane, WARP_LANES, columns[warp]);
    __syncthreads();
    if (warpX >= job.width)
        return;
    const MarchPlace place = {sourceRows, columns[warp], sourceX, count + Shape::SIZE - 1, channel, lane};
    bool isDoubtful = false;
    const auto store = [&](int r, const float(&sums)[Shape::COLUMNS]) {
        storeWarp(job, bank.filter.result, int(warpX), y + r, channel, lane,
                  reinterpret_cast<const float(&)[1][Shape::COLUMNS]>(sums), reinterpret_cast<float*>(results[warp]));
        if (job.recheck != RECHECK_NONE)
        {
            const unsigned bits = doubtfulOf(sums, job.recheck, bank.filter.tieBound);
            doubtful[r][threadIdx.x] = uchar(bits);
            isDoubtful = isDoubtful || bits;
        }
    };
    typename Shape::Ring source(job.src, place, reinterpret_cast<float*>(ring[warp]));
    march<Shape>(bank, float(job.delta), count, lane, source, store);
    __syncwarp(); // what is overwritten is stored
    if (isDoubtful)
        for (int r = 0; r < count; r++)
            addUpAgain(job, bank.filter, warpX + lane * Shape::COLUMNS, y + r, channel, Shape::COLUMNS,
                       doubtful[r][threadIdx.x]);
}

}}} // namespace cv::recfilter::gpu

#endif
