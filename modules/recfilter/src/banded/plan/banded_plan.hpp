// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// One axis of a banded system for lines of one length, cut into blocks: the tables that both backends pack.

#ifndef OPENCV_RECFILTER_BANDED_PLAN_BANDED_PLAN_HPP
#define OPENCV_RECFILTER_BANDED_PLAN_BANDED_PLAN_HPP

#include "math/banded.hpp"
#include "banded/plan/banded_tables.hpp"

#include <memory>

namespace cv { namespace recfilter {

/** W is the working type. All that is derived from the factors is derived from those that kernels read, rounded to W:
what a block adds to its carries is then what the substitutions do, and blocks meet without a jump. */
template <typename W>
struct BandedPlan
{
    //! @param blockRows rows of a block, up to MAX_BLOCK_ROWS; 0: no blocks
    BandedPlan(const BandedMatrix& matrix, int64 n, int64 blockRows)
        : factors(matrix.factors(n).rounded<W>()), blocks(blocksOf(factors, blockRows))
    {
        if (matrix.wraps(n))
            closing = std::make_unique<const BandedClosing>(matrix.closingFactors(n).rounded<W>());
        for (int64 index = 0; index < blocks.kept(); index++)
        {
            const int64 back = blocks.kept() - index, block = back <= blocks.back ? blocks.count - back : index;
            const int64 end = std::min((block + 1) * blockRows, n);
            matrices.emplace_back(factors, block * blockRows, end, closing ? end : std::min(end, n - order()));
        }
        if (!closing)
            tail = tailOf(factors);
        bool mustMeet = false;
        for (const BandedBlock& block : matrices)
            mustMeet = mustMeet || block.mustMeet();
        BandedFactors alone(matrix.order, std::max<int64>(blockRows, 1), std::max<int64>(blockRows, 1), 0);
        if (mustMeet && matrix.blockFactors(alone))
            inner = std::make_unique<const BandedFactors>(alone.rounded<W>());
    }

    int order() const { return factors.order; }

    //! What BandedRows reads.
    std::vector<W> packedRows() const { return packedRows(factors); }
    std::vector<W> packedRows(const BandedFactors& from) const
    {
        std::vector<W> packed;
        const auto append = [&](const double* row) {
            for (int j = 0; j < from.width(); j++)
                packed.push_back(W(j == order() ? row[j] : -row[j]));
        };
        const int64 head = from.head + (from.hasMiddle() ? 1 : 0);
        for (int64 i = 0; i < head; i++)
            append(from.at(i));
        for (int64 i = from.n - from.tail; i < from.n; i++)
            append(from.at(i));
        return packed;
    }

    BandedRows<W> rows(const W* numbers) const
    {
        const int64 last = factors.n - factors.tail;
        return {numbers, factors.head, last, std::max<int64>(last - factors.head - 1, 0), order()};
    }

    //! @param numbers of `inner`
    BandedRows<W> innerRows(const W* numbers) const { return {numbers, inner->n, inner->n, 0, order()}; }

    const BandedFactors factors;
    const BandedBlocks blocks;
    std::vector<BandedBlock> matrices;            //!< by BandedBlocks::indexOf
    std::unique_ptr<const BandedClosing> closing; //!< null unless the border is periodic
    /** What blocks but the first are solved by, between y above (BandedBlock) and y behind them; null: by `factors`. So
    both blocks that meet see the same y, and rounding errors of the carries come into play but once. */
    std::unique_ptr<const BandedFactors> inner;
    Matrix tail; //!< tailOf the factors; empty if the border is periodic

private:
    static BandedBlocks blocksOf(const BandedFactors& of, int64 rows)
    {
        if (rows == 0)
            return {0, 0, 0};
        const int64 count = (of.n + rows - 1) / rows, front = std::min((of.head + rows - 1) / rows, count);
        // The last block may be short, and back substitution begins before the last k rows.
        return {count, front, std::min((of.order + rows - 1) / rows + 1, count - front)};
    }
};

}} // namespace cv::recfilter

#endif
