// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The CPU at its limits: extreme border values, very long rows, and little or no memory.

#include "allocations.hpp"
#include "recursive_common.hpp"

#include "recursive/cpu/band/band.hpp"
#include "sat/cpu/wavefront.hpp"

#include "opencv2/core/private.hpp"

#include <chrono>

namespace opencv_test { namespace {

//! Not 6b, which takes memory for its padding, nor 2x5_1, which refuses filters of one pole.
const std::vector<int> ALL_ALGORITHMS =
    algorithmsWithout(cv::recfilter::NEEDS_DECAY | cv::recfilter::NEEDS_TWO_POLES, &cv::recfilter::Schedule::onHost);

bool takesParallel(int algorithm)
{
    return !needs(algorithm, cv::recfilter::NEEDS_CASCADE);
}

//! A border that the algorithm takes.
int anyBorder(int algorithm)
{
    return algorithm == RECURSIVE_ALG_5 ? BORDER_CONSTANT : BORDER_REFLECT;
}

class Recursive_Limits : public testing::TestWithParam<int>
{};

INSTANTIATE_TEST_CASE_P(algorithm, Recursive_Limits, testing::ValuesIn(ALL_ALGORITHMS));

// ---- Border values ----

//! Values that float cannot hold beside a pixel, and values beyond float.
const std::vector<Scalar> HUGE_VALUES = {Scalar(1e9, -1e9, 1e9), Scalar(1e39, -1e39, 1e39)};

//! Without a constant border, a border value does not change a bit.
TEST_P(Recursive_Limits, border_value_counts_for_constant_borders_only)
{
    if (GetParam() == RECURSIVE_ALG_5)
        throw SkipTestException("the algorithm takes zero borders only");
    const auto expectSame = [&](const Axis& axisX, const Axis& axisY) {
        for (Size size : {Size(1, 1), Size(70, 90), Size(200, 1)})
            for (int type : {CV_8UC1, CV_32FC3, CV_64FC2})
            {
                const Mat src = noise(size, type);
                const Mat expected = filtered(axisX, axisY, src, Scalar(), GetParam());
                for (const Scalar& value : HUGE_VALUES)
                    EXPECT_TRUE(identical(expected, filtered(axisX, axisY, src, value, GetParam())))
                        << "borders " << axisX.borderType << ", " << axisY.borderType << ", size " << size << ", type "
                        << typeToString(type) << ", value " << value[0];
            }
    };
    for (int borderX : BORDERS)
        for (int borderY : BORDERS)
            if (borderX != BORDER_CONSTANT && borderY != BORDER_CONSTANT && takesBorder(GetParam(), borderX) &&
                takesBorder(GetParam(), borderY))
            {
                expectSame(smoothing(SLOW_POLES, borderX), smoothing({0.6}, borderY));
                if (takesParallel(GetParam()))
                    expectSame(mirroredPairs({std::polar(0.9, 0.3), std::polar(0.8, 0.6)}, MIRRORINGS[0], borderX),
                               deriche(0.5, borderY));
            }
    // An axis that reads only the pixel itself has no border either.
    const Axis none({}, BORDER_CONSTANT), gain({Pass({2}, {1})}, BORDER_CONSTANT);
    for (const Axis& pointwise : {none, gain})
    {
        expectSame(pointwise, smoothing({0.6}, BORDER_REFLECT));
        expectSame(smoothing({0.6}, BORDER_WRAP), pointwise);
        expectSame(pointwise, pointwise);
    }
}

//! A border value along x beside another border along y. Only the x axis meets the value.
TEST_P(Recursive_Limits, border_value_beside_another_border)
{
    if (!takesBorder(GetParam(), BORDER_CONSTANT) || !takesBorder(GetParam(), BORDER_REFLECT))
        throw SkipTestException("the algorithm does not take both borders");
    const Scalar huge = Scalar::all(1e9);
    const bool keepsDigits = GetParam() == RECURSIVE_AUTO || GetParam() == RECURSIVE_BAND;
    for (const std::vector<Pole>& poles : {std::vector<Pole>(1, 0.6), std::vector<Pole>(10, 0.3)})
        for (int depth : {CV_32F, CV_64F})
            for (bool alongX : {true, false})
            {
                const Axis value = smoothing(poles, BORDER_CONSTANT), other = smoothing({0.7}, BORDER_REFLECT);
                const Mat src = noise(Size(301, 303), depth);
                const Axis &axisX = alongX ? value : other, &axisY = alongX ? other : value;
                const Mat expected = reference(src, axisX, axisY, huge);
                const Mat actual = filtered(axisX, axisY, src, huge, GetParam());
                EXPECT_LE(relativeError(actual, expected), tolerance(depth)) << alongX;
                // 100 pixels from the border less than 1e-13 of the value is left: bands keep all digits there.
                const Rect middle(100, 100, 101, 103);
                if (keepsDigits)
                {
                    EXPECT_LE(relativeError(actual(middle), expected(middle)), tolerance(depth)) << alongX;
                }
            }
}

// ---- Few long rows ----

//! The scratch memory of a first call with an image, in images of the working type.
double scratchOf(const Ptr<RecursiveFilter>& filter, const Mat& src, Mat& dst)
{
    dst.create(src.size(), src.type());
    const size_t before = allocations::bytes();
    filter->apply(src, dst);
    return double(allocations::bytes() - before) / (double(src.total()) * double(src.elemSize()));
}

/** The memory of a call follows the rows there are. One row takes no more because vectors have lanes for more rows,
bands and tiles are higher, and columns have states. One row of double, which all machines
compute in double, takes 1.0 to 3.0 images by bands and whole lines, 0.7 by algorithms 5 and 6, 1.1 to 1.7 by 3, 4 and
5_4, and 4.1 by 1 and 2, which keep the states of all columns between two passes. */
TEST_P(Recursive_Limits, scratch_follows_the_rows)
{
    const int columns = 1 << 21;
    const double most = GetParam() == RECURSIVE_ALG_1 || GetParam() == RECURSIVE_ALG_2 ? 5 : 3.5;
    const int border = anyBorder(GetParam());
    const Axis one = smoothing({0.6}, border),
               pairs = mirroredPairs({std::polar(0.9, 0.3), std::polar(0.8, 0.6)}, MIRRORINGS[0], border);
    for (const Axis& axis : {one, smoothing({0.6}, border == BORDER_CONSTANT ? border : int(BORDER_WRAP)), pairs})
    {
        if (axis.form == RECURSIVE_PARALLEL && !takesParallel(GetParam()))
            continue;
        for (int rows : {1, 3, 9})
        {
            const Mat src = noise(Size(columns / rows, rows), CV_64F);
            const Ptr<RecursiveFilter> filter = createRecursiveFilter(axis, Scalar(), -1, GetParam());
            Mat dst;
            const double scratch = scratchOf(filter, src, dst);
            if (scratch < 1e-3)
                throw SkipTestException("the library has an operator new of its own");
            // A vector of 8 numbers holds 3 rows at least if they are not packed. 0.4 are 6 MB of other things.
            EXPECT_LE(scratch, (rows == 1 ? most : 7) + 0.4) << rows << " rows, form " << axis.form;
            const Rect end(columns / rows - 3000, 0, 2000, rows), around(end.x - 1000, 0, 4000, rows);
            EXPECT_LE(relativeError(dst(end), reference(src(around), axis, axis)(end - around.tl())), 1e-12);
        }
    }
}

/** Rows are filtered alone as beside others, bit for bit. Alone, they leave lanes of a vector unused. If these lanes
would take more than 32 MB of kept data, they are not kept. */
TEST_P(Recursive_Limits, rows_of_few_are_those_of_many)
{
    const auto expectSame = [&](const Axis& axis, const Mat& src, int first, const std::vector<int>& counts) {
        const Ptr<RecursiveFilter> filter = createRecursiveFilter(axis, Axis(), Scalar(), -1, GetParam());
        const Mat expected = filtered(filter, src);
        for (int rows : counts)
        {
            const Range part(first, first + rows);
            EXPECT_TRUE(identical(expected.rowRange(part), filtered(filter, src.rowRange(part))))
                << rows << " rows of " << src.size() << ", border " << axis.borderType << ", form " << axis.form
                << ", type " << typeToString(src.type());
        }
    };
    for (int border : BORDERS)
    {
        if (!takesBorder(GetParam(), border))
            continue;
        std::vector<Axis> axes = {smoothing({0.9, 0.5}, border)};
        if (takesParallel(GetParam()))
            for (const Mirroring& mirroring : MIRRORINGS)
                axes.push_back(mirroredPairs({std::polar(0.95, 0.1), std::polar(0.8, 0.6)}, mirroring, border));
        for (size_t i = 0; i < axes.size(); i++)
        {
            for (int type : {CV_32FC1, CV_64FC1, CV_8UC1, CV_32FC3})
                expectSame(axes[i], noise(Size(2003, 48), type), 21, {1, 2, 3, 4, 7, 8, 9, 17});
            // These images take a second, so one border is enough.
            for (int type : {CV_32FC1, CV_64FC1, CV_32FC3})
                if (i < 2 && border == anyBorder(GetParam()))
                    expectSame(axes[i], noise(Size(1100003 / CV_MAT_CN(type), 5), type), 0, {1, 2, 4});
        }
    }
}

//! Columns of few rows. Each tile closes them by itself.
TEST_P(Recursive_Limits, columns_of_few_rows)
{
    const Scalar value = GetParam() == RECURSIVE_ALG_5 ? Scalar() : BORDER_VALUES;
    for (int border : BORDERS)
    {
        if (!takesBorder(GetParam(), border))
            continue;
        const Axis other = smoothing({0.6}, border);
        std::vector<Axis> axes = {smoothing(SLOW_POLES, border), smoothing({0.3}, border)};
        if (takesParallel(GetParam()))
        {
            axes.push_back(deriche(0.3, border));
            axes.push_back(mirroredPairs({std::polar(0.95, 0.1), std::polar(0.8, 0.6)}, MIRRORINGS[0], border));
        }
        for (const Axis& axis : axes)
            for (int depth : {CV_32F, CV_64F})
            {
                for (int rows : {1, 2, 5, 16, 33, 64, 65})
                {
                    const Mat src = noise(Size(67, rows), depth);
                    const Mat expected = reference(src, other, axis, value);
                    EXPECT_LE(relativeError(filtered(other, axis, src, value, GetParam()), expected), tolerance(depth))
                        << rows << " rows, border " << border << ", form " << axis.form;
                }
                // Very long rows have the same columns as a part of them, bit for bit.
                for (int rows : {1, 3, 9})
                {
                    const Mat src = noise(Size(20001, rows), depth);
                    const Mat whole = filtered(Axis(), axis, src, value, GetParam());
                    for (const Range& part : {Range(0, 200), Range(9000, 9301), Range(19000, 20001)})
                        EXPECT_TRUE(identical(filtered(Axis(), axis, src.colRange(part), value, GetParam()),
                                              whole.colRange(part)))
                            << rows << " rows, border " << border << ", form " << axis.form;
                }
            }
    }
}

//! Parts of a very long row, around places where an int would overflow, and their contents before the call.
struct LongRow
{
    LongRow()
    {
        const int part = 1 << 20;
        const Mat pixels = noise(Size(part, 1), CV_8UC2);
        for (int x = 0; x < image.cols; x += part)
            pixels.colRange(0, std::min(part, image.cols - x))
                .copyTo(image.colRange(x, std::min(x + part, image.cols)));
        for (int x : {0, 1 << 28, (1 << 30) - 500, (1 << 30) + 100, image.cols - 1000})
        {
            regions.push_back(Rect(x, 0, 1000, 1));
            around.push_back(image(Rect(x - 200, 0, 1400, 1) & Rect(0, 0, image.cols, 1)).clone());
        }
    }

