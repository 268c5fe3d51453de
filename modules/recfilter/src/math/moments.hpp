// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_MATH_MOMENTS_HPP
#define OPENCV_RECFILTER_MATH_MOMENTS_HPP

#include "math/border.hpp"

namespace cv { namespace recfilter {

/** One system (A, B) whose states, run over a line in either direction, give the carries of both directions of an axis:

    f = sum_k A^(n-1-k) B x[k]  (causal),   a = sum_k A^k B x[k]  (anticausal),
    p = the first causal states of f,       z = lift a,           e = z + X p.

The closures of the periodic borders mix both sums, so that a single system spares half of them. Where the causal and the
anticausal direction share A and B, as every zero-phase filter does, z's own weights Bz are T B with a T that commutes with A,
and z = T a. Otherwise the system is that of both directions side by side. */
struct MomentSystem
{
    Matrix A, B;
    Matrix lift;          //!< anticausal states x size()
    bool shared = true;   //!< one set of states serves both directions
    bool isPlain = false; //!< shared, and z = a: nothing to lift

    int size() const { return A.rows; }
};

namespace detail {

inline bool same(const Matrix& a, const Matrix& b)
{
    return a.size() == b.size() && (a.empty() || normInf(Matrix(a - b)) == 0);
}

//! T with T B = C and T A = A T: [C, A C, ...] [B, A B, ...]^-1. Tells whether it was found so exactly.
inline bool commutingMap(const Matrix& A, const Matrix& B, const Matrix& C, double tolerance, Matrix& T)
{
    const int n = A.rows;
    Matrix from(n, n), to(n, n), b = B.clone(), c = C.clone();
    for (int k = 0; k < n; k++, b = multiply(A, b), c = multiply(A, c))
    {
        b.copyTo(from.col(k));
        c.copyTo(to.col(k));
    }
    Matrix transposedT;
    if (!cv::solve(from.t(), to.t(), transposedT, DECOMP_LU))
        return false;
    T = transposed(transposedT);
    const double scale = normInf(T) * std::max(normInf(A), 1.0);
    return normInf(Matrix(multiply(T, A) - multiply(A, T))) < tolerance * scale &&
           normInf(Matrix(multiply(T, B) - C)) < tolerance * std::max(normInf(C), normInf(T) * normInf(B));
}

} // namespace detail

/** @param tolerance of T. Slow poles amplify its error: with 1e-10 a Gaussian of five poles and sigma 400 would be off by 7e-7, which
is too much in double. */
inline MomentSystem momentSystem(const DecoupledAxis& axis, double tolerance)
{
    const int causal = axis.F.order(), anticausal = axis.R.order();
    MomentSystem system;
    if (causal == 0 || anticausal == 0)
    {
        system.A = causal ? axis.F.A : axis.R.A;
        system.B = causal ? axis.F.B : axis.Bz;
        system.lift = causal ? Matrix(0, causal, 0.0) : identity(anticausal);
        return system;
    }
    system.A = axis.F.A;
    system.B = axis.F.B;
    if (detail::same(axis.F.A, axis.R.A) && detail::same(axis.F.B, axis.Bz))
    {
        system.lift = identity(anticausal);
        system.isPlain = true;
        return system;
    }
    if (detail::same(axis.F.A, axis.R.A) && detail::commutingMap(axis.F.A, axis.F.B, axis.Bz, tolerance, system.lift))
        return system;
    system.shared = false;
    system.A = detail::blocks(axis.F.A, Matrix(anticausal, causal, 0.0), axis.R.A);
    system.B = detail::stack(axis.F.B, axis.Bz);
    system.lift = Matrix(anticausal, causal + anticausal, 0.0);
    for (int i = 0; i < anticausal; i++)
        system.lift(i, causal + i) = 1;
    return system;
}

/** How the border closes a line of n pixels, from the sums over the whole line: the state before the first pixel is
same f + other a + edge x[0], that behind the last pixel same a + other f + edge x[n-1]. With REFLECT_101 the pixel at the
mirror itself is left out: a runs over x[1 .. n-1] and f over x[0 .. n-2], of which `shift` = 1 tells. The formulas are those
of closeLine (border.hpp), summed by direction; a constant border is 0 here, its value taken off the image. */
struct SumClosure
{
    Matrix same, other; //!< size x size
    Matrix edge;        //!< size x 1
    int shift = 0;
};

inline SumClosure closeSums(const Matrix& A, const Matrix& B, int borderType, int64 n)
{
    const int size = A.rows;
    SumClosure closure;
    closure.same = Matrix(size, size, 0.0);
    closure.other = Matrix(size, size, 0.0);
    closure.edge = Matrix(size, 1, 0.0);
    if (borderType == BORDER_REFLECT_101 && n == 1)
        borderType = BORDER_REPLICATE;
    switch (borderType)
    {
    case BORDER_REPLICATE:
        closure.edge = solveIdentityMinus(A, B);
        break;
    case BORDER_WRAP:
        closure.same = solveIdentityMinus(power(A, n), identity(size));
        break;
    case BORDER_REFLECT:
        closure.other = solveIdentityMinus(power(A, 2 * n), identity(size));
        closure.same = multiply(closure.other, power(A, n));
        break;
    case BORDER_REFLECT_101:
        closure.shift = 1;
        closure.other = solveIdentityMinus(power(A, 2 * n - 2), identity(size));
        closure.same = multiply(closure.other, power(A, n - 1));
        break;
    }
    return closure;
}

/** The same with f and a over all pixels, which a pass over the line leaves behind anyway: the state before the first pixel is
startF f + startA a, that behind the last one endF f + endA a. With REFLECT_101 (`leavesEnds`) B x[n-1] is to be taken off f, and B x[0] off
a, which are then A times the sums that closeSums asks for. */
struct LineClosing
{
    Matrix startF, startA, endF, endA; //!< size x size
    bool exists = false, leavesEnds = false;
};

/** Where a is the anticausal state itself, as where passes with the same poles are added, and the border repeats the line. Not with
REFLECT_101 and fast poles, whose inverse powers would amplify roundings; they are closed by a few pixels. */
inline LineClosing closeBySums(const MomentSystem& system, int borderType, int64 n)
{
    LineClosing closing;
    const bool repeats = borderType == BORDER_WRAP || borderType == BORDER_REFLECT || borderType == BORDER_REFLECT_101;
    if (!repeats || n < 2 || !system.isPlain)
        return closing;
    SumClosure sums = closeSums(system.A, system.B, borderType, n);
    if (borderType == BORDER_REFLECT_101)
    {
        const double largestGrowth = 8;
        Matrix inverse;
        if (cv::invert(system.A, inverse) == 0 || normInf(inverse) > largestGrowth)
            return closing;
        sums.same = multiply(sums.other, power(system.A, n - 2));
        sums.other = multiply(sums.other, inverse);
    }
    closing.leavesEnds = sums.shift != 0;
    closing.exists = true;
    closing.startF = sums.same;
    closing.startA = sums.other;
    closing.endF = sums.other;
    closing.endA = sums.same;
    return closing;
}

}} // namespace cv::recfilter

#endif
