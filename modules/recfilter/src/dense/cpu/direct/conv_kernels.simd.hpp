// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The inner loops of direct convolution: a block of results stays in registers while the taps go by. No include guard:
// OpenCV compiles it once per instruction set.

#include "dense/cpu/direct/conv_kernels.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

const ConvKernels<float>& floatConvKernels();
const ConvKernels<double>& doubleConvKernels();

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#ifndef CV_CPU_OPTIMIZATION_DECLARATIONS_ONLY

#include "runtime/cpu/vectors/vector.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

/** Vectors side by side. With CONV_ROWS rows they are 24 of AVX-512's 32 registers, or 12 of 16. The others hold a tap
and the pixels. */
constexpr int BLOCK_VECTORS = CV_AVX512_SKX ? 4 : 2;
static_assert(BLOCK_VECTORS <= CONV_VECTORS, "callers leave room for as many");

template <typename W>
struct Results
{
    typename Vector<W>::type v[CONV_ROWS][BLOCK_VECTORS];
};

/** What a block of results has added up so far. Of every level RADIX sums become one of the next level, so that no sum
has many terms. */
template <typename W>
class Totals
{
public:
    //! Takes over the sums of the first ROWS result rows. The others are zeros. All sums then start from zero.
    template <int ROWS>
    CV_ALWAYS_INLINE void take(Results<W>& results)
    {
        if (levels > 0)
        {
            RECFILTER_UNROLL
            for (int r = 0; r < ROWS; r++)
                RECFILTER_UNROLL
            for (int i = 0; i < BLOCK_VECTORS; i++)
                results.v[r][i] = Vector<W>::add(results.v[r][i], Vector<W>::load(at(0, r * BLOCK_VECTORS + i)));
        }
        else
        {
            counts[levels++] = 0;
            RECFILTER_UNROLL
            for (int i = ROWS * BLOCK_VECTORS; i < VECTORS; i++)
                Vector<W>::store(at(0, i), Vector<W>::zero());
        }
        RECFILTER_UNROLL
        for (int r = 0; r < ROWS; r++)
            RECFILTER_UNROLL
        for (int i = 0; i < BLOCK_VECTORS; i++)
        {
            Vector<W>::store(at(0, r * BLOCK_VECTORS + i), results.v[r][i]);
            results.v[r][i] = Vector<W>::zero();
        }
        if (++counts[0] == RADIX)
            carry();
    }

    CV_ALWAYS_INLINE void addTo(Results<W>& results) const
    {
        for (int level = 0; level < levels; level++)
        {
            RECFILTER_UNROLL
            for (int r = 0; r < CONV_ROWS; r++)
                RECFILTER_UNROLL
            for (int i = 0; i < BLOCK_VECTORS; i++)
                results.v[r][i] = Vector<W>::add(results.v[r][i], Vector<W>::load(at(level, r * BLOCK_VECTORS + i)));
        }
    }

private:
    static constexpr int RADIX = 16, LEVELS = 6, LANES = Vector<W>::lanes, VECTORS = CONV_ROWS * BLOCK_VECTORS;

    W* at(int level, int vector) { return memory + (level * VECTORS + vector) * LANES; }
    const W* at(int level, int vector) const { return memory + (level * VECTORS + vector) * LANES; }

    void open()
    {
        for (int i = 0; i < VECTORS; i++)
            Vector<W>::store(at(levels, i), Vector<W>::zero());
        counts[levels++] = 0;
    }

    //! Rare. Not inlined: all results are zeros here, so that no register must be kept.
    RECFILTER_NOINLINE void carry()
    {
        for (int level = 0; level + 1 < LEVELS && counts[level] == RADIX; level++)
        {
            if (level + 1 == levels)
                open();
            for (int i = 0; i < VECTORS; i++)
            {
                W* const total = at(level + 1, i);
                Vector<W>::store(total, Vector<W>::add(Vector<W>::load(total), Vector<W>::load(at(level, i))));
                Vector<W>::store(at(level, i), Vector<W>::zero());
            }
            counts[level] = 0;
            counts[level + 1]++;
        }
    }

