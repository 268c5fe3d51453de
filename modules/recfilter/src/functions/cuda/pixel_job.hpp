// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_CUDA_PIXEL_JOB_HPP
#define OPENCV_RECFILTER_FUNCTIONS_CUDA_PIXEL_JOB_HPP

// The interface between pixel_function_gpu.cpp and the kernels of functions of pixels.

#include "functions/model/pixel_function.hpp"
#include "runtime/cuda/io/image_view.hpp"

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

template <typename W>
struct PixelJob
{
    const uchar* planes[MAX_PLANES];
    size_t steps[MAX_PLANES]; //!< of the planes, in bytes
    int inputStride;          //!< elements from pixel to pixel of a plane
    W weights[MAX_PLANES];
    W amount, threshold;
    ImageView src, dst;
    int64 width; //!< pixels of a row that the function takes; channels that are functions of their own count as pixels
};

//! @tparam W float or double
template <typename W>
void computePixels(PixelFunction::Kind kind, const PixelJob<W>& job, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
