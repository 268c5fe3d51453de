// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// gather of block states: the sums of a tile are products of its pixels and fixed factors.

#include "recursive/cuda/blocks/blocks.hpp"
#include "recursive/cuda/blocks/kernels/blocks_place.cuh"
#include "recursive/cuda/blocks/kernels/line_blocks.cuh"
#include "recursive/cuda/blocks/tuning.hpp"
#include "runtime/cuda/launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Pixels of 16 lines of row sums in the order of an image's columns, whose factors sum them.
template <typename W>
struct MomentPixels
{
    const W* const own;

    __device__ explicit MomentPixels(const W* lines) : own(lines + FragmentLane().g * MOMENT_PITCH + FragmentLane().t)
    {
    }

    __device__ void read(int pixel, LeftFactor<W>& factor) const
    {
#pragma unroll
        for (int i = 0; i < 4; i++)
            factor.set(i, own[pixel + i / 2 * 4 + i % 2 * 8 * MOMENT_PITCH]);
    }
};

template <typename W, typename Shape>
struct BlocksGather
{
    typedef BlockSlot<W> Slot;
    enum
    {
        tiles = Shape::tiles,
        momentLines = int(Shape::numbers) > WARP_LINES ? int(Shape::numbers) : WARP_LINES,
        shared = (int(Slot::size) + int(momentLines) * MOMENT_PITCH) * int(sizeof(W))
    };
    typedef LanePixels<W, true, Slot::rowPitch> Columns;
    typedef LanePixels<W, false, Slot::rowPitch> Rows;

    const BlocksJob<W>& job;
    const BlockPlace<W> place;
    W *const slot, *const moments; //!< [number][row]
    const int warp;

    __device__ BlocksGather(const BlocksJob<W>& j, W* memory)
        : job(j), place(j, blockIdx.x), slot(memory), moments(memory + Slot::size), warp(int(threadIdx.x) / 32)
    {
    }

    //! The factors of a tile of a line.
    __device__ static const RightFactor<W>* factorsOf(const BlockAxisView<W>& axis, int64 tile)
    {
        const bool first = tile == 0, last = tile == axis.tiles - 1;
        const W* const table = first  ? (last ? axis.gather[3] : axis.gather[1])
                               : last ? axis.gather[2]
                                      : axis.gather[0];
        return reinterpret_cast<const RightFactor<W>*>(table) + threadIdx.x % 32;
    }

    //! Adds COUNT pixel tiles of 16 lines. @param pixels a LanePixels
    template <int COUNT, typename Pixels>
    __device__ static void add(const Pixels& pixels, const RightFactor<W>* factors, W (&sums)[tiles][4])
    {
#pragma unroll 4
        for (int k = 0; k < COUNT; k++)
        {
            LeftFactor<W> x;
            RightFactor<W> weights[tiles];
            pixels.read(k * FACTOR_SIDE, x);
#pragma unroll
            for (int n = 0; n < tiles; n++)
                weights[n] = readFactor(factors + (k * tiles + n) * 32);
            addProducts(sums, x, weights);
        }
    }

    //! Calls body(state, line, sum) with the sums of 16 lines.
    template <typename Body>
    __device__ static void forStates(const BlockAxisView<W>& axis, const W (&sums)[tiles][4], const Body& body)
    {
        const FragmentLane lane;
#pragma unroll
        for (int n = 0; n < tiles; n++)
#pragma unroll
            for (int i = 0; i < 4; i++)
            {
                const int state = stateOf(axis, Shape::placeOf(n, 2 * lane.t + i % 2));
                if (state >= 0)
                    body(state, lane.g + i / 2 * 8, sums[n][i]);
            }
    }

    __device__ void sumColumns() const
    {
        const RightFactor<W>* const factors = factorsOf(job.y, place.y);
        const int64 first = firstColumn(job, place.channel) + place.left();
        constexpr int units = WARP_COLUMNS / WARP_LINES; // share the factors
        const Columns left(slot + warp * WARP_COLUMNS), right(slot + warp * WARP_COLUMNS + WARP_LINES);
        static_assert(units == 2, "two units");
        W sums[units][tiles][4] = {};
#pragma unroll 2
        for (int k = 0; k < BlockTile::run / FACTOR_SIDE; k++)
        {
            LeftFactor<W> x[units];
            RightFactor<W> weights[tiles];
            left.read(k * FACTOR_SIDE, x[0]);
            right.read(k * FACTOR_SIDE, x[1]);
#pragma unroll
            for (int n = 0; n < tiles; n++)
                weights[n] = readFactor(factors + (k * tiles + n) * 32);
            addProducts(sums[0], x[0], weights);
            addProducts(sums[1], x[1], weights);
        }
#pragma unroll
        for (int u = 0; u < units; u++)
        {
            const int column = warp * WARP_COLUMNS + u * WARP_LINES;
            forStates(job.y, sums[u], [&](int state, int line, W sum) {
                if (column + line < place.columns)
                    *columnNumber(job, place.y, state, first + column + line) = sum;
            });
        }
    }

    //! The sums of the tile's rows, to `moments`.
    __device__ void sumRows() const
    {
        W sums[tiles][4] = {};
        const int row = warp * WARP_LINES;
        add<BlockTile::width / FACTOR_SIDE>(Rows(slot + row * Slot::rowPitch), factorsOf(job.x, place.x), sums);
        const FragmentLane lane;
#pragma unroll
        for (int n = 0; n < tiles; n++)
#pragma unroll
            for (int i = 0; i < 4; i++)
                moments[(n * FACTOR_SIDE + 2 * lane.t + i % 2) * MOMENT_PITCH + row + lane.g + i / 2 * 8] = sums[n][i];
    }

