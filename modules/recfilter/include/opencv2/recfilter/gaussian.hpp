// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_GAUSSIAN_HPP
#define OPENCV_RECFILTER_GAUSSIAN_HPP

// Gaussian blurs and their derivatives as recursive filters.

#include "opencv2/recfilter/recursive.hpp"

namespace cv { namespace cuda {

//! @addtogroup recfilter_gaussian
//! @{

/** @brief Recursive approximations of the Gaussian.

The decibels are the signal-to-noise ratio of the filter's impulse response against the sampled, normalised Gaussian,
\f$ 10 \log_{10} \sum g_i^2 / \sum (g_i - h_i)^2 \f$: no sigma from 0.5 to 1000 has less. cv::GaussianBlur, which ends
at four sigma, has 77 to 82 dB for float images and sigma 5 and more.

The error has either sign. More than six sigma from a bright pixel, results of ACCURATE lie between -1e-6 and 1e-6 of
the Gaussian's peak, in double too. Set a threshold before a logarithm, a root or a comparison with 0. */
enum GaussianApproximation
{
    /** Three complex pairs of poles a side, added: 106 dB from sigma 5, 105 from 2, 102 below; first and second
    derivatives 90 and 78 dB from sigma 2, 78 and 61 below. */
    GAUSSIAN_ACCURATE = 0,
    /** Two complex pairs a side, added (Deriche @cite Deriche1993): 69 dB from sigma 5, 66 below; derivatives 54 and
    43 dB from sigma 2, 50 and 36 below. */
    GAUSSIAN_DERICHE = 1,
    /** Three poles, one pass after the other (van Vliet, Young and Verbeek @cite VanVliet1998): 37 dB from sigma 5,
    34 from 2, 18 below; derivatives 26 and 18 from sigma 5, 21 and 15 from 2, 8 and 5 below. */
    GAUSSIAN_VAN_VLIET_3 = 2,
    /** Four poles: 47 dB from sigma 5, 43 from 2, 19 below; derivatives 34 and 28 from sigma 5, 22 and 21 from 2, 8
    and 5 below. */
    GAUSSIAN_VAN_VLIET_4 = 3,
    /** Five poles: 57 dB from sigma 5, 52 from 2, 20 below; derivatives 36 and 35 from sigma 5, 22 and 24 from 2, 8
    and 6 below. */
    GAUSSIAN_VAN_VLIET_5 = 4,
    /** Three poles (Young and van Vliet @cite YoungVanVliet1995): 29 dB from sigma 5, 24 from 2, 18 below; derivatives
    21 and 14 from sigma 5, 17 and 7 from 2, 7 and 6 below. */
    GAUSSIAN_YOUNG_VAN_VLIET = 5
};

//! The axes that a Gaussian filters.
enum GaussianAxes
{
    GAUSSIAN_X = 1, //!< along the rows
    GAUSSIAN_Y = 2, //!< along the columns
    GAUSSIAN_XY = 3 //!< both
};

//! Everything that a recursive Gaussian can be told. Only the first sigma has to be given.
struct CV_EXPORTS_W_SIMPLE RecursiveGaussianParams
{
    //! @param sigmaX, sigmaY see the members of these names.
    CV_WRAP explicit RecursiveGaussianParams(double sigmaX = 1, double sigmaY = 0);

    //! Standard deviation along the rows, in pixels: 0.1 to 1e5.
    CV_PROP_RW double sigmaX;
    //! The same along the columns; 0 stands for sigmaX.
    CV_PROP_RW double sigmaY;
    //! One of #GaussianAxes. An axis that is left out is not filtered.
    CV_PROP_RW int axes;
    //! Order of the derivative along x, 0 to 2; 0 if the axis is left out.
    CV_PROP_RW int dx;
    //! The same along y.
    CV_PROP_RW int dy;
    //! BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101 or BORDER_WRAP, for both axes, exact.
    //! BORDER_ISOLATED may be added and changes nothing, see RecursiveAxis.
    CV_PROP_RW int borderType;
    //! Value outside the image with BORDER_CONSTANT, as in #createRecursiveFilter.
    CV_PROP_RW Scalar borderValue;
    //! One of #GaussianApproximation or #PaperGaussian.
    CV_PROP_RW int approximation;
    //! Depth of the result: -1 for the source's, or CV_32F or CV_64F. Derivatives are signed: with -1 they refuse a
    //! source of CV_8U or CV_16U (StsBadArg); take CV_32F.
    CV_PROP_RW int ddepth;
    //! One of #RecursiveAlgorithm or #PaperAlgorithm.
    CV_PROP_RW int algorithm;
};

/** @brief Creates a Gaussian blur, or a derivative of one, whose cost hardly grows with sigma.

@param params what to compute. #PaperGaussian says which of them Lee's filters take.

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

@snippet recfilter_snippets.cpp derivative

@throws cv::Exception StsBadArg or StsOutOfRange naming the member, its value and what is accepted.
*/
CV_EXPORTS_W Ptr<RecursiveFilter> createRecursiveGaussianFilter(const RecursiveGaussianParams& params);

/** Everything that a recursive Gaussian along numbered dimensions can be told. Lists have an element for each of
`dimensions`, in their order, or one for all of them. */
struct CV_EXPORTS_W_SIMPLE RecursiveGaussianNDParams
{
    //! @param dimensions, sigmas see the members of these names.
    CV_WRAP explicit RecursiveGaussianNDParams(const std::vector<int>& dimensions = std::vector<int>(),
                                               const std::vector<double>& sigmas = std::vector<double>(1, 1.));

