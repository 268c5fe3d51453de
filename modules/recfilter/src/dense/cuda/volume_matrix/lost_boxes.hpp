// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_LOST_BOXES_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_LOST_BOXES_HPP

// What the blocks of a launch, boxes of results, have lost: see lost_shares.hpp.

#include "dense/cuda/tensor/lost_shares.hpp"
#include "dense/cuda/volume_matrix/tuning.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Planes along a march, and pairs of rows of a plane, of the source of a box, and words of a bit for each (NotedRows).
constexpr int BOX_PLANES = tuning::VOLUME_MATRIX_PLANES + tuning::VOLUME_KERNEL, BOX_PAIRS = 32,
              PLANE_WORDS = BOX_PLANES / 32 + 2, PAIR_WORDS = BOX_PAIRS / 32 + 2;

//! What a box lost.
struct LostBox
{
    float least;                                     //!< pixels that are not faint reach it; or #LostResults
    unsigned planes[PLANE_WORDS], pairs[PAIR_WORDS]; //!< that may have lost digits, if it is neither
};

//! Boxes of a launch, by blocks.
struct LostBoxes
{
    LostBox* list;
    int columns, rows; //!< of results of a plane of a box
    int size;          //!< of the compiled kernel
};

}}} // namespace cv::recfilter::gpu

#endif
