// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Selects the kernels of blocks for the running processor.

#include "recursive/cpu/blocks/block_kernels.hpp"

#include "recursive/cpu/blocks/block_kernels.simd.hpp"
#include "recursive/cpu/blocks/block_kernels.simd_declarations.hpp"

namespace cv { namespace recfilter {

const BlockKernels<float>& blockKernels(float)
{
    CV_CPU_DISPATCH(floatBlockKernels, (), CV_CPU_DISPATCH_MODES_ALL);
}

const BlockKernels<double>& blockKernels(double)
{
    CV_CPU_DISPATCH(doubleBlockKernels, (), CV_CPU_DISPATCH_MODES_ALL);
}

}} // namespace cv::recfilter
