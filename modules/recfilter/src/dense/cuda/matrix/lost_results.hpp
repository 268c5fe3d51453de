// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_MATRIX_LOST_RESULTS_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_MATRIX_LOST_RESULTS_HPP

// What the strips of a launch have lost: see lost_shares.hpp.

#include "dense/cuda/common/conv_job.hpp"
#include "dense/cuda/common/tuning.hpp"
#include "dense/cuda/tensor/lost_shares.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Pairs of rows of the source of a strip, and words of a bit for each (NotedRows).
constexpr int MATRIX_PAIRS = (tuning::MATRIX_ROWS + tuning::MARCH_KERNEL + 1) / 2 + 1,
              NOTED_WORDS = MATRIX_PAIRS / 32 + 2;

//! What a strip lost.
struct LostStrip
{
    float least;                 //!< pixels that are not faint reach it; or #LostResults
    unsigned noted[NOTED_WORDS]; //!< pairs of rows that may have lost digits, if it is neither
};

//! Strips of a launch: from left to right, then down, then of the next channel.
struct LostStrips
{
    LostStrip* list;
    int across; //!< strips of a row, as the grid has them: the last ones may lie beside the array
    int rows;   //!< of results of a strip
    int size;   //!< of the compiled kernel: sums that lost digits by underflow may have met noted rows with zero taps
};

struct MatrixFilter;

//! Adds up the lost results of a filter, once the stream's kernel before has left its records.
void addLostResults(const ConvJob& job, const LostStrips& strips, const MatrixFilter& filter, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
