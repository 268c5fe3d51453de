// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Bounds of rounding errors.

#include "dense/plan/sum_errors.hpp"

#include <cfloat>

namespace cv { namespace recfilter {

double largestSum(const KernelBank& bank, const BankResult& result)
{
    double sum = 0;
    for (int list : {result.plain, result.rotated})
        if (list >= 0)
            for (double tap : bank.taps[size_t(list)])
                sum += std::abs(tap);
    return sum * bank.largestByte();
}

double sumError(const KernelBank& bank, const BankResult& result, double additions, double roundoff)
{
    // A tap, a border's constant, their product and delta may round, and then each addition.
    return (additions + 4) * roundoff * (largestSum(bank, result) + std::abs(bank.delta));
}

double transformError(const KernelBank& bank, const BankResult& result, double elements)
{
    /* A transform of 2^levels numbers changes their norm by a part of up to 7 roundoffs a level (Higham, Accuracy and
    Stability of Numerical Algorithms, theorem 24.2). There are three: of the pixels, the taps and the product. The norm
    of the pixels is at most the largest one times sqrt(elements). */
    const double levels = std::max(std::log2(elements), 1.), roundoff = DBL_EPSILON / 2;
    return 3 * 7 * roundoff * levels * std::sqrt(elements) * largestSum(bank, result) +
           2 * roundoff * std::abs(bank.delta);
}

}} // namespace cv::recfilter
