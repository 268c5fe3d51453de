// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Where a tile and its carries lie.

#ifndef OPENCV_RECFILTER_CUDA_TILE_PLACE_CUH
#define OPENCV_RECFILTER_CUDA_TILE_PLACE_CUH

#include "cuda/io/tile_job.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Which tile it is.
template <typename W>
struct TilePlace
{
    enum
    {
        run = TileShape<W>::run,
        width = run * TileShape<W>::span
    };

    int channel;
    int64 x, y;
    int columns, rows; //!< within the image

    //! Tiles are counted row by row, a channel after the other. There are fewer than blocks in a grid, 2^31, so that the
    //! divisions need no 64 bits, which take a subroutine.
    __device__ TilePlace(const TileJob<W>& job, unsigned index)
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

//! The tile of a block of apply: from the last one on, as the second-level cache still has those from gather (without PassingData).
__device__ inline unsigned lastTileFirst()
{
    return gridDim.x - 1 - blockIdx.x;
}

//! Whether a block is among as many as `ofEach` for each multiprocessor.
__device__ inline bool isAmongFirst(unsigned ofEach)
{
    unsigned multiprocessors;
    asm("mov.u32 %0, %%nsmid;" : "=r"(multiprocessors));
    return blockIdx.x < multiprocessors * ofEach;
}

//! The row carries of a tile's row of tiles.
template <typename W>
__device__ inline W* rowBlock(const TileJob<W>& job, const TilePlace<W>& place)
{
    return job.carries.rows + (place.y * job.src.channels + place.channel) * job.carries.block;
}

//! The first line of a tile's row moments, which the column passes act on as on further columns.
template <typename W>
__device__ inline int64 firstMomentLine(const TileJob<W>& job, const TilePlace<W>& place)
{
    return int64(job.src.channels) * job.src.width + (place.channel * job.x.tiles + place.x) * 2 * job.x.moments;
}

/** What columns are to CarryView, for line k of a block of CarryView::rows: first come the row moments of all its tiles, then,
for borders that repeat the end pixels, the end columns of the image. */
template <typename W>
__device__ inline int64 lineOfColumns(const TileJob<W>& job, int64 k, int64 moments, int channel)
{
    const int64 width = job.src.width;
    if (k < moments)
        return job.src.channels * width + channel * moments + k;
    return channel * width + (k == moments ? 0 : width - 1);
}

//! A column carry of a row of tiles. @param moments of a direction, known to the compiler where possible.
template <typename W>
__device__ inline W* columnCarry(const TileJob<W>& job, int64 tileY, int moments, int direction, int m, int64 line)
{
    return job.carries.columns + ((tileY * 2 + direction) * moments + m) * job.carries.lines + line;
}

}}} // namespace cv::recfilter::gpu

#endif
