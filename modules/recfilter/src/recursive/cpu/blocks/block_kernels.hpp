// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_BLOCKS_BLOCK_KERNELS_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_BLOCKS_BLOCK_KERNELS_HPP

// Any axis by blocks of pixels with states between them (doc/block_states.md): tables and kernels. Kernels know neither
// bands nor images: they filter one tile.

#include "recursive/cpu/kernels/filter_kernels.hpp"

namespace cv { namespace recfilter {

/** out = W1 v1 + W2 v2 for vectors of lines, a few rows of out at a time: a part. The weights of a part follow each
other: those of the first input, for each row of the part, then those of the second one. A folded product has pairs of
inputs and weights in place of v1: of each pair the weights of all rows of the part for its first input, then for its
second one. */
template <typename W>
struct BlockProduct
{
    struct Part
    {
        int first, rows; //!< of out
        int n1, n2;      //!< inputs, or pairs of them, from v1; inputs from v2
        size_t weights;
    };
    std::vector<Part> parts;
    std::vector<W> weights;
};

/** Tables for blocks of so many pixels x with the states p before it and e behind it (BlockStates). Plain blocks:

    results:  y = H x + O p         sums:     z = G' x          ahead:      p := G x + A^K p
    back:     y := y + O' e                                     aheadBack:  e := z + A'^K e

If the response is even (parity 1) or odd (-1), pixels k and K-1-k enter as u = x[k] + parity x[K-1-k] and
d = x[k] - parity x[K-1-k], and so do p and e. That halves the products, except those by A^K. Folded blocks:

    results:  (y[k] + y[K-1-k]) / 2 by u, and (y[k] - y[K-1-k]) / 2 by d
    ahead:    f1 by u and f2 by d with G x = f1 + f2 and z = parity (f1 - f2); p := G x + A^K p
    back:     adds the results' halves by p + parity e and by p - parity e, and unfolds */
template <typename W>
struct BlockTable
{
    int pixels = 0;
    int parity = 0; //!< 0: plain
    BlockProduct<W> results, sums, ahead, back, aheadBack;
};

template <typename W>
struct BlockTables
{
    int causalStates = 0, anticausalStates = 0;
    int pixels = 0;                   //!< of a whole block
    std::vector<BlockTable<W>> table; //!< of blocks of 1, 2, ... pixels; only the last one may be folded

    const BlockTable<W>& of(int count) const { return table[size_t(count) - 1]; }
    //! Whether whole blocks are folded.
    bool folds() const { return !table.empty() && table.back().parity != 0; }
    //! Vectors that stay of a block between both directions, besides its pixels.
    int kept() const { return folds() ? causalStates + anticausalStates : anticausalStates; }
    //! Blocks of a tile of so many elements, of all channels.
    int blocksOf(int elements, int channels) const
    {
        return channels * (((elements + channels - 1) / channels + pixels - 1) / pixels);
    }
    //! Elements of W that a kernel needs for tiles of so many rows and columns.
    size_t memory(int rows, int cols) const;
};

//! Both directions along the columns of one tile.
template <typename W>
struct BlockColumnPass
{
    const BlockTables<W>* tables;
    PixelView in;
    TileView<W> out;
    int rows, cols; //!< cols: a multiple of two vectors
    W* p;           //!< causal states: read above the tile, written below it
    const W* e;     //!< anticausal states below the tile
    size_t pStep, eStep;
    W* memory;
};

/** The sums f and a over all rows of every column, in states that both directions share: z = a + power * below;
sent += toEnd * f. Rows k and rows - 1 - k share two weights (foldedWeightsOf, math/pair_weights.hpp). */
template <typename W>
struct FoldedBlockSums
{
    PixelView in;
    int rows; //!< even
    int cols;
    const W* weights;
    int states;
    const SmallMatrix<W>* power; //!< A to the number of rows
    const W* below;              //!< z below the rows
    W* z;                        //!< above them
    const SmallMatrix<W>* toEnd; //!< A to the rows from here to the end of the run; null: not needed
    W* sent;
    size_t step; //!< of below, z and sent
    bool prefetch;
};

//! The inner loops for one working type, compiled for each instruction set and chosen at run time.
template <typename W>
struct BlockKernels
{
    int partRows;       //!< most rows of a part
    int foldedPartRows; //!< most rows of a part of a folded product
    void (*columns)(const BlockColumnPass<W>&);
    void (*foldedSums)(const FoldedBlockSums<W>&);
    /** As FilterKernels::rows. The tile in `transposed` is [two bundles][element][lane of both], in a slot of `width`
    elements a row; `parallelSum` has BlockTables::kept vectors for each of BlockTables::blocksOf, likewise. */
    void (*rows)(const RowPass<W>* backward, const RowPass<W>* forward, const BlockTables<W>& tables, int width,
                 W* memory, const Prefetch& wanted);
};

const BlockKernels<float>& blockKernels(float);
const BlockKernels<double>& blockKernels(double);

//! Vectors that kernels take at a time: two strips of columns or two bundles of rows.
constexpr int BLOCK_VECTORS = 2;

template <typename W>
size_t BlockTables<W>::memory(int rows, int cols) const
{
    const int states = causalStates + anticausalStates;
    const int blocks = std::max((rows + pixels - 1) / pixels, 1);
    const size_t vectors = size_t(blocks) * size_t(kept() + pixels) + size_t(6 * states) + size_t(4 * pixels);
    return (vectors + size_t(2 * cols)) * BLOCK_VECTORS * MAX_LANES;
}

}} // namespace cv::recfilter

#endif
