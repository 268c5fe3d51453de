// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_QUADRATURE_KERNELS_HPP
#define OPENCV_RECFILTER_QUADRATURE_KERNELS_HPP

// The complex kernels of a bank of quadrature filters (Knutsson and Granlund). Knows no filter.

#include "spectrum_kernel.hpp"

const int QUADRATURE_DIRECTIONS = 4;

inline double quadratureAngle(int direction)
{
    return CV_PI * direction / QUADRATURE_DIRECTIONS;
}

//! [kernel]
// A kernel by its spectrum: log-normal along the radius, cos^2 of the angle to a direction, nothing in the opposite
// half plane.
inline cv::Mat quadratureKernel(double angle, int size, double wavelength)
{
    const int side = 64; // samples of the spectrum
    const cv::Mat kernel = kernelOfSpectrum(2, size, side, [&](const Vector& u) {
        const double along = u[1] * std::cos(angle) + u[0] * std::sin(angle); // x is the last dimension
        if (along <= 0)
            return 0.;
        const double radius = std::hypot(u[0], u[1]), octaves = 2, cosine = along / radius;
        const double ratio = std::log(radius * wavelength / (2 * CV_PI));
        return cosine * cosine * std::exp(-4 / (octaves * octaves * std::log(2.)) * ratio * ratio);
    });
    // Without the rest of a constant that cutting off has left, flat regions have no phase.
    return kernel - cv::mean(kernel);
}
//! [kernel]

//! [bank]
// Kernels of `size` rows and columns, for structures of this wavelength in pixels.
inline std::vector<cv::Mat> quadratureKernels(int size, double wavelength)
{
    std::vector<cv::Mat> kernels;
    for (int i = 0; i < QUADRATURE_DIRECTIONS; i++)
        kernels.push_back(quadratureKernel(quadratureAngle(i), size, wavelength));
    return kernels;
}
//! [bank]

#endif
