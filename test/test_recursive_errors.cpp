// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "test_precomp.hpp"

#include <functional>
#include <limits>

namespace opencv_test { namespace {

typedef RecursivePass Pass;
typedef RecursiveAxis Axis;
typedef std::vector<double> Taps;

const double NOT_A_NUMBER = std::numeric_limits<double>::quiet_NaN();
const double INFINITE = std::numeric_limits<double>::infinity();

// ---- Filters that are refused ----

struct BadFilter
{
    const char* why;
    int code;
    const char* argument;
    Axis x, y;
    Scalar borderValue;
    int ddepth, algorithm;
};

void PrintTo(const BadFilter& bad, std::ostream* out)
{
    *out << bad.why;
}

Axis good(int border = BORDER_REFLECT)
{
    return Axis::symmetric({0.5}, {1, -0.5}, border);
}

Axis onePass(const Taps& b, const Taps& a, int border = BORDER_REFLECT)
{
    return Axis({Pass(b, a)}, border);
}

//! A pass that is refused along x, the fault named as argument.
BadFilter badAxis(const char* why, int code, const char* argument, const Axis& x, const Scalar& borderValue = Scalar())
{
    return {why, code, argument, x, good(), borderValue, -1, RECURSIVE_AUTO};
}

BadFilter badTaps(const char* why, int code, const char* argument, const Taps& b, const Taps& a)
{
    return badAxis(why, code, argument, onePass(b, a));
}

BadFilter badArgument(const char* why, const char* argument, const Scalar& value, int ddepth, int algorithm)
{
    return {why, Error::StsBadArg, argument, good(), good(), value, ddepth, algorithm};
}

//! a[0] and this many more taps, all poles well inside the circle.
Taps ofOrder(int order)
{
    Taps a(size_t(order) + 1, 0.0);
    a.front() = 1;
    a.back() = 1e-3;
    return a;
}

Axis ofManyPasses(int passes)
{
    return Axis(std::vector<Pass>(size_t(passes), Pass({1}, ofOrder(20))));
}

Axis withForm(int form)
{
    Axis axis = good();
    axis.form = form;
    return axis;
}

//! (1 - 0.9 z^-1)^8: so many equal poles are not known well enough to be told apart.
Taps equalPoles()
{
    Taps a(1, 1.0);
    for (int i = 0; i < 8; i++)
    {
        a.push_back(0);
        for (size_t k = a.size() - 1; k > 0; k--)
            a[k] -= 0.9 * a[k - 1];
    }
    return a;
}

const BadFilter BAD_FILTERS[] = {
    badTaps("no feedforward taps", Error::StsBadArg, "axisX.passes[0].feedforward", {}, {1, -0.5}),
    badTaps("no feedback taps", Error::StsBadArg, "axisX.passes[0].feedback", {1}, {}),
    badTaps("feedforward taps all 0", Error::StsBadArg, "axisX.passes[0].feedforward", {0, 0}, {1, -0.5}),
    badTaps("a[0] left out", Error::StsBadArg, "axisX.passes[0].feedback[0]", {1}, {-0.5}),
    badTaps("a[0] not 1", Error::StsBadArg, "axisX.passes[0].feedback[0]", {1}, {2, -0.5}),
    badTaps("a[0] is 0", Error::StsBadArg, "axisX.passes[0].feedback[0]", {1}, {0, 1}),
    badTaps("NaN in feedforward", Error::StsBadArg, "axisX.passes[0].feedforward[1]", {1, NOT_A_NUMBER}, {1}),
    badTaps("infinity in feedforward", Error::StsBadArg, "axisX.passes[0].feedforward[0]", {INFINITE}, {1}),
    badTaps("NaN in feedback", Error::StsBadArg, "axisX.passes[0].feedback[1]", {1}, {1, NOT_A_NUMBER}),
    badTaps("infinity in feedback", Error::StsBadArg, "axisX.passes[0].feedback[2]", {1}, {1, 0, -INFINITE}),
    badTaps("order 21", Error::StsOutOfRange, "axisX.passes[0].feedback", {1}, ofOrder(21)),
    badTaps("22 feedforward taps", Error::StsOutOfRange, "axisX.passes[0].feedforward", Taps(22, 0.1), {1}),
    badTaps("equal poles", Error::StsOutOfRange, "axisX.passes[0].feedback", {1}, equalPoles()),
    badTaps("pole outside", Error::StsOutOfRange, "axisX.passes[0].feedback", {1}, {1, -1.01}),
    badTaps("pole outside, negative", Error::StsOutOfRange, "axisX.passes[0].feedback", {1}, {1, 1.5}),
    badTaps("pair of poles outside", Error::StsOutOfRange, "axisX.passes[0].feedback", {1}, {1, -1.5, 1.2}),
    badTaps("one pole of three outside", Error::StsOutOfRange, "axisX.passes[0].feedback", {1},
            {1, -2.1, 1.28, -0.24}), // 0.5, 0.4, 1.2
    badAxis("pole outside, zero border", Error::StsOutOfRange, "axisX.passes[0].feedback",
            onePass({1}, {1, -1.01}, BORDER_CONSTANT)),
    badAxis("pole just outside, zero border", Error::StsOutOfRange, "axisX.passes[0].feedback",
            onePass({1}, {1, -(1 + 1e-9)}, BORDER_CONSTANT)),
    badAxis("prefix sums, REFLECT", Error::StsOutOfRange, "axisX.passes[0].feedback",
            onePass({1}, {1, -1}, BORDER_REFLECT)),
    badAxis("prefix sums, REFLECT_101", Error::StsOutOfRange, "axisX.passes[0].feedback",
            onePass({1}, {1, -1}, BORDER_REFLECT_101)),
    badAxis("prefix sums, REPLICATE", Error::StsOutOfRange, "axisX.passes[0].feedback",
            onePass({1}, {1, -1}, BORDER_REPLICATE)),
    badAxis("prefix sums, WRAP", Error::StsOutOfRange, "axisX.passes[0].feedback", onePass({1}, {1, -1}, BORDER_WRAP)),
    badAxis("prefix sums, constant not 0", Error::StsOutOfRange, "axisX.passes[0].feedback",
            onePass({1}, {1, -1}, BORDER_CONSTANT), Scalar(0, 0, 1)),
    badAxis("prefix sums both ways", Error::StsOutOfRange, "axisX.passes[1].feedback",
            Axis::symmetric({1}, {1, -1}, BORDER_CONSTANT)),
    badAxis("second pass at fault", Error::StsOutOfRange, "axisX.passes[1].feedback",
            Axis({Pass({1}, {1, -0.5}), Pass({1}, {1, -2}, true)})),
    badAxis("too much state", Error::StsOutOfRange, "axisX.passes", ofManyPasses(10)),
    badAxis("border TRANSPARENT", Error::StsBadArg, "axisX.borderType", good(BORDER_TRANSPARENT)),
    badAxis("border ISOLATED", Error::StsBadArg, "axisX.borderType", good(BORDER_REFLECT | BORDER_ISOLATED)),
    badAxis("border -1", Error::StsBadArg, "axisX.borderType", good(-1)),
    badAxis("unknown form", Error::StsBadArg, "axisX.form", withForm(2)),
    badAxis("form -1", Error::StsBadArg, "axisX.form", withForm(-1)),
    {"border of y", Error::StsBadArg, "axisY.borderType", good(), good(BORDER_TRANSPARENT), Scalar(), -1,
     RECURSIVE_AUTO},
    {"taps of y", Error::StsBadArg, "axisY.passes[0].feedforward", good(), onePass({}, {1}), Scalar(), -1,
     RECURSIVE_AUTO},
    {"pole of y", Error::StsOutOfRange, "axisY.passes[0].feedback", Axis(), onePass({1}, {1, -2}), Scalar(), -1,
     RECURSIVE_AUTO},
    badArgument("algorithm 10", "algorithm", Scalar(), -1, 10),
    badArgument("algorithm -1", "algorithm", Scalar(), -1, -1),
    // good() has a border that reflects.
    badArgument("algorithm 5 with a border other than zero", "algorithm", Scalar(), -1, RECURSIVE_ALG_5),
    {"algorithm 1 with added passes", Error::StsBadArg, "algorithm", withForm(RECURSIVE_PARALLEL), good(), Scalar(), -1,
     RECURSIVE_ALG_1},
    {"algorithm 2 with added passes", Error::StsBadArg, "algorithm", withForm(RECURSIVE_PARALLEL), good(), Scalar(), -1,
     RECURSIVE_ALG_2},
    {"algorithm 5_4 with added passes", Error::StsBadArg, "algorithm", withForm(RECURSIVE_PARALLEL), good(), Scalar(),
     -1, RECURSIVE_ALG_5_4},
    {"algorithm 5_4 with a constant border", Error::StsBadArg, "axisX.borderType", good(BORDER_CONSTANT), Axis(),
     Scalar(), -1, RECURSIVE_ALG_5_4},
    {"algorithm 5_4 with a repeated border", Error::StsBadArg, "axisY.borderType", good(), good(BORDER_REPLICATE),
     Scalar(), -1, RECURSIVE_ALG_5_4},
    {"algorithm 5_4 in one direction", Error::StsBadArg, "axisX.passes", onePass({1}, {1, -0.5}), Axis(), Scalar(), -1,
     RECURSIVE_ALG_5_4},
    {"algorithm 5_4 with taps", Error::StsBadArg, "axisX.passes", Axis::symmetric({0.5, 0.25}, {1, -0.25}), Axis(),
     Scalar(), -1, RECURSIVE_ALG_5_4},
    badArgument("ddepth 8U", "ddepth", Scalar(), CV_8U, RECURSIVE_AUTO),
    badArgument("ddepth 16F", "ddepth", Scalar(), CV_16F, RECURSIVE_AUTO),
    badArgument("ddepth -2", "ddepth", Scalar(), -2, RECURSIVE_AUTO),
    badArgument("ddepth a type", "ddepth", Scalar(), CV_32FC3, RECURSIVE_AUTO),
    badArgument("border value NaN", "borderValue[0]", Scalar(NOT_A_NUMBER), -1, RECURSIVE_AUTO),
    badArgument("border value infinite", "borderValue[3]", Scalar(0, 0, 0, INFINITE), -1, RECURSIVE_AUTO),
};

typedef testing::TestWithParam<BadFilter> Recursive_BadFilter;

INSTANTIATE_TEST_CASE_P(/**/, Recursive_BadFilter, testing::ValuesIn(BAD_FILTERS));

TEST_P(Recursive_BadFilter, is_refused)
{
    const BadFilter& bad = GetParam();
    expectError(bad.code, bad.argument,
                [&] { createRecursiveFilter(bad.x, bad.y, bad.borderValue, bad.ddepth, bad.algorithm); });
}

//! A message tells the value at fault and what would be accepted.
TEST(Recursive_Errors, messages_tell_the_value)
{
    expectError(Error::StsBadArg, "42", [] { createRecursiveFilter(good(), Scalar(), -1, 42); });
    expectError(Error::StsBadArg, "BORDER_WRAP", [] { createRecursiveFilter(good(BORDER_TRANSPARENT)); });
    expectError(Error::StsOutOfRange, "pole 1.25+0i of magnitude 1+0.25", [] {
        createRecursiveFilter(onePass({1}, {1, -1.25}));
    });
    expectError(Error::StsOutOfRange, "21", [] { createRecursiveFilter(onePass({1}, ofOrder(21))); });
}

//! The limits themselves are accepted.
TEST(Recursive_Errors, limits_are_accepted)
{
    EXPECT_EQ(20, createRecursiveFilter(onePass({1}, ofOrder(20)), Axis())->getOrderX());
    EXPECT_NO_THROW(createRecursiveFilter(onePass(Taps(21, 0.1), {1}), Axis()));
    EXPECT_NO_THROW(createRecursiveFilter(onePass({1}, {1, -1}, BORDER_CONSTANT), Axis()));
    EXPECT_NO_THROW(createRecursiveFilter(onePass({1}, {1, 0, 1}, BORDER_CONSTANT), Axis()));
    EXPECT_NO_THROW(createRecursiveFilter(onePass({1}, {1, -0.999}), Axis()));
    EXPECT_NO_THROW(createRecursiveFilter(onePass({1}, {1, -(1 - 1e-9)}), Axis()));
}

//! Poles on the circle, one direction along each axis: the directions of the axes need not be the same.
TEST(Recursive_Errors, directions_on_the_circle_may_differ_between_axes)
{
    const Axis forwards({Pass({1}, {1, -1}, false)}, BORDER_CONSTANT),
        back({Pass({1}, {1, -1}, true)}, BORDER_CONSTANT);
    Mat dst;
    createRecursiveFilter(forwards, back)->apply(Mat::ones(3, 4, CV_32F), dst);
    EXPECT_EQ(3, dst.at<float>(0, 0));
    EXPECT_EQ(12, dst.at<float>(0, 3));
    EXPECT_EQ(1, dst.at<float>(2, 0));
}

// ---- Arrays that are refused ----

class Recursive_BadArray : public testing::Test
{
protected:
    Recursive_BadArray() : filter(createRecursiveFilter(good())), image(20, 30, CV_32F, Scalar(0.25)) {}

