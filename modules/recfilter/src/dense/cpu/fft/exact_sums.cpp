// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// What Fourier transforms may change of a sum, and how the sum is put right.

#include "dense/cpu/fft/exact_sums.hpp"

#include "dense/plan/sum_errors.hpp"

namespace cv { namespace recfilter {

ExactSums::ExactSums(const KernelBank& bank, const BankResult& result, const FftShape& shape)
{
    const double error = transformError(bank, result, shape.gain());
    tieBound = std::min(0.5, error);
    const auto areMultiples = [](const std::vector<double>& taps, double of) {
        return std::all_of(taps.begin(), taps.end(), [=](double tap) { return std::nearbyint(tap / of) * of == tap; });
    };
    for (double finer = 1; bank.hasIntegerBytes() && 2 * error < finer && step == 0; finer /= 2)
        if (areMultiples(bank.taps[size_t(result.plain)], finer) &&
            (result.rotated < 0 || areMultiples(bank.taps[size_t(result.rotated)], finer)))
            step = finer;
}

void ExactSums::snap(double* sums, int count) const
{
    const double shift = 1.5 * step / DBL_EPSILON; // numbers of this size are multiples of the step
    for (int i = 0; i < count; i++)
        sums[i] = sums[i] + shift - shift;
}

}} // namespace cv::recfilter
