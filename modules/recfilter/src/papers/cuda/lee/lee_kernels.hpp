// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The interface between lee_gpu.cpp and the kernels of lee.cu.

#ifndef OPENCV_RECFILTER_PAPERS_CUDA_LEE_LEE_KERNELS_HPP
#define OPENCV_RECFILTER_PAPERS_CUDA_LEE_LEE_KERNELS_HPP

#include "math/lee_lines.hpp"
#include "runtime/cuda/io/image_view.hpp"

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

//! One axis of an image. dst may be src. w is an image of W between the two passes and shares memory with neither.
template <typename W>
struct LeeJob
{
    ImageView src, w, dst;
    LeeAxis<W> axis;
    bool alongX; //!< lines are rows
    bool split;  //!< two-way
    cudaStream_t stream;
};

template <typename W>
void runLee(const LeeJob<W>& job);

}}} // namespace cv::recfilter::gpu

#endif
