// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_LINES_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_LINES_TUNING_HPP

// Numbers tuned for the papers' algorithms (tiles.hpp), with how each was measured.

namespace cv { namespace recfilter { namespace tuning {

/** Pixels of a side of a tile, a multiple of every vector length. 4096 x 4096, order 1, ms:
               32 (as in the papers)  64    128
  algorithm 4  21                     13.8  15.5
  algorithm 6  27                     13.4  14.5 */
constexpr int PAPER_TILE = 64;

/** RECURSIVE_AUTO takes whole lines (RT) instead of bands where both directions along columns have this order. Bands
gather the carries of both, two passes more. Zen 3, two threads, time of lines over time of bands, by the order of a
direction:
                      8     10    12    14    18    20 (in double)
  512 x 512           0.85  0.83  0.90  0.78  0.79  0.77
  4096 x 4096         0.96  0.93  0.85  0.86  0.82  0.77
  4096 x 4096 CV_8U   1.01  0.88  0.88  0.93  0.89  0.76
  64 x 4096           1.20  1.30  1.22  1.15  1.16  0.92 (one strip of columns, one thread)
  128 x 2048          1.00  0.96  -     0.95  -     -    */
constexpr int LINES_ORDER = 10;

}}} // namespace cv::recfilter::tuning

#endif
