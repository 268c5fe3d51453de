// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Non-separable filters where sizes and numbers are extreme: kernels larger than arrays, long sums, large deltas,
// denormal numbers, and all kinds of kernels and results.

#include "convolution_limits.hpp"

#include <numeric>
#include <thread>

namespace opencv_test { namespace {

Mat filtered(const Mat& src, const Mat& kernel, const Params& params)
{
    Mat dst;
    createNonSeparableFilter(kernel, params)->apply(src, dst);
    return dst;
}

// ---- Kernels larger than the array ----

TEST(Convolution_LargerKernel, definition)
{
    for (const LargerKernel& row : largerKernels())
        for (int border : BORDERS)
            for (int algorithm :
                 {CONVOLUTION_AUTO, CONVOLUTION_STRICT, CONVOLUTION_DIRECT, CONVOLUTION_SEPARABLE, CONVOLUTION_FFT})
            {
                Params params = row.params(border);
                params.algorithm = algorithm;
                SCOPED_TRACE(row.text(params));
                const Mat src = arrayOf(row.array, row.type), kernel = kernelOf(row.kernel, CV_32F);
                if (algorithm == CONVOLUTION_SEPARABLE && (row.kernel.size() > 2 || row.kernel[0] > 32))
                    continue; // ranks that it refuses
                expectAsDefined(filtered(src, kernel, params), src, kernel, params);
            }
}

TEST(Convolution_LargerKernel, random)
{
    for (uint64 seed = 1; seed <= 150; seed++)
    {
        const LargerKernel row = LargerKernel::random(seed);
        RNG rng(seed);
        for (int algorithm : {CONVOLUTION_AUTO, CONVOLUTION_STRICT, CONVOLUTION_FFT})
        {
            Params params = row.params(BORDERS[size_t(rng.uniform(0, int(BORDERS.size())))]);
            params.algorithm = algorithm;
            SCOPED_TRACE(row.text(params) + format(", seed %d", int(seed)));
            const Mat src = arrayOf(row.array, row.type, seed), kernel = kernelOf(row.kernel, CV_32F, seed);
            expectAsDefined(filtered(src, kernel, params), src, kernel, params);
        }
    }
}

//! Dozens of reflections: sums of few different pixels, each many times.
TEST(Convolution_LargerKernel, many_reflections)
{
    const Mat kernel(61, 85, CV_64F, Scalar(1));
    const Mat src = (Mat_<double>(1, 2) << 1, 3);
    for (int border : {BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP})
        for (int algorithm : {CONVOLUTION_AUTO, CONVOLUTION_DIRECT})
        {
            Params params;
            params.borderType = {border};
            params.algorithm = algorithm;
            double sums[2] = {};
            for (int x = 0; x < 2; x++)
                for (int k = -42; k <= 42; k++)
                    sums[x] += 61 * src.at<double>(0, borderInterpolate(x + k, 2, border));
            const Mat actual = filtered(src, kernel, params);
            for (int x = 0; x < 2; x++)
                EXPECT_NEAR(sums[x], actual.at<double>(0, x), 1e-11 * sums[x]) << border << ", " << algorithm;
        }
}

//! As cv::filter2D, which takes such kernels, too.
TEST(Convolution_LargerKernel, as_filter2D)
{
    for (int border : {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101})
    {
        const Mat src = arrayOf({4, 5}, CV_32F), kernel = kernelOf({9, 11}, CV_32F);
        Params params;
        params.borderType = {border};
        Mat expected;
        cv::filter2D(src, expected, -1, kernel, Point(-1, -1), 0, border);
        EXPECT_LE(relativeError(filtered(src, kernel, params), expected), 2e-6) << border;
    }
}

TEST(Convolution_LargerKernel, is_refused_with_valid)
{
    Params params;
    params.valid = true;
    const auto filter = createNonSeparableFilter(kernelOf({3, 4}, CV_32F), params);
    Mat dst;
    expectError(Error::StsUnmatchedSizes, "src has 3 elements along dimension 1 and the kernels 4", [&] {
        filter->apply(arrayOf({9, 3}, CV_8U), dst);
    });
    expectError(Error::StsBadArg, "size is 3 x 9 and the kernels have 4 elements along dimension 1",
                [&] { filter->estimateWorkspace(Size(3, 9), CV_8U); });
    EXPECT_TRUE(dst.empty());
    filter->apply(arrayOf({9, 4}, CV_8U), dst);
    EXPECT_EQ(Size(1, 7), dst.size());
}

// ---- Long sums ----

TEST(Convolution_FlatSums, every_number_of_taps)
{
    for (const Position& size : flatSumKernels())
        for (int algorithm : {CONVOLUTION_DIRECT, CONVOLUTION_STRICT, CONVOLUTION_AUTO, CONVOLUTION_SEPARABLE})
            for (uint64 seed = 1; seed <= 4; seed++)
            {
                const FlatSum sum(size, seed, algorithm);
                EXPECT_LE(sum.error(filtered(sum.src, sum.kernel, sum.params)), 2e-6) << sum.text();
            }
}

//! Rows that are their own mirror image, or nearly, are added in another order.
TEST(Convolution_FlatSums, of_nearly_equal_taps)
{
    for (int side : {9, 17, 23, 41, 64})
    {
        Mat kernel = kernelOf({side, side}, CV_64F);
        kernel = 1 + kernel * 1e-3;
        Mat narrow;
        kernel.convertTo(narrow, CV_32F);
        const Mat src = Mat(40, 150, CV_32F, Scalar(1)) + arrayOf({40, 150}, CV_32F) * 1e-3;
        for (int algorithm : {CONVOLUTION_DIRECT, CONVOLUTION_STRICT})
        {
            Params params;
            params.algorithm = algorithm;
            expectAsDefined(filtered(src, narrow, params), src, narrow, params);
        }
    }
}

TEST(Convolution_FlatSums, delta_is_added_last)
{
    for (double delta : {100., 128., -1000.})
        for (const Position& size : {Position{41, 41}, Position{3, 3}, Position{9, 9}, Position{17, 17},
                                     Position{5, 5, 5}, Position{1, 101}, Position{101, 1}})
            for (int algorithm : {CONVOLUTION_DIRECT, CONVOLUTION_STRICT, CONVOLUTION_AUTO, CONVOLUTION_SEPARABLE})
            {
                FlatSum sum(size, 5, algorithm);
                sum.setDelta(delta);
                EXPECT_LE(sum.error(filtered(sum.src, sum.kernel, sum.params)), 2e-6) << sum.text();
            }
}

// ---- Pixels that are unlike each other, and those that are not finite ----

//! AUTO takes Fourier transforms only where they lose nothing.
TEST(Convolution_UnlikePixels, errors_follow_from_windows)
{
    for (const UnlikePixels& row : unlikePixels())
        for (int type : {CV_32FC1, CV_32FC3, CV_64FC1})
            for (int border : {BORDER_REFLECT_101, BORDER_CONSTANT, BORDER_WRAP})
            {
                SCOPED_TRACE(format("%s, type %d, border %d", row.name, type, border));
                Params params;
                params.borderType = {border};
                params.borderValue = Scalar::all(border == BORDER_CONSTANT && type == CV_32FC1 ? 0.25 : 0);
                const Mat src = row.source(type), kernel = row.taps();
                expectWindowErrors(filtered(src, kernel, params), src, kernel, params,
                                   type == CV_64FC1 ? 1e-12 : 1e-5 + 1e-7);
            }
}

//! The choice is not that of a direct algorithm that never sees transforms.
TEST(Convolution_UnlikePixels, others_take_transforms)
{
    const Mat kernel = kernelOf({25, 25}, CV_32F);
    Mat src = arrayOf({400, 400}, CV_32F);
    Params fft;
    fft.algorithm = CONVOLUTION_FFT;
    EXPECT_TRUE(identical(filtered(src, kernel, fft), filtered(src, kernel, Params())));
    Mat spoilt = src.clone();
    spoilt.at<float>(200, 200) = std::numeric_limits<float>::quiet_NaN();
    // Of the image with a NaN, results far away are those of transforms as well.
    const Mat result = filtered(spoilt, kernel, Params());
    EXPECT_LE(relativeError(result(Rect(0, 0, 400, 150)).clone(),
                            filtered(src, kernel, Params())(Rect(0, 0, 400, 150)).clone()),
              2e-6);
}

//! Banks, complex numbers, integers: all ways out of a tile.
TEST(Convolution_UnlikePixels, of_all_kinds)
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (int kernelType : {CV_32FC1, CV_32FC2})
        for (bool complexSource : {false, true})
            for (int ddepth : {-1, int(CV_16F), int(CV_16S)})
            {
                SCOPED_TRACE(format("kernels %d, complex source %d, depth %d", kernelType, int(complexSource), ddepth));
                Params params, strict;
                params.complexSource = complexSource;
                params.ddepth = ddepth;
                strict = params;
                strict.algorithm = CONVOLUTION_STRICT;
                const std::vector<Mat> kernels = {kernelOf({25, 25}, kernelType, 1), kernelOf({25, 25}, kernelType, 2)};
                Mat src = arrayOf({130, 150}, CV_32FC2);
                src.at<Vec2f>(40, 50) = Vec2f(ddepth < 0 ? nan : 0.f, 0.5f);
                src.at<Vec2f>(100, 120) = Vec2f(0.25f, ddepth == CV_16S ? 1e8f : 1e5f);
                src(Rect(0, 0, 60, 30)).setTo(Scalar::all(0));
                std::vector<Mat> actual, expected;
                createNonSeparableFilter(kernels, params)->apply(src, actual);
                createNonSeparableFilter(kernels, strict)->apply(src, expected);
                for (size_t i = 0; i < 2; i++)
                {
                    Mat a, b;
                    flat(actual[i]).convertTo(a, CV_64F);
                    flat(expected[i]).convertTo(b, CV_64F);
                    const Mat finite = b == b;
                    EXPECT_EQ(0, cv::countNonZero(finite != (a == a)));
                    Mat difference = cv::abs(a - b) - 1e-3 * cv::abs(b);
                    difference.setTo(0, ~finite);
                    difference = difference.reshape(actual[i].channels(), 130);
                    difference(Rect(120 - 13, 100 - 13, 27, 27)).setTo(Scalar::all(0)); // sums of large numbers
                    double worst = 0;
                    cv::minMaxIdx(difference.reshape(1), nullptr, &worst);
                    EXPECT_LE(worst, ddepth == CV_16S ? 1 : 6e-3);
                }
            }
}

//! Transforms asked for by name stay what they are.
TEST(Convolution_UnlikePixels, transforms_by_name_spread_them)
{
    Mat src = arrayOf({60, 70}, CV_32F);
    src.at<float>(5, 5) = std::numeric_limits<float>::quiet_NaN();
    Params fft;
    fft.algorithm = CONVOLUTION_FFT;
    const Mat result = filtered(src, kernelOf({25, 25}, CV_32F), fft);
    EXPECT_LT(25 * 25, int(result.total()) - cv::countNonZero(result == result));
}

TEST(Convolution_UnlikePixels, number_of_threads)
{
    const ThreadCount saved;
    Mat src = arrayOf({700, 900}, CV_32F);
    src.at<float>(100, 100) = 1e9f;
    src.at<float>(600, 800) = std::numeric_limits<float>::infinity();
    const auto filter = createNonSeparableFilter(kernelOf({31, 33}, CV_32F));
    Mat expected, actual;
    setNumThreads(1);
    filter->apply(src, expected);
    setNumThreads(4);
    filter->apply(src, actual);
    EXPECT_TRUE(identical(expected, actual));
}

// ---- Denormal numbers ----

//! They count as zeros, and the caller's mode is as it was.
TEST(Convolution_Denormals, are_zeros)
{
    for (int type : {CV_32F, CV_64F})
        for (int algorithm : {CONVOLUTION_DIRECT, CONVOLUTION_FFT, CONVOLUTION_SEPARABLE})
        {
            const double tiny = type == CV_32F ? 1e-39 : 1e-310;
            const Mat src(300, 1500, type, Scalar(tiny));
            Params params;
            params.algorithm = algorithm;
            const Mat result = filtered(src, Mat(3, 3, CV_32F, Scalar(0.5)), params);
            EXPECT_EQ(0, cv::countNonZero(result)) << type << ", " << algorithm;
            volatile double number = tiny;
            volatile float single = 1e-39f;
            EXPECT_NE(0., number * 0.5);
            EXPECT_NE(0.f, single * 0.5f);
        }
}

//! They take no longer than other numbers. They took 78 times as long.
TEST(Convolution_Denormals, cost_nothing)
{
    const auto filter = createNonSeparableFilter(kernelOf({9, 9}, CV_32F));
    const Mat usual(400, 400, CV_32F, Scalar(1)), tiny(400, 400, CV_32F, Scalar(1e-40));
    Mat dst;
    const auto bestOf = [&](const Mat& src) {
        int64 best = INT64_MAX;
        for (int i = 0; i < 20; i++)
        {
            const int64 before = getTickCount();
            filter->apply(src, dst);
            best = std::min(best, getTickCount() - before);
        }
        return double(best);
    };
    bestOf(usual);
    EXPECT_LE(bestOf(tiny), 5 * bestOf(usual));
}

// ---- Kinds of kernels and results ----

//! Kernels of integers are those of the same floats.
TEST(Convolution_Kinds, integer_kernels)
{
    const Mat src = arrayOf({30, 40}, CV_32FC2);
    for (int depth : {CV_8U, CV_8S, CV_16U, CV_16S, CV_32S})
        for (int channels : {1, 2})
        {
            Mat integers, floats;
            kernelOf({5, 4}, CV_32FC(channels))
                .convertTo(integers, depth, 60, depth == CV_8U || depth == CV_16U ? 60 : 0);
            integers.convertTo(floats, CV_64F);
            EXPECT_TRUE(identical(filtered(src, floats, Params()), filtered(src, integers, Params()))) << depth;
        }
}

//! Halves as channels of one array, from kernels of low rank, too.
TEST(Convolution_Kinds, banks_of_low_rank_into_halves)
{
    std::vector<Mat> kernels;
    for (double sigma : {1.5, 2., 3.})
    {
        const Mat taps = getGaussianKernel(13, sigma, CV_64F);
        kernels.push_back(taps * taps.t());
    }
    for (int depth : {CV_8U, CV_16F, CV_32F})
        for (int channels : {1, 3})
            for (int ddepth : {CV_16F, CV_16U, CV_32F, CV_64F})
                for (int algorithm : {CONVOLUTION_AUTO, CONVOLUTION_STRICT, CONVOLUTION_SEPARABLE, CONVOLUTION_DIRECT})
                {
                    Params params;
                    params.ddepth = ddepth;
                    params.algorithm = algorithm;
                    const Mat src = arrayOf({30, 40}, CV_MAKETYPE(depth, channels));
                    const auto filter = createNonSeparableFilter(kernels, params);
                    Mat all;
                    std::vector<Mat> list, ofAll;
                    filter->apply(src, all);
                    filter->apply(src, list);
                    ASSERT_EQ(CV_MAKETYPE(ddepth, 3 * channels), all.type());
                    const Mat plain = flat(all).reshape(1, int(all.total()));
                    for (size_t i = 0; i < 3; i++)
                    {
                        const Mat part = plain.colRange(int(i) * channels, int(i + 1) * channels).clone();
                        EXPECT_TRUE(identical(flat(list[i]), flat(part)))
                            << i << ", depths " << depth << ", " << ddepth;
                    }
                }
}

//! A Mat has up to CV_CN_MAX channels.
TEST(Convolution_Kinds, many_channels)
{
    const Mat kernel = kernelOf({3, 3}, CV_32F);
    const Mat src = arrayOf({6, 7}, CV_32FC(CV_CN_MAX));
    Mat expected, all;
    std::vector<Mat> parts;
    expectAsDefined(filtered(src, kernel, Params()), src, kernel, Params());
    const auto two = createNonSeparableFilter(std::vector<Mat>{kernel, kernel});
    expectError(Error::BadNumChannels, "dst would have 1024 channels", [&] { two->apply(src, all); });
    EXPECT_TRUE(all.empty());
    two->apply(src, parts);
    EXPECT_TRUE(identical(parts[0], filtered(src, kernel, Params())));
    EXPECT_TRUE(identical(parts[1], parts[0]));
}

// ---- Errors ----

TEST(Convolution_Negative, lists_of_results)
{
    const auto filter = createNonSeparableFilter(std::vector<Mat>(3, kernelOf({3, 3}, CV_32F)));
    const Mat src = arrayOf({9, 8}, CV_8U);
    const Mat before(9, 8, CV_8U, Scalar(7));
    std::vector<Mat_<float>> floats(3);
    std::vector<Mat_<float>> noFloats;
    std::vector<Mat> two = {before.clone(), before.clone()}, small(3, Mat(2, 2, CV_8U));
    const std::vector<Mat>&fixedTwo = two, &fixedSmall = small;
    std::vector<UMat> uTwo(2);
    const std::vector<UMat>& fixedUTwo = uTwo;
    const BadCall rows[] = {
        {"dst[0] has the fixed type CV_32FC1; CV_8UC1 is needed", Error::StsUnmatchedFormats,
         [&] { filter->apply(src, floats); }},
        {"dst[0] has the fixed type CV_32FC1; CV_8UC1 is needed", Error::StsUnmatchedFormats,
         [&] { filter->apply(src, noFloats); }},
        {"dst is a list of fixed length with 2 arrays; 3 are needed", Error::StsUnmatchedSizes,
         [&] { filter->apply(src, fixedTwo); }},
        {"dst is a list of fixed length with 2 arrays; 3 are needed", Error::StsUnmatchedSizes,
         [&] { filter->apply(src, fixedUTwo); }},
        {"dst[0] has the fixed size 2 x 2; 8 x 9 is needed", Error::StsUnmatchedSizes,
         [&] { filter->apply(src, fixedSmall); }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
    EXPECT_TRUE(identical(before, two[0]));
    EXPECT_TRUE(noFloats.empty());
    // What fits is taken.
    std::vector<Mat_<uchar>> bytes;
    filter->apply(src, bytes);
    ASSERT_EQ(3u, bytes.size());
    std::vector<Mat> three = {before.clone(), before.clone(), before.clone()};
    const std::vector<Mat>& fixedThree = three;
    const uchar* const data = three[1].data;
    filter->apply(src, fixedThree);
    EXPECT_EQ(data, three[1].data);
    EXPECT_TRUE(identical(bytes[1], three[1]));
}

TEST(Convolution_Negative, types_of_estimates)
{
    const auto filter = createNonSeparableFilter(kernelOf({3, 3}, CV_32F));
    for (int type : {-1, CV_MAKETYPE(0, 513), 4096, INT_MIN})
        expectError(Error::StsUnsupportedFormat, format("type is %d", type).c_str(),
                    [&] { filter->estimateWorkspace(Size(10, 10), type); });
    expectError(Error::StsUnsupportedFormat, "CV_32S", [&] { filter->estimateWorkspace(Size(10, 10), CV_32S); });
}

}} // namespace opencv_test::
