// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filters and arrays that are refused, as tables with a reason for each row, and the limits that are accepted.

#include "device_common.hpp"
#include "recursive/plan/schedule/schedule.hpp"

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

//! A filter whose x axis is refused. @param argument the one at fault
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

//! a[0] and so many more taps, with all poles well inside the circle.
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

const BadFilter BAD_FILTERS[] = {
    badTaps("no feedforward taps", Error::StsBadArg, "axisX.passes[0].feedforward", {}, {1, -0.5}),
    badTaps("no feedback taps", Error::StsBadArg, "axisX.passes[0].feedback", {1}, {}),
    badTaps("a[0] left out", Error::StsBadArg, "axisX.passes[0].feedback[0]", {1}, {-0.5}),
    badTaps("a[0] not 1", Error::StsBadArg, "axisX.passes[0].feedback[0]", {1}, {2, -0.5}),
    badTaps("a[0] is 0", Error::StsBadArg, "axisX.passes[0].feedback[0]", {1}, {0, 1}),
    badTaps("NaN in feedforward", Error::StsBadArg, "axisX.passes[0].feedforward[1]", {1, NOT_A_NUMBER}, {1}),
    badTaps("infinity in feedforward", Error::StsBadArg, "axisX.passes[0].feedforward[0]", {INFINITE}, {1}),
    badTaps("NaN in feedback", Error::StsBadArg, "axisX.passes[0].feedback[1]", {1}, {1, NOT_A_NUMBER}),
    badTaps("infinity in feedback", Error::StsBadArg, "axisX.passes[0].feedback[2]", {1}, {1, 0, -INFINITE}),
    badTaps("order 21", Error::StsOutOfRange, "axisX.passes[0].feedback", {1}, ofOrder(21)),
    badTaps("22 feedforward taps", Error::StsOutOfRange, "axisX.passes[0].feedforward", Taps(22, 0.1), {1}),
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
    badAxis("border TRANSPARENT and ISOLATED", Error::StsBadArg, "axisX.borderType is 21",
            good(BORDER_TRANSPARENT | BORDER_ISOLATED)),
    badAxis("border -1", Error::StsBadArg, "axisX.borderType", good(-1)),
    badAxis("unknown form", Error::StsBadArg, "axisX.form", withForm(2)),
    badAxis("form -1", Error::StsBadArg, "axisX.form", withForm(-1)),
    {"border of y", Error::StsBadArg, "axisY.borderType", good(), good(BORDER_TRANSPARENT), Scalar(), -1,
     RECURSIVE_AUTO},
    {"taps of y", Error::StsBadArg, "axisY.passes[0].feedforward", good(), onePass({}, {1}), Scalar(), -1,
     RECURSIVE_AUTO},
    {"pole of y", Error::StsOutOfRange, "axisY.passes[0].feedback", Axis(), onePass({1}, {1, -2}), Scalar(), -1,
     RECURSIVE_AUTO},
    badArgument("algorithm 99", "algorithm", Scalar(), -1, 99),
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
    {"algorithm 2x5_1 with one pole", Error::StsBadArg, "axisX.passes have other poles", good(), Axis(), Scalar(), -1,
     RECURSIVE_ALG_2X5_1},
    {"algorithm 2x5_1 with a constant border", Error::StsBadArg, "axisX.borderType",
     Axis::symmetric({0.1}, {1, -1.5, 0.54}, BORDER_CONSTANT), Axis(), Scalar(), -1, RECURSIVE_ALG_2X5_1},
    {"algorithm 6b with a slow pole", Error::StsBadArg, "axisY.passes have a pole of magnitude 0.999", good(),
     Axis::symmetric({0.001}, {1, -0.999}), Scalar(), -1, RECURSIVE_ALG_6B},
    {"algorithm 6b with prefix sums", Error::StsBadArg, "axisX.passes have a pole of magnitude 1",
     onePass({1}, {1, -1}, BORDER_CONSTANT), Axis(), Scalar(), -1, RECURSIVE_ALG_6B},
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

TEST(Recursive_Errors, messages_tell_the_value)
{
    expectError(Error::StsBadArg, "42", [] { createRecursiveFilter(good(), Scalar(), -1, 42); });
    expectError(Error::StsBadArg, "BORDER_WRAP", [] { createRecursiveFilter(good(BORDER_TRANSPARENT)); });
    expectError(Error::StsOutOfRange, "pole 1.25+0i of magnitude 1+0.25", [] {
        createRecursiveFilter(onePass({1}, {1, -1.25}));
    });
    expectError(Error::StsOutOfRange, "21", [] { createRecursiveFilter(onePass({1}, ofOrder(21))); });
}

TEST(Recursive_Errors, limits_are_accepted)
{
    EXPECT_EQ(20, createRecursiveFilter(onePass({1}, ofOrder(20)), Axis())->getOrderX());
    EXPECT_NO_THROW(createRecursiveFilter(onePass(Taps(21, 0.1), {1}), Axis()));
    EXPECT_NO_THROW(createRecursiveFilter(onePass({1}, {1, -1}, BORDER_CONSTANT), Axis()));
    EXPECT_NO_THROW(createRecursiveFilter(onePass({1}, {1, 0, 1}, BORDER_CONSTANT), Axis()));
    EXPECT_NO_THROW(createRecursiveFilter(onePass({1}, {1, -0.999}), Axis()));
    EXPECT_NO_THROW(createRecursiveFilter(onePass({1}, {1, -(1 - 1e-9)}), Axis()));
}

//! Poles on the circle in one direction of each axis. The axes may differ in direction.
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

enum Destination
{
    ANY_DESTINATION,
    CONST_DESTINATION, //!< its size and type are fixed
    ON_OTHER_SIDE      //!< a GpuMat for a Mat, a Mat for a GpuMat
};

//! A refused source. A destination of 9 x 7 pixels of CV_16SC2 must not change.
struct BadArrays
{
    const char* text; //!< in the message
    int code;
    Size size;
    int type;
    Destination destination;
};

void PrintTo(const BadArrays& bad, std::ostream* out)
{
    *out << bad.text;
}

const BadArrays BAD_ARRAYS[] = {
    {"src is empty", Error::StsBadArg, Size(), CV_32F, ANY_DESTINATION},
    {"src is empty", Error::StsBadArg, Size(10, 0), CV_32F, ANY_DESTINATION},
    {"src is empty", Error::StsBadArg, Size(0, 10), CV_32F, ANY_DESTINATION},
    {"src has depth CV_8S", Error::StsUnsupportedFormat, Size(6, 5), CV_8S, ANY_DESTINATION},
    {"src has depth CV_32S", Error::StsUnsupportedFormat, Size(6, 5), CV_32S, ANY_DESTINATION},
    {"src has depth CV_32S", Error::StsUnsupportedFormat, Size(6, 5), CV_32SC3, ANY_DESTINATION},
    {"dst has the fixed type CV_16SC2; CV_8UC1", Error::StsUnmatchedFormats, Size(9, 7), CV_8U, CONST_DESTINATION},
    {"dst has the fixed size 9 x 7; 30 x 20", Error::StsUnmatchedSizes, Size(30, 20), CV_16SC2, CONST_DESTINATION},
    {"both must be on the same side", Error::StsBadArg, Size(30, 20), CV_32F, ON_OTHER_SIDE},
};

//! Requires that the object still works: it leaves a constant as it is.
void expectUsable(const Ptr<RecursiveFilter>& filter)
{
    const Mat image(20, 30, CV_32F, Scalar(0.25));
    Mat result;
    filter->apply(image, result);
    EXPECT_LE(relativeError(result, image), 4e-6);
}

template <typename Array, typename Other>
void expectRefused(const BadArrays& bad)
{
    const Ptr<RecursiveFilter> filter = createRecursiveFilter(good());
    const Mat image(bad.size, bad.type, Scalar(1)), before(7, 9, CV_16SC2, Scalar(11, 12));
    Mat memory = before.clone();
    Array dst = headerOf<Array>(memory);
    Other otherDst = headerOf<Other>(memory);
    const Array src = headerOf<Array>(image), fixedDst = dst;
    const auto refuses = [&](OutputArray to) {
        expectError(bad.code, bad.text, [&] { filter->apply(src, to); });
        if (hasDevice()) // without a device there is no stream
            expectError(bad.code, bad.text, [&] { filter->apply(src, to, Stream::Null()); });
    };
    if (bad.destination == CONST_DESTINATION)
        refuses(fixedDst);
    else if (bad.destination == ON_OTHER_SIDE)
    {
        refuses(otherDst);
        const bool isGpu = std::is_same<Array, GpuMat>::value;
        expectError(bad.code, isGpu ? "dst is a Mat and src a GpuMat" : "dst is a GpuMat and src a Mat",
                    [&] { filter->apply(src, otherDst); });
    }
    else
        refuses(dst);
    EXPECT_EQ(memory.data, dst.data);
    EXPECT_EQ(memory.data, otherDst.data);
    EXPECT_EQ(before.size(), dst.size());
    EXPECT_EQ(before.type(), dst.type());
    EXPECT_TRUE(identical(before, memory));
    expectUsable(filter);
}

typedef testing::TestWithParam<BadArrays> Recursive_BadArrays;

INSTANTIATE_TEST_CASE_P(/**/, Recursive_BadArrays, testing::ValuesIn(BAD_ARRAYS));

TEST_P(Recursive_BadArrays, of_the_host)
{
    expectRefused<Mat, GpuMat>(GetParam());
}

TEST_P(Recursive_BadArrays, of_the_gpu)
{
    expectRefused<GpuMat, Mat>(GetParam());
}

//! Kinds of arrays that only the host has.
class Recursive_BadArray : public testing::Test
{
protected:
    Recursive_BadArray() : filter(createRecursiveFilter(good())), image(20, 30, CV_32F, Scalar(0.25)) {}
    ~Recursive_BadArray() override { expectUsable(filter); }

    //! Requires that neither the memory nor the contents of an existing destination change.
    void expectRefusedSource(const std::string& argument, InputArray src)
    {
        Mat dst(7, 9, CV_16SC2, Scalar(11, 12));
        const Mat before = dst.clone();
        const uchar* data = dst.data;
        expectError(Error::StsBadArg, argument, [&] { filter->apply(src, dst); });
        EXPECT_EQ(data, dst.data);
        EXPECT_TRUE(identical(before, dst));
    }

    const Ptr<RecursiveFilter> filter;
    const Mat image;
};

TEST_F(Recursive_BadArray, source_of_three_dimensions)
{
    const int sizes[] = {4, 5, 6};
    expectRefusedSource("src has 3 dimensions", Mat(3, sizes, CV_32F, Scalar(1)));
}

TEST_F(Recursive_BadArray, source_of_another_kind)
{
    expectRefusedSource("src is an array of kind", noArray());
    expectRefusedSource("dst is no list of Mat", std::vector<Mat>(2, image));
    expectRefusedSource("src is empty", UMat());
}

TEST_F(Recursive_BadArray, destination_of_fixed_type)
{
    Mat_<uchar> dst(image.size(), uchar(7));
    const uchar* data = dst.data;
    expectError(Error::StsUnmatchedFormats, "dst has the fixed type CV_8UC1; CV_32FC1",
                [&] { filter->apply(image, dst); });
    EXPECT_EQ(data, dst.data);
    EXPECT_TRUE(identical(dst, Mat(image.size(), CV_8U, Scalar(7))));
}

TEST_F(Recursive_BadArray, destination_of_fixed_size)
{
    Matx33f dst = Matx33f::all(7);
    expectError(Error::StsUnmatchedSizes, "dst has the fixed size 3 x 3; 30 x 20", [&] { filter->apply(image, dst); });
    EXPECT_EQ(Matx33f::all(7), dst);
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
}

TEST_F(Recursive_BadArray, algorithm_that_is_for_a_mat)
{
    Mat memory(image.size(), CV_32F, Scalar(7));
    GpuMat dst = headerOf<GpuMat>(memory);
    for (int algorithm : cv::recfilter::algorithmsOf(&cv::recfilter::Schedule::onHost))
    {
        if (cv::recfilter::scheduleOf(algorithm).onDevice != cv::recfilter::Engine::NONE)
            continue;
        const Ptr<RecursiveFilter> refusing = createRecursiveFilter(good(), Scalar(), -1, algorithm);
        expectError(Error::StsNotImplemented, "algorithm", [&] { refusing->apply(headerOf<GpuMat>(image), dst); });
        EXPECT_TRUE(identical(memory, Mat(image.size(), CV_32F, Scalar(7))));
        expectUsable(refusing);
    }
}

TEST_F(Recursive_BadArray, gpu_without_a_gpu)
{
    if (hasDevice())
        throw SkipTestException("there is a CUDA device");
    GpuMat dst;
    expectError(Error::GpuNotSupported, "src", [&] { filter->apply(headerOf<GpuMat>(image), dst); });
    EXPECT_TRUE(dst.empty());
}

}} // namespace
