// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FILTER_ARRAYS_HPP
#define OPENCV_RECFILTER_FILTER_ARRAYS_HPP

#include "api/array_kind.hpp"

namespace cv { namespace recfilter {

//! The type of the result. @param ddepth -1 for the depth of the source.
inline int filteredType(const _InputArray& src, int ddepth)
{
    return CV_MAKETYPE(ddepth < 0 ? src.depth() : ddepth, src.channels());
}

//! The arrays of RecursiveFilter::apply; tells whether they are on the GPU, of which nothing has been asked yet.
inline bool checkFilterArrays(const _InputArray& src, const _OutputArray& dst, int ddepth)
{
    const bool onDevice = checkKind(src, "src");
    checkSameSide(onDevice, dst, "dst");
    checkImage(src, "src");
    const int depth = src.depth();
    if (depth != CV_8U && depth != CV_16U && depth != CV_16S && depth != CV_16F && depth != CV_32F && depth != CV_64F)
        CV_Error(Error::StsUnsupportedFormat, format("src has depth %s; CV_8U, CV_16U, CV_16S, CV_16F, CV_32F and "
                                                     "CV_64F are accepted",
                                                     depthToString(depth)));
    checkDestination(dst, "dst", src.size(), filteredType(src, ddepth));
    return onDevice;
}

}} // namespace cv::recfilter

#endif
