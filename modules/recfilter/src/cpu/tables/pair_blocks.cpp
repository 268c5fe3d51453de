// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "math/pair_weights.hpp"
#include "cpu/tables/pair_blocks.hpp"

namespace cv { namespace recfilter {

//! What each pair of a matrix has with itself, two by two.
template <typename W>
static void appendPairs(const Matrix& m, std::vector<W>& to)
{
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < 2; j++)
            to.push_back(W(m(i, i / 2 * 2 + j)));
}

template <typename W>
PairBlocks<W> makePairBlocks(const AxisPlan<W>& plan, const AxisFilter& filter, int pixels)
{
    PairBlocks<W> blocks;
    blocks.causal = &plan.causal;
    blocks.anticausal = &plan.anticausal;
    blocks.folded = foldedWeightsOf<W>(plan.axis.F.A, plan.axis.F.B, pixels);
    if (const int parity = parityOf(filter))
        blocks.response = blockResponseOf<W>(plan.axis, parity, pixels);
    appendPairs(power(plan.axis.F.A, pixels), blocks.block);
    return blocks;
}

template <typename W>
void addLinePowers(const AxisPlan<W>& plan, int pixels, PairBlocks<W>& blocks)
{
    const Matrix step = power(plan.axis.F.A, pixels);
    blocks.powerCount = (std::min(plan.causalDecay, plan.length) + pixels - 1) / pixels;
    Matrix before = identity(step.rows);
    for (int64 k = 0; k < blocks.powerCount; k++, before = multiply(step, before))
        appendPairs(before, blocks.powers);
}

template <typename W>
std::vector<W> pairsOf(const SmallMatrix<W>& matrix)
{
    std::vector<W> pairs(matrix.isZero() ? 0 : 2 * matrix.ends.size());
    const auto* entry = matrix.entries.data();
    for (int row = 0; row < int(matrix.ends.size()); row++)
        for (; entry != matrix.entries.data() + matrix.ends[row]; entry++)
        {
            CV_Assert(entry->column / 2 == row / 2);
            pairs[2 * row + entry->column % 2] = entry->value;
        }
    return pairs;
}

template std::vector<float> pairsOf(const SmallMatrix<float>&);
template std::vector<double> pairsOf(const SmallMatrix<double>&);
template PairBlocks<float> makePairBlocks(const AxisPlan<float>&, const AxisFilter&, int);
template PairBlocks<double> makePairBlocks(const AxisPlan<double>&, const AxisFilter&, int);
template void addLinePowers(const AxisPlan<float>&, int, PairBlocks<float>&);
template void addLinePowers(const AxisPlan<double>&, int, PairBlocks<double>&);

}} // namespace cv::recfilter
