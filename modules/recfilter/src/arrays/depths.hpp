// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_ARRAYS_DEPTHS_HPP
#define OPENCV_RECFILTER_ARRAYS_DEPTHS_HPP

// The depths of the pixels of recursive and dense filters: the one check of them.

#include "precomp.hpp"

namespace cv { namespace recfilter {

//! As error texts list them.
constexpr char FILTER_DEPTHS[] = "CV_8U, CV_16U, CV_16S, CV_16F, CV_32F and CV_64F";

inline bool isFilterDepth(int depth)
{
    return depth == CV_8U || depth == CV_16U || depth == CV_16S || depth == CV_16F || depth == CV_32F ||
           depth == CV_64F;
}

//! @param name of the argument
inline void checkDepth(int depth, const char* name)
{
    if (!isFilterDepth(depth))
        CV_Error(Error::StsUnsupportedFormat,
                 format("%s has depth %s; %s are accepted", name, depthToString(depth), FILTER_DEPTHS));
}

//! The depth of the results of a RecursiveFilter.
inline void checkResultDepth(int ddepth)
{
    if (ddepth != -1 && ddepth != CV_32F && ddepth != CV_64F)
        CV_Error(Error::StsBadArg, format("ddepth is %d; -1, CV_32F and CV_64F are accepted", ddepth));
}

//! Orders of the derivatives of a Gaussian, along the rows and along the columns.
struct DerivativeOrders
{
    int dx = 0, dy = 0;
    bool any() const { return dx > 0 || dy > 0; }
};

}} // namespace cv::recfilter

#endif
