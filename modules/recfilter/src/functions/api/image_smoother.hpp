// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_API_IMAGE_SMOOTHER_HPP
#define OPENCV_RECFILTER_FUNCTIONS_API_IMAGE_SMOOTHER_HPP

// Blurs and means of windows as one thing: what normalised convolution divides. Knows no masks.

#include "precomp.hpp"

#include "recursive/cuda/two_read/twins/blend.hpp"

namespace cv { namespace recfilter {

//! Smooths images of float or double where they lie.
class ImageSmoother
{
public:
    virtual ~ImageSmoother() = default;

    virtual void smooth(Mat& image) const = 0;

    //! @param image its header: memory is not touched
    virtual size_t workBytes(const cuda::GpuMat& image) const = 0;
    /** blur(w s) / blur(w) of both sources of an image with holes at once.
    @param memory holesBytes(src) of it; 0: it does not run so @param dst src, or apart from it; apart from the mask
    @param blend the quotient */
    virtual size_t holesBytes(const cuda::GpuMat&) const { return 0; }
    virtual void smoothHoles(uchar* /*memory*/, const cuda::GpuMat& /*src*/, const Holes&, const cuda::GpuMat& /*dst*/,
                             const Blend&, cuda::Stream&) const
    {
        CV_Error(Error::StsInternal, "holesBytes() is 0");
    }

    //! @param memory of workBytes(image) bytes @param image in aligned memory
    virtual void smooth(uchar* memory, cuda::GpuMat& image, cuda::Stream& stream) const = 0;
};

//! A Gaussian and its border.
struct SmoothingGaussian
{
    double sigmaX, sigmaY;
    int borderType;
};

//! Kept from call to call. @param depth of the images @param stream null on the host
std::shared_ptr<const ImageSmoother> smootherOf(const SmoothingGaussian& gaussian, int depth,
                                                const cuda::Stream* stream);

//! A window and its border.
struct SmoothingWindow
{
    Size window;
    int borderType;
};

std::shared_ptr<const ImageSmoother> smootherOf(const SmoothingWindow& window);

}} // namespace cv::recfilter

#endif
