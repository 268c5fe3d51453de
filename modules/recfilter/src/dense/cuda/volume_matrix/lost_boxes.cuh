// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_LOST_BOXES_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_LOST_BOXES_CUH

// The interface between the kernel of volumes by tensor cores and the one that adds up what it lost.

#include "dense/cuda/tensor/faint_rows.cuh"
#include "dense/cuda/volume/plane_place.cuh"
#include "dense/cuda/volume_matrix/lost_boxes.hpp"
#include "dense/cuda/volume_matrix/volume_matrix_job.hpp"

namespace cv { namespace recfilter { namespace gpu {

typedef NotedRows<BOX_PLANES> BoxPlanes;
typedef NotedRows<BOX_PAIRS> BoxPairs;
static_assert(BoxPlanes::WORDS == PLANE_WORDS && BoxPairs::WORDS == PAIR_WORDS, "records hold them");

//! Adds up lost results, once the stream's kernel before has left its records.
void addLostBoxes(const ConvJob& job, const PlaneMarches& marches, const LostBoxes& boxes,
                  const VolumeMatrixFilter& filter, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
