// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Roots and real factors of polynomials.

#ifndef OPENCV_RECFILTER_MATH_ROOTS_HPP
#define OPENCV_RECFILTER_MATH_ROOTS_HPP

#include "math/matrix.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

namespace cv { namespace recfilter {

using Complex = std::complex<long double>;

/** The roots of z^n + c[1] z^(n-1) + ... + c[n] by the simultaneous iteration of Ehrlich and Aberth (O. Aberth,
Mathematics of Computation 27, 1973). It runs in long double: an m-fold root is found to eps^(1/m) of a much smaller
eps, and the factors' product to full double precision. cv::solvePoly in double stops at half the digits of multiple
roots. */
inline std::vector<Complex> polynomialRoots(const std::vector<double>& c)
{
    const int n = int(c.size()) - 1;
    std::vector<Complex> roots(n);
    long double radius = 0; // Fujiwara's bound
    for (int k = 1; k <= n; k++)
        radius = std::max(radius, 2 * std::pow(std::abs((long double)c[k]), 1.0L / k));
    for (int k = 0; k < n; k++) // off the real axis and asymmetric to it, so that conjugate roots can separate
        roots[k] = std::polar(radius / 2 + 1e-3L, 0.7L + 6.283185307179586477L * k / n);
    for (int iteration = 0; iteration < 500; iteration++)
    {
        long double moved = 0;
        for (int k = 0; k < n; k++)
        {
            Complex value = 1, slope = 0;
            for (int i = 1; i <= n; i++)
            {
                slope = slope * roots[k] + value;
                value = value * roots[k] + (long double)c[i];
            }
            if (value == Complex(0))
                continue;
            Complex repulsion = 0;
            for (int j = 0; j < n; j++)
                if (j != k && roots[j] != roots[k])
                    repulsion += 1.0L / (roots[k] - roots[j]);
            const Complex step = value / (slope - value * repulsion);
            if (!std::isfinite(std::abs(step)))
                continue;
            roots[k] -= step;
            moved = std::max(moved, std::abs(step) / std::max(std::abs(roots[k]), 1e-30L));
        }
        if (moved < 1e-19L)
            break;
    }
    return roots;
}

/** The real factors of a polynomial with real coefficients: {1, p} for a real root and {1, p, q} for a pair. Each root
of the upper half plane is matched with the nearest one of the lower half plane. A root without a partner is real. */
inline std::vector<std::vector<double>> realFactors(std::vector<Complex> roots)
{
    std::vector<std::vector<double>> factors;
    std::sort(roots.begin(), roots.end(),
              [](const Complex& a, const Complex& b) { return std::abs(a.imag()) > std::abs(b.imag()); });
    const auto isReal = [](const Complex& z) { return std::abs(z.imag()) <= 1e-12L * std::abs(z); };
    while (!roots.empty() && !isReal(roots.front()))
    {
        const Complex root = roots.front();
        roots.erase(roots.begin());
        auto partner = std::min_element(roots.begin(), roots.end(), [&](const Complex& a, const Complex& b) {
            return std::abs(a - std::conj(root)) < std::abs(b - std::conj(root));
        });
        if (partner == roots.end())
        {
            roots.push_back(root.real());
            break;
        }
        factors.push_back({1.0, double(-(root + *partner).real()), double((root * *partner).real())});
        roots.erase(partner);
    }
    for (const Complex& root : roots)
        factors.push_back({1.0, double(-root.real())});
    return factors;
}

namespace detail {

using Polynomial = std::vector<long double>;

//! The product of all factors but one.
inline Polynomial productWithout(const std::vector<std::vector<double>>& factors, size_t left)
{
    Polynomial product(1, 1.0L);
    for (size_t f = 0; f < factors.size(); f++)
    {
        if (f == left)
            continue;
        Polynomial longer(product.size() + factors[f].size() - 1, 0.0L);
        for (size_t i = 0; i < product.size(); i++)
            for (size_t j = 0; j < factors[f].size(); j++)
                longer[i + j] += product[i] * (long double)factors[f][j];
        product = longer;
    }
    return product;
}

} // namespace detail

/** Real factors whose product is the polynomial to double precision. Roots of a cluster are known to a fraction of the
digits, and their errors do not cancel. Newton steps on all factors correct the product, of least norm where factors are
alike. */
inline std::vector<std::vector<double>> factorizePolynomial(const std::vector<double>& c)
{
    std::vector<std::vector<double>> factors = realFactors(polynomialRoots(c));
    const int n = int(c.size()) - 1;
    for (int step = 0; step < 8 && n > 1; step++)
    {
        const detail::Polynomial product = detail::productWithout(factors, factors.size());
        Matrix residual(n, 1), jacobian = Matrix::zeros(n, n), change;
        for (int i = 0; i < n; i++)
            residual(i, 0) = double((long double)c[i + 1] - product[i + 1]);
        if (normInf(residual) < 1e-17)
            break;
        int unknown = 0;
        for (size_t f = 0; f < factors.size(); f++)
        {
            const detail::Polynomial others = detail::productWithout(factors, f);
            for (size_t j = 1; j < factors[f].size(); j++, unknown++)
                for (size_t i = 0; i < others.size(); i++)
                    jacobian(int(i + j) - 1, unknown) = double(others[i]);
        }
        cv::solve(jacobian, residual, change, DECOMP_SVD);
        unknown = 0;
        for (auto& factor : factors)
            for (size_t j = 1; j < factor.size(); j++)
                factor[j] += change(unknown++, 0);
    }
    return factors;
}

}} // namespace cv::recfilter

#endif
