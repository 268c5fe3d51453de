// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_PLANE_JOB_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_PLANE_JOB_HPP

// The interface between direct_volume_gpu.cpp and the kernels that march across planes.

#include "dense/cuda/common/conv_job.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Taps of a row in memory: whole vectors of 16 bytes.
constexpr int paddedTaps(int size)
{
    return (size + 3) / 4 * 4;
}

/** A filter with the taps of a kernel that is compiled, of `size` taps along x, y and the axis of the march. Along the
other axis it has any number.
@param marchesT along t, not along z
@param taps in device memory: of each position along the other axis, of each row along y, of each plane along the
march, paddedTaps(size) taps; filled up with zeros
@param byRows sums of rows are added up, for RECHECK_TIES */
void runPlanes(const ConvJob& job, bool marchesT, int size, const float* taps, const ConvFilter& filter, bool byRows,
               cudaStream_t stream);

/** The same with the taps on the host, for small kernels whose results need no second look, and aligned images of
floats. Returns whether it takes them. */
bool runNear(const ConvJob& job, bool marchesT, int size, const float* taps, const ConvResult& result,
             cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
