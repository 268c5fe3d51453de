// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Recursive filters on the CPU against closed forms, the reference, and each other.

#include "recursive_common.hpp"

#include "opencv2/imgproc.hpp"

#include <thread>

namespace opencv_test { namespace {

// ---- Closed forms ----

//! One pixel of 1 in the middle of a tile that is not the first one.
const Size IMPULSE_SIZE(211, 173);
const Point IMPULSE_AT(133, 70);

Mat impulse(int depth)
{
    Mat image(IMPULSE_SIZE, depth, Scalar(0));
    image(Rect(IMPULSE_AT, Size(1, 1))).setTo(1);
    return image;
}

//! h[n] at n pixels after the impulse along x (or y), forwards or backwards.
template <typename Response>
Mat spread(const Response& h, bool alongX, bool forwards)
{
    Mat image(IMPULSE_SIZE, CV_64F, Scalar(0));
    const int length = alongX ? image.cols : image.rows, from = alongX ? IMPULSE_AT.x : IMPULSE_AT.y;
    for (int i = 0; i < length; i++)
    {
        const int n = forwards ? i - from : from - i;
        if (n >= 0)
            image.at<double>(alongX ? IMPULSE_AT.y : i, alongX ? i : IMPULSE_AT.x) = h(n);
    }
    return image;
}

class Recursive_Algorithm : public testing::TestWithParam<int>
{
protected:
    //! Algorithm 5 is for zero borders. Its results with other borders are tested apart.
    bool takes(int border) const { return GetParam() != RECURSIVE_ALG_5 || border == BORDER_CONSTANT; }
    Scalar borderValues() const { return GetParam() == RECURSIVE_ALG_5 ? Scalar() : BORDER_VALUES; }

    Mat run(const Axis& axisX, const Axis& axisY, const Mat& src, const Scalar& borderValue = Scalar()) const
    {
        return filtered(axisX, axisY, src, borderValue, GetParam());
    }

    //! Compares the response along one axis, for every direction and axis, in float and double.
    template <typename Response>
    void expectImpulseResponse(const Taps& b, const Taps& a, const Response& h) const
    {
        for (int depth : {CV_32F, CV_64F})
            for (bool alongX : {true, false})
                for (bool forwards : {true, false})
                {
                    const Axis axis({Pass(b, a, !forwards)}, BORDER_CONSTANT), none;
                    const Mat response = run(alongX ? axis : none, alongX ? none : axis, impulse(depth));
                    EXPECT_LE(relativeError(response, spread(h, alongX, forwards)), tolerance(depth))
                        << "depth " << depth << (alongX ? " along x" : " along y") << (forwards ? "" : " backwards");
                }
    }

    void expectReferenceAt(Size size, const std::vector<Pole>& poles, int depth) const
    {
        const Mat src = noise(size, depth);
        for (int border : BORDERS)
        {
            if (!takes(border))
                continue;
            const Axis axis = smoothing(poles, border);
            const Mat expected = reference(src, axis, axis, borderValues());
            EXPECT_LE(relativeError(run(axis, axis, src, borderValues()), expected), tolerance(depth))
                << "border " << border << ", size " << size << ", depth " << depth << ", order " << poles.size();
        }
    }

