// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Summed-area tables on the GPU against the CPU, which test_sat.cpp compares with cv::integral.

#include "test_precomp.hpp"

#include "device_common.hpp"

namespace opencv_test { namespace {

struct SatDepths
{
    int src, sum, sqsum;
};

void PrintTo(const SatDepths& depths, std::ostream* os)
{
    *os << depthToString(depths.src) << " to " << depthToString(depths.sum) << " and " << depthToString(depths.sqsum);
}

const SatDepths ALL_DEPTHS[] = {
    {CV_8U, CV_32S, CV_64F},  {CV_8U, CV_32S, CV_32F},  {CV_8U, CV_32S, CV_32S},  {CV_8U, CV_32F, CV_64F},
    {CV_8U, CV_32F, CV_32F},  {CV_8U, CV_64F, CV_64F},  {CV_16U, CV_64F, CV_64F}, {CV_16S, CV_64F, CV_64F},
    {CV_32S, CV_64F, CV_64F}, {CV_32S, CV_32S, CV_64F}, {CV_32F, CV_32F, CV_64F}, {CV_32F, CV_32F, CV_32F},
    {CV_32F, CV_64F, CV_64F}, {CV_64F, CV_64F, CV_64F},
};

const int ALGORITHMS[] = {SAT_AUTO, SAT_WAVEFRONT, SAT_OVERLAPPED};
const int LAYOUTS[] = {SAT_INTEGRAL, SAT_INCLUSIVE};

Mat noise(Size size, int type, uint64 seed = 1)
{
    RNG rng(seed);
    Mat image(size, type);
    const int depth = CV_MAT_DEPTH(type);
    if (depth == CV_32S)
        rng.fill(image, RNG::UNIFORM, INT_MIN, INT_MAX); // sums of CV_32S wrap
    else
        rng.fill(image, RNG::UNIFORM, depth == CV_8U || depth == CV_16U ? 0 : -100, 256);
    return image;
}

Ptr<SummedAreaTable> makeSat(const SatDepths& depths, int layout, int algorithm)
{
    return createSummedAreaTable(depths.sum, depths.sqsum, layout, algorithm);
}

/** Integers are exact, in double too. Float sums lose up to 2^-24 of the largest sum a step, in a thousand and more
steps along a row and down a column. The CPU adds them up one by one. */
double tolerance(int srcDepth, int tableDepth)
{
    if (tableDepth == CV_32S || (tableDepth == CV_64F && srcDepth != CV_32F && srcDepth != CV_64F))
        return 0;
    return tableDepth == CV_64F ? 1e-12 : 2e-4;
}

void expectTable(const Mat& expected, const GpuMat& table, int srcDepth, const char* name)
{
    ASSERT_EQ(expected.type(), table.type()) << name;
    ASSERT_EQ(expected.size(), table.size()) << name;
    EXPECT_LE(relativeError(Mat(table), expected), tolerance(srcDepth, table.depth())) << name;
}

struct DeviceTables
{
    GpuMat sum, sqsum, tilted;
};

//! Memory whose elements are all wrong.
GpuMat poisoned(Size size, int type)
{
    GpuMat memory(size, type);
    memory.setTo(Scalar::all(-12345));
    return memory;
}

void expectLikeHost(const Mat& src, const SatDepths& depths, int layout, int algorithm)
{
    SCOPED_TRACE(cv::format("%d x %d, %d channels, layout %d, algorithm %d", src.cols, src.rows, src.channels(), layout,
                            algorithm));
    Mat sum, sqsum, tilted;
    const auto sat = makeSat(depths, layout, algorithm);
    const Size size = layout == SAT_INTEGRAL ? Size(src.cols + 1, src.rows + 1) : src.size();
    const int cn = src.channels();
    DeviceTables tables = {poisoned(size, CV_MAKETYPE(depths.sum, cn)), poisoned(size, CV_MAKETYPE(depths.sqsum, cn)),
                           poisoned(size, CV_MAKETYPE(depths.sum, cn))};
    sat->apply(src, sum, sqsum, tilted);
    sat->apply(GpuMat(src), tables.sum, tables.sqsum, tables.tilted);
    expectTable(sum, tables.sum, src.depth(), "sum");
    expectTable(sqsum, tables.sqsum, src.depth() == CV_32S ? CV_64F : src.depth(), "sqsum"); // rounds
    expectTable(tilted, tables.tilted, src.depth(), "tilted");
}

void expectLikeHost(const Mat& src, const SatDepths& depths)
{
    for (int layout : LAYOUTS)
        for (int algorithm : ALGORITHMS)
            expectLikeHost(src, depths, layout, algorithm);
}

// ---- Sizes

typedef testing::TestWithParam<tuple<SatDepths, int>> SatCuda_Depths;

TEST_P(SatCuda_Depths, sizes_around_tiles)
{
    needDevice();
    const SatDepths depths = get<0>(GetParam());
    const int type = CV_MAKETYPE(depths.src, get<1>(GetParam()));
    for (Size size : {Size(1, 1), Size(2, 1), Size(1, 2), Size(31, 33), // less than a tile
                      Size(63, 127), Size(64, 128), Size(65, 129),      // around tiles of 64 x 128
                      Size(127, 63), Size(128, 64), Size(129, 65),      // of 128 x 64, and strips
                      Size(257, 255), Size(191, 193), Size(131, 113)})  // around several; primes
        expectLikeHost(noise(size, type), depths);
}

TEST_P(SatCuda_Depths, rows_and_columns)
{
    needDevice();
    const SatDepths depths = get<0>(GetParam());
    const int type = CV_MAKETYPE(depths.src, get<1>(GetParam()));
    for (Size size : {Size(1, 1000), Size(1000, 1), Size(3, 777), Size(777, 3)})
        expectLikeHost(noise(size, type), depths);
}

//! More tiles a side than an applying tile adds up itself, and more strips than multiprocessors.
TEST_P(SatCuda_Depths, many_tiles)
{
    needDevice();
    const SatDepths depths = get<0>(GetParam());
    const int type = CV_MAKETYPE(depths.src, get<1>(GetParam()));
    for (Size size : {Size(5001, 70), Size(70, 5001)})
        expectLikeHost(noise(size, type), depths);
}

INSTANTIATE_TEST_CASE_P(All, SatCuda_Depths,
                        testing::Combine(testing::ValuesIn(ALL_DEPTHS), testing::Values(1, 2, 3, 4)));

TEST(SatCuda, tall_and_wide)
{
    needDevice();
    for (const SatDepths& depths : {SatDepths{CV_8U, CV_32S, CV_64F}, SatDepths{CV_32F, CV_64F, CV_64F}})
        for (Size size : {Size(70000, 8), Size(8, 70000), Size(70000, 1), Size(1, 70000), Size(20000, 600)})
            expectLikeHost(noise(size, depths.src), depths);
}

//! What the header says of the default depth of CV_32S, and of the one that wraps.
TEST(SatCuda, sums_beyond_the_range_of_int)
{
    needDevice();
    const GpuMat src(1, 8, CV_32S, Scalar(INT_MAX));
    GpuMat sum, sqsum, tilted;
    createSummedAreaTable()->apply(src, sum, sqsum, tilted);
    EXPECT_EQ(8. * INT_MAX, Mat(sum).at<double>(1, 8));
    EXPECT_EQ(8. * INT_MAX * INT_MAX, Mat(sqsum).at<double>(1, 8));
    EXPECT_EQ(INT_MAX, Mat(tilted).at<double>(1, 8));
    createSummedAreaTable(CV_32S)->apply(src, sum);
    EXPECT_EQ(-8, Mat(sum).at<int>(1, 8));
}

//! AUTO takes both algorithms here. Strips of every shape.
TEST(SatCuda, large)
{
    needDevice();
    for (const SatDepths& depths : {SatDepths{CV_8U, CV_32S, CV_64F}, SatDepths{CV_32F, CV_32F, CV_32F}})
        for (Size size : {Size(1920, 1080), Size(4099, 3001), Size(8200, 6300)})
            for (int layout : LAYOUTS)
                for (int algorithm : ALGORITHMS)
                {
                    const Mat src = noise(size, depths.src);
                    Mat expected;
                    GpuMat sum;
                    const auto sat = makeSat(depths, layout, algorithm);
                    sat->apply(src, expected);
                    sat->apply(GpuMat(src), sum);
                    SCOPED_TRACE(cv::format("%d x %d, algorithm %d", size.width, size.height, algorithm));
                    expectTable(expected, sum, depths.src, "sum");
                }
}

TEST(SatCuda, random_configurations)
{
    needDevice();
    const uint64 seed = theRNG().state + freshSeed();
    RNG rng(seed);
    for (int i = 0; i < 60; i++)
    {
        const SatDepths depths = ALL_DEPTHS[rng.uniform(0, int(sizeof(ALL_DEPTHS) / sizeof(SatDepths)))];
        const Size size(rng.uniform(1, i % 3 ? 300 : 3000), rng.uniform(1, i % 4 ? 300 : 2000));
        SCOPED_TRACE(cv::format("seed %llu, configuration %d", (unsigned long long)seed, i));
        expectLikeHost(noise(size, CV_MAKETYPE(depths.src, rng.uniform(1, 5)), uint64(i)), depths);
    }
}

TEST(SatCuda, more_than_2_to_the_31_elements)
{
    needDevice();
    applyTestTag(CV_TEST_TAG_MEMORY_14GB, CV_TEST_TAG_VERYLONG);
    for (int algorithm : {SAT_WAVEFRONT, SAT_OVERLAPPED})
    {
        GpuMat image(40000, 54000, CV_32S, Scalar(1)); // in place, to spare a second array
        createSummedAreaTable(CV_32S, -1, SAT_INCLUSIVE, algorithm)->apply(image, image);
        RNG rng(13);
        for (int i = 0; i < 50; i++)
        {
            const Point at = i == 0 ? Point(53999, 39999) : Point(rng.uniform(0, 54000), rng.uniform(0, 40000));
            const unsigned sum = unsigned(Mat(image(Rect(at, Size(1, 1)))).at<int>(0));
            ASSERT_EQ(unsigned(uint64(at.x + 1) * uint64(at.y + 1)), sum) << at << ", algorithm " << algorithm;
        }
    }
}

// ---- Memory: regions of interest, in place, overlaps

TEST(SatCuda, roi_is_read_and_written_inside_only)
{
    needDevice();
    for (int type : {CV_8UC1, CV_8UC3, CV_32FC1, CV_32FC4})
        for (int algorithm : ALGORITHMS)
            for (int offset = 0; offset < 5; offset++)
            {
                const Size size(530, 301);
                const Mat image = noise(Size(size.width + 9, size.height + 7), type);
                const Rect inside(Point(offset, 3), size);
                const int sumType = CV_MAKETYPE(CV_32F, CV_MAT_CN(type));
                GpuMat guarded(size.height + 9, size.width + 11, sumType, Scalar::all(-7));
                GpuMat sum = guarded(Rect(4 - offset, 2, size.width + 1, size.height + 1));
                const uchar* const data = sum.data;
                const auto sat = createSummedAreaTable(CV_32F, -1, SAT_INTEGRAL, algorithm);
                sat->apply(GpuMat(image)(inside), sum);
                ASSERT_EQ(data, sum.data);

                GpuMat expected;
                sat->apply(GpuMat(image(inside)), expected);
                EXPECT_TRUE(identical(Mat(expected), Mat(sum)));
                sum.setTo(Scalar::all(-7));
                EXPECT_TRUE(identical(Mat(guarded), Mat(guarded.size(), sumType, Scalar::all(-7))));
            }
}

TEST(SatCuda, memory_that_is_not_aligned)
{
    needDevice();
    const Mat src = noise(Size(300, 200), CV_32F);
    GpuMat memory(1, 1 << 20, CV_8U, Scalar(0));
    GpuMat from(src.size(), CV_32F, memory.data + 1, 1203), to(src.size(), CV_32F, memory.data + 500001, 1207);
    from.upload(src);
    for (int algorithm : ALGORITHMS)
    {
        const auto sat = createSummedAreaTable(CV_32F, -1, SAT_INCLUSIVE, algorithm);
        sat->apply(from, to);
        GpuMat expected;
        sat->apply(GpuMat(src), expected);
        EXPECT_TRUE(identical(Mat(expected), Mat(to)));
    }
}

TEST(SatCuda, in_place)
{
    needDevice();
    for (int type : {CV_32SC1, CV_32FC1, CV_64FC1, CV_32FC3, CV_64FC4})
        for (int algorithm : ALGORITHMS)
            for (const Size& size : {Size(1, 1), Size(1030, 77), Size(1531, 1400)})
            {
                GpuMat image(noise(size, type)), expected;
                const uchar* const data = image.data;
                const auto sat = createSummedAreaTable(CV_MAT_DEPTH(type), -1, SAT_INCLUSIVE, algorithm);
                sat->apply(image, expected);
                sat->apply(image, image);
                EXPECT_EQ(data, image.data);
                EXPECT_TRUE(identical(Mat(expected), Mat(image)));
            }
}

TEST(SatCuda, tables_may_overlap_the_source)
{
    needDevice();
    const Mat whole = noise(Size(300, 200), CV_32F), original = whole(Rect(0, 0, 200, 150));
    GpuMat memory(whole), expected, sqsum;
    GpuMat sum = memory(Rect(3, 5, 201, 151));
    createSummedAreaTable(CV_32F)->apply(GpuMat(original), expected);
    createSummedAreaTable(CV_32F)->apply(memory(Rect(0, 0, 200, 150)), sum);
    EXPECT_TRUE(identical(Mat(expected), Mat(sum)));

    // In place, with the other tables as well.
    GpuMat image(original), tilted;
    DeviceTables apart;
    const auto sat = createSummedAreaTable(CV_32F, CV_32F, SAT_INCLUSIVE);
    sat->apply(GpuMat(original), apart.sum, apart.sqsum, apart.tilted);
    sat->apply(image, image, sqsum, tilted);
    EXPECT_TRUE(identical(Mat(apart.sum), Mat(image)));
    EXPECT_TRUE(identical(Mat(apart.sqsum), Mat(sqsum)));
    EXPECT_TRUE(identical(Mat(apart.tilted), Mat(tilted)));
}

// ---- Values

TEST(SatCuda, not_a_number_spreads_right_and_down_only)
{
    needDevice();
    for (int algorithm : ALGORITHMS)
    {
        Mat src = noise(Size(1300, 300), CV_32F);
        const Point at(1100, 137);
        const auto sat = createSummedAreaTable(CV_32F, -1, SAT_INCLUSIVE, algorithm);
        GpuMat clean, sum;
        sat->apply(GpuMat(src), clean);
        src.at<float>(at) = std::numeric_limits<float>::quiet_NaN();
        sat->apply(GpuMat(src), sum);
        const Rect above(0, 0, src.cols, at.y), left(0, 0, at.x, src.rows);
        EXPECT_TRUE(identical(Mat(clean(above)), Mat(sum(above))));
        EXPECT_TRUE(identical(Mat(clean(left)), Mat(sum(left))));
        const Mat table(sum);
        for (int y = at.y; y < src.rows; y++)
            for (int x = at.x; x < src.cols; x++)
                ASSERT_TRUE(cvIsNaN(table.at<float>(y, x))) << x << ", " << y;
    }
}

TEST(SatCuda, same_result_every_time)
{
    needDevice();
    const GpuMat src(noise(Size(2100, 1900), CV_32F));
    for (int algorithm : ALGORITHMS)
    {
        const auto sat = createSummedAreaTable(CV_32F, -1, SAT_INTEGRAL, algorithm);
        GpuMat first, sum;
        sat->apply(src, first);
        for (int i = 0; i < 20; i++)
        {
            sat->apply(src, sum);
            ASSERT_TRUE(identical(Mat(first), Mat(sum))) << "algorithm " << algorithm;
        }
    }
}

// ---- Streams

TEST(SatCuda, many_threads_share_an_object)
{
    needDevice();
    for (int algorithm : ALGORITHMS)
    {
        const auto sat = createSummedAreaTable(CV_32F, CV_32F, SAT_INTEGRAL, algorithm);
        std::vector<Mat> images, expected;
        for (Size size : {Size(300, 200), Size(3000, 700), Size(64, 900), Size(1500, 1500)})
        {
            images.push_back(noise(size, CV_32F));
            GpuMat sum;
            sat->apply(GpuMat(images.back()), sum);
            expected.push_back(Mat(sum));
        }
        std::vector<std::thread> threads;
        std::vector<int> wrong(8, 0);
        for (size_t t = 0; t < wrong.size(); t++)
            threads.emplace_back([&, t] {
                Stream own;
                for (size_t i = 0; i < 20; i++)
                {
                    const size_t k = (i + t) % images.size();
                    GpuMat src, sum, sqsum, tilted;
                    src.upload(images[k], own);
                    own.waitForCompletion();
                    Stream& stream = t % 4 ? own : Stream::Null();
                    for (int repeat = 0; repeat < 3; repeat++)
                        sat->apply(src, sum, sqsum, tilted, stream);
                    stream.waitForCompletion();
                    wrong[t] += !identical(expected[k], Mat(sum));
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        for (int count : wrong)
            EXPECT_EQ(0, count) << "algorithm " << algorithm;
    }
}

#ifdef HAVE_RECFILTER_CUDA
//! A call is captured once and replayed on changing input, while the same object is used beside the graph.
TEST(SatCuda, graph)
{
    needDevice();
    for (int algorithm : ALGORITHMS)
    {
        const auto sat = createSummedAreaTable(CV_32F, CV_32F, SAT_INTEGRAL, algorithm);
        Stream stream, beside;
        GpuMat src(Size(1700, 500), CV_32F, Scalar(0)), sum, sqsum, tilted;
        GpuMat other(Size(900, 400), CV_32F, Scalar(1)), otherSum;
        sat->apply(src, sum, sqsum, tilted, stream);
        const CapturedCall captured(stream, [&] { sat->apply(src, sum, sqsum, tilted, stream); });
        for (int i = 0; i < 100; i++)
        {
            const Mat image = noise(src.size(), CV_32F, uint64(i));
            src.upload(image, stream);
            ASSERT_TRUE(captured.launch());
            sat->apply(other, otherSum, beside);
            stream.waitForCompletion();
            DeviceTables expected;
            sat->apply(GpuMat(image), expected.sum, expected.sqsum, expected.tilted);
            ASSERT_TRUE(identical(Mat(expected.sum), Mat(sum))) << i;
            ASSERT_TRUE(identical(Mat(expected.sqsum), Mat(sqsum))) << i;
            ASSERT_TRUE(identical(Mat(expected.tilted), Mat(tilted))) << i;
        }
        beside.waitForCompletion();
    }
}

//! The kernels that AUTO launches.
TEST(SatCuda, kernels_of_a_call)
{
    needFreeChoice();
    const auto kernels = [](int algorithm, Size size) {
        const auto sat = createSummedAreaTable(CV_32F, -1, SAT_INCLUSIVE, algorithm);
        Stream stream;
        GpuMat src(size, CV_32F, Scalar(1)), sum;
        sat->apply(src, sum, stream);
        return CapturedCall(stream, [&] { sat->apply(src, sum, stream); }).kernels();
    };
    // Strips are 64 columns wide, one for each multiprocessor here. 510 tiles of 128 x 128 are more than fit on chip.
    const int multiprocessors = cv::cuda::DeviceInfo().multiProcessorCount(),
              width = 64 * std::min(multiprocessors, 160);
    const Size small(300, 200), middle(3840, 2160), large(width, int(1.3e7) / width);
    EXPECT_EQ(1, kernels(SAT_AUTO, small)) << "on chip";
    EXPECT_EQ(2, kernels(SAT_AUTO, middle)) << "two reads";
    EXPECT_EQ(1, kernels(SAT_AUTO, large)) << "one read";
    EXPECT_EQ(2, kernels(SAT_OVERLAPPED, small));
    EXPECT_EQ(4, kernels(SAT_OVERLAPPED, large));
    EXPECT_EQ(1, kernels(SAT_WAVEFRONT, small));
}

//! After the first call of a size on a stream, a call allocates nothing and waits for nothing.
TEST(SatCuda, queues_only)
{
    needDevice();
    for (int algorithm : ALGORITHMS)
    {
        const auto sat = createSummedAreaTable(CV_32F, CV_32F, SAT_INTEGRAL, algorithm);
        Stream stream;
        GpuMat src(Size(3000, 2000), CV_32F, Scalar(1)), sum, sqsum, tilted;
        sat->apply(src, sum, sqsum, tilted, stream);
        expectOnlyQueues(stream, [&] { sat->apply(src, sum, sqsum, tilted, stream); });
        EXPECT_EQ(3000 * 2000, Mat(sum).at<float>(2000, 3000));
    }
}

//! What does not fit is refused. The table stays as it was, and the object goes on.
TEST(SatCuda, out_of_memory)
{
    needDevice();
    GpuMat src(Size(20000, 8000), CV_8U, Scalar(1)), sum(10, 20, CV_8U, Scalar(7));
    const auto sat = createSummedAreaTable(CV_32S);
    {
        releaseWorkspaces(); // no idle memory that could give way
        const Hog hog(200);
        EXPECT_EQ(Error::StsNoMem, errorOf([&] { sat->apply(src, sum); }).code);
        EXPECT_EQ(cudaSuccess, cudaGetLastError());
    }
    EXPECT_TRUE(identical(Mat(10, 20, CV_8U, Scalar(7)), Mat(sum)));
    sat->apply(src, sum);
    EXPECT_EQ(20000 * 8000, Mat(sum).at<int>(8000, 20000));
}

//! Refused for want of memory for a table, for the second table, and for the sums between the strips.
TEST(SatCuda, out_of_memory_leaks_nothing)
{
    needDevice();
    const auto work = [](int algorithm) {
        const auto sat = createSummedAreaTable(CV_32F, CV_32F, SAT_INCLUSIVE, algorithm);
        Stream stream;
        GpuMat src(Size(10000, 8000), CV_32F, Scalar(1)), sum(src.size(), CV_32F), none, other;
        {
            const Hog hog(400);
            for (int i = 0; i < 10; i++)
                EXPECT_EQ(Error::StsNoMem,
                          errorOf([&] { sat->apply(src, none, other, noArray(), stream); }).code); // room for one
        }
        if (algorithm == SAT_OVERLAPPED) // the other one needs next to nothing
        {
            const Hog hog(2);
            for (int i = 0; i < 10; i++)
                EXPECT_EQ(Error::StsNoMem, errorOf([&] { sat->apply(src, sum, stream); }).code);
        }
        sat->apply(src, sum, stream);
        stream.waitForCompletion();
        EXPECT_EQ(1, Mat(sum).at<float>(0, 0));
    };
    for (int algorithm : {SAT_WAVEFRONT, SAT_OVERLAPPED})
        expectLeaksNothing([&] { work(algorithm); });
}
#endif

// ---- As OpenCV's own tests: whole matrices and parts of larger ones

PARAM_TEST_CASE(SatCuda_Layout, Size, MatType, cvtest::UseRoi){};

TEST_P(SatCuda_Layout, source_and_tables)
{
    needDevice();
    const Size size = GET_PARAM(0);
    const int type = GET_PARAM(1);
    const bool useRoi = GET_PARAM(2);
    const Mat src = noise(size, type);
    const int sumDepth = CV_MAT_DEPTH(type) == CV_16U ? CV_64F : CV_32F;
    for (int layout : LAYOUTS)
        for (int algorithm : ALGORITHMS)
        {
            const auto sat = createSummedAreaTable(sumDepth, CV_64F, layout, algorithm);
            const Size tableSize = layout == SAT_INTEGRAL ? Size(size.width + 1, size.height + 1) : size;
            const int sumType = CV_MAKETYPE(sumDepth, CV_MAT_CN(type));
            GpuMat sum = cvtest::createMat(tableSize, sumType, useRoi),
                   sqsum = cvtest::createMat(tableSize, CV_MAKETYPE(CV_64F, CV_MAT_CN(type)), useRoi),
                   tilted = cvtest::createMat(tableSize, sumType, useRoi);
            const uchar* const data = sum.data;
            sat->apply(cvtest::loadMat(src, useRoi), sum, sqsum, tilted);
            EXPECT_EQ(data, sum.data);
            DeviceTables expected;
            sat->apply(GpuMat(src), expected.sum, expected.sqsum, expected.tilted);
            EXPECT_TRUE(identical(Mat(expected.sum), Mat(sum))) << "algorithm " << algorithm;
            EXPECT_TRUE(identical(Mat(expected.sqsum), Mat(sqsum))) << "algorithm " << algorithm;
            EXPECT_TRUE(identical(Mat(expected.tilted), Mat(tilted))) << "algorithm " << algorithm;
        }
}

INSTANTIATE_TEST_CASE_P(CUDA, SatCuda_Layout,
                        testing::Combine(testing::Values(Size(128, 128), Size(113, 113), Size(700, 301)),
                                         testing::Values(MatType(CV_8UC1), MatType(CV_8UC4), MatType(CV_16UC3),
                                                         MatType(CV_32FC1), MatType(CV_32FC4)),
                                         WHOLE_SUBMAT));

// ---- Errors: test_sat.cpp has the table, which needs no GPU

TEST(SatCuda_Negative, object_goes_on_after_an_error)
{
    needDevice();
    const auto sat = createSummedAreaTable(CV_32S);
    GpuMat sum;
    EXPECT_THROW(sat->apply(GpuMat(4, 5, CV_32F, Scalar(1)), sum), cv::Exception);
    EXPECT_TRUE(sum.empty());
    sat->apply(GpuMat(4, 5, CV_8U, Scalar(1)), sum);
    EXPECT_EQ(20, Mat(sum).at<int>(4, 5));
}

TEST(SatCuda_Negative, no_device)
{
    if (hasDevice())
        throw SkipTestException("there is a CUDA device");
    const Mat image(4, 5, CV_8U, Scalar(1));
    GpuMat sum;
    expectError(cv::Error::GpuNotSupported, "src is a GpuMat",
                [&] { createSummedAreaTable()->apply(headerOf<GpuMat>(image), sum); });
    EXPECT_TRUE(sum.empty());
}

}} // namespace opencv_test
