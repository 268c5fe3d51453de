// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CPU_DIRECT_CONV_KERNELS_HPP
#define OPENCV_RECFILTER_DENSE_CPU_DIRECT_CONV_KERNELS_HPP

// The interface between the direct convolution and its kernels of each instruction set.

#include "precomp.hpp"

#include <algorithm>

namespace cv { namespace recfilter {

//! Rows of results that a kernel call computes together: each row of the source is read once for all of them.
constexpr int CONV_ROWS = 6;

//! Most vectors of results that lie side by side in registers, and bytes of the longest vector.
constexpr int CONV_VECTORS = 4, CONV_VECTOR_BYTES = 64;

//! Elements that a kernel call may read and write beyond `columns`.
template <typename W>
constexpr int convOverrun()
{
    return CONV_VECTORS * CONV_VECTOR_BYTES / int(sizeof(W));
}

//! Rows of taps that are their own mirror image, or minus that, take two pixels for each multiply-add.
enum class ConvFold
{
    NONE,
    EVEN,
    ODD
};

/** How the sum of a result is cut into sums of some products. Each product that is added to a sum may lose half a unit
in the last place of that sum: 2401 equal products lost 470 units, which is 14 times what is promised. */
struct SumBlocks
{
    /** Most products of a sum, and most columns of taps where a sum has several rows of a high kernel: it has no end in
    the first and the last CONV_ROWS - 1 rows of the source. 17 x 17 taps with 34, 51 and 68 products took 6, 4 and 2 to
    3 % longer (Zen 4); with more, up to 9 x 9 taps are one sum. */
    static constexpr int PRODUCTS = 98, COLUMNS = PRODUCTS / (CONV_ROWS - 1);

    bool isOne;        //!< all products are one sum
    int pieces, piece; //!< of the columns of taps, and columns of one
    int rows;          //!< of the source for each sum of a high kernel
    int groups;        //!< of each sum

    SumBlocks() = default;
    SumBlocks(ConvFold fold, int height, int width, int allGroups)
    {
        const int columns = fold == ConvFold::NONE ? width : (width + 1) / 2; // that are multiplied
        const bool isHigh = height >= CONV_ROWS;
        const int most = isHigh ? COLUMNS : std::max(PRODUCTS / height, 1);
        isOne = int64(height) * columns * allGroups <= PRODUCTS;
        pieces = (columns + most - 1) / most;
        piece = (columns + pieces - 1) / pieces;
        const int all = height + CONV_ROWS - 1, mostRows = PRODUCTS / piece;
        const int parts = !isHigh || height <= mostRows ? 1 : (all + mostRows - 1) / mostRows;
        rows = (all + parts - 1) / parts;
        groups = pieces * parts == 1 ? std::max(PRODUCTS / (height * columns), 1) : 1;
    }
};

/** Correlates CONV_ROWS rows with one kernel: out[r][c] = start + sum over groups g and taps (y, x) of
taps[g][y][x] * rows[g][r + y][c + x * stride]. No sum has many terms. What out holds, if it `adds` to that, and `start`
are added last. A group is a plane of the kernel: one in 2D, one for each pair of outer positions in 4D. */
template <typename W>
struct ConvBlock
{
    const W* const* rows; //!< of group 0
    ptrdiff_t groupStep;  //!< from the rows of a group to those of the next
    int groups;
    const W* taps;
    int height, width; //!< of the kernel
    ConvFold fold;
    SumBlocks sums;
    int stride;  //!< elements from a pixel to its right neighbour: channels
    int columns; //!< elements
    W start;
    bool adds; //!< to what out holds
    W* const* out;
};

template <typename W>
struct ConvKernels
{
    int columns; //!< elements that are computed together
    void (*correlate)(const ConvBlock<W>&);
    /** The first element from `first` on that is closer to a half than bound, or count. Rounded to an integer it may be
    one off. */
    int (*nextTie)(const W* values, int first, int count, W bound);
    /** largest[i] becomes the larger one of itself and |values[i]|. Returns whether all values are finite; where one is
    not, largest[i] may be anything. */
    bool (*findLargest)(const W* values, int count, W* largest);
};

const ConvKernels<float>& convKernels(float);
const ConvKernels<double>& convKernels(double);

}} // namespace cv::recfilter

#endif
