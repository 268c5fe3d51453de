// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SPECTRUM_KERNEL_HPP
#define OPENCV_RECFILTER_SPECTRUM_KERNEL_HPP

// Dense kernels of any dimension that are designed by their spectrum. Knows no filter.

#include <opencv2/core.hpp>

#include <cmath>
#include <functional>
#include <vector>

typedef std::vector<double> Vector; //!< of as many numbers as there are dimensions, the slowest one first
typedef std::function<double(const Vector& u)> Spectrum; //!< of the frequency, in radians a pixel: from -pi to pi

//! The kernel of a spectrum: the middle of its inverse transform, CV_32FC2. The spectrum has `side` samples along each
//! dimension, the kernel `size` taps.
inline cv::Mat kernelOfSpectrum(int dims, int size, int side, const Spectrum& spectrum)
{
    const int total = cvRound(std::pow(side, dims));
    cv::Mat samples(total / side, side, CV_64FC2, cv::Scalar());
    Vector u(size_t(dims), 0.);
    for (int i = 0; i < total; i++)
    {
        for (int d = dims - 1, rest = i; d >= 0; d--, rest /= side)
            u[size_t(d)] = 2 * CV_PI * (rest % side < (side + 1) / 2 ? rest % side : rest % side - side) / side;
        samples.ptr<cv::Vec2d>()[i][0] = spectrum(u);
    }
    // Transforms the last dimension and makes it the first one, until each has had its turn.
    for (int d = 0; d < dims; d++)
    {
        cv::dft(samples, samples, cv::DFT_INVERSE | cv::DFT_SCALE | cv::DFT_ROWS);
        samples = cv::Mat(samples.t()).reshape(0, total / side);
    }
    cv::Mat kernel(std::vector<int>(size_t(dims), size), CV_32FC2);
    for (int i = 0; i < int(kernel.total()); i++)
    {
        int at = 0;
        for (int d = 0, rest = i, step = 1; d < dims; d++, rest /= size, step *= side)
            at += (rest % size - size / 2 + side) % side * step;
        kernel.ptr<cv::Vec2f>()[i] = samples.ptr<cv::Vec2d>()[at];
    }
    return kernel;
}

#endif
