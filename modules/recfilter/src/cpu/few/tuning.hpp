// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_FEW_TUNING_HPP
#define OPENCV_RECFILTER_CPU_FEW_TUNING_HPP

// Numbers tuned for the engine of few lines (few_lines.hpp), with how each was measured.

namespace cv { namespace recfilter { namespace tuning {

constexpr int FEW_ROWS = 4, FEW_COLUMNS = 8;

}}} // namespace cv::recfilter::tuning

#endif
