// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// gather of block states: the sums of a tile are products of its pixels and fixed factors.

#include "recursive/cuda/blocks/blocks.hpp"
#include "recursive/cuda/blocks/kernels/blocks_place.cuh"
#include "recursive/cuda/blocks/kernels/line_blocks.cuh"
#include "recursive/cuda/blocks/kernels/line_sums.cuh"
#include "recursive/cuda/blocks/tuning.hpp"
#include "runtime/cuda/launch.cuh"

#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Pixels of 16 lines of row sums in the order of an image's columns, whose factors sum them.
template <typename W, bool MIRRORED = false>
struct MomentPixels
{
    typedef MomentPixels<W, !MIRRORED> Mirrored;

    const W* const own;

    __device__ explicit MomentPixels(const W* lines)
        : own(lines + FragmentLane().g * MOMENT_PITCH + (MIRRORED ? -FragmentLane().t : FragmentLane().t))
    {
    }

    __device__ void read(int pixel, W (&v)[4]) const
    {
#pragma unroll
        for (int i = 0; i < 4; i++)
            v[i] = own[pixel + i % 2 * (MIRRORED ? -4 : 4) + i / 2 * 8 * MOMENT_PITCH];
    }
};

template <typename W, typename Shape>
struct BlocksGather
{
    typedef BlockSlot<W> Slot;
    enum
    {
        tiles = Shape::ownTiles,
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

    //! ... between the first and the last tile: folded, they need no more than one half.
    __device__ static const RightFactor<W>* factorsInside(const BlockAxisView<W>& axis)
    {
        return reinterpret_cast<const RightFactor<W>*>(axis.gather[0]) + threadIdx.x % 32;
    }

    /** Sums UNITS units of 16 lines, a few pixel tiles at a time. @param tile of the lines of an axis
    @param lines (unit): the first one. @tparam Pixels a LanePixels */
    template <typename Pixels, int STEPS, int UNITS, typename Lines>
    __device__ static void add(const BlockAxisView<W>& axis, int64 tile, const Lines& lines,
                               LineSums<W, Shape, STEPS, tiles, UNITS>& sums)
    {
        const auto read = [&](int unit, int k, W(&numbers)[Shape::signs][4]) {
            Pixels(lines(unit)).read(k * FACTOR_SIDE, numbers[0]);
            if constexpr (Shape::isFolded)
                typename Pixels::Mirrored(lines(unit)).read((STEPS - k) * FACTOR_SIDE - 1, numbers[1]);
        };
        const RightFactor<W>* const factors = factorsOf(axis, tile);
        sums.template add<false>(axis.parity, read, [&](int i) { return readFactor(factors + i * 32); });
        if constexpr (Shape::isFolded)
            if (factors != factorsInside(axis))
                sums.template add<true>(axis.parity, read,
                                        [&](int i) { return readFactor(factors + (STEPS * tiles + i) * 32); });
    }

    __device__ void sumColumns() const
    {
        const int64 first = firstColumn(job, place.channel) + place.left();
        constexpr int units = WARP_COLUMNS / WARP_LINES; // share the factors
        LineSums<W, Shape, BlockTile::run / FACTOR_SIDE, tiles, units> sums;
        add<Columns>(
            job.y, place.y, [&](int unit) { return slot + warp * WARP_COLUMNS + unit * WARP_LINES; }, sums);
#pragma unroll
        for (int u = 0; u < units; u++)
        {
            const int column = warp * WARP_COLUMNS + u * WARP_LINES;
            sums.forStates(u, 0, job.y.parity, [&](const StatePlace& of, int line, W sum) {
                const int state = stateOf(job.y, of);
                if (state >= 0 && column + line < place.columns)
                    *columnNumber(job, place.y, state, first + column + line) = sum;
            });
        }
    }

    //! The sums of the tile's rows, to `moments`.
    __device__ void sumRows() const
    {
        const int row = warp * WARP_LINES;
        LineSums<W, Shape, BlockTile::width / FACTOR_SIDE, tiles, 1> sums;
        add<Rows>(
            job.x, place.x, [&](int) { return slot + row * Slot::rowPitch; }, sums);
        sums.forStates(0, 0, job.x.parity, [&](const StatePlace& of, int line, W sum) {
            moments[Shape::numberOf(of) * MOMENT_PITCH + row + line] = sum;
        });
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
        for (int number = warp * WARP_LINES; number < Shape::numbers; number += BLOCK_WARPS * WARP_LINES)
        {
            LineSums<W, Shape, BlockTile::run / FACTOR_SIDE, tiles, 1> sums;
            add<MomentPixels<W>>(
                job.y, place.y, [&](int) { return moments + number * MOMENT_PITCH; }, sums);
            sums.forStates(0, 0, job.y.parity, [&](const StatePlace& of, int line, W sum) {
                const int state = stateOf(job.y, of);
                const int64 column = momentLine(number + line);
                if (state >= 0 && column >= 0)
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
    withBlockShape(job.stateTiles, job.folds, [&](auto shape) {
        typedef decltype(shape) Folded;
        typedef std::conditional_t<Folded::gathersFolded, Folded, BlockShape<Folded::stateTiles>> Shape;
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
