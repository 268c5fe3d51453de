// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FILTER_VALIDATION_HPP
#define OPENCV_RECFILTER_FILTER_VALIDATION_HPP

#include "filter_model.hpp"

namespace cv { namespace recfilter {

//! What means the same for every RecursiveFilter; throws cv::Exception.
void checkCommonArguments(const Scalar& borderValue, int ddepth, int algorithm);

//! Checks every argument of createRecursiveFilter and turns the taps into sections; throws cv::Exception.
FilterModel makeFilterModel(const cuda::RecursiveAxis& axisX, const cuda::RecursiveAxis& axisY,
                            const Scalar& borderValue, int ddepth, int algorithm);

/** The largest errors of the passes in float arithmetic, as shares of the largest value of their impulse response; what
decides whether images are filtered in double. */
struct FloatErrors
{
    double onHost = 0; //!< on the CPU, which runs any added pairs as AddedPair or, mirrored, no less exactly by blocks
    double onDevice = 0; //!< on the GPU, which runs them so where both directions have the same poles
};

FloatErrors floatErrors(const FilterModel& model);

}} // namespace cv::recfilter

#endif
