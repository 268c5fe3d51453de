// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The mathematics behind the plans, against its definitions.

#include "test_precomp.hpp"

#include "math/design/gaussian.hpp"
#include "math/matrix.hpp"
#include "math/pair_weights.hpp"

namespace opencv_test { namespace {

using namespace cv::recfilter;

//! The first power that has faded, found by one multiplication after the other.
int64 firstFaded(const Matrix& a, double eps, int64 limit)
{
    Matrix reached = identity(a.rows);
    for (int64 d = 0; d < limit; d++, reached = cv::recfilter::multiply(a, reached))
        if (normInf(reached) < eps)
            return d;
    return limit;
}

//! The last power below limit that has not faded.
int64 lastLasting(const Matrix& a, double eps, int64 limit)
{
    int64 last = 0;
    Matrix reached = identity(a.rows);
    for (int64 d = 0; d < limit; d++, reached = cv::recfilter::multiply(a, reached))
        if (normInf(reached) >= eps)
            last = d;
    return last;
}

//! The companion matrix of a pair of poles. Its powers grow before they fade.
Matrix companion(double radius, double angle)
{
    return Matrix({2, 2}, {2 * radius * std::cos(angle), -radius * radius, 1, 0});
}

TEST(Math, decay_length_by_hand)
{
    EXPECT_EQ(0, decayLength(Matrix(0, 0), 1e-9, 1000));
    EXPECT_EQ(11, decayLength(Matrix(1, 1, 0.5), 1. / 1024, 1000)); // 2^-10 is not below
    EXPECT_EQ(1, decayLength(Matrix(1, 1, 0.), 1e-9, 1000));
    EXPECT_EQ(2, decayLength(Matrix({2, 2}, {0, 5, 0, 0}), 1e-9, 1000));
    EXPECT_EQ(1000, decayLength(identity(3), 1e-9, 1000));
    EXPECT_EQ(1000, decayLength(Matrix(1, 1, 1.01), 1e-9, 1000));
    EXPECT_EQ(7, decayLength(Matrix(1, 1, 0.5), 1. / 1024, 7));
}

/** Powers of pairs grow before they fade, and may swing. The length lies between the first power that has faded and the
one from which on all have. */
TEST(Math, decay_length_of_pairs)
{
    for (double radius : {0.1, 0.5, 0.8, 0.95, 0.99})
        for (double angle : {0.0, 0.01, 0.1, 1.0, 3.0})
            for (double eps : {1e-3, 1e-9, 1e-16})
            {
                const Matrix a = companion(radius, angle);
                const int64 length = decayLength(a, eps, 1 << 20), first = firstFaded(a, eps, 1 << 20);
                EXPECT_LT(normInf(power(a, length)), eps) << radius << " " << angle;
                EXPECT_LE(first, length) << radius << " " << angle;
                EXPECT_LE(length, lastLasting(a, eps, 2 * length + 1000) + 1) << radius << " " << angle;
                // States of a line may swing back by as much as the powers do: nothing beyond has more than a few eps.
                for (int64 d = length; d < length + 200; d++)
                    EXPECT_LE(normInf(power(a, d)), 3 * eps) << radius << " " << angle << " " << d - length;
            }
}

AxisFilter filterOf(const std::vector<TapPass>& passes)
{
    AxisFilter filter;
    filter.parallel = true;
    for (const TapPass& pass : passes)
    {
        Section section;
        section.order = 2;
        Taps b = pass.feedforward;
        b.resize(3);
        section.c0 = b[0], section.c1 = b[1], section.c2 = b[2];
        section.f1 = -pass.feedback[1], section.f2 = -pass.feedback[2];
        (pass.anticausal ? filter.anticausal : filter.causal).push_back({{section}});
    }
    return filter;
}

//! Gaussians and their second derivatives are even, first derivatives odd. Their fast kernels depend on that.
TEST(Math, parity_of_gaussians)
{
    for (double sigma : {0.5, 1., 2., 5., 30., 100., 1000., 1e5})
        for (int derivative = 0; derivative < 3; derivative++)
            for (const Modes& modes : {fittedModes(derivative), dericheModes(derivative)})
                EXPECT_EQ(derivative == 1 ? -1 : 1, parityOf(filterOf(addedModes(modes, sigma, derivative))))
                    << "sigma " << sigma << ", derivative " << derivative;
}

/** Modes with the same lambda for a Gaussian and a derivative: as exact as the header says, also in sum and parity.
Here in units of sigma, every 0.01. */
TEST(Math, shared_modes)
{
    const double decibels[][2] = {{100, 90}, {84, 78.5}};
    for (int order = 1; order < 3; order++)
        for (int derivative : {0, order})
        {
            const Modes modes = sharedModes(order, derivative);
            double squares = 0, errors = 0;
            for (double x = 0; x < 9; x += 0.01)
            {
                const double g = std::exp(-x * x / 2) / std::sqrt(2 * CV_PI), wanted = derivative == 0 ? g
                                                                                       : derivative == 1
                                                                                           ? -x * g
                                                                                           : (x * x - 1) * g;
                double actual = 0;
                for (const Mode& mode : modes)
                    actual += 2 * std::real(mode.alpha * std::exp(-mode.lambda * x));
                squares += wanted * wanted;
                errors += (actual - wanted) * (actual - wanted);
            }
            EXPECT_GT(10 * std::log10(squares / errors), decibels[order - 1][derivative != 0])
                << "order " << order << ", derivative " << derivative;
            EXPECT_EQ(derivative == 1 ? -1 : 1, parityOf(filterOf(addedModes(modes, 5, derivative))));
            for (size_t k = 0; k < modes.size(); k++)
                EXPECT_EQ(modes[k].lambda, sharedModes(order, 0)[k].lambda);
        }
}

//! A share of the pixel itself is even. Directions that differ in size are neither even nor odd.
TEST(Math, parity_of_what_is_neither)
{
    const Taps feedback = {1, -1.6, 0.8};
    const TapPass ahead = {{0, 0.3, 0.1}, feedback, false}, withPixel = {{0.2, 0.3, 0.1}, feedback, false};
    EXPECT_EQ(1, parityOf(filterOf({ahead, {{0, 0.3, 0.1}, feedback, true}})));
    EXPECT_EQ(-1, parityOf(filterOf({ahead, {{0, -0.3, -0.1}, feedback, true}})));
    EXPECT_EQ(0, parityOf(filterOf({ahead, {{0, 0.15, 0.05}, feedback, true}})));
    EXPECT_EQ(0, parityOf(filterOf({withPixel, {{0, -0.3 - 0.2 * 1.6, -0.1 + 0.2 * 0.8}, feedback, true}})));
}

}} // namespace opencv_test
