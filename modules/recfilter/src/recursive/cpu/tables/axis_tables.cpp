// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Packs one axis for the CPU: chains, small matrices and tables of weights in the working type.

#include "math/pair_weights.hpp"
#include "math/packing.hpp"
#include "recursive/cpu/tables/axis_tables.hpp"

#include "math/all_pass.hpp"

namespace cv { namespace recfilter {

template <typename W>
SmallMatrix<W>::SmallMatrix(const Matrix& m)
{
    for (int row = 0; row < m.rows; row++)
    {
        for (int column = 0; column < m.cols; column++)
            if (W(m(row, column)) != 0)
                entries.push_back({column, W(m(row, column))});
        ends.push_back(int(entries.size()));
    }
}

template <typename W>
static Chain<W> chainOf(const Branches& branches, bool parallel)
{
    const ChainShape shape = shapeOf(branches, parallel);
    Chain<W> chain;
    chain.cascadeOfAllPoles = shape.isCascade;
    chain.firstOrder = shape.firstOrder;
    chain.secondOrder = shape.secondOrder;
    chain.states = orderOf(branches);
    for (const Branch& branch : branches)
    {
        for (const Section& s : branch.sections)
            chain.sections.push_back({s.order, W(s.f1), W(s.f2), W(s.c0), W(s.c1), W(s.c2)});
        chain.branchEnds.push_back(int(chain.sections.size()));
    }
    double direct = 0;
    if (shape.areAddedPairs)
        chain.pairs = packedPairs<W>(branches, false, direct);
    chain.direct = W(direct);
    return chain;
}

template <typename W>
WeightTable<W> weightTable(const Matrix& moments, int channels)
{
    WeightTable<W> table;
    table.count = int64(moments.rows) * channels;
    table.states = moments.cols;
    table.data.reserve(moments.total() * size_t(channels));
    for (int64 i = 0; i < table.count; i++)
        for (int m = 0; m < table.states; m++)
            table.data.push_back(W(moments(int(i / channels), m)));
    return table;
}

template <typename W>
AxisTables<W>::AxisTables(const AxisModel& model, int64 pixels)
    : AxisPlan(model, pixels, roundingOf<W>()), causal(chainOf<W>(filter.causal, parallel)),
      anticausal(chainOf<W>(filter.anticausal, parallel)), join(axis.X), startOffset(packed<W>(closing.start.offset)),
      endOffset(packed<W>(closing.end.offset))
{
}

template <typename W>
AxisTables<W>::AxisTables(const AxisModel& model, int64 pixels, const BlockStates& states,
                          const std::vector<int>& stretches)
    : AxisPlan(AxisChain(model, roundingOf<W>(), states), pixels), blocks(makeBlockTables<W>(states, stretches)),
      join(axis.X), startOffset(packed<W>(closing.start.offset)), endOffset(packed<W>(closing.end.offset))
{
    causal.states = causalStates;
    anticausal.states = anticausalStates;
}

//! Whether sections run with their number known at compile time (withChain, cpu/kernels/chains.hpp).
static bool haveKernels(const Branches& branches, bool parallel)
{
    const ChainShape shape = shapeOf(branches, parallel);
    if (shape.areAddedPairs)
        return true;
    return shape.isCascade && shape.firstOrder <= 2 && shape.firstOrder + 2 * shape.secondOrder <= 8;
}

bool runsByBlocks(const AxisModel& axis, bool losesBySections)
{
    const AxisFilter& filter = axis.filter;
    if (axis.isPointwise() || !isInsideCircle(filter.causal) || !isInsideCircle(filter.anticausal))
        return false;
    return losesBySections || !haveKernels(filter.causal, filter.parallel) ||
           !haveKernels(filter.anticausal, filter.parallel);
}

template <typename W>
PairBlocks<W> makePairBlocks(const AxisTables<W>& axis, int pixels, int64 groupBlocks)
{
    const StateSpace& F = axis.axis.F;
    PairBlocks<W> blocks;
    blocks.causal = &axis.causal;
    blocks.anticausal = &axis.anticausal;
    blocks.folded = foldedWeightsOf<W>(F.A, F.B, pixels);
    if (axis.parity)
        blocks.response = blockResponseOf<W>(axis.axis, axis.parity, pixels);
    const Matrix step = power(F.A, pixels);
    blocks.block = packedPairs<W>(step);
    blocks.powerCount = std::min((axis.causalDecay + pixels - 1) / pixels, groupBlocks);
    Matrix before(0, step.cols);
    for (int64 k = 0; k < blocks.powerCount; k++)
        before.push_back(k ? multiply(step, Matrix(before.rowRange(before.rows - step.rows, before.rows)))
                           : identity(step.rows));
    blocks.powers = packedPairs<W>(before);
    return blocks;
}

template struct SmallMatrix<float>;
template struct SmallMatrix<double>;
template struct AxisTables<float>;
template struct AxisTables<double>;
template WeightTable<float> weightTable(const Matrix&, int);
template WeightTable<double> weightTable(const Matrix&, int);
template PairBlocks<float> makePairBlocks(const AxisTables<float>&, int, int64);
template PairBlocks<double> makePairBlocks(const AxisTables<double>&, int, int64);

}} // namespace cv::recfilter
