// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_IO_IMAGE_LIST_HPP
#define OPENCV_RECFILTER_RUNTIME_CUDA_IO_IMAGE_LIST_HPP

// Images anywhere in device memory, as kernels take them: a list of their addresses (ImageView::isList).

#include "opencv2/core/cvdef.h"

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

/** Queues kernels that write addresses into device memory. The addresses are arguments of the kernels, so that a graph
captures them. */
void writeAddresses(uchar* const* addresses, size_t count, uchar** to, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
