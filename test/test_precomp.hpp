// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_PRECOMP_HPP
#define OPENCV_RECFILTER_TEST_PRECOMP_HPP

// What every test includes.

#include "opencv2/ts.hpp"
#include "opencv2/recfilter.hpp"

#include "compare.hpp"

namespace opencv_test {
using namespace cv::cuda;
}

#endif
