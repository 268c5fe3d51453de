// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_PLAN_SUM_ERRORS_HPP
#define OPENCV_RECFILTER_DENSE_PLAN_SUM_ERRORS_HPP

// How far sums over windows of bytes may be from exact ones. What is closer to a half may round to the wrong integer.

#include "dense/plan/bank_results.hpp"

namespace cv { namespace recfilter {

//! The largest sum of |tap| * |pixel|.
double largestSum(const KernelBank& bank, const BankResult& result);

/** Of sums in a working type.
@param additions that follow each other @param roundoff of the working type: half its epsilon */
double sumError(const KernelBank& bank, const BankResult& result, double additions, double roundoff);

//! Of Fourier transforms in double. @param elements that are transformed together
double transformError(const KernelBank& bank, const BankResult& result, double elements);

}} // namespace cv::recfilter

#endif
