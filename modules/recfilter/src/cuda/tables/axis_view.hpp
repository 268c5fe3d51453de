// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_AXIS_VIEW_HPP
#define OPENCV_RECFILTER_CUDA_AXIS_VIEW_HPP

#include "math/limits.hpp"
#include "plan/chain_kind.hpp"

#include "opencv2/core/cvdef.h"

namespace cv { namespace recfilter { namespace gpu {

//! The powers and closures an axis keeps on the device, each moments x moments, row-major.
enum AxisMatrix
{
    TILE,         //!< A^b over a tile of b pixels
    TILE_LAST,    //!< over the last tile of the line
    TILE_LAST_F,  //!< the same for the causal sum that closes the line (shorter by SumClosure::shift)
    TILE_FIRST_A, //!< over the first tile, for the anticausal sum that closes the line
    SEGMENT,      //!< over a segment of tiles
    SEGMENT_LAST,
    SEGMENT_LAST_F,
    SEGMENT_FIRST_A,
    SAME, //!< SumClosure
    OTHER,
    BLOCK,         //!< A^r over a run of r pixels, of which a tile has one or more side by side
    BLOCK_LAST,    //!< over what the last tile has beyond its first run
    BLOCK_LAST_F,  //!< the same for the causal sum that closes the line
    BLOCK_FIRST_A, //!< over the first run of the first tile, for the anticausal one
    AXIS_MATRICES
};

//! Pixels of a line of mirrored pairs that tensor cores take at once, of as many lines (pairs_squares.cuh).
enum
{
    SQUARE_PIXELS = 16
};

/** What they are multiplied with, four numbers for each lane of a warp. Of parity s (BlockResponse), y[k] = x[k] + s x[15 - k] and
z[k] = x[k] - s x[15 - k], a state for each moment, the weights are matrices of 8 x 8 numbers: the lane's two, as a RightFactor
(tensor_cores.cuh), rounded to what tensor cores keep, and then what that leaves. SquareStates says what of two pairs, both
directions of which fit into a factor, differs from this. */
enum SquareTable
{
    SUMS_OF_Y, //!< to moments: with that of z, f is their difference and s a their sum. Of two pairs both give f and s a
    SUMS_OF_Z,
    RESULTS_OF_Y, //!< to pixels: result k is what this and the next one give, with the states; result 15 - k their difference
    RESULTS_OF_Z,
    RESULTS_NEAR, //!< of p + s e what both results have; of two pairs of p and s e result k
    RESULTS_FAR,  //!< of p - s e, of which the second result has the opposite; of two pairs result 15 - k
    SQUARE_POWER, //!< A^16 of the lane's pair, 2 x 2; of two pairs what it makes of the lane's moment, and of the other one
    SQUARE_TABLES
};

enum
{
    LANE_NUMBERS = 32 * 4, //!< of a table
    SQUARE_NUMBERS = SQUARE_TABLES * LANE_NUMBERS
};

//! One direction of sections on the device, for chains that are not known at compile time.
template <typename W>
struct SectionView
{
    int order;
    int endsBranch; //!< the section is the last one of its branch
    W f1, f2, c0, c1, c2;
};

//! OpenCV's border types, by what kernels do.
enum BorderKind
{
    BORDER_IS_CONSTANT,
    BORDER_IS_REPLICATE,
    BORDER_IS_REFLECT,
    BORDER_IS_REFLECT_101,
    BORDER_IS_WRAP
};

//! Axes for which the kernels are specialised: all-pole cascades of up to MAX_CASCADE moments, and pairs of poles that are added.
enum
{
    MAX_PAIRS = MAX_ADDED_PAIRS, //!< pairs that are added
    MAX_SMALL = 2 * MAX_PAIRS,   //!< moments of any of them
    MAX_ENTRIES = 4 * MAX_PAIRS  //!< of a matrix: 2 x 2 for each pair, or MAX_CASCADE squared
};
static_assert(MAX_CASCADE <= MAX_SMALL && MAX_CASCADE * MAX_CASCADE <= MAX_ENTRIES,
              "a cascade needs the room of pairs");

//! An all-pole cascade.
template <typename W>
struct CascadeTables
{
    W coefficients[MAX_CASCADE]; //!< f1 of each first-order section, then f1 and f2 of each second-order section
    W lift[MAX_CASCADE * MAX_CASCADE];
    W join[MAX_CASCADE * MAX_CASCADE];
};

/** AddedPair (math/sections.hpp) of every pair; both directions have the same poles, [0] is the causal one, [1] the anticausal one, of
the states before a pixel. */
template <typename W>
struct PairTables
{
    W gap[MAX_PAIRS], f2[MAX_PAIRS];
    W value[2][MAX_PAIRS], slope[2][MAX_PAIRS];
    W direct; //!< of both directions; 0 for Gaussians but for derivatives
};

//! The tables of such an axis, small enough to travel with the parameters.
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

/** What kernels know of an axis: the line's tiles and the tables that axis_tables.cpp makes. It travels as a kernel
parameter; the tables belong to the plan and never change. */
template <typename W>
struct AxisView
{
    int64 length;     //!< pixels of a line
    int64 tiles;      //!< tiles of a line
    int64 segments;   //!< segments of a line, propagated in parallel
    int segmentTiles; //!< tiles of a segment
    int tile;         //!< pixels of a tile, b
    int lastTile;     //!< pixels of the last tile
    int moments;      //!< sums of a line in a tile and direction; 0: the axis is not filtered
    int pairs;        //!< that are added, else 1: each has moments / pairs of them, which it propagates on its own
    int entries;      //!< numbers of a matrix in SmallTables
    int shift;        //!< SumClosure::shift
    int closes;       //!< the border needs the sums of the line
    int replicates;   //!< the border needs the first and last pixel
    int border;       //!< BorderKind
    int parallel;     //!< y = F(x) + R(x) instead of R(F(x))
    int causalStates;
    int anticausalStates;
    int causalSections;
    int anticausalSections;
    SmallTables<W> small;
    const W* matrices; //!< as in `small`, for any number of moments, as edge, lift and join are
    /** Of moment m: causal ones (A^(b-1-k) B)[m] at 2 m b + k, anticausal ones (A^k B)[m] at (2 m + 1) b + k. */
    const W* weights;
    const W*
        folded; //!< of added pairs, for half a run: FoldedWeights (pairs_sums.cuh); the same for axes that are alike
    /** SquareTable; the same for axes that are alike; null but for mirrored pairs in float that are even or odd. */
    const W* squares;
    int parity;    //!< of those
    const W* edge; //!< SumClosure
    const W* lift; //!< anticausalStates x moments
    const W* join; //!< X, anticausalStates x causalStates
    const SectionView<W>* causal;
    const SectionView<W>* anticausal;
};

}}} // namespace cv::recfilter::gpu

#endif