    alignas(64) W memory[LEVELS * VECTORS * LANES];
    int counts[LEVELS], levels = 0; //!< sums of each level, and levels that are open
};

/** A piece of the rows of taps of a group: some columns and, if rows are folded, their mirrored ones. Distances are
elements of a row of the source. */
struct ConvPiece
{
    int first;         //!< column of taps, where rows of the piece begin
    int pairs, alone;  //!< columns with a partner, and those without
    int middle;        //!< columns from the first one to those without a partner
    ptrdiff_t begin;   //!< from a row of the source to the piece
    ptrdiff_t partner; //!< from there to the partner of the first pixel
    ptrdiff_t single;  //!< from there to the first pixel without one
};

//! In place of a piece: the rows of taps are not cut. Small kernels take 4 to 10 % less time so.
struct WholeRows
{};

//! Adds pixels times a tap to each of the result rows. @param lastTap that for row FIRST, the others stand above it
template <typename W, int FIRST, int COUNT>
CV_ALWAYS_INLINE void addPixels(Results<W>& results, const typename Vector<W>::type (&pixels)[BLOCK_VECTORS],
                                const W* lastTap, int width)
{
    RECFILTER_UNROLL
    for (int r = FIRST; r < FIRST + COUNT; r++)
    {
        const auto tap = Vector<W>::all(lastTap[-ptrdiff_t(r - FIRST) * width]);
        RECFILTER_UNROLL
        for (int i = 0; i < BLOCK_VECTORS; i++)
            results.v[r][i] = Vector<W>::madd(tap, pixels[i], results.v[r][i]);
    }
}

/** One row of the source: adds a row of taps to each of the result rows FIRST to FIRST + COUNT - 1.
@param lastTaps those for row FIRST; each further row takes the taps above */
template <typename W, ConvFold FOLD, int FIRST, int COUNT>
CV_ALWAYS_INLINE void addRow(Results<W>& results, const W* row, const ConvBlock<W>& block, WholeRows, const W* lastTaps)
{
    constexpr int lanes = Vector<W>::lanes;
    const int width = block.width;
    typename Vector<W>::type pixels[BLOCK_VECTORS];
    int x = 0;
    if constexpr (FOLD != ConvFold::NONE)
    {
        const W* mirrored = row + ptrdiff_t(width - 1) * block.stride;
        for (; x < width / 2; x++, row += block.stride, mirrored -= block.stride)
        {
            RECFILTER_UNROLL
            for (int i = 0; i < BLOCK_VECTORS; i++)
            {
                const auto left = Vector<W>::load(row + i * lanes), right = Vector<W>::load(mirrored + i * lanes);
                pixels[i] = FOLD == ConvFold::EVEN ? Vector<W>::add(left, right) : Vector<W>::sub(left, right);
            }
            addPixels<W, FIRST, COUNT>(results, pixels, lastTaps + x, width);
        }
    }
    const int end = FOLD == ConvFold::NONE ? width : (width + 1) / 2; // with the middle, which has no partner
    for (; x < end; x++, row += block.stride)
    {
        RECFILTER_UNROLL
        for (int i = 0; i < BLOCK_VECTORS; i++)
            pixels[i] = Vector<W>::load(row + i * lanes);
        addPixels<W, FIRST, COUNT>(results, pixels, lastTaps + x, width);
    }
}