    void expectReferenceAt(const std::vector<Size>& sizes) const
    {
        for (Size size : sizes)
        {
            expectReferenceAt(size, {0.8}, CV_32F);
            expectReferenceAt(size, {0.7, std::polar(0.8, 0.2)}, CV_32F);
            expectReferenceAt(size, {0.8}, CV_64F);
        }
    }
};

INSTANTIATE_TEST_CASE_P(/**/, Recursive_Algorithm, testing::ValuesIn(ALGORITHMS));

TEST_P(Recursive_Algorithm, impulse_response_of_order_1)
{
    const double b = 0.4, a = 0.93;
    expectImpulseResponse({b}, {1, -a}, [=](int n) { return b * std::pow(a, n); });
}

TEST_P(Recursive_Algorithm, impulse_response_of_order_2)
{
    const double b = 0.7, r = 0.95, t = 0.1;
    expectImpulseResponse({b}, feedbackOf({std::polar(r, t)}),
                          [=](int n) { return b * std::pow(r, n) * std::sin((n + 1) * t) / std::sin(t); });
}

TEST_P(Recursive_Algorithm, impulse_response_of_a_double_pole)
{
    const double a = 0.9;
    expectImpulseResponse({1}, {1, -2 * a, a * a}, [=](int n) { return (n + 1) * std::pow(a, n); });
}

//! The response is the taps themselves.
TEST_P(Recursive_Algorithm, impulse_response_of_order_0)
{
    const Taps b = {0.5, -0.25, 0, 3};
    expectImpulseResponse(b, {1}, [&](int n) { return n < 4 ? b[size_t(n)] : 0; });
}

//! Both directions along both axes: b^2 a^|n| / (1 - a^2) along each.
TEST_P(Recursive_Algorithm, impulse_response_both_ways)
{
    const double b = 0.1, a = 0.9;
    const Axis axis = Axis::symmetric({b}, {1, -a}, BORDER_CONSTANT);
    Mat expected(IMPULSE_SIZE, CV_64F);
    for (int y = 0; y < expected.rows; y++)
        for (int x = 0; x < expected.cols; x++)
            expected.at<double>(y, x) =
                std::pow(b * b / (1 - a * a), 2) * std::pow(a, std::abs(x - IMPULSE_AT.x) + std::abs(y - IMPULSE_AT.y));
    for (int depth : {CV_32F, CV_64F})
        EXPECT_LE(relativeError(run(axis, axis, impulse(depth)), expected), tolerance(depth));
}

//! The image begins at the step: b (1 - a^(n+1)) / (1 - a).
TEST_P(Recursive_Algorithm, step_response)
{
    const double b = 0.05, a = 0.95;
    Mat expected(150, 200, CV_64F);
    for (int y = 0; y < expected.rows; y++)
        for (int x = 0; x < expected.cols; x++)
            expected.at<double>(y, x) = b * (1 - std::pow(a, x + 1)) / (1 - a) * b * (1 - std::pow(a, y + 1)) / (1 - a);
    const Axis axis({Pass({b}, {1, -a})}, BORDER_CONSTANT);
    for (int depth : {CV_32F, CV_64F})
        EXPECT_LE(relativeError(run(axis, axis, Mat::ones(expected.size(), depth)), expected), tolerance(depth));
}

//! Constant images stay as they are if the border continues their value.
TEST_P(Recursive_Algorithm, constants_survive)
{
    if (GetParam() == RECURSIVE_ALG_5)
        throw SkipTestException("zero borders do not continue the value");
    for (int border : BORDERS)
        for (int order : {1, 2, 3, 8})
            for (int depth : {CV_32F, CV_64F})
            {
                const Mat src(131, 77, CV_MAKETYPE(depth, 2), Scalar(0.7, -3));
                const Axis axis = smoothing(polesOfOrder(order), border);
                // The gain of a Butterworth filter at 0 comes from taps that nearly cancel.
                const double maxError = tolerance(depth) * (order == 8 ? 10 : 1);
                EXPECT_LE(relativeError(run(axis, axis, src, Scalar(0.7, -3)), src), maxError)
                    << "border " << border << ", order " << order << ", depth " << depth;
            }
}

//! Prefix sums along both axes are a summed-area table. Float is exact, too: sums stay below 2^24.
TEST_P(Recursive_Algorithm, prefix_sums_are_an_integral_image)
{
    const Axis sum({Pass({1}, {1, -1})}, BORDER_CONSTANT);
    for (Size size : {Size(1, 1), Size(64, 64), Size(333, 190)})
    {
        const Mat bytes = noise(size, CV_8UC3);
        Mat expected;
        integral(bytes, expected, CV_64F);
        expected = expected(Rect(Point(1, 1), size));
        for (int depth : {CV_32F, CV_64F})
        {
            Mat src;
            bytes.convertTo(src, depth);
            EXPECT_EQ(0, relativeError(run(sum, sum, src), expected)) << "size " << size << ", depth " << depth;
        }
    }
}

//! The same sums from the lower right corner.
TEST_P(Recursive_Algorithm, suffix_sums_are_an_integral_image)
{
    const Axis sum({Pass({1}, {1, -1}, true)}, BORDER_CONSTANT);
    Mat src, turned, expected;
    noise(Size(333, 190), CV_8U).convertTo(src, CV_64F);
    flip(src, turned, -1);
    integral(turned, expected, CV_64F);
    flip(expected(Rect(Point(1, 1), src.size())), expected, -1);
    EXPECT_EQ(0, relativeError(run(sum, sum, src), expected));
}

/** Interpolating with the coefficients of the cubic B-spline gives back the samples. Zeros outside the image have
coefficients, too: there pixels at the edge are left out. */
TEST_P(Recursive_Algorithm, cubic_spline_goes_through_the_samples)
{
    const bool mirrors = takes(BORDER_REFLECT_101);
    const Axis prefilter = smoothing(splinePoles(3), mirrors ? BORDER_REFLECT_101 : BORDER_CONSTANT);
    const Mat kernel = Mat_<double>({1. / 6, 4. / 6, 1. / 6});
    for (int depth : {CV_32F, CV_64F})
        for (Size size : {Size(2, 3), Size(65, 129), Size(301, 200)})
        {
            const Mat src = noise(size, depth);
            Mat samples;
            sepFilter2D(asDouble(run(prefilter, prefilter, src)), samples, CV_64F, kernel, kernel, Point(-1, -1), 0,
                        BORDER_REFLECT_101);
            const Rect whole(Point(), size), inside(1, 1, size.width - 2, size.height - 2),
                part = mirrors ? whole : inside;
            if (part.empty())
                continue;
            // Coefficients are up to 9 times the samples, and each is rounded once.
            EXPECT_LE(relativeError(samples(part), src(part)), depth == CV_64F ? 1e-14 * 9 : 3e-7 * 9) << size;
        }
}

//! Added passes all read the input, in whatever order an algorithm takes them.
TEST_P(Recursive_Algorithm, parallel_form)
{
    for (int depth : {CV_32F, CV_64F})
        for (int border : BORDERS)
        {
            if (!takes(border))
                continue;
            const Mat src = noise(Size(131, 77), depth);
            const Axis axisX = deriche(0.3, border), axisY = deriche(0.8, border), cascade = smoothing({0.8}, border);
            if (!takesForms(GetParam(), axisX, axisY))
            {
                EXPECT_THROW(run(axisX, axisY, src, borderValues()), cv::Exception);
                EXPECT_THROW(run(axisX, cascade, src, borderValues()), cv::Exception);
                continue;
            }
            const Mat expected = reference(src, axisX, axisY, borderValues());
            EXPECT_LE(relativeError(run(axisX, axisY, src, borderValues()), expected), tolerance(depth)) << border;
            const Mat mixed = reference(src, axisX, cascade, borderValues());
            EXPECT_LE(relativeError(run(axisX, cascade, src, borderValues()), mixed), tolerance(depth)) << border;
        }
}

//! Poles close to 0 beside a second tap. Division by the poles (AddedPair) would cost every digit.
TEST_P(Recursive_Algorithm, parallel_form_of_poles_close_to_zero)
{
    const int border = takes(BORDER_REFLECT) ? BORDER_REFLECT : BORDER_CONSTANT;
    for (double radius : {1e-5, 1e-2, 0.1})
    {
        const Taps a = feedbackOf({std::polar(radius, 0.5)});
        const Axis axis({Pass({1, 0.5, 0.3}, a), Pass({0, 0.5, 0.2}, a, true)}, border, RECURSIVE_PARALLEL);
        if (!takesForms(GetParam(), axis, axis))
            throw SkipTestException("the algorithm takes cascades only");
        for (int depth : {CV_32F, CV_64F})
        {
            const Mat src = noise(Size(131, 77), depth);
            EXPECT_LE(relativeError(run(axis, axis, src), reference(src, axis, axis)), tolerance(depth)) << radius;
        }
    }
}

//! One direction alone, the other alone, and none: some steps of an algorithm have nothing to do.
TEST_P(Recursive_Algorithm, one_sided)
{
    const int border = takes(BORDER_REFLECT) ? BORDER_REFLECT : BORDER_CONSTANT;
    const Mat src = noise(Size(131, 77), CV_32FC3);
    const Axis none, forwards({unitPass({0.8, 0.5})}, border), back({unitPass({0.8, 0.5}, true)}, border);
    for (const Axis* x : {&none, &forwards, &back})
        for (const Axis* y : {&none, &forwards, &back})
            EXPECT_LE(relativeError(run(*x, *y, src, borderValues()), reference(src, *x, *y, borderValues())), 1e-6);
}

/** The states of sections cancel, which amplifies their roundings, once per axis: 2.7e-5 for order 20 in every
algorithm. */
TEST_P(Recursive_Algorithm, high_orders)
{
    for (int order : {8, 12, 20})
        for (int border : BORDERS)
        {
            if (!takes(border))
                continue;
            const Axis axis = smoothing(polesOfOrder(order), border);
            const Mat src = noise(Size(150, 200), CV_32F);
            EXPECT_LE(relativeError(run(axis, axis, src, borderValues()), reference(src, axis, axis, borderValues())),
                      order == 20 ? 5e-5 : 1e-5)
                << "order " << order << ", border " << border;
        }
}

//! Row carries are filtered like pixels, however close a pole is to the circle.
TEST_P(Recursive_Algorithm, one_slow_pole_and_many_fast_ones)
{
    std::vector<Pole> poles = {0.9999};
    for (int i = 0; i < 4; i++)
        poles.push_back(std::polar(0.3 + 0.1 * i, 0.4 + 0.6 * i));
    const Axis axis = smoothing(poles, takes(BORDER_REFLECT) ? BORDER_REFLECT : BORDER_CONSTANT);
    const Mat src = noise(Size(700, 750), CV_32F); // the reference would need 300000 pixels more
    EXPECT_LE(relativeError(run(axis, axis, src), filtered(axis, axis, Mat(asDouble(src)))), 1e-5);
}

// ---- Sizes ----

TEST_P(Recursive_Algorithm, size_one_pixel)
{
    expectReferenceAt({Size(1, 1)});
}

TEST_P(Recursive_Algorithm, size_one_row_or_column)
{
    expectReferenceAt({Size(1, 2), Size(2, 1), Size(1, 200), Size(200, 1)});
}

//! Lines shorter than the response, which are reflected many times over.
TEST_P(Recursive_Algorithm, size_smaller_than_the_border_reaches)
{
    expectReferenceAt({Size(2, 2), Size(3, 2), Size(5, 7), Size(13, 4)});
}

TEST_P(Recursive_Algorithm, size_tile_minus_1)
{
    expectReferenceAt({Size(63, 63), Size(31, 31), Size(63, 15), Size(127, 127)});
}

TEST_P(Recursive_Algorithm, size_exactly_tiles)
{
    expectReferenceAt({Size(64, 64), Size(32, 32), Size(64, 16), Size(128, 128)});
}

TEST_P(Recursive_Algorithm, size_tile_plus_1)
{
    expectReferenceAt({Size(65, 65), Size(33, 33), Size(65, 17), Size(129, 129)});
}

TEST_P(Recursive_Algorithm, size_prime)
{
    expectReferenceAt({Size(101, 131), Size(257, 67)});
}

TEST_P(Recursive_Algorithm, size_tall)
{
    expectReferenceAt({Size(7, 1100)});
}

TEST_P(Recursive_Algorithm, size_wide)
{
    expectReferenceAt({Size(1100, 7)});
}

//! Many runs of rows, and more tiles of columns than a task takes.
TEST_P(Recursive_Algorithm, size_huge)
{
    const Mat src = noise(Size(1601, 1291), CV_32F);
    const int border = takes(BORDER_REFLECT) ? BORDER_REFLECT : BORDER_CONSTANT;
    const Axis axis = smoothing({0.9}, border);
    const Mat expected = reference(src, axis, axis);
    EXPECT_LE(relativeError(run(axis, axis, src), expected), tolerance(CV_32F));
}

void expectLongLines(Size size)
{
    for (int border : BORDERS)
        expectReference(smoothing({0.6}, border), smoothing({0.6}, border), noise(size, CV_32F), 1e-6);
}

TEST(Recursive_Sizes, very_wide)
{
    expectLongLines(Size(70000, 8));
}

TEST(Recursive_Sizes, very_tall)
{
    expectLongLines(Size(8, 70000));
}

//! A single row is longer than the buffer of a band.
TEST(Recursive_Sizes, rows_longer_than_a_cache)
{
    expectReference(smoothing({0.6}, BORDER_WRAP), smoothing({0.5}, BORDER_REFLECT), noise(Size(300007, 2), CV_32FC3),
                    1e-6);
}

//! A part of a large image, with so much around it that pixels further out have faded.
struct Probe
{
    Probe(const Mat& image, Point centre)
    {
        const Rect whole(0, 0, image.cols, image.rows);
        region = Rect(centre.x - 20, centre.y - 20, 41, 41) & whole;
        around = Rect(centre.x - 140, centre.y - 140, 281, 281) & whole;
        image(around).copyTo(before);
    }

