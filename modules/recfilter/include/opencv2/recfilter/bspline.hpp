// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_BSPLINE_HPP
#define OPENCV_RECFILTER_BSPLINE_HPP

#include "opencv2/recfilter/recursive.hpp"

namespace cv { namespace cuda {

//! @addtogroup recfilter
//! @{

/** @brief Creates the prefilter of B-spline interpolation: from an image to the coefficients of the spline through its pixels.

@param degree of the spline, 2 to 9. Degree 3 is the paper's bicubic problem (one pole), 5 its biquintic one (two).
@param borderType how the image goes on, and with it the spline: BORDER_REFLECT_101 as in the literature (Unser, Aldroubi and Eden
1993; "mirror" in scipy.ndimage.spline_filter), BORDER_REFLECT, BORDER_WRAP, BORDER_REPLICATE or BORDER_CONSTANT (0); exact.
@param ddepth depth of the coefficients: -1 for the source's, or CV_32F or CV_64F. Coefficients overshoot the pixels: take CV_32F
for integers.
@param algorithm one of #RecursiveAlgorithm.

With c the coefficients, \f$ \sum_k c_k \beta^n(i-k) \f$ is the pixel i again, to 2e-7 of the image's norm in float
(Nehab et al. 2011, section 3; the poles are the roots of the sampled B-spline, found to double precision). Degrees 6 to 9 are
computed in double for that.

@throws cv::Exception StsOutOfRange or StsBadArg naming the argument, its value and what is accepted.
*/
CV_EXPORTS_W Ptr<RecursiveFilter> createBSplinePrefilter(int degree, int borderType = BORDER_REFLECT_101,
                                                         int ddepth = -1, int algorithm = RECURSIVE_AUTO);

//! @}

}} // namespace cv::cuda

#endif
