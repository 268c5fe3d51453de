// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_GAUSSIAN_COMMON_HPP
#define OPENCV_RECFILTER_TEST_GAUSSIAN_COMMON_HPP

// What Gaussians are compared with: the sampled Gaussian, and the SNR against it.

#include "recursive_device.hpp"

namespace opencv_test { namespace {

//! The sampled Gaussian or derivative, n = -reach .. reach, with exact area, slope or curvature.
inline std::vector<double> sampled(double sigma, int derivative, int reach)
{
    std::vector<double> g;
    double sum = 0, slope = 0, curvature = 0;
    for (int n = -reach; n <= reach; n++)
    {
        const double x = n / sigma, e = std::exp(-x * x / 2);
        g.push_back(derivative == 0 ? e : derivative == 1 ? -x * e : (x * x - 1) * e);
        sum += g.back();
        slope -= n * g.back();
        curvature += double(n) * n * g.back() / 2;
    }
    if (derivative == 2)
    {
        g[size_t(reach)] = 0; // its sum with the others would lose them below sigma 0.116
        g[size_t(reach)] = -std::accumulate(g.begin(), g.end(), 0.);
    }
    for (double& value : g)
        value /= derivative == 0 ? sum : derivative == 1 ? slope : curvature;
    return g;
}

inline int reachOf(double sigma)
{
    return int(10 * sigma) + 20;
}

struct Difference
{
    double sum = 0, snr = 0; //!< of absolute values; in dB

    Difference(const std::vector<double>& actual, const std::vector<double>& expected)
    {
        double signal = 0, noise = 0;
        for (size_t i = 0; i < actual.size(); i++)
        {
            sum += std::abs(actual[i] - expected[i]);
            signal += expected[i] * expected[i];
            noise += (actual[i] - expected[i]) * (actual[i] - expected[i]);
        }
        snr = 10 * std::log10(signal / noise);
    }
};

//! The sigmas that tables name.
const double SIGMAS[] = {0.5, 0.7, 1, 2, 5, 30, 100, 300, 1000};

/** SIGMAS, and so many between them that every fit passes its worst. Made from integers, because sums of 0.01 never are
2 or 5. */
inline std::vector<double> manySigmas()
{
    std::vector<double> sigmas(std::begin(SIGMAS), std::end(SIGMAS));
    for (int i = 250; i < 500; i++)
        sigmas.push_back(i / 500.);
    for (int i = 100; i < 300; i++)
        sigmas.push_back(i / 100.);
    for (int i = 30; i < 100; i++)
        sigmas.push_back(i / 10.);
    for (double sigma = 10; sigma < 1000; sigma *= 1.2)
        sigmas.push_back(sigma);
    return sigmas;
}

//! The least SNR, in dB: of sigmas below 2, from 2 to 5, and from 5 on.
struct LeastSnr
{
    double smallSigma = INFINITY, sigma2 = INFINITY, sigma5 = INFINITY;

    void add(double sigma, double snr)
    {
        double& range = sigma < 2 ? smallSigma : sigma < 5 ? sigma2 : sigma5;
        range = std::min(range, snr);
    }
};

//! The name of a filter and its derivative in tables.
inline std::string rowName(const std::string& approximation, int derivative)
{
    const char* suffixes[] = {"", ", first derivative", ", second derivative"};
    return approximation + suffixes[derivative];
}

}} // namespace

#endif
