// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_MATRIX_NOTED_PAIRS_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_MATRIX_NOTED_PAIRS_CUH

// The pairs of rows of a strip that may have lost digits, in a kernel.

#include "dense/cuda/matrix/lost_results.hpp"
#include "dense/cuda/tensor/faint_rows.cuh"

namespace cv { namespace recfilter { namespace gpu {

typedef NotedRows<MATRIX_PAIRS> MatrixRows;
static_assert(MatrixRows::WORDS == NOTED_WORDS, "records hold them");

}}} // namespace cv::recfilter::gpu

#endif
