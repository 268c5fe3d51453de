// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CPU_MEMORY_DENORMALS_HPP
#define OPENCV_RECFILTER_RUNTIME_CPU_MEMORY_DENORMALS_HPP

// Denormal numbers count as zero in the engines.

#include "precomp.hpp"

#include "opencv2/core/utils/fp_control_utils.hpp"

namespace cv { namespace recfilter {

/** Treats denormal numbers as zero on this thread while it lives. A recursion over a black region decays into
denormals. They cost a hundred cycles each on some processors and do not change the result. */
using DenormalsAsZero = FPDenormalsIgnoreHintScope;

}} // namespace cv::recfilter

#endif
