// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Selects the kernels of the summed-area tables for the running processor.

#include "sat/cpu/sat_kernels.hpp"

#include "sat/cpu/sat_kernels.simd.hpp"
#include "sat/cpu/sat_kernels.simd_declarations.hpp"

namespace cv { namespace recfilter {

SatKernels satKernels(int depth, int tableDepth, bool squared, int channels)
{
    CV_CPU_DISPATCH(findSatKernels, (depth, tableDepth, squared, channels), CV_CPU_DISPATCH_MODES_ALL);
}

}} // namespace cv::recfilter
