// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_API_GAUSSIAN_BLUR_HPP
#define OPENCV_RECFILTER_RECURSIVE_API_GAUSSIAN_BLUR_HPP

namespace cv { namespace recfilter {

//! Forgets the filters that recursiveGaussianBlur keeps.
void forgetBlurs();

}} // namespace cv::recfilter

#endif
