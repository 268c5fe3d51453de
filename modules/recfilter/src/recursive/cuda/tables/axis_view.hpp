// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TABLES_AXIS_VIEW_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TABLES_AXIS_VIEW_HPP

// The tables of one axis as kernels see them: a parameter, with pointers to device memory. Knows no image.

#include "math/limits.hpp"
#include "recursive/plan/chain_kind.hpp"

#include "opencv2/core/cvdef.h"

namespace cv { namespace recfilter { namespace gpu {

//! The powers and closures of an axis on the device, each moments x moments, row-major.
enum AxisMatrix
{
    TILE,         //!< A^b over a tile of b pixels
    TILE_LAST,    //!< over the last tile of the line
    TILE_LAST_F,  //!< over the last tile, for the causal sum that closes the line (shorter by SumClosure::shift)
    TILE_FIRST_A, //!< over the first tile, for the anticausal sum that closes the line
    SEGMENT,      //!< over a segment of tiles
    SEGMENT_LAST,
    SEGMENT_LAST_F,
    SEGMENT_FIRST_A,
    SAME, //!< SumClosure
    OTHER,
    BLOCK,         //!< A^r over a run of r pixels, of which a tile has one or more side by side
    BLOCK_LAST,    //!< over the pixels of the last tile behind its first run
    BLOCK_LAST_F,  //!< over the same pixels, for the causal sum that closes the line
    BLOCK_FIRST_A, //!< over the first run of the first tile, for the anticausal sum that closes the line
    AXIS_MATRICES
};

//! Side of a square: tensor cores take 16 pixels of 16 lines of mirrored pairs at once (pairs_squares.cuh).
enum
{
    SQUARE_PIXELS = 16
};

/** Per-lane TF32 fragments of 8 x 8 weights. A lane has two numbers, as a RightFactor (tensor_cores.cuh): their high
parts, then their low parts. The left factors, for a filter of parity s (BlockResponse), are y[k] = x[k] + s x[15 - k],
z[k] = x[k] - s x[15 - k], and a state for each moment. Both directions of two pairs fit into one factor: their tables
differ as noted (SquareStates). */
enum SquareTable
{
    SUMS_OF_Y, //!< pixels to moments: f is this minus the product of z, s a their sum. Two pairs: they add to f and s a
    SUMS_OF_Z,
    RESULTS_OF_Y, //!< pixels to results: with the states, result k is the sum of both, 15 - k the difference
    RESULTS_OF_Z,
    RESULTS_NEAR, //!< states to results: p + s e, equal in both results. Two pairs: result k of p and s e
    RESULTS_FAR,  //!< p - s e, opposite in the second result. Two pairs: result 15 - k of p and s e
    SQUARE_POWER, //!< A^16 of the lane's pair, 2 x 2. Two pairs: factors of the lane's moment and of its neighbour's
    SQUARE_TABLES
};

enum
{
    LANE_NUMBERS = 32 * 4, //!< of a table
    SQUARE_NUMBERS = SQUARE_TABLES * LANE_NUMBERS
};

//! The role of a line's tail: states that the causal pass hands to the anticausal pass if both run one after the other.
enum AxisTail
{
    TAIL_UNUSED, //!< both run at once
    TAIL_LEAVES, //!< the causal pass: propagate leaves z behind the last pixel in the tail, apply leaves p
    TAIL_ENTERS  //!< the anticausal pass over the causal result: e = z + X p enters the line from behind
};

//! Limits of the axes that have kernels of their own: all-pole cascades of few moments, and added pairs.
enum
{
    MAX_PAIRS = MAX_ADDED_PAIRS, //!< pairs that are added
    MAX_SMALL = 2 * MAX_PAIRS,   //!< moments of any of them
    MAX_ENTRIES = 4 * MAX_PAIRS  //!< of a matrix: 2 x 2 for each pair, or MAX_CASCADE squared
};
static_assert(int(MAX_CASCADE) <= int(MAX_SMALL) && MAX_CASCADE * MAX_CASCADE <= int(MAX_ENTRIES),
              "a cascade needs the room of pairs");

//! Of up to N poles.
template <typename W, int N>
struct CascadeOf
{
    W coefficients[N]; //!< f1 of each first-order section, then f1 and f2 of each second-order section
    W lift[N * N];
    W join[N * N];
};

template <typename W>
using CascadeTables = CascadeOf<W, MAX_CASCADE>;

/** AddedPair (math/sections.hpp) of every pair. Both directions have the same poles. [0] is the causal direction, [1]
the anticausal direction in the form of AddedPair::ofStatesBefore. */
template <typename W>
struct PairTables
{
    W gap[MAX_PAIRS], f2[MAX_PAIRS];
    W value[2][MAX_PAIRS], slope[2][MAX_PAIRS];
    W direct; //!< of both directions; 0 for Gaussians, except for derivatives
};

//! The tables of an axis that has kernels of its own, small enough to be kernel parameters.
template <typename W>
struct SmallTables
{
    W matrices[AXIS_MATRICES * MAX_ENTRIES]; //!< of pairs, whose moments never mix, 2 x 2 numbers each
    W edge[MAX_SMALL];
    union
    {
        CascadeTables<W> cascade;
        PairTables<W> pairs;
    };
};

/** The tables of an axis as a kernel parameter. axis_tables.cpp fills it. The plan owns the arrays, which never
change. */
template <typename W>
struct AxisView
{
    int64 length;     //!< pixels of a line
    int64 tiles;      //!< tiles of a line
    int64 segments;   //!< segments of a line, propagated in parallel
    int segmentTiles; //!< tiles of a segment
    int tile;         //!< pixels of a tile, b
    int lastTile;     //!< pixels of the last tile
    int moments;      //!< of a line, in a tile and direction; 0: the axis is not filtered
    int tail;         //!< AxisTail
    int pairs;        //!< number of added pairs, else 1. Each pair propagates its moments / pairs moments on its own
    int entries;      //!< numbers of a matrix in SmallTables
    int shift;        //!< SumClosure::shift
    int closes;       //!< the border needs the sums of the line
    int replicates;   //!< the border needs the first and last pixel
    int border;       //!< BorderKind
    SmallTables<W> small;
    /** Of moment m: causal ones (A^(b-1-k) B)[m] at 2 m b + k, anticausal ones (A^k B)[m] at (2 m + 1) b + k. */
    const W* weights;
    const W*
        folded; //!< FoldedWeights (pairs_sums.cuh) of added pairs, for half a run; both axes share it if they are alike
    /** SquareTable. Both axes share it if they are alike. Null except for mirrored pairs in float, even or odd. */
    const W* squares;
    int parity; //!< of the mirrored pairs in `squares`
};

}}} // namespace cv::recfilter::gpu

#endif
