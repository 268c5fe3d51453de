// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_BLOCK_STATES_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_BLOCK_STATES_HPP

// Any axis as blocks of pixels with states between them, in double (doc/block_states.md). Both backends pack their
// tables from it. Knows lines, but no image.

#include "math/moments.hpp"

namespace cv { namespace recfilter {

struct AxisModel;

/** One direction of an axis, in orthonormal states (AllPassStates): s' = A s + B x, one pixel further in the direction.
A state that enters a block adds C s to the block's first pixel in the direction, C A s to the second, and so on. */
struct BlockDirection
{
    Matrix A = Matrix(0, 0), B = Matrix(0, 1), C = Matrix(1, 0);
    bool isCausal = true;
    bool isUsed = false; //!< C is not 0. The border may need the moments of a direction that adds nothing

    int states() const { return A.rows; }
    //! A^n; 0 where all has faded below eps.
    Matrix powerOf(int64 n, double eps = 0) const;
    //! states x K: column i is what pixel i of a block of K adds to the state that leaves the block.
    Matrix inputs(int K) const;
    //! K x states: row i is what the state that enters a block of K adds to result i.
    Matrix outputs(int K) const;
    //! Pixels after which a state has faded below eps, or limit.
    int64 decay(double eps, int64 limit) const { return decayLength(A, eps, limit); }
};

/** An axis y[i] = sum_k h[i-k] x[k], h its two-sided response, cut into blocks of K pixels:

    y = H x + O p + O' e,   H = h[i-j],   p the causal state before the block, e the anticausal one behind it,
    O = causal.outputs(K),  O' = anticausal.outputs(K),
    p := causal.powerOf(K) p + causal.inputs(K) x,   e := anticausal.powerOf(K) e + anticausal.inputs(K) x.

Each state is a one-sided filter of the image alone. Cascades and parallel forms, zeros, FIR taps, one direction or two
unlike ones differ by C and h only. The axis's gain is part of C and h. */
struct BlockStates
{
    /** @param borderType mirrored borders need the moments of both directions in the states of each. Then both
    directions have the states of all poles, and those that both have are counted once. */
    BlockStates(const AxisFilter& filter, double gain, int borderType);
    explicit BlockStates(const AxisModel& model);

    //! States of the direction that has more of them.
    static int statesOf(const AxisModel& model);

    BlockDirection causal, anticausal;
    double center = 0; //!< h[0]
    bool shared;       //!< both directions have the same A and B
    int parity;        //!< shared, and C' = C (1) or C' = -C and h[0] = 0 (-1): the response is even or odd; else 0
    int borderType;

    //! h[-(K-1)] .. h[K-1].
    std::vector<double> responses(int K) const;
    //! What an axis without states multiplies pixels with, else 1: then its gain is part of the states.
    double factor() const { return causal.states() || anticausal.states() ? 1. : center; }
    //! The response to constants.
    double constantGain() const;
    /** How the border closes lines of n pixels, from the sums over the line: f (causal) in the states of p, z
    (anticausal) in the states of e. `other` is not 0 only if these states are shared: a is z, and g is f. */
    LineClosing closing(int64 n, double eps) const;

private:
    //! Poles on the unit circle have no orthonormal basis. Then the states are those of the sections.
    void setSections(AxisFilter filter, double gain);
};

}} // namespace cv::recfilter

#endif
