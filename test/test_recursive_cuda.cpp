// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "device_common.hpp"
#include "recursive_common.hpp"

#include <thread>

namespace opencv_test { namespace {

//! RECURSIVE_AUTO filters images as small as these in one launch or one read; algorithm 6 is what it does with large ones.
const std::vector<int> SCHEDULES = {RECURSIVE_AUTO, RECURSIVE_ALG_6};

Mat filteredOnDevice(const Ptr<RecursiveFilter>& filter, const Mat& src)
{
    GpuMat source(src), destination;
    filter->apply(source, destination);
    Mat result;
    destination.download(result);
    return result;
}

//! Both backends in the same arithmetic differ by what float loses in another order of operations.
void expectSameAsHost(const Ptr<RecursiveFilter>& filter, const Mat& src, double slack = 2)
{
    const Mat expected = filtered(filter, src), actual = filteredOnDevice(filter, src);
    ASSERT_EQ(expected.type(), actual.type());
    const int depth = expected.depth();
    if (depth < CV_32F) // a result close to half a unit may be rounded either way
        EXPECT_LE(cvtest::norm(asDouble(actual), asDouble(expected), NORM_INF), 1) << src.size();
    else
        EXPECT_LE(relativeError(actual, expected), depth == CV_16F ? 2e-3 : slack * tolerance(src.depth()))
            << src.size();
}

//! Filters with the schedule of the test.
template <typename Params>
class OnSchedule : public testing::TestWithParam<Params>
{
protected:
    virtual int schedule() const = 0;

    Ptr<RecursiveFilter> create(const Axis& x, const Axis& y, const Scalar& borderValue = Scalar(),
                                int ddepth = -1) const
    {
        return createRecursiveFilter(x, y, borderValue, ddepth, schedule());
    }

    Ptr<RecursiveFilter> create(const Axis& axis, const Scalar& borderValue = Scalar(), int ddepth = -1) const
    {
        return create(axis, axis, borderValue, ddepth);
    }

