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

}}} // namespace cv::recfilter::tuning

#endif
