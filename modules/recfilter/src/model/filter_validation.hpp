// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FILTER_VALIDATION_HPP
#define OPENCV_RECFILTER_FILTER_VALIDATION_HPP

#include "model/filter_model.hpp"

namespace cv { namespace recfilter {

//! What means the same for every RecursiveFilter; throws cv::Exception.
void checkCommonArguments(const Scalar& borderValue, int ddepth, int algorithm);

//! Checks every argument of createRecursiveFilter and turns the taps into sections; throws cv::Exception.
FilterModel makeFilterModel(const cuda::RecursiveAxis& axisX, const cuda::RecursiveAxis& axisY,
                            const Scalar& borderValue, int ddepth, int algorithm);

}} // namespace cv::recfilter

#endif
