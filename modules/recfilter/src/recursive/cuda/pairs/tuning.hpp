// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_PAIRS_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_PAIRS_TUNING_HPP

// Numbers tuned for added pairs of poles, with how each was measured.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

/** Pixels of a line in registers at a time. H200, 8192 x 8192, us, three pairs and two:
8 pixels 390 and 315, 4 pixels 398 and 328, 16 pixels 424 and 324. */
constexpr int PAIRS_CHUNK = 8;

/** Squares of a line whose products stay in registers between the two sweeps, not in shared memory. A row has eight
squares, a column four. With one square of columns, two pairs spill 312 bytes in stores and 236 in loads; with two, 60
and 52 (ptxas 13.0). Other numbers were not timed. */
constexpr int SQUARES_KEPT_OF_ROWS = 1;
constexpr int SQUARES_KEPT_OF_COLUMNS = 2;

}}}} // namespace cv::recfilter::gpu::tuning

#endif
