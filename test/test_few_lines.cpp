// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Signals: few lines and long lines, filtered along one axis, and images of few rows or columns. Results, bits beside
// many lines, and times.

#include "recursive_common.hpp"
#include "times.hpp"

#include <chrono>

namespace opencv_test { namespace {

//! Taps of a pass with as many zeros as poles.
Pass passOf(int order, bool anticausal = false)
{
    std::vector<Pole> poles = spreadPoles(order / 2, 0.9);
    if (order % 2)
        poles.push_back(0.93);
    const Taps a = feedbackOf(poles);
    Taps b;
    for (size_t k = 0; k < a.size(); k++)
        b.push_back(0.3 * std::cos(double(k)));
    return Pass(b, a, anticausal);
}

/** Largest error, as a share of the largest result: float loses up to 1e-5 of the largest response (recursive.hpp), of
which these results are at least a third. */
double toleranceOf(int depth)
{
    return depth == CV_64F ? 1e-12 : 3e-5;
}

//! What runs along the lines.
struct Kind
{
    const char* name;
    std::vector<Pass> passes;
};

std::vector<Kind> kindsOf(int order)
{
    Pass allPole = passOf(order);
    allPole.feedforward = {0.7};
    return {{"forth", {passOf(order)}},
            {"back", {passOf(order, true)}},
            {"forth and back", {passOf(order), passOf(order, true)}},
            {"unlike directions", {passOf(order), Pass({0.5, 0.1}, {1, -0.7}, true)}},
            {"poles alone", {allPole}},
            {"zeros alone", {Pass({0.2, -0.4, 0.1}, {1})}}};
}

//! Few lines along an axis of an image.
Size sizeOf(bool alongRows, int length, int lines)
{
    return alongRows ? Size(length, lines) : Size(lines, length);
}

TEST(FewLines, are_the_filter)
{
    for (int order : {1, 2, 3, 4, 5, 8, 11})
        for (const Kind& kind : kindsOf(order))
            for (bool alongRows : {true, false})
                for (int border : BORDERS)
                {
                    SCOPED_TRACE(format("order %d, %s, along %s", order, kind.name, alongRows ? "rows" : "columns"));
                    const Axis axis(kind.passes, border), none;
                    // Lengths around a part of 1024 samples, and lines around the lanes of a vector.
                    const int lengths[] = {1, 2, 7, 1023, 1024, 1025, 2500};
                    const int length = lengths[(order + border) % 7], lines = 1 + (order + 2 * border) % 6;
                    const int type = CV_MAKETYPE(border % 2 ? CV_32F : CV_64F, 1 + (order + border) % 3);
                    const Mat src = noise(sizeOf(alongRows, length, lines), type);
                    expectReference(alongRows ? axis : none, alongRows ? none : axis, src, toleranceOf(src.depth()));
                }
}

TEST(FewLines, of_every_number)
{
    const Axis axis({passOf(4), passOf(4, true)}, BORDER_REFLECT), forth({passOf(4)}, BORDER_CONSTANT), none;
    for (int lines = 1; lines <= 20; lines++)
        for (bool alongRows : {true, false})
            for (int depth : {CV_32F, CV_64F})
                for (const Axis& one : {axis, forth})
                {
                    SCOPED_TRACE(lines);
                    const Mat src = noise(sizeOf(alongRows, 300, lines), depth);
                    expectReference(alongRows ? one : none, alongRows ? none : one, src, toleranceOf(depth));
                }
}

TEST(FewLines, of_every_depth)
{
    const Axis axis({passOf(3), passOf(2, true)}, BORDER_REFLECT_101), forth({passOf(3)}, BORDER_CONSTANT), none;
    for (int depth : {CV_8U, CV_16U, CV_16S, CV_16F})
        for (int ddepth : {-1, CV_32F, CV_64F})
            for (bool alongRows : {true, false})
                for (const Axis& one : {axis, forth})
                {
                    const Axis &x = alongRows ? one : none, &y = alongRows ? none : one;
                    Mat src = noise(sizeOf(alongRows, 1500, 1), CV_MAKETYPE(depth, 2)), expected;
                    reference(src, x, y).convertTo(expected, ddepth < 0 ? depth : ddepth);
                    const Mat actual = filtered(createRecursiveFilter(x, y, Scalar(), ddepth), src);
                    const double step = ddepth >= 0 || depth == CV_16F ? 0 : 1; // of what is rounded to integers
                    EXPECT_LE(largestError(actual, expected),
                              step + 3e-5 * largestValue(expected) + (depth == CV_16F ? 1e-3 * largestValue(src) : 0))
                        << depthToString(depth) << " to " << ddepth << ", along rows " << alongRows;
                }
}

//! Parts of larger images, and results that replace their source.
TEST(FewLines, in_place_and_inside_an_image)
{
    const Axis axis({passOf(4), passOf(4, true)}, BORDER_WRAP), forth({passOf(4)}, BORDER_CONSTANT), none;
    for (int depth : {CV_8U, CV_32F, CV_64F})
        for (bool alongRows : {true, false})
            for (const Axis& one : {axis, forth})
            {
                const auto filter = createRecursiveFilter(alongRows ? one : none, alongRows ? none : one);
                Mat image = noise(Size(1400, 1300), depth), whole = image.clone();
                const Rect part = alongRows ? Rect(30, 5, 1200, 3) : Rect(5, 30, 3, 1200);
                const Mat expected = filtered(filter, image(part).clone());
                EXPECT_TRUE(identical(expected, filtered(filter, image(part)))) << "read from an image";
                Mat inside = image(part);
                filter->apply(inside, inside);
                EXPECT_TRUE(identical(expected, image(part))) << "in place";
                image(part).copyTo(whole(part));
                EXPECT_TRUE(identical(whole, image)) << "nothing else is written";
            }
}

//! A line has the same bits alone, in a pipeline of its sections, and beside others, in the lane of a vector.
TEST(FewLines, have_the_same_bits_side_by_side)
{
    for (int order : {1, 2, 3, 4, 7, 12})
        for (const Kind& kind : kindsOf(order))
            for (int border : {BORDER_CONSTANT, BORDER_REFLECT})
                for (int depth : {CV_32F, CV_64F, CV_16S})
                    for (bool alongRows : {true, false})
                    {
                        // Mirrored poles alone run in bands along rows, which have a test of their own.
                        const Axis axis(kind.passes, border), none;
                        const auto filter = createRecursiveFilter(alongRows ? axis : none, alongRows ? none : axis);
                        const Mat src = noise(sizeOf(alongRows, 3001, 4), depth), all = filtered(filter, src);
                        for (int line = 0; line < 4; line++)
                            for (int lines = 1; lines <= 4 - line; lines++)
                            {
                                const Rect part = alongRows ? Rect(0, line, 3001, lines) : Rect(line, 0, lines, 3001);
                                EXPECT_TRUE(identical(all(part), filtered(filter, src(part))))
                                    << kind.name << ", order " << order << ", lines " << part << " of depth " << depth;
                            }
                    }
}

//! Rows differ by rounding alone from those that bands filter, of a higher image.
TEST(FewLines, agree_with_many)
{
    for (int order : {1, 4, 8})
        for (const Kind& kind : kindsOf(order))
            for (int depth : {CV_32F, CV_64F})
            {
                const auto filter = createRecursiveFilter(Axis(kind.passes, BORDER_REFLECT), Axis());
                const Mat src = noise(Size(3001, 40), depth), many = filtered(filter, src);
                EXPECT_LE(relativeError(filtered(filter, src.rowRange(7, 9)), many.rowRange(7, 9)), toleranceOf(depth))
                    << kind.name << ", order " << order;
            }
}

TEST(FewLines, number_of_threads)
{
    const ThreadCount restored;
    const Axis axis({passOf(5), passOf(5, true)}, BORDER_REFLECT);
    const Mat src = noise(Size(2, 30000), CV_32F);
    const auto filter = createRecursiveFilter(Axis(), axis);
    setNumThreads(1);
    const Mat one = filtered(filter, src);
    setNumThreads(8);
    EXPECT_TRUE(identical(one, filtered(filter, src)));
}

//! A running sum and slow poles over a long line.
TEST(FewLines, poles_on_the_circle_and_close_to_it)
{
    Mat ones = Mat::ones(1, 100000, CV_64F), sums;
    createRecursiveFilter(Axis({Pass({1}, {1, -1})}, BORDER_CONSTANT), Axis())->apply(ones, sums);
    EXPECT_EQ(100000, sums.at<double>(0, 99999));
    EXPECT_EQ(5, sums.at<double>(0, 4));
    const Axis slow({Pass({1e-4, 1e-4}, {1, -(1 - 2e-4)}), Pass({1e-4, 1e-4}, {1, -(1 - 2e-4)}, true)},
                    BORDER_REPLICATE);
    for (int depth : {CV_32F, CV_64F})
    {
        const Mat src(Size(3, 50000), depth, Scalar(0.75));
        EXPECT_LE(relativeError(filtered(Axis(), slow, src), src), depth == CV_32F ? 3e-6 : 1e-11);
    }
}

// ---- Long lines ----

std::string engineOf(const Ptr<RecursiveFilter>& filter, const Mat& src)
{
    const std::string text = filter->explain(src.size(), src.type()), name = "engine: ";
    const size_t begin = text.find(name) + name.size();
    return text.substr(begin, text.find('\n', begin) - begin);
}

//! Vectors of four lanes or two take only lines that are still longer. Instrumented libraries lack kernels of eight.
void expectLong(const Ptr<RecursiveFilter>& filter, const Mat& src)
{
    if (CV_CPU_HAS_SUPPORT_AVX512_SKX && !std::getenv("RECFILTER_TEST_SANITIZER"))
    {
        EXPECT_EQ("long lines", engineOf(filter, src)) << src.size();
    }
}

//! Both directions, also with the same poles, which share closing sums, and added to each other.
std::vector<Axis> axesOfLongLines(int border)
{
    std::vector<Axis> axes = {smoothing({0.97}, border), smoothing({0.9, std::polar(0.95, 0.3)}, border),
                              deriche(0.01, border)};
    for (int order : {1, 3, 6})
        for (const Kind& kind : kindsOf(order))
            axes.push_back(Axis(kind.passes, border));
    axes.push_back(Axis({passOf(2), passOf(2, true)}, border, RECURSIVE_PARALLEL));
    return axes;
}

TEST(LongLines, are_the_filter)
{
    // One short of a part, of whole parts, and one more, for the lanes and parts of each instruction set.
    const int lengths[] = {16384, 33279, 33281, 66561, 50001};
    int next = 0;
    for (int border : BORDERS)
        for (const Axis& axis : axesOfLongLines(border))
            for (bool alongRows : {true, false})
            {
                next++;
                const Mat src = noise(sizeOf(alongRows, lengths[next % 5], 1 + next % 2),
                                      CV_MAKETYPE(next % 3 ? CV_32F : CV_64F, alongRows ? 1 + next / 2 % 3 : 1));
                const Axis none;
                const auto filter = createRecursiveFilter(alongRows ? axis : none, alongRows ? none : axis);
                expectLong(filter, src);
                SCOPED_TRACE(next);
                expectReference(alongRows ? axis : none, alongRows ? none : axis, src, toleranceOf(src.depth()));
            }
}

TEST(LongLines, of_every_depth_in_place_and_inside_an_image)
{
    const Axis axis({passOf(3), passOf(2, true)}, BORDER_REFLECT_101), none;
    for (int depth : {CV_8U, CV_16U, CV_16S, CV_32F, CV_64F})
        for (bool alongRows : {true, false})
        {
            const auto filter = createRecursiveFilter(alongRows ? axis : none, alongRows ? none : axis);
            Mat image = noise(alongRows ? Size(40050, 7) : Size(7, 40050), depth), whole = image.clone(), expected;
            const Rect part = alongRows ? Rect(30, 2, 40001, 3) : Rect(2, 30, 3, 40001);
            reference(image(part).clone(), alongRows ? axis : none, alongRows ? none : axis).convertTo(expected, depth);
            const Mat actual = filtered(filter, image(part).clone());
            EXPECT_LE(largestError(actual, expected), (depth < CV_32F ? 1 : 0) + 3e-5 * largestValue(expected));
            EXPECT_TRUE(identical(actual, filtered(filter, image(part)))) << "read from an image";
            Mat inside = image(part);
            filter->apply(inside, inside);
            EXPECT_TRUE(identical(actual, image(part))) << "in place";
            image(part).copyTo(whole(part));
            EXPECT_TRUE(identical(whole, image)) << "nothing else is written";
        }
}

//! Sections of a slow Butterworth filter lose too much in float.
TEST(LongLines, of_filters_that_sections_lose)
{
    // scipy.signal.butter(4, 0.1)
    const Taps b = {0.00041659920440659937, 0.0016663968176263975, 0.002499595226439596, 0.0016663968176263975,
                    0.00041659920440659937},
               a = {1, -3.180638548874719, 3.8611943489942133, -2.112155355110969, 0.43826514226197977};
    const Axis axis({Pass(b, a)}, BORDER_CONSTANT), none;
    const Mat src = noise(Size(100003, 1), CV_32F);
    const auto filter = createRecursiveFilter(axis, none);
    expectLong(filter, src);
    // Long lines lose it in float. Bands do not, which take its place where vectors have four lanes and fuse (NEON).
    const bool inDouble = filter->explain(src.size(), src.type()).find("working type: double") != String::npos;
    EXPECT_TRUE(inDouble || engineOf(filter, src) == "bands");
    EXPECT_LE(relativeError(filtered(filter, src), reference(src, axis, none)), inDouble ? 1e-7 : 1e-6);
}

//! A line has the same bits alone and among others, on one thread and on many.
TEST(LongLines, have_the_same_bits)
{
    const ThreadCount restored;
    for (const Axis& axis : axesOfLongLines(BORDER_REFLECT))
    {
        const auto filter = createRecursiveFilter(axis, Axis());
        const Mat src = noise(Size(70000, 6), CV_32F);
        setNumThreads(1);
        const Mat one = filtered(filter, src);
        setNumThreads(5);
        EXPECT_TRUE(identical(one, filtered(filter, src)));
        if (engineOf(filter, src) != "long lines")
            continue;
        EXPECT_TRUE(identical(one.row(2), filtered(filter, src.row(2))));
    }
}

//! States that fade over many parts, or over more than the line, beside bands. The reference would take too long.
TEST(LongLines, slow_poles)
{
    for (int border : BORDERS)
        for (double pole : {0.999, 0.9998, 0.99999})
            for (int type : {CV_32FC1, CV_64FC1, CV_64FC2})
            {
                const Axis axis({Pass({1 - pole}, {1, -pole}), Pass({0.3, 0.1}, {1, -0.9 * pole}, true)}, border);
                const Mat src = noise(Size(44444, 2), type);
                const Mat expected =
                    filtered(createRecursiveFilter(axis, Axis(), BORDER_VALUES, CV_64F, RECURSIVE_BAND), src);
                const auto filter = createRecursiveFilter(axis, Axis(), BORDER_VALUES);
                expectLong(filter, src);
                EXPECT_LE(relativeError(filtered(filter, src), expected), src.depth() == CV_64F ? 1e-11 : 1e-6)
                    << "border " << border << ", pole " << pole;
            }
}

TEST(LongLines, running_sum)
{
    const int n = 10000019;
    const Mat ones = Mat::ones(1, n, CV_64F);
    Mat sums;
    createRecursiveFilter(Axis({Pass({1}, {1, -1})}, BORDER_CONSTANT), Axis())->apply(ones, sums);
    for (int i = 0; i < n; i += 999)
        ASSERT_EQ(i + 1, sums.at<double>(0, i));
    EXPECT_EQ(n, sums.at<double>(0, n - 1));
}

//! Up to four lines that bands would filter in the lanes of one vector are long from 2048 samples on.
TEST(LongLines, of_few_samples)
{
    for (int border : BORDERS)
        for (const Axis& axis : {smoothing(SLOW_POLES, border), deriche(0.05, border)})
            for (int length : {2047, 2048, 2049, 5003, 16383})
                for (int lines : {1, 2, 4, 5})
                    for (bool alongRows : {true, false})
                    {
                        const Mat src = noise(sizeOf(alongRows, length, lines), length % 2 ? CV_32F : CV_64F);
                        const Axis none, &x = alongRows ? axis : none, &y = alongRows ? none : axis;
                        if (length >= 2048 && lines <= (src.depth() == CV_32F ? 4 : 2) && alongRows)
                            expectLong(createRecursiveFilter(x, y), src);
                        expectReference(x, y, src, 2 * toleranceOf(src.depth()));
                    }
}

//! Memory that a call keeps besides buffers of threads: under 1 % of the line for order 1.
TEST(LongLines, need_little_memory)
{
    const auto filter = createRecursiveFilter(smoothing({0.97}, BORDER_REFLECT), Axis());
    const std::string text = filter->explain(Size(1 << 28, 1), CV_64F), name = "workspace: ";
    EXPECT_NE(std::string::npos, text.find("engine: long lines"));
    EXPECT_LT(std::stod(text.substr(text.find(name) + name.size())), 0.01 * 8 * (1 << 28));
}

// ---- Images of few rows, or of few columns ----

//! Along one axis and along both, of images whose other axis is long, both ways round.
template <typename Body>
void forAxes(const Axis& axis, Size size, const Body& body)
{
    const Axis none;
    for (const Size& image : {size, Size(size.height, size.width)})
        for (int which : {1, 2, 3})
            body(which & 1 ? axis : none, which & 2 ? axis : none, image);
}

TEST(FewRows, are_the_filter)
{
    // Around the lanes of vectors, the most samples of short lines and the rows of bands.
    const int counts[] = {2, 3, 5, 8, 15, 16, 17, 31, 32, 33, 47, 64, 65};
    int next = 0;
    for (int border : BORDERS)
        for (const Axis& axis : axesOfLongLines(border))
        {
            next++;
            const bool isLong = next % 37 == 0;
            const int length = isLong ? 16384 + next : 130 + next;
            const int type = CV_MAKETYPE(next % 3 ? CV_32F : CV_64F, 1 + next % 4);
            const int count = counts[next % (isLong ? 4 : 13)];
            forAxes(axis, Size(length, count), [&](const Axis& x, const Axis& y, Size size) {
                SCOPED_TRACE(next);
                expectReference(x, y, noise(size, type), 2 * toleranceOf(CV_MAT_DEPTH(type)));
            });
        }
}

TEST(FewRows, of_every_number)
{
    for (int rows = 1; rows <= 70; rows++)
        for (const Axis& axis : {smoothing(SLOW_POLES, BORDER_REFLECT), deriche(0.2, BORDER_CONSTANT)})
            forAxes(axis, Size(333, rows), [&](const Axis& x, const Axis& y, Size size) {
                SCOPED_TRACE(rows);
                expectReference(x, y, noise(size, rows % 2 ? CV_32F : CV_64F), toleranceOf(rows % 2 ? CV_32F : CV_64F));
            });
}

//! Which engines run. Before, bands took the time of all lanes of a vector, or of a whole tile.
TEST(FewRows, have_their_engines)
{
    const Axis axis = smoothing({0.97}, BORDER_REFLECT), none;
    const auto both = createRecursiveFilter(axis, axis), columns = createRecursiveFilter(none, axis),
               rows = createRecursiveFilter(axis, none);
    const Axis slow = smoothing(SLOW_POLES, BORDER_REFLECT);
    for (int count : {2, 3, 16, 32})
    {
        EXPECT_EQ(count <= 16 ? "axes apart" : "bands", engineOf(both, Mat(count, 1000, CV_32F)));
        EXPECT_EQ("axes apart", engineOf(createRecursiveFilter(slow, slow), Mat(count, 1000, CV_32F)));
        EXPECT_EQ("axes apart", engineOf(both, Mat(1000, count, CV_8U)));
        EXPECT_EQ("short lines", engineOf(columns, Mat(count, 1000, CV_64FC3)));
        EXPECT_EQ("short lines", engineOf(rows, Mat(1000, count, CV_32F)));
        EXPECT_EQ("channels as columns", engineOf(rows, Mat(count, 1000, CV_32FC(7))));
    }
    EXPECT_EQ("bands", engineOf(both, Mat(33, 1000, CV_32F)));
    EXPECT_EQ("bands", engineOf(both, Mat(20, 100, CV_32F)));
}

TEST(FewRows, of_every_depth_in_place_and_inside_an_image)
{
    const Axis axis({passOf(3), passOf(2, true)}, BORDER_REFLECT_101);
    for (int depth : {CV_8U, CV_16U, CV_16S, CV_32F, CV_64F})
        for (int count : {3, 20, 50})
            forAxes(axis, Size(count == 20 ? 5003 : 701, count), [&](const Axis& x, const Axis& y, Size size) {
                SCOPED_TRACE(size);
                const auto filter = createRecursiveFilter(x, y);
                Mat image = noise(size + Size(50, 9), depth), whole = image.clone(), expected;
                const Rect part(Point(30, 2), size);
                reference(image(part).clone(), x, y).convertTo(expected, depth);
                const Mat actual = filtered(filter, image(part).clone());
                EXPECT_LE(largestError(actual, expected), (depth < CV_32F ? 1 : 0) + 3e-5 * largestValue(expected));
                EXPECT_TRUE(identical(actual, filtered(filter, image(part)))) << "read from an image";
                Mat inside = image(part);
                filter->apply(inside, inside);
                EXPECT_TRUE(identical(actual, image(part))) << "in place";
                image(part).copyTo(whole(part));
                EXPECT_TRUE(identical(whole, image)) << "nothing else is written";
            });
}

//! Images of so many rows, or columns, have the same bits on one thread and on five.
void expectSameBits(const std::vector<int>& counts)
{
    const ThreadCount restored;
    for (const Axis& axis : {smoothing(SLOW_POLES, BORDER_REFLECT), deriche(0.01, BORDER_WRAP)})
        for (int count : counts)
            forAxes(axis, Size(20003, count), [&](const Axis& x, const Axis& y, Size size) {
                const auto filter = createRecursiveFilter(x, y);
                const Mat src = noise(size, CV_32F);
                setNumThreads(1);
                const Mat one = filtered(filter, src);
                setNumThreads(5);
                EXPECT_TRUE(identical(one, filtered(filter, src))) << size;
            });
}

TEST(FewRows, number_of_threads)
{
    expectSameBits({3, 17, 40});
}

//! Larger than the caches: stores go around them.
TEST(FewRows, number_of_threads_of_large_images)
{
    expectSameBits({200, 600});
}

//! A column has the same bits whatever stands beside it.
TEST(FewRows, columns_of_any_width)
{
    for (int rows : {3, 32, 33, 100, 1000})
        for (const Axis& axis : {smoothing(SLOW_POLES, BORDER_REFLECT), deriche(0.1, BORDER_WRAP)})
            for (int depth : {CV_32F, CV_64F})
            {
                const auto filter = createRecursiveFilter(Axis(), axis);
                const Mat src = noise(Size(1500, rows), depth), whole = filtered(filter, src);
                for (const Range& part : {Range(0, 200), Range(400, 801), Range(499, 1500)})
                    EXPECT_TRUE(identical(whole.colRange(part), filtered(filter, src.colRange(part)))) << rows;
            }
}

//! Channels are columns of an image for each row, if border values allow it.
TEST(FewRows, of_many_channels)
{
    for (int channels : {5, 8})
        for (int border : BORDERS)
            for (const Scalar& outside : {Scalar(), Scalar::all(0.7), BORDER_VALUES})
                forAxes(Axis({passOf(3), passOf(2, true)}, border), Size(300, 3),
                        [&](Axis x, const Axis& y, Size size) {
                            const Mat src = noise(size, CV_32FC(channels));
                            const Mat result = filtered(x, y, src, outside);
                            for (int c = 0; c < channels; c++)
                            {
                                Mat source, actual;
                                cv::extractChannel(src, source, c);
                                cv::extractChannel(result, actual, c);
                                const Mat expected = reference(source, x, y, Scalar::all(outside[c % 4]));
                                EXPECT_LE(relativeError(actual, expected), 3e-5)
                                    << "channel " << c << " of " << size << ", border " << border;
                            }
                        });
}

// ---- Times ----

//! A few rows take no more for each pixel than one row, or than many. They took 4 to 20 times as long.
TEST(FewRows, take_the_time_of_their_pixels)
{
    needQuietMachine();
    if (!CV_CPU_HAS_SUPPORT_AVX2)
        throw SkipTestException("rows are short for vectors of four lanes");
    const ThreadCount restored;
    setNumThreads(1);
    const Axis axis = smoothing({0.9}, BORDER_REFLECT), none;
    // Fails if a pixel of an image takes more than `most` times as long as one of another image.
    const auto expectTime = [&](const Axis& x, const Axis& y, Size size, Size other, double most) {
        const auto filter = createRecursiveFilter(x, y);
        const Mat src = noise(size, CV_32F), others = noise(other, CV_32F);
        Mat dst = src.clone(), results = others.clone();
        const auto share = [&](const std::vector<double>& t) { return t[0] / size.area() / (t[1] / other.area()); };
        EXPECT_LE(share(fastestOf({[&] { filter->apply(src, dst); }, [&] { filter->apply(others, results); }},
                                  [&](const std::vector<double>& t) { return share(t) <= most; })),
                  most)
            << size << " beside " << other;
    };
    for (int count : {2, 3, 8})
    {
        // Measured: 1.5, before 2.8 to 10.
        expectTime(axis, axis, Size(60000, count), Size(60000, 1), 2.5);
        // 0.5 to 0.6, before 1.5 to 5.
        expectTime(none, axis, Size(60000, count), Size(60000, 48), 1.3);
        // 1.5 to 2, before 8 to 30.
        expectTime(axis, axis, Size(count, 60000), Size(1, 60000), 4);
        // 0.5 to 1.2, before 2.5 to 10.
        expectTime(axis, none, Size(count, 60000), Size(64, 60000), 2.5);
    }
}

//! Direct form II transposed by the taps, line by line, as a loop of ten lines does it.
template <typename T>
void plainLoop(const Pass& pass, const Mat& src, Mat& dst, bool alongRows)
{
    const size_t order = pass.feedback.size() - 1;
    const std::vector<T> b(pass.feedforward.begin(), pass.feedforward.end()),
        a(pass.feedback.begin(), pass.feedback.end());
    const int lines = alongRows ? src.rows : src.cols, length = alongRows ? src.cols : src.rows;
    for (int line = 0; line < lines; line++)
    {
        const ptrdiff_t step = alongRows ? 1 : ptrdiff_t(src.step1());
        const T* in = alongRows ? src.ptr<T>(line) : src.ptr<T>() + line;
        T* out = alongRows ? dst.ptr<T>(line) : dst.ptr<T>() + line;
        std::vector<T> state(order + 1, T(0));
        for (int i = 0; i < length; i++, in += step, out += step)
        {
            const T x = *in, y = b[0] * x + state[0];
            for (size_t k = 0; k < order; k++)
                state[k] = state[k + 1] + b[k + 1] * x - a[k + 1] * y;
            *out = y;
        }
    }
}

//! A loop of ten lines must not be faster. Ours takes 0.1 to 0.9 of its time; the fastest of several tries count.
TEST(FewLines, are_no_slower_than_a_loop)
{
    needQuietMachine();
    const ThreadCount restored;
    setNumThreads(1);
    for (int order : {1, 2, 4, 8})
        for (int lines : {1, 2, 4})
            for (bool alongRows : {true, false})
                for (int depth : {CV_32F, CV_64F})
                {
                    const Axis axis({passOf(order)}, BORDER_CONSTANT), none;
                    const auto filter = createRecursiveFilter(alongRows ? axis : none, alongRows ? none : axis);
                    const Mat src = noise(sizeOf(alongRows, 100000, lines), depth);
                    Mat dst(src.size(), depth), byLoop(src.size(), depth);
                    const auto ours = [&] { filter->apply(src, dst); };
                    const auto loop = [&] {
                        if (depth == CV_32F)
                            plainLoop<float>(axis.passes[0], src, byLoop, alongRows);
                        else
                            plainLoop<double>(axis.passes[0], src, byLoop, alongRows);
                    };
                    const std::vector<double> times =
                        fastestOf({ours, loop}, [](const std::vector<double>& t) { return t[0] <= t[1]; });
                    EXPECT_LE(times[0], times[1]) << "order " << order << ", " << lines << " lines along "
                                                  << (alongRows ? "rows" : "columns") << ", depth " << depth << ", ms";
                }
}

}} // namespace opencv_test
