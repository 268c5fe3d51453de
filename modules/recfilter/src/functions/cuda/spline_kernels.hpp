// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_CUDA_SPLINE_KERNELS_HPP
#define OPENCV_RECFILTER_FUNCTIONS_CUDA_SPLINE_KERNELS_HPP

// The interface between spline_gpu.cpp and the kernels that sample splines.

#include "functions/model/spline_job.hpp"
#include "runtime/cuda/io/image_view.hpp"

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

struct SplineKernelJob
{
    ImageView coefficients, map, dst; //!< map without data: affine
    AffineMap affine;
    int margin, border, degree; //!< border: BorderKind
};

void runSampling(const SplineKernelJob& job, cudaStream_t stream);

//! @param border BorderKind: constant (0) or replicate
void runPadding(const ImageView& src, const ImageView& padded, int margin, int border, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
