// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_FFT_TAP_SPECTRUM_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_FFT_TAP_SPECTRUM_HPP

// The spectrum of a kernel of up to four dimensions, in double. A kernel has few taps, so sums of them are fast enough.

#include "dense/cuda/fft/fft_job.hpp"
#include "dense/model/kernel_bank.hpp"

#include <complex>

namespace cv { namespace recfilter { namespace gpu {

/** Replaces an axis of `taps` numbers by one of the first `count` numbers of its spectrum for windows of length n.
@param outer, inner numbers of lines before and behind the axis @param store takes an index and a number */
template <typename Number, typename Store>
void transformAxis(const std::vector<Number>& from, int64 outer, int taps, int64 inner, int n, int count,
                   const Store& store)
{
    std::vector<std::complex<double>> turns; // conjugated, for correlation
    turns.reserve(size_t(n));
    for (int i = 0; i < n; i++)
        turns.push_back(std::polar(1., 2 * CV_PI * i / n));
    parallel_for_(Range(0, int(outer) * count), [&](const Range& range) {
        std::vector<std::complex<double>> sums(static_cast<size_t>(inner));
        for (int row = range.start; row < range.end; row++)
        {
            const Number* in = &from[size_t(row / count) * size_t(taps) * size_t(inner)];
            std::fill(sums.begin(), sums.end(), 0.);
            for (int d = 0; d < taps; d++)
            {
                const std::complex<double> turn = turns[size_t(int64(row % count) * d % n)];
                for (std::complex<double>& sum : sums)
                    sum += *in++ * turn;
            }
            for (size_t i = 0; i < sums.size(); i++)
                store(size_t(row) * size_t(inner) + i, sums[i]);
        }
    });
}

/** Conjugated, for correlation, and scaled for the inverse transform.
@param kernel its sizes @param window those of a window */
template <typename W>
void tapSpectrum(const std::vector<double>& taps, const AxisInts& kernel, const AxisInts& window, FftNumber<W>* to)
{
    const double scale = 1 / (double(window[0]) * window[1] * window[2] * window[3]);
    const int half = window[3] / 2 + 1;
    typedef std::vector<std::complex<double>> Numbers;
    Numbers rows(size_t(kernel[0]) * size_t(kernel[1]) * size_t(kernel[2]) * size_t(half));
    transformAxis(taps, int64(kernel[0]) * kernel[1] * kernel[2], kernel[3], 1, window[3], half,
                  [&](size_t i, const std::complex<double>& number) { rows[i] = scale * number; });
    Numbers planes(size_t(kernel[0]) * size_t(kernel[1]) * size_t(window[2]) * size_t(half));
    transformAxis(rows, int64(kernel[0]) * kernel[1], kernel[2], half, window[2], window[2],
                  [&](size_t i, const std::complex<double>& number) { planes[i] = number; });
    const int64 plane = int64(window[2]) * half;
    Numbers volumes(size_t(kernel[0]) * size_t(window[1]) * size_t(plane));
    transformAxis(planes, kernel[0], kernel[1], plane, window[1], window[1],
                  [&](size_t i, const std::complex<double>& number) { volumes[i] = number; });
    transformAxis(volumes, 1, kernel[0], plane * window[1], window[0], window[0],
                  [&](size_t i, const std::complex<double>& number) {
                      to[i] = {W(number.real()), W(number.imag())};
                  });
}

}}} // namespace cv::recfilter::gpu

#endif
