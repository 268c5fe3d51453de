// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Banded systems on the CPU against the fastest copy.

#include "copy_reference.hpp"
#include "perf_banded_systems.hpp"

namespace opencv_test { namespace {

typedef perf::TestBaseWithParam<tuple<Size, SystemEnum, BorderEnum>> Banded_Float;

PERF_TEST_P(Banded_Float, apply,
            testing::Combine(testing::Values(Size(1024, 1024), Size(2048, 2048), Size(4096, 4096), Size(8192, 8192)),
                             SystemEnum::all(), testing::Values(BORDER_CONSTANT, BORDER_REFLECT)))
{
    const Size size = get<0>(GetParam());
    const int kind = get<1>(GetParam()), borderType = get<2>(GetParam());
    const Mat src = noise(size, CV_32FC1);
    Mat dst = paddedImage(size, CV_32FC1);
    const Ptr<RecursiveFilter> solver = createBandedSolver(bandOf(kind), borderType);
    measure(src, dst, [&] { solver->apply(src, dst); });
    expectSolved(src, dst, kind, borderType);
    TEST_CYCLE_N(10) solver->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

//! The spline of degree 3 as a system (5v), by exact borders (6e) and by padding (6b): figure 10 of Nehab and Maximo.
enum SplineMethod
{
    SPLINE_5V,
    SPLINE_6E,
    SPLINE_6B,
    SPLINE_AUTO
};
CV_ENUM(MethodEnum, SPLINE_5V, SPLINE_6E, SPLINE_6B, SPLINE_AUTO)

typedef perf::TestBaseWithParam<tuple<Size, MethodEnum>> Banded_Spline;

PERF_TEST_P(Banded_Spline, method,
            testing::Combine(testing::Values(Size(1024, 1024), Size(2048, 2048), Size(4096, 4096)), MethodEnum::all()))
{
    const int method = get<1>(GetParam());
    const Mat src = noise(get<0>(GetParam()), CV_32FC1);
    Mat dst = paddedImage(src.size(), CV_32FC1);
    const int algorithm = method == SPLINE_6E   ? RECURSIVE_ALG_6
                          : method == SPLINE_6B ? int(RECURSIVE_ALG_6B)
                                                : int(RECURSIVE_AUTO);
    const Ptr<RecursiveFilter> solver = method == SPLINE_5V
                                            ? createBandedSolver(bandOf(SPLINE_3), BORDER_REFLECT_101)
                                            : createBSplinePrefilter(3, BORDER_REFLECT_101, -1, algorithm);
    measure(src, dst, [&] { solver->apply(src, dst); });
    expectSolved(src, dst, SPLINE_3, BORDER_REFLECT_101);
    TEST_CYCLE_N(10) solver->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

typedef perf::TestBaseWithParam<MatType> Banded_Type;

PERF_TEST_P(Banded_Type, spline_3_2048, testing::Values(CV_8UC1, CV_16SC1, CV_32FC1, CV_64FC1, CV_8UC3, CV_32FC3))
{
    const Mat src = noise(Size(2048, 2048), GetParam());
    Mat dst = paddedImage(src.size(), src.type());
    const Ptr<RecursiveFilter> solver = createBandedSolver(bandOf(SPLINE_3), BORDER_REFLECT_101);
    measure(src, dst, [&] { solver->apply(src, dst); });
    TEST_CYCLE_N(10) solver->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test
