// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Selects the kernels of banded systems for the running processor.

#include "banded/cpu/banded_kernels.hpp"

#include "banded/cpu/banded_kernels.simd.hpp"
#include "banded/cpu/banded_kernels.simd_declarations.hpp"

namespace cv { namespace recfilter {

const BandedKernels<float>& bandedKernels(float)
{
    CV_CPU_DISPATCH(bandedFloatKernels, (), CV_CPU_DISPATCH_MODES_ALL);
}

const BandedKernels<double>& bandedKernels(double)
{
    CV_CPU_DISPATCH(bandedDoubleKernels, (), CV_CPU_DISPATCH_MODES_ALL);
}

}} // namespace cv::recfilter
