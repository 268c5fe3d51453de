// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The time that a new filter takes, and the first image of a size, through the public interface.

#include "recursive_common.hpp"
#include "times.hpp"

namespace opencv_test { namespace {

/** A new filter, and a new size of an image, take less than 0.5 ms, whatever the parameters: loops over scales make a
filter for each image. Measured: 0.05 to 0.2 ms to create, 0.05 to 0.25 ms for the first image. */
TEST(NewFilters, of_small_images)
{
    needQuietMachine();
    const ThreadCount restored;
    setNumThreads(1);
    const auto taps = [](int order) {
        return unitPass(order % 2 ? spreadPoles(order / 2 + 1, 0.9) : spreadPoles(order / 2, 0.9)).feedback;
    };
    const auto along = [&](int order, int border) {
        const Taps a = taps(order), b(a.size(), 0.1);
        std::vector<Pass> passes(1, Pass(b, a));
        if (border != BORDER_CONSTANT)
            passes.push_back(Pass(b, a, true));
        return createRecursiveFilter(Axis(passes, border), Axis());
    };
    struct Case
    {
        const char* name;
        std::function<Ptr<RecursiveFilter>(int)> make;
    };
    const Case cases[] = {
        {"ACCURATE", [](int i) { return createRecursiveGaussianFilter(1 + 0.1 * i); }},
        {"ACCURATE, sigma 30", [](int i) { return createRecursiveGaussianFilter(30 + 0.1 * i); }},
        {"ACCURATE, unlike sigmas", [](int i) { return createRecursiveGaussianFilter(1 + 0.1 * i, 2 + 0.1 * i); }},
        {"derivative", [](int i) { return gaussianFilter(1 + 0.1 * i, 1 + 0.1 * i, 1, 0); }},
        {"DERICHE", [](int i) { return gaussianFilter(2 + 0.1 * i, 2, 0, 0, 4, Scalar(), GAUSSIAN_DERICHE); }},
        {"VAN_VLIET_5", [](int i) { return gaussianFilter(2 + 0.1 * i, 2, 0, 0, 4, Scalar(), GAUSSIAN_VAN_VLIET_5); }},
        {"B-spline", [](int i) { return createBSplinePrefilter(2 + i % 8); }},
        {"order 2, forth", [&](int) { return along(2, BORDER_CONSTANT); }},
        {"order 8, forth", [&](int) { return along(8, BORDER_CONSTANT); }},
        {"order 4, forth and back", [&](int) { return along(4, BORDER_REFLECT); }}};
    const double most = 0.5;
    for (const Case& one : cases)
    {
        int i = 0;
        EXPECT_LE(fastestOf([&] { one.make(i++); }, most), most) << one.name << ", to create, ms";
        const auto filter = one.make(0);
        Mat dst;
        for (int side : {64, 128})
        {
            int tries = 0;
            const Mat src = noise(Size(side, side), CV_32F);
            EXPECT_LE(fastestOf([&] { filter->apply(src.colRange(0, side - tries++ % 60), dst); }, most), most)
                << one.name << ", first call with a size of " << side << " x " << side << ", ms";
        }
    }
}

/** Filters of order 20, made and planned for a size without a pixel, take 5 ms at most. Measured on a busy Zen 4: 0.7
to 1.9 ms to create, 2 to 3.6 ms to plan. Poles at 0.9999 take 4.3 ms to create. */
TEST(NewFilters, of_order_20)
{
    needQuietMachine();
    const ThreadCount restored;
    setNumThreads(1);
    const struct
    {
        const char* name;
        std::vector<Pole> poles;
        Axis (*make)(const std::vector<Pole>&, int);
    } cases[] = {{"around the circle", spreadPoles(10, 0.9), smoothing},
                 {"slow", spreadPoles(10, 0.99), smoothing},
                 {"Butterworth", butterworthPoles(20, 0.3), smoothing},
                 {"equal", std::vector<Pole>(20, Pole(0.8)), cascadeOf}};
    const double most = 5;
    for (const auto& one : cases)
        for (int border : BORDERS)
            for (bool bothAxes : {true, false})
                for (Size size : {Size(1, 1), Size(70, 50), Size(10000000, 1), Size(1920, 1080), Size(30000, 30000)})
                    for (int type : {CV_8UC1, CV_32FC3, CV_64FC1})
                    {
                        const Axis axis = one.make(one.poles, border);
                        const auto plan = [&] {
                            createRecursiveFilter(axis, bothAxes ? axis : Axis())->explain(size, type);
                        };
                        EXPECT_LE(fastestOf(plan, most), most) << one.name << ", border " << border << ", " << size
                                                               << ", " << typeToString(type) << ", both " << bothAxes;
                    }
}

}} // namespace opencv_test
