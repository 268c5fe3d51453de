// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Recursive filters of volumes, batches of small images and long lines on the CPU, against the fastest copy.

#include "copy_reference.hpp"
#include "perf_volumes.hpp"

namespace opencv_test { namespace {

void measure(const Ptr<RecursiveFilter>& filter, const Mat& src, Mat& dst)
{
    const auto apply = [&] { filter->apply(src, dst); };
    reportRatio(measureAgainstCopy(apply, bytesOf(src), bytesOf(dst), repetitionsWithin(apply)), bytesOf(src),
                bytesOf(dst));
}

typedef perf::TestBaseWithParam<tuple<Volume, MatType, FilterEnum>> Recursive_Volume;

PERF_TEST_P(Recursive_Volume, apply,
            testing::Combine(testing::ValuesIn(Volume::all()), testing::Values(CV_32F, CV_8U),
                             testing::Values(ORDER_1, ORDER_3, BSPLINE_3)))
{
    const Volume volume = get<0>(GetParam());
    const Mat src = volume.noise(get<1>(GetParam()));
    Mat dst(volume.sizes, src.type());
    const Ptr<RecursiveFilter> filter = makeArrayFilter(get<2>(GetParam()), volume.dimensions);
    measure(filter, src, dst);
    TEST_CYCLE_N(1) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

//! Many small images, and arrays whose axes are all short.
typedef perf::TestBaseWithParam<tuple<Volume, MatType, FilterEnum>> Recursive_Batch;

const Volume BATCHES[] = {{"40000_of_10x10", {40000, 10, 10}, {1, 2}},
                          {"20000_of_28x28", {20000, 28, 28}, {1, 2}},
                          {"100000_of_4x4", {100000, 4, 4}, {1, 2}},
                          {"1000_of_8x8x8", {1000, 8, 8, 8}, {1, 2, 3}},
                          {"16_to_the_6th", {16, 16, 16, 16, 16, 16}, {0, 1, 2, 3, 4, 5}},
                          {"65_cubed_of_15", {65, 65, 65, 15}, {0, 1, 2}},
                          {"one_image_of_2048", {2048, 2048}, {0, 1}}};

PERF_TEST_P(Recursive_Batch, apply,
            testing::Combine(testing::ValuesIn(BATCHES), testing::Values(CV_32F, CV_8U),
                             testing::Values(ORDER_1, ORDER_3)))
{
    const Volume batch = get<0>(GetParam());
    const Mat src = batch.noise(get<1>(GetParam()));
    Mat dst(batch.sizes, src.type());
    const Ptr<RecursiveFilter> filter = makeArrayFilter(get<2>(GetParam()), batch.dimensions);
    measure(filter, src, dst);
    TEST_CYCLE_N(1) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

//! One long line, or a few: samples of a line, lines.
typedef tuple<int, int> Line;
typedef perf::TestBaseWithParam<tuple<Line, MatType, FilterEnum>> Recursive_Line;

PERF_TEST_P(Recursive_Line, apply,
            testing::Combine(testing::Values(Line(1 << 20, 1), Line(4000000, 1), Line(1 << 28, 1), Line(1 << 22, 4)),
                             testing::Values(CV_32F, CV_64F), testing::Values(ORDER_1, ORDER_3, BSPLINE_3)))
{
    const Line line = get<0>(GetParam());
    const int type = get<1>(GetParam());
    if (type == CV_64F && get<0>(line) == 1 << 28)
        throw SkipTestException("takes 4 GB");
    Mat src(get<1>(line), get<0>(line), type), dst(get<1>(line), get<0>(line), type);
    theRNG().fill(src, RNG::UNIFORM, 0, 1);
    const Ptr<RecursiveFilter> filter = makeArrayFilter(get<2>(GetParam()), {1});
    measure(filter, src, dst);
    TEST_CYCLE_N(1) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test
