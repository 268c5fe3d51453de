// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPERS_CUDA_DENSE_PAPER_JOB_HPP
#define OPENCV_RECFILTER_PAPERS_CUDA_DENSE_PAPER_JOB_HPP

// The interface between paper_gpu.cpp and the kernels of the paper's variants. All arrays are CV_32F.

#include "dense/cuda/common/conv_job.hpp"
#include "dense/cuda/common/tuning.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Taps a side at most, and the part of the source that a block with one result a thread reads.
constexpr int PAPER_KERNEL = 17;
constexpr int PAPER_TILE_COLUMNS = 32 + PAPER_KERNEL - 1, PAPER_TILE_ROWS = tuning::PAPER_WARPS + PAPER_KERNEL - 1;

/** A plane of the kernel of a volume. As in the paper (listings 1.4 and 1.5), each slice is a two-dimensional
convolution of all planes at once, whose results are added up. */
struct PaperSlice
{
    int t, z;
    int adds; //!< to the results of other slices
};

//! A kernel in constant memory, as in the paper: a parameter.
struct PaperFilter
{
    ConvFilter filter; //!< its result
    PaperSlice slice;
    float taps[PAPER_KERNEL * PAPER_KERNEL];
};

//! The rows of all planes. Some rows lie side by side, since textures are wider than high: 65000 rows on an H100.
struct PaperTexture
{
    cudaTextureObject_t texture; //!< channels are neighbouring columns
    int offset;                  //!< its column of the first pixel
    int besideLog2;              //!< rows side by side
    int rowStep;                 //!< columns from one to the next
};

void runTexture(ConvJob job, const PaperFilter& bank, const PaperTexture& texture, cudaStream_t stream);
void runShared(ConvJob job, const PaperFilter& bank, cudaStream_t stream);
//! The kernel has as many taps across as down: 3, 5, ..., 17.
void runSharedUnrolled(ConvJob job, const PaperFilter& bank, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
