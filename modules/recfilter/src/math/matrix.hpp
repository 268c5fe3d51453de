// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Small dense matrices in double: products, powers, linear equations, decay lengths. Knows no filter.

#ifndef OPENCV_RECFILTER_MATH_MATRIX_HPP
#define OPENCV_RECFILTER_MATH_MATRIX_HPP

#include "opencv2/core.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace cv { namespace recfilter {

//! The dense matrices of a filter: never larger than its order.
using Matrix = Mat_<double>;

//! Fills a new matrix by a function of row and column. Operators of Mat cost more than the elements do.
template <typename Function>
inline Matrix matrixOf(int rows, int cols, const Function& element)
{
    Matrix result(rows, cols);
    for (int i = 0; i < rows; i++)
    {
        double* const row = result[i];
        for (int j = 0; j < cols; j++)
            row[j] = element(i, j);
    }
    return result;
}

inline Matrix identity(int n)
{
    return matrixOf(n, n, [](int i, int j) { return i == j ? 1. : 0.; });
}

/** a b, also without elements. The product is neither a nor b, and keeps its memory if that fits. With cv::gemm
planning lines of 2^28 pixels took 2.3 times as long. */
inline void multiplyInto(Matrix& product, const Matrix& a, const Matrix& b)
{
    product.create(a.rows, b.cols);
    const int cols = b.cols;
    for (int i = 0; i < a.rows; i++)
    {
        const double* const left = a[i];
        double* const sums = product[i];
        for (int j = 0; j < cols; j++)
            sums[j] = 0;
        const auto add = [&](int k, int l) { // in this order
            const double first = left[k], second = left[l];
            const double *const right = b[k], *const further = b[l];
            for (int j = 0; j < cols; j++)
                sums[j] = (sums[j] + first * right[j]) + second * further[j];
        };
        int waiting = -1; // two at a time take 0.55 of the time (20 x 20, Zen 3): sums are stored once
        for (int k = 0; k < a.cols; k++)
        {
            if (left[k] == 0) // half of the elements of a cascade's matrix
                continue;
            if (waiting >= 0)
                add(waiting, k);
            waiting = waiting < 0 ? k : -1;
        }
        for (int j = 0; waiting >= 0 && j < cols; j++)
            sums[j] += left[waiting] * b[waiting][j];
    }
}

inline Matrix multiply(const Matrix& a, const Matrix& b)
{
    Matrix product;
    multiplyInto(product, a, b);
    return product;
}

//! The transpose. The matrix may be without elements.
inline Matrix transposed(const Matrix& a)
{
    return matrixOf(a.cols, a.rows, [&](int i, int j) { return a(j, i); });
}

//! The last row first.
inline Matrix reversed(const Matrix& a)
{
    return matrixOf(a.rows, a.cols, [&](int i, int j) { return a(a.rows - 1 - i, j); });
}

//! The largest row sum of magnitudes: the norm for the largest element of a vector.
inline double normInf(const Matrix& a)
{
    double largest = 0;
    for (int i = 0; i < a.rows; i++)
    {
        const double* const row = a[i];
        double sum = 0;
        for (int j = 0; j < a.cols; j++)
            sum += std::abs(row[j]);
        largest = std::max(largest, sum);
    }
    return largest;
}

//! A to the power n >= 0 by repeated squaring.
inline Matrix power(const Matrix& a, int64 n)
{
    Matrix result = identity(a.rows), square = a.clone(), next;
    for (; n > 0; n >>= 1)
    {
        if (n & 1)
        {
            multiplyInto(next, square, result);
            std::swap(next, result);
        }
        if (n > 1)
        {
            multiplyInto(next, square, square);
            std::swap(next, square);
        }
    }
    return result;
}

namespace detail {

/** Solves M X = B block by block from the top, without pivots. M has diagonal blocks of one or two rows, as cascades
have, and zeros right of them. */
inline Matrix solveByBlocks(const Matrix& m, const Matrix& b)
{
    Matrix x = b.clone();
    for (int i = 0; i < m.rows;)
    {
        const int width = i + 1 < m.rows && m(i, i + 1) != 0 ? 2 : 1;
        for (int k = 0; k < width; k++)
            for (int column = 0; column < b.cols; column++)
                for (int j = 0; j < i; j++)
                    x(i + k, column) -= m(i + k, j) * x(j, column);
        const double determinant = width == 1 ? m(i, i) : m(i, i) * m(i + 1, i + 1) - m(i, i + 1) * m(i + 1, i);
        for (int column = 0; column < b.cols; column++)
        {
            const double first = x(i, column), second = width == 1 ? 0 : x(i + 1, column);
            x(i, column) = (width == 1 ? first : m(i + 1, i + 1) * first - m(i, i + 1) * second) / determinant;
            if (width == 2)
                x(i + 1, column) = (m(i, i) * second - m(i + 1, i) * first) / determinant;
        }
        i += width;
    }
    return x;
}

} // namespace detail

/** Solves (I - A) X = B, where A is a power of a direction's matrix (state_space.hpp). cv::solve takes pivots below
2e-14 for 0. Two successive poles near the unit circle leave such pivots. */
inline Matrix solveIdentityMinus(const Matrix& a, const Matrix& b)
{
    if (a.rows == 0)
        return b;
    Matrix x;
    const Matrix system = matrixOf(a.rows, a.rows, [&](int i, int j) { return (i == j ? 1. : 0.) - a(i, j); });
    return cv::solve(system, b, x, DECOMP_LU) ? x : detail::solveByBlocks(system, b);
}

/** The number d of pixels after which a state has faded: no element of A^d v exceeds eps |v| for any v. If the powers
of A only shrink, d is the smallest such number. If they grow at first, d is at most the number from which on all powers
have faded. Returns limit if the state has not faded by then. */
inline int64 decayLength(const Matrix& a, double eps, int64 limit)
{
    if (a.rows == 0)
        return 0;
    std::vector<Matrix> squares(1, a.clone()); // A^(2^k)
    while ((int64(1) << (squares.size() - 1)) < limit && !(normInf(squares.back()) < eps))
        squares.push_back(multiply(squares.back(), squares.back()));
    if (!(normInf(squares.back()) < eps))
        return limit;
    // Binary descent: the longest power that has not faded, plus one.
    Matrix reached = identity(a.rows), further;
    int64 length = 0;
    for (size_t k = squares.size(); k-- > 0;)
    {
        multiplyInto(further, squares[k], reached);
        if (normInf(further) < eps)
            continue;
        std::swap(further, reached);
        length += int64(1) << k;
    }
    return std::min(length + 1, limit);
}

}} // namespace cv::recfilter

#endif
