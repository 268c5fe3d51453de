// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Roots and real factors of polynomials. Knows no filter.

#ifndef OPENCV_RECFILTER_MATH_ROOTS_HPP
#define OPENCV_RECFILTER_MATH_ROOTS_HPP

#include "math/double_double.hpp"
#include "math/matrix.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <vector>

namespace cv { namespace recfilter {

using Complex = std::complex<long double>;

//! Coefficients of z^n + c[1] z^(n-1) + ... + c[n] = 1 + c[1] z^-1 + ...; c[0] is 1.
using Polynomial = std::vector<DoubleDouble>;

//! A polynomial divided by its first coefficient.
inline Polynomial normalized(const std::vector<double>& c)
{
    Polynomial result;
    for (double coefficient : c)
        result.push_back(quotient(coefficient, c[0]));
    return result;
}

namespace detail {

//! A complex number of 106 bits a part.
struct ComplexDouble
{
    DoubleDouble re, im;

    ComplexDouble() = default;
    ComplexDouble(const DoubleDouble& real, const DoubleDouble& imaginary) : re(real), im(imaginary) {}
    explicit ComplexDouble(const Complex& z) : re(z.real()), im(z.imag()) {}
};

//! The value of a polynomial, computed with 106 bits.
inline Complex exactValue(const Polynomial& c, const Complex& z)
{
    const ComplexDouble at(z);
    ComplexDouble value(1.0, 0.0);
    for (size_t i = 1; i < c.size(); i++)
        value = {value.re * at.re - value.im * at.im + c[i], value.re * at.im + value.im * at.re};
    return {static_cast<long double>(value.re), static_cast<long double>(value.im)};
}

//! Value and derivative at z in long double, and the sum of the magnitudes of the value's terms.
struct PolynomialAt
{
    Complex value = 1, slope = 0;
    double terms = 1;