    //! Checks a destination from before: neither its memory nor its contents may change.
    void expectRefused(int code, const std::string& argument, InputArray src)
    {
        Mat dst(7, 9, CV_16SC2, Scalar(11, 12));
        const Mat before = dst.clone();
        const uchar* data = dst.data;
        expectError(code, argument, [&] { filter->apply(src, dst); });
        EXPECT_EQ(data, dst.data);
        EXPECT_EQ(before.size(), dst.size());
        EXPECT_EQ(before.type(), dst.type());
        EXPECT_TRUE(identical(before, dst));
        expectUsable();
    }

    //! The same filter does its work after an error: a constant is left as it is.
    void expectUsable()
    {
        Mat result;
        filter->apply(image, result);
        EXPECT_LE(cvtest::norm(result, Mat(image), NORM_INF), 1e-6);
    }

    const Ptr<RecursiveFilter> filter;
    const Mat image;
};

TEST_F(Recursive_BadArray, source_empty)
{
    expectRefused(Error::StsBadArg, "src is empty", Mat());
    expectRefused(Error::StsBadArg, "src is empty", Mat(0, 10, CV_32F));
    expectRefused(Error::StsBadArg, "src is empty", UMat());
}

TEST_F(Recursive_BadArray, source_depth)
{
    expectRefused(Error::StsUnsupportedFormat, "src has depth CV_8S", Mat(5, 6, CV_8S, Scalar(1)));
    expectRefused(Error::StsUnsupportedFormat, "src has depth CV_32S", Mat(5, 6, CV_32S, Scalar(1)));
    expectRefused(Error::StsUnsupportedFormat, "src has depth CV_32S", Mat(5, 6, CV_32SC3, Scalar(1)));
}

TEST_F(Recursive_BadArray, source_of_three_dimensions)
{
    const int sizes[] = {4, 5, 6};
    expectRefused(Error::StsBadArg, "src has 3 dimensions", Mat(3, sizes, CV_32F, Scalar(1)));
}

TEST_F(Recursive_BadArray, source_of_another_kind)
{
    expectRefused(Error::StsBadArg, "src is an array of kind", noArray());
    expectRefused(Error::StsBadArg, "src is an array of kind", std::vector<Mat>(2, image));
}

TEST_F(Recursive_BadArray, destination_of_fixed_type)
{
    Mat_<uchar> dst(image.size(), uchar(7));
    const uchar* data = dst.data;
    expectError(Error::StsUnmatchedFormats, "dst has the fixed type CV_8UC1; CV_32FC1",
                [&] { filter->apply(image, dst); });
    EXPECT_EQ(data, dst.data);
    EXPECT_TRUE(identical(dst, Mat(image.size(), CV_8U, Scalar(7))));
    expectUsable();
}

TEST_F(Recursive_BadArray, destination_of_fixed_size)
{
    Matx33f dst = Matx33f::all(7);
    expectError(Error::StsUnmatchedSizes, "dst has the fixed size 3 x 3; 30 x 20", [&] { filter->apply(image, dst); });
    EXPECT_EQ(Matx33f::all(7), dst);
    expectUsable();
}

//! A list holds one row or column.
TEST_F(Recursive_BadArray, destination_a_list)
{
    std::vector<float> list(3, 7.f);
    std::vector<Mat> arrays(1, image.clone());
    expectError(Error::StsBadArg, "dst is a list", [&] { filter->apply(image, list); });
    EXPECT_EQ(std::vector<float>(3, 7.f), list);
    expectError(Error::StsBadArg, "dst is an array of kind", [&] { filter->apply(image, arrays); });
    EXPECT_TRUE(identical(image, arrays[0]));
    EXPECT_NO_THROW(filter->apply(image.row(0), list));
    EXPECT_EQ(size_t(image.cols), list.size());
}

TEST_F(Recursive_BadArray, destination_left_out)
{
    expectError(Error::StsBadArg, "dst is an array of kind", [&] { filter->apply(image, noArray()); });
    expectUsable();
}

//! The same arrays as GpuMat: headers over memory of the host, since all that is wrong with them is found before the GPU is
//! asked for.
class Recursive_BadGpuMat : public Recursive_BadArray
{
protected:
    static GpuMat onDevice(const Mat& m) { return GpuMat(m.rows, m.cols, m.type(), m.data, m.step); }

