// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_GAUSSIAN_HPP
#define OPENCV_RECFILTER_GAUSSIAN_HPP

// Gaussian blurs and their derivatives as recursive filters.

#include "opencv2/recfilter/recursive.hpp"

namespace cv { namespace cuda {

//! @addtogroup recfilter
//! @{

/** @brief Recursive approximations of the Gaussian.

The decibels are the signal-to-noise ratio of the filter's impulse response against the sampled, normalised Gaussian,
\f$ 10 \log_{10} \sum g_i^2 / \sum (g_i - h_i)^2 \f$: no sigma from 0.5 to 1000 has less. cv::GaussianBlur, which ends
at four sigma, has 77 to 82 dB for float images and sigma 5 and more. */
enum GaussianApproximation
{
    /** Three complex pairs of poles a side, added: 106 dB from sigma 5, 105 from 2, 102 below; first and second
    derivatives 90 and 78 dB from sigma 2, 78 and 61 below. */
    GAUSSIAN_ACCURATE = 0,
    /** Two complex pairs a side, added (Deriche 1993): 69 dB from sigma 5, 66 below; derivatives 54 and 43 dB from
    sigma 2, 50 and 36 below. */
    GAUSSIAN_DERICHE = 1,
    /** Three poles, one pass after the other (van Vliet, Young and Verbeek 1998): 37 dB from sigma 5, 34 from 2, 18
    below; derivatives 26 and 18 from sigma 5, 21 and 15 from 2, 8 and 5 below. */
    GAUSSIAN_VAN_VLIET_3 = 2,
    /** Four poles: 47 dB from sigma 5, 43 from 2, 19 below; derivatives 34 and 28 from sigma 5, 22 and 21 from 2, 8
    and 5 below. */
    GAUSSIAN_VAN_VLIET_4 = 3,
    /** Five poles: 57 dB from sigma 5, 52 from 2, 20 below; derivatives 36 and 35 from sigma 5, 22 and 24 from 2, 8
    and 6 below. */
    GAUSSIAN_VAN_VLIET_5 = 4,
    /** Three poles (Young and van Vliet 1995): 29 dB from sigma 5, 24 from 2, 18 below; derivatives 21 and 14 from
    sigma 5, 17 and 7 from 2, 7 and 6 below. */
    GAUSSIAN_YOUNG_VAN_VLIET = 5,
    /** YOUNG_VAN_VLIET as C. W. Lee, J. Ko and T.-Y. Choe evaluate it in parallel @cite Lee2014: one thread filters
    a line from end to end. The SNR is the same away from the border. For comparison; see
    createRecursiveGaussianFilter. */
    GAUSSIAN_LEE_ONE_WAY = 6,
    /** Their two-way partition: both halves of a line run at once and meet at the pixel width / 2. That pixel gets the
    sampled Gaussian over 1.5 sigma on either side. Lines of fewer than 7 pixels are not split. The SNR is the same
    away from where the halves meet, 9 dB there. */
    GAUSSIAN_LEE_TWO_WAY = 7
};

/** @brief Creates a Gaussian blur, or a derivative of one, whose cost hardly grows with sigma.

@param sigmaX standard deviation along the rows, in pixels: 0 leaves the rows as they are, else 0.1 to 1e5. Lee's
filters (#GAUSSIAN_LEE_ONE_WAY and #GAUSSIAN_LEE_TWO_WAY) take 0, or 0.5 to 1000.
@param sigmaY the same along the columns. At least one of both must not be 0.
@param dx, dy order of the derivative along x and y, 0 to 2. It must be 0 if the sigma of that axis is 0. Lee's filters
take 0 alone.
@param borderType BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101 or BORDER_WRAP, for both
axes, exact. Lee's filters take BORDER_REPLICATE alone and refuse the default.
@param borderValue value outside the image with BORDER_CONSTANT.
@param approximation one of #GaussianApproximation. Each parameter says what Lee's filters take.
@param ddepth depth of the destination: -1 for the source's, or CV_32F or CV_64F. Derivatives are signed: take
CV_32F for images without a sign.
@param algorithm one of #RecursiveAlgorithm. GAUSSIAN_VAN_VLIET_3 is the Gaussian of Nehab et al. 2011: as the cascade
of 5_1 and 4_2 with RECURSIVE_ALG_5_4 (a Mat, any border but BORDER_CONSTANT), as 5_3 with RECURSIVE_ALG_5 (a zero
border) or RECURSIVE_ALG_6 (any border). Lee's filters take RECURSIVE_AUTO alone.

The impulse response sums to 1 along each axis. A derivative filter gives polynomials of its degree their exact
derivative (\f$\sum h_i = 0\f$, \f$\sum i\, h_i = -1\f$ for the first, \f$\sum i^2 h_i = 2\f$ for the second).
Below sigma 0.5, where poles cannot follow the samples, the same object convolves with the sampled Gaussian itself.
Arrays, depths, borders and streams are those of RecursiveFilter. Beyond sigma 1000 RecursiveFilter also says what is
computed in double. Up to sigma 1000 float images lose, as a share of the largest value:

| approximation | sigma up to 10 | to 30 | to 100 | to 1000 |
|---|---|---|---|---|
| ACCURATE, DERICHE | 2e-6 | 2e-6 | 2e-6 | 4e-6, 1e-5 along rows of 6145 to 17408 pixels |
| VAN_VLIET_3, 4 and 5, YOUNG_VAN_VLIET | 5e-6 | 2e-5 | 2e-4 | computed in double |
| LEE_ONE_WAY, LEE_TWO_WAY | 1e-5 up to sigma 6 | computed in double | | |

For derivatives it is a share of the largest value that a derivative of such an image can have. Cascades begin to be
computed in double somewhere between sigma 9 and 100, depending on how the taps of each sigma round.

@throws cv::Exception StsBadArg or StsOutOfRange naming the argument, its value and what is accepted.
*/
CV_EXPORTS_W Ptr<RecursiveFilter> createRecursiveGaussianFilter(double sigmaX, double sigmaY, int dx = 0, int dy = 0,
                                                                int borderType = BORDER_REFLECT,
                                                                const Scalar& borderValue = Scalar(),
                                                                int approximation = GAUSSIAN_ACCURATE, int ddepth = -1,
                                                                int algorithm = RECURSIVE_AUTO);

//! @overload The same blur along both axes, BORDER_REFLECT.
CV_EXPORTS Ptr<RecursiveFilter> createRecursiveGaussianFilter(double sigma);

/** @brief Blurs an image, as cv::GaussianBlur does. The cost hardly depends on sigma.
@param src, dst see RecursiveFilter::apply.
@param sigmaX standard deviation along the rows.
@param sigmaY the same along the columns; 0 stands for sigmaX.
@param borderType see #createRecursiveGaussianFilter; BORDER_CONSTANT continues with 0.

Each call makes and plans a filter, which takes some milliseconds. For frames, keep one of
#createRecursiveGaussianFilter.
*/
CV_EXPORTS_W void recursiveGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY = 0,
                                        int borderType = BORDER_DEFAULT);

//! @}

}} // namespace cv::cuda

#endif
