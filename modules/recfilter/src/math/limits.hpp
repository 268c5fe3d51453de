// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_MATH_LIMITS_HPP
#define OPENCV_RECFILTER_MATH_LIMITS_HPP

// The largest filters that the module takes.

namespace cv { namespace recfilter {

//! Most poles of a pass that the API accepts, and most numbers of state in one direction of an axis.
constexpr int MAX_ORDER = 20;
constexpr int MAX_STATES = 64;

//! Up to so many pairs of poles a direction are added by kernels of their own, on the CPU and on the GPU (AddedPair).
constexpr int MAX_ADDED_PAIRS = 3;

}} // namespace cv::recfilter

#endif
