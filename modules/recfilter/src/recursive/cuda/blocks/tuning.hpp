// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_TUNING_HPP

// Numbers tuned for block states, with how each was measured.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

/** apply: blocks of a multiprocessor for up to eight states a direction, in float. H100, 4096 x 4096, whole filter, us,
as many as the compiler leaves (three) / four: order 5 186 / 174, order 8 202 / 191, order 4 152 / 154. */
enum
{
    BLOCK_APPLY_RESIDENT = 4
};

/** Propagation: most segments of a line, by the bytes of a direction's states, and least tiles of a segment. Up to 48
bytes two blocks fit on a multiprocessor, by 64 or 80 registers: with one, 4096 columns were two rounds of blocks. H100,
4096 x 4096, along columns, us, one / two: four states 22 / 16, six 29 / 23. Twenty took 225 with two. */
enum
{
    BLOCK_SEGMENT_TILES = 4
};

constexpr int blockSegments(int stateBytes)
{
    return stateBytes <= 24 ? 8 : stateBytes <= 48 ? 6 : stateBytes <= 64 ? 8 : 4;
}

//! Propagation: blocks of a multiprocessor at least, for which the compiler leaves registers.
constexpr int blockPropagateResident(int stateBytes)
{
    return stateBytes <= 48 ? 2 : 1;
}

//! Propagation: tiles of a thread whose numbers are in flight together, as many as its registers hold.
constexpr int blockTilesAtOnce(int stateBytes)
{
    return stateBytes <= 8 ? 8 : stateBytes <= 24 ? 4 : stateBytes == 48 ? 1 : 2;
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
