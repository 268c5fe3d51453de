// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_TUNING_HPP

// Numbers tuned for block states, with how each was measured.

#include "recursive/cuda/blocks/blocks_job.hpp"

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

/** apply: blocks of a multiprocessor for up to eight states a direction, in float. H100, 4096 x 4096, whole filter, us,
as many as the compiler leaves (three) / four: order 5 186 / 174, order 8 202 / 191, order 4 152 / 154. */
enum
{
    BLOCK_APPLY_RESIDENT = 4
};

/** Propagation: warps of a block at most, by the tiles of a direction's states, so that a thread has 80 or 128 registers;
most segments of a line, of few groups of lines and of many; and least tiles of a segment. */
enum
{
    BLOCK_SEGMENT_TILES = 4,
    BLOCK_MANY_GROUPS = 128
};

constexpr int blockPropagateWarps(int stateTiles)
{
    return stateTiles == 0 ? 12 : stateTiles == 1 ? 24 : 16;
}

constexpr int blockSegments(int stateTiles, int64 groups)
{
    return stateTiles == 0 ? (groups >= BLOCK_MANY_GROUPS ? 8 : 12)
                           : (groups >= BLOCK_MANY_GROUPS ? 4 : blockPropagateWarps(stateTiles) / 2);
}

//! Propagation: tiles of a warp that are requested at once, by the bytes of a lane's number in all its tiles of states.
constexpr int blockTilesAtOnce(int bytes)
{
    return bytes <= 4 ? 16 : bytes <= 8 ? 8 : bytes <= 16 ? 4 : 2;
}

/** Long lines: least pixels of a row for each row of the image, of which there are LONG_ROWS at least, as many as a tile
has. Where rows are shorter, propagation along rows takes no more time than the kernels that long lines add. */
enum
{
    LONG_PIXELS = 1024,
    LONG_ROWS = BlockTile::run
};

//! Marches: steps of pixels in flight, for images of floats. As in a sketch, where 5 steps of columns were as fast as 3.
enum
{
    MARCH_ROW_STAGES = 5,
    MARCH_COLUMN_STAGES = 3
};

/** Least lines of a march, with 32 columns or 16 rows a block: fewer leave multiprocessors idle. Not measured below 4096:
blocks read such images twice. */
enum
{
    MARCH_LINES = 4096
};

}}}} // namespace cv::recfilter::gpu::tuning

#endif
