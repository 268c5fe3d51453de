// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Makes the tables of mirrored pairs for blocks of pixels, in the working type.

#include "math/pair_weights.hpp"
#include "plan/packing.hpp"
#include "cpu/tables/pair_blocks.hpp"

namespace cv { namespace recfilter {

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

template PairBlocks<float> makePairBlocks(const AxisTables<float>&, int, int64);
template PairBlocks<double> makePairBlocks(const AxisTables<double>&, int, int64);

}} // namespace cv::recfilter
