// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CPU_MEMORY_TUNING_HPP
#define OPENCV_RECFILTER_RUNTIME_CPU_MEMORY_TUNING_HPP

// Numbers tuned for memory traffic, shared by several engines, with how each was measured.

namespace cv { namespace recfilter { namespace tuning {

/** Non-temporal stores from this many bytes on, for results and for what gather of mirrored pairs leaves for apply.
- Results, order 1, one thread: apply of 4096 x 4096 takes 8.2 ms, with ordinary stores 14.0. Thresholds of 1, 4 and 16
  MB are alike for smaller images: 0.19 to 0.23 ms at 1024 x 1024, 0.76 to 0.93 at 2048 x 2048.
- Mirrored pairs, ACCURATE, two threads of a Zen 4, medians by turns, ms, without and with: 1024 x 1024 0.79 and 0.81,
  2048 x 2048 (3.1 MB) the same, 3072 x 3072 (7 MB) 9.8 and 9.3, 4096 x 4096 (12.6 MB) 18.3 and 17.0, 8192 x 8192 69.0
  and 62.9. */
constexpr int NON_TEMPORAL_BYTES = 4 << 20;

}}} // namespace cv::recfilter::tuning

#endif
