// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPERS_CUDA_DENSE_PAPER_JOB_HPP
#define OPENCV_RECFILTER_PAPERS_CUDA_DENSE_PAPER_JOB_HPP

// The interface between paper_gpu.cpp and the kernels of the paper's variants. All arrays are CV_32F.

#include "dense/cuda/unrolled/slice_job.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! The part of the source that a block reads.
constexpr int PAPER_TILE_COLUMNS = 32 + SLICE_KERNEL - 1, PAPER_TILE_ROWS = tuning::PAPER_WARPS + SLICE_KERNEL - 1;

//! The rows of all planes. Some rows lie side by side, since textures are wider than high: 65000 rows on an H100.
struct PaperTexture
{
    cudaTextureObject_t texture; //!< channels are neighbouring columns
    int offset;                  //!< its column of the first pixel
    int besideLog2;              //!< rows side by side
    int rowStep;                 //!< columns from one to the next
};

void runTexture(ConvJob job, const SliceFilter& bank, const PaperTexture& texture, cudaStream_t stream);
void runShared(ConvJob job, const SliceFilter& bank, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
