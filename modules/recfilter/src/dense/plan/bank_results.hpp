// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_PLAN_BANK_RESULTS_HPP
#define OPENCV_RECFILTER_DENSE_PLAN_BANK_RESULTS_HPP

// The results of a bank of kernels: their channels, and the taps that make them.

#include "dense/model/kernel_bank.hpp"

#include <vector>

namespace cv { namespace recfilter {

//! Where a result of a bank goes, and which kernels make it.
struct BankResult
{
    int filter;         //!< the array, if each filter has one
    int firstChannel;   //!< in the array of all results, for channel 0 of the source
    int channelStep;    //!< from there to the result of the source's next channel
    int plain, rotated; //!< lists of taps: of the source, and of the source times i; -1: none
};

//! The results of a bank for a source of so many channels, as channels of one array or as an array for each filter.
std::vector<BankResult> resultsOf(const KernelBank& bank, int channels, bool inOneArray);

}} // namespace cv::recfilter

#endif
