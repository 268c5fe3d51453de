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

//! Propagation: most warps of a block, by the tiles of a direction's states. A thread has 80 registers, or 128 for two
//! and three tiles.
constexpr int blockPropagateWarps(int stateTiles)
{
    return stateTiles == 0 ? 12 : stateTiles == 1 ? 24 : 16;
}

/** Propagation: most segments of a line, and their least tiles. Many groups of lines fill the device with few segments,
whose ends take less time: order 5 at 4096 x 4096 has 304 groups for 132 multiprocessors. */
enum
{
    BLOCK_SEGMENT_TILES = 4,
    BLOCK_MANY_GROUPS = 128
};

constexpr int blockSegments(int stateTiles, int64 groups)
{
    const int directions = stateTiles ? 2 : 1; // packed states have a warp for both
    return groups >= BLOCK_MANY_GROUPS ? 8 / directions : blockPropagateWarps(stateTiles) / directions;
}

/** Propagation: tiles of a warp that are requested at once, by the bytes of a lane's number in all its tiles of states.
Segments as long are read once. CUDA's primitives keep at most eight requests on their way. H100, along columns, us:
order 5 at 4096 x 4096 by 8 / 16 tiles 22 / 21, order 10 at 8192 x 8192 by 4 / 8 163 / 145. */
constexpr int blockTilesAtOnce(int bytes)
{
    return bytes <= 4 ? 16 : bytes <= 8 ? 8 : bytes <= 16 ? 4 : 2;
}

/** Long lines: least pixels of a row for each row of the image, and least rows that count: as many as a tile has.
Chosen, not compared: a row of 2^18 pixels takes 30 us this way, and propagation along a row of 2^16 as images do it is
estimated at 20. */
enum
{
    LONG_PIXELS = 1024,
    LONG_ROWS = BlockTile::run
};

//! Marches: steps of pixels in flight, for images of floats. In a sketch 5 steps of columns were as fast as 3.
enum
{
    MARCH_ROW_STAGES = 5,
    MARCH_COLUMN_STAGES = 3
};

/** Least lines of a march, with 32 columns or 16 rows a block: fewer leave multiprocessors idle. Not measured below
4096: blocks read such images twice. */
enum
{
    MARCH_LINES = 4096
};

}}}} // namespace cv::recfilter::gpu::tuning

#endif
