// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPERS_MODEL_LEE_MODEL_HPP
#define OPENCV_RECFILTER_PAPERS_MODEL_LEE_MODEL_HPP

// The checked parameters of Lee's filters, for both backends.

#include "math/design/gaussian.hpp"
#include "math/lee_lines.hpp"

namespace cv { namespace recfilter {

/** Half the window of the centre pixel's Gaussian, in sigmas. The paper gives no value that explains its table 2. With
a sigma of N and a window of 3 N its rows N = 30 and 90 are met best, to 1.4 dB (doc/accuracy_tables.md). */
const double LEE_REACH = 1.5;

//! Shortest line that is split. In shorter lines a half would have fewer pixels than the recursion looks back.
const int LEE_SHORTEST_SPLIT = 7;

//! The filters of C. W. Lee et al. 2014. Sigma 0 leaves an axis as it is.
struct LeeModel
{
    double sigmaX, sigmaY;
    bool twoWay;
    int ddepth;

    bool splits(int length) const { return twoWay && length >= LEE_SHORTEST_SPLIT; }
};

template <typename W>
LeeAxis<W> leeAxis(double sigma)
{
    const Taps a = youngVanVlietFeedback(sigma)[0]; // 1, -b_1 / b_0, -b_2 / b_0, -b_3 / b_0
    return {W(1 + a[1] + a[2] + a[3]), W(a[2] + a[3]), W(a[3]), W(1 / (2 * sigma * sigma)),
            std::max(int(LEE_REACH * sigma), 1)};
}

}} // namespace cv::recfilter

#endif
