// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "pair_blocks.hpp"

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
std::vector<W> foldedWeightsOf(const DecoupledAxis& axis, int pixels)
{
    std::vector<Matrix> weights(1, axis.F.B);
    while (int(weights.size()) < pixels)
        weights.push_back(multiply(axis.F.A, weights.back()));
    std::vector<W> folded;
    for (int k = 0; k < pixels / 2; k++)
        for (double sign : {1., -1.})
            for (int m = 0; m < axis.F.order(); m++)
                folded.push_back(W((weights[size_t(k)](m, 0) + sign * weights[size_t(pixels - 1 - k)](m, 0)) / 2));
    return folded;
}

//! Whether both directions make the same of their states; asked before rounding, which moves that of one of them.
static bool respondAlike(const AxisFilter& filter)
{
    const Matrix forth = stateSpaceOf(filter.causal).C, back = stateSpaceOf(filter.anticausal).C;
    return normInf(Matrix(forth - back)) <= 1e-13 * normInf(forth);
}

template <typename W>
static BlockResponse<W> blockResponseOf(const DecoupledAxis& axis, int pixels)
{
    BlockResponse<W> response;
    response.exists = true;
    // C A^i: what the causal state before the block makes of pixel i.
    Matrix state((axis.F.C + axis.R.C) * 0.5);
    std::vector<Matrix> states;
    std::vector<double> impulse(1, axis.F.D + axis.R.D);
    for (int i = 0; i < pixels; i++, state = multiply(state, axis.F.A))
    {
        states.push_back(state);
        impulse.push_back(multiply(state, axis.F.B)(0, 0));
    }
    for (double sign : {1., -1.})
    {
        std::vector<W>& weights = sign > 0 ? response.ofSums : response.ofDifferences;
        for (int i = 0; i < pixels / 2; i++)
        {
            const int mirrored = pixels - 1 - i;
            for (int k = 0; k < pixels / 2; k++)
                weights.push_back(W((impulse[size_t(std::abs(i - k))] + sign * impulse[size_t(mirrored - k)]) / 2));
            for (int m = 0; m < axis.F.order(); m++)
                weights.push_back(W((states[size_t(i)](0, m) + sign * states[size_t(mirrored)](0, m)) / 2));
        }
    }
    return response;
}

template <typename W>
PairBlocks<W> makePairBlocks(const AxisPlan<W>& plan, const AxisFilter& filter, int pixels)
{
    PairBlocks<W> blocks;
    blocks.causal = &plan.causal;
    blocks.anticausal = &plan.anticausal;
    blocks.folded = foldedWeightsOf<W>(plan.axis, pixels);
    if (respondAlike(filter))
        blocks.response = blockResponseOf<W>(plan.axis, pixels);
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

template std::vector<float> foldedWeightsOf(const DecoupledAxis&, int);
template std::vector<double> foldedWeightsOf(const DecoupledAxis&, int);
template PairBlocks<float> makePairBlocks(const AxisPlan<float>&, const AxisFilter&, int);
template PairBlocks<double> makePairBlocks(const AxisPlan<double>&, const AxisFilter&, int);
template void addLinePowers(const AxisPlan<float>&, int, PairBlocks<float>&);
template void addLinePowers(const AxisPlan<double>&, int, PairBlocks<double>&);

}} // namespace cv::recfilter
