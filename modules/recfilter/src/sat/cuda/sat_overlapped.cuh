// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CUDA_SAT_OVERLAPPED_CUH
#define OPENCV_RECFILTER_SAT_CUDA_SAT_OVERLAPPED_CUH

// SAT_OVERLAPPED, algorithm SAT of Nehab et al. 2011, section 6: two reads, one write. gatherKernel is stage S.1,
// propagateRowsKernel S.3, propagateColumnsKernel S.2 (rows come first), applyKernel S.4.

#include "sat/cuda/tuning.hpp"
#include "sat/cuda/sat_staged.cuh"

#include <cooperative_groups.h>

namespace cv { namespace recfilter { namespace sat {

//! The sums of the tiles, in memory.
struct Overlapped
{
    void* rows;    //!< a column of row sums for each column of tiles; propagated, the sums of all pixels left of it
    void* columns; //!< a row of column sums for each row of tiles, prefixed along each tile; propagated, the
                   //!< table's row above the tile
    void* totals;  //!< sums of whole tiles; propagated, the sums of all tiles left of a tile
    int64 rowStep, columnStep; //!< from one column or row of sums to the next
    int bands, columnCount;    //!< rows of tiles, columns of tiles
    bool direct;               //!< apply adds the sums of other tiles itself, without propagation
};

//! REGISTERS: 32-bit registers of a lane for pixels. RESIDENT: blocks of a multiprocessor.
template <typename S_, typename T_, int CN_, int REGISTERS = tuning::OVERLAPPED_REGISTERS, int RESIDENT_ = 2>
struct OverlappedShape
{
    typedef S_ S;
    typedef T_ T;
    static constexpr int RESIDENT = RESIDENT_;
    static constexpr int CN = CN_, WARPS = tuning::OVERLAPPED_WARPS, THREADS = WARPS * WARP;
    static constexpr int ELEMENTS = Lane<T, CN>::ELEMENTS, TILE_COLUMNS = WARP * ELEMENTS;
    static constexpr int ROWS = floorPower(REGISTERS * 4 / (ELEMENTS * int(sizeof(T))));
    static constexpr int TILE_ROWS = WARPS * ROWS, K = TILE_ROWS / WARP; //!< a lane holds the sums of K rows
};

template <typename Shape>
class OverlappedTile
{
    typedef typename Shape::T T;
    static constexpr int CN = Shape::CN, ROWS = Shape::ROWS, WARPS = Shape::WARPS, ELEMENTS = Shape::ELEMENTS;
    static constexpr int K = Shape::K;
    static constexpr int AT_ONCE = tuning::DIRECT_TILES / WARPS; //!< reads of a warp in flight
    static_assert(AT_ONCE * WARPS == tuning::DIRECT_TILES, "each tile is added by one warp");

public:
    struct Shared
    {
        alignas(16) T bottoms[WARPS][Shape::TILE_COLUMNS]; //!< sums of each warp's columns, prefixed along the row
        alignas(16) T above[Shape::TILE_COLUMNS];          //!< the table's row above the tile
        alignas(16) T rows[Shape::TILE_ROWS * CN];         //!< sums of the rows
        T corner[CN];                                      //!< of all that is above and left
        // Each warp's share of the sums left, above, and in the corner.
        alignas(16) T lefts[WARPS][Shape::TILE_ROWS * CN];
        alignas(16) T aboves[WARPS][Shape::TILE_COLUMNS];
        T corners[WARPS][CN];
    };

    __device__ OverlappedTile(const Image& image_, const Overlapped& o_, Shared& shared_)
        : image(image_), o(o_), shared(shared_), lane(int(threadIdx.x) % WARP), warp(int(threadIdx.x) / WARP),
          band(int(blockIdx.x / unsigned(o_.columnCount))),
          column(int(blockIdx.x % unsigned(o_.columnCount))), at{(int64(column) * WARP + lane) * ELEMENTS,
                                                                 (int64(band) * WARPS + warp) * ROWS}
    {
    }

    //! Prefix sums of the warp's rows, without other tiles or warps.
    __device__ void sum()
    {
        loadTile<typename Shape::S>(v, image, at);
#pragma unroll
        for (int r = 0; r < ROWS; r++)
        {
            T totals[CN];
            prefixRow<T, ELEMENTS, CN>(v[r], totals, image.exclusive);
            if (lane == WARP - 1)
#pragma unroll
                for (int c = 0; c < CN; c++)
                    shared.rows[(warp * ROWS + r) * CN + c] = totals[c];
        }
        prefixColumns(v);
#pragma unroll
        for (int e = 0; e < ELEMENTS; e++)
            shared.bottoms[warp][lane * ELEMENTS + e] = v[ROWS - 1][e];
        __syncthreads();
    }

    __device__ void gather() const
    {
        if (warp == 0)
            gatherRows();
        else if (warp == 1)
            gatherColumns();
    }

