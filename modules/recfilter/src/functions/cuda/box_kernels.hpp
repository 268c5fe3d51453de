// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_CUDA_BOX_KERNELS_HPP
#define OPENCV_RECFILTER_FUNCTIONS_CUDA_BOX_KERNELS_HPP

// The interface between box_gpu.cpp and the kernels of windows.

#include "runtime/cuda/io/image_view.hpp"

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

//! A table that begins with a row and a column of zeros.
struct BoxTable
{
    const uchar* data; //!< null: none
    size_t step;
    int channels;
};

struct BoxKernelJob
{
    BoxTable sum, squares;
    ImageView radius;         //!< without data: all windows are width x height
    ImageView mean, variance; //!< each may be without data
    int columns, rows;        //!< of the image
    int width, height, border, maxRadius;
};

//! @param isModular the sums are CV_32S, else CV_64F
void runBoxes(const BoxKernelJob& job, bool isModular, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
