// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Summed-area tables on the CPU. R is the time over that of the best copy of as many bytes, in turns.

#include "copy_reference.hpp"

#include "opencv2/imgproc.hpp"

namespace opencv_test { namespace {

struct SatDepths
{
    int src, table;
};

void PrintTo(const SatDepths& depths, std::ostream* os)
{
    *os << cv::depthToString(depths.src) << " to " << cv::depthToString(depths.table);
}

//! Images of few pixels take more repetitions, as their times scatter more.
int repetitionsFor(int side)
{
    return side <= 1024 ? 101 : side <= 2048 ? 41 : 15;
}

//! fn makes dst from src.
template <typename Fn>
void measureTable(const cv::Mat& src, const cv::Mat& dst, const Fn& fn)
{
    const size_t readBytes = src.total() * src.elemSize(), writtenBytes = dst.total() * dst.elemSize();
    reportRatio(measureAgainstCopy(fn, readBytes, writtenBytes, repetitionsFor(src.rows)), readBytes, writtenBytes);
}

/** No figure counts unless another algorithm gives the same table. Float sums depend on the order of the additions:
those of 8192^2 pixels lose up to 2^-24 in each of 16384 steps. */
void expectSame(const cv::Mat& src, const cv::Mat& table, int layout, int algorithm)
{
    cv::Mat other;
    createSummedAreaTable(table.depth(), -1, layout, algorithm == SAT_OVERLAPPED ? SAT_WAVEFRONT : SAT_OVERLAPPED)
        ->apply(src, other);
    ASSERT_TRUE(checkRange(table.reshape(1)));
    const double tolerance = table.depth() == CV_32S ? 0 : table.depth() == CV_32F ? 1e-3 : 1e-12;
    EXPECT_LE(cvtest::norm(table, other, NORM_INF), tolerance * cvtest::norm(other, NORM_INF));
}

cv::Mat randomImage(cv::Size size, int type)
{
    cv::Mat image(size, type);
    cv::randu(image, 0, 255);
    return image;
}

const SatDepths FAST_DEPTHS[] = {{CV_32F, CV_32F}, {CV_32S, CV_32S}, {CV_8U, CV_32S}, {CV_32F, CV_64F}};
const int SIDES[] = {1024, 2048, 4096, 8192};

typedef TestBaseWithParam<tuple<int, SatDepths, int, int>> Sat_Sum;

PERF_TEST_P(Sat_Sum, against_copy,
            testing::Combine(testing::ValuesIn(SIDES), testing::ValuesIn(FAST_DEPTHS),
                             testing::Values(SAT_INTEGRAL, SAT_INCLUSIVE),
                             testing::Values(SAT_WAVEFRONT, SAT_OVERLAPPED)))
{
    const int side = get<0>(GetParam());
    const SatDepths depths = get<1>(GetParam());
    const cv::Mat src = randomImage(cv::Size(side, side), depths.src);
    const int layout = get<2>(GetParam()), algorithm = get<3>(GetParam());
    const auto sat = createSummedAreaTable(depths.table, -1, layout, algorithm);
    cv::Mat sum;
    sat->apply(src, sum);
    measureTable(src, sum, [&] { sat->apply(src, sum); });
    expectSame(src, sum, layout, algorithm);
    TEST_CYCLE_N(10) sat->apply(src, sum);
    SANITY_CHECK_NOTHING();
}

typedef TestBaseWithParam<tuple<int, SatDepths, int>> Sat_Channels;

PERF_TEST_P(Sat_Channels, against_copy,
            testing::Combine(testing::Values(1024, 4096), testing::ValuesIn(FAST_DEPTHS), testing::Values(2, 3, 4, 5)))
{
    const int side = get<0>(GetParam()), channels = get<2>(GetParam());
    const SatDepths depths = get<1>(GetParam());
    const cv::Mat src = randomImage(cv::Size(side / channels, side), CV_MAKETYPE(depths.src, channels));
    const auto sat = createSummedAreaTable(depths.table);
    cv::Mat sum;
    sat->apply(src, sum);
    measureTable(src, sum, [&] { sat->apply(src, sum); });
    expectSame(src, sum, SAT_INTEGRAL, SAT_WAVEFRONT);
    TEST_CYCLE_N(10) sat->apply(src, sum);
    SANITY_CHECK_NOTHING();
}

typedef TestBaseWithParam<tuple<int, SatDepths>> Sat_AllTables;

//! sum, sqsum and tilted; the bytes counted are one read and three writes.
PERF_TEST_P(Sat_AllTables, against_copy, testing::Combine(testing::Values(1024, 4096), testing::ValuesIn(FAST_DEPTHS)))
{
    const int side = get<0>(GetParam());
    const SatDepths depths = get<1>(GetParam());
    if (depths.src == CV_32S)
        throw SkipTestException("no squares of CV_32S");
    const cv::Mat src = randomImage(cv::Size(side, side), depths.src);
    const auto sat = createSummedAreaTable(depths.table);
    cv::Mat sum, sqsum, tilted;
    const auto run = [&] { sat->apply(src, sum, sqsum, tilted); };
    run();
    const size_t readBytes = src.total() * src.elemSize();
    const size_t writtenBytes = sum.total() * (2 * sum.elemSize() + sqsum.elemSize());
    reportRatio(measureAgainstCopy(run, readBytes, writtenBytes, repetitionsFor(side)), readBytes, writtenBytes);
    expectSame(src, sum, SAT_INTEGRAL, SAT_WAVEFRONT);
    TEST_CYCLE_N(10) run();
    SANITY_CHECK_NOTHING();
}

typedef TestBaseWithParam<tuple<int, SatDepths>> Sat_CvIntegral;

PERF_TEST_P(Sat_CvIntegral, against_copy, testing::Combine(testing::ValuesIn(SIDES), testing::ValuesIn(FAST_DEPTHS)))
{
    const int side = get<0>(GetParam());
    const SatDepths depths = get<1>(GetParam());
    if (depths.src == CV_32S)
        throw SkipTestException("cv::integral does not take CV_32S");
    const cv::Mat src = randomImage(cv::Size(side, side), depths.src);
    cv::Mat sum;
    cv::integral(src, sum, depths.table);
    measureTable(src, sum, [&] { cv::integral(src, sum, depths.table); });
    TEST_CYCLE_N(10) cv::integral(src, sum, depths.table);
    SANITY_CHECK_NOTHING();
}

typedef TestBaseWithParam<tuple<int, int, bool>> Sat_Turns;

//! Sums of CV_8U against cv::integral, by turns in one process: sides, threads, and whether each call gets a new table.
PERF_TEST_P(Sat_Turns, against_cv_integral,
            testing::Combine(testing::Values(512, 1000, 1024, 2048, 4096), testing::Values(1, 2),
                             testing::Values(false, true)))
{
    const int side = get<0>(GetParam()), threads = cv::getNumThreads();
    const bool isNew = get<2>(GetParam());
    cv::setNumThreads(get<1>(GetParam()));
    const cv::Mat src = randomImage(cv::Size(side, side), CV_8U);
    const auto sat = createSummedAreaTable();
    cv::Mat sum, expected;
    const auto seconds = [&](cv::Mat& table, const std::function<void()>& fn) {
        if (isNew)
            table.release();
        const int64 start = cv::getTickCount();
        fn();
        return double(cv::getTickCount() - start) / cv::getTickFrequency();
    };
    std::vector<double> ours, theirs;
    for (int i = 0; i < repetitionsFor(side); i++)
    {
        ours.push_back(seconds(sum, [&] { sat->apply(src, sum); }));
        theirs.push_back(seconds(expected, [&] { cv::integral(src, expected); }));
    }
    const double median = copy_reference::median(ours), reference = copy_reference::median(theirs);
    printf("[  RATIO   ] %.4f ms, cv::integral %.4f ms: %.3f\n", median * 1e3, reference * 1e3, median / reference);
    EXPECT_EQ(0, cvtest::norm(sum, expected, NORM_INF));
    TEST_CYCLE_N(10) sat->apply(src, sum);
    cv::setNumThreads(threads);
    SANITY_CHECK_NOTHING();
}

//! Lengths and dimensions of tables of volumes, series and signals.
struct SatArray
{
    const char* name;
    std::vector<int> sizes, dimensions;
};

void PrintTo(const SatArray& array, std::ostream* os)
{
    *os << array.name;
}

const SatArray SAT_ARRAYS[] = {{"256_cubed", {256, 256, 256}, {0, 1, 2}},
                               {"512_cubed", {512, 512, 512}, {0, 1, 2}},
                               {"64_frames_1080p", {64, 1080, 1920}, {1, 2}},
                               {"40000_of_10x10", {40000, 10, 10}, {1, 2}},
                               {"signal_of_1e7", {1, 10000000}, {1}}};

typedef TestBaseWithParam<tuple<SatArray, SatDepths>> Sat_Array;

PERF_TEST_P(Sat_Array, against_copy, testing::Combine(testing::ValuesIn(SAT_ARRAYS), testing::ValuesIn(FAST_DEPTHS)))
{
    const SatArray array = get<0>(GetParam());
    const SatDepths depths = get<1>(GetParam());
    cv::Mat src(array.sizes, depths.src), sum;
    theRNG().fill(src, RNG::UNIFORM, 0, 255);
    const auto sat = createSummedAreaTable(array.dimensions, depths.table, -1, SAT_INCLUSIVE);
    sat->apply(src, sum);
    const size_t readBytes = src.total() * src.elemSize(), writtenBytes = sum.total() * sum.elemSize();
    reportRatio(measureAgainstCopy([&] { sat->apply(src, sum); }, readBytes, writtenBytes, 15), readBytes,
                writtenBytes);
    TEST_CYCLE_N(1) sat->apply(src, sum);
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test
