// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TABLES_SQUARE_TABLES_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TABLES_SQUARE_TABLES_HPP

// Makes the weights by which tensor cores filter mirrored pairs. Includes no CUDA header.

#include "math/axis.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! All tables of SquareTable, one behind the other. @param parity of the filter, not 0
std::vector<float> squareTablesOf(const DecoupledAxis& axis, int parity);

}}} // namespace cv::recfilter::gpu

#endif
