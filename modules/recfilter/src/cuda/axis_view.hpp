// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_AXIS_VIEW_HPP
#define OPENCV_RECFILTER_CUDA_AXIS_VIEW_HPP

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

//! Moments of an axis, at most, for which the kernels are specialised.
enum
{
    MAX_SMALL = 3
};

//! The tables of such an axis, small enough to travel with the parameters.
template <typename W>
struct SmallTables
{
    W matrices[AXIS_MATRICES * MAX_SMALL * MAX_SMALL];
    W edge[MAX_SMALL];
    W lift[MAX_SMALL * MAX_SMALL];
    W join[MAX_SMALL * MAX_SMALL];
    W coefficients[MAX_SMALL]; //!< f1 of each first-order section, then f1 and f2 of each second-order section
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
    const W*
        weights; //!< of moment m: causal ones (A^(b-1-k) B)[m] at 2 m b + k, anticausal ones (A^k B)[m] at (2 m + 1) b + k
    const W* edge; //!< SumClosure
    const W* lift; //!< anticausalStates x moments
    const W* join; //!< X, anticausalStates x causalStates
    const SectionView<W>* causal;
    const SectionView<W>* anticausal;
};

}}} // namespace cv::recfilter::gpu

#endif