    Rect region, around;
    Mat before;
};

/** More than 2^31 pixels of 8 bits, in place. Offsets that overflow an int show at the far corner and beyond element
2^31, in row 46281. */
TEST(Recursive_Sizes, more_than_2_31_elements)
{
    applyTestTag(CV_TEST_TAG_MEMORY_6GB, CV_TEST_TAG_VERYLONG);
    const int n = 46400;
    Mat image(n, n, CV_8U);
    for (int y = 0; y < n; y += 100)
        noise(Size(n, 100), CV_8U, uint64(y)).copyTo(image.rowRange(y, y + 100));
    std::vector<Probe> probes;
    for (Point centre : {Point(0, 0), Point(n - 1, 0), Point(0, n - 1), Point(n - 1, n - 1), Point(n / 2, n / 2),
                         Point(100, 46282), Point(45248, 46281), Point(40000, 46300)})
        probes.push_back(Probe(image, centre));
    const Axis axis = smoothing({0.6}, BORDER_REFLECT);
    createRecursiveFilter(axis)->apply(image, image);
    for (const Probe& probe : probes)
    {
        const Mat expected = reference(probe.before, axis, axis)(probe.region - probe.around.tl());
        // Rounding to integers takes half a grey level.
        EXPECT_LE(cvtest::norm(asDouble(image(probe.region)), expected, NORM_INF), 0.501) << probe.region;
    }
}

// ---- Accuracy ----

class Recursive_Accuracy : public testing::TestWithParam<int>
{
protected:
    static void expectAccuracy(const Axis& axis, double floatError)
    {
        const Size size(389, 517);
        expectReference(axis, axis, noise(size, CV_32F), floatError);
        expectReference(axis, axis, noise(size, CV_64F), 1e-12);
    }
};

INSTANTIATE_TEST_CASE_P(/**/, Recursive_Accuracy, testing::ValuesIn(BORDERS));

//! B-spline poles forget roundings within a few pixels. In all they lose about one and a half epsilons of float.
TEST_P(Recursive_Accuracy, cubic_spline)
{
    expectAccuracy(smoothing(splinePoles(3), GetParam()), 3e-7);
}

/** A prefilter hardly changes smooth images, so that its roundings show: 7 units of 2^-24, the same pixel for pixel in
every algorithm (doc/accuracy.md). */
TEST_P(Recursive_Accuracy, smooth_images)
{
    const Axis axis = smoothing(splinePoles(3), GetParam());
    Mat ramp(200, 300, CV_32F), flat(200, 300, CV_32F);
    for (int x = 0; x < ramp.cols; x++)
        ramp.col(x).setTo(0.2 + 0.6 * x / (ramp.cols - 1));
    theRNG().fill(flat, RNG::UNIFORM, 0.999, 1);
    for (const Mat& image : {ramp, flat})
        expectReference(axis, axis, image, 5e-7);
}

TEST_P(Recursive_Accuracy, splines_of_degrees_2_to_9)
{
    for (int degree = 2; degree <= 9; degree++)
    {
        SCOPED_TRACE(degree);
        expectAccuracy(cascadeOf(splinePoles(degree), GetParam()), 3e-7);
    }
}

TEST_P(Recursive_Accuracy, slow_order_1)
{
    expectAccuracy(smoothing(SLOW_POLE, GetParam()), 5e-6);
}

TEST_P(Recursive_Accuracy, slow_order_2)
{
    expectAccuracy(smoothing({std::polar(0.95, 0.1)}, GetParam()), 1e-5);
}

TEST_P(Recursive_Accuracy, slow_order_3)
{
    expectAccuracy(smoothing(SLOW_POLES, GetParam()), 1e-5);
}

// ---- Orders, forms and axes ----

class Recursive_Border : public testing::TestWithParam<int>
{
protected:
    //! In float and double, on an image that ends within a tile and on one smaller than the response.
    static void expectBoth(const Axis& axisX, const Axis& axisY, double slack = 1)
    {
        for (int depth : {CV_32F, CV_64F})
            for (Size size : {Size(139, 211), Size(9, 6)})
                expectReference(axisX, axisY, noise(size, CV_MAKETYPE(depth, 2)), slack * tolerance(depth));
    }
};

INSTANTIATE_TEST_CASE_P(/**/, Recursive_Border, testing::ValuesIn(BORDERS));

TEST_P(Recursive_Border, orders_1_to_5)
{
    for (int order = 1; order <= 5; order++)
    {
        SCOPED_TRACE(order);
        expectBoth(smoothing(polesOfOrder(order), GetParam()), smoothing(polesOfOrder(order), GetParam()));
    }
}

TEST_P(Recursive_Border, high_orders)
{
    for (int order : {8, 12, 20})
    {
        SCOPED_TRACE(order);
        expectBoth(smoothing(polesOfOrder(order), GetParam()), smoothing(polesOfOrder(order), GetParam()));
    }
}

//! Zeros as well as poles, of different numbers.
TEST_P(Recursive_Border, more_taps_than_poles_and_fewer)
{
    const Axis longer(
        {Pass({0.3, 0.1, -0.2, 0.05, 0.4}, feedbackOf({0.8})), Pass({0, 0, 0.5}, feedbackOf({0.7}), true)}, GetParam());
    const Axis shorter(
        {Pass({0.1, 0.05}, feedbackOf(SLOW_POLES)), Pass({0.2, -0.1}, feedbackOf({0.5, 0.6, -0.3}), true)}, GetParam());
    expectBoth(longer, shorter);
}

TEST_P(Recursive_Border, taps_that_are_0_at_the_end)
{
    const Axis axis({Pass({0.5, 0, 0}, {1, -0.5, 0, 0}), Pass({0.1, 0}, {1, -0.9, 0}, true)}, GetParam());
    expectBoth(axis, axis);
}

/** States that fade at once: delays and poles next to 0. The sums that close a mirrored line leave out its end pixel.
Where a band of rows, or a group of a row's pixels, ends as far from the end as the state reaches, they lie in the one
before. */
TEST_P(Recursive_Border, delays)
{
    for (const Taps& b : {Taps{0.3, 0.7}, Taps{0.3, 0, 0.7}, Taps{0.1, 0.2, 0.3, -0.4}})
        for (const Taps& a : {Taps{1}, Taps{1, 1e-4}})
            for (bool anticausal : {false, true})
            {
                const Axis axis({Pass(b, a, anticausal)}, GetParam());
                for (int n : {1, 2, 3, 4, 5, 31, 32, 33, 34, 63, 64, 65, 66, 67, 68, 127, 128, 129, 130, 131, 257, 258})
                    for (int depth : {CV_32F, CV_64F})
                    {
                        expectReference(Axis(), axis, noise(Size(40, n), depth), tolerance(depth));
                        expectReference(axis, Axis(), noise(Size(n, 40), depth), tolerance(depth));
                    }
            }
}

//! Passes in any order of directions: convolutions commute on the infinite line.
TEST_P(Recursive_Border, cascade_of_mixed_directions)
{
    const Axis axis({unitPass({0.9}, true), unitPass({std::polar(0.7, 0.6)}), Pass({0.5, 0.5}, {1}),
                     unitPass({-0.4}, true), unitPass({0.8})},
                    GetParam());
    expectBoth(axis, axis);
}

TEST_P(Recursive_Border, parallel_deriche)
{
    expectBoth(deriche(0.3, GetParam()), deriche(0.8, GetParam()));
}

TEST_P(Recursive_Border, parallel_of_many_passes)
{
    const Axis axis({Pass({0.5, 0.2, -0.1}, feedbackOf({std::polar(0.9, 0.2)})), Pass({1, 2, 1}, {1}),
                     Pass({0, 0.3, 0.1}, feedbackOf({0.9, 0.5}), true), Pass({0.2}, feedbackOf({0.7}))},
                    GetParam(), RECURSIVE_PARALLEL);
    expectBoth(axis, axis);
}

//! Mirrored pairs have kernels of their own. Even and odd ones are filtered in blocks of 8 and 16 pixels.
TEST_P(Recursive_Border, parallel_of_mirrored_pairs)
{
    const Pole slow = std::polar(0.95, 0.1), fast = std::polar(0.8, 0.6), third = std::polar(0.9, 0.3);
    // The last poles fade within the rows that a band looks ahead.
    for (const auto& poles :
         {std::vector<Pole>{slow, fast}, {slow, third, fast}, {std::polar(0.6, 0.5), std::polar(0.5, 2.)}})
        for (const Mirroring& mirroring : MIRRORINGS)
        {
            const Axis axis = mirroredPairs(poles, mirroring, GetParam());
            for (Size size :
                 {Size(1, 1), Size(7, 9), Size(8, 16), Size(15, 32), Size(33, 17), Size(65, 64), Size(70, 300)})
                for (int type : {CV_32FC1, CV_64FC1, CV_32FC3})
                    if (size.area() > 1 || mirroring.direct)
                        expectReference(axis, axis, noise(size, type), tolerance(CV_MAT_DEPTH(type)));
                    else // an odd filter gives zero for a single pixel
                        EXPECT_LE(largestValue(filtered(axis, axis, noise(size, type), BORDER_VALUES)),
                                  tolerance(CV_MAT_DEPTH(type)));
            const Axis other = smoothing({0.8}, GetParam());
            expectReference(axis, other, noise(Size(70, 90), CV_32FC1), tolerance(CV_32F));
            expectReference(other, axis, noise(Size(70, 90), CV_32FC1), tolerance(CV_32F));
        }
}

TEST_P(Recursive_Border, one_sided)
{
    for (bool anticausal : {false, true})
    {
        const Axis axis({unitPass(SLOW_POLES, anticausal)}, GetParam());
        expectBoth(axis, axis);
        expectBoth(axis, Axis());
        expectBoth(Axis(), axis);
    }
}

TEST_P(Recursive_Border, axis_without_passes)
{
    const Axis axis = smoothing({0.9}, GetParam()), none({}, GetParam());
    expectBoth(axis, none);
    expectBoth(none, axis);
    const Axis none2({}, GetParam(), RECURSIVE_PARALLEL);
    expectBoth(none2, axis);
}

TEST_P(Recursive_Border, different_axes)
{
    for (int other : BORDERS)
        expectBoth(smoothing({0.9}, GetParam()), deriche(0.5, other));
    expectBoth(smoothing(polesOfOrder(5), GetParam()), smoothing({0.5}, GetParam()));
    expectBoth(smoothing({-0.5}, GetParam()), smoothing(polesOfOrder(4), GetParam()));
}

TEST(Recursive_Axis, identity)
{
    for (int type : {CV_8UC1, CV_16SC3, CV_32FC1, CV_64FC2})
    {
        const Mat src = noise(Size(70, 41), type);
        EXPECT_TRUE(identical(src, filtered(Axis(), Axis(), src))) << typeToString(type);
        EXPECT_TRUE(identical(src, filtered(Axis({Pass()}), Axis(), src))) << typeToString(type);
    }
}

TEST(Recursive_Axis, getters)
{
    const Axis x = smoothing({0.5, 0.4}, BORDER_WRAP), y({unitPass({0.5})});
    for (int algorithm : std::initializer_list<int>{RECURSIVE_AUTO, RECURSIVE_BAND, RECURSIVE_ALG_RT})
    {
        const Ptr<RecursiveFilter> filter = createRecursiveFilter(x, y, Scalar(), -1, algorithm);
        EXPECT_EQ(algorithm, filter->getAlgorithm());
        EXPECT_EQ(4, filter->getOrderX());
        EXPECT_EQ(1, filter->getOrderY());
    }
}

TEST(Recursive_Axis, symmetric_is_a_pass_and_its_mirror_image)
{
    const Axis axis = Axis::symmetric({0.5, 0.1}, {1, -0.4}, BORDER_WRAP);
    ASSERT_EQ(2u, axis.passes.size());
    EXPECT_EQ(BORDER_WRAP, axis.borderType);
    EXPECT_EQ(RECURSIVE_CASCADE, axis.form);
    for (int i = 0; i < 2; i++)
    {
        EXPECT_EQ(i == 1, axis.passes[size_t(i)].anticausal);
        EXPECT_EQ(Taps({0.5, 0.1}), axis.passes[size_t(i)].feedforward);
        EXPECT_EQ(Taps({1, -0.4}), axis.passes[size_t(i)].feedback);
    }
}

//! Two first-order sections one after the other.
TEST(Recursive_Algorithms, algorithm_2x5_1)
{
    const std::vector<Pole> poles = {0.9, 0.6};
    for (int border : {BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP})
        for (int type : {CV_32FC1, CV_64FC3, CV_32FC4})
            for (Size size : {Size(1, 1), Size(2, 65), Size(64, 63), Size(129, 200)})
            {
                const Axis axis = smoothing(poles, border), other = smoothing({0.8, -0.3}, border);
                const Mat src = noise(size, type);
                for (const auto& axes : {std::make_pair(axis, axis), {axis, other}, {Axis(), axis}, {axis, Axis()}})
                    expectReference(axes.first, axes.second, src, tolerance(CV_MAT_DEPTH(type)), RECURSIVE_ALG_2X5_1);
            }
}

//! Poles that the other algorithms run as a pair: those of the paper's biquintic B-spline, and a double one.
TEST(Recursive_Algorithms, algorithm_2x5_1_of_fast_poles)
{
    for (const auto& poles : {splinePoles(5), {0.5, 0.5}, {0.6, -0.3}})
        for (int type : {CV_32FC1, CV_64FC1})
        {
            const Axis axis = smoothing(poles, BORDER_REFLECT);
            expectReference(axis, axis, noise(Size(129, 200), type), tolerance(CV_MAT_DEPTH(type)),
                            RECURSIVE_ALG_2X5_1);
        }
}

//! First- and second-order sections one after the other, and each of them alone.
TEST(Recursive_Algorithms, algorithm_5_4)
{
    const std::vector<Pole> mixed = {0.9, 0.6, std::polar(0.9, 0.3), std::polar(0.7, 1.2)};
    for (const auto& poles : {SLOW_POLES, mixed, SLOW_POLE, polesOfOrder(2)})
        for (int border : {BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP})
            for (int type : {CV_32FC1, CV_64FC3, CV_32FC4})
                for (Size size : {Size(1, 1), Size(2, 65), Size(64, 63), Size(129, 200)})
                {
                    const Axis axis = smoothing(poles, border), other = smoothing({0.8}, border);
                    expectReference(axis, axis, noise(size, type), tolerance(CV_MAT_DEPTH(type)), RECURSIVE_ALG_5_4);
                    expectReference(axis, other, noise(size, type), tolerance(CV_MAT_DEPTH(type)), RECURSIVE_ALG_5_4);
                    expectReference(Axis(), axis, noise(size, type), tolerance(CV_MAT_DEPTH(type)), RECURSIVE_ALG_5_4);
                }
}

/** The padded image has the exact borders up to rounding: poles that need one tile of padding and several, both forms,
lines shorter than their padding, one pixel. */
TEST(Recursive_Algorithms, algorithm_6b)
{
    for (int border : BORDERS)
        for (int type : {CV_32FC1, CV_64FC3, CV_32FC4})
            for (Size size : {Size(1, 1), Size(2, 65), Size(64, 63), Size(129, 200), Size(300, 1)})
            {
                const Mat src = noise(size, type);
                const double tolerated = tolerance(CV_MAT_DEPTH(type));
                const auto expect = [&](const Axis& x, const Axis& y) {
                    expectReference(x, y, src, tolerated, RECURSIVE_ALG_6B);
                };
                const Axis other = smoothing({0.6}, border == BORDER_WRAP ? BORDER_REPLICATE : BORDER_WRAP);
                expect(smoothing(SLOW_POLES, border), other);
                expect(other, smoothing({0.97}, border));
                expect(smoothing(polesOfOrder(5), border), smoothing(splinePoles(9), border));
                expect(deriche(0.5, border), mirroredPairs({std::polar(0.9, 0.3)}, MIRRORINGS[3], border));
                expect(Axis({Pass({0.3, 0.1, -0.2, 0.05, 0.4}, {1, -0.5})}, border), Axis());
            }
}

//! Integers are rounded once, and pixels around a ROI are not read.
TEST(Recursive_Algorithms, algorithm_6b_and_arrays)
{
    for (int type : {CV_8UC3, CV_16SC1, CV_16FC2})
    {
        const auto padded = createRecursiveFilter(smoothing({0.8}, BORDER_REFLECT), Scalar(), -1, RECURSIVE_ALG_6B);
        const Mat src = noise(Size(140, 110), type)(Rect(13, 7, 97, 75));
        EXPECT_EQ(RECURSIVE_ALG_6B, padded->getAlgorithm());
        Mat image = src.clone();
        padded->apply(image, image);
        EXPECT_TRUE(identical(image, filtered(padded, src)));
        const Mat exact = filtered(smoothing({0.8}, BORDER_REFLECT), smoothing({0.8}, BORDER_REFLECT), src);
        EXPECT_LE(largestError(image, exact), CV_MAT_DEPTH(type) == CV_16F ? 1e-3 : 1);
    }
}

//! Algorithm 5 is for zero borders. It refuses others by name, or filters them correctly.
TEST(Recursive_Algorithms, algorithm_5_and_borders_other_than_zero)
{
    for (int border : BORDERS)
        try
        {
            createRecursiveFilter(smoothing({0.9}, border), BORDER_VALUES, -1, RECURSIVE_ALG_5);
            ADD_FAILURE() << "border " << border << " was accepted";
        }
        catch (const cv::Exception& e)
        {
            EXPECT_EQ(Error::StsBadArg, e.code) << e.what();
            EXPECT_NE(std::string::npos, std::string(e.what()).find("border")) << e.what();
        }
}

/** No operator reads pixels around its array, so BORDER_ISOLATED says what they do anyway. It does not change a bit,
wherever a border is given. */
TEST(Recursive_Borders, isolated_ones_are_accepted)
{
    const Mat image = noise(Size(60, 50), CV_32F), src = image(Rect(10, 5, 40, 30));
    const auto all = [&](int flag) {
        std::vector<Mat> results;
        for (int border : BORDERS)
        {
            results.push_back(filtered(createRecursiveFilter(smoothing({0.8}, border | flag), BORDER_VALUES), src));
            results.push_back(filtered(gaussianFilter(3, 2, 0, 0, border | flag, BORDER_VALUES), src));
            results.push_back(filtered(createRecursiveGaussianFilter(3, 0, border | flag), src));
            results.push_back(filtered(createBSplinePrefilter(3, border | flag), src));
            results.push_back(filtered(createBandedSolver({1, 4, 1}, border | flag, {1, 5, 1}, border | flag), src));
            Mat blurred, dense;
            recursiveGaussianBlur(src, blurred, 3, 2, border | flag);
            results.push_back(blurred);
            NonSeparableParams params;
            params.borderType = {border | flag, border | flag};
            createNonSeparableFilter(noise(Size(5, 3), CV_32F), params)->apply(src, dense);
            results.push_back(dense);
        }
        results.push_back(
            filtered(gaussianFilter(3, 2, 0, 0, BORDER_REPLICATE | flag, Scalar(), GAUSSIAN_LEE_ONE_WAY), src));
        return results;
    };
    const std::vector<Mat> plain = all(0), isolated = all(BORDER_ISOLATED);
    for (size_t i = 0; i < plain.size(); i++)
        EXPECT_TRUE(identical(plain[i], isolated[i])) << i;
    EXPECT_NO_THROW(
        createRecursiveFilter(smoothing({0.8}, BORDER_REFLECT | BORDER_ISOLATED), Scalar(), -1, RECURSIVE_ALG_5_4));
    expectError(Error::StsBadArg, "borderTypeX is 21", [] {
        createBandedSolver({1, 4, 1}, BORDER_TRANSPARENT | BORDER_ISOLATED);
    });
}

// ---- Random configurations ----

class Recursive_Random : public testing::TestWithParam<int>
{};

INSTANTIATE_TEST_CASE_P(seed, Recursive_Random, testing::Range(0, 150));

TEST_P(Recursive_Random, agrees_with_reference)
{
    const RandomFilter config(GetParam());
    // Taps of both signs cancel: some filters leave a hundredth of what they add up.
    const double slack = 10;
    std::ostringstream filter;
    filter << "x: " << config.x << "y: " << config.y;
    SCOPED_TRACE(filter.str());
    expectReference(config.x, config.y, noise(config.size, config.type), slack * tolerance(CV_MAT_DEPTH(config.type)),
                    config.algorithm);
}

// ---- Depths and channels ----

//! Requires the exact result, rounded. Where it lies between two integers, float may choose either.
void expectRounded(const Mat& actual, const Mat& exact)
{
    const double doubt = 3e-6 * largestValue(exact) + 1e-9;
    const Mat got = asDouble(actual), want = asDouble(exact);
    const double low = actual.depth() == CV_16S ? -32768 : 0;
    const double high = actual.depth() == CV_8U ? 255 : actual.depth() == CV_16U ? 65535 : 32767;
    int wrong = 0;
    for (int row = 0; row < got.rows; row++)
        for (int col = 0; col < got.cols; col++)
        {
            const double value = got.at<double>(row, col), result = want.at<double>(row, col);
            const double lower = std::min(std::max(double(cvRound(result - doubt)), low), high);
            const double upper = std::min(std::max(double(cvRound(result + doubt)), low), high);
            wrong += value < lower || value > upper;
        }
    EXPECT_EQ(0, wrong);
}

void expectDepth(const Mat& dst, const Mat& exact)
{
    if (dst.depth() < CV_32F)
        return expectRounded(dst, exact);
    // Half floats have 11 bits, so their rounding is the largest error. Doubles are computed in double.
    const double maxError = dst.depth() == CV_16F ? 5e-4 : dst.depth() == CV_64F ? 1e-12 : 1e-6;
    EXPECT_LE(relativeError(dst, exact), maxError);
}

typedef testing::TestWithParam<tuple<int, int>> Recursive_Depth;

INSTANTIATE_TEST_CASE_P(/**/, Recursive_Depth,
                        testing::Combine(testing::Values(CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F),
                                         testing::Values(1, 2, 3, 4, 5, 9)));

//! The prefilter of the cubic B-spline overshoots, so integers saturate at both ends.
TEST_P(Recursive_Depth, converts_and_saturates)
{
    const int depth = get<0>(GetParam()), channels = get<1>(GetParam());
    const Mat src = noise(Size(83, 70), CV_MAKETYPE(depth, channels));
    const double scale = depth < CV_32F ? 255 : 1;
    const Scalar borderValue(0.5 * scale, 0.25 * scale, 0, scale);
    for (int border : {BORDER_CONSTANT, BORDER_REFLECT_101})
        for (int ddepth : {-1, CV_32F, CV_64F})
        {
            const Axis axis = smoothing(splinePoles(3), border);
            Mat dst;
            createRecursiveFilter(axis, borderValue, ddepth)->apply(src, dst);
            ASSERT_EQ(CV_MAKETYPE(ddepth < 0 ? depth : ddepth, channels), dst.type());
            SCOPED_TRACE(ddepth);
            expectDepth(dst, reference(src, axis, axis, borderValue));
        }
}

//! Both ends of the range occur, rounded like saturate_cast.
TEST(Recursive_Depths, integers_saturate)
{
    const Axis gain({Pass({4}, {1})}), none;
    const Mat bytes = Mat_<uchar>({0, 63, 64, 255});
    const Mat bytesExpected = Mat_<uchar>({0, 252, 255, 255});
    EXPECT_TRUE(identical(bytesExpected, filtered(gain, none, bytes)));
    const Mat shorts = Mat_<short>({-32768, -8193, 8191, 8192});
    const Mat shortsExpected = Mat_<short>({-32768, -32768, 32764, 32767});
    EXPECT_TRUE(identical(shortsExpected, filtered(gain, none, shorts)));
    const Axis negative({Pass({-1}, {1})});
    EXPECT_TRUE(identical(Mat(bytes.size(), CV_8U, Scalar(0)), filtered(negative, none, bytes)));
}

//! Rounding between the axes would lose the small results of the x axis.
TEST(Recursive_Depths, integers_are_rounded_once)
{
    const Mat src = noise(Size(70, 50), CV_8U);
    const Axis x({Pass({0.001}, {1})}), y({Pass({1000}, {1})});
    EXPECT_TRUE(identical(src, filtered(x, y, src)));
}

//! The depth in which float images are computed: double in kernels without fused multiply-adds.
int workingDepth()
{
    const Axis axis = smoothing(SLOW_POLES, BORDER_REFLECT);
    const Mat src = noise(Size(99, 77), CV_32F);
    Mat twice, rounded;
    src.convertTo(twice, CV_64F);
    filtered(axis, axis, twice).convertTo(rounded, CV_32F);
    return identical(rounded, filtered(axis, axis, src)) ? CV_64F : CV_32F;
}

/** Kernels load small types as they are. The result equals, to the last bit, that of an image which was converted to
the working type before and rounded afterwards. Sizes: less than a tile, whole tiles, and more. Columns of a B-spline
look ahead; those of a parallel form read the image twice. */
TEST(Recursive_Depths, conversion_is_part_of_loading)
{
    const int working = workingDepth();
    for (const Axis& axis : {smoothing(SLOW_POLES, BORDER_REFLECT), smoothing(splinePoles(3), BORDER_REFLECT_101),
                             deriche(0.3, BORDER_WRAP), Axis({unitPass({0.9})}, BORDER_CONSTANT)})
        for (int depth : {CV_8U, CV_16U, CV_16S, CV_16F})
            for (int channels : {1, 2, 3, 4, 6})
                for (Size size : {Size(9, 40), Size(192, 128), Size(301, 203)})
                {
                    const Mat src = noise(size, CV_MAKETYPE(depth, channels));
                    const Ptr<RecursiveFilter> toWorking = createRecursiveFilter(axis, axis, Scalar(1, 2, 3), working);
                    Mat converted, rounded;
                    src.convertTo(converted, working);
                    const Mat expected = filtered(toWorking, converted);
                    expected.convertTo(rounded, depth);
                    EXPECT_TRUE(identical(expected, filtered(toWorking, src)) &&
                                identical(rounded, filtered(axis, axis, src, Scalar(1, 2, 3))))
                        << "depth " << depth << ", " << channels << " channels, size " << size;
                }
}

//! If float would be too inexact, images of other depths are filtered as double ones and rounded once.
void expectAsInDouble(const Axis& axis, const Mat& src)
{
    Mat twice, rounded;
    src.convertTo(twice, CV_64F);
    filtered(axis, Axis(), twice).convertTo(rounded, src.depth());
    EXPECT_TRUE(identical(rounded, filtered(axis, Axis(), src))) << typeToString(src.type());
}

//! Two poles at one place, 1e-4 from the circle: float would lose more than a thousandth of the response.
TEST(Recursive_Depths, poles_that_float_cannot_hold)
{
    const double a = 0.9999;
    const Axis axis({Pass({1e-8}, {1, -2 * a, a * a})}, BORDER_REFLECT);
    for (int type : {CV_8UC1, CV_16SC3, CV_32FC1, CV_32FC4})
        expectAsInDouble(axis, noise(Size(301, 203), type));
}

//! A pole that remembers 2e5 pixels, on a line of that length.
TEST(Recursive_Depths, lines_that_float_forgets)
{
    const Axis axis({Pass({5e-6}, {1, -(1 - 5e-6)})}, BORDER_REFLECT);
    expectAsInDouble(axis, noise(Size(150000, 3), CV_32FC1));
    const Axis sum({Pass({1}, {1, -1})}, BORDER_CONSTANT);
    expectAsInDouble(sum, noise(Size(150000, 3), CV_16UC1) / 4096);
}

//! The fifth channel takes the value of the first again.
TEST(Recursive_Depths, border_value_per_channel)
{
    const Mat src = Mat::zeros(40, 50, CV_32FC(6));
    const Axis axis({unitPass({0.5})}, BORDER_CONSTANT);
    const Mat dst = filtered(axis, axis, src, Scalar(1, 2, 3, 4));
    std::vector<Mat> planes;
    split(dst, planes);
    for (int c = 0; c < 6; c++)
        EXPECT_NEAR((c % 4 + 1) * 0.75, planes[size_t(c)].at<float>(0, 0), 1e-5) << c;
}

//! No bit of a channel depends on the others. Each agrees with its result alone, within the accuracy of both.
TEST(Recursive_Depths, channels_are_independent)
{
    const Mat src = noise(Size(77, 90), CV_32FC(5));
    const Axis axis = smoothing(SLOW_POLES, BORDER_REFLECT);
    std::vector<Mat> planes, results;
    split(src, planes);
    split(filtered(axis, axis, src), results);
    for (size_t c = 0; c < planes.size(); c++)
    {
        EXPECT_LE(relativeError(results[c], filtered(axis, axis, planes[c])), 1e-5);
        Mat others = noise(src.size(), src.type(), 2), result;
        insertChannel(planes[c], others, int(c));
        extractChannel(filtered(axis, axis, others), result, int(c));
        EXPECT_TRUE(identical(results[c], result));
    }
}

// ---- Where the pixels lie ----

class Recursive_Layout : public testing::TestWithParam<tuple<int, int>>
{
protected:
    Recursive_Layout()
        : axisX(smoothing({0.8}, get<1>(GetParam()))), axisY(smoothing({0.7, 0.4}, get<1>(GetParam()))),
          type(get<0>(GetParam())), src(noise(Size(149, 141), type)),
          filter(createRecursiveFilter(axisX, axisY, Scalar(0.1, 0.2, 0.3))), expected(filtered(filter, src))
    {
    }

