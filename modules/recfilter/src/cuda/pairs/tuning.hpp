// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_PAIRS_TUNING_HPP
#define OPENCV_RECFILTER_CUDA_PAIRS_TUNING_HPP

// Numbers tuned for added pairs of poles, with how each was measured.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

/** Pixels of a line in registers at a time. An H200 at 8192 x 8192, us, three and two pairs: 390 and 315 with 8 pixels,
398 and 328 with 4, 424 and 324 with 16. */
enum
{
    PAIRS_CHUNK = 8
};

/** Squares of a line, of which a row has eight and a column four, whose products stay in registers between the two sweeps and need no place in shared
memory. With one of columns, two pairs spill 312 and 236 bytes in place of 60 and 52 (ptxas 13.0, stores and loads); other numbers were not timed. */
enum
{
    SQUARES_KEPT_OF_ROWS = 1,
    SQUARES_KEPT_OF_COLUMNS = 2
};

}}}} // namespace cv::recfilter::gpu::tuning

#endif
