// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_PIXELS_MERGE_PLANES_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_PIXELS_MERGE_PLANES_HPP

// Joins arrays of one channel to one of several. The interface between result_planes.hpp and its kernel.

#include "opencv2/core/cvdef.h"

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

//! Rows of all planes along t and z follow each other in the arrays of one channel.
struct MergeJob
{
    const uchar* channel;          //!< the first one
    size_t channelBytes, rowBytes; //!< from one to the next
    uchar* data;                   //!< the result
    size_t step;                   //!< of its rows, in bytes
    int64 stepZ, stepT;            //!< of its planes
    int t, z, height, width, channels;
    int depth; //!< CV_32F or CV_8U
};

void mergePlanes(const MergeJob& job, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
