// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Selects the conversions of pixels for the running processor.

#include "runtime/cpu/pixels/pixel_kernels.hpp"

#include "runtime/cpu/pixels/pixel_kernels.simd.hpp"
#include "runtime/cpu/pixels/pixel_kernels.simd_declarations.hpp"

namespace cv { namespace recfilter {

const PixelKernels<float>& pixelKernels(float)
{
    CV_CPU_DISPATCH(floatPixelKernels, (), CV_CPU_DISPATCH_MODES_ALL);
}

const PixelKernels<double>& pixelKernels(double)
{
    CV_CPU_DISPATCH(doublePixelKernels, (), CV_CPU_DISPATCH_MODES_ALL);
}

}} // namespace cv::recfilter
