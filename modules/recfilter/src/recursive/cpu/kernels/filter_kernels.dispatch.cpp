// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Selects the CPU kernels for the running processor.

#include "recursive/cpu/kernels/filter_kernels.hpp"

#include "recursive/cpu/kernels/filter_kernels.simd.hpp"
#include "recursive/cpu/kernels/filter_kernels.simd_declarations.hpp"

namespace cv { namespace recfilter {

const FilterKernels<float>& filterKernels(float)
{
    CV_CPU_DISPATCH(floatKernels, (), CV_CPU_DISPATCH_MODES_ALL);
}

const FilterKernels<double>& filterKernels(double)
{
    CV_CPU_DISPATCH(doubleKernels, (), CV_CPU_DISPATCH_MODES_ALL);
}

}} // namespace cv::recfilter
