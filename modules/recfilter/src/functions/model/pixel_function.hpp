// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_MODEL_PIXEL_FUNCTION_HPP
#define OPENCV_RECFILTER_FUNCTIONS_MODEL_PIXEL_FUNCTION_HPP

// What the pixels of some images become. Knows no filter.

#include "precomp.hpp"

#include "opencv2/core/cuda.hpp"

#include <array>

namespace cv { namespace recfilter {

/** A function of each pixel of up to three images of one size, in float or double: a, b and c, times their weights.
Images of results have the channels of these images, or OUTPUTS channels where they must have one. */
struct PixelFunction
{
    enum Kind
    {
        MAGNITUDE,  //!< sqrt(a^2 + b^2)
        SUM,        //!< a + b
        SHARPEN,    //!< s + amount (s - a), or s where |s - a| is below the threshold; s is the source
        PRODUCTS,   //!< (a a, a b, b b): three channels of one
        MATRIX,     //!< (a, b, c): three channels of one
        EIGENVALUES //!< of (a, b, c), one image of three channels: two channels
    };

    Kind kind;
    std::array<double, 3> weights = {1, 1, 1};
    double amount = 0, threshold = 0;

    bool operator==(const PixelFunction& other) const
    {
        return kind == other.kind && weights == other.weights && amount == other.amount && threshold == other.threshold;
    }

    //! Channels of the result. @param channels of an image
    int resultChannels(int channels) const
    {
        return kind == PRODUCTS || kind == MATRIX ? 3 : kind == EIGENVALUES ? 2 : channels;
    }
};

//! Most images that a function takes.
constexpr int MAX_PLANES = 3;

/** @param planes images in the working type @param src of SHARPEN, of any depth. May be dst
@param dst of any depth; may be one of the planes if that has its type */
void computeOnHost(const PixelFunction& function, const Mat* planes, const Mat& src, Mat& dst);

//! Queues it. All rows begin at multiples of their elements' size.
void computeOnDevice(const PixelFunction& function, const cuda::GpuMat* planes, const cuda::GpuMat& src,
                     const cuda::GpuMat& dst, cuda::Stream& stream);

}} // namespace cv::recfilter

#endif