    //! The dimensions to filter along, see createRecursiveFilter: {0, 1, 2} for a volume.
    CV_PROP_RW std::vector<int> dimensions;
    //! Standard deviations in the unit of `spacing`: 0.1 to 1e5 samples.
    CV_PROP_RW std::vector<double> sigmas;
    //! Distances between samples, in any unit. Empty: 1, so that sigmas count samples. Derivatives are per this unit.
    CV_PROP_RW std::vector<double> spacing;
    //! Orders of derivatives, 0 to 2. Empty: 0.
    CV_PROP_RW std::vector<int> derivatives;
    //! Borders, see RecursiveAxis. Empty: BORDER_DEFAULT.
    CV_PROP_RW std::vector<int> borderTypes;
    //! Value outside the array with BORDER_CONSTANT, as in #createRecursiveFilter.
    CV_PROP_RW Scalar borderValue;
    //! One of #GaussianApproximation.
    CV_PROP_RW int approximation;
    //! Depth of the result, see RecursiveGaussianParams.
    CV_PROP_RW int ddepth;
    //! One of #RecursiveAlgorithm or #PaperAlgorithm.
    CV_PROP_RW int algorithm;
};

/** @overload
@brief Creates a Gaussian blur, or a derivative of one, of volumes, series, batches and signals.
@param params what to compute.

@snippet recfilter_snippets.cpp volume
*/
CV_EXPORTS_W Ptr<RecursiveFilter> createRecursiveGaussianFilter(const RecursiveGaussianNDParams& params);

/** @overload
@brief Creates a Gaussian blur along both axes. For one axis alone, derivatives and other approximations pass
RecursiveGaussianParams.
@param sigmaX standard deviation along the rows, in pixels: 0.1 to 1e5.
@param sigmaY the same along the columns; 0 stands for sigmaX.
@param borderType see RecursiveGaussianParams.
@param ddepth depth of the result: -1 for the source's, or CV_32F or CV_64F.

@snippet recfilter_snippets.cpp gaussian
*/
CV_EXPORTS_W Ptr<RecursiveFilter> createRecursiveGaussianFilter(double sigmaX, double sigmaY = 0,
                                                                int borderType = BORDER_DEFAULT, int ddepth = -1);

/** @brief Blurs an image, as cv::GaussianBlur does. The cost hardly depends on sigma.

@param src, dst see RecursiveFilter::apply.
@param sigmaX standard deviation along the rows, in pixels: 0.1 to 1e5.
@param sigmaY the same along the columns; 0 stands for sigmaX.
@param borderType see RecursiveGaussianParams; BORDER_CONSTANT continues with 0.
@param ddepth depth of the result: -1 for the source's, or CV_32F or CV_64F.

The filters of the last 128 sets of parameters are kept, with their plans. So calls in a loop cost as much as those of
one filter. Any number of threads may call this function at once. A GpuMat is filtered on the default stream.
#releaseWorkspaces forgets the filters.

@snippet recfilter_snippets.cpp blur

@throws cv::Exception as #createRecursiveGaussianFilter and RecursiveFilter::apply do.
*/
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void recursiveGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY = 0,
                                        int borderType = BORDER_DEFAULT, int ddepth = -1);
#else // see RecursiveFilter::apply
CV_WRAP_PHANTOM(void recursiveGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY = 0,
                                           int borderType = BORDER_DEFAULT, int ddepth = -1,
                                           const Ptr<Stream>& stream = Ptr<Stream>()));
#endif

/** @overload
@param src, dst, sigmaX, sigmaY, borderType, ddepth as above.
@param stream queue for the work of a GpuMat, see RecursiveFilter::apply; ignored for a Mat.
*/
CV_EXPORTS void recursiveGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int borderType,
                                      int ddepth, Stream& stream);

//! @}

}} // namespace cv::cuda

#endif
