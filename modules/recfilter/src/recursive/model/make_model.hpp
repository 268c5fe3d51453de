// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_MODEL_MAKE_MODEL_HPP
#define OPENCV_RECFILTER_RECURSIVE_MODEL_MAKE_MODEL_HPP

// Where the arguments of users become a FilterModel.

#include "recursive/model/filter_model.hpp"

namespace cv { namespace recfilter {

//! Checks every argument of createRecursiveFilter and turns the taps into sections; throws cv::Exception.
FilterModel makeFilterModel(const cuda::RecursiveAxis& axisX, const cuda::RecursiveAxis& axisY,
                            const Scalar& borderValue, int ddepth, int algorithm);

//! The same of createRecursiveFilter for any dimensions: one axis for each.
FilterModel makeArrayModel(const std::vector<cuda::RecursiveAxis>& axes, const Scalar& borderValue, int ddepth,
                           int algorithm);

}} // namespace cv::recfilter

#endif
