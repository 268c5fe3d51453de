// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_ENGINE_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_ENGINE_TUNING_HPP

// Numbers of batches of images on a GPU.

#include "opencv2/core/cvdef.h"

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

/** Images of a batch that are filtered by the same kernels: the layers that a grid has at most, and as many as take no
more working memory than a tenth of the batch or 32 MB. Not tuned: order 1 takes 5 % of floats, order 3 takes 14 %. */
constexpr int64 BATCH_IMAGES = 65535;
constexpr double BATCH_SCRATCH = 0.1;
constexpr int64 BATCH_SCRATCH_BYTES = 32 << 20;

}}}} // namespace cv::recfilter::gpu::tuning

#endif
