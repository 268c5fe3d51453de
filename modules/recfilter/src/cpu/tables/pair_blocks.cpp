// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "math/pair_weights.hpp"
#include "plan/packing.hpp"
#include "cpu/tables/pair_blocks.hpp"

namespace cv { namespace recfilter {

template <typename W>
PairBlocks<W> makePairBlocks(const AxisTables<W>& axis, int pixels)
{
    PairBlocks<W> blocks;
    blocks.causal = &axis.causal;
    blocks.anticausal = &axis.anticausal;
    blocks.folded = foldedWeightsOf<W>(axis.axis.F.A, axis.axis.F.B, pixels);
    if (axis.parity)
        blocks.response = blockResponseOf<W>(axis.axis, axis.parity, pixels);
    blocks.block = packedPairs<W>(power(axis.axis.F.A, pixels));
    return blocks;
}

template <typename W>
void addPowers(const AxisPlan& plan, int pixels, int64 groupBlocks, PairBlocks<W>& blocks)
{
    const Matrix step = power(plan.axis.F.A, pixels);
    blocks.powerCount = std::min((plan.causalDecay + pixels - 1) / pixels, groupBlocks);
    Matrix before = identity(step.rows);
    for (int64 k = 0; k < blocks.powerCount; k++, before = multiply(step, before))
    {
        const std::vector<W> pairs = packedPairs<W>(before);
        blocks.powers.insert(blocks.powers.end(), pairs.begin(), pairs.end());
    }
}

template <typename W>
std::vector<W> pairsOf(const Matrix& matrix)
{
    return normInf(matrix) == 0 ? std::vector<W>() : packedPairs<W>(matrix);
}

template std::vector<float> pairsOf(const Matrix&);
template std::vector<double> pairsOf(const Matrix&);
template PairBlocks<float> makePairBlocks(const AxisTables<float>&, int);
template PairBlocks<double> makePairBlocks(const AxisTables<double>&, int);
template void addPowers(const AxisPlan&, int, int64, PairBlocks<float>&);
template void addPowers(const AxisPlan&, int, int64, PairBlocks<double>&);

}} // namespace cv::recfilter
