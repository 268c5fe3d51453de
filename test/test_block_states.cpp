// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Axes as blocks with orthonormal states, against serial recursions in long double over extended lines.

#include "test_precomp.hpp"

#include "math/all_pass.hpp"
#include "recursive/plan/block_states.hpp" // defined in test_planning.cpp

namespace opencv_test { namespace {

using namespace cv::recfilter;
using Line = std::vector<long double>;

const std::vector<int> ALL_BORDERS = {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101,
                                      BORDER_WRAP};

Section poleAt(double p)
{
    Section section;
    section.f1 = p;
    return section;
}

Section pairAt(double radius, double angle)
{
    Section section;
    section.order = 2;
    section.f1 = 2 * radius * std::cos(angle);
    section.f2 = -radius * radius;
    return section;
}

//! A branch of so many poles, of gain 1 for each section's largest response in the lower half of the spectrum.
Branch randomBranch(RNG& rng, int order, double radius, bool hasZeros)
{
    Branch branch;
    for (int left = order; left > 0;)
    {
        Section section = left > 1 && rng.uniform(0, 3) ? pairAt(rng.uniform(0., radius), rng.uniform(0., CV_PI))
                                                        : poleAt(rng.uniform(-radius, radius));
        left -= section.order;
        if (hasZeros)
        {
            section.c1 = rng.uniform(-1., 1.);
            section.c2 = section.order > 1 ? rng.uniform(-1., 1.) : 0;
        }
        const double gain = std::abs(1 - section.f1 - section.f2);
        section.c0 *= gain;
        section.c1 *= gain;
        section.c2 *= gain;
        branch.sections.push_back(section);
    }
    return branch;
}

Line filtered(const Branches& branches, const Line& x, bool isCausal)
{
    Line sum(x.size(), 0);
    for (const Branch& branch : branches)
    {
        Line y(x);
        if (!isCausal)
            std::reverse(y.begin(), y.end());
        for (const Section& s : branch.sections)
        {
            long double w1 = 0, w2 = 0;
            for (long double& value : y)
            {
                const long double w = value + s.f1 * w1 + s.f2 * w2;
                value = s.c0 * w + s.c1 * w1 + s.c2 * w2;
                w2 = w1;
                w1 = std::abs(w) < 1e-300L ? 0 : w; // denormal numbers take their time
            }
        }
        if (!isCausal)
            std::reverse(y.begin(), y.end());
        for (size_t i = 0; i < x.size(); i++)
            sum[i] += branch.gain * y[i];
    }
    return sum;
}

Line filtered(const AxisFilter& filter, const Line& x)
{
    Line y = filtered(filter.causal, x, true);
    if (!filter.parallel)
        return filtered(filter.anticausal, y, false);
    const Line back = filtered(filter.anticausal, x, false);
    for (size_t i = 0; i < y.size(); i++)
        y[i] += back[i];
    return y;
}

//! The line filtered with so many pixels of its border on both sides.
Line filteredWithBorder(const AxisFilter& filter, const std::vector<double>& x, int borderType, int margin)
{
    const int n = int(x.size()), period = n * std::max(1, 2 * (n - 1));
    Line line;
    for (int i = -margin; i < n + margin; i++)
    {
        const bool repeats = borderType != BORDER_CONSTANT && borderType != BORDER_REPLICATE;
        const int from = cv::borderInterpolate(repeats ? (i % period + period) % period : i, n, borderType);
        line.push_back(from < 0 ? 0 : (long double)x[size_t(from)]);
    }
    line = filtered(filter, line);
    return Line(line.begin() + margin, line.begin() + margin + n);
}

double absoluteSum(const AxisFilter& filter, int margin)
{
    Line x(size_t(2 * margin + 1), 0);
    x[size_t(margin)] = 1;
    long double sum = 0;
    for (long double value : filtered(filter, x))
        sum += std::abs(value);
    return double(sum);
}

//! What a line adds to a state of one direction, from pixel `from` to before pixel `to`.
Matrix momentOf(const BlockDirection& direction, const std::vector<double>& x, int from, int to)
{
    const Matrix pixels = matrixOf(to - from, 1, [&](int i, int) { return x[size_t(from + i)]; });
    return to > from ? cv::recfilter::multiply(direction.inputs(to - from), pixels)
                     : Matrix(direction.states(), 1, 0.0);
}

void addTo(Matrix& sum, const Matrix& more)
{
    for (int i = 0; i < sum.rows; i++)
        sum(i, 0) += more(i, 0);
}

//! The state that enters a line at one end: own, the sum of the direction, and that of the line run the other way.
Matrix entering(const SumClosure& closure, Matrix own, const Matrix& other, const Matrix& B, double edge)
{
    if (closure.shift)
        addTo(own, cv::recfilter::detail::scaled(B, -edge));
    Matrix state = cv::recfilter::multiply(closure.same, own);
    addTo(state, cv::recfilter::multiply(closure.other, other));
    addTo(state, cv::recfilter::detail::scaled(closure.edge, closure.shift ? 0 : edge));
    return state;
}

std::vector<double> filteredByBlocks(const BlockStates& axis, const std::vector<double>& x, int K)
{
    const int n = int(x.size());
    const BlockDirection &forth = axis.causal, &back = axis.anticausal;
    const LineClosing closing = axis.closing(n, 0);
    const int shift = closing.shift;
    const auto isUsed = [](const SumClosure& closure) { return normInf(closure.other) > 0; };
    Matrix other = isUsed(closing.start) ? momentOf(back, x, shift, n) : Matrix(forth.states(), 1, 0.0);
    const bool isEdge = !shift; // REPLICATE takes the pixel at its end, REFLECT_101 the one at the other end
    Matrix p = entering(closing.start, momentOf(forth, x, 0, n), other, forth.B, isEdge ? x[0] : x[size_t(n) - 1]);
    other = isUsed(closing.end) ? momentOf(forth, x, 0, n - shift) : Matrix(back.states(), 1, 0.0);
    Matrix e = entering(closing.end, momentOf(back, x, 0, n), other, back.B, isEdge ? x[size_t(n) - 1] : x[0]);
    std::vector<double> y(static_cast<size_t>(n), 0.);
    const std::vector<double> h = axis.responses(K);
    const int blocks = (n + K - 1) / K;
    const auto add = [&](int at, const BlockDirection& direction, const Matrix& state, int count) {
        const Matrix results = cv::recfilter::multiply(direction.outputs(count), state);
        for (int i = 0; i < count; i++)
            y[size_t(at + i)] += direction.states() ? results(i, 0) : 0;
    };
    for (int b = 0; b < blocks; b++)
    {
        const int at = b * K, count = std::min(K, n - at);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++)
                y[size_t(at + i)] += h[size_t(K - 1 + i - j)] * x[size_t(at + j)];
        add(at, forth, p, count);
        p = cv::recfilter::multiply(forth.powerOf(count), p);
        addTo(p, momentOf(forth, x, at, at + count));
    }
    for (int b = blocks - 1; b >= 0; b--)
    {
        const int at = b * K, count = std::min(K, n - at);
        add(at, back, e, count);
        e = cv::recfilter::multiply(back.powerOf(count), e);
        addTo(e, momentOf(back, x, at, at + count));
    }
    return y;
}

double orthogonalityError(const std::vector<Section>& poles)
{
    const AllPassStates states(poles);
    const Matrix A = states.A(), B = states.B(), squares = cv::recfilter::multiply(A, transposed(A)),
                 inputs = cv::recfilter::multiply(B, transposed(B));
    double error = 0;
    for (int i = 0; i < A.rows; i++)
        for (int j = 0; j < A.rows; j++)
            error = std::max(error, std::abs(squares(i, j) + inputs(i, j) - (i == j)));
    return error;
}

TEST(BlockStates, states_are_orthonormal)
{
    RNG rng(1);
    for (int round = 0; round < 200; round++)
    {
        const Branch branch = randomBranch(rng, 1 + round % 20, 1 - std::pow(10., -rng.uniform(0., 8.)), false);
        EXPECT_LT(orthogonalityError(branch.sections), 1e-14) << "round " << round;
    }
    for (double p : {0., 0.5, -0.9, 0.97, 1 - 1e-6, 1 - 1e-12})
    {
        EXPECT_LT(orthogonalityError(std::vector<Section>(20, poleAt(p))), 1e-14) << p;
        EXPECT_LT(orthogonalityError(std::vector<Section>(10, pairAt(p, 0.1))), 1e-14) << p;
        EXPECT_LT(orthogonalityError(std::vector<Section>(10, pairAt(p, 1 - std::abs(p)))), 1e-14) << p;
    }
}

//! Pairs begin at even states, and right of the blocks of their matrix stand zeros.
TEST(BlockStates, pairs_come_first)
{
    const AllPassStates states({poleAt(.5), pairAt(.9, 1), poleAt(.7), pairAt(.8, 2)});
    const Matrix A = states.A();
    for (int i = 0; i < A.rows; i++)
        for (int j = i + 1; j < A.cols; j++)
            EXPECT_EQ(A(i, j) != 0, j < 4 && j == i + 1 && i % 2 == 0) << i << ", " << j;
    EXPECT_EQ(.5, A(4, 4));
    EXPECT_EQ(.7, A(5, 5));
}

TEST(BlockStates, poles_on_the_circle_have_no_basis)
{
    Section two = pairAt(1, 0.5);
    EXPECT_FALSE(isInsideCircle(poleAt(1)));
    EXPECT_FALSE(isInsideCircle(poleAt(-1)));
    EXPECT_FALSE(isInsideCircle(poleAt(1.5)));
    EXPECT_FALSE(isInsideCircle(two));
    two.f1 = 1.75; // a real pole at 1, another at 0.75
    two.f2 = -0.75;
    EXPECT_FALSE(isInsideCircle(two));
    EXPECT_TRUE(isInsideCircle(poleAt(0)));
    EXPECT_TRUE(isInsideCircle(poleAt(1 - 1e-15)));
    EXPECT_TRUE(isInsideCircle(pairAt(0.999, 0.5)));
}

//! Then the states are those of sections: sums in one direction, with any poles in the other one, in both forms.
TEST(BlockStates, poles_on_the_circle_have_states_of_sections)
{
    const Section sum = poleAt(1), wave = pairAt(1, 0.7), fast = pairAt(0.8, 1.1), slow = poleAt(0.9);
    Section zeros = fast;
    zeros.c1 = 0.3;
    zeros.c2 = -0.2;
    const Branches lists[] = {{{{}, 1}}, {{{sum}, 2}}, {{{slow, wave, zeros}, 1}}, {{{sum, sum}, 1}}},
                   stable[] = {{{{}, 1}}, {{{slow, zeros}, 0.5}}}, added[] = {{}, {{{slow, zeros}, 1}, {{fast}, 0.3}}};
    const auto check = [](const AxisFilter& filter) {
        RNG rng(3);
        std::vector<double> x(50);
        for (double& pixel : x)
            pixel = rng.uniform(-1., 1.);
        const BlockStates axis(filter, 1.5, BORDER_CONSTANT);
        for (const BlockDirection* direction : {&axis.causal, &axis.anticausal})
            for (int i = 0; i < direction->states(); i++)
                for (int j = i + 1; j < direction->states(); j++)
                    EXPECT_TRUE(direction->A(i, j) == 0 || (j == i + 1 && i % 2 == 0)) << i << ", " << j;
        const std::vector<double> actual = filteredByBlocks(axis, x, 16);
        const Line expected = filteredWithBorder(filter, x, BORDER_CONSTANT, 700);
        double largest = 0, error = 0;
        for (size_t i = 0; i < x.size(); i++)
        {
            largest = std::max(largest, double(std::abs(1.5L * expected[i])));
            error = std::max(error, double(std::abs(1.5L * expected[i] - actual[i])));
        }
        EXPECT_LT(error, 1e-13 * largest);
    };
    for (const Branches& ofCircle : lists)
        for (const Branches& other : stable)
            for (bool isCausal : {true, false})
            {
                AxisFilter filter;
                filter.causal = isCausal ? ofCircle : other;
                filter.anticausal = isCausal ? other : ofCircle;
                check(filter);
            }
    for (const Branches& other : added)
        for (bool isCausal : {true, false})
        {
            AxisFilter filter;
            const Branches two = {{{slow, sum}, 1}, {{wave, slow}, 0.5}, {{sum}, 1}};
            filter.parallel = true;
            filter.causal = isCausal ? two : other;
            filter.anticausal = isCausal ? other : two;
            check(filter);
        }
}

//! One slow pole in both directions: h[n] = p^|n| / (1 - p^2).
TEST(BlockStates, response_of_slow_poles_in_closed_form)
{
    for (double gap : {1e-2, 1e-4, 1e-6})
    {
        AxisFilter filter;
        filter.causal = filter.anticausal = {{{poleAt(1 - gap)}, 1.}};
        const BlockStates axis(filter, 1, BORDER_REFLECT);
        const long double p = 1 - gap, middle = 1 / ((1 - p) * (1 + p));
        const std::vector<double> h = axis.responses(64);
        for (int n = -63; n < 64; n++)
            EXPECT_NEAR(1., double(h[size_t(63 + n)] / (middle * std::pow(p, (long double)std::abs(n)))), 1e-13);
        EXPECT_EQ(1, axis.parity);
    }
}

//! Two different slow pairs, one a direction: the response by residues.
TEST(BlockStates, response_of_slow_pairs_by_residues)
{
    using Number = std::complex<long double>;
    for (double gap : {1e-2, 1e-4, 1e-6})
    {
        const Section f = pairAt(1 - gap, 0.3), r = pairAt(1 - 2 * gap, 0.5);
        const auto poleOf = [](const Section& s) {
            return Number(s.f1 / 2.L, std::sqrt(-(long double)s.f2 - s.f1 * (long double)s.f1 / 4));
        };
        const Number p = poleOf(f), q = poleOf(r);
        // f[n] = 2 Re(c p^n), c = p / (p - conj p), and likewise r: sums of geometric series.
        const Number c = p / (p - std::conj(p)), d = q / (q - std::conj(q));
        const auto response = [&](int n) {
            Number sum = 0;
            for (Number a : {p, std::conj(p)})
                for (Number b : {q, std::conj(q)})
                {
                    const Number factor = (a == p ? c : std::conj(c)) * (b == q ? d : std::conj(d));
                    sum += factor * (n < 0 ? std::pow(b, -n) : std::pow(a, n)) / (Number(1) - a * b);
                }
            return sum.real();
        };
        AxisFilter filter;
        filter.causal = {{{f}, 1.}};
        filter.anticausal = {{{r}, 1.}};
        for (int border : {BORDER_WRAP, BORDER_REFLECT})
        {
            const std::vector<double> h = BlockStates(filter, 1, border).responses(64);
            long double largest = 0, error = 0;
            for (int n = -63; n < 64; n++)
            {
                largest = std::max(largest, std::abs(response(n)));
                error = std::max(error, std::abs(response(n) - h[size_t(63 + n)]));
            }
            EXPECT_LT(double(error / largest), 1e-13) << "gap " << gap << ", border " << border;
        }
    }
}

struct RandomAxis
{
    AxisFilter filter;
    String name;

