// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The functions beside a blur on the CPU against the fastest copy; OpenCV's functions of these names beside them.

#include "copy_reference.hpp"
#include "perf_filters.hpp"
#include "perf_functions.hpp"

#include "opencv2/imgproc.hpp"

namespace opencv_test { namespace {

typedef perf::TestBaseWithParam<tuple<Size, MatType, FunctionRow>> Functions_Any;

//! Tensors are of one channel.
bool takes(const FunctionRow& row, int type)
{
    const std::string name = row.name;
    return CV_MAT_CN(type) == 1 || (name != "structure_tensor" && name != "Hessian");
}

PERF_TEST_P(Functions_Any, apply,
            testing::Combine(testing::Values(Size(1920, 1080), Size(4096, 4096)),
                             testing::Values(CV_32FC1, CV_8UC1, CV_8UC3), testing::ValuesIn(functionRows())))
{
    const FunctionRow& row = get<2>(GetParam());
    const Size size = get<0>(GetParam());
    if (!takes(row, get<1>(GetParam())))
        throw SkipTestException("of one channel");
    const Mat src = noise(size, get<1>(GetParam())), second = row.second ? row.second(size) : Mat();
    Mat dst;
    row.call(src, second, dst, nullptr);
    EXPECT_TRUE(checkRange(dst));
    measure(src, dst, [&] { row.call(src, second, dst, nullptr); });
    TEST_CYCLE_N(3) row.call(src, second, dst, nullptr);
    SANITY_CHECK_NOTHING();
}

typedef perf::TestBaseWithParam<tuple<Size, MatType>> Functions_OpenCV;

PERF_TEST_P(Functions_OpenCV, boxFilter,
            testing::Combine(testing::Values(Size(1920, 1080), Size(4096, 4096)),
                             testing::Values(CV_32FC1, CV_8UC1, CV_8UC3)))
{
    const Mat src = noise(get<0>(GetParam()), get<1>(GetParam()));
    Mat dst(src.size(), src.type());
    measure(src, dst, [&] { cv::boxFilter(src, dst, -1, Size(61, 61)); });
    TEST_CYCLE_N(3) cv::boxFilter(src, dst, -1, Size(61, 61));
    SANITY_CHECK_NOTHING();
}

PERF_TEST_P(Functions_OpenCV, warpAffine,
            testing::Combine(testing::Values(Size(1920, 1080), Size(4096, 4096)),
                             testing::Values(CV_32FC1, CV_8UC1, CV_8UC3)))
{
    const Mat src = noise(get<0>(GetParam()), get<1>(GetParam()));
    Mat dst(src.size(), src.type());
    const Matx23d turn(0.98, -0.17, 300, 0.17, 0.98, -300);
    const auto warp = [&] {
        cv::warpAffine(src, dst, turn, src.size(), INTER_CUBIC | WARP_INVERSE_MAP, BORDER_REFLECT_101);
    };
    measure(src, dst, warp);
    TEST_CYCLE_N(3) warp();
    SANITY_CHECK_NOTHING();
}

}} // namespace
