// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_MATH_BLOCK_RESPONSE_HPP
#define OPENCV_RECFILTER_MATH_BLOCK_RESPONSE_HPP

#include <vector>

namespace cv { namespace recfilter {

/** What mirrored pairs make of a block of K pixels between the causal state p before and the anticausal state e behind it. An even filter,
whose directions respond alike to their states, makes half of the answer of x[k] + x[K-1-k] and p + e, the other half of x[k] - x[K-1-k] and
p - e: result k is both halves' sum, result K - 1 - k their difference. An odd one, whose directions respond opposite, makes the sums'
half of the differences and the differences' half of the sums, so that with its parity s both are

    ofSums of x[k] + s x[K-1-k] and p + s e,   ofDifferences of x[k] - s x[K-1-k] and p - s e.

For k = 0 .. K/2 - 1: weights of K/2 pixels, then of the states. */
template <typename W>
struct BlockResponse
{
    int parity = 0; //!< 0: there is none
    std::vector<W> ofSums, ofDifferences;
};

}} // namespace cv::recfilter

#endif
