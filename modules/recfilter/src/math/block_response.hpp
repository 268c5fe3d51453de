// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_MATH_BLOCK_RESPONSE_HPP
#define OPENCV_RECFILTER_MATH_BLOCK_RESPONSE_HPP

// The response of a filter to a block of pixels at once, as weights for the kernels of both backends. Includes no
// OpenCV header.

#include <vector>

namespace cv { namespace recfilter {

/** The weights by which mirrored pairs respond to a block of K pixels. p is the causal state before the block, e the
anticausal state behind it, s the parity of the filter.
Even filter (s = 1): both directions respond alike to their states. One half of the response comes from x[k] + x[K-1-k]
and p + e, the other from x[k] - x[K-1-k] and p - e. Result k is their sum, result K - 1 - k their difference.
Odd filter (s = -1): the responses are opposite, so that sums and differences swap roles. For both parities:
 ofSums of x[k] + s x[K-1-k] and p + s e,   ofDifferences of x[k] - s x[K-1-k] and p - s e.
For each result k = 0 .. K/2 - 1: the weights of K/2 pixels, then of the states. */
template <typename W>
struct BlockResponse
{
    int parity = 0; //!< 0: neither even nor odd, no weights
    std::vector<W> ofSums, ofDifferences;
};

}} // namespace cv::recfilter

#endif
