// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_HPP
#define OPENCV_RECFILTER_FUNCTIONS_HPP

// Functions of images: what stands beside a Gaussian blur (edges, blobs, sharpening, orientation), video frames, images
// with holes, windows of any size, splines.

#include "opencv2/recfilter/gaussian.hpp"

namespace cv { namespace cuda {

//! @addtogroup recfilter_functions
//! @{

/** @name Functions beside a Gaussian blur

The Gaussians g are those of #cv::cuda::createRecursiveGaussianFilter with #cv::cuda::GAUSSIAN_ACCURATE, so that sigma
may be anything from 0.1 to 1e5 and the cost hardly depends on it. \f$ L = g * s \f$ is the blurred image, and indices
are its derivatives.

In the gradient magnitude and in the Laplacian, a Gaussian and its derivative have the same poles, which is faster on a
GPU. The Gaussian is exact to 101 dB beside first derivatives (91 dB) and to 84 dB beside second ones (79 dB); alone it
has 107 dB.

| property | accepted |
|----------|----------|
| arrays   | Mat, UMat, GpuMat of two dimensions, and lists of them (RecursiveFilter); any step and ROI; in place where the types agree |
| depth    | CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F |
| channels | any number, each on its own; #cv::cuda::structureTensor and #cv::cuda::hessianOfGaussian one |
| border   | BORDER_CONSTANT (0), REPLICATE, REFLECT, REFLECT_101, WRAP, exact |

Results are CV_32F, of CV_64F sources CV_64F, unless ddepth says otherwise. They are computed in that depth. The filters
of the last 128 sets of parameters are kept, with their plans. Any number of threads may call these functions at once. A
GpuMat without a stream is filtered on the default stream. #cv::cuda::releaseWorkspaces forgets the filters, but those
that a stream in capture was given: a graph may need them for good.

@throws cv::Exception as RecursiveFilter::apply does, and StsBadArg or StsOutOfRange naming the argument, its value and
what is accepted. */
//! @{

/** @brief Magnitude of the gradient, \f$ \sqrt{L_x^2 + L_y^2} \f$: edges of the size of sigma.

@param src image.
@param dst result of the same size and channels.
@param sigmaX standard deviation along the rows, in pixels: 0.1 to 1e5.
@param sigmaY the same along the columns; 0 stands for sigmaX.
@param borderType how the image goes on.
@param ddepth depth of the result: -1 for CV_32F, of CV_64F sources CV_64F; or one of these.
@param normalized multiplies each derivative by the sigma of its axis, so that edges of all sizes compare
(Lindeberg @cite Lindeberg1998).

@snippet recfilter_snippets.cpp edges
@sa scipy.ndimage.gaussian_gradient_magnitude */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void gaussianGradientMagnitude(InputArray src, OutputArray dst, double sigmaX, double sigmaY = 0,
                                            int borderType = BORDER_DEFAULT, int ddepth = -1, bool normalized = false);
#else // for Python, see RecursiveFilter::apply
CV_WRAP_PHANTOM(void gaussianGradientMagnitude(InputArray src, OutputArray dst, double sigmaX, double sigmaY = 0,
                                               int borderType = BORDER_DEFAULT, int ddepth = -1,
                                               bool normalized = false, const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
//! @overload
CV_EXPORTS void gaussianGradientMagnitude(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int borderType,
                                          int ddepth, bool normalized, Stream& stream);

/** @brief Laplacian of Gaussian, \f$ L_{xx} + L_{yy} \f$: negative in bright blobs of radius \f$\sqrt 2 \sigma\f$.

@param src, dst, sigmaX, sigmaY, borderType, ddepth see #gaussianGradientMagnitude.
@param normalized multiplies each derivative by the square of the sigma of its axis, so that blobs of all sizes compare.
@sa scipy.ndimage.gaussian_laplace */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void laplacianOfGaussian(InputArray src, OutputArray dst, double sigmaX, double sigmaY = 0,
                                      int borderType = BORDER_DEFAULT, int ddepth = -1, bool normalized = false);
#else
CV_WRAP_PHANTOM(void laplacianOfGaussian(InputArray src, OutputArray dst, double sigmaX, double sigmaY = 0,
                                         int borderType = BORDER_DEFAULT, int ddepth = -1, bool normalized = false,
                                         const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
//! @overload
CV_EXPORTS void laplacianOfGaussian(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int borderType,
                                    int ddepth, bool normalized, Stream& stream);

/** @brief Difference of two blurs, that of sigma less that of the wider one: a band of frequencies.

@param src, dst, borderType, ddepth see #gaussianGradientMagnitude.
@param sigma standard deviation of the first blur, along both axes.
@param widerSigma that of the second one. 0 stands for 1.6 sigma, which is close to a Laplacian (Marr and Hildreth
@cite MarrHildreth1980).
@sa skimage.filters.difference_of_gaussians */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void differenceOfGaussians(InputArray src, OutputArray dst, double sigma, double widerSigma = 0,
                                        int borderType = BORDER_DEFAULT, int ddepth = -1);
#else
CV_WRAP_PHANTOM(void differenceOfGaussians(InputArray src, OutputArray dst, double sigma, double widerSigma = 0,
                                           int borderType = BORDER_DEFAULT, int ddepth = -1,
                                           const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
//! @overload
CV_EXPORTS void differenceOfGaussians(InputArray src, OutputArray dst, double sigma, double widerSigma, int borderType,
                                      int ddepth, Stream& stream);

/** @brief Sharpens an image, \f$ s + a\,(s - L) \f$.

@param src image.
@param dst result of the same size and type; integers are rounded and saturated. May be src.
@param sigma standard deviation of the blur, along both axes: 0.1 to 1e5.
@param amount a, from -1, which is the blur, up to 1e4.
@param threshold pixels of which \f$|s - L|\f$ is smaller stay what they are; 0 or more.
@param borderType how the image goes on.
@sa skimage.filters.unsharp_mask */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void unsharpMask(InputArray src, OutputArray dst, double sigma, double amount = 1, double threshold = 0,
                              int borderType = BORDER_DEFAULT);
#else
CV_WRAP_PHANTOM(void unsharpMask(InputArray src, OutputArray dst, double sigma, double amount = 1, double threshold = 0,
                                 int borderType = BORDER_DEFAULT, const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
//! @overload
CV_EXPORTS void unsharpMask(InputArray src, OutputArray dst, double sigma, double amount, double threshold,
                            int borderType, Stream& stream);

/** @brief Structure tensor, \f$ G * (L_x^2,\ L_x L_y,\ L_y^2) \f$, as three channels: orientation around each pixel
(Förstner and Gülch @cite FoerstnerGuelch1987; Bigün and Granlund @cite BigunGranlund1987).

@param src image of one channel.
@param dst result of three channels.
@param sigma standard deviation of the derivatives, along both axes.
@param outerSigma that of G, the window over which the products are averaged.
@param borderType how the image goes on, and how the products do.
@param ddepth see #gaussianGradientMagnitude.

@snippet recfilter_snippets.cpp orientation
@sa symmetricEigenvalues, skimage.feature.structure_tensor */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void structureTensor(InputArray src, OutputArray dst, double sigma, double outerSigma,
                                  int borderType = BORDER_DEFAULT, int ddepth = -1);
#else
CV_WRAP_PHANTOM(void structureTensor(InputArray src, OutputArray dst, double sigma, double outerSigma,
                                     int borderType = BORDER_DEFAULT, int ddepth = -1,
                                     const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
//! @overload
CV_EXPORTS void structureTensor(InputArray src, OutputArray dst, double sigma, double outerSigma, int borderType,
                                int ddepth, Stream& stream);

/** @brief Matrix of second derivatives, \f$ (L_{xx},\ L_{xy},\ L_{yy}) \f$, as three channels: ridges and blobs.

@param src image of one channel.
@param dst result of three channels.
@param sigma standard deviation, along both axes.
@param borderType, ddepth see #gaussianGradientMagnitude.
@param normalized multiplies all by the square of sigma.
@sa symmetricEigenvalues, skimage.feature.hessian_matrix */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void hessianOfGaussian(InputArray src, OutputArray dst, double sigma, int borderType = BORDER_DEFAULT,
                                    int ddepth = -1, bool normalized = false);
#else
CV_WRAP_PHANTOM(void hessianOfGaussian(InputArray src, OutputArray dst, double sigma, int borderType = BORDER_DEFAULT,
                                       int ddepth = -1, bool normalized = false,
                                       const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
//! @overload
CV_EXPORTS void hessianOfGaussian(InputArray src, OutputArray dst, double sigma, int borderType, int ddepth,
                                  bool normalized, Stream& stream);

/** @brief Eigenvalues of symmetric 2 x 2 matrices, \f$ m \pm \sqrt{((a - c)/2)^2 + b^2} \f$ with
\f$ m = (a + c)/2 \f$, as two channels: the larger one, then the smaller one.

@param src matrices \f$ (a, b, c) \f$ of rows (a, b) and (b, c), as #structureTensor and #hessianOfGaussian make them:
CV_32FC3 or CV_64FC3.
@param dst result, CV_32FC2 or CV_64FC2 as the source. */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void symmetricEigenvalues(InputArray src, OutputArray dst);
#else
CV_WRAP_PHANTOM(void symmetricEigenvalues(InputArray src, OutputArray dst, const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
//! @overload
CV_EXPORTS void symmetricEigenvalues(InputArray src, OutputArray dst, Stream& stream);

//! @}

/** @name Video frames
@{ */

//! Planes of a frame whose colours have half its size: rows of luma, and below them half as many of both colours.
enum PlanarFrame
{
    FRAME_NV12 = 0, //!< pixels of two colours, U and V (NV12) or V and U (NV21)
    FRAME_I420 = 1  //!< all U, then all V (I420), or V and U (YV12). Only arrays without gaps between rows
};

/** @brief Blurs a planar video frame, as decoders make it: luma by sigma, colours by half of it.

@param src frame of 8 bits, CV_8UC1: of width columns and 3/2 height rows, both even; or a list of such frames.
@param dst result of the same size. May be src. With FRAME_I420 a GpuMat must have no gaps, either (createContinuous).
@param sigmaX standard deviation along the rows, in pixels of luma: 0.2 to 1e5.
@param sigmaY the same along the columns; 0 stands for sigmaX.
@param layout one of #PlanarFrame.
@param borderType how the planes go on. Beyond BORDER_CONSTANT is black: 16 in luma, 128 in colours.

@snippet recfilter_snippets.cpp planar
@throws cv::Exception as RecursiveFilter::apply does, and StsBadArg, StsUnsupportedFormat or StsOutOfRange naming the
argument, its value and what is accepted. */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void planarGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY = 0,
                                     int layout = FRAME_NV12, int borderType = BORDER_DEFAULT);
#else
CV_WRAP_PHANTOM(void planarGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY = 0,
                                        int layout = FRAME_NV12, int borderType = BORDER_DEFAULT,
                                        const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
//! @overload
CV_EXPORTS void planarGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int layout,
                                   int borderType, Stream& stream);

//! @}

/** @name Images with holes

@throws cv::Exception as RecursiveFilter::apply does, and StsBadArg, StsUnsupportedFormat, StsUnmatchedSizes,
BadNumChannels or StsOutOfRange naming the argument, its value and what is accepted. */
//! @{

/** @brief Blurs an image of which pixels are missing: normalised convolution, \f$ (g * (w s)) / (g * w) \f$
(Knutsson and Westin @cite KnutssonWestin1993).

@param src image. Arrays, depths, channels and borders are those of the functions beside a Gaussian blur, above. Results
may share memory with the source.
@param mask weights w of the size of the source, one channel: CV_8U, of which 0 is a hole and all else counts as 1, or
CV_32F, 0 and more. noArray(), or an empty array: 1 everywhere. On the GPU, where nobody waits for a check, other
weights count as 0. One mask serves all images of a list, and shares no memory with their results then.
@param dst result of the same size and channels; integers are rounded and saturated. Holes are filled from around.
@param sigmaX standard deviation along the rows, in pixels: 0.1 to 1e5.
@param sigmaY the same along the columns; 0 stands for sigmaX.
@param ignoreNaN NaN of floating-point images are holes, each channel on its own.
@param fill the result where there is too little around: where \f$ g * w \f$ is below leastWeight.
@param leastWeight 1e-6 to 1. The blurred weight is right to 1e-5 of the largest one, with either sign, so that results
are right to 1e-5 / leastWeight of the largest pixel.
@param borderType how the image goes on. Beyond BORDER_CONSTANT there is nothing: weights of 0.
@param ddepth depth of the result: -1 for the source's, or CV_32F or CV_64F.

@snippet recfilter_snippets.cpp holes */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void maskedGaussianBlur(InputArray src, InputArray mask, OutputArray dst, double sigmaX, double sigmaY = 0,
                                     bool ignoreNaN = false, double fill = 0, double leastWeight = 1e-3,
                                     int borderType = BORDER_DEFAULT, int ddepth = -1);
#else
CV_WRAP_PHANTOM(void maskedGaussianBlur(InputArray src, InputArray mask, OutputArray dst, double sigmaX,
                                        double sigmaY = 0, bool ignoreNaN = false, double fill = 0,
                                        double leastWeight = 1e-3, int borderType = BORDER_DEFAULT, int ddepth = -1,
                                        const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
//! @overload
CV_EXPORTS void maskedGaussianBlur(InputArray src, InputArray mask, OutputArray dst, double sigmaX, double sigmaY,
                                   bool ignoreNaN, double fill, double leastWeight, int borderType, int ddepth,
                                   Stream& stream);

/** @brief Mean of what is there in a window around each pixel.

Of images that #maskedGaussianBlur takes; on the GPU of 1 to 4 channels. A NaN that is not left out, or an infinity,
spoils the results of all windows that reach right of it or below, as in #boxFilter.

@param src image.
@param mask, ignoreNaN, ddepth see #maskedGaussianBlur.
@param dst result of the same size and channels; integers are rounded and saturated.
@param window columns and rows, each 1 to 2097153; see #boxFilter.
@param fill the result where too little of the window is there: where the mean of its weights is below leastWeight.
@param leastWeight 1e-12 to 1, for weights of 0 to 1; with larger weights let it grow, too. Sums of CV_32F weights are
right to 1e-16 of the sum over the whole image, those of a mask of CV_8U exact.
@param borderType how the image goes on. Beyond BORDER_CONSTANT there is nothing: weights of 0.
@sa boxFilter */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void maskedBoxFilter(InputArray src, InputArray mask, OutputArray dst, Size window, bool ignoreNaN = false,
                                  double fill = 0, double leastWeight = 1e-9, int borderType = BORDER_DEFAULT,
                                  int ddepth = -1);
#else
CV_WRAP_PHANTOM(void maskedBoxFilter(InputArray src, InputArray mask, OutputArray dst, Size window,
                                     bool ignoreNaN = false, double fill = 0, double leastWeight = 1e-9,
                                     int borderType = BORDER_DEFAULT, int ddepth = -1,
                                     const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
//! @overload
CV_EXPORTS void maskedBoxFilter(InputArray src, InputArray mask, OutputArray dst, Size window, bool ignoreNaN,
                                double fill, double leastWeight, int borderType, int ddepth, Stream& stream);

//! @}

/** @name Windows of any size, by summed-area tables

The cost does not depend on the window. A window may be larger than the image: the image goes on by its border without
end, exactly. Sums of CV_8U are exact as long as a window has fewer than 2^24 pixels, and in double otherwise. A NaN, or
an infinity, spoils the results of all windows that reach right of it or below, as tables are sums from the corner on.

| property | accepted |
|----------|----------|
| arrays   | Mat, UMat, GpuMat of two dimensions, and lists of them; any step and ROI; results may share memory with the source |
| depth    | CV_8U, CV_16U, CV_16S, CV_32F, CV_64F |
| channels | any number, each on its own; 1 to 4 on the GPU |
| border   | BORDER_CONSTANT (0), REPLICATE, REFLECT, REFLECT_101, WRAP |

@throws cv::Exception as SummedAreaTable::apply does, and StsBadArg or StsOutOfRange naming the argument, its value and
what is accepted. */
//! @{

/** @brief Mean of a window around each pixel, as cv::boxFilter.

@param src image.
@param dst result of the same size and channels; integers are rounded.
@param window columns and rows, each 1 to 2097153. The pixel (x, y) has the window from x - width / 2 and y - height / 2
on.
@param borderType how the image goes on.
@param ddepth depth of the result: -1 for the source's, or CV_32F or CV_64F. */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void boxFilter(InputArray src, OutputArray dst, Size window, int borderType = BORDER_DEFAULT,
                            int ddepth = -1);
#else
CV_WRAP_PHANTOM(void boxFilter(InputArray src, OutputArray dst, Size window, int borderType = BORDER_DEFAULT,
                               int ddepth = -1, const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
//! @overload
CV_EXPORTS void boxFilter(InputArray src, OutputArray dst, Size window, int borderType, int ddepth, Stream& stream);

/** @brief Mean and variance of a window around each pixel: contrast, adaptive thresholds, texture.

@param src image.
@param mean result of the same size and channels, CV_32F, of CV_64F sources CV_64F; or noArray().
@param variance likewise, \f$ E[s^2] - E[s]^2 \f$; or noArray(). Of floats it loses digits where the mean is much larger
than the deviation: 1e-15 times the square of the largest pixel, times the pixels of the image.
@param window, borderType see #boxFilter.

@snippet recfilter_snippets.cpp box */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void localMeanVariance(InputArray src, OutputArray mean, OutputArray variance, Size window,
                                    int borderType = BORDER_DEFAULT);
#else
CV_WRAP_PHANTOM(void localMeanVariance(InputArray src, OutputArray mean, OutputArray variance, Size window,
                                       int borderType = BORDER_DEFAULT, const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
//! @overload
CV_EXPORTS void localMeanVariance(InputArray src, OutputArray mean, OutputArray variance, Size window, int borderType,
                                  Stream& stream);

/** @brief Mean of a square window of 2 r + 1 pixels a side around each pixel, with a radius r of its own: depth of
field, foveation.

@param src image.
@param radius image of radii, of the size of the source: CV_8U, CV_16U or CV_32F, one channel, 0 to 1048576, rounded.
On the GPU, where nobody waits for a check, pixels with another radius become NaN, or 0 in results of integers. One
image of radii serves all images of a list, and shares no memory with their results then.
@param dst, borderType, ddepth see #boxFilter.

@snippet recfilter_snippets.cpp radius */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void boxFilterByRadius(InputArray src, InputArray radius, OutputArray dst, int borderType = BORDER_DEFAULT,
                                    int ddepth = -1);
#else
CV_WRAP_PHANTOM(void boxFilterByRadius(InputArray src, InputArray radius, OutputArray dst,
                                       int borderType = BORDER_DEFAULT, int ddepth = -1,
                                       const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
//! @overload
CV_EXPORTS void boxFilterByRadius(InputArray src, InputArray radius, OutputArray dst, int borderType, int ddepth,
                                  Stream& stream);

//! @}

/** @name Images resampled by splines

The spline through the pixels (#cv::cuda::createBSplinePrefilter) has continuous derivatives. From degree 3 on it blurs
less than cv::INTER_CUBIC, and from degree 5 on less than cv::INTER_LANCZOS4. It is sampled at any position, and the
image goes on by its border, exactly (to 1e-9 of the largest coefficient with BORDER_CONSTANT and BORDER_REPLICATE).

| property | accepted |
|----------|----------|
| arrays   | Mat, UMat, GpuMat of two dimensions, and lists of them; any step and ROI; the result may share memory with the source |
| depth    | CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F |
| channels | any number, each on its own |
| degree   | 2 to 9 |
| border   | BORDER_CONSTANT (0), REPLICATE, REFLECT, REFLECT_101, WRAP |

Positions that are not numbers, or further away than 1e9 pixels, give NaN, of integers 0.

@throws cv::Exception as RecursiveFilter::apply does, and StsBadArg, StsUnsupportedFormat or StsOutOfRange naming the
argument, its value and what is accepted. */
//! @{

/** @brief Applies an affine map, as cv::warpAffine.

@param src image.
@param dst result, of the channels of the source; integers are rounded and saturated.
@param M matrix of 2 x 3, CV_32FC1 or CV_64FC1: the pixel (x, y) of the source goes to the position M (x, y, 1).
@param dsize size of the result; Size() stands for that of the source.
@param degree of the spline.
@param borderType how the image goes on.
@param isInverse M goes from positions of the result to those of the source, as cv::WARP_INVERSE_MAP says.
@param ddepth depth of the result: -1 for the source's, or CV_32F or CV_64F.

@snippet recfilter_snippets.cpp warp */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void splineWarpAffine(InputArray src, OutputArray dst, InputArray M, Size dsize = Size(), int degree = 3,
                                   int borderType = BORDER_DEFAULT, bool isInverse = false, int ddepth = -1);
#else
CV_WRAP_PHANTOM(void splineWarpAffine(InputArray src, OutputArray dst, const Mat& M, Size dsize = Size(),
                                      int degree = 3, int borderType = BORDER_DEFAULT, bool isInverse = false,
                                      int ddepth = -1, const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
//! @overload
CV_EXPORTS void splineWarpAffine(InputArray src, OutputArray dst, InputArray M, Size dsize, int degree, int borderType,
                                 bool isInverse, int ddepth, Stream& stream);

/** @brief Takes each pixel of the result from a position of its own, as cv::remap.

@param src image.
@param dst result of the size of the map and the channels of the source; integers are rounded and saturated.
@param map positions (x, y) in the source, CV_32FC2 or CV_64FC2. On the side of the source. One map serves all images
of a list, and shares no memory with their results then.
@param degree, borderType, ddepth see #splineWarpAffine. */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void splineRemap(InputArray src, OutputArray dst, InputArray map, int degree = 3,
                              int borderType = BORDER_DEFAULT, int ddepth = -1);
#else
CV_WRAP_PHANTOM(void splineRemap(InputArray src, OutputArray dst, InputArray map, int degree = 3,
                                 int borderType = BORDER_DEFAULT, int ddepth = -1,
                                 const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
//! @overload
CV_EXPORTS void splineRemap(InputArray src, OutputArray dst, InputArray map, int degree, int borderType, int ddepth,
                            Stream& stream);

//! @}
//! @}

}} // namespace cv::cuda

#endif
