// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPERS_CUDA_PADDED_PADDING_JOB_HPP
#define OPENCV_RECFILTER_PAPERS_CUDA_PADDED_PADDING_JOB_HPP

// The interface between padded.cpp and the kernels that pad and crop. They know no filter.

#include "runtime/cuda/io/image_view.hpp"

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

struct PaddingJob
{
    ImageView padded;     //!< in the working type
    int left, above;      //!< pixels of padding
    int borderX, borderY; //!< BorderKind
    double borderValue[4];
};

//! Continues the source by its borders.
template <typename W>
void pad(const PaddingJob& job, const ImageView& src, cudaStream_t stream);

//! Takes the image out of the padded one, rounded to its depth.
template <typename W>
void crop(const PaddingJob& job, const ImageView& dst, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
