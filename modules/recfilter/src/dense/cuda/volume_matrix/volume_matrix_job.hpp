// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_VOLUME_MATRIX_JOB_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_VOLUME_MATRIX_JOB_HPP

// The interface between volume_matrix_gpu.cpp and the kernels that multiply volumes by tensor cores.

#include "dense/cuda/common/conv_job.hpp"
#include "dense/cuda/tensor/matrix_window.hpp"
#include "dense/cuda/volume_matrix/lost_boxes.hpp"

namespace cv { namespace recfilter { namespace gpu {

struct VolumeMatrixFilter
{
    ConvFilter filter;
    const float* plain; //!< taps that are not scaled: for lost results
    /** Scaled, [plane along the other axis][pair of rows][plane of the march]: for every two units [lane] high, high,
    low, low parts, then for an odd one [lane] high, low. */
    const uint4* taps;
    float gain; //!< takes the scale of the taps back
};

/** A filter with the taps of a kernel that is compiled, an odd size from 3 to 11 along x, y and the axis of the march,
and up to VOLUME_MATRIX_MIDDLE along the other axis, for CV_32F. False if the device has no such tensor cores, its code
has none, a block has too little shared memory, or indices of the source or the result do not fit.
@param lost room for mostBoxes() records */
bool runVolumeMatrix(const ConvJob& job, bool marchesT, int size, const VolumeMatrixFilter& filter, LostBox* lost,
                     cudaStream_t stream);

//! Most boxes of planes of results of so many columns and rows. @param planes of all channels
inline size_t mostBoxes(int64 width, int64 height, int64 planes, int size)
{
    const int columns = 64 * tuning::volumeMatrixParts(size), rows = 2 * tuning::volumeMatrixWarps(size);
    return size_t((width + columns - 1) / columns * ((height + rows - 1) / rows) * planes);
}

}}} // namespace cv::recfilter::gpu

#endif
