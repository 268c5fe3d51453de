// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// What the tests on a GPU share.

#ifndef OPENCV_RECFILTER_TEST_DEVICE_COMMON_HPP
#define OPENCV_RECFILTER_TEST_DEVICE_COMMON_HPP

#include "test_precomp.hpp"

#include "opencv2/ts/cuda_test.hpp"

#ifdef HAVE_CUDA
#include "opencv2/core/cuda_stream_accessor.hpp"

#include <cuda_runtime_api.h>
#endif

namespace opencv_test {

//! Skips, counted, where there is no GPU.
inline void needDevice()
{
    if (getCudaEnabledDeviceCount() <= 0)
        throw SkipTestException("no CUDA device");
}

} // namespace opencv_test

#endif
