// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_ARRAYS_BORDER_TYPE_HPP
#define OPENCV_RECFILTER_ARRAYS_BORDER_TYPE_HPP

// Border types and values as callers write them: the one check of both.

#include "precomp.hpp"

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

//! @param name of the argument
inline void checkBorder(int borderType, const String& name)
{
    if (!isKnownBorder(borderType))
        CV_Error(Error::StsBadArg, format("%s is %d; BORDER_CONSTANT (0), BORDER_REPLICATE (1), BORDER_REFLECT (2), "
                                          "BORDER_WRAP (3) and BORDER_REFLECT_101 (4) are accepted",
                                          name.c_str(), borderType));
}

inline void checkBorderValue(const Scalar& value)
{
    for (int c = 0; c < 4; c++)
        if (!std::isfinite(value[c]))
            CV_Error(Error::StsBadArg, format("borderValue[%d] is %g; it must be finite", c, value[c]));
}

}} // namespace cv::recfilter

#endif
