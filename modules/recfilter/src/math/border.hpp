// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_MATH_BORDER_HPP
#define OPENCV_RECFILTER_MATH_BORDER_HPP

#include "math/axis.hpp"

namespace cv { namespace recfilter {

//! Vectors M[i], one per pixel of a line; all are 0 outside [first, first + columns).
struct Weights
{
    int64 first = 0;
    Matrix columns; //!< order x count

    int64 end() const { return first + columns.cols; }
};

//! The state that enters a line: offset * v + sum_i weights[i] x[i], where v is the value of a constant border.
struct Closure
{
    Matrix offset;
    Weights weights;
};

/** The state that has seen the whole past of a line of n pixels, before its first pixel, for the one-sided
filter s' = A s + B x and the given border.

REPLICATE and CONSTANT have seen one value for ever: (I - A)^-1 B. The other borders repeat with period T = n (WRAP),
2n (REFLECT), 2n - 2 (REFLECT_101), so the state is (I - A^T)^-1 sum_{j=1..T} A^(j-1) B x[-j]: one formula for theorems
A.1 to A.7 of Nehab and Maximo 2016, any order and any poles. Terms fade like A^j and are left out below eps. */
inline Closure closeLine(const Matrix& A, const Matrix& B, int borderType, int64 n, double eps)
{
    const int order = A.rows;
    Closure closure;
    closure.offset = Matrix::zeros(order, 1);
    closure.weights.columns = Matrix(order, 0);
    if (order == 0)
        return closure;
    if (borderType == BORDER_REFLECT_101 && n == 1)
        borderType = BORDER_REPLICATE;
    if (borderType == BORDER_CONSTANT)
    {
        if (decayLength(A, 0.5, int64(1) << 40) < int64(1) << 40)
            closure.offset = solveIdentityMinus(A, B);
        return closure;
    }
    if (borderType == BORDER_REPLICATE)
    {
        closure.weights.columns = solveIdentityMinus(A, B);
        return closure;
    }
    const int64 period = borderType == BORDER_WRAP ? n : borderType == BORDER_REFLECT ? 2 * n : 2 * n - 2;
    const int64 terms = std::min(period, decayLength(A, eps, period));
    const Matrix repeat = power(A, period);
    int64 first = n, last = -1;
    const auto pixel = [&](int64 j) {
        const int64 i = borderType == BORDER_WRAP ? n - j : borderType == BORDER_REFLECT ? j - 1 : j;
        return i < n ? i : period - i - (borderType == BORDER_REFLECT ? 1 : 0);
    };
    for (int64 j = 1; j <= terms; j++)
    {
        first = std::min(first, pixel(j));
        last = std::max(last, pixel(j));
    }
    closure.weights.first = first;
    closure.weights.columns = Matrix::zeros(order, int(last - first + 1));
    // A^(j-1) B, summed into the pixel that x[-j] is. (I - A^T)^-1 commutes with A.
    Matrix term = solveIdentityMinus(repeat, B);
    for (int64 j = 1; j <= terms; j++)
    {
        Mat column = closure.weights.columns.col(int(pixel(j) - first));
        column += term;
        term = multiply(A, term);
    }
    return closure;
}

//! The closure of the other end: the same for the line read backwards.
inline Closure closeLineBackwards(const Matrix& A, const Matrix& B, int borderType, int64 n, double eps)
{
    Closure closure = closeLine(A, B, borderType, n, eps);
    Matrix& columns = closure.weights.columns;
    for (int m = 0; m < columns.rows && columns.cols; m++)
        std::reverse(columns[m], columns[m] + columns.cols);
    if (columns.cols)
        closure.weights.first = n - closure.weights.end();
    return closure;
}

}} // namespace cv::recfilter

#endif
