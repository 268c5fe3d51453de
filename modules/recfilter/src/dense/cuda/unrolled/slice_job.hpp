// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_UNROLLED_SLICE_JOB_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_UNROLLED_SLICE_JOB_HPP

// What kernels get that filter planes by slices of a kernel (Eklund and Dufort 2013, section 4). All arrays are CV_32F.

#include "dense/cuda/common/conv_job.hpp"
#include "dense/cuda/common/tuning.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Taps a side at most.
constexpr int SLICE_KERNEL = 17;

/** A plane of the kernel of a volume. As in the paper (listings 1.4 and 1.5), each slice is a two-dimensional
convolution of all planes at once, whose results are added up. */
struct KernelSlice
{
    int t, z;
    int adds; //!< to the results of other slices
};

//! A kernel in constant memory, as in the paper: a parameter.
struct SliceFilter
{
    ConvFilter filter; //!< its result
    KernelSlice slice;
    float taps[SLICE_KERNEL * SLICE_KERNEL];
};

//! The kernel has as many taps across as down: 3, 5, ..., 17.
void runUnrolled(const ConvJob& job, const SliceFilter& bank, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
