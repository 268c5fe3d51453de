// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The poles of B-spline prefilters.

#ifndef OPENCV_RECFILTER_MATH_DESIGN_BSPLINE_HPP
#define OPENCV_RECFILTER_MATH_DESIGN_BSPLINE_HPP

#include "math/roots.hpp"

namespace cv { namespace recfilter {

/** beta^n(k) 2^n n! for k = 0 .. n/2, integers below 2^53 up to degree 9:
beta^n(x) = 1/n! sum_j (-1)^j C(n+1, j) max(x + (n+1)/2 - j, 0)^n (M. Unser, A. Aldroubi, M. Eden, IEEE Trans. Signal
Processing 41, 1993). */
inline std::vector<double> splineSamples(int degree)
{
    std::vector<double> samples;
    for (int k = 0; k <= degree / 2; k++)
    {
        double sum = 0, binomial = 1;
        for (int j = 0; j <= degree; j++)
        {
            const int doubled = 2 * k + degree + 1 - 2 * j;
            if (doubled > 0)
                sum += (j % 2 ? -1 : 1) * binomial * std::pow(double(doubled), degree);
            binomial = binomial * (degree + 1 - j) / (j + 1);
        }
        samples.push_back(sum);
    }
    return samples;
}

//! The prefilter's poles inside the unit circle: the roots of sum_k beta^n(k) z^k, all real and negative.
inline std::vector<double> splinePoles(int degree)
{
    const std::vector<double> samples = splineSamples(degree);
    std::vector<double> polynomial; // symmetric; its ends are 2^n for odd degrees and 1 for even ones
    for (int k = -degree / 2; k <= degree / 2; k++)
        polynomial.push_back(samples[size_t(std::abs(k))]);
    std::vector<double> poles;
    for (const Complex& root : polynomialRoots(normalized(polynomial)))
        if (std::abs(root) < 1)
            poles.push_back(double(root.real()));
    std::sort(poles.begin(), poles.end());
    return poles;
}

}} // namespace cv::recfilter

#endif
