// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_BLOCKS_JOB_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_BLOCKS_JOB_HPP

// The parameter of the kernels of block states: images, tables of both axes, and where the carries lie.

#include "recursive/cuda/io/tile_job.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Tiles of 64 rows and 128 columns, in float and in double. Padded so that factors are read without bank conflicts.
struct BlockTile
{
    enum
    {
        run = 64,
        span = 2,
        width = run * span,
        padding = 8
    };
};

//! Powers of a direction's matrix A (BlockAxisView::factors). b is a tile's length.
enum class StatePower
{
    STEP,          //!< A^b: over a tile
    FIRST_STEP,    //!< over the first tile in the direction's order: the anticausal one begins with the last tile
    LAST_STEP,     //!< over the last one, for the sum that closes the line (SumClosure::shift)
    SEGMENT,       //!< over a segment of tiles
    FIRST_SEGMENT, //!< over the first one
    LAST_SEGMENT,  //!< over the last one, for the sum that closes the line
    SAME,          //!< SumClosure::same
    OTHER,         //!< SumClosure::other
    COUNT
};

enum
{
    PROPAGATED_LINES = 16, //!< of a warp of propagation
    PLAIN_TILE = 64        //!< pixels of a tile of plain kernels
};

template <typename W>
struct RightFactor; // products.cuh

//! The first and the last pixel of a line.
enum LineEnd
{
    LINE_BEGIN,
    LINE_END,
    LINE_ENDS
};

/** One axis. States are those of BlockStates (plan/block_states.hpp): first the causal ones, then the anticausal ones.
Factors are the right factors of products.cuh. */
template <typename W>
struct BlockAxisView
{
    int64 length; //!< pixels of a line
    int64 tiles;
    int tile, lastTile; //!< pixels of a tile, of the last tile
    int segments, segmentTiles;
    int causal, anticausal; //!< states of a direction
    int states;             //!< of both; 0: the axis is not filtered
    int closes;             //!< the border needs the sums of the line
    int crosses;            //!< ... of the other direction
    int replicates;         //!< the border needs the first and the last pixel
    W parity;               //!< of folded blocks: both directions are alike (1) or opposite (-1)
    int rows;               //!< of a matrix in `powers` and of `edge`: the states of either direction, in whole pairs
    int stateTiles;         //!< of propagation: tiles of eight states in a direction (BlockShape)
    const W* gather[4];     //!< factors that sum a tile: in the middle, the first, the last, and the only one of a line
    const W* apply;         //!< factors that filter a line of a tile (BlockShape)
    const W* behind;        //!< factors of the states behind a line that ends within its last tile: for its pixels
    const W* applyMoments;  //!< like apply and behind, for lines whose pixels lie side by side; of columns only
    const W* behindMoments;
    /** The matrices of StatePower: [direction][StatePower][lower triangle, row by row]. Packed states have one
    direction, and their SAME has both closures. */
    const RightFactor<double>* factors;
    const W* edge;   //!< [direction][rows]: SumClosure::edge
    const W* powers; //!< of plain kernels: [direction][StatePower][rows][rows in whole vectors]
    /** Of plain kernels, of each direction: A, as in `powers`, B and C of `rows` numbers. */
    const W* system;
    W center;  //!< of the response
    int shift; //!< SumClosure::shift
};

/** Where the carries lie, of M = states numbers a line and tile.
Columns: number m of line l at tile t is columns[(t M + m) lines + l]. Lines are the image's columns, channel after
channel, then the lines of `rows`. Behind the last tile follow the first pixels of all lines, and the last ones.
Rows: a block for each row of tiles and channel, of linesOfBlock lines with `pitch` rows each: number m of tile t is
line t M + m. Lines with the first and the last pixel of the rows follow. Batches as in CarryView. */
template <typename W>
struct BlockCarries
{
    W* columns;
    int64 lines;
    W* rows;
    int64 linesOfBlock; //!< in whole groups of 16
    int pitch;          //!< numbers of a line: as many rows as a tile or a lower image has, in whole groups of 16 bytes
    int64 imageLines, imageRows; //!< as in CarryView
};

/** The rows of the images are parts of longer lines: row r of image i is part first + r of line i.
Number m of a part is states[((first + r) M + m) lines + line]. Lines are counted image by image, channel after channel.
Behind the last part follow the first pixels of all lines, and the last ones: as behind tiles (BlockCarries). */
template <typename W>
struct LineParts
{
    W* states;
    int64 lines, first, count; //!< count: parts of a line
};

/** Carries of plain kernels are those of columns, of as many lines as are filtered, neighbouring ones as their pixels
lie in memory. */
template <typename W>
struct BlocksJob
{
    ImageView src, dst;
    BlockAxisView<W> x, y;
    BlockCarries<W> carries;
    LineParts<W> parts; //!< of Propagated::TO_PARTS and FROM_PARTS
    W offset[4];        //!< subtracted from the source, by channel: the value of a constant border
    W restored[4];      //!< added to the result: the filter's answer to the offset
    W gain;             //!< factor of the result
    int stateTiles;     //!< of eight states in a direction (BlockShape); 0: four in each share one; PLAIN_STATES
    bool folds;         //!< gather and apply have folded blocks
    EvictFirst evictFirst;
    cudaStream_t stream;
};

}}} // namespace cv::recfilter::gpu

#endif
