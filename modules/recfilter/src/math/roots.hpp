// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

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
Mathematics of Computation 27, 1973), in long double: a multiple root of a filter in double is then found to
eps^(1/m) of a much smaller eps, and the product of the factors to full double precision. cv::solvePoly works
in double and stops at half the digits there. */
inline std::vector<Complex> polynomialRoots(const std::vector<double>& c)
{
    const int n = int(c.size()) - 1;
    std::vector<Complex> roots(n);
    long double radius = 0; // Fujiwara's bound
    for (int k = 1; k <= n; k++)
        radius = std::max(radius, 2 * std::pow(std::abs((long double)c[k]), 1.0L / k));
    for (int k = 0; k < n; k++) // off the real axis and not symmetric to it, so that conjugates can part
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

/** A polynomial with real coefficients in its real factors: {1, p} for a real root and {1, p, q} for a pair. Each
root of the upper half plane is matched with the nearest of the lower one; what has no partner is real. */
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

/** Real factors whose product is the polynomial to double precision. The roots of a cluster are each known to a fraction of
the digits only, and their errors do not cancel by themselves: Newton steps on all factors at once, of least norm where
factors are alike, bring the product back to the polynomial. */
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
