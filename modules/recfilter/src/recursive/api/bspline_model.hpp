// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_API_BSPLINE_MODEL_HPP
#define OPENCV_RECFILTER_RECURSIVE_API_BSPLINE_MODEL_HPP

// Prefilters of B-splines for operators that sample splines.

#include "recursive/model/filter_model.hpp"

namespace cv { namespace recfilter {

//! Refuses what createBSplinePrefilter does not accept.
FilterModel bsplineModel(int degree, int borderType, int ddepth, int algorithm = cuda::RECURSIVE_AUTO);

}} // namespace cv::recfilter

#endif
