// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// apply of block states: filters the columns, then the rows of a tile, from the states that enter them.

#include "recursive/cuda/blocks/blocks.hpp"
#include "recursive/cuda/blocks/kernels/blocks_place.cuh"
#include "recursive/cuda/blocks/kernels/line_blocks.cuh"
#include "recursive/cuda/blocks/tuning.hpp"
#include "runtime/cuda/launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W, typename Shape>
struct BlocksApply
{
    typedef BlockSlot<W> Slot;
    enum
    {
        shared = Slot::size * int(sizeof(W))
    };
    //! Few factors stay in registers.
    static constexpr bool keeps = Shape::tiles <= 2 && sizeof(W) == sizeof(float);
    static constexpr int resident = keeps ? int(tuning::BLOCK_APPLY_RESIDENT) : 1;
    typedef LineBlocks<W, Shape, BlockTile::run / Shape::block, LanePixels<W, true, Slot::rowPitch>, keeps> Columns;
    typedef LineBlocks<W, Shape, BlockTile::width / Shape::block, LanePixels<W, false, Slot::rowPitch>, keeps> Rows;

    const BlocksJob<W>& job;
    const BlockPlace<W> place;
    W* const slot;
    const int warp;

    __device__ BlocksApply(const BlocksJob<W>& j, W* memory)
        : job(j), place(j, lastTileFirst()), slot(memory), warp(int(threadIdx.x) / 32)
    {
    }

    __device__ void filterColumns(int column) const
    {
        const int64 line = firstColumn(job, place.channel) + place.left() + column;
        Columns columns(slot + column, job.y.apply, job.y.parity);
        columns.filter(job.y, endsWithin(job.y, place.y), job.y.behind, place.columns - column,
                       [&](int direction, int state, int i) {
                           return __ldcg(columnNumber(job, place.y, direction * job.y.causal + state, line + i));
                       });
    }

    __device__ void filterRows() const
    {
        const int row = warp * WARP_LINES;
        const W* const states = rowLine(job, place.y, place.channel, place.x * job.x.states) + row;
        Rows rows(slot + row * Slot::rowPitch, job.x.apply, job.x.parity);
        rows.filter(job.x, endsWithin(job.x, place.x), job.x.behind, place.rows - row,
                    [&](int direction, int state, int i) {
                        return __ldcg(states + (direction * job.x.causal + state) * job.carries.pitch + i);
                    });
    }

    __device__ void run() const
    {
        // The pixels were finished before gather. Only copies may be early: they bypass L1, which may be stale.
        const bool isEarly = job.src.copies && (job.x.states || job.y.states);
        if (!isEarly)
            waitForPredecessor();
        requestTile(job, place, slot);
        if (isEarly)
            waitForPredecessor();
        awaitTile();
        if (job.y.states)
        {
#pragma unroll 1
            for (int column = warp * WARP_COLUMNS; column < (warp + 1) * WARP_COLUMNS; column += WARP_LINES)
                filterColumns(column);
            __syncthreads();
        }
        if (job.x.states)
        {
            filterRows();
            __syncthreads();
        }
        storeTile(job, place, slot);
    }
};

template <typename W, typename Shape>
__global__ void __launch_bounds__(BlockSlot<W>::threads, BlocksApply<W, Shape>::resident)
    blocksApply(const __grid_constant__ BlocksJob<W> job)
{
    extern __shared__ __align__(16) uchar bytes[];
    const BlocksApply<W, Shape> apply(job, reinterpret_cast<W*>(bytes));
    apply.run();
}

} // namespace

template <typename W>
void launchBlocksApply(const BlocksJob<W>& job)
{
    withBlockShape(job.stateTiles, job.folds, [&](auto shape) {
        typedef decltype(shape) Shape;
        launchDependent<blocksApply<W, Shape>>({job.x.tiles * job.y.tiles * job.src.channels, BlockSlot<W>::threads,
                                                BlocksApply<W, Shape>::shared, job.stream, job.src.images},
                                               job);
    });
}

template void launchBlocksApply(const BlocksJob<float>&);
template void launchBlocksApply(const BlocksJob<double>&);

}}} // namespace cv::recfilter::gpu
