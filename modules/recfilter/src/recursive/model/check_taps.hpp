// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_MODEL_CHECK_TAPS_HPP
#define OPENCV_RECFILTER_RECURSIVE_MODEL_CHECK_TAPS_HPP

// Checks of what users write: taps, poles, borders. Errors name the argument, its value and what is accepted.

#include "precomp.hpp"

namespace cv { namespace recfilter {

//! Refuses an axis that is not a stable filter; throws cv::Exception. Returns AxisModel::memory.
double checkAxis(const cuda::RecursiveAxis& axis, const String& name, const Scalar& borderValue);

}} // namespace cv::recfilter

#endif