    void expectReferenceOnDevice(const Axis& x, const Axis& y, const Mat& src, double maxError) const
    {
        const Mat expected = reference(src, x, y, BORDER_VALUES);
        const Mat actual = filteredOnDevice(create(x, y, BORDER_VALUES), src);
        EXPECT_EQ(src.type(), actual.type());
        EXPECT_LE(relativeError(actual, expected), maxError)
            << "borders " << x.borderType << ", " << y.borderType << ", size " << src.size() << ", type "
            << typeToString(src.type());
    }
};

class Recursive_Cuda : public OnSchedule<int>
{
protected:
    int schedule() const override { return GetParam(); }
};

INSTANTIATE_TEST_CASE_P(schedule, Recursive_Cuda, testing::ValuesIn(SCHEDULES));

class Recursive_CudaBorder : public OnSchedule<tuple<int, int>>
{
protected:
    int border() const { return get<0>(GetParam()); }
    int schedule() const override { return get<1>(GetParam()); }
};

//! The parameter is a seed.
class Recursive_CudaRandom : public OnSchedule<int>
{
protected:
    int schedule() const override { return SCHEDULES[size_t(GetParam() % 2)]; }
};

INSTANTIATE_TEST_CASE_P(/**/, Recursive_CudaBorder,
                        testing::Combine(testing::ValuesIn(BORDERS), testing::ValuesIn(SCHEDULES)));

// ---- Sizes: tiles are 64 x 128 pixels in float, 32 x 64 in double ----

TEST_P(Recursive_CudaBorder, sizes_around_tiles)
{
    needDevice();
    for (Size size : {Size(1, 1), Size(2, 1), Size(1, 2), Size(3, 3), Size(63, 31), Size(64, 32), Size(65, 33),
                      Size(127, 63), Size(128, 64), Size(129, 65), Size(191, 127), Size(193, 129), Size(257, 193)})
        for (int depth : {CV_32F, CV_64F})
            for (int order : {1, 2, 3, 5})
            {
                const Axis axis = smoothing(polesOfOrder(order), border());
                expectReferenceOnDevice(axis, axis, noise(size, depth), tolerance(depth));
            }
}

TEST_P(Recursive_CudaBorder, one_row_and_one_column)
{
    needDevice();
    for (Size size : {Size(1, 1000), Size(1000, 1), Size(2, 777), Size(777, 2)})
        for (int depth : {CV_32F, CV_64F})
            expectReferenceOnDevice(smoothing(SLOW_POLES, border()), smoothing(SLOW_POLE, border()), noise(size, depth),
                                    tolerance(depth));
}

TEST_P(Recursive_CudaBorder, tall_and_wide)
{
    needDevice();
    for (Size size : {Size(70000, 8), Size(8, 70000)})
    {
        const Axis axis = smoothing(SLOW_POLES, border());
        expectSameAsHost(create(axis), noise(size, CV_32F));
    }
}

//! Carries cross many tiles.
TEST_P(Recursive_CudaBorder, large)
{
    needDevice();
    for (int order : {1, 2, 3})
    {
        const Axis axis = smoothing(polesOfOrder(order), border());
        expectSameAsHost(create(axis), noise(Size(2100, 3001), CV_32F));
    }
}

//! The border repeats several times before the filter forgets it.
TEST_P(Recursive_CudaBorder, poles_slower_than_the_image)
{
    needDevice();
    const Axis axis = smoothing({0.995}, border());
    for (Size size : {Size(300, 100), Size(100, 300)})
        expectReferenceOnDevice(axis, axis, noise(size, CV_64F), 1e-11);
}

TEST_P(Recursive_Cuda, more_than_2_31_elements)
{
    needDevice();
    applyTestTag(CV_TEST_TAG_MEMORY_6GB, CV_TEST_TAG_VERYLONG);
    const Size size(46400, 46400);
    GpuMat src(size, CV_8UC1, Scalar(100)), dst;
    src(Rect(46000, 46300, 400, 100)).setTo(Scalar(200));
    const Axis axis = smoothing({0.9}, BORDER_REFLECT);
    create(axis)->apply(src, dst);
    // Far from the step the image is as it was; near it, what a small image makes of the same.
    Mat corner, expected;
    const Rect nearStep(45800, 46000, 600, 400);
    dst(nearStep).download(corner);
    Mat part(nearStep.size(), CV_8UC1, Scalar(100));
    part(Rect(200, 300, 400, 100)).setTo(Scalar(200));
    expected = filtered(create(axis), part);
    EXPECT_LE(cvtest::norm(corner(Rect(150, 150, 450, 250)), expected(Rect(150, 150, 450, 250)), NORM_INF), 1);
    Mat start;
    dst(Rect(0, 0, 300, 300)).download(start);
    EXPECT_TRUE(identical(start, Mat(start.size(), CV_8UC1, Scalar(100))));
}

// ---- Filters ----

TEST_P(Recursive_CudaBorder, high_orders)
{
    needDevice();
    for (int order : {4, 5, 8, 12, 20})
    {
        const Ptr<RecursiveFilter> filter = create(smoothing(polesOfOrder(order), border()));
        // Taps of either sign that nearly cancel, and states that go round: the host is held to 100 of these.
        for (int depth : {CV_32F, CV_64F})
            expectSameAsHost(filter, noise(Size(200, 150), depth), 10);
    }
}

TEST_P(Recursive_CudaBorder, splines_of_degrees_2_to_9)
{
    needDevice();
    for (int degree = 2; degree <= 9; degree++)
    {
        const Axis axis = cascadeOf(splinePoles(degree), border());
        expectSameAsHost(create(axis), noise(Size(150, 200), CV_32F));
    }
}

TEST_P(Recursive_CudaBorder, different_axes)
{
    needDevice();
    const Mat src = noise(Size(200, 150), CV_32FC2);
    const Axis one = smoothing(SLOW_POLE, border()), three = smoothing(SLOW_POLES, BORDER_WRAP), none;
    for (const Axis& x : {one, three, none})
        for (const Axis& y : {one, three, none})
            expectSameAsHost(create(x, y, BORDER_VALUES), src);
}

TEST_P(Recursive_CudaBorder, parallel_deriche)
{
    needDevice();
    for (int depth : {CV_32F, CV_64F})
        expectReferenceOnDevice(deriche(0.2, border()), deriche(0.3, border()), noise(Size(150, 200), depth),
                                tolerance(depth));
}

TEST_P(Recursive_CudaBorder, one_sided)
{
    needDevice();
    const Mat src = noise(Size(200, 150), CV_32F);
    const Axis forth({unitPass(SLOW_POLES)}, border()), back({unitPass(SLOW_POLE, true)}, border());
    expectReferenceOnDevice(forth, back, src, 1e-5);
    expectReferenceOnDevice(back, forth, src, 1e-5);
}

TEST_P(Recursive_Cuda, prefix_sums)
{
    needDevice();
    const Mat src = noise(Size(333, 190), CV_8UC1);
    const Axis sum({Pass({1}, {1, -1})}, BORDER_CONSTANT);
    expectSameAsHost(create(sum, Scalar(), CV_64F), src);
}

INSTANTIATE_TEST_CASE_P(seed, Recursive_CudaRandom, testing::Range(0, 150));

TEST_P(Recursive_CudaRandom, agrees_with_reference)
{
    needDevice();
    const RandomFilter random(GetParam());
    const Mat src = noise(random.size, random.type);
    const Mat expected = reference(src, random.x, random.y, BORDER_VALUES);
    const Mat host = filtered(random.x, random.y, src, BORDER_VALUES);
    const Mat actual = filteredOnDevice(create(random.x, random.y, BORDER_VALUES), src);
    EXPECT_LE(relativeError(actual, expected), std::max(tolerance(src.depth()), 3 * relativeError(host, expected)))
        << "borders " << random.x.borderType << " " << random.y.borderType << " size " << random.size << " type "
        << typeToString(random.type);
}

// ---- Accuracy ----

TEST_P(Recursive_CudaBorder, accuracy)
{
    needDevice();
    const Mat src = noise(Size(700, 600), CV_32F);
    const auto error = [&](const Axis& axis) {
        return relativeError(filteredOnDevice(create(axis), src), reference(src, axis, axis));
    };
    EXPECT_LE(error(cascadeOf(splinePoles(3), border())), 3e-7);
    EXPECT_LE(error(smoothing(SLOW_POLE, border())), 5e-6);
    EXPECT_LE(error(smoothing(SLOW_POLES, border())), 1e-5);
}

// ---- Depths, channels, layout ----

TEST_P(Recursive_CudaBorder, depths_and_channels)
{
    needDevice();
    const Axis axis = smoothing(SLOW_POLES, border()), high = smoothing(polesOfOrder(5), border());
    for (int depth : {CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F})
        for (int channels = 1; channels <= 6; channels++)
            for (int ddepth : {-1, CV_32F, CV_64F})
                for (const Axis& each : {axis, high})
                    expectSameAsHost(create(each, each, BORDER_VALUES, ddepth),
                                     noise(Size(141, 77), CV_MAKETYPE(depth, channels)));
}

//! An image inside a larger one, at an offset that no vector load is aligned to.
GpuMat insideLarger(const Mat& image, GpuMat& larger)
{
    larger.create(image.rows + 5, image.cols + 7, image.type());
    larger.setTo(Scalar::all(77));
    GpuMat inside = larger(Rect(3, 2, image.cols, image.rows));
    inside.upload(image);
    return inside;
}

TEST_P(Recursive_Cuda, roi)
{
    needDevice();
    for (int type : {CV_8UC1, CV_8UC3, CV_32FC1, CV_64FC2})
        for (Size size : {Size(129, 65), Size(300, 200)})
        {
            const Ptr<RecursiveFilter> filter = create(smoothing(SLOW_POLES, BORDER_REFLECT_101));
            const Mat src = noise(size, type);
            GpuMat largerSrc, largerDst;
            const GpuMat from = insideLarger(src, largerSrc);
            GpuMat to = insideLarger(Mat(size, type, Scalar::all(0)), largerDst);
            const GpuMat before = largerDst.clone();
            filter->apply(from, to);
            EXPECT_EQ(largerDst.data + 2 * largerDst.step + 3 * largerDst.elemSize(), to.data) << "reallocated";
            EXPECT_TRUE(identical(filteredOnDevice(filter, src), Mat(to)));
            Mat around(largerDst), expected(before);
            Mat(to).copyTo(expected(Rect(3, 2, size.width, size.height)));
            EXPECT_TRUE(identical(expected, around)) << "written outside the ROI";
        }
}

TEST_P(Recursive_CudaBorder, in_place)
{
    needDevice();
    for (int order : {1, 3, 5})
        for (int type : {CV_8UC1, CV_32FC1, CV_32FC3})
        {
            const Ptr<RecursiveFilter> filter = create(smoothing(polesOfOrder(order), border()));
            const Mat src = noise(Size(300, 200), type);
            GpuMat image(src);
            const uchar* data = image.data;
            filter->apply(image, image);
            EXPECT_EQ(data, image.data);
            EXPECT_TRUE(identical(filteredOnDevice(filter, src), Mat(image)));
        }
}

TEST_P(Recursive_Cuda, overlapping_roi)
{
    needDevice();
    const Mat src = noise(Size(300, 200), CV_32F);
    for (int order : {1, 5})
    {
        const Ptr<RecursiveFilter> filter = create(smoothing(polesOfOrder(order), BORDER_REPLICATE));
        GpuMat image(src);
        GpuMat from = image(Rect(0, 0, 250, 150)), to = image(Rect(20, 30, 250, 150));
        filter->apply(from, to);
        EXPECT_TRUE(identical(filteredOnDevice(filter, src(Rect(0, 0, 250, 150))), Mat(to)));
    }
}

//! Rows that begin anywhere, which no kernel could read or write where they are.
TEST_P(Recursive_Cuda, memory_that_is_not_aligned)
{
    needDevice();
    for (int type : {CV_16UC1, CV_32FC1, CV_32FC3, CV_64FC1})
        for (int order : {1, 5})
        {
            const Mat src = noise(Size(301, 203), type);
            const size_t step = size_t(src.cols) * src.elemSize() + 7;
            GpuMat memory(2, int(step) * (src.rows + 1), CV_8U, Scalar(0));
            GpuMat odd(src.size(), type, memory.ptr(0) + 1, step), result(src.size(), type, memory.ptr(1) + 3, step);
            odd.upload(src);
            const Ptr<RecursiveFilter> filter = create(smoothing(polesOfOrder(order), BORDER_REFLECT));
            const Mat expected = filteredOnDevice(filter, src);
            GpuMat even;
            filter->apply(odd, even);
            EXPECT_TRUE(identical(expected, Mat(even))) << typeToString(type);
            const uchar* const data = result.data;
            filter->apply(odd, result);
            EXPECT_EQ(data, result.data);
            EXPECT_TRUE(identical(expected, Mat(result))) << typeToString(type);
            filter->apply(odd, odd);
            EXPECT_TRUE(identical(expected, Mat(odd))) << typeToString(type);
        }
}

//! The schedule of algorithm 6, for zero borders.
TEST(Recursive_CudaAlgorithm, algorithm_5)
{
    needDevice();
    for (int order : {1, 2, 3, 5})
    {
        const Axis axis = smoothing(polesOfOrder(order), BORDER_CONSTANT);
        expectSameAsHost(createRecursiveFilter(axis, Scalar(), -1, RECURSIVE_ALG_5), noise(Size(501, 403), CV_32F));
    }
}

TEST_P(Recursive_Cuda, same_array_of_another_depth)
{
    needDevice();
    const Mat src = noise(Size(200, 100), CV_8U);
    const Ptr<RecursiveFilter> filter = create(smoothing(SLOW_POLE, BORDER_REFLECT), Scalar(), CV_32F);
    GpuMat image(src);
    filter->apply(image, image);
    EXPECT_TRUE(identical(filteredOnDevice(filter, src), Mat(image)));
}

TEST_P(Recursive_Cuda, not_a_number_does_not_crash)
{
    needDevice();
    Mat src = noise(Size(200, 150), CV_32F);
    src.at<float>(70, 100) = std::numeric_limits<float>::quiet_NaN();
    const Ptr<RecursiveFilter> filter = create(smoothing(SLOW_POLES, BORDER_REFLECT));
    const Mat result = filteredOnDevice(filter, src);
    EXPECT_TRUE(cvIsNaN(result.at<float>(70, 100)));
    expectSameAsHost(filter, noise(Size(200, 150), CV_32F));
}

// ---- Streams ----

TEST_P(Recursive_Cuda, stream_is_as_no_stream)
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

TEST_P(Recursive_Cuda, same_result_every_time)
{
    needDevice();
    const Mat src = noise(Size(1500, 1400), CV_32F);
    const Ptr<RecursiveFilter> filter = create(smoothing(SLOW_POLES, BORDER_WRAP));
    const Mat first = filteredOnDevice(filter, src);
    for (int i = 0; i < 20; i++)
        ASSERT_TRUE(identical(first, filteredOnDevice(filter, src))) << i;
}

TEST_P(Recursive_Cuda, many_threads_share_an_object)
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
TEST_P(Recursive_Cuda, graph)
{
    needDevice();
    for (int order : {1, 3, 5})
    {
        const Ptr<RecursiveFilter> filter = create(smoothing(polesOfOrder(order), BORDER_REFLECT));
        Stream stream, beside;
        GpuMat src(Size(700, 500), CV_32F, Scalar(0)), dst(src.size(), CV_32F), other(src.size(), CV_32F, Scalar(1)),
            otherDst;
        filter->apply(src, dst, stream);
        stream.waitForCompletion();
        const cudaStream_t queue = StreamAccessor::getStream(stream);
        cudaGraph_t graph;
        cudaGraphExec_t executable;
        ASSERT_EQ(cudaSuccess, cudaStreamBeginCapture(queue, cudaStreamCaptureModeThreadLocal));
        filter->apply(src, dst, stream);
        ASSERT_EQ(cudaSuccess, cudaStreamEndCapture(queue, &graph));
        ASSERT_EQ(cudaSuccess, cudaGraphInstantiate(&executable, graph, 0));
        for (int i = 0; i < 100; i++)
        {
            const Mat image = noise(src.size(), CV_32F, uint64(i));
            src.upload(image, stream);
            ASSERT_EQ(cudaSuccess, cudaGraphLaunch(executable, queue));
            filter->apply(other, otherDst, beside);
            stream.waitForCompletion();
            ASSERT_TRUE(identical(filteredOnDevice(filter, image), Mat(dst))) << i;
        }
        cudaGraphExecDestroy(executable);
        cudaGraphDestroy(graph);
    }
}

//! After the first call of a size on a stream, device memory stays as it is.
TEST_P(Recursive_Cuda, allocates_once)
{
    needDevice();
    const Ptr<RecursiveFilter> filter = create(smoothing(SLOW_POLES, BORDER_REFLECT));
    Stream stream;
    GpuMat src(Size(3000, 2000), CV_32F, Scalar(1)), dst;
    filter->apply(src, dst, stream);
    stream.waitForCompletion();
    size_t before = 0, after = 0, total = 0;
    cudaMemGetInfo(&before, &total);
    for (int i = 0; i < 50; i++)
        filter->apply(src, dst, stream);
    stream.waitForCompletion();
    cudaMemGetInfo(&after, &total);
    EXPECT_EQ(before, after);
}

//! What does not fit is refused, and the object goes on.
TEST_P(Recursive_Cuda, out_of_memory)
{
    needDevice();
    size_t left = 0, total = 0;
    const Ptr<RecursiveFilter> filter = create(smoothing(polesOfOrder(5), BORDER_REFLECT));
    GpuMat src(Size(8000, 8000), CV_32F, Scalar(1)), dst(src.size(), CV_32F, Scalar(3));
    cudaMemGetInfo(&left, &total);
    void* hog = nullptr;
    if (cudaMalloc(&hog, left - (size_t(100) << 20)) != cudaSuccess)
    {
        cudaGetLastError();
        throw SkipTestException("other programs use the GPU's memory");
    }
    EXPECT_THROW(filter->apply(src, dst), cv::Exception);
    EXPECT_EQ(cudaSuccess, cudaGetLastError());
    cudaFree(hog);
    double low = 0, high = 0;
    minMaxLoc(Mat(dst), &low, &high);
    EXPECT_EQ(3, low);
    EXPECT_EQ(3, high);
    filter->apply(src, dst);
    EXPECT_NEAR(1, Mat(dst).at<float>(4000, 4000), 1e-5);
}
#endif

// ---- Errors ----

TEST_P(Recursive_Cuda, mixed_arrays_are_refused)
{
    needDevice();
    const Ptr<RecursiveFilter> filter = create(smoothing(SLOW_POLE, BORDER_REFLECT));
    Mat host(10, 10, CV_32F, Scalar(5));
    GpuMat device(10, 10, CV_32F, Scalar(5));
    EXPECT_THROW(filter->apply(host, device), cv::Exception);
    EXPECT_THROW(filter->apply(device, host), cv::Exception);
    EXPECT_THROW(filter->apply(GpuMat(), device), cv::Exception);
    EXPECT_THROW(filter->apply(GpuMat(10, 10, CV_32S), device), cv::Exception);
    EXPECT_TRUE(identical(Mat(device), Mat(10, 10, CV_32F, Scalar(5))));
    EXPECT_TRUE(identical(host, Mat(10, 10, CV_32F, Scalar(5))));
    filter->apply(device, device);
}

}} // namespace opencv_test