    //! @param expect the expected result of a part, except for its ends
    void expectParts(const std::function<Mat(const Mat&)>& expect) const
    {
        for (size_t i = 0; i < regions.size(); i++)
        {
            const int first = std::min(regions[i].x, 200);
            // Rounding to integers takes half a grey level.
            EXPECT_LE(largestError(image(regions[i]), expect(around[i]).colRange(first, first + 1000)), 0.501)
                << regions[i];
        }
    }

    Mat image = Mat(1, (1 << 30) + 5003, CV_8UC2);
    std::vector<Rect> regions;
    std::vector<Mat> around;
};

/** One row of 8 bits and more than 2^31 elements, in place, at its ends and where an int would overflow. Algorithms 1
and 2 filter along the row alone: the states of its columns would take more memory than the row. */
TEST_P(Recursive_Limits, row_of_more_than_2_31_elements)
{
    applyTestTag(CV_TEST_TAG_MEMORY_14GB, CV_TEST_TAG_VERYLONG);
    LongRow row;
    const bool alongX = GetParam() == RECURSIVE_ALG_1 || GetParam() == RECURSIVE_ALG_2;
    const Axis axis = smoothing({0.6}, anyBorder(GetParam())), other = alongX ? Axis() : axis;
    createRecursiveFilter(axis, other, Scalar(), -1, GetParam())->apply(row.image, row.image);
    row.expectParts([&](const Mat& part) { return reference(part, axis, other); });
}

//! The filters of Lee et al., which differ only at the ends of a row and at its middle.
TEST(Recursive_LongRow, gaussians_of_lee)
{
    applyTestTag(CV_TEST_TAG_MEMORY_14GB, CV_TEST_TAG_VERYLONG);
    const auto create = [](int approximation, int ddepth) {
        return gaussianFilter(3, 3, 0, 0, BORDER_REPLICATE, Scalar(), approximation, ddepth);
    };
    for (int approximation : {GAUSSIAN_LEE_ONE_WAY, GAUSSIAN_LEE_TWO_WAY})
    {
        LongRow row;
        create(approximation, -1)->apply(row.image, row.image);
        row.expectParts([&](const Mat& part) { return filtered(create(GAUSSIAN_LEE_ONE_WAY, CV_64F), part); });
    }
}

//! Summed-area tables in place, of ones and of threes.
TEST(Recursive_LongRow, tables)
{
    applyTestTag(CV_TEST_TAG_MEMORY_14GB, CV_TEST_TAG_VERYLONG);
    Mat row(1, (1 << 30) + 5003, CV_32SC2);
    for (int algorithm : {SAT_AUTO, SAT_WAVEFRONT, SAT_OVERLAPPED})
    {
        row.setTo(Scalar(1, 3));
        createSummedAreaTable(CV_32S, -1, SAT_INCLUSIVE, algorithm)->apply(row, row);
        int wrong = 0;
        for (int x = 0; x < row.cols; x++)
        {
            const Vec2i sums = row.at<Vec2i>(0, x);
            wrong += unsigned(sums[0]) != unsigned(x + 1) || unsigned(sums[1]) != 3 * unsigned(x + 1);
        }
        EXPECT_EQ(0, wrong) << algorithm;
    }
}

//! A plan must not be copied: its copy would point into the original.
static_assert(!std::is_copy_constructible<cv::recfilter::BandPlan<float>>::value, "points into itself");
static_assert(!std::is_copy_assignable<cv::recfilter::BandPlan<double>>::value, "points into itself");

// ---- No memory ----

//! The outcomes of a call with a refused allocation: a result, or one of the errors that say so.
enum Outcome
{
    DONE,
    NO_MEMORY,
    OTHER_ERROR
};

//! More sizes than an object keeps plans of.
const int OTHER_SIZES = 40;

template <typename Call>
Outcome outcomeOf(const Call& call)
{
    try
    {
        call();
    }
    catch (const std::bad_alloc&)
    {
        return NO_MEMORY;
    }
    catch (const cv::Exception& e)
    {
        return e.code == Error::StsNoMem ? NO_MEMORY : OTHER_ERROR;
    }
    return DONE;
}

/** Refuses one allocation of `attempt` after the other, then calls `check`, which tells whether all works as before.
@param attempt a call, on objects of its own if the first call of an object is tested
@param all refuse every allocation; else ever fewer from the 16th on */
template <typename Attempt, typename Check>
void expectSurvival(const Attempt& attempt, const Check& check, bool all)
{
    if (currentParallelFramework() == std::string("pthreads"))
        throw SkipTestException("a loop for which memory runs out leaves OpenCV's own pool of threads locked");
    for (int i = 0; i < 2 * OTHER_SIZES; i++) // creates the threads, and all that is kept between calls
        attempt();
    check();
    const long long living = allocations::living();
    int others = 0, refusals = 0;
    long long n = 1;
    for (bool refused = true; refused; n += all ? 1 : 1 + n / 16)
    {
        allocations::refuse(n);
        const Outcome outcome = outcomeOf(attempt);
        refused = allocations::wasRefused();
        refusals += refused;
        others += outcome == OTHER_ERROR || (outcome == NO_MEMORY && !refused);
        if (n % 16 == 1)
            check();
        // Room for memory that threads and their queues keep, but not for a lost block at every other refusal.
        ASSERT_LE(allocations::living() - living, 100 + refusals / 2) << "after refusal " << n;
    }
    check();
    EXPECT_EQ(0, others);
    if (refusals < 3)
        throw SkipTestException("the library has an operator new of its own");
}

TEST_P(Recursive_Limits, no_memory)
{
    const ThreadCount restore;
    const int border = anyBorder(GetParam());
    const Axis y = smoothing({0.6}, border);
    const Axis x = takesParallel(GetParam())
                       ? mirroredPairs({std::polar(0.9, 0.3), std::polar(0.8, 0.6)}, MIRRORINGS[0], border)
                       : smoothing(SLOW_POLES, border);
    const auto create = [&] { return createRecursiveFilter(x, y, Scalar(), -1, GetParam()); };
    // Several tiles and bands, and one long row.
    for (const Mat& image : {noise(Size(70, 140), CV_32F), noise(Size(17000, 1), CV_32F)})
        for (int threads : {1, 4})
        {
            setNumThreads(threads);
            const bool all = threads == 1 && image.rows > 1 && GetParam() == RECURSIVE_AUTO;
            const Mat expected = filtered(create(), image);
            // The first call of an object, which makes a plan.
            expectSurvival([&] { filtered(create(), image); },
                           [&] { ASSERT_TRUE(identical(expected, filtered(create(), image))); }, all);
            // One object, used again and again for sizes that it knows and others. What it keeps must stay whole.
            const Ptr<RecursiveFilter> filter = create();
            Mat dst(image.size(), image.type());
            int calls = 0;
            const auto attempt = [&] {
                calls++;
                const Range columns(0, image.cols - calls % 2 * (calls % OTHER_SIZES));
                Mat result = dst.colRange(columns);
                filter->apply(image.colRange(columns), result);
            };
            expectSurvival(
                attempt, [&] { ASSERT_TRUE(identical(expected, filtered(filter, image))); }, false);
        }
}

TEST(Recursive_NoMemory, gaussians_and_tables)
{
    const ThreadCount restore;
    setNumThreads(4);
    const Mat src = noise(Size(150, 300), CV_8U);
    for (int approximation : std::initializer_list<int>{GAUSSIAN_ACCURATE, GAUSSIAN_LEE_TWO_WAY})
    {
        const auto create = [&] { return gaussianFilter(3, 3, 0, 0, BORDER_REPLICATE, Scalar(), approximation); };
        const Mat expected = filtered(create(), src);
        expectSurvival([&] { filtered(create(), src); },
                       [&] { ASSERT_TRUE(identical(expected, filtered(create(), src))); }, true);
    }
    for (int algorithm : {SAT_WAVEFRONT, SAT_OVERLAPPED})
    {
        const Ptr<SummedAreaTable> table = createSummedAreaTable(-1, -1, SAT_INTEGRAL, algorithm);
        Mat sum, sqsum, tilted;
        table->apply(src, sum, sqsum, tilted);
        const auto attempt = [&] {
            Mat a, b, c;
            createSummedAreaTable(-1, -1, SAT_INTEGRAL, algorithm)->apply(src, a, b, c);
        };
        const auto check = [&] {
            Mat a, b, c;
            table->apply(src, a, b, c);
            ASSERT_TRUE(identical(sum, a) && identical(sqsum, b) && identical(tilted, c));
        };
        expectSurvival(attempt, check, true);
    }
}

// ---- Workers that follow each other ----

struct StepFailure
{
    int part, row;
};

//! A step that throws ends all workers, even those that wait for it, and the caller gets what it threw.
TEST(Recursive_Wavefront, step_that_throws)
{
    using cv::recfilter::Wavefront;
    const ThreadCount restore;
    const int parts = 7, rows = 300, bandRows = 64, stepRows = 32;
    for (int threads : {1, 2, 3, 4, 8})
    {
        setNumThreads(threads);
        for (int failingPart : {0, 1, parts - 1})
            for (int failingRow : {0, 96, 256})
            {
                Wavefront wavefront(parts, rows, bandRows);
                std::atomic<int> steps(0);
                bool caught = false;
                try
                {
                    wavefront.run(stepRows, [&](int part, int first, int) {
                        if (part == failingPart && first == failingRow)
                        {
                            std::this_thread::sleep_for(std::chrono::milliseconds(2)); // others come to wait
                            throw StepFailure{part, first};
                        }
                        steps++;
                    });
                }
                catch (const StepFailure& failure)
                {
                    caught = failure.part == failingPart && failure.row == failingRow;
                }
                EXPECT_TRUE(caught) << threads << " threads, part " << failingPart << ", row " << failingRow;
                EXPECT_LT(steps, parts * ((rows + stepRows - 1) / stepRows));
            }
        // If all steps throw, the caller gets one of the exceptions.
        Wavefront wavefront(parts, rows, bandRows);
        EXPECT_THROW(wavefront.run(stepRows,
                                   [](int part, int first, int) {
                                       throw StepFailure{part, first};
                                   }),
                     StepFailure);
    }
}

//! If no step throws, each part sees its left neighbour ahead, and every row comes once.
TEST(Recursive_Wavefront, steps_in_order)
{
    using cv::recfilter::Wavefront;
    const ThreadCount restore;
    const int parts = 5, rows = 333;
    for (int threads : {1, 2, 8})
    {
        setNumThreads(threads);
        std::vector<std::atomic<int>> done(parts);
        std::atomic<int> wrong(0);
        Wavefront wavefront(parts, rows, 64);
        wavefront.run(32, [&](int part, int first, int end) {
            wrong += done[size_t(part)] != first || (part > 0 && done[size_t(part - 1)] < end);
            done[size_t(part)] = end;
        });
        EXPECT_EQ(0, wrong);
        for (const std::atomic<int>& count : done)
            EXPECT_EQ(rows, count);
    }
}

}} // namespace opencv_test
