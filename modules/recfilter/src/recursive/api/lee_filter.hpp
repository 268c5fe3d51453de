// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_API_LEE_FILTER_HPP
#define OPENCV_RECFILTER_RECURSIVE_API_LEE_FILTER_HPP

// The factory of the filters of C. W. Lee et al. 2014, which papers/ has.

#include "build_options.hpp"
#include "precomp.hpp"

namespace cv { namespace recfilter {

inline bool isLee(int approximation)
{
    return approximation == cuda::GAUSSIAN_LEE_ONE_WAY || approximation == cuda::GAUSSIAN_LEE_TWO_WAY;
}

inline const char* nameOfLee(int approximation)
{
    return approximation == cuda::GAUSSIAN_LEE_TWO_WAY ? "GAUSSIAN_LEE_TWO_WAY" : "GAUSSIAN_LEE_ONE_WAY";
}

//! Refuses what these two filters do not take; throws cv::Exception. @param sigmaX, sigmaY 0 if an axis is left out
Ptr<cuda::RecursiveFilter> createLeeFilter(const cuda::RecursiveGaussianParams& params, double sigmaX, double sigmaY);

}} // namespace cv::recfilter

#endif