    __device__ void storeRows() const
    {
        const int quad = 16 / sizeof(W), vectors = job.carries.pitch / quad;
        for (int k = threadIdx.x; k < Shape::numbers * (BlockTile::run / quad); k += blockDim.x)
        {
            const int number = k / (BlockTile::run / quad), vector = k % (BlockTile::run / quad);
            const int state = stateOf(job.x, Shape::placeOf(number / FACTOR_SIDE, number % FACTOR_SIDE));
            if (state >= 0 && vector < vectors)
                reinterpret_cast<Vector16<W>*>(
                    rowLine(job, place.y, place.channel, place.x * job.x.states + state))[vector] =
                    reinterpret_cast<const Vector16<W>*>(moments + number * MOMENT_PITCH)[vector];
        }
    }

    //! The line of columns of a number of the tile's row sums; -1: none.
    __device__ int64 momentLine(int number) const
    {
        const int state = stateOf(job.x, Shape::placeOf(number / FACTOR_SIDE, number % FACTOR_SIDE));
        return state < 0 || number >= Shape::numbers
                   ? -1
                   : momentColumn(job, place.channel) + place.x * job.x.states + state;
    }

    //! The column sums of the row sums, which act as further columns.
    __device__ void sumMoments() const
    {
        const RightFactor<W>* const factors = factorsOf(job.y, place.y);
        for (int number = warp * WARP_LINES; number < Shape::numbers; number += BLOCK_WARPS * WARP_LINES)
        {
            W sums[tiles][4] = {};
            add<BlockTile::run / FACTOR_SIDE>(MomentPixels<W>(moments + number * MOMENT_PITCH), factors, sums);
            forStates(job.y, sums, [&](int state, int line, W sum) {
                const int64 column = momentLine(number + line);
                if (column >= 0)
                    *columnNumber(job, place.y, state, column) = sum;
            });
        }
    }

    //! The first and last pixels of the rows.
    __device__ void storeRowEnds() const
    {
        const int64 line = job.x.tiles * job.x.states;
        for (int row = threadIdx.x; row < job.carries.pitch; row += blockDim.x)
        {
            if (place.x == 0)
                rowLine(job, place.y, place.channel, line + LINE_BEGIN)[row] = slot[row * Slot::rowPitch];
            if (place.x == job.x.tiles - 1)
                rowLine(job, place.y, place.channel, line + LINE_END)[row] =
                    slot[row * Slot::rowPitch + place.columns - 1];
        }
    }

    //! The first and last pixels of the columns, and of the row sums.
    __device__ void storeColumnEnds() const
    {
        for (int e = 0; e < LINE_ENDS; e++)
        {
            const LineEnd end = e ? LINE_END : LINE_BEGIN;
            if (place.y != (e ? job.y.tiles - 1 : 0))
                continue;
            const int row = e ? place.rows - 1 : 0;
            for (int column = threadIdx.x; column < place.columns; column += blockDim.x)
                *columnEnd(job, end, firstColumn(job, place.channel) + place.left() + column) =
                    slot[row * Slot::rowPitch + column];
            if (job.x.states)
                for (int number = threadIdx.x; number < Shape::numbers; number += blockDim.x)
                    if (const int64 line = momentLine(number); line >= 0)
                        *columnEnd(job, end, line) = moments[number * MOMENT_PITCH + row];
        }
    }

    __device__ void run() const
    {
        waitForPredecessor();
        loadTile(job, place, slot, job.evictFirst.pixels);
        if (job.x.states)
            sumRows();
        if (job.y.states)
            sumColumns();
        if (job.x.replicates)
            storeRowEnds();
        __syncthreads();
        if (job.x.states)
            storeRows();
        if (job.x.states && job.y.states)
            sumMoments();
        if (job.y.replicates)
            storeColumnEnds();
    }
};

template <typename W, typename Shape>
__global__ void __launch_bounds__(BlockSlot<W>::threads) blocksGather(const __grid_constant__ BlocksJob<W> job)
{
    extern __shared__ __align__(16) uchar bytes[];
    const BlocksGather<W, Shape> gather(job, reinterpret_cast<W*>(bytes));
    gather.run();
}

} // namespace

template <typename W>
size_t sharedMemoryOfBlocks()
{
    return BlocksGather<W, BlockShape<MAX_STATE_TILES>>::shared; // more than apply and row sums take
}

template <typename W>
void launchBlocksGather(const BlocksJob<W>& job)
{
    withBlockShape(job.stateTiles, [&](auto shape) {
        typedef decltype(shape) Shape;
        launchDependent<blocksGather<W, Shape>>({job.x.tiles * job.y.tiles * job.src.channels, BlockSlot<W>::threads,
                                                 BlocksGather<W, Shape>::shared, job.stream, job.src.images},
                                                job);
    });
}

template size_t sharedMemoryOfBlocks<float>();
template size_t sharedMemoryOfBlocks<double>();
template void launchBlocksGather(const BlocksJob<float>&);
template void launchBlocksGather(const BlocksJob<double>&);

}}} // namespace cv::recfilter::gpu
