// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_IO_BORDER_KIND_HPP
#define OPENCV_RECFILTER_RUNTIME_CUDA_IO_BORDER_KIND_HPP

// Turns OpenCV's border types into the kinds that kernels see.

#include "runtime/cuda/io/image_view.hpp"

#include "opencv2/core/base.hpp"

namespace cv { namespace recfilter { namespace gpu {

inline BorderKind borderKindOf(int borderType)
{
    switch (borderType)
    {
    case BORDER_REPLICATE:
        return BORDER_IS_REPLICATE;
    case BORDER_REFLECT:
        return BORDER_IS_REFLECT;
    case BORDER_REFLECT_101:
        return BORDER_IS_REFLECT_101;
    case BORDER_WRAP:
        return BORDER_IS_WRAP;
    }
    return BORDER_IS_CONSTANT;
}

}}} // namespace cv::recfilter::gpu

#endif
