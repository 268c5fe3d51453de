// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Recursive filters of volumes and series of images on the CPU, against the fastest copy.

#include "copy_reference.hpp"
#include "perf_volumes.hpp"

namespace opencv_test { namespace {

typedef perf::TestBaseWithParam<tuple<Volume, MatType, FilterEnum>> Recursive_Volume;

PERF_TEST_P(Recursive_Volume, apply,
            testing::Combine(testing::ValuesIn(Volume::all()), testing::Values(CV_32F, CV_8U),
                             testing::Values(ORDER_1, ORDER_3, BSPLINE_3)))
{
    const Volume volume = get<0>(GetParam());
    const Mat src = volume.noise(get<1>(GetParam()));
    Mat dst(volume.sizes, src.type());
    const Ptr<RecursiveFilter> filter = makeFilter(get<2>(GetParam()), volume.dimensions);
    const auto apply = [&] { filter->apply(src, dst); };
    reportRatio(measureAgainstCopy(apply, bytesOf(src), bytesOf(dst), repetitionsWithin(apply)), bytesOf(src),
                bytesOf(dst));
    TEST_CYCLE_N(1) apply();
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test
