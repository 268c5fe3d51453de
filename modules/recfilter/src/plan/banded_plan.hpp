// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// One axis of a banded system for lines of one length, cut into blocks: the tables that both backends pack.

#ifndef OPENCV_RECFILTER_PLAN_BANDED_PLAN_HPP
#define OPENCV_RECFILTER_PLAN_BANDED_PLAN_HPP

#include "math/banded.hpp"
#include "plan/banded_tables.hpp"

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
        for (const BandedBlock& block : matrices)
            joins = joins || block.needsJoin();
    }

    int order() const { return factors.order; }

    //! What BandedRows reads.
    std::vector<W> packedRows() const
    {
        std::vector<W> packed;
        const auto append = [&](const double* row) {
            for (int j = 0; j < factors.width(); j++)
                packed.push_back(W(j == order() ? row[j] : -row[j]));
        };
        const int64 head = factors.head + (factors.hasMiddle() ? 1 : 0);
        for (int64 i = 0; i < head; i++)
            append(factors.at(i));
        for (int64 i = factors.n - factors.tail; i < factors.n; i++)
            append(factors.at(i));
        return packed;
    }

    BandedRows<W> rows(const W* numbers) const
    {
        const int64 last = factors.n - factors.tail;
        return {numbers, factors.head, last, std::max<int64>(last - factors.head - 1, 0), order()};
    }

    const BandedFactors factors;
    const BandedBlocks blocks;
    std::vector<BandedBlock> matrices;            //!< by BandedBlocks::indexOf
    std::unique_ptr<const BandedClosing> closing; //!< null unless the border is periodic
    bool joins = false;                           //!< whether blocks need BandedBlock::join
    Matrix tail;                                  //!< tailOf the factors; empty if the border is periodic

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
