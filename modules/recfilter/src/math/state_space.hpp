// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_MATH_STATE_SPACE_HPP
#define OPENCV_RECFILTER_MATH_STATE_SPACE_HPP

// Sections, branches and directions as state spaces. Knows neither borders nor lengths of lines.

#include "math/matrix.hpp"
#include "math/sections.hpp"

namespace cv { namespace recfilter {

/** One direction of an axis: s[i+1] = A s[i] + B x[i], y[i] = C s[i] + D x[i]. The states are w[i-1] of each
first-order section and (w[i-1], w[i-1] - w[i-2]) of each second-order section, in the order of the sections. For poles
close to 1 the values w are nearly equal. So weighted sums of pixels in float would lose their difference. */
struct StateSpace
{
    Matrix A = Matrix(0, 0), B = Matrix(0, 1), C = Matrix(1, 0);
    double D = 1;

    int order() const { return A.rows; }
};

inline StateSpace stateSpaceOf(const Section& s)
{
    StateSpace space;
    space.D = s.c0;
    if (s.order == 1)
    {
        space.A = Matrix({1, 1}, {s.f1});
        space.B = Matrix({1, 1}, {1.0});
        space.C = Matrix({1, 1}, {s.c0 * s.f1 + s.c1});
        return space;
    }
    // w = x + f1 w1 + f2 (w1 - d) with d = w1 - w2.
    space.A = Matrix({2, 2}, {s.f1 + s.f2, -s.f2, s.f1 + s.f2 - 1, -s.f2});
    space.B = Matrix({2, 1}, {1.0, 1.0});
    space.C = Matrix({1, 2}, {s.c0 * (s.f1 + s.f2) + s.c1 + s.c2, -s.c0 * s.f2 - s.c2});
    return space;
}

namespace detail {

inline Matrix scaled(const Matrix& m, double factor)
{
    return matrixOf(m.rows, m.cols, [&](int i, int j) { return m(i, j) * factor; });
}

inline Matrix stack(const Matrix& top, const Matrix& bottom)
{
    if (top.empty() || bottom.empty())
        return top.empty() ? bottom : top;
    return matrixOf(top.rows + bottom.rows, top.cols,
                    [&](int i, int j) { return i < top.rows ? top(i, j) : bottom(i - top.rows, j); });
}

inline Matrix beside(const Matrix& left, const Matrix& right)
{
    if (left.empty() || right.empty())
        return left.empty() ? right : left;
    return matrixOf(left.rows, left.cols + right.cols,
                    [&](int i, int j) { return j < left.cols ? left(i, j) : right(i, j - left.cols); });
}

inline Matrix blocks(const Matrix& a, const Matrix& lowerLeft, const Matrix& b)
{
    const bool hasLeft = !lowerLeft.empty();
    return matrixOf(a.rows + b.rows, a.cols + b.cols, [&](int i, int j) {
        if (i < a.rows)
            return j < a.cols ? a(i, j) : 0.;
        return j >= a.cols ? b(i - a.rows, j - a.cols) : hasLeft ? lowerLeft(i - a.rows, j) : 0.;
    });
}

} // namespace detail

inline StateSpace cascade(const StateSpace& f, const StateSpace& g)
{
    StateSpace both;
    both.A = detail::blocks(f.A, multiply(g.B, f.C), g.A);
    both.B = detail::stack(f.B, detail::scaled(g.B, f.D));
    both.C = detail::beside(detail::scaled(f.C, g.D), g.C);
    both.D = f.D * g.D;
    return both;
}

inline StateSpace parallel(const StateSpace& f, const StateSpace& g)
{
    StateSpace both;
    both.A = detail::blocks(f.A, Matrix(g.A.rows, f.A.cols, 0.0), g.A);
    both.B = detail::stack(f.B, g.B);
    both.C = detail::beside(f.C, g.C);
    both.D = f.D + g.D;
    return both;
}

//! A branch as one state space, its gain included.
inline StateSpace stateSpaceOf(const Branch& branch)
{
    StateSpace space;
    for (const Section& section : branch.sections)
        space = cascade(space, stateSpaceOf(section));
    space.C = detail::scaled(space.C, branch.gain);
    space.D *= branch.gain;
    return space;
}

//! A direction as one state space. No branches give 0.
inline StateSpace stateSpaceOf(const Branches& branches)
{
    StateSpace space;
    space.D = 0;
    for (const Branch& branch : branches)
        space = parallel(space, stateSpaceOf(branch));
    return space;
}

}} // namespace cv::recfilter

#endif
