// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Makes the tables of mirrored pairs for blocks of pixels. Knows neither lines nor images.

#ifndef OPENCV_RECFILTER_MATH_PAIR_WEIGHTS_HPP
#define OPENCV_RECFILTER_MATH_PAIR_WEIGHTS_HPP

#include "math/axis.hpp"
#include "math/block_response.hpp"

namespace cv { namespace recfilter {

/** For k = 0 .. pixels/2 - 1: half the sum of the weights of pixels k and l = pixels - 1 - k in each state, then half
their difference. The anticausal sum a has the weights w[k] = A^k B. The causal sum f has them in reverse order:

    a gets w[k] x[k] + w[l] x[l] = (w[k] + w[l]) / 2 (x[k] + x[l]) + (w[k] - w[l]) / 2 (x[k] - x[l]),
    f gets w[l] x[k] + w[k] x[l] = (w[k] + w[l]) / 2 (x[k] + x[l]) - (w[k] - w[l]) / 2 (x[k] - x[l]).

N pairs have 2N states. So f and a together take 2N multiply-adds a pixel instead of 4N. */
template <typename W>
std::vector<W> foldedWeightsOf(const Matrix& A, const Matrix& B, int pixels)
{
    std::vector<Matrix> weights(1, B);
    while (int(weights.size()) < pixels)
        weights.push_back(multiply(A, weights.back()));
    std::vector<W> folded;
    for (int k = 0; k < pixels / 2; k++)
        for (double sign : {1., -1.})
            for (int m = 0; m < B.rows; m++)
                folded.push_back(W((weights[size_t(k)](m, 0) + sign * weights[size_t(pixels - 1 - k)](m, 0)) / 2));
    return folded;
}

/** The parity of a filter. 1: both directions respond alike to their states. -1: they respond oppositely, and their
responses to the pixel itself cancel. 0: neither. Call it before rounding, which may change one direction. */
inline int parityOf(const AxisFilter& filter)
{
    const StateSpace forth = stateSpaceOf(filter.causal), back = stateSpaceOf(filter.anticausal);
    const double tolerance = 1e-13 * normInf(forth.C);
    if (normInf(Matrix(forth.C - back.C)) <= tolerance)
        return 1;
    return normInf(Matrix(forth.C + back.C)) <= tolerance && std::abs(forth.D + back.D) <= tolerance ? -1 : 0;
}

/** The weights of a block of K pixels. Results k and K - 1 - k are the sum and the difference of two sums, each of K/2
pixels and 2N states of N pairs. So a result takes K/2 + 2N multiply-adds. Without folding it would take K + 4N: all
pixels, and the states of both directions. @param parity of the filter, not 0 */
template <typename W>
BlockResponse<W> blockResponseOf(const DecoupledAxis& axis, int parity, int pixels)
{
    BlockResponse<W> response;
    response.parity = parity;
    // C A^i: the response of pixel i to the causal state before the block.
    Matrix state((axis.F.C + parity * axis.R.C) * 0.5);
    std::vector<Matrix> states;
    std::vector<double> impulse(1, parity > 0 ? axis.F.D + axis.R.D : 0);
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
            {
                const double own = (i < k ? parity : 1) * impulse[size_t(std::abs(i - k))];
                weights.push_back(W((own + sign * impulse[size_t(mirrored - k)]) / 2));
            }
            for (int m = 0; m < axis.F.order(); m++)
                weights.push_back(W((states[size_t(i)](0, m) + sign * states[size_t(mirrored)](0, m)) / 2));
        }
    }
    return response;
}

}} // namespace cv::recfilter

#endif
