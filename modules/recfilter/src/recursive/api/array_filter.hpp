// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_API_ARRAY_FILTER_HPP
#define OPENCV_RECFILTER_RECURSIVE_API_ARRAY_FILTER_HPP

// Filters of arrays of any dimension, from filters of images.

#include "recursive/model/make_model.hpp"

namespace cv { namespace recfilter {

//! Refuses dimensions that are not 0 to 7, that repeat, or that are not as many as `count` values.
void checkDimensions(const std::vector<int>& dimensions, size_t count, const char* values);

/** @param dimensions checked @param model its axes belong to these dimensions, in their order
Refuses a model that its algorithm does not take; throws cv::Exception. */
Ptr<cuda::RecursiveFilter> createArrayFilter(const std::vector<int>& dimensions, const FilterModel& model);

}} // namespace cv::recfilter

#endif
