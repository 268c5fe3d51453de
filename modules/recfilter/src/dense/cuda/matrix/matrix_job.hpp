// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_MATRIX_MATRIX_JOB_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_MATRIX_MATRIX_JOB_HPP

// The interface between matrix_gpu.cpp and the kernels that multiply floats by tensor cores.

#include "dense/cuda/common/conv_job.hpp"
#include "dense/cuda/tensor/matrix_window.hpp"

namespace cv { namespace recfilter { namespace gpu {

struct MatrixFilter
{
    ConvFilter filter;
    const MatrixTaps* taps; //!< [pair of rows][unit][lane], scaled
    const float* plain;     //!< taps that are not scaled: for strips with floats that are not finite
    float gain;             //!< takes the scale of the taps back
    int shift;              //!< rows and columns of zero taps above and left of `plain`
};

//! Filters that share a read.
template <int N>
struct MatrixFilters
{
    MatrixFilter list[N];
};

/** One or two filters of K x K taps, an odd K from 5 to 17, for CV_32F. False if the device has no such
tensor cores, or its code has none. @param count 2 only up to MATRIX_SHARED_KERNEL taps a side */
bool runMatrix(const ConvJob& job, int size, const MatrixFilter* filters, int count, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
