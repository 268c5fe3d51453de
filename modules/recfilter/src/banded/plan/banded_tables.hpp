// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The factors of a banded system in the working type, for both backends. Includes no OpenCV header but cvdef.h: nvcc
// reads it.

#ifndef OPENCV_RECFILTER_BANDED_PLAN_BANDED_TABLES_HPP
#define OPENCV_RECFILTER_BANDED_PLAN_BANDED_TABLES_HPP

#include "math/host_device.hpp"

#include "opencv2/core/cvdef.h"

namespace cv { namespace recfilter {

/** BandedFactors (math/banded.hpp), ready for multiply-adds. A row has -L(i, i-1) .. -L(i, i-k), then 1 / U(i, i), then
-U(i, i+1) / U(i, i) .. -U(i, i+k) / U(i, i). */
template <typename W>
struct BandedRows
{
    const W* numbers;
    int64 head; //!< rows with factors of their own at the begin of the line
    int64 last; //!< the first row with factors of its own at the end
    int64 gap;  //!< rows in between that are not kept: all but one
    int order;

    RECFILTER_HOST_DEVICE const W* at(int64 i) const
    {
        const int64 index = i < head ? i : i < last ? head : i - gap;
        return numbers + index * (2 * order + 1);
    }
};

/** Where the matrices of a block of rows are (BandedBlock). Blocks that the varying factors do not reach share theirs.
A line of `count` blocks has `front` blocks of their own at its begin and `back` at its end. */
struct BandedBlocks
{
    int64 count, front, back;

    RECFILTER_HOST_DEVICE bool hasMiddle() const { return front + back < count; }
    RECFILTER_HOST_DEVICE int64 kept() const { return front + back + (hasMiddle() ? 1 : 0); }
    RECFILTER_HOST_DEVICE int64 indexOf(int64 block) const
    {
        return block < front ? block : block < count - back ? front : block - count + kept();
    }
};

/** Back substitution along a line that ends (not a periodic one) begins before the last k rows. Pivots at a folded end
may be tiny, and y there is what rounding errors of w are divided by them. So it is computed once, from the state of w
behind the line, and all blocks use the same. State m is row rows + m. */
struct BandedTail
{
    int64 rows;   //!< of back substitution: n - k, also if negative; n if the line is periodic
    int64 blocks; //!< that have such rows

    BandedTail() = default;
    //! @param blockRows 0: no blocks
    RECFILTER_HOST_DEVICE BandedTail(int64 rowsBefore, int blockRows)
        : rows(rowsBefore), blocks(rowsBefore > 0 && blockRows > 0 ? (rowsBefore + blockRows - 1) / blockRows : 0)
    {
    }

    //! How many of `count` rows from `first` on back substitution runs over.
    RECFILTER_HOST_DEVICE int of(int64 first, int count) const
    {
        const int64 before = rows - first;
        return before >= count ? count : before > 0 ? int(before) : 0;
    }
};

}} // namespace cv::recfilter

#endif
