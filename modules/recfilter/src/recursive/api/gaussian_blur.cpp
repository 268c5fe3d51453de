// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// recursiveGaussianBlur, and the filters that it keeps from call to call.

#include "recursive/api/gaussian_blur.hpp"

#include "precomp.hpp"
#include "runtime/recent.hpp"

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

//! The filters of this process. Never destroyed: at exit the CUDA driver may have gone before.
Recent<BlurKey, cuda::RecursiveFilter>& blurs()
{
    static auto* const filters = new Recent<BlurKey, cuda::RecursiveFilter>;
    return *filters;
}

Ptr<cuda::RecursiveFilter> blurOf(const BlurKey& key)
{
    return blurs().get(
        key, [&] { return cuda::createRecursiveGaussianFilter(key.sigmaX, key.sigmaY, key.borderType, key.ddepth); });
}

}}} // namespace cv::recfilter::

void cv::recfilter::forgetBlurs()
{
    blurs().clear();
}

namespace cv { namespace cuda {

void recursiveGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int borderType, int ddepth)
{
    recfilter::blurOf({sigmaX, sigmaY, borderType, ddepth})->apply(src, dst);
}

void recursiveGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int borderType, int ddepth,
                           Stream& stream)
{
    recfilter::blurOf({sigmaX, sigmaY, borderType, ddepth})->apply(src, dst, stream);
}

}} // namespace cv::cuda
