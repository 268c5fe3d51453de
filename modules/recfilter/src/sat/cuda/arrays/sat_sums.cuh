// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_SUMS_CUH
#define OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_SUMS_CUH

// The type of sums over parts of a line or column.

#include "sat/cuda/sat_tile.cuh"

namespace cv { namespace recfilter { namespace sat {

//! Sums of many floats are double: a table of a long line so loses what its tiles lose, not what the line would.
template <typename T>
using Sum = std::conditional_t<std::is_same<T, float>::value, double, T>;

}}} // namespace cv::recfilter::sat

#endif
