// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CHECK_CUDA_HPP
#define OPENCV_RECFILTER_CUDA_CHECK_CUDA_HPP

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter {

/** Throws a cv::Exception that names the call unless it succeeded, and leaves no error behind in the CUDA runtime. No OpenCV
header: nvcc reads this. */
void checkCuda(cudaError_t status, const char* call);

//! The device of this thread.
int currentDevice();

//! An attribute of a device.
int deviceAttribute(cudaDeviceAttr attribute, int device);

}} // namespace cv::recfilter

#endif
