// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Lists the results of a bank.

#include "dense/plan/bank_results.hpp"

namespace cv { namespace recfilter {

std::vector<BankResult> resultsOf(const KernelBank& bank, int channels, bool inOneArray)
{
    std::vector<BankResult> results;
    const bool toComplex = bank.complexKernels && !bank.complexSource;
    for (int f = 0; f < bank.filters; f++)
    {
        const int first = inOneArray ? f * bank.resultChannels(channels) : 0;
        if (toComplex) // a real and an imaginary channel for each of the source's
            for (int part = 0; part < 2; part++)
                results.push_back({f, first + part, 2, 2 * f + part, -1});
        else if (bank.complexKernels)
            results.push_back({f, first, 1, 2 * f, 2 * f + 1});
        else
            results.push_back({f, first, 1, f, -1});
    }
    return results;
}

}} // namespace cv::recfilter
