// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENOISING_KERNELS_HPP
#define OPENCV_RECFILTER_DENOISING_KERNELS_HPP

// Kernels that keep structure apart from noise, after Eklund and Dufort 2013, in three and four dimensions: a Gaussian,
// and high-pass kernels that each answer to structure in one direction. All of them together leave an array nearly as
// it is. Knows no filter.

#include "spectrum_kernel.hpp"

#include <cfloat>
#include <numeric>

/** Directions of the high-pass kernels, 6 in 3D and 10 in 4D: as many as a structure tensor has components. They are
the edges of a regular simplex, whose corners are the unit vectors and one vector of equal components. */
inline std::vector<Vector> directionsOf(int dims)
{
    std::vector<Vector> corners, directions;
    for (int i = 0; i < dims; i++)
    {
        corners.push_back(Vector(size_t(dims), 0.));
        corners.back()[size_t(i)] = 1;
    }
    corners.push_back(Vector(size_t(dims), (1 - std::sqrt(dims + 1.)) / dims));
    for (size_t a = 0; a < corners.size(); a++)
        for (size_t b = 0; b < a; b++)
        {
            Vector direction;
            for (size_t i = 0; i < size_t(dims); i++)
                direction.push_back((corners[a][i] - corners[b][i]) / std::sqrt(2.));
            directions.push_back(direction);
        }
    return directions;
}

inline double dot(const Vector& a, const Vector& b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.);
}

//! The Gaussian first. Kernels have `size` taps along each dimension.
inline std::vector<cv::Mat> denoisingKernels(int dims, int size)
{
    const auto realKernelOf = [&](const Spectrum& spectrum) { // the imaginary part of an even spectrum's kernel is 0
        cv::Mat kernel;
        const int side = 15; // samples; odd, so that each but 0 has an opposite
        cv::extractChannel(kernelOfSpectrum(dims, size, side, spectrum), kernel, 0);
        return kernel;
    };
    // Spectra of Gaussians. Standard deviations of 1.1 to 1.5 and 0.35 to 0.55 voxels give the default phantom 15.6 to
    // 16.2 dB in 3D, and 17.6 to 17.9 dB in 4D.
    const auto wide = [](double radius2) { return std::exp(-1.3 * 1.3 / 2 * radius2); };
    const auto narrow = [](double radius2) { return std::exp(-0.45 * 0.45 / 2 * radius2); };
    std::vector<cv::Mat> kernels = {realKernelOf([&](const Vector& u) { return wide(dot(u, u)); })};
    kernels[0] /= cv::sum(kernels[0])[0];
    const std::vector<Vector> directions = directionsOf(dims);
    for (const Vector& direction : directions)
    {
        // The squared cosine of the angle to the direction makes these kernels non-separable. For every u, the squares
        // of all directions add up to directions / dims. So all spectra add up to the narrow Gaussian.
        const cv::Mat kernel = realKernelOf([&](const Vector& u) {
            const double along = dot(u, direction), radius2 = dot(u, u) + DBL_MIN;
            return along * along / radius2 * (narrow(radius2) - wide(radius2)) * dims / double(directions.size());
        });
        kernels.push_back(kernel - cv::mean(kernel)[0]); // no response to a constant, even after cutting off
    }
    return kernels;
}

#endif
