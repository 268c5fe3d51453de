// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_MEMORY_TUNING_HPP
#define OPENCV_RECFILTER_CPU_MEMORY_TUNING_HPP

// Numbers tuned for memory traffic that several engines share, with how each was measured.

namespace cv { namespace recfilter { namespace tuning {

/** Images of at least this many bytes are written around the cache. 4096 x 4096, order 1, one thread: apply 8.2 ms so, 14.0 with
ordinary stores. Below that it matters little: thresholds of 1, 4 and 16 MB give 0.19 to 0.23 ms at 1024 x 1024 and 0.76 to 0.93 at
2048 x 2048 alike. So is what gather leaves of all bands of mirrored pairs for the way down, where it is as much: ACCURATE, two threads of
a Zen 4, medians by turns, without and with: 4096 x 4096 (12.6 MB) 18.3 and 17.0 ms, 8192 x 8192 69.0 and 62.9, 3072 x 3072 (7 MB) 9.8 and 9.3, 2048 x 2048
(3.1 MB) the same, 1024 x 1024 0.79 and 0.81. */
enum
{
    NON_TEMPORAL_BYTES = 4 << 20
};

}}} // namespace cv::recfilter::tuning

#endif
