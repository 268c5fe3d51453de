// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_MATH_ALL_PASS_HPP
#define OPENCV_RECFILTER_MATH_ALL_PASS_HPP

// Orthonormal states of any poles inside the unit circle, and filters expanded in them (doc/block_states.md). Knows
// neither borders nor lengths of lines.

#include "math/matrix.hpp"
#include "math/sections.hpp"

namespace cv { namespace recfilter {

//! Whether the poles of a section lie inside the unit circle: the triangle of stable coefficients.
inline bool isInsideCircle(const Section& s)
{
    return s.order == 1 ? std::abs(s.f1) < 1 : 1 + s.f2 > 0 && (1 - s.f1) - s.f2 > 0 && (1 + s.f1) - s.f2 > 0;
}

//! Whether a direction has states in the basis of AllPassStates. A running sum has not: its pole is on the circle.
inline bool isInsideCircle(const Branches& branches)
{
    return std::all_of(branches.begin(), branches.end(), [](const Branch& branch) {
        return std::all_of(branch.sections.begin(), branch.sections.end(),
                           [](const Section& section) { return isInsideCircle(section); });
    });
}

inline bool haveSamePoles(const Section& s, const Section& t)
{
    return s.order == t.order && s.f1 == t.f1 && s.f2 == t.f2;
}

//! `poles`, and the sections of `more` that are not among them yet. Alike sections are told apart by their number.
inline std::vector<Section> unitedPoles(std::vector<Section> poles, const std::vector<Section>& more)
{
    std::vector<bool> taken(poles.size(), false);
    for (const Section& section : more)
    {
        size_t i = 0;
        while (i < taken.size() && (taken[i] || !haveSamePoles(poles[i], section)))
            i++;
        if (i < taken.size())
            taken[i] = true;
        else
            poles.push_back(section);
    }
    return poles;
}

//! The poles of a direction. Branches share those that they have in common.
inline std::vector<Section> polesOf(const Branches& branches)
{
    std::vector<Section> poles;
    for (const Branch& branch : branches)
        poles = unitedPoles(poles, branch.sections);
    return poles;
}

/** The states of a cascade of all-pass sections with these poles: s[i+1] = A s[i] + B x[i] with A A^T + B B^T = I.
Takenaka and Malmquist found these functions, Kautz gave them as a cascade. All matrices are kept with 106 bits, since
factors 1 - p q of poles p, q near the unit circle would cancel. Sections of two poles come first, so that each begins
at an even state, and delays last: a response that does not need them has none of their states. In front stands a
delay, whose state is the pixel itself: state 0 of all vectors. */
class AllPassStates
{
public:
    using Vector = std::vector<DoubleDouble>;

    explicit AllPassStates(std::vector<Section> poles)
    {
        const auto rank = [](const Section& s) { return s.f1 == 0 && s.f2 == 0 ? 0 : s.order; };
        std::stable_sort(poles.begin(), poles.end(),
                         [&](const Section& s, const Section& t) { return rank(s) > rank(t); });
        size_ = 1;
        for (const Section& section : poles)
            size_ += section.order;
        matrix_.resize(size_t(size_) * size_);
        starts_ = {0};
        Vector output(1, 1.0); // of the all-pass cascade so far, by its states
        for (const Section& section : poles)
            append(section, output);
        starts_.push_back(size_);
    }

    int size() const { return size_ - 1; }

    Matrix A() const
    {
        return matrixOf(size(), size(), [&](int i, int j) { return double(at(i + 1, j + 1)); });
    }
    Matrix B() const
    {
        return matrixOf(size(), 1, [&](int i, int) { return double(at(i + 1, 0)); });
    }

    /** The response f of a direction whose poles are among these: f[0], and the row C with f[n] = C A^(n-1) B. As the
    states are orthonormal, C is the sum of f[n] (A^(n-1) B)^T, and with the delay in front, of f[n] (A^n B)^T, n >= 0.
    So a section, a rational function of the delay, is applied as the same function of A. */
    Vector responseOf(const Branches& branches) const
    {
        Vector sum(static_cast<size_t>(size_));
        for (const Branch& branch : branches)
        {
            Vector v(static_cast<size_t>(size_));
            v[0] = branch.gain;
            for (const Section& section : branch.sections)
                v = applied<false>(section, v);
            add(sum, v);
        }
        return sum;
    }

    /** The half n >= 0 of h[n] = sum_k f[n+k] r[k]: a response f of these states, run through the other direction.
    As f[n+k] = C A^k A^(n-1) B, the other direction is applied as a function of A as well, from the right. */
    Vector throughOther(const Vector& response, const Branches& other) const
    {
        Vector sum(static_cast<size_t>(size_));
        for (const Branch& branch : other)
        {
            Vector v = response;
            for (DoubleDouble& value : v)
                value = value * DoubleDouble(branch.gain);
            for (const Section& section : branch.sections)
                v = applied<true>(section, v);
            add(sum, v);
        }
        return sum;
    }

private:
    int size_ = 0; // with the delay
    Vector matrix_;
    std::vector<int> starts_; // of the sections' states, and the number of all states

