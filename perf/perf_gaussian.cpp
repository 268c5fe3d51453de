// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Gaussians on the CPU against the fastest copy.

#include "copy_reference.hpp"
#include "perf_filters.hpp"

#include "opencv2/imgproc.hpp"

namespace opencv_test { namespace {

CV_ENUM(ApproximationEnum, GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE, GAUSSIAN_VAN_VLIET_3, GAUSSIAN_VAN_VLIET_4,
        GAUSSIAN_VAN_VLIET_5, GAUSSIAN_YOUNG_VAN_VLIET, GAUSSIAN_LEE_ONE_WAY, GAUSSIAN_LEE_TWO_WAY)

typedef perf::TestBaseWithParam<tuple<Size, ApproximationEnum, double>> Gaussian_Sigma;

PERF_TEST_P(Gaussian_Sigma, apply,
            testing::Combine(testing::Values(Size(1024, 1024), Size(4096, 4096)), ApproximationEnum::all(),
                             testing::Values(2., 5., 30., 100., 1000.)))
{
    const int approximation = get<1>(GetParam());
    const double sigma = get<2>(GetParam());
    const Mat src = noise(get<0>(GetParam()), CV_32FC1);
    Mat dst = paddedImage(src.size(), src.type());
    const int border = approximation >= GAUSSIAN_LEE_ONE_WAY ? BORDER_REPLICATE : BORDER_REFLECT; // they have no other
    const auto filter = gaussianFilter(sigma, border, approximation);
    measure(src, dst, [&] { filter->apply(src, dst); });
    expectAsInDouble(filter, src, dst);
    TEST_CYCLE_N(3) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

CV_ENUM(FusionEnum, RECURSIVE_ALG_5_4, RECURSIVE_ALG_6, RECURSIVE_AUTO)

typedef perf::TestBaseWithParam<tuple<Size, FusionEnum>> Gaussian_Fusion;

//! The Gaussian of Nehab et al. 2011, section 8: as 5_1 + 4_2, as 5_3, and as this module runs it.
PERF_TEST_P(Gaussian_Fusion, van_vliet_3,
            testing::Combine(testing::Values(Size(1024, 1024), Size(2048, 2048), Size(4096, 4096), Size(8192, 8192)),
                             FusionEnum::all()))
{
    const Mat src = noise(get<0>(GetParam()), CV_32FC1);
    Mat dst = paddedImage(src.size(), src.type());
    const auto filter = gaussianFilter(5, BORDER_REFLECT, GAUSSIAN_VAN_VLIET_3, get<1>(GetParam()));
    measure(src, dst, [&] { filter->apply(src, dst); });
    expectAsInDouble(filter, src, dst);
    TEST_CYCLE_N(3) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

CV_ENUM(LeeEnum, GAUSSIAN_LEE_ONE_WAY, GAUSSIAN_LEE_TWO_WAY)

typedef perf::TestBaseWithParam<tuple<Size, LeeEnum>> Gaussian_Lee;

PERF_TEST_P(Gaussian_Lee, apply,
            testing::Combine(testing::Values(Size(512, 512), Size(1920, 1080), Size(4096, 4096)), LeeEnum::all()))
{
    const Mat src = noise(get<0>(GetParam()), CV_32FC1);
    Mat dst = paddedImage(src.size(), src.type());
    const auto filter = gaussianFilter(5, BORDER_REPLICATE, get<1>(GetParam()));
    measure(src, dst, [&] { filter->apply(src, dst); });
    expectAsInDouble(filter, src, dst);
    TEST_CYCLE_N(3) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

typedef perf::TestBaseWithParam<tuple<ApproximationEnum, double>> Gaussian_Factory;

//! The cost of making a filter, which the first call of recursiveGaussianBlur pays.
PERF_TEST_P(Gaussian_Factory, create, testing::Combine(ApproximationEnum::all(), testing::Values(2., 30., 1000.)))
{
    const int approximation = get<0>(GetParam());
    const double sigma = get<1>(GetParam());
    const int border = approximation >= GAUSSIAN_LEE_ONE_WAY ? BORDER_REPLICATE : BORDER_REFLECT; // they have no other
    TEST_CYCLE_N(30) gaussianFilter(sigma, border, approximation);
    SANITY_CHECK_NOTHING();
}

typedef perf::TestBaseWithParam<tuple<Size, MatType>> Gaussian_Blur;

//! recursiveGaussianBlur in a loop of frames, by turns with a filter that the caller keeps.
PERF_TEST_P(Gaussian_Blur, over_kept_filter,
            testing::Combine(testing::Values(Size(640, 480), Size(1920, 1080)), testing::Values(CV_8UC3, CV_32FC1)))
{
    const Mat src = noise(get<0>(GetParam()), get<1>(GetParam()));
    Mat dst(src.size(), src.type()), expected;
    const auto filter = createRecursiveGaussianFilter(80);
    filter->apply(src, expected);
    std::vector<double> kept, called;
    for (int i = 0; i < 101; i++)
    {
        kept.push_back(copy_reference::warmSeconds([&] { filter->apply(src, dst); }));
        called.push_back(copy_reference::warmSeconds([&] { recursiveGaussianBlur(src, dst, 80); }));
    }
    EXPECT_EQ(0, cvtest::norm(dst, expected, NORM_INF));
    const double ratio = copy_reference::median(called) / copy_reference::median(kept);
    printf("[  RATIO   ] %.4f ms, kept filter: R = %.3f\n", copy_reference::median(called) * 1e3, ratio);
    RecordProperty("R", cv::format("%.3f", ratio).c_str());
    TEST_CYCLE_N(3) recursiveGaussianBlur(src, dst, 80);
    SANITY_CHECK_NOTHING();
}

typedef perf::TestBaseWithParam<tuple<Size, double>> Gaussian_OpenCV;

PERF_TEST_P(Gaussian_OpenCV, GaussianBlur,
            testing::Combine(testing::Values(Size(1024, 1024)), testing::Values(2., 5., 30., 100.)))
{
    const double sigma = get<1>(GetParam());
    const Mat src = noise(get<0>(GetParam()), CV_32FC1);
    Mat dst = paddedImage(src.size(), src.type());
    const auto blur = [&] { GaussianBlur(src, dst, Size(), sigma, sigma, BORDER_REFLECT); };
    reportRatio(measureAgainstCopy(blur, bytesOf(src), bytesOf(dst), 3), bytesOf(src), bytesOf(dst));
    TEST_CYCLE_N(1) blur();
    SANITY_CHECK_NOTHING();
}

typedef perf::TestBaseWithParam<tuple<Size, int>> Spline_Degree;

PERF_TEST_P(Spline_Degree, prefilter,
            testing::Combine(testing::Values(Size(1024, 1024), Size(4096, 4096)), testing::Values(2, 3, 5, 7, 9)))
{
    const Mat src = noise(get<0>(GetParam()), CV_32FC1);
    Mat dst = paddedImage(src.size(), src.type());
    const auto filter = createBSplinePrefilter(get<1>(GetParam()));
    measure(src, dst, [&] { filter->apply(src, dst); });
    expectAsInDouble(filter, src, dst);
    TEST_CYCLE_N(3) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test
