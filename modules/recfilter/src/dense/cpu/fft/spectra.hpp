// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CPU_FFT_SPECTRA_HPP
#define OPENCV_RECFILTER_DENSE_CPU_FFT_SPECTRA_HPP

// Products of spectra. Written out: those of std::complex look for infinities.

#include "precomp.hpp"

#include <complex>

namespace cv { namespace recfilter { namespace {

template <typename W>
void multiplySpectra(const std::complex<W>* a, const std::complex<W>* b, std::complex<W>* product, size_t frequencies)
{
    const W *x = reinterpret_cast<const W*>(a), *y = reinterpret_cast<const W*>(b);
    W* const out = reinterpret_cast<W*>(product);
    for (size_t i = 0; i < 2 * frequencies; i += 2)
    {
        const W real = x[i] * y[i] - x[i + 1] * y[i + 1];
        out[i + 1] = x[i] * y[i + 1] + x[i + 1] * y[i];
        out[i] = real;
    }
}

template <typename W>
void multiplyAddSpectra(const std::complex<W>* a, const std::complex<W>* b, W sign, std::complex<W>* product,
                        size_t frequencies)
{
    const W *x = reinterpret_cast<const W*>(a), *y = reinterpret_cast<const W*>(b);
    W* const out = reinterpret_cast<W*>(product);
    for (size_t i = 0; i < 2 * frequencies; i += 2)
    {
        out[i] += sign * (x[i] * y[i] - x[i + 1] * y[i + 1]);
        out[i + 1] += sign * (x[i] * y[i + 1] + x[i + 1] * y[i]);
    }
}

}}} // namespace cv::recfilter::

#endif
