// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Selects the products of small matrices for the running processor.

#include "recursive/cpu/short/product_kernels.hpp"

#include "recursive/cpu/short/product_kernels.simd.hpp"
#include "recursive/cpu/short/product_kernels.simd_declarations.hpp"

namespace cv { namespace recfilter {

const ProductKernels<float>& productKernels(float)
{
    CV_CPU_DISPATCH(productFloatKernels, (), CV_CPU_DISPATCH_MODES_ALL);
}

const ProductKernels<double>& productKernels(double)
{
    CV_CPU_DISPATCH(productDoubleKernels, (), CV_CPU_DISPATCH_MODES_ALL);
}

}} // namespace cv::recfilter
