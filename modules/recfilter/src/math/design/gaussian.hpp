// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filter taps of Gaussians and their derivatives, for each method.

#ifndef OPENCV_RECFILTER_MATH_DESIGN_GAUSSIAN_HPP
#define OPENCV_RECFILTER_MATH_DESIGN_GAUSSIAN_HPP

#include "math/design/gaussian_modes.hpp"

#include <cmath>
#include <numeric>

namespace cv { namespace recfilter {

using Taps = std::vector<double>;

//! One direction of a filter, with taps as in cuda::RecursivePass.
struct TapPass
{
    Taps feedforward, feedback;
    bool anticausal;
};

/** The sampled Gaussian or derivative for n = 0, 1, ..., as far as double reaches. It is scaled so that its response
sums to 1, has slope 1 or has curvature 1. */
inline Taps sampledHalf(double sigma, int derivative)
{
    Taps half;
    double sum = 0, beside = 0, slope = 0, curvature = 0; // of both sides; beside: without the centre
    for (int n = 0; n <= int(std::ceil(9 * sigma)) + 1; n++)
    {
        const double x = n / sigma, g = std::exp(-x * x / 2);
        half.push_back(derivative == 0 ? g : derivative == 1 ? -x * g : (x * x - 1) * g);
        sum += half.back() * (n ? 2 : 1);
        beside += half.back() * (n ? 2 : 0);
        slope -= 2 * n * half.back();
        curvature += double(n) * n * half.back();
    }
    if (derivative == 2)
        half[0] = -beside; // half[0] - sum would be 0 below sigma 0.116
    const double scale = 1 / (derivative == 0 ? sum : derivative == 1 ? slope : curvature);
    for (double& tap : half)
        tap *= scale;
    return half;
}

//! Both directions, to be added, of a convolution with a symmetric kernel, or an antisymmetric one for odd derivatives.
inline std::vector<TapPass> convolution(const Taps& half, int derivative)
{
    Taps back = half;
    for (double& tap : back)
        tap *= derivative == 1 ? -1 : 1;
    back[0] = 0;
    return {{half, {1}, false}, {back, {1}, true}};
}

//! Sums over n >= 1 of h(n), n h(n) and n^2 h(n) for h(n) = sum_k 2 Re alpha_k q_k^n.
struct ModeSums
{
    double zeroth = 0, first = 0, second = 0;

