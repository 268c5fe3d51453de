// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_API_LEE_FILTER_HPP
#define OPENCV_RECFILTER_API_LEE_FILTER_HPP

// The factory of the filters of C. W. Lee et al. 2014, for gaussian.cpp.

#include "precomp.hpp"

namespace cv { namespace recfilter {

//! The arguments of createRecursiveGaussianFilter for GAUSSIAN_LEE_ONE_WAY and GAUSSIAN_LEE_TWO_WAY.
struct LeeArguments
{
    double sigmaX, sigmaY;
    int dx, dy, borderType;
    Scalar borderValue;
    int approximation, ddepth, algorithm;
};

//! Refuses arguments that these two filters do not take; throws cv::Exception.
Ptr<cuda::RecursiveFilter> createLeeFilter(const LeeArguments& arguments);

}} // namespace cv::recfilter

#endif
