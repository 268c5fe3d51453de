// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_SHORT_COLUMNS_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_SHORT_COLUMNS_TUNING_HPP

// Numbers of short columns, with how each was measured.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

/** Most tiles of a column, a warp each: 1280 floats (frames of 1080 rows) or 640 doubles. 640 threads have 96 registers
each, 64 of them for pixels. Orders 1 to 3 spill 56, 16 and 88 bytes (double 20, 60, 368). 512 threads would have 128
registers and spill 0, 0, 4 (0, 24, 56). */
constexpr int SHORT_COLUMN_TILES = 20;

/** Warps of a block whose columns have fewer tiles, in whole columns. Chosen, not compared. */
constexpr int SHORT_COLUMN_WARPS = 4;

}}}} // namespace cv::recfilter::gpu::tuning

#endif
