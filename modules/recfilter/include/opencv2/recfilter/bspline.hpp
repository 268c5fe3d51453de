// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_BSPLINE_HPP
#define OPENCV_RECFILTER_BSPLINE_HPP

// The prefilter of B-spline interpolation.

#include "opencv2/recfilter/recursive.hpp"

namespace cv { namespace cuda {

//! @addtogroup recfilter_systems
//! @{

/** @brief Creates the prefilter of B-spline interpolation, which turns an image into the coefficients of the spline
through its pixels.

@param degree of the spline, 2 to 9. Degree 3 is the bicubic problem of Nehab et al. @cite Nehab2011 (one pole),
degree 5 the biquintic one (two poles).
@param borderType how the image and its spline go on, exactly: BORDER_REFLECT_101, the default, as in the literature
(Unser, Aldroubi and Eden @cite Unser1993; "mirror" in scipy.ndimage.spline_filter), BORDER_REFLECT, BORDER_WRAP,
BORDER_REPLICATE or BORDER_CONSTANT (value 0). BORDER_ISOLATED may be added and changes nothing.
@param ddepth depth of the coefficients: -1 for the source's, or CV_32F or CV_64F. Coefficients overshoot the
pixels: take CV_32F for integers.
@param algorithm one of #RecursiveAlgorithm or #PaperAlgorithm.

With c the coefficients, \f$ \sum_k c_k \beta^n(i-k) \f$ is the pixel i again (@cite Nehab2011, section 3). The
poles are the roots of the sampled B-spline, found to double precision. The error in float, as a share of the image's
norm, is at most:

| image | on the CPU | on the GPU |
|---|---|---|
| smooth | 2e-7 | 3e-7 |
| constant | 4e-7 | 5e-7 |
| white noise | 1e-7 (degree 2) to 1.5e-6 (degree 9) | 2e-7 to 3e-6 |

Degrees 6 to 9 are computed in double for that; on a GPU the pixels between their passes are floats where the source's
are. The coefficients of white noise are up to three hundred times as large as its pixels. Rounding them to float leaves
as much.

@snippet recfilter_snippets.cpp prefilter

@throws cv::Exception StsOutOfRange or StsBadArg naming the argument, its value and what is accepted.
*/
CV_EXPORTS_W Ptr<RecursiveFilter> createBSplinePrefilter(int degree, int borderType = BORDER_DEFAULT, int ddepth = -1,
                                                         int algorithm = RECURSIVE_AUTO);

/** @overload
@param degree of the spline, 2 to 9.
@param dimensions to filter along, see createRecursiveFilter: {0, 1, 2} for the coefficients of a volume.
@param borderType, ddepth, algorithm as above.
*/
CV_EXPORTS_W Ptr<RecursiveFilter> createBSplinePrefilter(int degree, const std::vector<int>& dimensions,
                                                         int borderType = BORDER_DEFAULT, int ddepth = -1,
                                                         int algorithm = RECURSIVE_AUTO);

//! @}

}} // namespace cv::cuda

#endif