    /** Adds the sums left of the tile and above it. Each warp adds some of the tiles and waits for memory once. If a
    lane's sums are more than 16 bytes, it waits once for each tile. */
    __device__ void collect() const
    {
        addLeft();
        addAbove();
        addCorner();
        __syncthreads();
        if (warp == 0)
            collectRows();
        else if (warp == 1)
            collectColumns();
        else if (warp == 2)
            collectCorner();
        __syncthreads();
    }

    __device__ void finish()
    {
        finish(PlainRows());
    }

    //! The same; rows that are not aligned pass through shared memory, which collect() has left.
    __device__ void finishStaged()
    {
        finish(StagedRows<T>{shared.aboves[warp]});
    }

private:
    template <typename Rows>
    __device__ void finish(const Rows& rows)
    {
        T above[ELEMENTS];
#pragma unroll
        for (int e = 0; e < ELEMENTS; e++)
            above[e] = shared.above[lane * ELEMENTS + e] + shared.corner[e % CN];
        for (int i = 0; i < warp; i++)
#pragma unroll
            for (int e = 0; e < ELEMENTS; e++)
                above[e] += shared.bottoms[i][lane * ELEMENTS + e];
        storeTable<CN>(image, at, above, &shared.rows[warp * ROWS * CN], v, rows);
    }

    __device__ int64 firstRow() const
    {
        return int64(band) * Shape::TILE_ROWS + lane * K;
    }
    __device__ T* rowsOf(int tile) const
    {
        return static_cast<T*>(o.rows) + tile * o.rowStep + firstRow() * CN;
    }
    __device__ T* columnsOf(int tile) const
    {
        return static_cast<T*>(o.columns) + tile * o.columnStep + at.x;
    }
    __device__ T* totalOf(int64 tile) const
    {
        return static_cast<T*>(o.totals) + tile * CN;
    }

    __device__ void gatherRows() const
    {
        Pack<T, K * CN> sums;
#pragma unroll
        for (int i = 0; i < K * CN; i++)
            sums.e[i] = shared.rows[lane * K * CN + i];
        if (firstRow() < image.rows)
            sums.store(rowsOf(column));
        T total[CN];
        totalsOf(sums.e, total);
        if (lane == 0)
#pragma unroll
            for (int c = 0; c < CN; c++)
                totalOf(int64(band) * o.columnCount + column)[c] = total[c];
    }

    //! Totals over the K * CN sums of each lane of the warp.
    __device__ static void totalsOf(const T (&sums)[K * CN], T (&total)[CN])
    {
#pragma unroll
        for (int c = 0; c < CN; c++)
        {
            total[c] = T(0);
#pragma unroll
            for (int k = 0; k < K; k++)
                total[c] += sums[k * CN + c];
            total[c] = sumOverLanes(total[c]);
        }
    }

    __device__ void gatherColumns() const
    {
        Pack<T, ELEMENTS> sums;
#pragma unroll
        for (int e = 0; e < ELEMENTS; e++)
        {
            sums.e[e] = T(0);
#pragma unroll
            for (int i = 0; i < WARPS; i++)
                sums.e[e] += shared.bottoms[i][lane * ELEMENTS + e];
        }
        if (at.x < image.dstCols)
            sums.store(columnsOf(band));
    }

    //! The sum of this warp's part of the tiles before `tile`, at most AT_ONCE; after propagation, the sums of `tile`.
    template <typename Sums, typename Place>
    __device__ Sums addTiles(int tile, bool isThere, const Place& place) const
    {
        constexpr int TOGETHER = sizeof(Sums) <= 16 ? AT_ONCE : 1; // in flight, beside the tile's registers
        const int end = isThere ? (o.direct ? tile : tile + 1) : 0;
        Sums sums = {};
#pragma unroll 1
        for (int first = o.direct ? warp : tile + warp; first < end; first += TOGETHER * WARPS)
        {
            Sums next[TOGETHER];
#pragma unroll
            for (int i = 0; i < TOGETHER; i++)
            {
                next[i] = {};
                if (first + i * WARPS < end)
                    next[i].loadShared(place(first + i * WARPS));
            }
#pragma unroll
            for (int i = 0; i < TOGETHER; i++)
#pragma unroll
                for (int k = 0; k < int(sizeof(Sums) / sizeof(T)); k++)
                    sums.e[k] += next[i].e[k];
        }
        return sums;
    }

    __device__ void addLeft() const
    {
        typedef Pack<T, K * CN> Sums;
        reinterpret_cast<Sums*>(shared.lefts[warp])[lane] =
            addTiles<Sums>(column, firstRow() < image.rows, [&](int tile) { return rowsOf(tile); });
    }

    __device__ void addAbove() const
    {
        typedef Pack<T, ELEMENTS> Sums;
        reinterpret_cast<Sums*>(shared.aboves[warp])[lane] =
            addTiles<Sums>(band, at.x < image.dstCols, [&](int tile) { return columnsOf(tile); });
    }