    //! Fills the guard around a part with values that would show in any result: NaN, or the largest integer.
    Mat guarded(Rect& inner) const
    {
        inner = Rect(Point(5, 7), src.size());
        Mat big(src.rows + 20, src.cols + 13, type);
        const double guard = CV_MAT_DEPTH(type) < CV_32F ? 255 : std::numeric_limits<double>::quiet_NaN();
        big.setTo(Scalar::all(guard));
        return big;
    }

    const Axis axisX, axisY;
    const int type;
    const Mat src;
    const Ptr<RecursiveFilter> filter;
    const Mat expected;
};

INSTANTIATE_TEST_CASE_P(/**/, Recursive_Layout,
                        testing::Combine(testing::Values(CV_8UC1, CV_8UC3, CV_16FC1, CV_32FC1, CV_32FC3, CV_64FC1),
                                         testing::ValuesIn(BORDERS)));

TEST_P(Recursive_Layout, source_outside_roi_is_not_read)
{
    Rect inner;
    Mat big = guarded(inner);
    src.copyTo(big(inner));
    EXPECT_TRUE(identical(expected, filtered(filter, big(inner))));
}

TEST_P(Recursive_Layout, destination_outside_roi_is_not_written)
{
    Rect inner;
    Mat big = guarded(inner);
    const Mat before = big.clone();
    Mat dst = big(inner);
    filter->apply(src, dst);
    EXPECT_EQ(big.ptr(inner.y) + size_t(inner.x) * big.elemSize(), dst.data);
    EXPECT_TRUE(identical(expected, big(inner)));
    before(inner).copyTo(big(inner));
    EXPECT_TRUE(identical(before, big));
}

//! Addresses and steps of rows that no vector load is aligned to.
TEST_P(Recursive_Layout, any_step)
{
    const size_t element = src.elemSize1(), step = (size_t(src.cols * src.channels()) + 3) * element;
    std::vector<double> storage(((size_t(src.rows) + 1) * step) / sizeof(double) + 2);
    uchar* data = reinterpret_cast<uchar*>(storage.data()) + element;
    Mat odd(src.rows, src.cols, type, data, step);
    src.copyTo(odd);
    EXPECT_TRUE(identical(expected, filtered(filter, odd)));
    Mat dst(src.rows, src.cols, type, data, step);
    filter->apply(src, dst);
    EXPECT_EQ(data, dst.data);
    EXPECT_TRUE(identical(expected, dst));
}

TEST_P(Recursive_Layout, in_place)
{
    Mat image = src.clone();
    const uchar* data = image.data;
    filter->apply(image, image);
    EXPECT_EQ(data, image.data);
    EXPECT_TRUE(identical(expected, image));
}

TEST_P(Recursive_Layout, in_place_roi)
{
    Rect inner;
    Mat big = guarded(inner);
    src.copyTo(big(inner));
    Mat roi = big(inner);
    filter->apply(roi, roi);
    EXPECT_TRUE(identical(expected, big(inner)));
}

//! The destination lies a few rows and columns off the source, up or down.
TEST_P(Recursive_Layout, overlapping_roi)
{
    for (Point offset : {Point(3, 2), Point(3, 12), Point(7, 7), Point(5, 6)})
    {
        Rect inner;
        Mat big = guarded(inner);
        src.copyTo(big(inner));
        Mat dst = big(Rect(offset, src.size()));
        filter->apply(big(inner), dst);
        EXPECT_TRUE(identical(expected, dst)) << offset;
    }
}

TEST_P(Recursive_Layout, umat)
{
    UMat source, destination;
    src.copyTo(source);
    filter->apply(source, destination);
    EXPECT_TRUE(identical(expected, destination.getMat(ACCESS_READ)));
    Mat dst;
    filter->apply(source, dst);
    EXPECT_TRUE(identical(expected, dst));
    filter->apply(source, source);
    EXPECT_TRUE(identical(expected, source.getMat(ACCESS_READ)));
}

TEST_P(Recursive_Layout, destination_is_reallocated_where_it_must_be)
{
    for (Mat dst : {Mat(3, 5, type), Mat(src.size(), CV_16UC4), Mat(src.rows, src.cols + 1, type)})
    {
        filter->apply(src, dst);
        EXPECT_TRUE(identical(expected, dst));
    }
    Mat fitting(src.size(), type);
    const uchar* data = fitting.data;
    filter->apply(src, fitting);
    EXPECT_EQ(data, fitting.data);
}

/** Images large enough for non-temporal stores of whole cache lines. Rows may start and end anywhere in a cache line,
and nothing beside them is written. */
TEST(Recursive_Layouts, rows_of_large_images_start_anywhere)
{
    const Axis pairs = mirroredPairs({std::polar(0.9, 0.3), std::polar(0.8, 0.6)}, MIRRORINGS[0], BORDER_REFLECT);
    for (const Axis& axis : {smoothing({0.8}, BORDER_REFLECT), pairs})
        for (int type : {CV_32FC1, CV_32FC2, CV_32FC3, CV_32FC4, CV_8UC1, CV_8UC3, CV_16FC1, CV_64FC1})
        {
            const Size size(1000 / CV_MAT_CN(type) + 7, int(CV_MAT_CN(type) * (5 << 20) / (1000 * CV_ELEM_SIZE(type))));
            const Mat src = noise(size, type);
            const Ptr<RecursiveFilter> filter = createRecursiveFilter(axis, axis);
            const int padded = int(alignSize(size_t(size.width), 64));
            Mat aligned = Mat(size.height, padded, type, Scalar::all(0)).colRange(0, size.width);
            filter->apply(src, aligned);
            if (CV_MAT_DEPTH(type) != CV_8U && CV_MAT_DEPTH(type) != CV_16F)
            {
                const Mat lines = filtered(axis, axis, src, Scalar(), RECURSIVE_ALG_RT);
                EXPECT_LE(relativeError(aligned, lines), tolerance(CV_MAT_DEPTH(type))) << typeToString(type);
            }
            for (int left : {0, 1, 5, 20, 64})
                for (int right : {0, 3, 64 + padded - size.width})
                {
                    Mat whole(size.height, left + size.width + right, type, Scalar::all(9)), before = whole.clone();
                    Mat dst = whole.colRange(left, left + size.width);
                    filter->apply(src, dst);
                    EXPECT_TRUE(identical(aligned, dst))
                        << typeToString(type) << " left " << left << " right " << right;
                    src.copyTo(dst);
                    filter->apply(dst, dst);
                    EXPECT_TRUE(identical(aligned, dst))
                        << typeToString(type) << " left " << left << " right " << right << " in place";
                    before.colRange(left, left + size.width).copyTo(dst);
                    EXPECT_TRUE(identical(before, whole))
                        << typeToString(type) << " left " << left << " right " << right;
                }
        }
}

//! Large results of narrower types from filters in double. Rows are whole cache lines, or not.
TEST(Recursive_Layouts, large_results_of_double)
{
    for (int depth : {CV_8U, CV_16F, CV_32F})
    {
        const Mat src = noise(Size(2117, (5 << 20) / (2117 * CV_ELEM_SIZE1(depth))), depth);
        const Ptr<RecursiveFilter> filter = createBSplinePrefilter(7);
        Mat expected = filtered(createBSplinePrefilter(7, BORDER_REFLECT_101, CV_64F), src);
        expected.convertTo(expected, depth);
        for (int left : {0, 1})
        {
            Mat whole(src.rows, 2176, depth), dst = whole.colRange(left, left + src.cols);
            filter->apply(src, dst);
            EXPECT_TRUE(identical(expected, dst)) << depthToString(depth) << " left " << left;
        }
    }
}

//! In place with another depth: the destination then gets memory of its own.
TEST(Recursive_Layouts, same_array_of_another_depth)
{
    const Axis axis = smoothing({0.8}, BORDER_REFLECT);
    const Mat src = noise(Size(90, 70), CV_8U);
    const Ptr<RecursiveFilter> filter = createRecursiveFilter(axis, Scalar(), CV_32F);
    Mat image = src.clone();
    filter->apply(image, image);
    EXPECT_TRUE(identical(filtered(filter, src), image));
}

TEST(Recursive_Layouts, fixed_size_and_type)
{
    const Axis axis = smoothing({0.5}, BORDER_WRAP);
    const Ptr<RecursiveFilter> filter = createRecursiveFilter(axis);
    const Matx33f src(1, 2, 3, 4, 5, 6, 7, 8, 9);
    Matx33f dst;
    filter->apply(src, dst);
    EXPECT_TRUE(identical(filtered(filter, Mat(src)), Mat(dst)));
    Mat_<float> typed;
    filter->apply(src, typed);
    EXPECT_TRUE(identical(Mat(dst), typed));
}

// ---- Invariants ----

//! Two different filters, so that a mix-up of axes or directions shows.
Axis lopsided(int border)
{
    return Axis({Pass({0.3, 0.1}, feedbackOf({0.9})), Pass({0.2, 0.4, 0.1}, feedbackOf({std::polar(0.7, 0.4)}), true)},
                border);
}

Axis mirrored(Axis axis)
{
    for (Pass& pass : axis.passes)
        pass.anticausal = !pass.anticausal;
    return axis;
}

//! Rounding takes another path. The error is that of a filter with pole 0.9.
const double SAME = 2e-6;

class Recursive_Invariant : public testing::TestWithParam<int>
{
protected:
    Recursive_Invariant()
        : axisX(lopsided(GetParam())), axisY(deriche(0.4, GetParam())), src(noise(Size(203, 171), CV_32FC2))
    {
    }

