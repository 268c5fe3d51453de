// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Streams, graphs, threads and memory: what a call does besides filtering.

#include "recursive_device.hpp"

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

#ifdef HAVE_CUDA
//! Captured once, replayed on changing input, while the same object is used beside the graph.
TEST_P(Recursive_CudaStreams, graph)
{
    needDevice();
    for (const auto& poles : {SLOW_POLE, SLOW_POLES, polesOfOrder(5), POLES_IN_PARTS})
    {
        const Ptr<RecursiveFilter> filter = create(smoothing(poles, BORDER_REFLECT));
        Stream stream, beside;
        GpuMat src(Size(700, 500), CV_32F, Scalar(0)), dst(src.size(), CV_32F), other(src.size(), CV_32F, Scalar(1)),
            otherDst;
        filter->apply(src, dst, stream);
        const CapturedCall captured(stream, [&] { filter->apply(src, dst, stream); });
        for (int i = 0; i < 100; i++)
        {
            const Mat image = noise(src.size(), CV_32F, uint64(i));
            src.upload(image, stream);
            ASSERT_TRUE(captured.launch());
            filter->apply(other, otherDst, beside);
            stream.waitForCompletion();
            ASSERT_TRUE(identical(filteredOnDevice(filter, image), Mat(dst))) << i;
        }
    }
}

/** After the first call of a size on a stream a call allocates nothing and waits for nothing: it returns while the stream is held
up, and nothing in it waits for the device. */
TEST_P(Recursive_CudaStreams, queues_only)
{
    needDevice();
    for (const auto& poles : {SLOW_POLES, splinePoles(3), polesOfOrder(5), POLES_IN_PARTS})
        for (Size size : {Size(900, 700), Size(3000, 2000)})
        {
            const Ptr<RecursiveFilter> filter = create(smoothing(poles, BORDER_REFLECT));
            Stream stream;
            GpuMat src(size, CV_32F, Scalar(1)), dst;
            filter->apply(src, dst, stream);
            expectOnlyQueues(stream, [&] { filter->apply(src, dst, stream); });
        }
}

//! A first call does allocate, which shows that the test above would notice.
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

//! What does not fit is refused, dst is as it was, and the object goes on.
TEST_P(Recursive_CudaStreams, out_of_memory)
{
    needDevice();
    const Ptr<RecursiveFilter> filter = create(smoothing(polesOfOrder(5), BORDER_REFLECT));
    GpuMat src(Size(8000, 8000), CV_32F, Scalar(1)), dst(src.size(), CV_32F, Scalar(3)),
        other(10, 20, CV_8U, Scalar(7));
    {
        const Hog hog(100);
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

//! An image between two steps of 256 MB for one stream after the other, where there is memory for one.
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
