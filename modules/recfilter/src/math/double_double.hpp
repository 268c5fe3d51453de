// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_MATH_DOUBLE_DOUBLE_HPP
#define OPENCV_RECFILTER_MATH_DOUBLE_DOUBLE_HPP

// Numbers of 106 bits, as sums of two doubles, for poles that lie close together or close to the unit circle.

#include <cmath>

#ifdef __FAST_MATH__
#error "recfilter needs sums and products as they are written: build without -ffast-math (OpenCV: ENABLE_FAST_MATH)"
#endif

namespace cv { namespace recfilter {

/** high + low, with |low| at most half a unit in the last place of high. Sums and products by T. J. Dekker, Numerische
Mathematik 18, 1971; errors stay below 2^-102 of the operands' magnitudes. */
struct DoubleDouble
{
    double high = 0, low = 0;

    DoubleDouble() = default;
    DoubleDouble(double value) : high(value) {}
    DoubleDouble(long double value) : high(double(value)), low(double(value - (long double)high)) {}
    DoubleDouble(double h, double l) : high(h), low(l) {}

    explicit operator long double() const { return (long double)high + low; }
    explicit operator double() const { return high + low; }
    DoubleDouble operator-() const { return {-high, -low}; }
};

//! |a| >= |b|, or a is 0.
inline DoubleDouble quickSum(double a, double b)
{
    const double sum = a + b;
    return {sum, b - (sum - a)};
}

inline DoubleDouble exactSum(double a, double b)
{
    const double sum = a + b, part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}

inline DoubleDouble exactProduct(double a, double b)
{
    const double product = a * b;
    return {product, std::fma(a, b, -product)};
}

inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b)
{
    const DoubleDouble high = exactSum(a.high, b.high), low = exactSum(a.low, b.low);
    const DoubleDouble sum = quickSum(high.high, high.low + low.high);
    return quickSum(sum.high, sum.low + low.low);
}

inline DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b)
{
    return a + -b;
}

inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b)
{
    const DoubleDouble product = exactProduct(a.high, b.high);
    return quickSum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

inline DoubleDouble quotient(double a, double b)
{
    const double high = a / b;
    return {high, std::fma(-high, b, a) / b};
}

inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b)
{
    const double first = a.high / b.high;
    const DoubleDouble left = a - b * DoubleDouble(first);
    const double second = left.high / b.high;
    return quickSum(first, second) + DoubleDouble((left - b * DoubleDouble(second)).high / b.high);
}

inline DoubleDouble squareRoot(const DoubleDouble& a)
{
    if (a.high <= 0)
        return {};
    const double root = std::sqrt(a.high);
    return DoubleDouble(root) + DoubleDouble((a - exactProduct(root, root)).high / (2 * root));
}

}} // namespace cv::recfilter

#endif
