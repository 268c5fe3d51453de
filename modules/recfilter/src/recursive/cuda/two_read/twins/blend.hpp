// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_TWINS_BLEND_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_TWINS_BLEND_HPP

// What the store makes of a result and of a second image, and images with holes as two sources. This header also
// compiles without CUDA.

#include "opencv2/core/cuda.hpp"

#include <array>

namespace cv { namespace recfilter {

/** What becomes of the pixels of a filter's result, a, and of a second image, b: the result of another filter, or the
filtered weights of an image with holes, or the source. */
struct Blend
{
    enum Kind
    {
        MAGNITUDE, //!< sqrt(a^2 + b^2)
        SUM,       //!< a + b
        QUOTIENT,  //!< a / b, or `fill` where b is below `least`
        SHARPEN    //!< b + amount (b - a), or b where |b - a| is below `least`
    };

    Kind kind;
    std::array<double, 2> weights = {1, 1}; //!< of a and b
    double least = 0, fill = 0, amount = 0;
};

//! Makes two sources of an image s: w s, and the weights w. Where w is 0, both are.
struct Holes
{
    cuda::GpuMat mask; //!< w: CV_8UC1, where what is not 0 counts as 1, or CV_32FC1. Empty: 1 everywhere
    bool ignoresNaN;   //!< where s is NaN, w is 0
};

}} // namespace cv::recfilter

#endif
