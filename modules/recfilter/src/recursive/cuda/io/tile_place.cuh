// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Positions of a tile in the image and of its carries in memory.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_IO_TILE_PLACE_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_IO_TILE_PLACE_CUH

#include "recursive/cuda/io/tile_job.hpp"
#include "runtime/cuda/io/pixel_io.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! The position of a tile in the image. @tparam Tile its shape
template <typename W, typename Tile = TileShape<W>>
struct TilePlace
{
    typedef W Number;
    typedef Tile Shape;
    enum
    {
        run = Tile::run,
        width = run * Tile::span
    };

    int channel;
    int64 x, y;
    int columns, rows; //!< within the image

    /** Tiles are counted row by row, and at each position channel by channel. There are fewer than 2^31, the most
    blocks of a grid. So the divisions fit 32 bits; those of 64 bits take a subroutine. */
    template <typename Job>
    __device__ TilePlace(const Job& job, unsigned index)
    {
        const unsigned tilesX = unsigned(job.x.tiles), channels = unsigned(job.src.channels);
        const unsigned tile = channels == 1 ? index : index / channels;
        channel = int(index - tile * channels);
        y = tile / tilesX;
        x = tile - unsigned(y) * tilesX;
        columns = int(::min(int64(width), job.src.width - left()));
        rows = int(::min(int64(run), job.src.height - top()));
    }

    __device__ int64 left() const { return x * width; }

    __device__ int64 top() const { return y * run; }

    __device__ bool isWhole() const { return columns == width && rows == run; }
};

//! The tile of a block of apply, last tile first: L2 still holds gather's last tiles (unless EvictFirst evicts them).
__device__ inline unsigned lastTileFirst()
{
    return gridDim.x - 1 - blockIdx.x;
}

//! Whether the block is among the first `ofEach` for each multiprocessor.
__device__ inline bool isAmongFirst(unsigned ofEach)
{
    unsigned multiprocessors;
    asm("mov.u32 %0, %%nsmid;" : "=r"(multiprocessors));
    return blockIdx.z * gridDim.x + blockIdx.x < multiprocessors * ofEach;
}

//! CarryView::columns of this block's image of a batch.
template <typename Job>
__device__ inline auto columnsInBatch(const Job& job)
{
    return inBatch(job.carries.columns, job.carries.imageLines);
}

//! CarryView::rows of this block's image of a batch.
template <typename Job>
__device__ inline auto rowsInBatch(const Job& job)
{
    return inBatch(job.carries.rows, job.carries.imageRows);
}

//! The row carries of a tile's row of tiles.
template <typename W>
__device__ inline W* rowBlock(const TileJob<W>& job, const TilePlace<W>& place)
{
    return rowsInBatch(job) + (place.y * job.src.channels + place.channel) * job.carries.block;
}

//! The first line of a tile's row moments. The column passes treat row moments as further columns.
template <typename W>
__device__ inline int64 firstMomentLine(const TileJob<W>& job, const TilePlace<W>& place)
{
    return int64(job.src.channels) * job.src.width + (place.channel * job.x.tiles + place.x) * 2 * job.x.moments;
}

/** The line of CarryView::columns for line k of a block of CarryView::rows. First come the row moments of all its
tiles, then, for borders that repeat the end pixels, the end columns of the image. */
template <typename W>
__device__ inline int64 lineOfColumns(const TileJob<W>& job, int64 k, int64 moments, int channel)
{
    const int64 width = job.src.width;
    if (k < moments)
        return job.src.channels * width + channel * moments + k;
    return channel * width + (k == moments ? 0 : width - 1);
}

//! A column carry of a row of tiles. @param moments of a direction; a compile-time constant where possible
template <typename W>
__device__ inline W* columnCarry(const TileJob<W>& job, int64 tileY, int moments, int direction, int m, int64 line)
{
    return columnsInBatch(job) + ((tileY * 2 + direction) * moments + m) * job.carries.lines + line;
}

}}} // namespace cv::recfilter::gpu

#endif