//! The same for a piece of the row of taps. @param row, lastTaps from the piece on
template <typename W, ConvFold FOLD, int FIRST, int COUNT>
CV_ALWAYS_INLINE void addRow(Results<W>& results, const W* row, const ConvBlock<W>& block, const ConvPiece& piece,
                             const W* lastTaps)
{
    constexpr int lanes = Vector<W>::lanes;
    const int width = block.width;
    typename Vector<W>::type pixels[BLOCK_VECTORS];
    const W* single = row;
    const W* singleTaps = lastTaps;
    if constexpr (FOLD != ConvFold::NONE)
    {
        const W* partner = row + piece.partner;
        for (int x = 0; x < piece.pairs; x++, row += block.stride, partner -= block.stride)
        {
            RECFILTER_UNROLL
            for (int i = 0; i < BLOCK_VECTORS; i++)
            {
                const auto a = Vector<W>::load(row + i * lanes), b = Vector<W>::load(partner + i * lanes);
                pixels[i] = FOLD == ConvFold::EVEN ? Vector<W>::add(a, b) : Vector<W>::sub(a, b);
            }
            addPixels<W, FIRST, COUNT>(results, pixels, lastTaps + x, width);
        }
        single += piece.single;
        singleTaps += piece.middle;
    }
    for (int x = 0; x < piece.alone; x++, single += block.stride)
    {
        RECFILTER_UNROLL
        for (int i = 0; i < BLOCK_VECTORS; i++)
            pixels[i] = Vector<W>::load(single + i * lanes);
        addPixels<W, FIRST, COUNT>(results, pixels, singleTaps + x, width);
    }
}

//! Source row y reaches result row r by the tap row y - r, if the kernel has that. The rows from Y on, of a low kernel.
template <typename W, ConvFold FOLD, int HEIGHT, int Y = 0, typename Piece>
CV_ALWAYS_INLINE void addLow(Results<W>& results, const W* const* rows, ptrdiff_t column, const ConvBlock<W>& block,
                             const Piece& piece, const W* taps)
{
    if constexpr (Y < HEIGHT + CONV_ROWS - 1)
    {
        constexpr int FIRST = Y < HEIGHT ? 0 : Y - HEIGHT + 1, LAST = Y < CONV_ROWS ? Y : CONV_ROWS - 1;
        addRow<W, FOLD, FIRST, LAST - FIRST + 1>(results, rows[Y] + column, block, piece,
                                                 taps + (Y - FIRST) * block.width);
        addLow<W, FOLD, HEIGHT, Y + 1>(results, rows, column, block, piece, taps);
    }
}

//! The first rows of a higher kernel, which reach the first result rows only.
template <typename W, ConvFold FOLD, int Y = 0, typename Piece>
CV_ALWAYS_INLINE void addTop(Results<W>& results, const W* const* rows, ptrdiff_t column, const ConvBlock<W>& block,
                             const Piece& piece, const W* taps)
{
    if constexpr (Y < CONV_ROWS - 1)
    {
        addRow<W, FOLD, 0, Y + 1>(results, rows[Y] + column, block, piece, taps + Y * block.width);
        addTop<W, FOLD, Y + 1>(results, rows, column, block, piece, taps);
    }
}

//! The last rows, from `rows` on, which reach the last result rows only. @param lastTaps the kernel's last row
template <typename W, ConvFold FOLD, int FIRST = 1, typename Piece>
CV_ALWAYS_INLINE void addBottom(Results<W>& results, const W* const* rows, ptrdiff_t column, const ConvBlock<W>& block,
                                const Piece& piece, const W* lastTaps)
{
    if constexpr (FIRST < CONV_ROWS)
    {
        addRow<W, FOLD, FIRST, CONV_ROWS - FIRST>(results, rows[FIRST - 1] + column, block, piece, lastTaps);
        addBottom<W, FOLD, FIRST + 1>(results, rows, column, block, piece, lastTaps);
    }
}

