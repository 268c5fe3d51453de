// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_CUDA_BLOB_KERNELS_HPP
#define OPENCV_RECFILTER_FUNCTIONS_CUDA_BLOB_KERNELS_HPP

// The interface between blob_gpu.cpp and the kernel that finds extrema.

#include "functions/model/blob.hpp"
#include "runtime/cuda/io/image_view.hpp"

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

struct ExtremaJob
{
    ImageView below, response, above; //!< without data: no such scale
    float threshold;
    bool bright, dark;
    BlobPoint* points; //!< room for a quarter of the pixels of an image of even sides: neighbours are no extrema both
    unsigned* count;   //!< 0 before the launch
};

void runExtrema(const ExtremaJob& job, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
