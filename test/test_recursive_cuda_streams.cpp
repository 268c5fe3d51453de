// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// What a GPU call does besides filtering: streams, graphs, threads and memory.

#include "recursive_device.hpp"

#include <functional>
#include <iterator>
#include <memory>

namespace opencv_test { namespace {

class Recursive_CudaStreams : public OnSchedule<int>
{
protected:
    int schedule() const override { return GetParam(); }
};

INSTANTIATE_TEST_CASE_P(schedule, Recursive_CudaStreams, testing::ValuesIn(SCHEDULES));

TEST_P(Recursive_CudaStreams, stream_is_as_no_stream)
{
    needDevice();
    const Mat src = noise(Size(500, 400), CV_32F);
    const Ptr<RecursiveFilter> filter = create(smoothing(SLOW_POLES, BORDER_REFLECT));
    Stream stream;
    GpuMat source(src), destination;
    filter->apply(source, destination, stream);
    stream.waitForCompletion();
    EXPECT_TRUE(identical(filteredOnDevice(filter, src), Mat(destination)));
}

TEST_P(Recursive_CudaStreams, same_result_every_time)
{
    needDevice();
    const Mat src = noise(Size(1500, 1400), CV_32F);
    const Ptr<RecursiveFilter> filter = create(smoothing(SLOW_POLES, BORDER_WRAP));
    const Mat first = filteredOnDevice(filter, src);
    for (int i = 0; i < 20; i++)
        ASSERT_TRUE(identical(first, filteredOnDevice(filter, src))) << i;
}

TEST_P(Recursive_CudaStreams, many_threads_share_an_object)
{
    needDevice();
    const std::vector<Size> sizes = {Size(300, 200), Size(1000, 700), Size(64, 900)};
    const Ptr<RecursiveFilter> filters[] = {create(smoothing(SLOW_POLES, BORDER_REFLECT)),
                                            create(smoothing(polesOfOrder(5), BORDER_WRAP))};
    std::vector<Mat> images, expected[2];
    for (Size size : sizes)
    {
        images.push_back(noise(size, CV_32F));
        for (int f = 0; f < 2; f++)
            expected[f].push_back(filteredOnDevice(filters[f], images.back()));
    }
    std::vector<std::thread> threads;
    std::vector<int> wrong(8, 0);
    for (size_t t = 0; t < wrong.size(); t++)
        threads.emplace_back([&, t] {
            Stream own;
            for (size_t i = 0; i < 40; i++)
            {
                const size_t k = (i + t) % images.size(), f = (i / 3) % 2;
                GpuMat src, dst;
                src.upload(images[k], own);
                // Half of the threads share the default stream.
                Stream& stream = t % 2 ? own : Stream::Null();
                own.waitForCompletion();
                filters[f]->apply(src, dst, stream);
                stream.waitForCompletion();
                wrong[t] += !identical(expected[f][k], Mat(dst));
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    for (int count : wrong)
        EXPECT_EQ(0, count);
}

/** Calls follow each other without a pause, each on the result of the one before, in the same memory. A kernel may
begin while kernels before it still run. It must not read what they are about to change. */
void expectChains(const Ptr<RecursiveFilter>& filter, const Ptr<RecursiveFilter>& other, const Mat& image, bool inPlace)
{
    const int calls = 12;
    Stream stream;
    GpuMat images[2] = {GpuMat(image), GpuMat(image.size(), image.type())}, expected(image);
    const auto call = [&](int i, const GpuMat& src, GpuMat& dst) { (i % 2 ? other : filter)->apply(src, dst, stream); };
    for (int i = 0; i < calls; i++)
    {
        GpuMat next;
        call(i, expected, inPlace ? expected : next);
        stream.waitForCompletion();
        if (!inPlace)
            expected = next;
    }
    for (int i = 0; i < calls; i++)
        call(i, images[inPlace ? 0 : i % 2], images[inPlace ? 0 : 1 - i % 2]);
    stream.waitForCompletion();
    EXPECT_TRUE(identical(Mat(expected), Mat(images[0]))) << image.size() << (inPlace ? " in place" : "");
}

TEST_P(Recursive_CudaStreams, back_to_back)
{
    needDevice();
    for (int border : {BORDER_REFLECT, BORDER_REPLICATE})
    {
        const Ptr<RecursiveFilter> first = create(smoothing(SLOW_POLE, border)),
                                   gaussian = gaussianFilter(20, 20, 0, 0, border);
        for (const Ptr<RecursiveFilter>& filter :
             {first, create(smoothing(SLOW_POLES, border)), create(smoothing(POLES_IN_PARTS, border)),
              create(deriche(0.2, border)), gaussian, gaussianFilter(20, 0, 0, 0, border),
              gaussianFilter(20, 20, 0, 0, border, Scalar(), GAUSSIAN_DERICHE)})
            // 1500 and 1490: rows of carries begin with a cache line, or not.
            for (Size size : {Size(300, 200), Size(301, 203), Size(1500, 1100), Size(1490, 1100), Size(4000, 3000)})
                for (int type : {CV_32FC1, CV_32FC3})
                {
                    if (type == CV_32FC3 && size.width > 2000)
                        continue; // to save time
                    const Mat image = noise(size, type);
                    for (const Ptr<RecursiveFilter>& other : {filter, gaussian})
                    {
                        SCOPED_TRACE(format("border %d, %s", border, typeToString(type).c_str()));
                        expectChains(filter, other, image, false);
                        expectChains(filter, other, image, true);
                    }
                }
    }
}

#ifdef HAVE_RECFILTER_CUDA
/** Streams that wait for no other one. Their calls fill the device, are queued while all streams are held up, and start
together. Results are compared at the end. */
TEST(Recursive_CudaLoad, calls_at_once)
{
    needDevice();
    const auto filterOf = [](const std::vector<Pole>& poles, int schedule = RECURSIVE_AUTO) {
        return createRecursiveFilter(smoothing(poles, BORDER_REFLECT), Scalar(), -1, schedule);
    };
    struct Work
    {
        std::function<void(const GpuMat&, GpuMat&, Stream&)> apply;
        Size size;
    };
    const auto applying = [](const auto& object) {
        return [object](const GpuMat& src, GpuMat& dst, Stream& stream) { object->apply(src, dst, stream); };
    };
    const auto summing = [&](int algorithm) {
        return applying(createSummedAreaTable(CV_32F, -1, SAT_INCLUSIVE, algorithm));
    };
    const auto first = applying(filterOf(SLOW_POLE)), third = applying(filterOf(SLOW_POLES));
    const Work works[] = {{first, Size(2048, 2048)},
                          {first, Size(1920, 1080)},
                          {third, Size(2048, 2048)},
                          {third, Size(1920, 1080)},
                          {applying(filterOf(SLOW_POLES, RECURSIVE_ALG_6)), Size(2300, 1900)},
                          {applying(filterOf(splinePoles(3))), Size(2000, 1500)},
                          {applying(createRecursiveGaussianFilter(20)), Size(1500, 1400)},
                          {summing(SAT_AUTO), Size(2047, 2047)},
                          {summing(SAT_AUTO), Size(4500, 1200)},
                          {summing(SAT_OVERLAPPED), Size(1900, 1700)}};
    const int rounds = 10;
    struct Line
    {
        Stream stream = Stream(cudaStreamNonBlocking);
        GpuMat src;
        Mat expected;
        std::vector<GpuMat> results = std::vector<GpuMat>(rounds);
    };
    std::vector<Line> lines(std::size(works));
    for (size_t k = 0; k < lines.size(); k++)
    {
        Line& line = lines[k];
        line.src.upload(noise(works[k].size, CV_32F, k));
        GpuMat alone;
        works[k].apply(line.src, alone, Stream::Null());
        line.expected = Mat(alone);
        for (GpuMat& result : line.results)
        {
            works[k].apply(line.src, result, line.stream); // its memory is there from now on
            line.stream.waitForCompletion();
            result.setTo(Scalar(-1));
        }
    }
    cudaDeviceSynchronize();
    {
        std::vector<std::unique_ptr<Gate>> gates;
        for (Line& line : lines)
            gates.emplace_back(new Gate(StreamAccessor::getStream(line.stream)));
        for (int i = 0; i < rounds; i++)
            for (size_t k = 0; k < lines.size(); k++)
                works[k].apply(lines[k].src, lines[k].results[size_t(i)], lines[k].stream);
        for (Line& line : lines)
            EXPECT_EQ(cudaErrorNotReady, cudaStreamQuery(StreamAccessor::getStream(line.stream)));
        for (const auto& gate : gates)
            gate->open();
        ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    }
    for (size_t k = 0; k < lines.size(); k++)
        for (const GpuMat& result : lines[k].results)
            EXPECT_TRUE(identical(lines[k].expected, Mat(result))) << k;
}

//! The kernels that AUTO launches, and those of algorithm 6 in their place.
TEST(Recursive_CudaLoad, kernels_of_a_call)
{
    needFreeChoice();
    const auto kernels = [](const Ptr<RecursiveFilter>& filter, Size size, int depth = CV_32F) {
        Stream stream;
        GpuMat src(size, depth, Scalar(1)), dst;
        filter->apply(src, dst, stream);
        return CapturedCall(stream, [&] { filter->apply(src, dst, stream); }).kernels();
    };
    const auto filterOf = [](const std::vector<Pole>& poles, int schedule) {
        return createRecursiveFilter(smoothing(poles, BORDER_REFLECT), Scalar(), -1, schedule);
    };
    const Size small(300, 200), large(9000, 3000);
    for (const auto& poles : {SLOW_POLE, polesOfOrder(2), SLOW_POLES})
    {
        EXPECT_EQ(1, kernels(filterOf(poles, RECURSIVE_AUTO), small)) << "one launch";
        EXPECT_LT(2, kernels(filterOf(poles, RECURSIVE_AUTO), large)) << "two reads";
        EXPECT_LT(2, kernels(filterOf(poles, RECURSIVE_ALG_6), small));
    }
    // Two reads, and between them two launches, or three where blocks cannot be clusters.
    const bool hasClusters =
        cv::cuda::DeviceInfo().majorVersion() >= 9 && cv::cuda::TargetArchs::hasEqualOrGreater(9, 0);
    const auto gaussian = createRecursiveGaussianFilter(20);
    EXPECT_EQ(hasClusters ? 4 : 5, kernels(gaussian, Size(8192, 1000)))
        << "clusters of eight blocks, which all devices have";
    EXPECT_EQ(5, kernels(gaussian, Size(16385, 100))) << "more tiles to a segment than a thread keeps";
    // |pole|^32 is just below and just above 2^-27.
    for (Size size : {small, large})
    {
        EXPECT_EQ(1, kernels(filterOf(splinePoles(3), RECURSIVE_AUTO), size)) << "one read";
        EXPECT_EQ(1, kernels(filterOf({0.555}, RECURSIVE_AUTO), size));
        EXPECT_LT(2, kernels(filterOf(splinePoles(3), RECURSIVE_ALG_6), size));
    }
    EXPECT_LT(2, kernels(filterOf({0.56}, RECURSIVE_AUTO), large));
    EXPECT_LT(2, kernels(filterOf(splinePoles(3), RECURSIVE_AUTO), large, CV_64F)) << "not precise enough for double";
}

//! A call is captured once and replayed on changing input, while the same object is used beside the graph.
void expectReplays(const Ptr<RecursiveFilter>& filter, bool inPlace, Size size = Size(700, 500), int replays = 100)
{
    Stream stream, beside;
    const GpuMat other(noise(Size(701, 503), CV_32F, 1000));
    GpuMat src(size, CV_32F, Scalar(0)), own(size, CV_32F), otherDst;
    GpuMat& dst = inPlace ? src : own;
    const Mat expectedOther = filteredOnDevice(filter, Mat(other));
    filter->apply(src, dst, stream);
    const CapturedCall captured(stream, [&] { filter->apply(src, dst, stream); });
    for (int i = 0; i < replays; i++)
    {
        const Mat image = noise(size, CV_32F, uint64(i));
        src.upload(image, stream);
        ASSERT_TRUE(captured.launch());
        filter->apply(other, otherDst, beside);
        stream.waitForCompletion();
        beside.waitForCompletion();
        ASSERT_TRUE(identical(filteredOnDevice(filter, image), Mat(dst))) << i << (inPlace ? " in place" : "");
        ASSERT_TRUE(identical(expectedOther, Mat(otherDst))) << i;
    }
}

TEST_P(Recursive_CudaStreams, graph)
{
    needDevice();
    for (const auto& poles : {SLOW_POLE, SLOW_POLES, splinePoles(3), polesOfOrder(5), POLES_IN_PARTS})
        expectReplays(create(smoothing(poles, BORDER_REFLECT)), false);
    expectReplays(create(deriche(0.2, BORDER_REFLECT)), false);
    for (int border : {BORDER_REFLECT, BORDER_REPLICATE})
        expectReplays(gaussianFilter(20, 20, 0, 0, border), false);
}

//! Images of more than one segment and launch. AUTO chooses their schedule by size.
TEST_P(Recursive_CudaStreams, graph_of_large_images)
{
    needDevice();
    for (const Ptr<RecursiveFilter>& filter :
         {create(smoothing(SLOW_POLES, BORDER_REFLECT)), create(smoothing(splinePoles(3), BORDER_REFLECT)),
          gaussianFilter(20, 20, 0, 0, BORDER_REFLECT),
          gaussianFilter(20, 20, 0, 0, BORDER_REFLECT, Scalar(), GAUSSIAN_DERICHE)})
        expectReplays(filter, false, Size(4300, 1100), 10);
}

//! Without the B-spline: in place it is not filtered in one read, and so rounds otherwise.
TEST_P(Recursive_CudaStreams, graph_in_place)
{
    needDevice();
    for (const auto& poles : {SLOW_POLE, SLOW_POLES, polesOfOrder(5), POLES_IN_PARTS})
        expectReplays(create(smoothing(poles, BORDER_REFLECT)), true);
    expectReplays(create(deriche(0.2, BORDER_REFLECT)), true);
    for (int border : {BORDER_REFLECT, BORDER_REPLICATE})
        expectReplays(gaussianFilter(20, 20, 0, 0, border), true);
}

/** After the first call of a size on a stream, a call allocates nothing and does not wait for the device: it returns
while the stream is held up. */
TEST_P(Recursive_CudaStreams, queues_only)
{
    needDevice();
    std::vector<Ptr<RecursiveFilter>> filters = {create(deriche(0.2, BORDER_REFLECT)),
                                                 gaussianFilter(20, 20, 0, 0, BORDER_REFLECT),
                                                 gaussianFilter(20, 0, 0, 0, BORDER_REFLECT)};
    for (const auto& poles : {SLOW_POLES, splinePoles(3), polesOfOrder(5), POLES_IN_PARTS})
        filters.push_back(create(smoothing(poles, BORDER_REFLECT)));
    for (const Ptr<RecursiveFilter>& filter : filters)
        for (Size size : {Size(900, 700), Size(3000, 2000)})
            for (int depth : {CV_32F, CV_64F})
            {
                Stream stream;
                GpuMat src(size, depth, Scalar(1)), dst;
                filter->apply(src, dst, stream);
                expectOnlyQueues(stream, [&] { filter->apply(src, dst, stream); });
            }
}

//! In a frame loop nothing is allocated, freed or waited for.
TEST(Gaussian_CudaBlur, only_queues)
{
    needDevice();
    Stream stream;
    GpuMat src(Size(900, 700), CV_8UC3, Scalar(1, 2, 3)), dst;
    const auto call = [&] { recursiveGaussianBlur(src, dst, 80, 0, BORDER_DEFAULT, -1, stream); };
    call();
    expectOnlyQueues(stream, call);
}

/** The filter and the source are destroyed, and the filter of another result is cleared, while the stream works. The
memory that they leave is written over at once. */
TEST_P(Recursive_CudaStreams, destroyed_while_they_work)
{
    needDevice();
    const Size size(3000, 2000);
    const Mat image = noise(size, CV_32F);
    const std::function<Ptr<RecursiveFilter>()> makers[] = {
        [&] { return create(smoothing(SLOW_POLES, BORDER_REFLECT)); },
        [&] { return create(smoothing(splinePoles(3), BORDER_REFLECT)); },
        [&] { return createRecursiveGaussianFilter(20); }};
    for (const auto& make : makers)
    {
        const Mat expected = filteredOnDevice(make(), image);
        Stream stream;
        GpuMat dst, cleared;
        const auto filter = make();
        {
            const GpuMat src(image);
            const auto other = make();
            for (int i = 0; i < 30; i++)
                other->apply(src, dst, stream);
            filter->apply(src, cleared, stream);
        }
        filter->clear();
        const GpuMat overwriting(Size(3000, 4000), CV_32F, Scalar(-1));
        stream.waitForCompletion();
        EXPECT_TRUE(identical(expected, Mat(dst)));
        EXPECT_TRUE(identical(expected, Mat(cleared)));
    }
}

//! A first call allocates, which shows that `queues_only` would notice.
TEST_P(Recursive_CudaStreams, first_call_allocates)
{
    needDevice();
    const Ptr<RecursiveFilter> filter = create(smoothing(SLOW_POLES, BORDER_REFLECT));
    Stream stream;
    GpuMat src(Size(3000, 2000), CV_32F, Scalar(1)), dst(src.size(), src.type());
    {
        const StrictThread strict;
        EXPECT_THROW(filter->apply(src, dst, stream), cv::Exception);
    }
    filter->apply(src, dst, stream);
    stream.waitForCompletion();
    EXPECT_NEAR(1, Mat(dst).at<float>(1000, 1000), 1e-5);
}

//! What does not fit is refused. dst stays as it was, and the object goes on.
TEST_P(Recursive_CudaStreams, out_of_memory)
{
    needDevice();
    const Ptr<RecursiveFilter> filter = create(smoothing(polesOfOrder(5), BORDER_REFLECT));
    GpuMat src(Size(8000, 8000), CV_32F, Scalar(1)), dst(src.size(), CV_32F, Scalar(3)),
        other(10, 20, CV_8U, Scalar(7));
    {
        releaseWorkspaces(); // no idle memory that could give way
        const Hog hog(30);   // blocks of states keep 60 MB
        EXPECT_EQ(Error::StsNoMem, errorOf([&] { filter->apply(src, dst); }).code);
        EXPECT_EQ(Error::StsNoMem, errorOf([&] { filter->apply(src, other); }).code);
        EXPECT_EQ(cudaSuccess, cudaGetLastError());
    }
    double low = 0, high = 0;
    minMaxLoc(Mat(dst), &low, &high);
    EXPECT_EQ(3, low);
    EXPECT_EQ(3, high);
    EXPECT_TRUE(identical(Mat(10, 20, CV_8U, Scalar(7)), Mat(other)));
    filter->apply(src, dst);
    EXPECT_NEAR(1, Mat(dst).at<float>(4000, 4000), 1e-5);
}

/** Refused again and again for want of memory for carries and for a result, and then served: in the end the device has
as much free memory as before. */
TEST_P(Recursive_CudaStreams, out_of_memory_leaks_nothing)
{
    needDevice();
    const auto work = [&](const std::vector<Pole>& poles) {
        const Ptr<RecursiveFilter> filter = create(smoothing(poles, BORDER_REFLECT));
        Stream stream;
        GpuMat src(Size(8000, 8000), CV_32F, Scalar(1)), dst(src.size(), CV_32F), other;
        {
            const Hog hog(8);
            for (int i = 0; i < 10; i++)
            {
                EXPECT_EQ(Error::StsNoMem, errorOf([&] { filter->apply(src, dst, stream); }).code);
                EXPECT_EQ(Error::StsNoMem, errorOf([&] { filter->apply(src, other, stream); }).code);
            }
        }
        filter->apply(src, dst, stream);
        stream.waitForCompletion();
    };
    for (const auto& poles : {SLOW_POLES, polesOfOrder(5)})
        expectLeaksNothing([&] { work(poles); });
}

//! An image between two steps takes 256 MB. One stream after the other needs one, where there is memory for one.
TEST_P(Recursive_CudaStreams, idle_streams_give_their_memory_back)
{
    needDevice();
    const Ptr<RecursiveFilter> filter = create(smoothing(polesOfOrder(5), BORDER_REFLECT));
    GpuMat src(Size(8000, 8000), CV_32F, Scalar(1)), dst(src.size(), CV_32F);
    const Hog hog(600);
    for (int i = 0; i < 4; i++)
    {
        Stream stream;
        filter->apply(src, dst, stream);
        stream.waitForCompletion();
    }
    EXPECT_NEAR(1, Mat(dst).at<float>(4000, 4000), 1e-5);
}
#endif

}} // namespace opencv_test
