// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The interface between the CPU engines and the kernels of each instruction set: tables, arguments and entry points.
// Kernels know neither bands nor images: they filter one tile.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_KERNELS_FILTER_KERNELS_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_KERNELS_FILTER_KERNELS_HPP

#include "math/limits.hpp"
#include "math/block_response.hpp"
#include "math/packing.hpp"
#include "runtime/cpu/pixels/pixel_kernels.hpp"

#include <vector>

namespace cv { namespace recfilter {

//! Upper bounds over all processors.
constexpr int MAX_VECTOR_BYTES = 64;
constexpr int MAX_LANES = MAX_VECTOR_BYTES / int(sizeof(float));

//! A section (math/sections.hpp) in the working type W, float or double.
template <typename W>
struct SectionCoefs
{
    int order;
    W f1, f2, c0, c1, c2;
};

//! One direction of an axis, as the kernels run it.
template <typename W>
struct Chain
{
    std::vector<SectionCoefs<W>> sections;
    std::vector<int> branchEnds; //!< index behind the last section of each branch
    int states = 0;              //!< W numbers of state a line
    int firstOrder = 0, secondOrder = 0;
    bool cascadeOfAllPoles = false;  //!< firstOrder sections, then secondOrder ones, no taps: a specialised kernel
    std::vector<PairCoefs<W>> pairs; //!< the sections in another form, if they are added pairs: a specialised kernel
    W direct = 0;                    //!< the input's share in the sum of pairs

    static Chain makeIdentity()
    {
        Chain chain;
        chain.branchEnds.push_back(0);
        chain.cascadeOfAllPoles = true;
        return chain;
    }

    bool isLike(const Chain& other) const
    {
        return cascadeOfAllPoles == other.cascadeOfAllPoles && pairs.size() == other.pairs.size() &&
               (!cascadeOfAllPoles || (firstOrder == other.firstOrder && secondOrder == other.secondOrder));
    }
};

//! A small matrix in the working type without its zeros: added pairs do not mix.
template <typename W>
struct SmallMatrix
{
    struct Entry
    {
        int column;
        W value;
    };

    SmallMatrix() = default;
    explicit SmallMatrix(const Matrix& m);

    bool isZero() const { return entries.empty(); }

    std::vector<int> ends; //!< of the entries of each row
    std::vector<Entry> entries;
};

//! Weight vectors of elements first, first + 1, ... of a line; each has `states` numbers.
template <typename W>
struct WeightTable
{
    int64 first = 0;
    int64 count = 0;
    int states = 0;
    std::vector<W> data;

    bool empty() const { return count == 0 || states == 0; }
    bool meets(int64 begin, int64 end) const { return !empty() && begin < first + count && end > first; }
    bool covers(int64 begin, int64 end) const { return begin >= first && end <= first + count; }
    const W* at(int64 element) const { return data.data() + (element - first) * states; }
};

//! A tile as rows of an image or of a buffer; steps count elements.
template <typename W>
struct TileView
{
    W* data;
    size_t step;
};

//! A tile that is only read, of W or of pixels that the kernels of W convert (#readsPixels). Steps count elements.
struct PixelView
{
    const void* data;
    size_t step;
    int depth;
};

template <typename W>
PixelView pixelView(const W* data, size_t step)
{
    return {data, step, DataType<W>::depth};
}

//! The view without its first `row` rows.
inline PixelView rowsFrom(PixelView view, int64 row)
{
    view.data = static_cast<const uchar*>(view.data) + size_t(row) * view.step * CV_ELEM_SIZE1(view.depth);
    return view;
}

//! Whether the kernels of W load pixels of a depth. float loads only depths that it represents exactly.
template <typename W>
bool readsPixels(int depth)
{
    return depth == DataType<W>::depth || (DataType<W>::depth == CV_32F && depth != CV_64F && depth != CV_32S);
}

//! Cache lines of an image to prefetch, row by row.
struct Prefetch
{
    const uchar* image = nullptr;
    size_t step = 0; //!< bytes from row to row
    int64 linesPerRow = 1;
    int64 firstLine = 0; //!< line i is in row i / linesPerRow
    int lines = 0;
};

//! Arguments of the column passes over one tile. cols is a multiple of the vector length.
template <typename W>
struct ColumnPass
{
    const Chain<W>* chain;
    PixelView in;
    TileView<W> out;        //!< may be in
    const W* add = nullptr; //!< tile with the step of out, added to the result (the parallel form)
    int rows, cols;
    W* state; //!< states x stateStep, one column a line; read and written
    size_t stateStep;
};

/** Tables for blocks of pixels of mirrored added pairs (areMirroredPairs, math/sections.hpp), besides their chains. A
block has `lanes` pixels along rows and #PAIR_BLOCK_ROWS along columns. Matrices have 2 x 2 numbers a pair. */
template <typename W>
struct PairBlocks
{
    const Chain<W>*causal = nullptr, *anticausal = nullptr;
    std::vector<W> folded; //!< of each pixel of half a block the weights of addFolded (pair_block_kernels.hpp)
    BlockResponse<W> response;
    std::vector<W> block;  //!< A to the pixels of a block
    std::vector<W> powers; //!< A to the pixels before block 0, 1, ... of a LineGroups group, until they have faded
    int64 powerCount = 0;
};

/** Vectors that the row passes of mirrored pairs keep of each block: the causal state before it and its anticausal sum.
Adding the sum up again took 3.27 instead of 3.09 ms (ACCURATE, 1024 x 1024, AVX2, one core of a Zen 3). */
constexpr int pairBlockStates(int pairs)
{
    return 4 * pairs;
}

constexpr int MAX_PAIR_CHANNELS = 4; //!< interleaved, whose rows run by blocks of pairs
constexpr int PAIR_BLOCK_ROWS = 8;
constexpr int PAIR_COLUMN_BLOCKS = 8; //!< most blocks of a tile

//! Arguments of both directions of mirrored pairs, with a BlockResponse, over the columns of one tile.
template <typename W>
struct PairColumnPass
{
    const PairBlocks<W>* tables;
    PixelView in;
    TileView<W> out;
    int rows, cols; //!< rows: 1 to #PAIR_COLUMN_BLOCKS blocks
    W* p;           //!< causal states: read above the tile, written below it
    const W* e; //!< the anticausal states below the tile, or, where toEnd is not null, their part without toEnd * end
    const W* toEnd = nullptr; //!< A' to the rows until the end of the run, 2 x 2 numbers a pair; null: e is complete
    const W* end;
    size_t pStep, eStep; //!< eStep: also of end
};

/** Arguments of the row passes over one tile. A bundle is as many rows as a vector has lanes, transposed, one row a
lane. The transposed tile consists of lanes x lanes blocks; the bundles of a block column follow each other. */
template <typename W>
struct RowPass
{
    const Chain<W>* chain;
    TileView<W> rows;         //!< forward: source; backward: destination
    W* transposed;            //!< forward: destination; backward: source (cascade: u = F(x); parallel: x)
    W* parallelSum = nullptr; //!< parallel form: F(x), as transposed; with pairBlocks: pairBlockStates
    const PairBlocks<W>* pairBlocks = nullptr; //!< for #FilterKernels::pairRows: up to #MAX_PAIR_CHANNELS, no weights
    ptrdiff_t blockStep; //!< from block column to block column of transposed and parallelSum; may be negative
    int bundles;
    int cols;                    //!< valid elements of the tile
    int64 element;               //!< the tile's first element in its row
    int64 weightElement[2] = {}; //!< the same element as the weights count it, or the powers of pairBlocks
    int channels;
    W* state = nullptr; //!< one vector for each bundle, channel and state; null: only sums
    //! Forward: weights of the closing sums. Backward: [0] is the response to the state before the line. Null: none.
    const WeightTable<W>* weights[2] = {};
    W* sums[2] = {};          //!< laid out as state; forward: closing sums; backward: [0] the state before the line
    W gain = 1;               //!< backward: factor of the result
    bool nonTemporal = false; //!< backward: rows begin at cache lines and are not read soon
    W* pieces = nullptr;      //!< backward, nonTemporal: one cache line of room for each row

