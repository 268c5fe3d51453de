// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CPU_FFT_EXACT_SUMS_HPP
#define OPENCV_RECFILTER_DENSE_CPU_FFT_EXACT_SUMS_HPP

// Sums of bytes by Fourier transforms in double that must round to integers as exact sums do.

#include "dense/cpu/fft/transform.hpp"
#include "dense/plan/bank_results.hpp"

namespace cv { namespace recfilter {

struct ExactSums
{
    /** Taps are multiples of it, and it exceeds twice the error of a sum: the exact sum is the nearest multiple.
    0: there is no such step. */
    double step = 0;
    //! Without a step: results closer to a half than this are added up again.
    double tieBound = 0;

    ExactSums(const KernelBank& bank, const BankResult& result, const FftShape& shape);

    //! Moves each sum to the nearest multiple of the step.
    void snap(double* sums, int count) const;
};

}} // namespace cv::recfilter

#endif
