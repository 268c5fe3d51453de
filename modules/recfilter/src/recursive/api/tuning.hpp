// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_API_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_API_TUNING_HPP

// Numbers tuned for arrays of more than two dimensions on the CPU, with how each was measured.

#include "precomp.hpp"

namespace cv { namespace recfilter { namespace tuning {

//! Bytes of images that are filtered side by side, one by each thread, instead of one after the other by all threads.
constexpr int64 IMAGE_BYTES = 4 << 20;

/** Columns of a piece of an image of which only columns are filtered: 1 MB, which stays in L2 between gather and apply,
in rows of at least 1 KB. Pieces begin at multiples of vectors. @param bytes of an element */
inline int64 pieceColumns(int64 rows, int64 bytes)
{
    const int64 columns = std::max<int64>((1 << 20) / rows, 1 << 10) / bytes;
    return std::max<int64>(columns / 64 * 64, 64);
}

//! Most elements behind the last filtered axis that become channels. More run faster as columns.
constexpr int64 MOST_CHANNELS = 4;

}}} // namespace cv::recfilter::tuning

#endif
