// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_MATRIX_MATRIX_JOB_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_MATRIX_MATRIX_JOB_HPP

// The interface between matrix_gpu.cpp and the kernels that multiply floats by tensor cores.

#include "dense/cuda/matrix/lost_results.hpp"
#include "dense/cuda/tensor/matrix_window.hpp"

namespace cv { namespace recfilter { namespace gpu {

struct MatrixFilter
{
    ConvFilter filter;
    const MatrixTaps* taps; //!< [pair of rows][unit][lane], scaled
    const float* plain;     //!< taps that are not scaled: for lost results
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
tensor cores, or its code has none. @param count 2 only up to MATRIX_SHARED_KERNEL taps a side
@param lost room for mostStrips() records */
bool runMatrix(const ConvJob& job, int size, const MatrixFilter* filters, int count, LostStrip* lost,
               cudaStream_t stream);

//! Most strips of results of so many columns and rows of each channel.
inline size_t mostStrips(int64 width, int64 height, int channels)
{
    const int64 columns = int64(64) * tuning::MATRIX_PARTS * tuning::MATRIX_WARPS, rows = tuning::LEAST_MARCH_ROWS;
    return size_t((width + columns - 1) / columns * tuning::MATRIX_WARPS * ((height + rows - 1) / rows) * channels);
}

}}} // namespace cv::recfilter::gpu

#endif
