// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_MODEL_SEPARABLE_TERMS_HPP
#define OPENCV_RECFILTER_DENSE_MODEL_SEPARABLE_TERMS_HPP

// A dense kernel as a sum of separable ones.

#include "dense/model/kernel_bank.hpp"

namespace cv { namespace recfilter {

//! Taps along each axis whose product is a kernel; {1} along an axis of length 1.
typedef std::array<std::vector<double>, VIEW_AXES> SeparableTerm;

/** The terms whose sum is a kernel, with an error of at most `tolerance` of its norm. A singular value decomposition
splits off the slowest axis, and each remainder is split again. */
std::vector<SeparableTerm> separableTerms(const std::vector<double>& taps, const AxisInts& size, double tolerance);

/** Estimates whether a kernel has more than `terms` terms, at much less cost than the decomposition. A cross of a row
and a column through the largest tap is subtracted for each term. The kernel has more terms if the rest exceeds
rounding. */
bool needsMoreTerms(const std::vector<double>& taps, const AxisInts& size, int terms);

}} // namespace cv::recfilter

#endif
