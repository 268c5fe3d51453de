// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_KERNELS_BLOCKS_PLACE_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_KERNELS_BLOCKS_PLACE_CUH

// Where a tile's carries lie, and which kernels take a job.

#include "recursive/cuda/blocks/block_shape.hpp"
#include "recursive/cuda/blocks/blocks_job.hpp"
#include "recursive/cuda/io/tile_slot.cuh"

#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

template <typename W>
using BlockPlace = TilePlace<W, BlockTile>;

template <typename W>
using BlockSlot = SlotShape<W, BlockTile>;

constexpr int WARP_LINES = 16;                               //!< that a warp filters at once
constexpr int BLOCK_WARPS = BlockTile::run / WARP_LINES;     //!< of a tile: its rows
constexpr int WARP_COLUMNS = BlockTile::width / BLOCK_WARPS; //!< of a tile, a warp
constexpr int MOMENT_PITCH = BlockTile::run + 8;             //!< of a line of row sums in shared memory

//! Number m of a line of columns at a row of tiles. @param line of BlockCarries::columns
template <typename W>
__device__ inline W* columnNumber(const BlocksJob<W>& job, int64 tileY, int m, int64 line)
{
    return job.carries.columns + (tileY * job.y.states + m) * job.carries.lines + line;
}

//! The end pixel of a line of columns.
template <typename W>
__device__ inline W* columnEnd(const BlocksJob<W>& job, LineEnd end, int64 line)
{
    return columnNumber(job, job.y.tiles, int(end), line);
}

//! A line of the block of rows of a row of tiles in one channel.
template <typename W>
__device__ inline W* rowLine(const BlocksJob<W>& job, int64 tileY, int channel, int64 line)
{
    const BlockCarries<W>& carries = job.carries;
    return rowsInBatch(job) + ((tileY * job.src.channels + channel) * carries.linesOfBlock + line) * carries.pitch;
}

//! Of BlockCarries::columns: the line of the first column of this block's image of a batch.
template <typename W>
__device__ inline int64 firstColumn(const BlocksJob<W>& job, int channel)
{
    return int64(blockIdx.z) * job.carries.imageLines + channel * int64(job.src.width);
}

//! Of BlockCarries::columns: the first line of a block of rows.
template <typename W>
__device__ inline int64 momentColumn(const BlocksJob<W>& job, int channel)
{
    return firstColumn(job, job.src.channels) + channel * job.carries.linesOfBlock;
}

//! Which of a line's states a number is, counted over both directions; -1: none.
template <typename W>
__device__ inline int stateOf(const BlockAxisView<W>& axis, const StatePlace& place)
{
    return place.direction ? (place.state < axis.anticausal ? axis.causal + place.state : -1)
                           : (place.state < axis.causal ? place.state : -1);
}

/** Whether a line ends within a tile: then the states behind it do not enter the tile's last block, and
LineBlocks::addBehind adds what they give. */
template <typename W>
__device__ inline bool endsWithin(const BlockAxisView<W>& axis, int64 tile)
{
    return tile == axis.tiles - 1 && axis.lastTile < axis.tile && axis.anticausal;
}

}}} // namespace cv::recfilter::gpu

#endif