//! A high kernel whose products are one sum.
template <typename W, ConvFold FOLD>
CV_ALWAYS_INLINE void addHigh(Results<W>& results, const W* const* rows, int column, const ConvBlock<W>& block,
                              const W* taps)
{
    const WholeRows whole;
    addTop<W, FOLD>(results, rows, column, block, whole, taps);
    for (int y = CONV_ROWS - 1; y < block.height; y++)
        addRow<W, FOLD, 0, CONV_ROWS>(results, rows[y] + column, block, whole, taps + ptrdiff_t(y) * block.width);
    addBottom<W, FOLD>(results, rows + block.height, column, block, whole,
                       taps + ptrdiff_t(block.height - 1) * block.width);
}

//! @param rowsOfSum of the source, after which sums end
template <typename W, ConvFold FOLD, typename Piece>
CV_ALWAYS_INLINE void addHigh(Results<W>& results, const W* const* rows, ptrdiff_t column, const ConvBlock<W>& block,
                              const Piece& piece, const W* taps, int rowsOfSum, Totals<W>& totals)
{
    addTop<W, FOLD>(results, rows, column, block, piece, taps);
    int end = rowsOfSum; // of the sum
    if (end < CONV_ROWS)
    {
        totals.template take<CONV_ROWS - 1>(results);
        end += rowsOfSum;
    }
    for (int y = CONV_ROWS - 1; y < block.height;)
    {
        // A sum that would end in the rows at the bottom ends before them.
        const bool isLast = end >= block.height + CONV_ROWS - 1;
        for (const int stop = std::min(end, block.height); y < stop; y++)
            addRow<W, FOLD, 0, CONV_ROWS>(results, rows[y] + column, block, piece, taps + ptrdiff_t(y) * block.width);
        if (!isLast)
            totals.template take<CONV_ROWS>(results);
        end += rowsOfSum;
    }
    addBottom<W, FOLD>(results, rows + block.height, column, block, piece,
                       taps + ptrdiff_t(block.height - 1) * block.width);
}

//! Piece number i of a row of taps.
template <typename W, ConvFold FOLD>
CV_ALWAYS_INLINE ConvPiece pieceOf(const SumBlocks& blocks, const ConvBlock<W>& block, int i)
{
    const int width = block.width, all = FOLD == ConvFold::NONE ? width : (width + 1) / 2;
    ConvPiece piece;
    piece.first = i * blocks.piece;
    const int count = std::min(blocks.piece, all - piece.first);
    piece.pairs = FOLD == ConvFold::NONE ? 0 : std::min(count, width / 2 - piece.first); // the middle has no partner
    piece.alone = count - piece.pairs;
    piece.middle = FOLD == ConvFold::NONE ? 0 : width / 2 - piece.first;
    piece.begin = ptrdiff_t(piece.first) * block.stride;
    piece.partner = ptrdiff_t(width - 1 - 2 * piece.first) * block.stride;
    piece.single = ptrdiff_t(piece.middle) * block.stride;
    return piece;
}

//! The zeros that all sums start from.
template <typename W>
CV_ALWAYS_INLINE void clear(Results<W>& results)
{
    RECFILTER_UNROLL
    for (int r = 0; r < CONV_ROWS; r++)
        RECFILTER_UNROLL
    for (int i = 0; i < BLOCK_VECTORS; i++)
        results.v[r][i] = Vector<W>::zero();
}

//! Adds what the block adds to, and writes the results from a column on.
template <typename W>
CV_ALWAYS_INLINE void finish(Results<W>& results, const ConvBlock<W>& block, int column)
{
    constexpr int lanes = Vector<W>::lanes;
    if (block.adds)
        RECFILTER_UNROLL
    for (int r = 0; r < CONV_ROWS; r++)
        RECFILTER_UNROLL
    for (int i = 0; i < BLOCK_VECTORS; i++)
        results.v[r][i] = Vector<W>::add(results.v[r][i], Vector<W>::load(block.out[r] + column + i * lanes));
    if (block.start != 0)
        RECFILTER_UNROLL
    for (int r = 0; r < CONV_ROWS; r++)
        RECFILTER_UNROLL
    for (int i = 0; i < BLOCK_VECTORS; i++)
        results.v[r][i] = Vector<W>::add(results.v[r][i], Vector<W>::all(block.start));
    RECFILTER_UNROLL
    for (int r = 0; r < CONV_ROWS; r++)
        RECFILTER_UNROLL
    for (int i = 0; i < BLOCK_VECTORS; i++)
        Vector<W>::store(block.out[r] + column + i * lanes, results.v[r][i]);
}

