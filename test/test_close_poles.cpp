// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filters whose poles lie so close together that their taps in double hardly tell them apart, and taps that are 0.

#include "device_common.hpp"
#include "recursive_common.hpp"

#include "math/responses.hpp"

namespace opencv_test { namespace {

using cv::recfilter::DoubleDouble;

struct Design
{
    const char* name; //!< as scipy.signal has it
    Taps feedforward, feedback;
};

const Design DESIGNS[] = {
    {"cheby1(8, 0.05, 0.04)",
     {1.5676156254334262e-11, 1.254092500346741e-10, 4.389323751213593e-10, 8.778647502427186e-10,
      1.0973309378033983e-09, 8.778647502427186e-10, 4.389323751213593e-10, 1.254092500346741e-10,
      1.5676156254334262e-11},
     {1.0, -7.728302262303785, 26.16440010934688, -50.68241950644003, 61.43781024860075, -47.72437581202186,
      23.198812497501528, -6.4519256279159, 0.7860003572686648}},
    {"butter(8, 0.04, 'high')",
     {0.7244512796924728, -5.795610237539782, 20.284635831389238, -40.569271662778476, 50.711589578473095,
      -40.569271662778476, 20.284635831389238, -5.795610237539782, 0.7244512796924728},
     {1.0, -7.355914239148447, 23.69703935914537, -43.66582962023363, 50.33661933673941, -37.1713473565871,
      17.17127547086696, -4.53667256190412, 0.5248296566480617}},
    {"butter(10, 0.1, 'high')",
     {0.3643735503476078, -3.643735503476078, 16.396809765642352, -43.72482604171294, 76.51844557299765,
      -91.82213468759717, 76.51844557299765, -43.72482604171294, 16.396809765642352, -3.643735503476078,
      0.3643735503476078},
     {1.0, -7.992296662399131, 28.91219458417659, -62.31535228154726, 88.58766325126388, -86.7670680405614,
      59.2809515740992, -27.89029917249329, 8.645682137526464, -1.5942397676902056, 0.1327680841929206}}};

//! (1 - p z^-1)^n in double.
Taps equalPoles(double p, int n)
{
    return feedbackOf(std::vector<Pole>(size_t(n), p));
}

template <typename T>
Mat asMat(const std::vector<T>& values)
{
    Mat result(1, int(values.size()), CV_64F);
    for (size_t i = 0; i < values.size(); i++)
        result.at<double>(0, int(i)) = double(values[i]);
    return result;
}

//! The response of the taps to an impulse, by a recursion in T.
template <typename T>
std::vector<T> responseOf(const Taps& b, const Taps& a, int samples)
{
    return cv::recfilter::directResponse<T>(b, a, size_t(samples));
}

Mat impulse(int samples)
{
    Mat image(1, samples, CV_64F, Scalar(0));
    image.at<double>(0, 0) = 1;
    return image;
}

//! Results lie closer to those of the taps, in 106 bits, than a recursion by the taps in double does.
void expectBetterThanDirectForm(const Taps& b, const Taps& a)
{
    const int samples = 6000;
    const Mat exact = asMat(responseOf<DoubleDouble>(b, a, samples));
    const Mat direct = asMat(responseOf<double>(b, a, samples));
    const Axis axis({Pass(b, a)}, BORDER_CONSTANT);
    const double ofDirectForm = relativeError(direct, exact);
    EXPECT_LE(relativeError(filtered(axis, Axis(), impulse(samples)), exact), ofDirectForm);
    // Float loses more of a filter with slow poles, and is left where it would.
    Mat src;
    impulse(samples).convertTo(src, CV_32F);
    EXPECT_LE(relativeError(filtered(axis, Axis(), src), exact), 1e-5);
    // Along the columns of an image that other engines take.
    Mat many = repeat(impulse(samples).t(), 1, 40);
    const Mat column = filtered(Axis(), axis, many).col(17).t();
    EXPECT_LE(relativeError(column, exact), ofDirectForm);
}

TEST(ClosePoles, of_usual_designs)
{
    for (const Design& design : DESIGNS)
    {
        SCOPED_TRACE(design.name);
        expectBetterThanDirectForm(design.feedforward, design.feedback);
    }
}

TEST(ClosePoles, that_are_equal)
{
    for (int n : {3, 5, 8})
    {
        SCOPED_TRACE(n);
        expectBetterThanDirectForm({1}, equalPoles(0.9, n));
    }
}

//! Forth and back, with every border: the reference runs the taps, and is as good as double lets it.
TEST(ClosePoles, with_borders)
{
    const Design& design = DESIGNS[2];
    for (int border : BORDERS)
    {
        const Axis axis({Pass(design.feedforward, design.feedback), Pass(design.feedforward, design.feedback, true)},
                        border);
        expectReference(axis, Axis(), noise(Size(700, 2), CV_64F), 1e-7);
        expectReference(Axis(), axis, noise(Size(30, 700), CV_64F), 1e-7);
    }
}

//! Taps that are exact in double, which Newton steps alone do not take apart.
TEST(ClosePoles, of_any_multiplicity)
{
    for (const std::pair<double, int>& poles : {std::make_pair(0.5, 10),
                                                {0.5, 14},
                                                {0.5, 20},
                                                {-0.5, 17},
                                                {0.375, 20},
                                                {0.625, 14},
                                                {-0.625, 10},
                                                {0.75, 10},
                                                {0.75, 14}})
    {
        SCOPED_TRACE(format("%g, %d times", poles.first, poles.second));
        const Taps a = equalPoles(poles.first, poles.second);
        const Mat exact = asMat(responseOf<DoubleDouble>({1}, a, 2000));
        EXPECT_LE(relativeError(filtered(Axis({Pass({1}, a)}, BORDER_CONSTANT), Axis(), impulse(2000)), exact), 1e-10);
    }
}

/** What no arithmetic here takes apart, or not on every processor, is right or refused. The refusal says what to give
instead. */
TEST(ClosePoles, are_right_or_refused)
{
    std::vector<Pole> clusters;
    for (double pole : {0.375, 0.4375, 0.5, 0.5625})
        clusters.insert(clusters.end(), 5, pole);
    for (const Taps& a : {feedbackOf(clusters), equalPoles(0.25, 19), equalPoles(0.75, 19), equalPoles(-0.75, 19),
                          equalPoles(-0.625, 17)})
    {
        const Axis axis({Pass({1}, a)}, BORDER_CONSTANT);
        const cv::Exception refused = errorOf([&] { createRecursiveFilter(axis, Axis()); });
        if (refused.code == Error::StsOk)
        {
            const Mat exact = asMat(responseOf<DoubleDouble>({1}, a, 2000));
            EXPECT_LE(relativeError(filtered(axis, Axis(), impulse(2000)), exact), 1e-6) << Mat(a).t();
            continue;
        }
        EXPECT_EQ(Error::StsOutOfRange, refused.code);
        for (const char* text : {"axisX.passes[0].feedback", "second-order sections", "sosfilt"})
            EXPECT_NE(std::string::npos, refused.err.find(text)) << refused.err;
    }
}

//! Factors of polynomials with exact roots, simple and multiple, multiply to them.
TEST(ClosePoles, factors)
{
    using namespace cv::recfilter;
    for (const Taps& taps : {Taps{1, -3, 3, -1}, Taps{1, -4, 6, -4, 1}, Taps{1, 0, 0, 0, 1}, Taps{1, 2.5, 1},
                             Taps{2, -6, 4}, equalPoles(0.5, 6), equalPoles(-0.9, 7), DESIGNS[1].feedforward})
    {
        const Polynomial wanted = normalized(taps),
                         found = cv::recfilter::detail::productWithout(factorizePolynomial(wanted), 99);
        ASSERT_EQ(wanted.size(), found.size());
        double largest = 0;
        for (const DoubleDouble& c : wanted)
            largest = std::max(largest, std::abs(double(c)));
        for (size_t i = 0; i < wanted.size(); i++)
            EXPECT_LE(std::abs(double(wanted[i] - found[i])), 2e-15 * largest) << Mat(taps).t() << ", tap " << i;
    }
}

TEST(ClosePoles, arithmetic_of_106_bits)
{
    const DoubleDouble third = cv::recfilter::quotient(1, 3), one = third * 3.0;
    EXPECT_LE(std::abs(double(one - 1.0)), 1e-31);
    EXPECT_NE(0, third.low);
    const DoubleDouble sum = DoubleDouble(1.0) + 1e-25 - 1.0;
    EXPECT_NEAR(1e-25, double(sum), 1e-31);
    const DoubleDouble square = DoubleDouble(1.0, 0x1p-60) * DoubleDouble(1.0, 0x1p-60);
    EXPECT_EQ(0x1p-59, double(square - 1.0));
    EXPECT_EQ(1 - 0x1p-53, double(DoubleDouble(1.0L) - 0x1p-53));
}

// ---- Taps that are 0 ----

TEST(ZeroTaps, make_zeros)
{
    for (int depth : {CV_8U, CV_32F, CV_64F})
        for (const Size& size : {Size(500, 1), Size(3, 200), Size(90, 70)})
            for (const Axis& axis :
                 {Axis({Pass({0, 0}, {1, -0.5})}, BORDER_CONSTANT),
                  Axis({Pass({1}, {1, -0.5}), Pass({0}, {1, -0.5}, true)}, BORDER_REFLECT),
                  Axis({Pass({0}, {1})}, BORDER_WRAP),
                  Axis({Pass({0}, {1, -0.5}), Pass({0}, {1}, true)}, BORDER_REFLECT, RECURSIVE_PARALLEL)})
                for (const auto& filter : {createRecursiveFilter(axis, Axis()), createRecursiveFilter(Axis(), axis),
                                           createRecursiveFilter(smoothing({0.8}, BORDER_REFLECT), axis)})
                    EXPECT_EQ(0, largestValue(filtered(filter, noise(size, depth)))) << size << ", depth " << depth;
}

//! A branch of zeros adds nothing.
TEST(ZeroTaps, add_nothing)
{
    const Axis axis({Pass({0.2}, {1, -0.8}), Pass({0, 0}, {1, -0.5}, true)}, BORDER_REFLECT, RECURSIVE_PARALLEL);
    expectReference(axis, Axis(), noise(Size(300, 20), CV_64F), 1e-12);
    expectReference(Axis(), axis, noise(Size(300, 20), CV_32F), 1e-5);
}

}} // namespace opencv_test
