// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_CUDA_WEIGHTED_KERNELS_HPP
#define OPENCV_RECFILTER_FUNCTIONS_CUDA_WEIGHTED_KERNELS_HPP

// The interface between weighted_gpu.cpp and the kernels around the blurs of normalised convolution.

#include "runtime/cuda/io/image_view.hpp"

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

struct WeightedKernelJob
{
    ImageView src, mask; //!< mask without data: 1 everywhere
    ImageView products, weights, dst;
    bool ignoresNaN;
    double leastWeight, fill;
};

void runMultiply(const WeightedKernelJob& job, cudaStream_t stream);
void runDivide(const WeightedKernelJob& job, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