//! All products are one sum. @tparam HEIGHT of the kernel, or CONV_ROWS for that and more
template <typename W, ConvFold FOLD, int HEIGHT>
void correlateSum(const ConvBlock<W>& block)
{
    for (int column = 0; column < block.columns; column += BLOCK_VECTORS * Vector<W>::lanes)
    {
        Results<W> results;
        clear(results);
        for (int g = 0; g < block.groups; g++)
        {
            const W* const* const rows = block.rows + g * block.groupStep;
            const W* const taps = block.taps + ptrdiff_t(g) * block.height * block.width;
            if constexpr (HEIGHT < CONV_ROWS)
                addLow<W, FOLD, HEIGHT>(results, rows, column, block, WholeRows(), taps);
            else
                addHigh<W, FOLD>(results, rows, column, block, taps);
        }
        finish(results, block, column);
    }
}

//! Sums of whole rows of taps. @tparam HEIGHT as above
template <typename W, ConvFold FOLD, int HEIGHT>
void correlateRows(const ConvBlock<W>& block)
{
    const int sumGroups = block.sums.groups, sumRows = block.sums.rows;
    for (int column = 0; column < block.columns; column += BLOCK_VECTORS * Vector<W>::lanes)
    {
        Totals<W> totals;
        Results<W> results;
        clear(results);
        for (int g = 0; g < block.groups;)
        {
            if (g > 0)
                totals.template take<CONV_ROWS>(results);
            for (const int end = std::min(g + sumGroups, block.groups); g < end; g++)
            {
                const W* const* const rows = block.rows + g * block.groupStep;
                const W* const taps = block.taps + ptrdiff_t(g) * block.height * block.width;
                if constexpr (HEIGHT < CONV_ROWS)
                    addLow<W, FOLD, HEIGHT>(results, rows, column, block, WholeRows(), taps);
                else
                    addHigh<W, FOLD>(results, rows, column, block, WholeRows(), taps, sumRows, totals);
            }
        }
        totals.addTo(results);
        finish(results, block, column);
    }
}

//! Sums of pieces of rows of taps. @tparam HEIGHT as above
template <typename W, ConvFold FOLD, int HEIGHT>
void correlatePieces(const ConvBlock<W>& block)
{
    const SumBlocks& blocks = block.sums;
    for (int column = 0; column < block.columns; column += BLOCK_VECTORS * Vector<W>::lanes)
    {
        Totals<W> totals;
        Results<W> results;
        clear(results);
        bool isFirst = true;
        for (int g = 0; g < block.groups; g++)
        {
            const W* const* const rows = block.rows + g * block.groupStep;
            const W* const taps = block.taps + ptrdiff_t(g) * block.height * block.width;
            for (int i = 0; i < blocks.pieces; i++, isFirst = false)
            {
                const ConvPiece piece = pieceOf<W, FOLD>(blocks, block, i);
                const ptrdiff_t from = column + piece.begin;
                if (!isFirst)
                    totals.template take<CONV_ROWS>(results);
                if constexpr (HEIGHT < CONV_ROWS)
                    addLow<W, FOLD, HEIGHT>(results, rows, from, block, piece, taps + piece.first);
                else
                    addHigh<W, FOLD>(results, rows, from, block, piece, taps + piece.first, blocks.rows, totals);
            }
        }
        totals.addTo(results);
        finish(results, block, column);
    }
}

