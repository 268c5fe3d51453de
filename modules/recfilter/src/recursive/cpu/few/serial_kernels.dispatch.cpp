// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Selects the recursions of few lines for the running processor.

#include "recursive/cpu/few/serial_kernels.hpp"

#include "recursive/cpu/few/serial_kernels.simd.hpp"
#include "recursive/cpu/few/serial_kernels.simd_declarations.hpp"

namespace cv { namespace recfilter {

const SerialKernels<float>& serialKernels(float)
{
    CV_CPU_DISPATCH(serialFloatKernels, (), CV_CPU_DISPATCH_MODES_ALL);
}

const SerialKernels<double>& serialKernels(double)
{
    CV_CPU_DISPATCH(serialDoubleKernels, (), CV_CPU_DISPATCH_MODES_ALL);
}

}} // namespace cv::recfilter