    RandomAxis(RNG& rng, int order, double radius)
    {
        const bool hasZeros = rng.uniform(0, 2) != 0;
        const int kind = rng.uniform(0, 5);
        const auto branch = [&](int poles) { return randomBranch(rng, poles, radius, hasZeros); };
        filter.causal = filter.anticausal = {branch(order)};
        if (kind == 1)
            filter.anticausal = {branch(std::max(1, order - 2))};
        if (kind == 2)
            (rng.uniform(0, 2) ? filter.causal : filter.anticausal) = Branches(1);
        if (kind == 3)
        {
            filter.parallel = true;
            filter.causal = {branch(std::max(1, order / 2)), branch(std::max(1, order - order / 2))};
            filter.anticausal = {filter.causal[0], branch(1)};
        }
        if (kind == 4) // taps without poles
            filter.causal[0].sections.push_back(randomBranch(rng, 2, 0, true).sections[0]);
        name = format("order %d, radius %g, kind %d, zeros %d", order, radius, kind, int(hasZeros));
    }
};

TEST(BlockStates, blocks_filter_lines_with_every_border)
{
    RNG rng(7);
    for (int round = 0; round < 60; round++)
    {
        const RandomAxis axis(rng, 1 + round % 20, round % 3 ? 0.9 : 0.97);
        const int margin = round % 3 ? 1500 : 5000;
        const double scale = absoluteSum(axis.filter, margin);
        for (int border : ALL_BORDERS)
        {
            const BlockStates blocks(axis.filter, 2., border);
            for (int n : {1, 2, 3, 7, 40, 200})
            {
                std::vector<double> x(static_cast<size_t>(n));
                for (double& value : x)
                    value = rng.uniform(-1., 1.);
                const Line exact = filteredWithBorder(axis.filter, x, border, margin);
                const std::vector<double> y = filteredByBlocks(blocks, x, round % 2 ? 8 : 16);
                for (int i = 0; i < n; i++)
                {
                    const double error = std::abs(double(2 * exact[size_t(i)] - y[size_t(i)])) / scale;
                    ASSERT_LT(error, 1e-13) << axis.name << ", border " << border << ", n " << n << ", pixel " << i;
                }
            }
        }
    }
}

//! Twenty equal poles, whose section states would cancel.
TEST(BlockStates, equal_poles)
{
    for (double p : {0.8, -0.9, 0.97})
    {
        AxisFilter filter;
        Section section = poleAt(p);
        section.c0 = 1 - std::abs(p);
        filter.causal = filter.anticausal = {{std::vector<Section>(20, section), 1.}};
        const BlockStates blocks(filter, 1, BORDER_REFLECT);
        std::vector<double> x(300);
        RNG rng(3);
        for (double& value : x)
            value = rng.uniform(-1., 1.);
        const Line exact = filteredWithBorder(filter, x, BORDER_REFLECT, 9000);
        const std::vector<double> y = filteredByBlocks(blocks, x, 16);
        for (size_t i = 0; i < x.size(); i++)
            ASSERT_NEAR(double(exact[i]), y[i], 1e-13) << p;
        EXPECT_EQ(1, blocks.parity);
        EXPECT_NEAR(p > 0 ? 1 : std::pow((1 + p) / (1 - p), 40), blocks.constantGain(), 1e-12);
    }
}

//! An antisymmetric response folds with differences: x[i+1] - x[i-1] by one tap a direction.
TEST(BlockStates, parity_of_odd_responses)
{
    AxisFilter filter;
    filter.parallel = true;
    Section delay = poleAt(0), back = poleAt(0);
    delay.c0 = back.c0 = 0;
    delay.c1 = -1;
    back.c1 = 1;
    filter.causal = {{{delay}, 1.}};
    filter.anticausal = {{{back}, 1.}};
    const BlockStates blocks(filter, 1, BORDER_WRAP);
    EXPECT_EQ(-1, blocks.parity);
    EXPECT_EQ(std::vector<double>({0, 1, 0, -1, 0}), blocks.responses(3));
}

//! Order 20, both directions unlike, with all that a plan needs.
TEST(BlockStates, plans_within_milliseconds)
{
    RNG rng(5);
    AxisFilter filter;
    filter.causal = {randomBranch(rng, 20, 0.99, true)};
    filter.anticausal = {randomBranch(rng, 20, 0.99, true)};
    double best = HUGE_VAL;
    for (int round = 0; round < 5; round++)
    {
        const double start = double(getTickCount());
        const BlockStates blocks(filter, 1, BORDER_WRAP);
        const LineClosing closing = blocks.closing(4096, 1e-9);
        const Matrix inputs = blocks.causal.inputs(64), outputs = blocks.causal.outputs(32);
        best = std::min(best, (double(getTickCount()) - start) / getTickFrequency());
    }
    EXPECT_LT(best, 0.05) << "5 ms on one thread, and ten times for instrumented builds";
}

}} // namespace
