// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SCALE_SPACE_HPP
#define OPENCV_RECFILTER_SCALE_SPACE_HPP

// An image at many scales: levels of a scale space, and blobs of any size.

#include "opencv2/recfilter/functions.hpp"

namespace cv { namespace cuda {

//! @addtogroup recfilter_functions
//! @{

/** @brief Several Gaussians of one image in one call: the levels of a scale space, or its derivatives.

@param src image: Mat, UMat or GpuMat of the depths of #gaussianGradientMagnitude, any number of channels.
@param dst list of results, of the size and channels of the image, one for each sigma.
@param sigmas standard deviations in pixels along rows and columns, each 0.1 to 1e5; 1 to 1000 of them.
@param dx orders of the derivatives along x, each 0, 1 or 2, one for each sigma. Empty: 0.
@param dy the same along y.
@param borderType how the image goes on.
@param ddepth depth of the results: -1 for CV_32F, of CV_64F sources CV_64F; or one of these.

@snippet recfilter_snippets.cpp bank
@throws cv::Exception as #gaussianGradientMagnitude does, and StsUnmatchedSizes for lists of unlike lengths. */
#ifndef OPENCV_BINDINGS_PARSER
CV_EXPORTS void gaussianFilterBank(InputArray src, OutputArrayOfArrays dst, const std::vector<double>& sigmas,
                                   const std::vector<int>& dx = std::vector<int>(),
                                   const std::vector<int>& dy = std::vector<int>(), int borderType = BORDER_DEFAULT,
                                   int ddepth = -1);
//! @overload
CV_EXPORTS void gaussianFilterBank(InputArray src, OutputArrayOfArrays dst, const std::vector<double>& sigmas,
                                   const std::vector<int>& dx, const std::vector<int>& dy, int borderType, int ddepth,
                                   Stream& stream);
#else // see NonSeparableFilter::apply
CV_WRAP_PHANTOM(void gaussianFilterBank(const Mat& src, CV_OUT std::vector<Mat>& dst, const std::vector<double>& sigmas,
                                        const std::vector<int>& dx = std::vector<int>(),
                                        const std::vector<int>& dy = std::vector<int>(),
                                        int borderType = BORDER_DEFAULT, int ddepth = -1));
#ifdef HAVE_OPENCV_CUDEV
CV_WRAP_PHANTOM(void gaussianFilterBank(
    const GpuMat& src, CV_OUT std::vector<GpuMat>& dst, const std::vector<double>& sigmas,
    const std::vector<int>& dx = std::vector<int>(), const std::vector<int>& dy = std::vector<int>(),
    int borderType = BORDER_DEFAULT, int ddepth = -1, const Ptr<Stream>& stream = Ptr<Stream>()));
#endif
#endif

//! What answers to a blob.
enum BlobResponse
{
    //! The normalized Laplacian of Gaussian (Lindeberg @cite Lindeberg1998), as skimage.feature.blob_log.
    BLOBS_LAPLACIAN = 0,
    //! The difference of the blurs of neighbouring scales, less work and less exact, as skimage.feature.blob_dog.
    BLOBS_DIFFERENCE = 1
};

//! Blobs that are wanted: one of these, or both.
enum BlobPolarity
{
    BLOBS_BRIGHT = 1, //!< brighter than what is around
    BLOBS_DARK = 2    //!< darker
};

//! Everything that #scaleSpaceBlobs can be told.
struct CV_EXPORTS_W_SIMPLE BlobParams
{
    CV_WRAP BlobParams();

    //! Smallest and largest sigma, 0.1 to 1e5. A blob of radius r answers most to sigma \f$ r / \sqrt 2 \f$.
    CV_PROP_RW double minSigma;
    CV_PROP_RW double maxSigma; //!< see minSigma
    //! Scales, 1 to 1000, from minSigma to maxSigma, each the same factor above the one before.
    CV_PROP_RW int scales;
    //! Least response, as a share of the largest value of the image's depth: of 1, of CV_8U 255, of CV_16U 65535, of
    //! CV_16S 32767. A Gaussian blob of height 1 answers with 1/2 to its own scale.
    CV_PROP_RW double threshold;
    //! Share of the smaller one's area, 0 to 1, beyond which of two blobs that overlap only the larger one stays, or
    //! of two as large the stronger one.
    CV_PROP_RW double overlap;
    //! One of #BlobResponse.
    CV_PROP_RW int response;
    //! #BLOBS_BRIGHT, #BLOBS_DARK or their sum.
    CV_PROP_RW int polarity;
    //! How the image goes on, see RecursiveGaussianParams.
    CV_PROP_RW int borderType;
};

/** @brief Finds blobs of any size: maxima of a response over place and scale.

@param src image of one channel: Mat, UMat or GpuMat, of the depths of #laplacianOfGaussian.
@param blobs result, a Mat, also for a GpuMat: a row for each blob, CV_32FC1, of x, y, sigma and the response, which is
positive for bright blobs and negative for dark ones. The strongest come first. Empty if there are none.
@param params what to look for.

Pixels are compared with those around them and on the scales beside, where there are any. The cost hardly depends on the
sigmas. A call with a GpuMat waits for the GPU.

@snippet scale_space.cpp blobs
@throws cv::Exception as #laplacianOfGaussian does, and StsBadArg or StsOutOfRange naming the member, its value and what
is accepted.
@sa skimage.feature.blob_log, skimage.feature.blob_dog */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
CV_EXPORTS_W void scaleSpaceBlobs(InputArray src, OutputArray blobs, const BlobParams& params = BlobParams());
#else // for a GpuMat the generator would write one as the result, too
CV_EXPORTS_W void scaleSpaceBlobs(InputArray src, CV_OUT Mat& blobs, const BlobParams& params = BlobParams());
#endif

//! @}

}} // namespace cv::cuda

#endif
