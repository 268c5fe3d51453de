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

//! No figure counts unless the same filter gives the same result in double.
void expectAsInDouble(const Ptr<RecursiveFilter>& filter, const Mat& src, const Mat& result)
{
    Mat twice, expected;
    src.convertTo(twice, CV_64F);
    filter->apply(twice, expected);
    ASSERT_TRUE(checkRange(result));
    EXPECT_LE(cvtest::norm(Mat_<double>(result), expected, NORM_INF), 2e-5 * cvtest::norm(expected, NORM_INF));
}

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
    const auto filter = createRecursiveGaussianFilter(sigma, sigma, 0, 0, border, Scalar(), approximation);
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
    const auto filter = createRecursiveGaussianFilter(5, 5, 0, 0, BORDER_REFLECT, Scalar(), GAUSSIAN_VAN_VLIET_3, -1,
                                                      get<1>(GetParam()));
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
    const auto filter = createRecursiveGaussianFilter(5, 5, 0, 0, BORDER_REPLICATE, Scalar(), get<1>(GetParam()));
    measure(src, dst, [&] { filter->apply(src, dst); });
    expectAsInDouble(filter, src, dst);
    TEST_CYCLE_N(3) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

typedef perf::TestBaseWithParam<tuple<ApproximationEnum, double>> Gaussian_Factory;

//! The cost of making a filter, which every call of recursiveGaussianBlur pays.
PERF_TEST_P(Gaussian_Factory, create, testing::Combine(ApproximationEnum::all(), testing::Values(2., 30., 1000.)))
{
    const int approximation = get<0>(GetParam());
    const double sigma = get<1>(GetParam());
    const int border = approximation >= GAUSSIAN_LEE_ONE_WAY ? BORDER_REPLICATE : BORDER_REFLECT; // they have no other
    TEST_CYCLE_N(30) createRecursiveGaussianFilter(sigma, sigma, 0, 0, border, Scalar(), approximation);
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
