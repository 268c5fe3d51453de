// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Summed-area tables on the CPU against cv::integral: depths, layouts, arrays, threads, arguments.

#include "test_precomp.hpp"

#include "opencv2/imgproc.hpp"

#include <numeric>
#include <thread>

namespace opencv_test { namespace {

struct Depths
{
    int src, sum, sqsum;
};

void PrintTo(const Depths& depths, std::ostream* os)
{
    *os << depthToString(depths.src) << " to " << depthToString(depths.sum) << " and " << depthToString(depths.sqsum);
}

//! The depths that cv::integral accepts, and CV_32S to CV_64F, which it has as CV_64F to CV_64F.
const Depths INTEGRAL_DEPTHS[] = {
    {CV_8U, CV_32S, CV_64F},  {CV_8U, CV_32S, CV_32F},  {CV_8U, CV_32S, CV_32S},  {CV_8U, CV_32F, CV_64F},
    {CV_8U, CV_32F, CV_32F},  {CV_8U, CV_64F, CV_64F},  {CV_16U, CV_64F, CV_64F}, {CV_16S, CV_64F, CV_64F},
    {CV_32S, CV_64F, CV_64F}, {CV_32F, CV_32F, CV_64F}, {CV_32F, CV_32F, CV_32F}, {CV_32F, CV_64F, CV_64F},
    {CV_64F, CV_64F, CV_64F},
};

const int ALGORITHMS[] = {SAT_AUTO, SAT_WAVEFRONT, SAT_OVERLAPPED};

struct Tables
{
    Mat sum, sqsum, tilted;
};

Tables integralOf(const Mat& src, const Depths& depths)
{
    Mat source = src;
    if (src.depth() == CV_32S)
        src.convertTo(source, CV_64F);
    Tables tables;
    integral(source, tables.sum, tables.sqsum, tables.tilted, depths.sum, depths.sqsum);
    return tables;
}

Tables tablesOf(const Mat& src, const Depths& depths, int layout, int algorithm)
{
    Tables tables;
    createSummedAreaTable(depths.sum, depths.sqsum, layout, algorithm)
        ->apply(src, tables.sum, tables.sqsum, tables.tilted);
    return tables;
}

Mat randomImage(RNG& rng, Size size, int type)
{
    Mat image(size, type);
    const int depth = CV_MAT_DEPTH(type);
    if (depth == CV_32S)
        rng.fill(image, RNG::UNIFORM, INT_MIN, INT_MAX);
    else
        rng.fill(image, RNG::UNIFORM, depth == CV_8U || depth == CV_16U ? 0 : -100, 256);
    return image;
}

/** Largest error by the order of the additions, as a share of the largest sum. Integers, also in double, have none.
Float sums of 8-bit images are exact up to 2^24 and then lose up to 2^-24 a step, along a row and down a column. The
images here have some thousand steps. */
double tolerance(int srcDepth, int tableDepth)
{
    if (tableDepth == CV_32S || (tableDepth == CV_64F && srcDepth != CV_32F && srcDepth != CV_64F))
        return 0;
    return tableDepth == CV_64F ? 1e-12 : 2e-4;
}

void expectTable(const Mat& expected, const Mat& table, int srcDepth, const char* name)
{
    ASSERT_EQ(expected.type(), table.type()) << name;
    ASSERT_EQ(expected.size(), table.size()) << name;
    EXPECT_LE(relativeError(table, expected), tolerance(srcDepth, table.depth())) << name;
}

//! Both layouts and all algorithms against cv::integral.
void expectLikeIntegral(const Mat& src, const Depths& depths)
{
    const Tables expected = integralOf(src, depths);
    const Rect interior(1, 1, src.cols, src.rows);
    for (int algorithm : ALGORITHMS)
    {
        SCOPED_TRACE(cv::format("%d x %d, %d channels, algorithm %d", src.cols, src.rows, src.channels(), algorithm));
        const Tables tables = tablesOf(src, depths, SAT_INTEGRAL, algorithm);
        expectTable(expected.sum, tables.sum, depths.src, "sum");
        expectTable(expected.sqsum, tables.sqsum, depths.src == CV_32S ? CV_64F : depths.src, "sqsum"); // rounds
        expectTable(expected.tilted, tables.tilted, depths.src, "tilted");
        const Tables inclusive = tablesOf(src, depths, SAT_INCLUSIVE, algorithm);
        expectTable(tables.sum(interior).clone(), inclusive.sum, CV_8U, "inclusive sum");
        expectTable(tables.sqsum(interior).clone(), inclusive.sqsum, CV_8U, "inclusive sqsum");
        expectTable(tables.tilted(interior).clone(), inclusive.tilted, CV_8U, "inclusive tilted");
    }
}

// ---- Against cv::integral

typedef testing::TestWithParam<tuple<Depths, int>> Sat_Integral;

TEST_P(Sat_Integral, edge_sizes)
{
    const Depths depths = get<0>(GetParam());
    const int channels = get<1>(GetParam());
    const Size sizes[] = {
        Size(1, 1),     Size(1, 2),    Size(2, 1),     Size(1, 100), Size(100, 1),
        Size(15, 7),    Size(16, 8),   Size(17, 9),    // around a vector and the rows a kernel takes at once
        Size(511, 3),   Size(512, 8),  Size(1025, 33), // around parts of the wavefront and the rows between messages
        Size(171, 63),  Size(342, 64), Size(257, 65),  // the same for more channels; around a band of rows
        Size(131, 127),                                // primes
        Size(2051, 67),                                // several parts, two bands
    };
    RNG rng(1);
    for (const Size& size : sizes)
        expectLikeIntegral(randomImage(rng, size, CV_MAKETYPE(depths.src, channels)), depths);
}

INSTANTIATE_TEST_CASE_P(All, Sat_Integral, testing::Combine(testing::ValuesIn(INTEGRAL_DEPTHS), testing::Range(1, 6)));

TEST(Sat, random_configurations)
{
    const uint64 seed = theRNG().state + freshSeed();
    RNG rng(seed);
    for (int i = 0; i < 60; i++)
    {
        const Depths depths = INTEGRAL_DEPTHS[rng.uniform(0, int(sizeof(INTEGRAL_DEPTHS) / sizeof(Depths)))];
        const Size size(rng.uniform(1, i % 3 ? 300 : 3000), rng.uniform(1, i % 4 ? 200 : 1000));
        SCOPED_TRACE(cv::format("seed %llu, configuration %d", (unsigned long long)seed, i));
        expectLikeIntegral(randomImage(rng, size, CV_MAKETYPE(depths.src, rng.uniform(1, 8))), depths);
    }
}

TEST(Sat, default_depths)
{
    const int expected[][3] = {{CV_8U, CV_32S, CV_64F},  {CV_16U, CV_64F, CV_64F}, {CV_16S, CV_64F, CV_64F},
                               {CV_32S, CV_64F, CV_64F}, {CV_32F, CV_64F, CV_64F}, {CV_64F, CV_64F, CV_64F}};
    for (const auto& depths : expected)
    {
        Mat sum, sqsum;
        createSummedAreaTable()->apply(Mat(3, 4, depths[0], Scalar(1)), sum, sqsum, noArray());
        EXPECT_EQ(depths[1], sum.depth());
        EXPECT_EQ(depths[2], sqsum.depth());
    }
}

//! What the header says of tables that wrap, and of those that do not.
TEST(Sat, sums_beyond_the_range_of_int)
{
    Mat sum, sqsum, tilted;
    createSummedAreaTable()->apply(Mat(1, 8, CV_32S, Scalar(INT_MAX)), sum, sqsum, tilted);
    EXPECT_EQ(8. * INT_MAX, sum.at<double>(1, 8));
    EXPECT_EQ(8. * INT_MAX * INT_MAX, sqsum.at<double>(1, 8));
    EXPECT_EQ(INT_MAX, tilted.at<double>(1, 8));
    createSummedAreaTable(CV_32S)->apply(Mat(1, 8, CV_32S, Scalar(INT_MAX)), sum);
    EXPECT_EQ(-8, sum.at<int>(1, 8));

    const Mat white(2902, 2902, CV_8U, Scalar(255));
    createSummedAreaTable()->apply(white.rowRange(0, 2901), sum);
    EXPECT_EQ(255 * 2901 * 2902, sum.at<int>(2901, 2902));
    createSummedAreaTable()->apply(white, sum);
    EXPECT_EQ(int(255u * 2902 * 2902), sum.at<int>(2902, 2902));
    createSummedAreaTable(CV_64F)->apply(white, sum);
    EXPECT_EQ(255. * 2902 * 2902, sum.at<double>(2902, 2902));
    createSummedAreaTable(CV_32S, CV_32S)->apply(white(Rect(0, 0, 182, 181)), noArray(), sqsum, noArray());
    EXPECT_EQ(255 * 255 * 181 * 182, sqsum.at<int>(181, 182));
}

//! Sums of CV_32S that wrap on request, beside squares that do not.
TEST(Sat, squares_beside_sums_that_wrap)
{
    RNG rng(14);
    const Mat src = randomImage(rng, Size(300, 200), CV_32SC3);
    const Tables wide = tablesOf(src, {CV_32S, CV_64F, CV_64F}, SAT_INTEGRAL, SAT_AUTO);
    const Tables narrow = tablesOf(src, {CV_32S, CV_32S, CV_64F}, SAT_INTEGRAL, SAT_AUTO);
    EXPECT_EQ(CV_32SC3, narrow.sum.type());
    EXPECT_TRUE(identical(wide.sqsum, narrow.sqsum));
}

//! The depths of sums limit those of squares only where sums are wanted.
TEST(Sat, squares_alone)
{
    RNG rng(15);
    const Mat src = randomImage(rng, Size(30, 20), CV_32F);
    const Tables both = tablesOf(src, {CV_32F, CV_32F, CV_32F}, SAT_INTEGRAL, SAT_AUTO);
    Mat sum, sqsum;
    const auto sat = createSummedAreaTable(-1, CV_32F);
    sat->apply(src, noArray(), sqsum, noArray());
    EXPECT_TRUE(identical(both.sqsum, sqsum));
    expectError(cv::Error::StsUnsupportedFormat,
                "sqdepth is CV_32F; accepted with src of depth CV_32F and sums of depth",
                [&] { sat->apply(src, sum, sqsum, noArray()); });
}

//! Images large enough for non-temporal stores and prefetches. The sum alone takes the same path as with other tables.
TEST(Sat, large_images)
{
    RNG rng(2);
    const Depths depths[] = {{CV_8U, CV_32S, CV_64F}, {CV_32F, CV_32F, CV_64F}, {CV_32F, CV_64F, CV_64F}};
    const int channels[] = {1, 3, 4};
    for (const Depths& each : depths)
        for (int cn : channels)
        {
            const Mat src = randomImage(rng, Size(4099 / cn, 4101), CV_MAKETYPE(each.src, cn));
            Mat expected, sum;
            integral(src, expected, each.sum);
            for (int algorithm : ALGORITHMS)
            {
                createSummedAreaTable(each.sum, -1, SAT_INTEGRAL, algorithm)->apply(src, sum);
                EXPECT_LE(relativeError(sum, expected), tolerance(each.src, each.sum)) << "algorithm " << algorithm;
            }
        }
}

// ---- CV_32S to CV_32S, which cv::integral does not have

Mat naiveSum32S(const Mat& src)
{
    Mat sum(src.rows + 1, src.cols + 1, CV_32S, Scalar(0));
    for (int y = 0; y < src.rows; y++)
    {
        unsigned row = 0;
        for (int x = 0; x < src.cols; x++)
        {
            row += unsigned(src.at<int>(y, x));
            sum.at<int>(y + 1, x + 1) = int(unsigned(sum.at<int>(y, x + 1)) + row);
        }
    }
    return sum;
}

TEST(Sat, wraps_modulo_2_to_the_32_and_box_sums_stay_exact)
{
    RNG rng(3);
    Mat src(300, 1500, CV_32S);
    rng.fill(src, RNG::UNIFORM, INT_MIN, INT_MAX);
    for (int algorithm : ALGORITHMS)
    {
        Mat sum;
        createSummedAreaTable(CV_32S, -1, SAT_INTEGRAL, algorithm)->apply(src, sum);
        EXPECT_TRUE(identical(sum, naiveSum32S(src)));
    }

    src.setTo(1 << 20); // the whole wraps more than a hundred times, 1500 pixels do not
    Mat sum;
    createSummedAreaTable(CV_32S)->apply(src, sum);
    for (int i = 0; i < 100; i++)
    {
        const Rect box(rng.uniform(0, 1450), rng.uniform(0, 270), 50, 30);
        const auto at = [&](int y, int x) { return unsigned(sum.at<int>(y, x)); };
        const unsigned boxSum =
            at(box.br().y, box.br().x) - at(box.y, box.br().x) - at(box.br().y, box.x) + at(box.y, box.x);
        EXPECT_EQ(1500u << 20, boxSum);
    }
}

// ---- The paper's layout

TEST(Sat, inclusive_layout_by_hand)
{
    const Mat src = Mat(std::vector<float>{1, 2, 3, 4, 5, 6}, true).reshape(1, 2);
    const Mat expected = Mat(std::vector<float>{1, 3, 6, 5, 12, 21}, true).reshape(1, 2);
    const Mat squared = Mat(std::vector<float>{1, 5, 14, 17, 46, 91}, true).reshape(1, 2);
    const Tables tables = tablesOf(src, {CV_32F, CV_32F, CV_32F}, SAT_INCLUSIVE, SAT_AUTO);
    EXPECT_TRUE(identical(expected, tables.sum));
    EXPECT_TRUE(identical(squared, tables.sqsum));
    EXPECT_EQ(SAT_INCLUSIVE, createSummedAreaTable(-1, -1, SAT_INCLUSIVE)->getLayout());
    EXPECT_EQ(SAT_INTEGRAL, createSummedAreaTable()->getLayout());
}

// ---- Memory: regions of interest, in place, overlaps

TEST(Sat, roi_is_read_and_written_inside_only)
{
    RNG rng(4);
    for (int type : {CV_8UC1, CV_8UC3, CV_32FC1, CV_32FC4})
        for (int algorithm : ALGORITHMS)
            for (int offset = 0; offset < 4; offset++)
            {
                const Size size(1100, 1031); // streamed for CV_32F
                Mat image = randomImage(rng, Size(size.width + 9, size.height + 7), type);
                const Mat roi = image(Rect(Point(offset, 3), size));
                const int sumType = CV_MAKETYPE(CV_32F, CV_MAT_CN(type));
                Mat guarded(size.height + 9, size.width + 11, sumType, Scalar::all(-7));
                Mat sum = guarded(Rect(1 + offset, 2, size.width + 1, size.height + 1));
                const uchar* const data = sum.data;
                const auto sat = createSummedAreaTable(CV_32F, -1, SAT_INTEGRAL, algorithm);
                sat->apply(roi, sum);
                ASSERT_EQ(data, sum.data);

                Mat expected;
                sat->apply(roi.clone(), expected);
                EXPECT_TRUE(identical(expected, sum));
                sum.setTo(Scalar::all(-7));
                EXPECT_TRUE(identical(guarded, Mat(guarded.size(), sumType, Scalar::all(-7))));
            }
}

TEST(Sat, in_place)
{
    RNG rng(5);
    for (int type : {CV_32SC1, CV_32FC1, CV_64FC1, CV_32FC3, CV_64FC4, CV_32FC(5)})
        for (int algorithm : ALGORITHMS)
            for (const Size& size : {Size(1, 1), Size(1030, 77), Size(1531, 1400)})
            {
                Mat image = randomImage(rng, size, type), expected;
                const uchar* const data = image.data;
                const auto sat = createSummedAreaTable(CV_MAT_DEPTH(type), -1, SAT_INCLUSIVE, algorithm);
                sat->apply(image, expected);
                sat->apply(image, image);
                EXPECT_EQ(data, image.data);
                EXPECT_TRUE(identical(expected, image));
            }
}

TEST(Sat, tables_may_overlap_the_source)
{
    RNG rng(6);
    Mat memory = randomImage(rng, Size(300, 200), CV_32F);
    const Mat src = memory(Rect(0, 0, 200, 150)), original = src.clone();
    Mat sum = memory(Rect(3, 5, 201, 151)), expected, sqsum;
    createSummedAreaTable(CV_32F)->apply(original, expected);
    createSummedAreaTable(CV_32F)->apply(src, sum);
    EXPECT_TRUE(identical(expected, sum));

    // In place, with squares as well.
    Mat image = original.clone();
    const Tables apart = tablesOf(original, {CV_32F, CV_32F, CV_32F}, SAT_INCLUSIVE, SAT_AUTO);
    createSummedAreaTable(CV_32F, CV_32F, SAT_INCLUSIVE)->apply(image, image, sqsum, noArray());
    EXPECT_TRUE(identical(apart.sum, image));
    EXPECT_TRUE(identical(apart.sqsum, sqsum));
}

//! ROIs of one array without a common pixel, though their rows interleave in memory.
TEST(Sat, tables_may_lie_side_by_side)
{
    RNG rng(6);
    const Mat src = randomImage(rng, Size(130, 70), CV_8U);
    const Tables apart = tablesOf(src, {CV_8U, CV_32S, CV_32S}, SAT_INTEGRAL, SAT_AUTO);
    Mat memory(142, 131 * 2, CV_32S), sum = memory(Rect(0, 0, 131, 71)), sqsum = memory(Rect(131, 0, 131, 71)),
                                      tilted = memory(Rect(100, 71, 131, 71));
    createSummedAreaTable(CV_32S, CV_32S)->apply(src, sum, sqsum, tilted);
    EXPECT_EQ(memory.data, sum.data);
    EXPECT_TRUE(identical(apart.sum, sum));
    EXPECT_TRUE(identical(apart.sqsum, sqsum));
    EXPECT_TRUE(identical(apart.tilted, tilted));
}

TEST(Sat, each_table_on_its_own)
{
    RNG rng(7);
    const Mat src = randomImage(rng, Size(333, 222), CV_8UC2);
    const Depths depths = {CV_8U, CV_32S, CV_64F};
    const Tables all = tablesOf(src, depths, SAT_INTEGRAL, SAT_AUTO);
    const auto sat = createSummedAreaTable(depths.sum, depths.sqsum);
    Mat table;
    sat->apply(src, table);
    EXPECT_TRUE(identical(all.sum, table));
    sat->apply(src, noArray(), table, noArray());
    EXPECT_TRUE(identical(all.sqsum, table));
    sat->apply(src, noArray(), noArray(), table);
    EXPECT_TRUE(identical(all.tilted, table));
}

TEST(Sat, tables_named_by_flags)
{
    RNG rng(8);
    const Mat src = randomImage(rng, Size(33, 22), CV_8UC2), before(1, 1, CV_8U, Scalar(9));
    const Depths depths = {CV_8U, CV_32S, CV_64F};
    const Tables all = tablesOf(src, depths, SAT_INTEGRAL, SAT_AUTO);
    const auto sat = createSummedAreaTable(depths.sum, depths.sqsum);
    for (int tables = 1; tables < 8; tables++)
    {
        Mat sum = before.clone(), sqsum = before.clone(), tilted = before.clone();
        sat->applyAll(src, sum, sqsum, tilted, tables);
        EXPECT_TRUE(identical(tables & SAT_SUM ? all.sum : before, sum)) << tables;
        EXPECT_TRUE(identical(tables & SAT_SQSUM ? all.sqsum : before, sqsum)) << tables;
        EXPECT_TRUE(identical(tables & SAT_TILTED ? all.tilted : before, tilted)) << tables;
    }
}

TEST(Sat, umat)
{
    RNG rng(8);
    const Mat src = randomImage(rng, Size(333, 222), CV_8UC1);
    Mat expected;
    createSummedAreaTable()->apply(src, expected);
    UMat sum;
    createSummedAreaTable()->apply(src.getUMat(ACCESS_READ), sum);
    EXPECT_TRUE(identical(expected, sum.getMat(ACCESS_READ)));
}

// ---- Threads

TEST(Sat, bit_identical_for_any_number_of_threads)
{
    const ThreadCount restore;
    RNG rng(9);
    for (const Size& size : {Size(3001, 333), Size(5000, 9), Size(7, 20000), Size(1500, 1500)})
        for (int algorithm : ALGORITHMS)
        {
            const Mat src = randomImage(rng, size, CV_32F);
            setNumThreads(1);
            const Depths depths = {CV_32F, CV_32F, CV_32F};
            const Tables one = tablesOf(src, depths, SAT_INTEGRAL, algorithm);
            for (int threads : {2, 3, 8})
            {
                setNumThreads(threads);
                const Tables many = tablesOf(src, depths, SAT_INTEGRAL, algorithm);
                EXPECT_TRUE(identical(one.sum, many.sum)) << threads << " threads, " << size;
                EXPECT_TRUE(identical(one.sqsum, many.sqsum)) << threads << " threads, " << size;
                EXPECT_TRUE(identical(one.tilted, many.tilted)) << threads << " threads, " << size;
            }
        }
}

TEST(Sat, one_object_serves_many_threads)
{
    RNG rng(10);
    const auto sat = createSummedAreaTable(CV_32F, CV_32F);
    std::vector<Mat> images, expected, sums(6);
    for (int i = 0; i < 6; i++)
    {
        images.push_back(randomImage(rng, Size(1500 + 100 * i, 300), CV_32F));
        expected.emplace_back();
        sat->apply(images.back(), expected.back());
    }
    std::vector<std::thread> threads;
    for (size_t i = 0; i < images.size(); i++)
        threads.emplace_back([&, i] {
            for (int repeat = 0; repeat < 10; repeat++)
                sat->apply(images[i], sums[i]);
        });
    for (std::thread& thread : threads)
        thread.join();
    for (size_t i = 0; i < images.size(); i++)
        EXPECT_TRUE(identical(expected[i], sums[i]));
}

TEST(Sat, inside_parallel_for)
{
    RNG rng(11);
    const Mat src = randomImage(rng, Size(4000, 200), CV_8U);
    Mat expected;
    integral(src, expected);
    std::vector<Mat> sums(8);
    parallel_for_(Range(0, 8), [&](const Range& range) {
        for (int i = range.start; i < range.end; i++)
            createSummedAreaTable()->apply(src, sums[size_t(i)]);
    });
    for (const Mat& sum : sums)
        EXPECT_TRUE(identical(expected, sum));
}

// ---- Values

TEST(Sat, not_a_number_spreads_right_and_down_only)
{
    RNG rng(12);
    for (int algorithm : ALGORITHMS)
        for (double value : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        {
            Mat src = randomImage(rng, Size(1300, 100), CV_32F);
            const Point at(1100, 37);
            const Tables clean = tablesOf(src, {CV_32F, CV_32F, CV_32F}, SAT_INCLUSIVE, algorithm);
            src.at<float>(at) = float(value);
            const Tables tables = tablesOf(src, {CV_32F, CV_32F, CV_32F}, SAT_INCLUSIVE, algorithm);
            const Rect above(0, 0, src.cols, at.y), left(0, 0, at.x, src.rows);
            EXPECT_TRUE(identical(clean.sum(above), tables.sum(above)));
            EXPECT_TRUE(identical(clean.sum(left), tables.sum(left)));
            for (int y = at.y; y < src.rows; y++)
                for (int x = at.x; x < src.cols; x++)
                    ASSERT_FALSE(std::isfinite(tables.sum.at<float>(y, x))) << x << ", " << y;
        }
}

// ---- Size

//! Every pixel is 1: the sum is the area, modulo 2^32.
void expectAreas(const Mat& sum, int firstX, int firstY)
{
    RNG rng(13);
    for (int i = 0; i < 10000; i++)
    {
        const int x = i == 0 ? sum.cols - 1 : rng.uniform(0, sum.cols),
                  y = i == 0 ? sum.rows - 1 : rng.uniform(0, sum.rows);
        const uint64 area = uint64(x + firstX) * uint64(y + firstY);
        ASSERT_EQ(unsigned(area), unsigned(sum.at<int>(y, x))) << x << ", " << y;
    }
}

TEST(Sat, more_than_2_to_the_31_bytes)
{
    applyTestTag(CV_TEST_TAG_MEMORY_6GB, CV_TEST_TAG_LONG);
    const Mat src(24000, 25000, CV_8U, Scalar(1));
    Mat sum;
    createSummedAreaTable()->apply(src, sum);
    expectAreas(sum, 0, 0);
}

TEST(Sat, more_than_2_to_the_31_elements)
{
    applyTestTag(CV_TEST_TAG_MEMORY_14GB, CV_TEST_TAG_VERYLONG);
    Mat image(40000, 54000, CV_32S, Scalar(1)); // in place, to spare a second array
    createSummedAreaTable(CV_32S, -1, SAT_INCLUSIVE)->apply(image, image);
    expectAreas(image, 1, 1);
}

// ---- Along any dimensions ----

//! Each dimension by a plain loop, in double or in unsigned. @param T of the sums, modulo its range
template <typename T>
Mat plainTable(const Mat& src, const std::vector<int>& dimensions, bool squared, bool withZeros, int depth)
{
    std::vector<int> sizes(src.size.p, src.size.p + src.dims);
    for (int dimension : dimensions)
        sizes[size_t(dimension)] += withZeros;
    const int channels = src.channels();
    Mat values;
    src.convertTo(values, CV_64F);
    std::vector<T> sums(std::accumulate(sizes.begin(), sizes.end(), size_t(1), std::multiplies<size_t>()) *
                        size_t(channels));
    const auto strideOf = [&](int dimension) {
        size_t stride = size_t(channels);
        for (int i = dimension + 1; i < src.dims; i++)
            stride *= size_t(sizes[size_t(i)]);
        return stride;
    };
    for (size_t i = 0; i < src.total() * size_t(channels); i++)
    {
        size_t left = i / size_t(channels), place = i % size_t(channels);
        for (int k = src.dims - 1; k >= 0; k--)
        {
            const bool isNamed = std::count(dimensions.begin(), dimensions.end(), k) > 0;
            place += (left % size_t(src.size[k]) + (isNamed && withZeros)) * strideOf(k);
            left /= size_t(src.size[k]);
        }
        const double value = values.ptr<double>()[i];
        sums[place] = squared ? T(value) * T(value) : T(value);
    }
    for (int dimension : dimensions)
    {
        const size_t stride = strideOf(dimension), length = size_t(sizes[size_t(dimension)]);
        for (size_t i = 0; i < sums.size(); i++)
            if (i / stride % length)
                sums[i] += sums[i - stride];
    }
    Mat result(sizes, CV_MAKETYPE(depth, channels));
    for (size_t i = 0; i < sums.size(); i++)
        if (depth == CV_32S)
            result.ptr<int>()[i] = int(unsigned(int64(sums[i])));
        else if (depth == CV_32F)
            result.ptr<float>()[i] = float(sums[i]);
        else
            result.ptr<double>()[i] = double(sums[i]);
    return result;
}

Mat flat(const Mat& array)
{
    const int sizes[] = {1, int(array.total())};
    return array.clone().reshape(0, 2, sizes);
}

Mat randomArray(RNG& rng, const std::vector<int>& sizes, int type)
{
    Mat array(sizes, type);
    rng.fill(array, RNG::UNIFORM, array.depth() == CV_8U || array.depth() == CV_16U ? 0 : -100, 256);
    return array;
}

//! Sums and squared sums of every depth, along every set of dimensions, of arrays that other tests do not have.
TEST(SatND, every_set_of_dimensions)
{
    RNG rng(5);
    size_t next = 0;
    for (const std::vector<int>& sizes :
         std::vector<std::vector<int>>{{7, 40}, {5, 6, 33}, {1, 9, 1}, {4, 3, 70, 5}, {2, 3, 2, 3, 2, 3, 2, 3}})
        for (int set = 1; set < 1 << sizes.size(); set += sizes.size() == 8 ? 5 : 1)
        {
            std::vector<int> dimensions;
            for (int i = 0; i < int(sizes.size()); i++)
                if (set >> i & 1)
                    dimensions.insert(dimensions.begin() + ptrdiff_t(set % (dimensions.size() + 1)), i);
            const Depths depths = INTEGRAL_DEPTHS[next++ % 13];
            const int layout = next % 2 ? SAT_INTEGRAL : SAT_INCLUSIVE;
            const Mat src = randomArray(rng, sizes, CV_MAKETYPE(depths.src, 1 + int(next) % 4));
            Mat sum, sqsum;
            createSummedAreaTable(dimensions, depths.sum, depths.sqsum, layout)->apply(src, sum, sqsum, noArray());
            const Mat tables[] = {sum, sqsum};
            for (int k = 0; k < 2; k++)
            {
                const int depth = k ? depths.sqsum : depths.sum;
                const Mat expected = plainTable<double>(src, dimensions, k, layout == SAT_INTEGRAL, depth);
                ASSERT_EQ(expected.size, tables[k].size);
                ASSERT_EQ(expected.type(), tables[k].type());
                EXPECT_LE(cvtest::norm(flat(expected), flat(tables[k]), NORM_INF),
                          tolerance(depths.src, depth) * std::max(cvtest::norm(flat(expected), NORM_INF), 1.))
                    << depthToString(depths.src) << " to " << depthToString(depth) << ", dimensions "
                    << Mat(dimensions).t() << " of " << Mat(sizes).t();
            }
        }
}

//! A table of two dimensions is that of an image.
TEST(SatND, images_are_those_of_tables_of_images)
{
    RNG rng(6);
    for (const Size& size : {Size(31, 17), Size(700, 500)})
        for (int layout : {SAT_INTEGRAL, SAT_INCLUSIVE})
        {
            const Mat src = randomImage(rng, size, CV_8UC3);
            Mat expected, sum;
            createSummedAreaTable(-1, -1, layout)->apply(src, expected);
            createSummedAreaTable({1, 0}, -1, -1, layout)->apply(src, sum);
            EXPECT_TRUE(identical(expected, sum));
        }
}

//! Box sums of a volume, from the eight corners of the box, are exact.
TEST(SatND, box_sums_of_a_volume)
{
    RNG rng(7);
    const Mat src = randomArray(rng, {30, 41, 52}, CV_16U);
    Mat table;
    createSummedAreaTable({0, 1, 2})->apply(src, table);
    ASSERT_EQ(CV_64F, table.type());
    for (int i = 0; i < 50; i++)
    {
        int low[3], high[3];
        for (int k = 0; k < 3; k++)
        {
            low[k] = rng.uniform(0, src.size[k]);
            high[k] = rng.uniform(low[k], src.size[k]) + 1;
        }
        double sum = 0, expected = 0;
        for (int corner = 0; corner < 8; corner++)
        {
            const int sign = (corner ^ corner >> 1 ^ corner >> 2) & 1 ? 1 : -1;
            sum += sign * table.at<double>(corner & 1 ? high[0] : low[0], corner & 2 ? high[1] : low[1],
                                           corner & 4 ? high[2] : low[2]);
        }
        for (int z = low[0]; z < high[0]; z++)
            for (int y = low[1]; y < high[1]; y++)
                for (int x = low[2]; x < high[2]; x++)
                    expected += src.at<ushort>(z, y, x);
        EXPECT_EQ(expected, sum);
    }
}

//! A long line, which is cut into parts, and sums that wrap.
TEST(SatND, running_sums_of_a_signal)
{
    const int n = 3000001;
    const Mat ones(1, n, CV_32S, Scalar(1)), big(1, 9, CV_32S, Scalar(INT_MAX));
    Mat sums;
    createSummedAreaTable(std::vector<int>{1}, CV_32S, -1, SAT_INCLUSIVE)->apply(ones, sums);
    for (int i = 0; i < n; i += 997)
        ASSERT_EQ(i + 1, sums.at<int>(0, i));
    EXPECT_EQ(n, sums.at<int>(0, n - 1));
    createSummedAreaTable(std::vector<int>{1}, CV_32S)->apply(big, sums);
    ASSERT_EQ(10, sums.cols);
    for (int i = 0; i < 10; i++)
        EXPECT_EQ(unsigned(i) * unsigned(INT_MAX), unsigned(sums.at<int>(0, i)));
}

TEST(SatND, regions_in_place_and_number_of_threads)
{
    const ThreadCount restored;
    RNG rng(8);
    for (const std::vector<int>& dimensions :
         std::vector<std::vector<int>>{{0, 1, 2}, {0, 1}, {0, 2}, {1, 2}, {2}, {1}})
    {
        Mat whole = randomArray(rng, {20, 30, 60}, CV_32F);
        const std::vector<Range> region = {Range(3, 15), Range(2, 29), Range(5, 50)};
        const Mat src = whole(region);
        for (int layout : {SAT_INTEGRAL, SAT_INCLUSIVE})
        {
            const auto sat = createSummedAreaTable(dimensions, CV_32F, -1, layout);
            Mat expected, table;
            setNumThreads(1);
            sat->apply(src.clone(), expected);
            setNumThreads(4);
            sat->apply(src, table);
            EXPECT_TRUE(identical(flat(expected), flat(table)));
            Mat room(std::vector<int>{20, 30, 60}, CV_32F, Scalar(7));
            std::vector<Range> place;
            for (int i = 0; i < 3; i++)
                place.push_back(Range(2, 2 + expected.size[i]));
            Mat inside = room(place);
            sat->apply(src, inside);
            EXPECT_TRUE(identical(flat(expected), flat(room(place))));
            room(place).setTo(Scalar(7));
            EXPECT_EQ(0, countNonZero(flat(room) != 7)) << "nothing else is written";
            if (layout == SAT_INCLUSIVE)
            {
                Mat inPlace = whole.clone()(region);
                sat->apply(inPlace, inPlace);
                EXPECT_TRUE(identical(flat(expected), flat(inPlace)));
            }
        }
    }
}

TEST(SatND, bad_arguments)
{
    using namespace cv::Error;
    const Mat volume(std::vector<int>{3, 4, 5}, CV_8U, Scalar(1)), image(4, 5, CV_8U, Scalar(1));
    Mat sum, tilted;
    const auto make = [](const std::vector<int>& dimensions, int sdepth = -1, int layout = SAT_INTEGRAL) {
        return createSummedAreaTable(dimensions, sdepth, -1, layout);
    };
    const BadCall rows[] = {
        {"dimensions is empty", StsBadArg, [&] { make({}); }},
        {"dimensions[1] is 8", StsOutOfRange,
         [&] {
             make({0, 8});
         }},
        {"dimensions[0] is -1", StsOutOfRange,
         [&] {
             make({-1, 0});
         }},
        {"dimensions[2] is 1, as one before it", StsBadArg,
         [&] {
             make({1, 0, 1});
         }},
        {"sdepth is 0", StsBadArg,
         [&] {
             make({0, 1}, CV_8U);
         }},
        {"layout is 2", StsBadArg,
         [&] {
             make({0, 1}, -1, 2);
         }},
        {"src has 2 dimensions, and the table sums along dimension 2; at least 3", StsBadArg,
         [&] {
             make({0, 2})->apply(image, sum);
         }},
        {"tilted is wanted and dimensions is set", StsNotImplemented,
         [&] {
             make({0, 1})->apply(image, sum, noArray(), tilted);
         }},
        {"sum, sqsum and tilted are all noArray()", StsBadArg,
         [&] {
             make({0, 1})->apply(volume, noArray());
         }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
    EXPECT_TRUE(sum.empty());
}

// ---- Arguments that are not accepted

struct BadFactory
{
    int sdepth, sqdepth, layout, algorithm;
    const char* why; //!< in the message
};

TEST(Sat_Negative, factory)
{
    const BadFactory rows[] = {
        {CV_8U, -1, SAT_INTEGRAL, SAT_AUTO, "sdepth is 0"},   // no table of bytes
        {CV_16F, -1, SAT_INTEGRAL, SAT_AUTO, "sdepth is 7"},  // nor of half floats
        {-2, -1, SAT_INTEGRAL, SAT_AUTO, "sdepth is -2"},     // no depth
        {-1, CV_16S, SAT_INTEGRAL, SAT_AUTO, "sqdepth is 3"}, // squares neither
        {-1, -1, 2, SAT_AUTO, "layout is 2"},                 // one beyond the last layout
        {-1, -1, -1, SAT_AUTO, "layout is -1"},               // one before the first
        {-1, -1, SAT_INTEGRAL, 3, "algorithm is 3"},          // one beyond the last algorithm
        {-1, -1, SAT_INTEGRAL, -1, "algorithm is -1"},        // one before the first
    };
    for (const BadFactory& row : rows)
        try
        {
            createSummedAreaTable(row.sdepth, row.sqdepth, row.layout, row.algorithm);
            ADD_FAILURE() << "accepted: " << row.why;
        }
        catch (const cv::Exception& e)
        {
            EXPECT_EQ(cv::Error::StsBadArg, e.code);
            EXPECT_NE(String::npos, e.err.find(row.why)) << e.err;
            EXPECT_NE(String::npos, e.err.find("accepted")) << e.err;
        }
}

/** Errors that both sides share. A GpuMat is checked without a GPU, up to where one is needed. */
template <typename Array, typename Other>
void expectRefusals()
{
    const bool isGpu = std::is_same<Array, GpuMat>::value;
    const auto sat = [](int sdepth = -1, int sqdepth = -1) { return createSummedAreaTable(sdepth, sqdepth); };
    const auto image = [](int type) { return Mat(4, 5, type, Scalar(1)); };
    const Mat hostBytes = image(CV_8U), hostInts = image(CV_32S), hostFloats = image(CV_32F);
    const Mat hostHalves(4, 5, CV_16F, Scalar(1)), hostSigned = image(CV_8S);
    const Array bytes = headerOf<Array>(hostBytes), ints = headerOf<Array>(hostInts);
    const Array floats = headerOf<Array>(hostFloats), halves = headerOf<Array>(hostHalves);
    const Array signedBytes = headerOf<Array>(hostSigned);
    const Mat before(2, 2, CV_8U, Scalar(9)), table(5, 6, CV_32S, Scalar(9));
    Mat memory[] = {before.clone(), before.clone(), before.clone()}, hostTable = table.clone();
    Mat shared(6, 8, CV_32S, Scalar(9)), hostUpper = shared(Rect(0, 0, 6, 5)), hostLower = shared(Rect(2, 1, 6, 5));
    Array sum = headerOf<Array>(memory[0]), sqsum = headerOf<Array>(memory[1]), tilted = headerOf<Array>(memory[2]);
    Array upper = headerOf<Array>(hostUpper), lower = headerOf<Array>(hostLower), again = upper;
    Other other = headerOf<Other>(memory[0]);
    const Array fixedType = headerOf<Array>(hostFloats), fixedSize = headerOf<Array>(hostInts);
    using namespace cv::Error;

    const BadCall rows[] = {
        {"src is empty", StsBadArg, [&] { sat()->apply(Array(), sum); }},
        {"src has depth CV_8S", StsUnsupportedFormat, [&] { sat()->apply(signedBytes, sum); }},
        {"src has depth CV_16F", StsUnsupportedFormat, [&] { sat()->apply(halves, sum); }},
        {"sdepth is CV_32S", StsUnsupportedFormat, [&] { sat(CV_32S)->apply(floats, sum); }},
        {"sdepth is CV_32F", StsUnsupportedFormat, [&] { sat(CV_32F)->apply(ints, sum); }},
        {"sqdepth is CV_32S", StsUnsupportedFormat, [&] { sat(CV_32F, CV_32S)->apply(floats, sum, sqsum, tilted); }},
        {"sqdepth is CV_32F", StsUnsupportedFormat, [&] { sat(CV_64F, CV_32F)->apply(floats, sum, sqsum, tilted); }},
        {"sqdepth is CV_32S; accepted with src of depth CV_32S and sums of depth CV_64F: CV_64F", StsUnsupportedFormat,
         [&] { sat(-1, CV_32S)->apply(ints, sum, sqsum, tilted); }},
        {"sqdepth is CV_32S; accepted with src of depth CV_32F: CV_64F, CV_32F", StsUnsupportedFormat,
         [&] { sat(-1, CV_32S)->apply(floats, noArray(), sqsum, noArray()); }},
        {"sum, sqsum and tilted are all", StsBadArg, [&] { sat()->apply(bytes, noArray()); }},
        {"sum and tilted are the same", StsBadArg, [&] { sat()->apply(bytes, sum, sqsum, sum); }},
        {"sqsum and tilted are the same", StsBadArg, [&] { sat()->apply(bytes, sum, sqsum, sqsum); }},
        {"sum has the fixed type CV_32FC1; CV_32SC1", StsUnmatchedFormats, [&] { sat()->apply(bytes, fixedType); }},
        {"sum has the fixed size 5 x 4; 6 x 5", StsUnmatchedSizes, [&] { sat()->apply(bytes, fixedSize); }},
        {"sqsum has the fixed type", StsUnmatchedFormats,
         [&] { sat(-1, CV_32S)->apply(bytes, sum, fixedType, tilted); }},
        {"sum and tilted share memory", StsBadArg, [&] { sat()->apply(bytes, upper, sqsum, again); }},
        {"sum and tilted share memory", StsBadArg, [&] { sat()->apply(bytes, upper, sqsum, lower); }},
        {"sum and sqsum share memory", StsBadArg, [&] { sat(CV_32S, CV_32S)->apply(bytes, upper, lower, tilted); }},
        {isGpu ? "sum is a Mat and src a GpuMat" : "sum is a GpuMat and src a Mat", StsBadArg,
         [&] { sat()->apply(bytes, other); }},
        {isGpu ? "tilted is a Mat and src a GpuMat" : "tilted is a GpuMat and src a Mat", StsBadArg,
         [&] { sat()->apply(bytes, sum, sqsum, other); }},
        {"both must be on the same side", StsBadArg, [&] { sat()->apply(Array(), other); }},
        {"tables is 0; a sum of SAT_SUM (1)", StsBadArg, [&] { sat()->applyAll(bytes, sum, sqsum, tilted, 0); }},
        {"tables is 8;", StsBadArg, [&] { sat()->applyAll(bytes, sum, sqsum, tilted, 8); }},
        {"tables asks for sqsum, which is noArray()", StsBadArg,
         [&] { sat()->applyAll(bytes, sum, noArray(), tilted, SAT_SUM | SAT_SQSUM); }},
    };
    for (const BadCall& row : rows)
    {
        expectError(row.code, row.why, row.call);
        const Array* const tables[] = {&sum, &sqsum, &tilted};
        for (int i = 0; i < 3; i++)
        {
            EXPECT_EQ(memory[i].data, tables[i]->data) << row.why;
            EXPECT_EQ(before.size(), tables[i]->size()) << row.why;
            EXPECT_TRUE(identical(before, memory[i])) << row.why;
        }
        EXPECT_TRUE(identical(shared, Mat(shared.size(), CV_32S, Scalar(9)))) << row.why;
        EXPECT_TRUE(identical(hostFloats, image(CV_32F))) << row.why;
        EXPECT_TRUE(identical(hostInts, image(CV_32S))) << row.why;
    }
}

TEST(Sat_Negative, arrays_of_the_host)
{
    expectRefusals<Mat, GpuMat>();
}

TEST(Sat_Negative, arrays_of_the_gpu)
{
    expectRefusals<GpuMat, Mat>();
    const Mat five(4, 5, CV_8UC(5)); // a Mat may have them
    GpuMat sum;
    expectError(cv::Error::BadNumChannels, "src has 5 channels",
                [&] { createSummedAreaTable()->apply(headerOf<GpuMat>(five), sum); });
}

//! Kinds of arrays that only the host has.
TEST(Sat_Negative, other_arrays)
{
    const Mat bytes(4, 5, CV_8U, Scalar(1));
    const int dims[] = {2, 3, 4};
    const Mat volume(3, dims, CV_8U, Scalar(1));
    Mat sum(2, 2, CV_8U, Scalar(9));
    const Mat before = sum.clone();
    Matx<int, 4, 5> fixedSize = Matx<int, 4, 5>::all(9);
    Mat_<double> fixedType(2, 2, 9.0);
    std::vector<int> list(3, 9);
    std::vector<Mat> mats(1, bytes);
    const auto sat = createSummedAreaTable();
    using namespace cv::Error;

    const BadCall rows[] = {
        {"src is an array of kind", StsBadArg, [&] { sat->apply(noArray(), sum); }},
        {"sum is no list of Mat, and src is", StsBadArg, [&] { sat->apply(mats, sum); }},
        {"sum is an array of kind", StsBadArg, [&] { sat->apply(bytes, mats); }},
        {"src has 3 dimensions", StsBadArg, [&] { sat->apply(volume, sum); }},
        {"sum has the fixed size", StsUnmatchedSizes, [&] { sat->apply(bytes, fixedSize); }},
        {"sum has the fixed type CV_64FC1; CV_32SC1", StsUnmatchedFormats, [&] { sat->apply(bytes, fixedType); }},
        {"sum is a list", StsBadArg, [&] { sat->apply(bytes, list); }},
    };
    for (const BadCall& row : rows)
    {
        expectError(row.code, row.why, row.call);
        EXPECT_TRUE(identical(before, sum)) << row.why;
        EXPECT_EQ(9, fixedSize(0, 0)) << row.why;
        EXPECT_EQ(Size(2, 2), fixedType.size()) << row.why;
        EXPECT_EQ(9.0, fixedType(0, 0)) << row.why;
        EXPECT_EQ(std::vector<int>(3, 9), list) << row.why;
    }
}

}} // namespace opencv_test