    static void expectRefused(const Ptr<RecursiveFilter>& refusing, int code, const std::string& argument,
                              const GpuMat& src)
    {
        Mat memory(7, 9, CV_16SC2, Scalar(11, 12));
        GpuMat dst = onDevice(memory);
        const Mat before = memory.clone();
        expectError(code, argument, [&] { refusing->apply(src, dst); });
        if (getCudaEnabledDeviceCount() > 0) // without one there is no stream to have
            expectError(code, argument, [&] { refusing->apply(src, dst, Stream::Null()); });
        EXPECT_EQ(memory.data, dst.data);
        EXPECT_EQ(before.size(), dst.size());
        EXPECT_EQ(before.type(), dst.type());
        EXPECT_TRUE(identical(before, memory));
    }
};

TEST_F(Recursive_BadGpuMat, source)
{
    expectRefused(filter, Error::StsBadArg, "src is empty", GpuMat());
    expectRefused(filter, Error::StsUnsupportedFormat, "src has depth CV_8S", onDevice(Mat(5, 6, CV_8S, Scalar(1))));
    expectRefused(filter, Error::StsUnsupportedFormat, "src has depth CV_32S", onDevice(Mat(5, 6, CV_32S, Scalar(1))));
    expectRefused(filter, Error::StsUnsupportedFormat, "src has depth CV_32S",
                  onDevice(Mat(5, 6, CV_32SC3, Scalar(1))));
    expectUsable();
}

TEST_F(Recursive_BadGpuMat, algorithm_that_is_for_a_mat)
{
    for (int algorithm : {RECURSIVE_ALG_RT, RECURSIVE_ALG_1, RECURSIVE_ALG_2, RECURSIVE_ALG_3, RECURSIVE_ALG_4,
                          RECURSIVE_BAND, RECURSIVE_ALG_5_4})
        expectRefused(createRecursiveFilter(good(), Scalar(), -1, algorithm), Error::StsNotImplemented, "algorithm",
                      onDevice(image));
}

//! A header over memory of the host, so that no GPU is needed to have one.
TEST_F(Recursive_BadArray, source_on_gpu_and_destination_not)
{
    const GpuMat onDevice(image.rows, image.cols, image.type(), image.data, image.step);
    Mat dst(2, 3, CV_8U, Scalar(5));
    expectError(Error::StsBadArg, "dst is a Mat and src a GpuMat", [&] { filter->apply(onDevice, dst); });
    EXPECT_EQ(Size(3, 2), dst.size());
    EXPECT_EQ(5, dst.at<uchar>(1, 2));
    expectUsable();
}

TEST_F(Recursive_BadArray, destination_on_gpu_and_source_not)
{
    GpuMat dst;
    expectError(Error::StsBadArg, "dst is a GpuMat and src a Mat", [&] { filter->apply(image, dst); });
    EXPECT_TRUE(dst.empty());
    expectUsable();
}

TEST_F(Recursive_BadArray, gpu_without_a_gpu)
{
    if (getCudaEnabledDeviceCount() > 0)
        throw SkipTestException("there is a CUDA device");
    const GpuMat onDevice(image.rows, image.cols, image.type(), image.data, image.step);
    GpuMat dst;
    expectError(Error::GpuNotSupported, "src", [&] { filter->apply(onDevice, dst); });
    EXPECT_TRUE(dst.empty());
    expectUsable();
}

}} // namespace
