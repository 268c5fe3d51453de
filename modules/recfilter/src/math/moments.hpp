// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_MATH_MOMENTS_HPP
#define OPENCV_RECFILTER_MATH_MOMENTS_HPP

// Sums over a line that give the carries of both directions, and the closing of a line. The border turns these sums
// into the states at the ends of the line. Knows lines of pixels, but no image.

#include "math/axis.hpp"

namespace cv { namespace recfilter {

/** The states of F, run over a line in either direction, may give the carries of both directions of an axis:

    f = sum_k A^(n-1-k) B x[k]  (causal),   a = sum_k A^k B x[k]  (anticausal),
    p = f,       z = lift a,       e = z + X p.

Periodic borders need f and a of both directions, and one set of states halves these sums. It is enough if both
directions have the same A, as in every zero-phase filter. T = [Bz, A Bz, ...] [B, A B, ...]^-1 has T B = Bz, and T
commutes with A (theorem of Cayley and Hamilton). So z = sum_k A^k T B x[k] = T a, and lift is T.

For slow poles B, A B, ... are nearly parallel, and T loses digits. So both equations of T are checked, within a
tolerance. */
struct MomentSystem
{
    Matrix lift;
    bool shared = false;  //!< one set of states serves both directions
    bool isPlain = false; //!< shared, and z = a: nothing to lift
};

namespace detail {

inline bool same(const Matrix& a, const Matrix& b)
{
    bool equal = a.size() == b.size();
    for (int i = 0; equal && i < a.rows; i++)
        for (int j = 0; j < a.cols; j++)
            equal = equal && a(i, j) == b(i, j);
    return equal;
}

//! T with T B = C and T A = A T: [C, A C, ...] [B, A B, ...]^-1. Whether both equations hold within the tolerance.
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

/** @param tolerance relative error of both equations of T; 0: T is not used. Slow poles amplify this error. In double
1e-10 is too much: a Gaussian of five poles and sigma 400 would be off by 7e-7. */
inline MomentSystem momentSystem(const DecoupledAxis& axis, double tolerance)
{
    const StateSpace &F = axis.F, &R = axis.R;
    MomentSystem system;
    if (F.order() == 0 || !detail::same(F.A, R.A))
        return system;
    system.isPlain = detail::same(F.B, axis.Bz);
    if (system.isPlain)
        system.lift = identity(R.order());
    system.shared = system.isPlain || detail::commutingMap(F.A, F.B, axis.Bz, tolerance, system.lift);
    return system;
}

/** The closing of a line of n pixels by its border, from the sums over the whole line. The states are

    before the first pixel: same f + other a + edge x[0],
    behind the last pixel:  same a + other f + edge x[n-1].

REFLECT_101 leaves out the pixel at the mirror: `shift` is 1, a runs over x[1 .. n-1] and f over x[0 .. n-2]. A
constant border is 0 here, because its value was subtracted from the image.

REPLICATE repeats one value: edge = (I - A)^-1 B. The other borders have a period T: n (WRAP), 2n (REFLECT), 2n - 2
(REFLECT_101). Their state is (I - A^T)^-1 sum_{j=1..T} A^(j-1) B x[-j]. This one formula stands for theorems A.1 to
A.7 of Nehab and Maximo 2016, for any order and any poles. */
struct SumClosure
{
    Matrix same, other; //!< size x size
    Matrix edge;        //!< size x 1
    Matrix offset;      //!< size x 1, for LineClosing
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

/** The closing of a line of n pixels by its border, with sums of both directions over the whole line:

    f = sum_k A^(n-1-k) B x[k],   a = sum_k A^k B x[k],   z = sum_k A'^k Bz x[k],   g = sum_k A'^(n-1-k) Bz x[k].

With the value v of a constant border, the states are

    before the first pixel:            start.same f + start.other a + start.edge x[0] + start.offset v,
    behind the last pixel, decoupled:  end.same z + end.other g + end.edge x[n-1] + end.offset v.

REFLECT_101 leaves out the pixels at the mirrors: `shift` is 1, a runs over x[1 .. n-1] and g over x[0 .. n-2]. The
caller subtracts B x[n-1] from f and Bz x[0] from z. If both directions are alike (`shared`), z replaces a and
f replaces g. */
struct LineClosing
{
    SumClosure start, end;
    int shift = 0;
    bool shared = false;
};

//! @param eps `same` is 0 if it has faded below this
inline SumClosure closeEnd(const Matrix& A, const Matrix& B, int borderType, int64 n, double eps)
{
    SumClosure closing = closeSums(A, B, borderType, n);
    if (closing.shift)
        closing.same = multiply(closing.other, power(A, n - 2));
    if (normInf(closing.same) < eps)
        closing.same = Matrix(A.rows, A.rows, 0.0);
    const auto fades = [&] { return decayLength(A, 0.5, int64(1) << 40) < int64(1) << 40; };
    closing.offset = borderType == BORDER_CONSTANT && fades() ? solveIdentityMinus(A, B) : Matrix(A.rows, 1, 0.0);
    return closing;
}

/** @param mayShare whether both directions are alike and may share sums. With REFLECT_101 and fast poles they do not
share them: the inverse of A would amplify rounding errors. */
inline LineClosing closeLine(const DecoupledAxis& axis, bool mayShare, int borderType, int64 n, double eps)
{
    LineClosing closing;
    closing.start = closeEnd(axis.F.A, axis.F.B, borderType, n, eps);
    const bool alike = detail::same(axis.F.A, axis.R.A) && detail::same(axis.F.B, axis.Bz);
    closing.end = alike ? closing.start : closeEnd(axis.R.A, axis.Bz, borderType, n, eps);
    closing.shift = closing.start.shift;
    closing.shared = mayShare && n > 1 && borderType != BORDER_CONSTANT && borderType != BORDER_REPLICATE;
    if (!closing.shared || !closing.shift)
        return closing;
    const double largestGrowth = 8;
    Matrix inverse;
    closing.shared = cv::invert(axis.F.A, inverse) != 0 && normInf(inverse) <= largestGrowth;
    for (SumClosure* end : {&closing.start, &closing.end})
        if (closing.shared)
            end->other = multiply(end->other, inverse);
    return closing;
}

}} // namespace cv::recfilter

#endif