template <typename W, ConvFold FOLD, int HEIGHT = 1>
void correlateFolded(const ConvBlock<W>& block)
{
    if (block.height == HEIGHT || HEIGHT == CONV_ROWS)
    {
        if (block.sums.isOne)
            correlateSum<W, FOLD, HEIGHT>(block);
        else if (block.sums.pieces == 1)
            correlateRows<W, FOLD, HEIGHT>(block);
        else
            correlatePieces<W, FOLD, HEIGHT>(block);
    }
    else if constexpr (HEIGHT < CONV_ROWS)
        correlateFolded<W, FOLD, HEIGHT + 1>(block);
}

template <typename W>
void correlate(const ConvBlock<W>& block)
{
    switch (block.fold)
    {
    case ConvFold::EVEN:
        return correlateFolded<W, ConvFold::EVEN>(block);
    case ConvFold::ODD:
        return correlateFolded<W, ConvFold::ODD>(block);
    default:
        return correlateFolded<W, ConvFold::NONE>(block);
    }
}

template <typename W>
int nextTie(const W* values, int first, int count, W bound)
{
    constexpr int PIECE = 64; // short enough to be looked through, long enough for vectors
    for (int i = first; i < count;)
    {
        const int end = std::min(count, i + PIECE);
        int ties = 0;
        for (int k = i; k < end; k++)
            ties |= int(std::abs(values[k] - std::nearbyint(values[k])) > W(0.5) - bound);
        if (!ties)
        {
            i = end;
            continue;
        }
        for (; i < end; i++)
            if (std::abs(values[i] - std::nearbyint(values[i])) > W(0.5) - bound)
                return i;
    }
    return count;
}

template <typename V>
CV_ALWAYS_INLINE V largerMagnitude(const V& a, const V& b)
{
    if constexpr (std::is_arithmetic<V>::value)
        return std::max(a, std::abs(b));
    else
        return v_max(a, v_abs(b));
}

template <typename W>
bool findLargest(const W* values, int count, W* largest)
{
    constexpr int lanes = Vector<W>::lanes;
    const auto zero = Vector<W>::zero();
    constexpr int chains = 4;                                             // sums that need not wait for each other
    typename Vector<W>::type products[chains] = {zero, zero, zero, zero}; // with zero: NaN if a value is not finite
    const auto add = [&](int at, auto& product) {
        const auto value = Vector<W>::load(values + at);
        Vector<W>::store(largest + at, largerMagnitude(Vector<W>::load(largest + at), value));
        product = Vector<W>::madd(value, zero, product);
    };
    int i = 0;
    for (; i + chains * lanes <= count; i += chains * lanes)
        RECFILTER_UNROLL
    for (int k = 0; k < chains; k++)
        add(i + k * lanes, products[k]);
    for (; i + lanes <= count; i += lanes)
        add(i, products[0]);
    W all[lanes];
    Vector<W>::store(
        all, Vector<W>::add(Vector<W>::add(products[0], products[1]), Vector<W>::add(products[2], products[3])));
    W sum = 0;
    for (W product : all)
        sum += product;
    for (; i < count; i++)
    {
        largest[i] = std::max(largest[i], std::abs(values[i]));
        sum += values[i] * 0;
    }
    return sum == 0;
}

template <typename W>
ConvKernels<W> makeConvKernels()
{
    static_assert(Vector<W>::lanes * int(sizeof(W)) <= CONV_VECTOR_BYTES, "callers leave room for as many");
    return {BLOCK_VECTORS * Vector<W>::lanes, correlate<W>, nextTie<W>, findLargest<W>};
}

const ConvKernels<float>& floatConvKernels()
{
    static const ConvKernels<float> kernels = makeConvKernels<float>();
    return kernels;
}

const ConvKernels<double>& doubleConvKernels()
{
    static const ConvKernels<double> kernels = makeConvKernels<double>();
    return kernels;
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif
