// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The inner loops of direct convolution: a block of results stays in registers while the taps go by. No include guard:
// OpenCV compiles it once per instruction set.

#include "cpu/conv/conv_kernels.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

const ConvKernels<float>& floatConvKernels();
const ConvKernels<double>& doubleConvKernels();

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#ifndef CV_CPU_OPTIMIZATION_DECLARATIONS_ONLY

#include "cpu/kernels/vector.hpp"

#include <cmath>

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
CV_ALWAYS_INLINE void addRow(Results<W>& results, const W* row, const ConvBlock<W>& block, const W* lastTaps)
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

//! Source row y reaches result row r by the tap row y - r, if the kernel has that. The rows from Y on, of a low kernel.
template <typename W, ConvFold FOLD, int HEIGHT, int Y = 0>
CV_ALWAYS_INLINE void addLow(Results<W>& results, const W* const* rows, int column, const ConvBlock<W>& block,
                             const W* taps)
{
    if constexpr (Y < HEIGHT + CONV_ROWS - 1)
    {
        constexpr int FIRST = Y < HEIGHT ? 0 : Y - HEIGHT + 1, LAST = Y < CONV_ROWS ? Y : CONV_ROWS - 1;
        addRow<W, FOLD, FIRST, LAST - FIRST + 1>(results, rows[Y] + column, block, taps + (Y - FIRST) * block.width);
        addLow<W, FOLD, HEIGHT, Y + 1>(results, rows, column, block, taps);
    }
}

//! The first rows of a higher kernel, which reach the first result rows only.
template <typename W, ConvFold FOLD, int Y = 0>
CV_ALWAYS_INLINE void addTop(Results<W>& results, const W* const* rows, int column, const ConvBlock<W>& block,
                             const W* taps)
{
    if constexpr (Y < CONV_ROWS - 1)
    {
        addRow<W, FOLD, 0, Y + 1>(results, rows[Y] + column, block, taps + Y * block.width);
        addTop<W, FOLD, Y + 1>(results, rows, column, block, taps);
    }
}

//! The last rows, from `rows` on, which reach the last result rows only. @param lastTaps the kernel's last row
template <typename W, ConvFold FOLD, int FIRST = 1>
CV_ALWAYS_INLINE void addBottom(Results<W>& results, const W* const* rows, int column, const ConvBlock<W>& block,
                                const W* lastTaps)
{
    if constexpr (FIRST < CONV_ROWS)
    {
        addRow<W, FOLD, FIRST, CONV_ROWS - FIRST>(results, rows[FIRST - 1] + column, block, lastTaps);
        addBottom<W, FOLD, FIRST + 1>(results, rows, column, block, lastTaps);
    }
}

template <typename W, ConvFold FOLD>
CV_ALWAYS_INLINE void addHigh(Results<W>& results, const W* const* rows, int column, const ConvBlock<W>& block,
                              const W* taps)
{
    addTop<W, FOLD>(results, rows, column, block, taps);
    for (int y = CONV_ROWS - 1; y < block.height; y++)
        addRow<W, FOLD, 0, CONV_ROWS>(results, rows[y] + column, block, taps + ptrdiff_t(y) * block.width);
    addBottom<W, FOLD>(results, rows + block.height, column, block, taps + ptrdiff_t(block.height - 1) * block.width);
}

//! @tparam HEIGHT of the kernel, or CONV_ROWS for that and more
template <typename W, ConvFold FOLD, int HEIGHT>
void correlateHeight(const ConvBlock<W>& block)
{
    constexpr int lanes = Vector<W>::lanes;
    for (int column = 0; column < block.columns; column += BLOCK_VECTORS * lanes)
    {
        Results<W> results;
        RECFILTER_UNROLL
        for (int r = 0; r < CONV_ROWS; r++)
            RECFILTER_UNROLL
        for (int i = 0; i < BLOCK_VECTORS; i++)
            results.v[r][i] =
                block.adds ? Vector<W>::load(block.out[r] + column + i * lanes) : Vector<W>::all(block.start);
        for (int g = 0; g < block.groups; g++)
        {
            const W* const* const rows = block.rows + g * block.groupStep;
            const W* const taps = block.taps + ptrdiff_t(g) * block.height * block.width;
            if constexpr (HEIGHT < CONV_ROWS)
                addLow<W, FOLD, HEIGHT>(results, rows, column, block, taps);
            else
                addHigh<W, FOLD>(results, rows, column, block, taps);
        }
        RECFILTER_UNROLL
        for (int r = 0; r < CONV_ROWS; r++)
            RECFILTER_UNROLL
        for (int i = 0; i < BLOCK_VECTORS; i++)
            Vector<W>::store(block.out[r] + column + i * lanes, results.v[r][i]);
    }
}

template <typename W, ConvFold FOLD, int HEIGHT = 1>
void correlateFolded(const ConvBlock<W>& block)
{
    if (block.height == HEIGHT || HEIGHT == CONV_ROWS)
        correlateHeight<W, FOLD, HEIGHT>(block);
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

template <typename W>
ConvKernels<W> makeConvKernels()
{
    static_assert(Vector<W>::lanes * int(sizeof(W)) <= CONV_VECTOR_BYTES, "callers leave room for as many");
    return {BLOCK_VECTORS * Vector<W>::lanes, correlate<W>, nextTie<W>};
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
