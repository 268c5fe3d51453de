// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_ARRAYS_CALL_DEVICE_FRAME_HPP
#define OPENCV_RECFILTER_ARRAYS_CALL_DEVICE_FRAME_HPP

// An element of a list of GpuMats with one of its results.

#include "precomp.hpp"

#include "opencv2/core/cuda.hpp"

namespace cv { namespace recfilter {

struct DeviceFrame
{
    cuda::GpuMat src, dst; //!< dst is empty if it is not needed
    bool mustCopy;         //!< src shares memory with its results that the operator does not allow: copy it first
};

}} // namespace cv::recfilter

#endif
