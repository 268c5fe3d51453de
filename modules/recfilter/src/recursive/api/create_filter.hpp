// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_API_CREATE_FILTER_HPP
#define OPENCV_RECFILTER_RECURSIVE_API_CREATE_FILTER_HPP

// The one place where filters are made. Factories make a model first.

#include "recursive/model/make_model.hpp"

namespace cv { namespace recfilter {

//! Refuses a model that its algorithm does not take; throws cv::Exception.
Ptr<cuda::RecursiveFilter> createFilter(const FilterModel& model);

}} // namespace cv::recfilter

#endif