    int blocks(int lanes) const { return (cols + lanes - 1) / lanes; }
};

//! sums[m][column] += sum over rows of weights[row][m] * in[row][column].
template <typename W>
struct WeightedSums
{
    PixelView in;
    int rows, cols;
    const W* weights; //!< rows x count
    int count;
    W* sums;
    size_t sumStep;
    bool prefetch = false;
};

/** The sums f and a of mirrored added pairs over all rows of every column: z = a + power * below; sent += toEnd * f.
Rows k and rows - 1 - k share two weights (addFolded, pair_block_kernels.hpp). Matrices have 2 x 2 numbers a pair. */
template <typename W>
struct FoldedSums
{
    PixelView in;
    int rows; //!< even
    int cols;
    const W* weights; //!< for half of the rows: of each state half the sum of both weights, then half the difference
    int pairs;
    const W* power; //!< A' to the number of rows; null: faded
    const W* below; //!< z below the rows
    W* z;           //!< above them; may be below
    W* kept;        //!< second copy of z, by non-temporal stores of whole cache lines; or null
    const W* toEnd; //!< A to the rows from here to the end of the run; null: faded or not needed
    W* sent;
    size_t step; //!< of below, z, kept and sent
    bool prefetch = false;
};

//! The inner loops for one working type, compiled for each instruction set and chosen at run time.
template <typename W>
struct FilterKernels : PixelKernels<W>
{
    int lanes;  //!< of a vector
    bool fuses; //!< multiply-adds round once
    void (*columnDown)(const ColumnPass<W>&);
    void (*columnUp)(const ColumnPass<W>&);
    //! Both directions of mirrored pairs along columns, at once.
    void (*pairColumns)(const PairColumnPass<W>&);
    /** The backward pass over one tile and the forward pass over another, block by block in turn. So the stores of one
    overlap the arithmetic of both. Either tile may be null. Prefetches `wanted` meanwhile. */
    void (*rows)(const RowPass<W>* backward, const RowPass<W>* forward, const Prefetch& wanted);
    /** The pass of a cascade in one direction from rows to rows, which may be the same: whole blocks of one channel,
    without weights. */
    void (*oneWayRows)(const RowPass<W>&, const TileView<W>& out, bool backward, const Prefetch& wanted);
    //! `rows` for mirrored pairs. Forward: sums[0] becomes a over the line. Backward: sums[0] is the state before it.
    void (*pairRows)(const RowPass<W>* backward, const RowPass<W>* forward, const Prefetch& wanted);
    void (*weightedSums)(const WeightedSums<W>&);
    void (*foldedSums)(const FoldedSums<W>&);
    //! out[m][column] += sum_k M[m][k] in[k][column]
    void (*multiplyAdd)(const SmallMatrix<W>& M, const W* in, size_t inStep, W* out, size_t outStep, int columns);
};

const FilterKernels<float>& filterKernels(float);
const FilterKernels<double>& filterKernels(double);

}} // namespace cv::recfilter

#endif
