// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// What the plans rest on, against its definition.

#include "test_precomp.hpp"

#include "../modules/recfilter/src/math/matrix.hpp"

namespace opencv_test { namespace {

using namespace cv::recfilter;

//! By one multiplication after the other.
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

//! The companion matrix of a pair of poles: its powers grow before they fade.
Matrix companion(double radius, double angle)
{
    return (Matrix(2, 2) << 2 * radius * std::cos(angle), -radius * radius, 1, 0);
}

TEST(Math, decay_length_by_hand)
{
    EXPECT_EQ(0, decayLength(Matrix(0, 0), 1e-9, 1000));
    EXPECT_EQ(11, decayLength(Matrix(1, 1, 0.5), 1. / 1024, 1000)); // 2^-10 is not below
    EXPECT_EQ(1, decayLength(Matrix(1, 1, 0.), 1e-9, 1000));
    EXPECT_EQ(2, decayLength((Matrix(2, 2) << 0, 5, 0, 0), 1e-9, 1000));
    EXPECT_EQ(1000, decayLength(identity(3), 1e-9, 1000));
    EXPECT_EQ(1000, decayLength(Matrix(1, 1, 1.01), 1e-9, 1000));
    EXPECT_EQ(7, decayLength(Matrix(1, 1, 0.5), 1. / 1024, 7));
}

/** Powers of pairs grow before they fade, and may swing: the length is between the first one that has faded and the one from which on all
have. */
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
                // What enters a line may swing back by as much as the powers do: nothing beyond has more than a few eps.
                for (int64 d = length; d < length + 200; d++)
                    EXPECT_LE(normInf(power(a, d)), 3 * eps) << radius << " " << angle << " " << d - length;
            }
}

}} // namespace opencv_test