    const DoubleDouble& at(int i, int j) const { return matrix_[size_t(i) * size_ + j]; }
    DoubleDouble& at(int i, int j) { return matrix_[size_t(i) * size_ + j]; }

    static void add(Vector& sum, const Vector& v)
    {
        for (size_t i = 0; i < v.size(); i++)
            sum[i] = sum[i] + v[i];
    }

    /** Appends the all-pass of a section to the cascade. Two poles are the normalized lattice of Gray and Markel with
    the reflection coefficients k1, k2. Its cosines come from factors without cancellation. */
    void append(const Section& s, Vector& output)
    {
        const int first = int(output.size());
        starts_.push_back(first);
        const DoubleDouble one = 1.0, f1 = s.f1, f2 = s.order == 1 ? 0. : s.f2;
        const auto drive = [&](int row, const DoubleDouble& b) {
            for (int j = 0; j < first; j++)
                at(row, j) = b * output[size_t(j)];
        };
        const auto passOn = [&](const DoubleDouble& direct) {
            for (DoubleDouble& value : output)
                value = value * direct;
        };
        if (s.order == 1)
        {
            const DoubleDouble cosine = squareRoot((one - f1) * (one + f1));
            at(first, first) = f1;
            drive(first, cosine);
            passOn(-f1);
            output.push_back(cosine);
            return;
        }
        const DoubleDouble k1 = -f1 / (one - f2), k2 = -f2, cosine2 = squareRoot((one + f2) * (one - f2)),
                           cosine1 = squareRoot((one - f2 - f1) * (one - f2 + f1)) / (one - f2);
        at(first, first) = -k1;
        at(first, first + 1) = -(cosine1 * k2);
        at(first + 1, first) = cosine1;
        at(first + 1, first + 1) = -(k1 * k2);
        drive(first, cosine1 * cosine2);
        drive(first + 1, k1 * cosine2);
        passOn(k2);
        output.push_back(0.0);
        output.push_back(cosine2);
    }

    /** g(A) v, or g(A)^T v, for the transfer function g of a section: u = (1 - f1 A - f2 A^2)^-1 v, and of it the taps.
    A has blocks of one or two states on its diagonal and zeros right of them. So u is found block by block, and with it
    w = A u and A w. By von Neumann's inequality no result is larger than the section's largest response. */
    template <bool TRANSPOSED>
    Vector applied(const Section& s, const Vector& v) const
    {
        const auto a = [&](int i, int j) -> const DoubleDouble& { return TRANSPOSED ? at(j, i) : at(i, j); };
        const DoubleDouble f1 = s.f1, f2 = s.order == 1 ? 0. : s.f2, c0 = s.c0, c1 = s.c1, c2 = s.c2;
        const int blocks = int(starts_.size()) - 1;
        Vector u(v.size()), w(v.size()), result(v.size());
        for (int b = 0; b < blocks; b++)
        {
            const int block = TRANSPOSED ? blocks - 1 - b : b, from = starts_[size_t(block)],
                      to = starts_[size_t(block) + 1], done = TRANSPOSED ? to : 0, end = TRANSPOSED ? size_ : from;
            DoubleDouble ofU[2], ofW[2], right[2];
            for (int i = from; i < to; i++)
                for (int j = done; j < end; j++)
                {
                    ofU[i - from] = ofU[i - from] + a(i, j) * u[size_t(j)];
                    if (s.order > 1)
                        ofW[i - from] = ofW[i - from] + a(i, j) * w[size_t(j)];
                }
            const auto inBlock = [&](const DoubleDouble* x, int i) {
                DoubleDouble sum = a(i, from) * x[0];
                return to - from > 1 ? sum + a(i, from + 1) * x[1] : sum;
            };
            for (int i = from; i < to; i++)
                right[i - from] = v[size_t(i)] + f1 * ofU[i - from] + f2 * (inBlock(ofU, i) + ofW[i - from]);
            const auto factor = [&](int i, int j) { // of 1 - f1 A - f2 A^2
                const DoubleDouble square =
                    to - from == 1 ? a(i, i) * a(i, i) : a(i, from) * a(from, j) + a(i, from + 1) * a(from + 1, j);
                return DoubleDouble(i == j ? 1.0 : 0.0) - f1 * a(i, j) - f2 * square;
            };
            if (to - from == 1)
                u[size_t(from)] = right[0] / factor(from, from);
            else
            {
                const DoubleDouble m00 = factor(from, from), m01 = factor(from, from + 1), m10 = factor(from + 1, from),
                                   m11 = factor(from + 1, from + 1), determinant = m00 * m11 - m01 * m10;
                u[size_t(from)] = (m11 * right[0] - m01 * right[1]) / determinant;
                u[size_t(from) + 1] = (m00 * right[1] - m10 * right[0]) / determinant;
            }
            for (int i = from; i < to; i++)
                w[size_t(i)] = ofU[i - from] + inBlock(&u[size_t(from)], i);
            for (int i = from; i < to; i++)
                result[size_t(i)] =
                    c0 * u[size_t(i)] + c1 * w[size_t(i)] + c2 * (ofW[i - from] + inBlock(&w[size_t(from)], i));
        }
        return result;
    }
};

}} // namespace cv::recfilter

#endif
