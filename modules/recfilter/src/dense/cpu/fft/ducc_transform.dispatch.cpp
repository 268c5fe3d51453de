// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Selects ducc0's Fourier transforms for the running processor.

#ifdef HAVE_RECFILTER_DUCC0

#include "dense/cpu/fft/transform.hpp"

#include "dense/cpu/fft/ducc_transform.simd.hpp"
#include "dense/cpu/fft/ducc_transform.simd_declarations.hpp"

namespace cv { namespace recfilter {

const FftFunctions<float>& fftFunctions(float)
{
    CV_CPU_DISPATCH(floatFft, (), CV_CPU_DISPATCH_MODES_ALL);
}

const FftFunctions<double>& fftFunctions(double)
{
    CV_CPU_DISPATCH(doubleFft, (), CV_CPU_DISPATCH_MODES_ALL);
}

}} // namespace cv::recfilter

#endif
