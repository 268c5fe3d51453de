// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The working memory that all objects on a stream share: its estimate, its sharing and its release.

#include "gaussian_common.hpp"
#include "recursive_device.hpp"

#include <atomic>
#include <thread>

namespace opencv_test { namespace {

Ptr<RecursiveFilter> slowFilter(int algorithm = RECURSIVE_AUTO)
{
    return createRecursiveFilter(smoothing(SLOW_POLES, BORDER_REFLECT), Scalar(), -1, algorithm);
}

// ---- Errors, which need no device ----

TEST(Workspace, estimate_refuses)
{
    const Ptr<RecursiveFilter> filter = slowFilter();
    const Ptr<SummedAreaTable> table = createSummedAreaTable();
    expectError(Error::StsUnsupportedFormat, "type", [&] { filter->estimateWorkspace(Size(5, 5), CV_32S); });
    for (int type : {-1, 4095, 4096, INT_MIN}) // 4095 is what -1 becomes in a Mat
    {
        const std::string text = cv::format("type is %d", type);
        expectError(Error::StsBadArg, text, [&] { filter->estimateWorkspace(Size(5, 5), type); });
        expectError(Error::StsBadArg, text, [&] { table->estimateWorkspace(Size(5, 5), type); });
    }
    expectError(Error::StsBadArg, "size", [&] { filter->estimateWorkspace(Size(0, 5), CV_32F); });
    expectError(Error::StsBadArg, "size", [&] { table->estimateWorkspace(Size(5, -1), CV_8U); });
    expectError(Error::StsOutOfRange, "size is 2147483647 x 5;",
                [&] { table->estimateWorkspace(Size(INT_MAX, 5), CV_8U); });
    expectError(Error::BadNumChannels, "type has 5 channels", [&] { table->estimateWorkspace(Size(5, 5), CV_8UC(5)); });
    expectError(Error::StsUnsupportedFormat, "type has depth CV_16F",
                [&] { table->estimateWorkspace(Size(5, 5), CV_16F); });
    if (hasDevice())
    {
        expectError(Error::StsNotImplemented, "algorithm",
                    [&] { slowFilter(RECURSIVE_BAND)->estimateWorkspace(Size(5, 5), CV_32F); });
        return;
    }
    expectError(Error::GpuNotSupported, "CUDA", [&] { filter->estimateWorkspace(Size(5, 5), CV_32F); });
    expectError(Error::GpuNotSupported, "CUDA", [&] { table->estimateWorkspace(Size(5, 5), CV_8U); });
    EXPECT_NO_THROW(releaseWorkspaces());
}

//! After clear(), an object makes its plans and memory again, also on the CPU.
TEST(Workspace, cleared_objects_go_on)
{
    const Mat src = noise(Size(300, 200), CV_32F);
    for (int algorithm : cv::recfilter::algorithmsOf(&cv::recfilter::Schedule::onHost))
    {
        if (needs(algorithm, cv::recfilter::NEEDS_ZERO_BORDER | cv::recfilter::NEEDS_TWO_POLES))
            continue;
        const Ptr<RecursiveFilter> filter = slowFilter(algorithm);
        const Mat before = filtered(filter, src);
        filter->clear();
        EXPECT_TRUE(identical(before, filtered(filter, src))) << algorithm;
    }
    const Ptr<SummedAreaTable> table = createSummedAreaTable();
    Mat before, after;
    table->apply(src, before);
    table->clear();
    table->apply(src, after);
    EXPECT_TRUE(identical(before, after));
}

//! Calls keep their plans and memory until they end.
TEST(Workspace, threads_apply_while_another_clears)
{
    const Ptr<SummedAreaTable> table = createSummedAreaTable(CV_32F);
    const auto tableOf = [&](const Mat& image) {
        Mat sums;
        table->apply(image, sums);
        return sums;
    };
    std::vector<Ptr<RecursiveFilter>> filters = {
        createRecursiveGaussianFilter(5), gaussianFilter(4, 4, 0, 0, BORDER_REPLICATE, Scalar(), GAUSSIAN_LEE_TWO_WAY)};
    for (int algorithm : std::initializer_list<int>{RECURSIVE_AUTO, RECURSIVE_ALG_6, RECURSIVE_ALG_RT})
        filters.push_back(slowFilter(algorithm));
    const Mat images[] = {noise(Size(150, 200), CV_32F), noise(Size(70, 90), CV_32F)};
    std::vector<Mat> expected;
    for (const Mat& image : images)
    {
        for (const Ptr<RecursiveFilter>& filter : filters)
            expected.push_back(filtered(filter, image));
        expected.push_back(tableOf(image));
    }
    std::atomic<bool> ended{false};
    std::thread clears([&] {
        while (!ended)
        {
            for (const Ptr<RecursiveFilter>& filter : filters)
                filter->clear();
            table->clear();
            std::this_thread::yield();
        }
    });
    int wrong[3] = {};
    std::vector<std::thread> threads;
    for (int& count : wrong)
        threads.emplace_back([&] {
            for (int i = 0; i < 20; i++)
            {
                const Mat* result = expected.data();
                for (const Mat& image : images)
                {
                    for (const Ptr<RecursiveFilter>& filter : filters)
                        count += !identical(*result++, filtered(filter, image));
                    count += !identical(*result++, tableOf(image));
                }
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    ended = true;
    clears.join();
    for (int count : wrong)
        EXPECT_EQ(0, count);
}

#ifdef HAVE_RECFILTER_CUDA

const double PIECE = double(MEMORY_PIECE);

typedef std::function<void(const GpuMat& src, GpuMat& dst, Stream& stream)> Call;

struct Operator
{
    std::string name;
    size_t estimate;
    Call call;
};

Operator operatorOf(const std::string& name, const Ptr<RecursiveFilter>& filter, Size size)
{
    return {name, filter->estimateWorkspace(size, CV_32F),
            [filter](const GpuMat& src, GpuMat& dst, Stream& stream) { filter->apply(src, dst, stream); }};
}

std::vector<Operator> operators(Size size)
{
    const Ptr<SummedAreaTable> sat = createSummedAreaTable(CV_32F, CV_32F, SAT_INCLUSIVE, SAT_OVERLAPPED);
    return {operatorOf("order 3", slowFilter(), size),
            operatorOf("order 5", createRecursiveFilter(smoothing(polesOfOrder(5), BORDER_REFLECT)), size),
            operatorOf("order 5, algorithm 6",
                       createRecursiveFilter(smoothing(polesOfOrder(5), BORDER_REFLECT), Scalar(), -1, RECURSIVE_ALG_6),
                       size),
            operatorOf("three pairs", createRecursiveGaussianFilter(30), size),
            operatorOf("Lee", gaussianFilter(4, 4, 0, 0, BORDER_REPLICATE, Scalar(), GAUSSIAN_LEE_TWO_WAY), size),
            {"table", sat->estimateWorkspace(size, CV_32F),
             [sat](const GpuMat& src, GpuMat& dst, Stream& stream) { sat->apply(src, dst, stream); }}};
}

TEST(Workspace_Cuda, estimate_is_what_a_call_takes)
{
    needDevice();
    const Size size(8000, 5000);
    GpuMat src(size, CV_32F, Scalar(1)), dst(size, CV_32F);
    for (const Operator& op : operators(size))
    {
        Stream first;
        op.call(src, dst, first); // plans, and loads the kernels
        first.waitForCompletion();
        releaseWorkspaces();
        Stream stream;
        const size_t before = freeMemory();
        op.call(src, dst, stream);
        stream.waitForCompletion();
        const double taken = double(before) - double(freeMemory());
        EXPECT_LT(0u, op.estimate) << op.name;
        EXPECT_LE(taken, double(op.estimate) + PIECE) << op.name;
        EXPECT_GE(taken, double(op.estimate) - PIECE) << op.name;
    }
}

//! All objects on a stream share the same memory. Its size is that of the object that needs most.
TEST(Workspace_Cuda, is_shared_by_objects)
{
    needDevice();
    const Size size(8000, 5000);
    GpuMat src(size, CV_32F, Scalar(1)), dst(size, CV_32F);
    std::vector<Operator> all = operators(size);
    std::sort(all.begin(), all.end(), [](const Operator& a, const Operator& b) { return a.estimate > b.estimate; });
    Stream other, stream;
    for (const Operator& op : all)
    {
        op.call(src, dst, other);
        expectOnlyQueues(other, [&] { op.call(src, dst, other); }); // the driver has memory for captures and callbacks
    }
    all.front().call(src, dst, stream);
    stream.waitForCompletion();
    const size_t before = freeMemory();
    for (const Operator& op : all)
    {
        op.call(src, dst, stream);
        expectOnlyQueues(stream, [&] { op.call(src, dst, stream); });
    }
    EXPECT_EQ(before, freeMemory());
    releaseWorkspaces();
    EXPECT_GE(double(freeMemory()), double(before) + 2 * (double(all.front().estimate) - PIECE));
}

//! A result that finds no memory takes that of idle workspaces.
TEST(Workspace_Cuda, idle_memory_gives_way_to_results)
{
    needDevice();
    const Size size(8000, 8000);
    const Ptr<RecursiveFilter> filter = createRecursiveFilter(smoothing(polesOfOrder(20), BORDER_REFLECT));
    GpuMat src(size, CV_32F, Scalar(1)), dst(size, CV_32F), other;
    {
        Stream stream;
        filter->apply(src, dst, stream);
        stream.waitForCompletion();
    }
    const Hog hog(100); // beside 200 MB and more in the workspace of a stream that is no more
    createSummedAreaTable(CV_32F, CV_32F, SAT_INCLUSIVE)->apply(src(Rect(0, 0, 8000, 6000)), other);
    EXPECT_EQ(Size(8000, 6000), other.size());
}

//! Objects queued back to back on a stream do not change the results of each other.
TEST(Workspace_Cuda, objects_take_turns)
{
    needDevice();
    const Size size(1700, 1300);
    const Mat image = noise(size, CV_32F);
    const GpuMat src(image);
    const std::vector<Operator> all = operators(size);
    std::vector<Mat> expected;
    for (const Operator& op : all)
    {
        Stream alone;
        GpuMat dst;
        op.call(src, dst, alone);
        alone.waitForCompletion();
        expected.push_back(Mat(dst));
    }
    Stream stream;
    std::vector<GpuMat> results(3 * all.size());
    for (size_t i = 0; i < results.size(); i++)
        all[i % all.size()].call(src, results[i], stream);
    stream.waitForCompletion();
    for (size_t i = 0; i < results.size(); i++)
        EXPECT_TRUE(identical(expected[i % all.size()], Mat(results[i]))) << all[i % all.size()].name;
}

TEST(Workspace_Cuda, cleared_filter_goes_on)
{
    needDevice();
    const Mat src = noise(Size(3000, 200), CV_32F);
    for (int algorithm : SCHEDULES)
    {
        const Ptr<RecursiveFilter> filter = slowFilter(algorithm);
        const Mat before = filteredOnDevice(filter, src);
        filter->clear();
        releaseWorkspaces();
        EXPECT_TRUE(identical(before, filteredOnDevice(filter, src))) << algorithm;
    }
}

//! A graph keeps its plan after the filter is cleared.
TEST(Workspace_Cuda, graph_outlives_clear)
{
    needDevice();
    const Ptr<RecursiveFilter> filter = slowFilter(RECURSIVE_ALG_6);
    const Mat image = noise(Size(700, 500), CV_32F);
    GpuMat src(image), dst(src.size(), src.type());
    Stream stream;
    filter->apply(src, dst, stream);
    stream.waitForCompletion();
    const Mat expected(dst);
    CapturedCall captured(stream, [&] { filter->apply(src, dst, stream); });
    filter->clear();
    releaseWorkspaces();
    dst.setTo(Scalar(0));
    ASSERT_TRUE(captured.launch());
    stream.waitForCompletion();
    EXPECT_TRUE(identical(expected, Mat(dst)));
}
#endif

}} // namespace opencv_test
