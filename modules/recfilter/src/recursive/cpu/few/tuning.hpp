// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_FEW_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_FEW_TUNING_HPP

// Numbers tuned for the engine of few lines (few_lines.hpp), with how each was measured.

#include <algorithm>

namespace cv { namespace recfilter { namespace tuning {

/** Most lines that RECURSIVE_AUTO gives to the engine of few lines. Bands take the time of all lanes of a vector for
any number of rows, and the time of a tile for any number of columns. Lines of 1e5 samples, one direction
with taps, orders 1 to 8, AVX-512, one thread, ns for a sample of one line, few lines and bands:
  rows     4 floats 1.3 to 2.1   8 floats 3 to 10, as bands    16 floats 1.2 to 1.7, as bands
           4 doubles 2.5 to 4    8 doubles 2.6 to 4.4, as bands
  columns  4 floats 0.4 to 0.9   8 floats 0.4 to 1.0          16 floats 5 to 10, as bands
           2 doubles 0.7 to 2.2  8 doubles 1.2 to 2.2         16 doubles 8 to 20, as bands
A loop over the taps as SciPy's takes 5 ns. */
inline int fewRows(int lanes)
{
    return std::max(lanes / 2, 4);
}

constexpr int FEW_COLUMNS = 16;

}}} // namespace cv::recfilter::tuning

#endif
