// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_MATH_STEIN_HPP
#define OPENCV_RECFILTER_MATH_STEIN_HPP

// The Stein equation of two matrices, solved to the last bit of double. Knows no filter.

#include "math/double_double.hpp"
#include "math/matrix.hpp"

#include <algorithm>
#include <cfloat>
#include <climits>

namespace cv { namespace recfilter {

namespace detail {

//! The number of rows of the diagonal block that begins at row i, see solveByBlocks().
inline int blockAt(const Matrix& m, int i)
{
    return i + 1 < m.rows && m(i, i + 1) != 0 ? 2 : 1;
}

/** Solves X = L X A + Q block by block, from the top of L and the end of A. L and A have diagonal blocks of one or two
rows and zeros right of them. Loses no digits by other eigenvalues than those of two blocks, but takes longer. */
inline Matrix solveSteinByBlocks(const Matrix& l, const Matrix& a, const Matrix& q)
{
    Matrix x(q.rows, q.cols, 0.0);
    std::vector<int> columns; // where blocks of A begin
    for (int j = 0; j < a.rows; j += blockAt(a, j))
        columns.push_back(j);
    for (int i = 0, height; i < l.rows; i += height)
    {
        height = blockAt(l, i);
        for (size_t block = columns.size(); block-- > 0;)
        {
            // The blocks of X that are not known yet are zeros.
            const int j = columns[block], width = blockAt(a, j), size = height * width;
            Matrix system(size, size, 0.0), right(size, 1, 0.0);
            for (int row = 0; row < size; row++)
            {
                const int y = i + row / width, z = j + row % width;
                right(row, 0) = q(y, z);
                for (int m = 0; m < i + height; m++)
                    for (int n = j; n < a.rows; n++)
                        right(row, 0) += l(y, m) * x(m, n) * a(n, z);
                for (int column = 0; column < size; column++)
                    system(row, column) = double(row == column) - l(y, i + column / width) * a(j + column % width, z);
            }
            Matrix solution;
            cv::solve(system, right, solution, DECOMP_QR);
            for (int row = 0; row < size; row++)
                x(i + row / width, j + row % width) = solution(row, 0);
        }
    }
    return x;
}

//! Whether L and A have real eigenvalues next to 1 and -1, so that the terms L^j Q A^j alternate and fade slowly.
inline bool alternates(const Matrix& l, const Matrix& a)
{
    for (int i = 0; i < l.rows; i += blockAt(l, i))
        for (int j = 0; j < a.rows; j += blockAt(a, j))
            if (blockAt(l, i) == 1 && blockAt(a, j) == 1 && l(i, i) * a(j, j) < -0.98)
                return true;
    return false;
}

//! The sum of L^j Q A^j over all j >= 0 by doubling, see solveStein(). `steps` counts the doublings.
inline Matrix sumByDoubling(const Matrix& l, const Matrix& a, const Matrix& q, int& steps)
{
    Matrix x = q.clone(), lk = l.clone(), ak = a.clone(), half, more, lNext, aNext;
    for (steps = 0; steps < 64 && normInf(lk) * normInf(ak) > 0; steps++)
    {
        multiplyInto(half, lk, x);
        multiplyInto(more, half, ak);
        if (normInf(more) <= 1e-18 * normInf(x))
            break;
        for (int i = 0; i < x.rows; i++)
            for (int j = 0; j < x.cols; j++)
                x(i, j) += more(i, j);
        multiplyInto(lNext, lk, lk);
        multiplyInto(aNext, ak, ak);
        std::swap(lNext, lk);
        std::swap(aNext, ak);
    }
    return x;
}

/** L X A + Q - X, computed with 106 bits, where X has 106 bits, too, row by row. In double its rounding alone would be
as large as that of X. */
inline Matrix steinResidual(const Matrix& l, const Matrix& a, const Matrix& q, const std::vector<DoubleDouble>& x)
{
    const auto at = [&](int i, int j) { return size_t(i) * size_t(q.cols) + size_t(j); };
    std::vector<DoubleDouble> xa(x.size());
    for (int i = 0; i < q.rows; i++)
        for (int k = 0; k < q.cols; k++)
            for (int j = 0; j < q.cols; j++)
                xa[at(i, j)] = xa[at(i, j)] + x[at(i, k)] * a(k, j);
    return matrixOf(q.rows, q.cols, [&](int i, int j) {
        DoubleDouble sum = q(i, j) - x[at(i, j)];
        for (int k = 0; k < q.rows; k++)
            sum = sum + xa[at(k, j)] * l(i, k);
        return sum.high;
    });
}

} // namespace detail

/** Solves the Stein equation X = L X A + Q by doubling (R. A. Smith, SIAM Journal on Applied Mathematics 16, 1968). The
solution is the sum of L^j Q A^j over all j >= 0. Let S be the sum of its first n terms: then L^n S A^n are the next n
terms, and the remainder is X - S = L^n X A^n. The eigenvalues of L and A must multiply to less than 1 in magnitude, say
rho. The remainder fades like rho^n, so each step, which doubles n, doubles the number of exact digits. Where terms
cancel, as with eigenvalues next to 1 and -1, digits are lost for good: those are solved block by block.

Rounding errors count 1 / (1 - rho) times: 1e-10 of X is lost for a pair of poles at a distance of 1e-5 from -1, 2e-5 at
1e-10. So solutions for the residual are added until they no longer change X. */
inline Matrix solveStein(const Matrix& l, const Matrix& a, const Matrix& q)
{
    if (q.empty())
        return q;
    const int mostOfFast = 8; // doublings, where rounding errors do not add up
    const bool alternates = detail::alternates(l, a);
    int steps = INT_MAX;
    const auto solve = [&](const Matrix& right) {
        return alternates ? detail::solveSteinByBlocks(l, a, right) : detail::sumByDoubling(l, a, right, steps);
    };
    Matrix x = solve(q);
    if (steps <= mostOfFast)
        return x;
    std::vector<DoubleDouble> exact(x.begin(), x.end());
    double before = HUGE_VAL;
    for (int i = 0; i < 4; i++)
    {
        const Matrix change = solve(detail::steinResidual(l, a, q, exact));
        const double size = normInf(change);
        if (!(size > 2 * DBL_EPSILON * normInf(x) && size < before))
            break;
        before = size;
        std::transform(exact.begin(), exact.end(), change.begin(), exact.begin(),
                       [](const DoubleDouble& value, double more) { return value + more; });
        std::transform(exact.begin(), exact.end(), x.begin(), [](const DoubleDouble& value) { return value.high; });
    }
    return x;
}

}} // namespace cv::recfilter

#endif
