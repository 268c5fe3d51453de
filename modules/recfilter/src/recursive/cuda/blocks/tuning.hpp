// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_TUNING_HPP

// Numbers tuned for block states, with how each was measured.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

//! gather: tiles in shared memory of a block at most, and its warps that load. Not measured yet.
enum
{
    BLOCK_GATHER_STAGES = 5,
    BLOCK_GATHER_LOADERS = 8,
    BLOCK_GATHER_FEW_LOADERS = 4 //!< in double and above 16 states, for the registers of those that sum
};

/** apply: blocks of a multiprocessor for up to eight states a direction, in float. H100, 4096 x 4096, whole filter, us,
as many as the compiler leaves (three) / four: order 5 186 / 174, order 8 202 / 191, order 4 152 / 154. */
enum
{
    BLOCK_APPLY_RESIDENT = 4
};

/** Propagation: most segments of a line, by the bytes of a direction's states, and least tiles of a segment. Threads of
fewer segments have more registers: 64, 80 or 128, with two blocks a multiprocessor. With one block, 4096 columns were
two rounds of blocks on an H100: propagate took 22 us for order 4 and 29 for order 5. Not measured yet. */
enum
{
    BLOCK_SEGMENT_TILES = 4,
    BLOCK_PROPAGATE_RESIDENT = 2
};

constexpr int blockSegments(int stateBytes)
{
    return stateBytes <= 24 ? 8 : stateBytes <= 48 ? 6 : 4;
}

//! Propagation: tiles of a thread whose numbers are in flight together, as many as its registers hold.
constexpr int blockTilesAtOnce(int stateBytes)
{
    return stateBytes <= 8                                             ? 8
           : stateBytes <= 24                                          ? 4
           : stateBytes == 48 || (stateBytes > 64 && stateBytes <= 96) ? 1
                                                                       : 2;
}

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