    //! Only without propagation: propagated sums contain the corner.
    __device__ void addCorner() const
    {
#pragma unroll
        for (int c = 0; c < CN; c++)
        {
            T sum = T(0);
            if (o.direct)
#pragma unroll AT_ONCE
                for (int i = int(threadIdx.x); i < band * o.columnCount; i += Shape::THREADS)
                    if (i % o.columnCount < column)
                        sum += __ldcg(totalOf(i) + c);
            sum = sumOverLanes(sum);
            if (lane == 0)
                shared.corners[warp][c] = sum;
        }
    }

    //! Adds the shares of the warps, in their order.
    template <int COUNT, int SIZE>
    __device__ static void addWarps(const T (&parts)[WARPS][SIZE], int first, T (&sums)[COUNT])
    {
#pragma unroll
        for (int k = 0; k < COUNT; k++)
        {
            sums[k] = T(0);
#pragma unroll
            for (int i = 0; i < WARPS; i++)
                sums[k] += parts[i][first + k];
        }
    }

    //! The sums left of the tile, down to each row.
    __device__ void collectRows() const
    {
        T left[K * CN];
        addWarps(shared.lefts, lane * K * CN, left);
        prefixInLane<T, K * CN, CN>(left);
#pragma unroll
        for (int c = 0; c < CN; c++)
        {
            T total = left[(K - 1) * CN + c];
            const T before = prefixOverLanes(total);
#pragma unroll
            for (int k = 0; k < K; k++)
                shared.rows[(lane * K + k) * CN + c] = left[k * CN + c] + before;
        }
    }

    __device__ void collectColumns() const
    {
        T above[ELEMENTS];
        addWarps(shared.aboves, lane * ELEMENTS, above);
#pragma unroll
        for (int e = 0; e < ELEMENTS; e++)
            shared.above[lane * ELEMENTS + e] = above[e];
    }

    __device__ void collectCorner() const
    {
        if (lane == 0)
            addWarps(shared.corners, 0, shared.corner);
    }

    const Image& image;
    const Overlapped& o;
    Shared& shared;
    const int lane, warp, band, column;
    const Place at;
    T v[ROWS][ELEMENTS];
};

//! S.1
template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, Shape::RESIDENT)
    gatherKernel(const __grid_constant__ Image image, const __grid_constant__ Overlapped o)
{
    letNextKernelStart();
    __shared__ typename OverlappedTile<Shape>::Shared shared;
    OverlappedTile<Shape> tile(image, o, shared);
    tile.sum();
    tile.gather();
}

//! S.3: a block for each row of tiles. Its first warp propagates the tiles' totals, the other warps the rows.
template <typename Shape>
__global__ void propagateRowsKernel(const __grid_constant__ Image image, const __grid_constant__ Overlapped o)
{
    typedef typename Shape::T T;
    constexpr int CN = Shape::CN, SUMS = Shape::TILE_ROWS * CN;
    waitForLastKernel();
    letNextKernelStart();
    const int64 band = blockIdx.x;
    const int thread = int(threadIdx.x) - WARP;
    if (thread < 0)
    {
        T* totals = static_cast<T*>(o.totals) + band * o.columnCount * CN;
        for (int c = int(threadIdx.x); c < CN; c += WARP)
            accumulate(totals + c, CN, o.columnCount);
        return;
    }
    for (int i = thread; i < SUMS; i += int(blockDim.x) - WARP)
        if (band * SUMS + i < int64(image.rows) * CN)
            accumulate(static_cast<T*>(o.rows) + band * SUMS + i, o.rowStep, o.columnCount);
}

//! S.2: a thread for each column. Adds the totals left of a tile, which the sums of its columns lack.
template <typename Shape>
__global__ void propagateColumnsKernel(const __grid_constant__ Image image, const __grid_constant__ Overlapped o)
{
    typedef typename Shape::T T;
    constexpr int CN = Shape::CN;
    waitForLastKernel();
    letNextKernelStart();
    const int64 x = int64(blockIdx.x) * blockDim.x + threadIdx.x;
    if (x >= image.dstCols)
        return;
    const T* left = static_cast<const T*>(o.totals) + x / Shape::TILE_COLUMNS * CN + x % CN;
    accumulate(static_cast<T*>(o.columns) + x, o.columnStep, o.bands, left, int64(o.columnCount) * CN);
}

//! S.4
template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, Shape::RESIDENT)
    applyKernel(const __grid_constant__ Image image, const __grid_constant__ Overlapped o)
{
    __shared__ typename OverlappedTile<Shape>::Shared shared;
    OverlappedTile<Shape> tile(image, o, shared);
    tile.sum(); // reads nothing that earlier kernels have written
    waitForLastKernel();
    tile.collect();
    tile.finish();
}

//! S.1 and S.4 at once, if the device holds all tiles. They stay in registers in between: one read, one write.
template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, Shape::RESIDENT)
    residentKernel(const __grid_constant__ Image image, const __grid_constant__ Overlapped o)
{
    __shared__ typename OverlappedTile<Shape>::Shared shared;
    OverlappedTile<Shape> tile(image, o, shared);
    tile.sum();
    tile.gather();
    cooperative_groups::this_grid().sync();
    tile.collect();
    tile.finish();
}

}}} // namespace cv::recfilter::sat

#endif
