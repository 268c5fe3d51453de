// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_MODEL_WEIGHTED_JOB_HPP
#define OPENCV_RECFILTER_FUNCTIONS_MODEL_WEIGHTED_JOB_HPP

/* Smoothing of images with holes: normalised convolution (Knutsson and Westin 1993), the quotient of two blurs,
(g * (w s)) / (g * w). What both sides get. */

#include "precomp.hpp"

#include "opencv2/core/cuda.hpp"

namespace cv { namespace recfilter {

/** Steps around the two blurs. @tparam Array Mat or GpuMat
`products` and `weights` are in the working type. Weights have a channel, or one for each of the source if NaN is left
out. */
template <typename Array>
struct WeightedJob
{
    Array src;
    Array mask; //!< CV_8U: what is not 0 counts as 1; CV_32F: weights. Empty: 1 everywhere
    bool ignoresNaN;
    Array products, weights; //!< w s and w, where w is 0 both are; then their blurs
    Array dst;
    double leastWeight, fill; //!< where the blurred weight is below, the result is `fill`
};

void multiplyWeights(const WeightedJob<Mat>& job);
void divideByWeights(const WeightedJob<Mat>& job);
void multiplyWeights(const WeightedJob<cuda::GpuMat>& job, cuda::Stream& stream);
void divideByWeights(const WeightedJob<cuda::GpuMat>& job, cuda::Stream& stream);

}} // namespace cv::recfilter

#endif
