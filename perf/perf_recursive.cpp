// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Recursive filters on the CPU against the fastest copy.

#include "copy_reference.hpp"
#include "perf_any_filter.hpp"

#include "opencv2/imgproc.hpp"

namespace opencv_test { namespace {

//! No figure counts unless another algorithm has the same result; integers may be rounded to either side.
void expectSame(const Mat& src, const Mat& result, int kind, int borderType, int algorithm)
{
    const bool isReal = result.depth() >= CV_32F && result.depth() != CV_16F;
    Mat other, difference;
    makeFilter(kind, borderType, algorithm == RECURSIVE_ALG_4 ? RECURSIVE_ALG_RT : RECURSIVE_ALG_4,
               isReal ? -1 : CV_32F)
        ->apply(src, other);
    ASSERT_TRUE(checkRange(other));
    ASSERT_TRUE(result.depth() == CV_16F || checkRange(result));
    Mat wide;
    result.convertTo(wide, other.depth());
    const double rounding = result.depth() == CV_16F ? 1. / 1024 : isReal ? 0 : 0.502;
    EXPECT_LE(cvtest::norm(wide, other, NORM_INF), rounding + 2e-5 * cvtest::norm(other, NORM_INF));
}

//! Measures a filter and leaves its result in dst.
Ptr<RecursiveFilter> measureFilter(const Mat& src, Mat& dst, int kind, int borderType, int algorithm = RECURSIVE_AUTO)
{
    const Ptr<RecursiveFilter> filter = makeFilter(kind, borderType, algorithm);
    measure(src, dst, [&] { filter->apply(src, dst); });
    expectSame(src, dst, kind, borderType, algorithm);
    return filter;
}

// ---- The CPU table of doc/benchmarks.md: size x filter x border

typedef perf::TestBaseWithParam<tuple<Size, FilterEnum, BorderEnum>> Recursive_Float;

PERF_TEST_P(Recursive_Float, apply,
            testing::Combine(testing::Values(Size(1024, 1024), Size(2048, 2048), Size(4096, 4096), Size(8192, 8192)),
                             FilterEnum::all(), testing::Values(BORDER_CONSTANT, BORDER_REFLECT)))
{
    const Size size = get<0>(GetParam());
    const int kind = get<1>(GetParam()), borderType = get<2>(GetParam());
    const Mat src = noise(size, CV_32FC1);
    Mat dst = paddedImage(size, CV_32FC1);
    const Ptr<RecursiveFilter> filter = measureFilter(src, dst, kind, borderType);
    TEST_CYCLE_N(10) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

// ---- Filters that users bring

typedef perf::TestBaseWithParam<tuple<int, MatDepth, AnyFilter>> Recursive_Any;

//! No figure counts unless sections along whole lines have the same result in double.
void expectAsByLines(const AnyFilter& filter, const Mat& src, const Mat& result)
{
    Mat byLines;
    filter.make(RECURSIVE_ALG_RT)->apply(src, byLines);
    ASSERT_TRUE(checkRange(result));
    EXPECT_LE(cvtest::norm(result, byLines, NORM_INF), 1e-9 * cvtest::norm(byLines, NORM_INF));
}

//! Beside a copy, and by turns with order 3 both ways of floats, in whose times the table of doc/benchmarks.md counts.
PERF_TEST_P(Recursive_Any, apply,
            testing::Combine(testing::Values(512, 1024, 2048, 4096, 8192), testing::Values(CV_32F, CV_64F),
                             testing::ValuesIn(AnyFilter::all())))
{
    const int side = get<0>(GetParam()), depth = get<1>(GetParam());
    const Mat floats = noise(Size(side, side), CV_32F), src = noise(Size(side, side), depth);
    Mat dst = paddedImage(src.size(), depth), smooth = paddedImage(src.size(), CV_32F);
    const Ptr<RecursiveFilter> filter = get<2>(GetParam()).make(), order3 = makeFilter(ORDER_3, BORDER_REFLECT);
    const auto apply = [&] { filter->apply(src, dst); };
    std::vector<double> times, units;
    for (int left = repetitionsWithin(apply); left-- > 0;)
    {
        times.push_back(copy_reference::warmSeconds(apply));
        units.push_back(copy_reference::warmSeconds([&] { order3->apply(floats, smooth); }));
    }
    const double ofOrder3 = copy_reference::median(times) / copy_reference::median(units);
    printf("[  ORDER 3 ] %.3f times\n", ofOrder3);
    RecordProperty("of_order_3", format("%.3f", ofOrder3).c_str());
    measure(src, dst, apply);
    if (depth == CV_32F)
        expectAsInDouble(filter, src, dst);
    else
        expectAsByLines(get<2>(GetParam()), src, dst);
    TEST_CYCLE_N(3) apply();
    SANITY_CHECK_NOTHING();
}

// ---- All borders

typedef perf::TestBaseWithParam<BorderEnum> Recursive_Border;

PERF_TEST_P(Recursive_Border, order_3_4096, BorderEnum::all())
{
    const Mat src = noise(Size(4096, 4096), CV_32FC1);
    Mat dst = paddedImage(src.size(), CV_32FC1);
    const Ptr<RecursiveFilter> filter = measureFilter(src, dst, ORDER_3, GetParam());
    TEST_CYCLE_N(10) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

// ---- The papers' algorithms

typedef perf::TestBaseWithParam<tuple<Size, FilterEnum, Algorithm>> Recursive_Algorithm;

PERF_TEST_P(Recursive_Algorithm, apply,
            testing::Combine(testing::Values(Size(512, 512), Size(1024, 1024), Size(2048, 2048), Size(4096, 4096),
                                             Size(8192, 8192)),
                             testing::Values(ORDER_1, ORDER_3),
                             testing::ValuesIn(Algorithm::all(&cv::recfilter::Schedule::onHost))))
{
    const Size size = get<0>(GetParam());
    const int kind = get<1>(GetParam());
    const Algorithm algorithm = get<2>(GetParam());
    const Mat src = noise(size, CV_32FC1);
    Mat dst = paddedImage(size, CV_32FC1);
    const Ptr<RecursiveFilter> filter = measureFilter(src, dst, kind, algorithm.border(), algorithm);
    TEST_CYCLE_N(10) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

// ---- Depths and channels

typedef perf::TestBaseWithParam<tuple<MatType, FilterEnum>> Recursive_Type;

PERF_TEST_P(Recursive_Type, apply_2048,
            testing::Combine(testing::Values(CV_8UC1, CV_16UC1, CV_16SC1, CV_16FC1, CV_32FC1, CV_64FC1, CV_8UC3,
                                             CV_8UC4, CV_16UC3, CV_32FC2, CV_32FC3, CV_32FC4, CV_32FC(6)),
                             testing::Values(ORDER_1, ORDER_3)))
{
    const Mat src = noise(Size(2048, 2048), get<0>(GetParam()));
    Mat dst = paddedImage(src.size(), src.type());
    const Ptr<RecursiveFilter> filter = measureFilter(src, dst, get<1>(GetParam()), BORDER_REFLECT);
    TEST_CYCLE_N(10) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

typedef perf::TestBaseWithParam<tuple<MatType, Size, FilterEnum>> Recursive_SmallType;

//! Whether fewer bytes take less time.
PERF_TEST_P(Recursive_SmallType, apply,
            testing::Combine(testing::Values(CV_8UC1, CV_16UC1, CV_32FC1),
                             testing::Values(Size(2048, 2048), Size(4096, 4096), Size(8192, 8192)),
                             testing::Values(ORDER_1, ORDER_3)))
{
    const Mat src = noise(get<1>(GetParam()), get<0>(GetParam()));
    Mat dst = paddedImage(src.size(), src.type());
    const Ptr<RecursiveFilter> filter = measureFilter(src, dst, get<2>(GetParam()), BORDER_REFLECT);
    TEST_CYCLE_N(10) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

// ---- Rows that start anywhere in a cache line

typedef perf::TestBaseWithParam<tuple<MatType, FilterEnum>> Recursive_Unaligned;

PERF_TEST_P(Recursive_Unaligned, apply_2047,
            testing::Combine(testing::Values(CV_8UC1, CV_32FC1, CV_8UC3, CV_32FC3), testing::Values(ORDER_1, ORDER_3)))
{
    const Mat src = noise(Size(2047, 2047), get<0>(GetParam())).clone();
    Mat dst(src.size(), src.type(), Scalar::all(0));
    const Ptr<RecursiveFilter> filter = measureFilter(src, dst, get<1>(GetParam()), BORDER_REFLECT);
    TEST_CYCLE_N(10) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

// ---- A pitch that is a power of two

typedef perf::TestBaseWithParam<tuple<Size, FilterEnum>> Recursive_Continuous;

PERF_TEST_P(Recursive_Continuous, apply,
            testing::Combine(testing::Values(Size(1024, 1024), Size(4096, 4096)), FilterEnum::all()))
{
    const Mat src = noise(get<0>(GetParam()), CV_32FC1).clone();
    Mat dst(src.size(), CV_32FC1);
    const Ptr<RecursiveFilter> filter = measureFilter(src, dst, get<1>(GetParam()), BORDER_REFLECT);
    TEST_CYCLE_N(10) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

// ---- OpenCV's own filters

typedef perf::TestBaseWithParam<tuple<Size, int>> Today;

PERF_TEST_P(Today, GaussianBlur,
            testing::Combine(testing::Values(Size(1024, 1024), Size(4096, 4096)), testing::Values(2, 5, 30)))
{
    const Mat src = noise(get<0>(GetParam()), CV_32FC1);
    Mat dst = paddedImage(src.size(), CV_32FC1);
    const double sigma = get<1>(GetParam());
    const auto blur = [&] { cv::GaussianBlur(src, dst, Size(), sigma, sigma, BORDER_REFLECT); };
    reportRatio(measureAgainstCopy(blur, bytesOf(src), bytesOf(dst), 3), bytesOf(src), bytesOf(dst));
    TEST_CYCLE_N(1) blur();
    SANITY_CHECK_NOTHING();
}

PERF_TEST_P(Today, boxFilter,
            testing::Combine(testing::Values(Size(1024, 1024), Size(4096, 4096)), testing::Values(31)))
{
    const Mat src = noise(get<0>(GetParam()), CV_32FC1);
    Mat dst = paddedImage(src.size(), CV_32FC1);
    const int width = get<1>(GetParam());
    const auto blur = [&] { cv::boxFilter(src, dst, CV_32F, Size(width, width), Point(-1, -1), true, BORDER_REFLECT); };
    reportRatio(measureAgainstCopy(blur, bytesOf(src), bytesOf(dst), 5), bytesOf(src), bytesOf(dst));
    TEST_CYCLE_N(3) blur();
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test