    ModeSums(const Modes& modes, double sigma)
    {
        for (const Mode& mode : modes)
        {
            const std::complex<double> q = std::exp(-mode.lambda / sigma), r = 1. / (1. - q);
            zeroth += 2 * std::real(mode.alpha * q * r);
            first += 2 * std::real(mode.alpha * q * r * r);
            second += 2 * std::real(mode.alpha * q * (1. + q) * r * r * r);
        }
    }
};

/** A recursive section for every mode and direction, to be added. The causal one makes h(0), h(1), ..., the anticausal
one h(1), h(2), ...:
 2 Re alpha q^n = (b_0 + b_1 z^-1) / (1 - 2 Re q z^-1 + |q|^2 z^-2), b_0 = 2 Re alpha, b_1 = -2 Re alpha q*. */
inline std::vector<TapPass> addedModes(const Modes& modes, double sigma, int derivative)
{
    const ModeSums sums(modes, sigma);
    double middle = 0;
    for (const Mode& mode : modes)
        middle += 2 * mode.alpha.real();
    const double wanted = derivative == 0 ? middle : derivative == 1 ? 0 : -2 * sums.zeroth;
    const double scale = 1 / (derivative == 0   ? middle + 2 * sums.zeroth
                              : derivative == 1 ? -2 * sums.first
                                                : sums.second);
    std::vector<TapPass> passes;
    for (const Mode& mode : modes)
    {
        const std::complex<double> q = std::exp(-mode.lambda / sigma), alpha = mode.alpha * scale;
        const double a1 = -2 * q.real(), a2 = std::norm(q);
        const double next = 2 * std::real(alpha * q), behind = -2 * a2 * alpha.real();
        // The first section adds the rest of the middle pixel's weight, multiplied by the section's denominator.
        const double extra = passes.empty() ? (wanted - middle) * scale : 0;
        const double b0 = 2 * alpha.real() + extra, b1 = -2 * std::real(alpha * std::conj(q)) + extra * a1;
        passes.push_back({extra != 0 ? Taps{b0, b1, extra * a2} : Taps{b0, b1}, {1, a1, a2}, false});
        const double sign = derivative == 1 ? -1 : 1;
        passes.push_back({{0, sign * next, sign * behind}, {1, a1, a2}, true});
    }
    return passes;
}

/** The poles 1/d for sigma 2, one of each pair, then the real one: L. J. van Vliet, I. T. Young and P. W. Verbeek,
Recursive Gaussian derivative filters, ICPR 1998, table 1 (L2), which improve Young and van Vliet's filters. */
inline std::vector<std::complex<double>> vanVlietPoles(int count)
{
    switch (count)
    {
    case 3:
        return {{1.41650, 1.00829}, {1.86543, 0}};
    case 4:
        return {{1.13228, 1.28114}, {1.78534, 0.46763}};
    }
    return {{0.86430, 1.45389}, {1.61433, 0.83134}, {1.87504, 0}};
}

//! The poles d^(1/q): the standard deviation grows with q.
inline std::vector<std::complex<double>> scaledPoles(std::vector<std::complex<double>> d, double q)
{
    for (std::complex<double>& pole : d)
        pole = std::pow(pole, 1 / q);
    return d;
}

//! The variance of both directions of 1 / prod (1 - z^-1 / d): each pole adds 2 d / (d - 1)^2 (equation 10 there).
inline double varianceOf(const std::vector<std::complex<double>>& d)
{
    double variance = 0;
    for (const std::complex<double>& pole : d)
        variance += (pole.imag() != 0 ? 2 : 1) * 2 * std::real(pole / ((pole - 1.) * (pole - 1.)));
    return variance;
}

//! Feedback taps of each pole or pair of poles 1/d, scaled so that the variance is exactly sigma^2.
inline std::vector<Taps> vanVlietFeedback(int count, double sigma)
{
    const auto poles = vanVlietPoles(count);
    double low = 1e-3, high = 10 * sigma + 10;
    for (int i = 0; i < 200; i++)
    {
        const double q = (low + high) / 2;
        (varianceOf(scaledPoles(poles, q)) < sigma * sigma ? low : high) = q;
    }
    std::vector<Taps> factors;
    for (const std::complex<double>& d : scaledPoles(poles, low))
    {
        const std::complex<double> p = 1. / d;
        factors.push_back(p.imag() != 0 ? Taps{1, -2 * p.real(), std::norm(p)} : Taps{1, -p.real()});
    }
    return factors;
}

/** I. T. Young, L. J. van Vliet, Recursive implementation of the Gaussian filter, Signal Processing 44, 1995, equations
8b and 11b. 2.85619 and 1.26661 there are rounded multiples of others, which costs 20 dB at sigma 300. */
inline std::vector<Taps> youngVanVlietFeedback(double sigma)
{
    const double q = sigma >= 2.5 ? 0.98711 * sigma - 0.96330 : 3.97156 - 4.14554 * std::sqrt(1 - 0.26891 * sigma);
    const double m1 = 2.44413 * q, m2 = 1.4281 * q * q, m3 = 0.422205 * q * q * q, b0 = 1.57825 + m1 + m2 + m3;
    return {{1, -(m1 + 2 * m2 + 3 * m3) / b0, (m2 + 3 * m3) / b0, -m3 / b0}};
}

/** A cascade with these feedback taps in both directions and unit response to a constant. Derivatives are its central
differences (van Vliet et al. 1998, section 3). */
inline std::vector<TapPass> cascade(const std::vector<Taps>& factors, int derivative)
{
    std::vector<TapPass> passes;
    for (const Taps& a : factors)
        for (bool anticausal : {false, true})
            passes.push_back({{std::accumulate(a.begin(), a.end(), 0.)}, a, anticausal});
    if (derivative)
    {
        passes.push_back({derivative == 1 ? Taps{0.5, 0, -0.5} : Taps{1, -2, 1}, {1}, false});
        passes.push_back({{0, 1}, {1}, true}); // shifts back by one pixel
    }
    return passes;
}

}} // namespace cv::recfilter

#endif