    PolynomialAt(const Polynomial& c, const Complex& z)
    {
        const long double x = z.real(), y = z.imag();
        const double radius = std::sqrt(double(x * x + y * y));
        long double re = 1, im = 0, reSlope = 0, imSlope = 0; // the operators of complex look for infinities
        for (size_t i = 1; i < c.size(); i++)
        {
            const long double reNext = reSlope * x - imSlope * y + re,
                              next = re * x - im * y + static_cast<long double>(c[i]);
            imSlope = reSlope * y + imSlope * x + im;
            reSlope = reNext;
            im = re * y + im * x;
            re = next;
            terms = terms * radius + std::abs(c[i].high);
        }
        value = {re, im};
        slope = {reSlope, imSlope};
    }
};

/** One step of Ehrlich and Aberth for root k, which the other roots repel. Returns whether a further step may help:
false once the polynomial's value is as small as its rounding errors.
@param exact the value is computed with 106 bits */
inline bool approachRoot(const Polynomial& c, std::vector<Complex>& roots, size_t k, bool exact)
{
    PolynomialAt at(c, roots[k]);
    if (exact)
        at.value = exactValue(c, roots[k]);
    if (at.value == Complex(0))
        return false;
    long double re = 0, im = 0;
    for (size_t j = 0; j < roots.size(); j++)
        if (j != k && roots[j] != roots[k])
        {
            const long double x = roots[k].real() - roots[j].real(), y = roots[k].imag() - roots[j].imag();
            const long double scale = 1 / (x * x + y * y);
            re += x * scale;
            im -= y * scale;
        }
    const Complex step = at.value / (at.slope - at.value * Complex(re, im));
    if (!std::isfinite(std::norm(step)))
        return false;
    roots[k] -= step;
    const long double rounding = (exact ? 0x1p-102L : std::numeric_limits<long double>::epsilon()) * at.terms;
    return std::norm(at.value) > rounding * rounding && std::norm(step) > 1e-38L * std::norm(roots[k]);
}

//! Whether the rounding of the polynomial's value in long double moves no root by more than 1e-17 of its magnitude.
inline bool areDistinct(const Polynomial& c, const std::vector<Complex>& roots)
{
    return std::all_of(roots.begin(), roots.end(), [&](const Complex& root) {
        const PolynomialAt at(c, root);
        return at.terms * std::numeric_limits<long double>::epsilon() < 1e-17L * std::abs(at.slope) * std::abs(root);
    });
}

//! Roots of z^2 + b z + c. The smaller real root comes from the product c: a difference would lose its digits.
inline std::vector<Complex> quadraticRoots(long double b, long double c)
{
    const long double half = -b / 2, square = half * half - c;
    if (square < 0)
        return {{half, std::sqrt(-square)}, {half, -std::sqrt(-square)}};
    const long double larger = half + std::copysign(std::sqrt(square), half);
    return {larger, larger == 0 ? 0 : c / larger};
}

} // namespace detail

/** The roots of a polynomial by the simultaneous iteration of Ehrlich and Aberth (O. Aberth,
Mathematics of Computation 27, 1973), in long double. If roots lie so close together that rounding of long double moves
them, the last steps take the polynomial's value with 106 bits. Then the taps of ten poles within 0.1 of 1 give their
sections to the last bit. An m-fold root is found to eps^(1/m). */
inline std::vector<Complex> polynomialRoots(const Polynomial& c)
{
    const size_t n = c.size() - 1;
    if (n == 1)
        return {-static_cast<long double>(c[1])};
    if (n == 2)
        return detail::quadraticRoots(static_cast<long double>(c[1]), static_cast<long double>(c[2]));
    std::vector<Complex> roots(n);
    long double radius = 0; // Fujiwara's bound
    for (size_t k = 1; k <= n; k++)
        radius = std::max(radius, 2 * std::pow(std::abs(static_cast<long double>(c[k])), 1.0L / (long double)k));
    for (size_t k = 0; k < n; k++) // off the real axis and asymmetric to it, so that conjugate roots can separate
        roots[k] = std::polar(radius / 2 + 1e-3L, 0.7L + 6.283185307179586477L * k / n);
    const auto iterate = [&](int steps, bool exact) {
        std::vector<size_t> left(n);
        std::iota(left.begin(), left.end(), size_t(0));
        for (; steps > 0 && !left.empty(); steps--)
            left.erase(std::remove_if(left.begin(), left.end(),
                                      [&](size_t k) { return !detail::approachRoot(c, roots, k, exact); }),
                       left.end());
    };
    iterate(500, false);
    if (!detail::areDistinct(c, roots))
        iterate(50, true);
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

//! The product of all factors but one.
inline Polynomial productWithout(const std::vector<std::vector<double>>& factors, size_t left)
{
    Polynomial product(1, 1.0);
    for (size_t f = 0; f < factors.size(); f++)
    {
        if (f == left)
            continue;
        Polynomial longer(product.size() + factors[f].size() - 1);
        for (size_t i = 0; i < product.size(); i++)
            for (size_t j = 0; j < factors[f].size(); j++)
                longer[i + j] = longer[i + j] + product[i] * factors[f][j];
        product = longer;
    }
    return product;
}

/** Newton steps on all factors, until the product is off by no more than the rounding of the factors. Where factors
are alike, the steps have least norm. Leaves the best factors.
@return the largest error of a coefficient, in units of half a unit in the last place of each factor */
inline double correctFactors(const Polynomial& c, std::vector<std::vector<double>>& factors)
{
    const int n = int(c.size()) - 1, steps = 8;
    std::vector<std::vector<double>> best;
    double least = std::numeric_limits<double>::infinity();
    for (int step = 0; step <= steps; step++)
    {
        const Polynomial product = productWithout(factors, factors.size());
        Matrix residual(n, 1), jacobian = Matrix::zeros(n, n), change;
        std::vector<double> ofRounding(size_t(n), 0.0); // residual by half a unit in the last place of each factor
        int unknown = 0;
        for (size_t f = 0; f < factors.size(); f++)
        {
            const Polynomial others = productWithout(factors, f);
            for (size_t j = 1; j < factors[f].size(); j++, unknown++)
                for (size_t i = 0; i < others.size(); i++)
                {
                    jacobian(int(i + j) - 1, unknown) = others[i].high;
                    ofRounding[i + j - 1] += std::abs(others[i].high * factors[f][j]) * DBL_EPSILON / 2;
                }
        }
        double error = 0;
        for (int i = 0; i < n; i++)
        {
            residual(i, 0) = (c[size_t(i) + 1] - product[size_t(i) + 1]).high;
            if (residual(i, 0) != 0)
                error = std::max(error, std::abs(residual(i, 0)) / ofRounding[size_t(i)]);
        }
        if (best.empty() || error < least)
        {
            best = factors;
            least = error;
        }
        if (least <= 1 || step == steps)
            break;
        cv::solve(jacobian, residual, change, DECOMP_SVD);
        unknown = 0;
        for (auto& factor : factors)
            for (size_t j = 1; j < factor.size(); j++)
                factor[j] += change(unknown++, 0);
    }
    factors = best;
    return least;
}

//! Moves all roots alike, so that their sum is that of the polynomial. Then a root of all multiplicity is exact.
inline void centre(const Polynomial& c, std::vector<Complex>& roots)
{
    Complex sum = static_cast<long double>(c[1]);
    for (const Complex& root : roots)
        sum += root;
    for (Complex& root : roots)
        root -= sum / (long double)roots.size();
}

//! Roots with those of each cluster, neighbours within `width` times their magnitude, replaced by their mean.
inline std::vector<Complex> meansOfClusters(const std::vector<Complex>& roots, long double width)
{
    std::vector<Complex> means = roots;
    std::vector<size_t> left(roots.size());
    std::iota(left.begin(), left.end(), size_t(0));
    while (!left.empty())
    {
        std::vector<size_t> cluster = {left.back()};
        left.pop_back();
        for (size_t next = 0; next < cluster.size(); next++)
            for (size_t i = left.size(); i-- > 0;)
                if (std::abs(roots[left[i]] - roots[cluster[next]]) <= width * std::abs(roots[left[i]]))
                {
                    cluster.push_back(left[i]);
                    left.erase(left.begin() + std::ptrdiff_t(i));
                }
        Complex sum = 0;
        for (size_t i : cluster)
            sum += roots[i];
        for (size_t i : cluster)
            means[i] = sum / (long double)cluster.size();
    }
    return means;
}

} // namespace detail

/** Real factors whose product is the polynomial, as exactly as doubles allow. Roots of a cluster have only a fraction
of the digits, and their errors do not cancel in the product: Newton steps on all factors correct it. Where roots are
equal these find nothing, and the mean of the cluster, in which the errors cancel, is the root. */
inline std::vector<std::vector<double>> factorizePolynomial(const Polynomial& c)
{
    const int n = int(c.size()) - 1;
    std::vector<Complex> roots = polynomialRoots(c);
    std::vector<std::vector<double>> factors = realFactors(roots);
    if (n <= 2 && factors.size() == 1)
        for (int k = 1; k <= n; k++)
            factors[0][size_t(k)] = c[size_t(k)].high;
    if (n <= 2)
        return factors;
    double error = detail::correctFactors(c, factors);
    const auto tryMeans = [&] {
        for (long double width = 1e-4L; width < 1 && error > 1; width *= 4)
        {
            std::vector<std::vector<double>> ofMeans = realFactors(detail::meansOfClusters(roots, width));
            const double errorOfMeans = detail::correctFactors(c, ofMeans);
            if (errorOfMeans < error)
            {
                factors = ofMeans;
                error = errorOfMeans;
            }
        }
    };
    tryMeans();
    detail::centre(c, roots);
    tryMeans();
    return factors;
}

}} // namespace cv::recfilter

#endif
