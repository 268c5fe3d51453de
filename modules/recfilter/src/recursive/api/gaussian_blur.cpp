// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// recursiveGaussianBlur, and the filters that it keeps from call to call.

#include "recursive/api/kept_filters.hpp"

namespace cv { namespace recfilter { namespace {

//! The parameters of a call.
struct BlurKey
{
    double sigmaX, sigmaY;
    int borderType, ddepth;

    bool operator==(const BlurKey& other) const
    {
        return sigmaX == other.sigmaX && sigmaY == other.sigmaY && borderType == other.borderType &&
               ddepth == other.ddepth;
    }
};

//! @param stream null: the default stream
Ptr<cuda::RecursiveFilter> blurOf(const BlurKey& key, const cuda::Stream* stream)
{
    static auto* const blurs = new FiltersByKey<BlurKey, cuda::RecursiveFilter>;
    return blurs->getFor(key, stream, [&] {
        return cuda::createRecursiveGaussianFilter(key.sigmaX, key.sigmaY, key.borderType, key.ddepth);
    });
}

}}} // namespace cv::recfilter::

namespace cv { namespace cuda {

void recursiveGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int borderType, int ddepth)
{
    recfilter::blurOf({sigmaX, sigmaY, borderType, ddepth}, nullptr)->apply(src, dst);
}

void recursiveGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int borderType, int ddepth,
                           Stream& stream)
{
    recfilter::blurOf({sigmaX, sigmaY, borderType, ddepth}, &stream)->apply(src, dst, stream);
}

}} // namespace cv::cuda