    const Axis axisX, axisY;
    const Mat src;
};

INSTANTIATE_TEST_CASE_P(/**/, Recursive_Invariant, testing::ValuesIn(BORDERS));

TEST_P(Recursive_Invariant, transpose)
{
    const Mat direct = filtered(axisX, axisY, src, BORDER_VALUES);
    EXPECT_LE(relativeError(filtered(axisY, axisX, src.t(), BORDER_VALUES), direct.t()), SAME);
}

TEST_P(Recursive_Invariant, flip)
{
    Mat turned;
    cv::flip(src, turned, -1);
    Mat back = filtered(mirrored(axisX), mirrored(axisY), turned, BORDER_VALUES);
    cv::flip(back, back, -1);
    EXPECT_LE(relativeError(back, filtered(axisX, axisY, src, BORDER_VALUES)), SAME);
}

//! The border value is 0: any other is part of the input.
TEST_P(Recursive_Invariant, linearity)
{
    const Mat other = noise(src.size(), src.type(), 2);
    const Mat together = filtered(axisX, axisY, 2 * src - 0.5 * other);
    const Mat apart = 2 * filtered(axisX, axisY, src) - 0.5 * filtered(axisX, axisY, other);
    EXPECT_LE(relativeError(together, apart), SAME);
}

TEST_P(Recursive_Invariant, number_of_threads)
{
    const ThreadCount restore;
    const Ptr<RecursiveFilter> filter = createRecursiveFilter(axisX, axisY, BORDER_VALUES);
    for (Size size : {Size(203, 171), Size(1500, 40), Size(40, 1500), Size(700, 600)})
    {
        const Mat image = noise(size, CV_32F);
        setNumThreads(1);
        const Mat expected = filtered(filter, image);
        for (int threads : {2, 3, 8})
        {
            setNumThreads(threads);
            EXPECT_TRUE(identical(expected, filtered(filter, image))) << threads << " threads, size " << size;
        }
    }
}

TEST_P(Recursive_Invariant, algorithms_agree)
{
    const Mat band = filtered(axisX, axisY, src, Scalar(), RECURSIVE_BAND);
    for (int algorithm : ALGORITHMS)
        if ((algorithm != RECURSIVE_ALG_5 || GetParam() == BORDER_CONSTANT) && takesForms(algorithm, axisX, axisY))
        {
            EXPECT_LE(relativeError(filtered(axisX, axisY, src, Scalar(), algorithm), band), SAME) << algorithm;
        }
}

//! One object and ever new sizes: more than it remembers, and then the first one again.
TEST_P(Recursive_Invariant, object_is_reused)
{
    const Ptr<RecursiveFilter> filter = createRecursiveFilter(axisX, axisY, BORDER_VALUES);
    const Mat expected = filtered(filter, src);
    for (int i = 0; i < 40; i++)
    {
        const Mat image = noise(Size(20 + 3 * i, 90 - 2 * i), CV_MAKETYPE(i % 3 ? CV_32F : CV_64F, 1 + i % 4));
        EXPECT_TRUE(identical(filtered(axisX, axisY, image, BORDER_VALUES), filtered(filter, image))) << image.size();
    }
    EXPECT_TRUE(identical(expected, filtered(filter, src)));
}

TEST_P(Recursive_Invariant, stream_is_ignored_for_a_mat)
{
    const Ptr<RecursiveFilter> filter = createRecursiveFilter(axisX, axisY);
    Ptr<Stream> stream;
    try
    {
        stream = makePtr<Stream>();
    }
    catch (const cv::Exception&)
    {
        throw SkipTestException("a build without CUDA has no streams");
    }
    Mat dst;
    filter->apply(src, dst, *stream);
    EXPECT_TRUE(identical(filtered(filter, src), dst));
}

//! Moves an image around the torus.
Mat rotated(const Mat& image, int dx, int dy)
{
    Mat twice = repeat(image, 2, 2);
    return twice(Rect(image.cols - dx, image.rows - dy, image.cols, image.rows)).clone();
}

TEST(Recursive_Invariants, shift_under_wrap)
{
    const Mat src = noise(Size(151, 133), CV_32F);
    const Axis x = lopsided(BORDER_WRAP), y = deriche(0.4, BORDER_WRAP);
    const Mat direct = filtered(x, y, src);
    for (Point shift : {Point(1, 0), Point(0, 1), Point(64, 32), Point(150, 132)})
        EXPECT_LE(relativeError(filtered(x, y, rotated(src, shift.x, shift.y)), rotated(direct, shift.x, shift.y)),
                  SAME)
            << shift;
}

//! Each thread has sizes of its own, so plans are made, found and dropped at the same time.
TEST(Recursive_Invariants, many_threads_share_an_object)
{
    const Ptr<RecursiveFilter> filter = createRecursiveFilter(smoothing({0.9}, BORDER_REFLECT), lopsided(BORDER_WRAP));
    std::vector<Mat> images, expected;
    for (int i = 0; i < 12; i++)
    {
        images.push_back(noise(Size(50 + 37 * i, 300 - 19 * i), i % 2 ? CV_32F : CV_8UC3));
        expected.push_back(
            filtered(createRecursiveFilter(smoothing({0.9}, BORDER_REFLECT), lopsided(BORDER_WRAP)), images.back()));
    }
    int wrong[4] = {};
    std::vector<std::thread> threads;
    for (size_t t = 0; t < 4; t++)
        threads.emplace_back([&, t] {
            for (size_t i = 0; i < 36; i++)
            {
                const size_t k = (i * (2 * t + 1) + t) % images.size();
                wrong[t] += !identical(expected[k], filtered(filter, images[k]));
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    for (int count : wrong)
        EXPECT_EQ(0, count);
}

// ---- Pixels that are not finite ----

class Recursive_NotFinite : public testing::TestWithParam<float>
{};

INSTANTIATE_TEST_CASE_P(/**/, Recursive_NotFinite,
                        testing::Values(std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                                        -std::numeric_limits<float>::infinity()));

const Point SPOT(90, 47);

//! Along one axis, other lines do not change by a bit. The line itself does, on both sides.
TEST_P(Recursive_NotFinite, spreads_along_its_line_only)
{
    const Mat clean = noise(Size(301, 203), CV_32F);
    Mat src = clean.clone();
    src.at<float>(SPOT) = GetParam();
    for (int border : BORDERS)
        for (bool alongX : {true, false})
        {
            const Axis axis = smoothing({0.8}, border), none;
            Mat dst = filtered(alongX ? axis : none, alongX ? none : axis, src);
            Mat expected = filtered(alongX ? axis : none, alongX ? none : axis, clean);
            for (int step : {-1, 0, 1})
                EXPECT_FALSE(std::isfinite(dst.at<float>(SPOT + (alongX ? Point(step, 0) : Point(0, step))))) << step;
            const Rect line = alongX ? Rect(0, SPOT.y, dst.cols, 1) : Rect(SPOT.x, 0, 1, dst.rows);
            dst(line).setTo(0);
            expected(line).setTo(0);
            EXPECT_TRUE(identical(expected, dst)) << "border " << border << (alongX ? " along x" : " along y");
        }
}

//! The values are not checked: the call returns, and the filter works as before afterwards.
TEST_P(Recursive_NotFinite, leaves_the_object_usable)
{
    const Mat clean = noise(Size(301, 203), CV_32F);
    for (int algorithm : ALGORITHMS)
    {
        const Axis axis = smoothing(SLOW_POLES, algorithm == RECURSIVE_ALG_5 ? BORDER_CONSTANT : BORDER_REFLECT);
        const Ptr<RecursiveFilter> filter = createRecursiveFilter(axis, Scalar(), -1, algorithm);
        const Mat expected = filtered(filter, clean);
        Mat src = clean.clone();
        src.at<float>(SPOT) = GetParam();
        const Mat dst = filtered(filter, src);
        for (Point offset : {Point(0, 0), Point(1, 0), Point(-1, 0), Point(0, 1), Point(0, -1)})
            EXPECT_FALSE(std::isfinite(dst.at<float>(SPOT + offset))) << offset << ", algorithm " << algorithm;
        EXPECT_TRUE(identical(expected, filtered(filter, clean)));
        EXPECT_TRUE(identical(expected, filtered(filter, clean)));
    }
}

}} // namespace
