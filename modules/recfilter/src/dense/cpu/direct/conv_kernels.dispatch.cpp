// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Selects the kernels of direct convolution for the running processor.

#include "dense/cpu/direct/conv_kernels.hpp"

#include "dense/cpu/direct/conv_kernels.simd.hpp"
#include "dense/cpu/direct/conv_kernels.simd_declarations.hpp"

namespace cv { namespace recfilter {

const ConvKernels<float>& convKernels(float)
{
    CV_CPU_DISPATCH(floatConvKernels, (), CV_CPU_DISPATCH_MODES_ALL);
}

const ConvKernels<double>& convKernels(double)
{
    CV_CPU_DISPATCH(doubleConvKernels, (), CV_CPU_DISPATCH_MODES_ALL);
}

}} // namespace cv::recfilter
