// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_PLAN_PRECISION_HPP
#define OPENCV_RECFILTER_DENSE_PLAN_PRECISION_HPP

// How precisely a call computes its sums. Decided here alone, for both backends.

#include "dense/model/kernel_bank.hpp"

namespace cv { namespace recfilter {

enum class ConvPrecision
{
    FLOAT,
    DOUBLE,
    EXACT //!< integers from bytes: they round as exact sums do, and engines choose the working type
};

//! The precision of results of `dstDepth` from a source of `srcDepth`.
inline ConvPrecision precisionOf(int srcDepth, int dstDepth)
{
    if (srcDepth == CV_8U && dstDepth <= CV_32S)
        return ConvPrecision::EXACT;
    return srcDepth == CV_64F || dstDepth == CV_64F ? ConvPrecision::DOUBLE : ConvPrecision::FLOAT;
}

//! The precision of a bank's results from a source of `srcDepth`.
inline ConvPrecision precisionOf(const KernelBank& bank, int srcDepth)
{
    return precisionOf(srcDepth, bank.resultDepth(srcDepth));
}

}} // namespace cv::recfilter

#endif
