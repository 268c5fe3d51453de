// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_QUEUE_HPP
#define OPENCV_RECFILTER_RUNTIME_CUDA_QUEUE_HPP

// The stream and the device of one call.

#include "runtime/cuda/check_cuda.hpp"

#include "opencv2/core/cuda_stream_accessor.hpp"

namespace cv { namespace recfilter {

//! The stream and device of one call, asked of the CUDA runtime once.
struct Queue
{
    cudaStream_t stream;
    int device;
    bool isCaptured; //!< a graph records the work

    explicit Queue(const cuda::Stream& s) : stream(cuda::StreamAccessor::getStream(s)), device(currentDevice())
    {
        cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
        checkCuda(cudaStreamIsCapturing(stream, &status), "cudaStreamIsCapturing");
        isCaptured = status != cudaStreamCaptureStatusNone;
    }
};

}} // namespace cv::recfilter

#endif
