// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_PLAN_SEPARABLE_PASSES_HPP
#define OPENCV_RECFILTER_DENSE_PLAN_SEPARABLE_PASSES_HPP

// The passes of separable kernels, for both backends.

#include "dense/model/kernel_bank.hpp"

namespace cv { namespace recfilter {

//! Kernels along one axis each, from the slowest axis on, which follow each other.
typedef std::vector<KernelBank> SeparablePasses;

//! The terms of a kernel: its result is the sum of their results. The last term adds delta, which may be large.
typedef std::vector<SeparablePasses> SeparableSum;

/** The sum for each kernel of a real bank.
@param roundoff of the working type: half its epsilon, by which terms may miss the kernel */
std::vector<SeparableSum> separableSums(const KernelBank& bank, double roundoff);

//! Most terms of a kernel.
int rankOf(const std::vector<SeparableSum>& sums);

}} // namespace cv::recfilter

#endif
