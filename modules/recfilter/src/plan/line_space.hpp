// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PLAN_LINE_SPACE_HPP
#define OPENCV_RECFILTER_PLAN_LINE_SPACE_HPP

// The name of Extents in the plans of recursive filters.

#include "arrays/extents.hpp"

namespace cv { namespace recfilter {

typedef Extents ArrayShape;

}} // namespace cv::recfilter

#endif
