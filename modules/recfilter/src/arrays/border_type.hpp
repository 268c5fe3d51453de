// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_ARRAYS_BORDER_TYPE_HPP
#define OPENCV_RECFILTER_ARRAYS_BORDER_TYPE_HPP

// Border types as callers write them.

#include "opencv2/core.hpp"

namespace cv { namespace recfilter {

inline bool isKnownBorder(int borderType)
{
    return borderType == BORDER_CONSTANT || borderType == BORDER_REPLICATE || borderType == BORDER_REFLECT ||
           borderType == BORDER_REFLECT_101 || borderType == BORDER_WRAP;
}

/** A border type without BORDER_ISOLATED, which changes nothing here: no operator reads pixels around its array.
Unknown border types stay as they are, for the message. */
inline int withoutIsolated(int borderType)
{
    const int plain = borderType & ~int(BORDER_ISOLATED);
    return isKnownBorder(plain) ? plain : borderType;
}

}} // namespace cv::recfilter

#endif
