// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_CONVOLUTION_DEVICE_HPP
#define OPENCV_RECFILTER_TEST_CONVOLUTION_DEVICE_HPP

// For tests of dense kernels on the GPU.

#include "convolution_reference.hpp"
#include "device_common.hpp"

#include "plan/conv/conv_algorithms.hpp"

namespace opencv_test { namespace {

//! Skips the test in a build with CUDA that has no dense kernels for it.
inline void needDenseKernels()
{
    if (!cv::recfilter::HAS_DEVICE_CONVOLUTION)
        throw SkipTestException("a build with RECFILTER_CUDA_CONVOLUTION is needed");
}

//! Skips the test without a GPU, too.
inline void needConvolution()
{
    needDenseKernels();
    needDevice();
}

}} // namespace opencv_test::

#endif
