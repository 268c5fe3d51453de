// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Non-separable filters on the CPU, beside cv::filter2D.

#include "copy_reference.hpp"

#include "opencv2/imgproc.hpp"

namespace opencv_test { namespace {

//! Values from 0 to 1, or all bytes.
Mat valuesOf(const std::vector<int>& sizes, int type)
{
    Mat values(int(sizes.size()), sizes.data(), type);
    RNG rng(1);
    rng.fill(values, RNG::UNIFORM, 0, CV_MAT_DEPTH(type) == CV_8U ? 256 : 1);
    return values;
}

//! A kernel of full rank whose taps sum to about 0.
Mat denseKernel(int dims, int size)
{
    Mat taps(dims, std::vector<int>(size_t(dims), size).data(), CV_32F);
    RNG rng(2);
    rng.fill(taps, RNG::UNIFORM, -1, 1);
    return taps / std::pow(size, dims / 2.);
}

/** Medians in milliseconds of functions that take turns.
@param repetitions of each */
std::vector<double> millisecondsInTurn(const std::vector<std::function<void()>>& functions, int repetitions)
{
    std::vector<std::vector<double>> times(functions.size());
    for (int i = 0; i < repetitions; i++)
        for (size_t k = 0; k < functions.size(); k++)
            times[k].push_back(1e3 * copy_reference::warmSeconds(functions[k]));
    std::vector<double> medians;
    for (const auto& list : times)
        medians.push_back(copy_reference::median(list));
    return medians;
}

//! Prints time, rate and the ratio to a peer.
void report(double milliseconds, double multiplyAdds, const char* peer, double peerMilliseconds)
{
    printf("[  RATE    ] %.3f ms, %.1f G multiply-adds/s", milliseconds, multiplyAdds / milliseconds / 1e6);
    if (peerMilliseconds > 0)
        printf("; %s %.3f ms: %.2f times as long", peer, peerMilliseconds, peerMilliseconds / milliseconds);
    printf("\n");
    ::testing::Test::RecordProperty("median_ms", cv::format("%.4f", milliseconds).c_str());
    ::testing::Test::RecordProperty("peer_ms", cv::format("%.4f", peerMilliseconds).c_str());
}

typedef perf::TestBaseWithParam<tuple<int, MatType, int>> Convolution_2D;

PERF_TEST_P(Convolution_2D, against_filter2D,
            testing::Combine(testing::Values(2048, 4096), testing::Values(CV_32FC1, CV_8UC1, CV_8UC3),
                             testing::Values(3, 5, 7, 9, 11, 13, 15, 17)))
{
    const int side = get<0>(GetParam()), size = get<2>(GetParam());
    const Mat src = valuesOf({side, side}, get<1>(GetParam())), kernel = denseKernel(2, size);
    Mat dst, expected;
    const auto filter = createNonSeparableFilter(kernel);
    const std::vector<double> medians =
        millisecondsInTurn({[&] { filter->apply(src, dst); }, [&] { cv::filter2D(src, expected, -1, kernel); }}, 5);
    const double scale = src.depth() == CV_8U ? 1 : cvtest::norm(expected, NORM_INF) * 1e-5;
    EXPECT_LE(cvtest::norm(dst, expected, NORM_INF), scale);
    report(medians[0], double(src.total()) * src.channels() * size * size, "cv::filter2D", medians[1]);
    TEST_CYCLE_N(1) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

typedef perf::TestBaseWithParam<int> Convolution_Mirrored;

//! Kernels whose rows are their own mirror image, beside others.
PERF_TEST_P(Convolution_Mirrored, against_others, testing::Values(3, 5, 7, 9, 11, 17))
{
    const Mat src = valuesOf({2048, 2048}, CV_32F), kernel = denseKernel(2, GetParam());
    Mat mirrored, dst;
    cv::flip(kernel, mirrored, 1);
    NonSeparableParams params;
    params.algorithm = CONVOLUTION_DIRECT;
    const auto filter = createNonSeparableFilter(kernel + mirrored, params);
    const auto other = createNonSeparableFilter(kernel, params);
    const std::vector<double> medians =
        millisecondsInTurn({[&] { filter->apply(src, dst); }, [&] { other->apply(src, dst); }}, 9);
    report(medians[0], double(src.total()) * GetParam() * GetParam(), "other kernels", medians[1]);
    TEST_CYCLE_N(1) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

typedef perf::TestBaseWithParam<tuple<int, int>> Convolution_Volume;

//! 256^3, and 128^3 over 8 points in time.
PERF_TEST_P(Convolution_Volume, apply,
            testing::Values(std::make_tuple(3, 3), std::make_tuple(3, 5), std::make_tuple(3, 7), std::make_tuple(3, 9),
                            std::make_tuple(4, 3), std::make_tuple(4, 5)))
{
    const int dims = get<0>(GetParam()), size = get<1>(GetParam());
    const Mat src = valuesOf(dims == 3 ? std::vector<int>{256, 256, 256} : std::vector<int>{8, 128, 128, 128}, CV_32F);
    Mat dst;
    const auto filter = createNonSeparableFilter(denseKernel(dims, size));
    const double time = millisecondsInTurn({[&] { filter->apply(src, dst); }}, 3)[0];
    report(time, double(src.total()) * std::pow(size, dims), "", 0);
    TEST_CYCLE_N(1) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test::
