// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Which device a call runs on, whose memory it takes, and how its tables get to the device.

#include "recursive_device.hpp"

#include "runtime/cuda/per_device.hpp"
#include "runtime/cuda/device_choice.hpp"

#ifdef HAVE_RECFILTER_CUDA
#include "runtime/cuda/stream_device.hpp"
#endif

#include <functional>

namespace opencv_test { namespace {

using cv::recfilter::ANY_DEVICE;
using cv::recfilter::DeviceChoice;
using cv::recfilter::NO_DEVICE;

// ---- The choice among made-up devices

struct Places
{
    int src, dst, stream, current;
};

int chosen(const Places& places)
{
    DeviceChoice choice;
    choice.addArray("src", places.src);
    choice.addArray("dst", places.dst);
    choice.addStream(places.stream);
    return choice.deviceOr(places.current);
}

TEST(Device_Choice, that_of_the_arrays)
{
    const struct
    {
        Places places;
        int expected;
        const char* why;
    } rows[] = {
        {{0, 0, ANY_DEVICE, 0}, 0, "all on the current device"},
        {{1, 1, ANY_DEVICE, 0}, 1, "the default stream is that of the arrays' device"},
        {{1, 1, 1, 0}, 1, "arrays and stream on a device that is not current"},
        {{0, 0, 0, 1}, 0, "the same the other way round"},
        {{2, ANY_DEVICE, ANY_DEVICE, 0}, 2, "what every device reads goes with the source"},
        {{ANY_DEVICE, 2, ANY_DEVICE, 0}, 2, "or with the destination"},
        {{ANY_DEVICE, ANY_DEVICE, 3, 0}, 3, "or both with the stream"},
        {{ANY_DEVICE, ANY_DEVICE, ANY_DEVICE, 1}, 1, "or all with the thread"},
    };
    for (const auto& row : rows)
        EXPECT_EQ(row.expected, chosen(row.places)) << row.why;
}

TEST(Device_Choice, refuses_different_devices)
{
    const struct
    {
        Places places;
        const char* text;
    } rows[] = {
        {{0, 1, ANY_DEVICE, 0},
         "dst is on device 1 and src on device 0; all arrays of a call must be on the same device"},
        {{1, 0, 1, 1}, "dst is on device 0 and src on device 1"},
        {{0, 0, 1, 0}, "stream is of device 1 and src on device 0; a stream of the arrays' device"},
        {{1, 1, 0, 0}, "stream is of device 0 and src on device 1"},
        {{ANY_DEVICE, 1, 2, 0}, "stream is of device 2 and dst on device 1"},
        {{NO_DEVICE, 0, ANY_DEVICE, 0}, "src is a GpuMat over memory of the host"},
        {{0, NO_DEVICE, ANY_DEVICE, 0}, "dst is a GpuMat over memory of the host"},
    };
    for (const auto& row : rows)
        expectError(Error::StsBadArg, row.text, [&] { chosen(row.places); });
}

// ---- Cached answers of the runtime

//! Each question has its own answer on each device. The last question is not asked again.
TEST(Device_Answers, depend_on_the_question)
{
    static cv::recfilter::gpu::LastAnswerPerDevice answers; // all zero at first, as in the module
    int asked = 0;
    const auto ask = [&](int device, uint32_t question) {
        return answers.get(device, question, [&] {
            asked++;
            return int(question) * 10 + device;
        });
    };
    for (int device : {0, 1, 63, 64, 1000})
    {
        EXPECT_EQ(70 + device, ask(device, 7));
        EXPECT_EQ(80 + device, ask(device, 8)) << "another question";
        EXPECT_EQ(70 + device, ask(device, 7));
    }
    asked = 0;
    EXPECT_EQ(71, ask(1, 7));
    EXPECT_EQ(70, ask(0, 7));
    EXPECT_EQ(0, asked) << "asked again";
    answers.get(2, 7, [] { return 0; });
    EXPECT_EQ(0, ask(2, 7)) << "0 is an answer, too";
    EXPECT_EQ(0, asked);
}

TEST(Device_Answers, once_per_device)
{
    static cv::recfilter::gpu::OncePerDevice<int> numbers;
    int asked = 0;
    const auto ask = [&](int device) { return numbers.get(device, [&] { return ++asked, 100 + device; }); };
    for (int repeat = 0; repeat < 3; repeat++)
        for (int device : {0, 5, 63})
            EXPECT_EQ(100 + device, ask(device));
    EXPECT_EQ(3, asked);
}

// ---- Calls

#ifdef HAVE_RECFILTER_CUDA
//! An operator with destinations of the source's size and depth.
struct Callee
{
    const char* name;
    const char* destination; //!< its name in errors
    std::function<void(InputArray, OutputArray, Stream&)> apply;

    GpuMat result(const GpuMat& src) const
    {
        GpuMat dst;
        apply(src, dst, Stream::Null());
        return dst;
    }
};

std::vector<Callee> callees()
{
    const auto filter = createRecursiveFilter(smoothing(SLOW_POLES, BORDER_REFLECT));
    const auto general = createRecursiveFilter(smoothing(polesOfOrder(5), BORDER_REFLECT));
    const auto gaussian = createRecursiveGaussianFilter(20);
    const auto lee = gaussianFilter(3, 3, 0, 0, BORDER_REPLICATE, Scalar(), GAUSSIAN_LEE_TWO_WAY);
    const auto sat = createSummedAreaTable(CV_32F, -1, SAT_INCLUSIVE);
    const auto applying = [](const auto& object) {
        return [object](InputArray src, OutputArray dst, Stream& stream) { object->apply(src, dst, stream); };
    };
    return {{"cascade", "dst", applying(filter)},
            {"order 5", "dst", applying(general)},
            {"Gaussian", "dst", applying(gaussian)},
            {"Lee", "dst", applying(lee)},
            {"table", "sum", applying(sat)}};
}

//! Requires a refusal that changes nothing: neither the destination, nor the device, nor the context, which goes on.
void expectRefusal(const Callee& callee, const std::string& text, const GpuMat& src, GpuMat& dst, Stream& stream)
{
    SCOPED_TRACE(callee.name);
    const int device = getDevice();
    const uchar* const data = dst.data;
    expectError(Error::StsBadArg, text, [&] { callee.apply(src, dst, stream); });
    EXPECT_EQ(device, getDevice());
    EXPECT_EQ(data, dst.data);
    EXPECT_EQ(cudaSuccess, cudaGetLastError());
    EXPECT_EQ(cudaSuccess, cudaDeviceSynchronize());
}

TEST(Device_Memory, of_the_host_is_refused)
{
    needDevice();
    const Mat image = noise(Size(300, 200), CV_32F), before(image.size(), CV_32F, Scalar(7));
    Mat memory = before.clone();
    for (const Callee& callee : callees())
    {
        GpuMat src(image), dst(before), hostDst = headerOf<GpuMat>(memory), empty;
        const GpuMat hostSrc = headerOf<GpuMat>(image);
        expectRefusal(callee, "src is a GpuMat over memory of the host", hostSrc, dst, Stream::Null());
        expectRefusal(callee, "src is a GpuMat over memory of the host", hostSrc, empty, Stream::Null());
        expectRefusal(callee, std::string(callee.destination) + " is a GpuMat over memory of the host", src, hostDst,
                      Stream::Null());
        EXPECT_TRUE(identical(before, Mat(dst))) << callee.name;
        EXPECT_TRUE(identical(before, memory)) << callee.name;
        // A destination that does not fit is not written, wherever it is.
        const Mat small(3, 4, CV_8U, Scalar(1));
        GpuMat replaced = headerOf<GpuMat>(small);
        callee.apply(src, replaced, Stream::Null());
        EXPECT_TRUE(identical(Mat(callee.result(src)), Mat(replaced))) << callee.name;
    }
}

//! An image in memory that every device reads, as a GpuMat.
class SharedImage
{
public:
    SharedImage(Size size, bool managed_) : managed(managed_)
    {
        const size_t bytes = size_t(size.area()) * sizeof(float);
        EXPECT_EQ(cudaSuccess, managed ? cudaMallocManaged(&memory, bytes) : cudaMallocHost(&memory, bytes));
        onHost = Mat(size, CV_32F, memory);
        onDevice = headerOf<GpuMat>(onHost);
    }
    ~SharedImage() { managed ? cudaFree(memory) : cudaFreeHost(memory); }
    SharedImage(const SharedImage&) = delete;
    SharedImage& operator=(const SharedImage&) = delete;

    Mat onHost;
    GpuMat onDevice;

private:
    const bool managed;
    void* memory = nullptr;
};

TEST(Device_Memory, that_every_device_reads_is_taken)
{
    needDevice();
    const Mat image = noise(Size(300, 200), CV_32F);
    for (bool managed : {false, true})
        for (const Callee& callee : callees())
        {
            SCOPED_TRACE(std::string(callee.name) + (managed ? ", managed" : ", page-locked"));
            const Mat expected(callee.result(GpuMat(image)));
            SharedImage src(image.size(), managed), dst(image.size(), managed);
            image.copyTo(src.onHost);
            const uchar* const data = dst.onDevice.data;
            callee.apply(src.onDevice, dst.onDevice, Stream::Null());
            EXPECT_EQ(data, dst.onDevice.data);
            EXPECT_EQ(cudaSuccess, cudaDeviceSynchronize());
            EXPECT_TRUE(identical(expected, dst.onHost));
            GpuMat onDevice;
            callee.apply(src.onDevice, onDevice, Stream::Null());
            EXPECT_TRUE(identical(expected, Mat(onDevice)));
        }
}

TEST(Device_Call, leaves_the_current_device)
{
    needDevice();
    const int device = getDevice();
    const GpuMat src(noise(Size(300, 200), CV_32F));
    for (const Callee& callee : callees())
    {
        callee.result(src);
        EXPECT_EQ(device, getDevice()) << callee.name;
        EXPECT_THROW(callee.apply(GpuMat(), GpuMat(), Stream::Null()), cv::Exception);
        EXPECT_EQ(device, getDevice()) << callee.name;
    }
}

//! The same in capture.
TEST(Device_Call, device_of_a_stream)
{
    needDevice();
    using namespace cv::recfilter;
    for (size_t flags : {size_t(cudaStreamDefault), size_t(cudaStreamNonBlocking)})
    {
        Stream stream(flags);
        const cudaStream_t handle = StreamAccessor::getStream(stream);
        EXPECT_EQ(getDevice(), deviceOfStream(handle));
        EXPECT_EQ(cudaSuccess, cudaStreamBeginCapture(handle, cudaStreamCaptureModeThreadLocal));
        EXPECT_EQ(getDevice(), deviceOfStream(handle)) << "in capture";
        cudaGraph_t graph = nullptr;
        EXPECT_EQ(cudaSuccess, cudaStreamEndCapture(handle, &graph));
        cudaGraphDestroy(graph);
    }
}

//! Makes a device the thread's current one until the end of a scope.
class OnDevice
{
public:
    explicit OnDevice(int device) : before(getDevice()) { setDevice(device); }
    ~OnDevice() { setDevice(before); }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;

private:
    const int before;
};

//! Arrays of a device that is not the thread's current one.
class Device_Other : public testing::Test
{
protected:
    //! Called at the beginning of each test.
    void arrange()
    {
        needDevice();
        if (getCudaEnabledDeviceCount() < 2)
            throw SkipTestException("there is one CUDA device");
        current = getDevice();
        other = (current + 1) % getCudaEnabledDeviceCount();
        image = noise(Size(300, 200), CV_32F);
        const OnDevice there(other);
        src = GpuMat(image);
        stream.reset(new Stream);
    }

    void TearDown() override
    {
        if (stream)
        {
            EXPECT_EQ(current, getDevice());
        }
    }

    void wait() const
    {
        const OnDevice there(other);
        EXPECT_EQ(cudaSuccess, cudaDeviceSynchronize());
    }

    void clear(GpuMat& array) const
    {
        const OnDevice there(other);
        array.setTo(Scalar(0));
        EXPECT_EQ(cudaSuccess, cudaDeviceSynchronize());
    }

    //! Requires the right result on the other device.
    void expectThere(const Mat& expected, const GpuMat& result) const
    {
        wait();
        cudaPointerAttributes attributes = {};
        EXPECT_EQ(cudaSuccess, cudaPointerGetAttributes(&attributes, result.data));
        EXPECT_EQ(other, attributes.device);
        const OnDevice there(other);
        EXPECT_TRUE(identical(expected, Mat(result)));
    }

    int current = 0, other = 0;
    Mat image;
    GpuMat src;
    std::unique_ptr<Stream> stream; //!< of the other device
};

TEST_F(Device_Other, call_runs_there)
{
    arrange();
    for (const Callee& callee : callees())
    {
        SCOPED_TRACE(callee.name);
        const Mat expected(callee.result(GpuMat(image)));
        for (Stream* queue : {&Stream::Null(), stream.get()})
        {
            GpuMat dst;
            callee.apply(src, dst, *queue);
            EXPECT_EQ(current, getDevice());
            expectThere(expected, dst);
            clear(dst);
            callee.apply(src, dst, *queue); // into the memory that is there
            EXPECT_EQ(current, getDevice());
            expectThere(expected, dst);
        }
    }
}

TEST_F(Device_Other, refusals_leave_all_as_it_was)
{
    arrange();
    Stream ownStream;
    const GpuMat here(image);
    for (const Callee& callee : callees())
    {
        GpuMat dstHere(image.size(), CV_32F, Scalar(3)), dstThere;
        {
            const OnDevice there(other);
            dstThere = GpuMat(image.size(), CV_32F, Scalar(3));
        }
        const std::string destination = callee.destination;
        expectRefusal(callee, destination + format(" is on device %d and src on device %d", current, other), src,
                      dstHere, Stream::Null());
        expectRefusal(callee, destination + format(" is on device %d and src on device %d", other, current), here,
                      dstThere, Stream::Null());
        expectRefusal(callee, format("stream is of device %d and src on device %d", current, other), src, dstThere,
                      ownStream);
        expectRefusal(callee, format("stream is of device %d and src on device %d", other, current), here, dstHere,
                      *stream);
        const Mat before(image.size(), CV_32F, Scalar(3));
        wait();
        EXPECT_TRUE(identical(before, Mat(dstHere))) << callee.name;
        EXPECT_TRUE(identical(before, Mat(dstThere))) << callee.name;
        // A destination that does not fit gets new memory, on the source's device.
        GpuMat replaced(3, 4, CV_8U, Scalar(1));
        callee.apply(src, replaced, Stream::Null());
        expectThere(Mat(callee.result(here)), replaced);
    }
}

TEST_F(Device_Other, second_call_only_queues)
{
    arrange();
    for (const Callee& callee : callees())
    {
        SCOPED_TRACE(callee.name);
        GpuMat dst;
        callee.apply(src, dst, *stream);
        expectOnlyQueues(*stream, [&] { callee.apply(src, dst, *stream); });
        expectThere(Mat(callee.result(GpuMat(image))), dst);
    }
}

TEST_F(Device_Other, graph)
{
    arrange();
    for (const Callee& callee : callees())
    {
        SCOPED_TRACE(callee.name);
        GpuMat dst;
        callee.apply(src, dst, *stream);
        const CapturedCall captured(*stream, [&] { callee.apply(src, dst, *stream); });
        clear(dst);
        EXPECT_TRUE(captured.launch());
        expectThere(Mat(callee.result(GpuMat(image))), dst);
    }
}

//! Threads of both devices share an object, which keeps tables and memory for each device.
TEST_F(Device_Other, threads_of_both_devices)
{
    arrange();
    for (const Callee& callee : callees())
    {
        const Mat expected(callee.result(GpuMat(image)));
        std::vector<int> wrong(4, 0);
        std::vector<std::thread> threads;
        for (size_t t = 0; t < wrong.size(); t++)
            threads.emplace_back([&, t] {
                const OnDevice own(t % 2 ? current : other);
                Stream queue(cudaStreamNonBlocking);
                GpuMat from;
                from.upload(image, queue);
                for (int i = 0; i < 20; i++)
                {
                    GpuMat dst;
                    callee.apply(from, dst, queue);
                    queue.waitForCompletion();
                    wrong[t] += !identical(expected, Mat(dst)); // the stream is done
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        for (int count : wrong)
            EXPECT_EQ(0, count) << callee.name;
    }
}

// ---- Tables of a first call

//! Filters with all kinds of tables, made anew.
std::vector<std::function<Ptr<RecursiveFilter>()>> makers()
{
    std::vector<std::function<Ptr<RecursiveFilter>()>> result;
    for (int order : {1, 3, 5, 20})
        result.push_back([order] { return createRecursiveFilter(smoothing(polesOfOrder(order), BORDER_WRAP)); });
    for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE})
        result.push_back(
            [approximation] { return gaussianFilter(20, 20, 0, 0, BORDER_REFLECT, Scalar(), approximation); });
    return result;
}

/** Streams that wait for no other one, while the default stream is held up. Tables that came by the default stream
would not be there yet. Another thread uses the tables that the first call has made. */
TEST(Device_Tables, come_by_no_other_stream)
{
    needDevice();
    const Mat image = noise(Size(300, 200), CV_32F);
    const GpuMat src(image);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize()); // the source is there
    for (const auto& make : makers())
    {
        const Mat expected = filteredOnDevice(make(), image); // by the default stream
        EXPECT_LE(relativeError(expected, filtered(make(), image)), 1e-4);
        Stream first(cudaStreamNonBlocking), second(cudaStreamNonBlocking);
        GpuMat results[] = {GpuMat(image.size(), CV_32F), GpuMat(image.size(), CV_32F)};
        make()->apply(src, results[0], first); // the driver loads kernels when they are needed
        first.waitForCompletion();
        for (GpuMat& result : results)
            result.setTo(Scalar(-1));
        ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
        const auto filter = make();
        {
            Gate gate(cudaStreamLegacy);
            filter->apply(src, results[0], first);
            std::thread([&] { filter->apply(src, results[1], second); }).join();
            first.waitForCompletion();
            second.waitForCompletion();
            EXPECT_EQ(cudaErrorNotReady, cudaStreamQuery(cudaStreamLegacy)) << "the call waited for the default stream";
            gate.open();
            ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
        }
        for (const GpuMat& result : results)
            EXPECT_TRUE(identical(expected, Mat(result)));
    }
}

//! Threads make their first call at once: one makes the tables, the others find them or make them, too.
TEST(Device_Tables, threads_share_a_first_call)
{
    needDevice();
    const Mat image = noise(Size(300, 200), CV_32F);
    const GpuMat src(image);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize()); // the source is there
    for (const auto& make : makers())
    {
        const Mat expected = filteredOnDevice(make(), image);
        for (int repeat = 0; repeat < 20; repeat++)
        {
            const auto filter = make();
            std::vector<int> wrong(8, 0);
            std::vector<std::thread> threads;
            std::atomic<int> ready{0};
            for (int& count : wrong)
                threads.emplace_back([&] {
                    Stream stream(cudaStreamNonBlocking);
                    GpuMat dst(image.size(), CV_32F);
                    for (ready++; ready < int(wrong.size());)
                        std::this_thread::yield();
                    filter->apply(src, dst, stream);
                    Mat result;
                    dst.download(result, stream);
                    stream.waitForCompletion();
                    count = !identical(expected, result);
                });
            for (std::thread& thread : threads)
                thread.join();
            for (int count : wrong)
                EXPECT_EQ(0, count) << repeat;
        }
    }
}

// ---- Memory that a filter keeps

//! Megabytes that a filter keeps for images of one size: its first call has made all that the next ones need.
double keptMegabytes(const std::function<Ptr<RecursiveFilter>()>& make, Size size)
{
    GpuMat src(size, CV_32F), dst(size, CV_32F);
    src.setTo(Scalar(0)); // other values take a grid of as many rows, which a device may not have
    size_t kept = 0;
    for (int i = 0; i < 2; i++) // the driver loads kernels when they are needed
    {
        const size_t before = freeMemory();
        const auto filter = make();
        filter->apply(src, dst);
        const size_t after = freeMemory();
        kept = before > after ? before - after : 0;
    }
    return double(kept) / (1 << 20);
}

//! Images of 64 MB. Carries take memory for the rows there are. Lines of one pixel have no carries.
TEST(Device_Carries, of_images_of_few_rows)
{
    needDevice();
    const Size row(1 << 24, 1), column(1, 1 << 24), low(1 << 22, 3);
    const Axis one = smoothing(SLOW_POLE, BORDER_REFLECT), three = smoothing(SLOW_POLES, BORDER_REFLECT),
               five = smoothing(polesOfOrder(5), BORDER_REPLICATE);
    const auto making = [](const Axis& x, const Axis& y) { return [=] { return createRecursiveFilter(x, y); }; };
    const auto gaussian = [] { return createRecursiveGaussianFilter(20); };
    // 2^17 tiles a row, 2^18 a column; a direction and moment of a tile has 16 bytes along rows, 4 along columns.
    EXPECT_LE(keptMegabytes(making(one, one), row), 8) << "4 of carries; 192 with tiles of 64 rows and with columns";
    EXPECT_LE(keptMegabytes(making(three, three), row), 16) << "12 of carries";
    EXPECT_LE(keptMegabytes(making(five, five), row), 44) << "20 of carries, or 40 where directions share none";
    EXPECT_LE(keptMegabytes(gaussian, row), 28) << "24 of carries";
    EXPECT_LE(keptMegabytes(making(one, one), column), 6) << "2 of carries";
    EXPECT_LE(keptMegabytes(gaussian, column), 16) << "12 of carries";
    EXPECT_LE(keptMegabytes(making(three, Axis()), low), 7) << "3 of carries; 48 with tiles of 64 rows";
}

TEST(Device_Carries, of_one_long_row_and_column)
{
    needDevice();
    for (Size size : {Size(1 << 22, 1), Size(1, 1 << 22)})
    {
        const Mat src = noise(size, CV_32F);
        for (const auto& make : makers())
            expectSameAsHost(make(), src, 10); // of high orders, see high_orders
        for (int border : BORDERS)
            for (int algorithm : SCHEDULES)
                expectSameAsHost(createRecursiveFilter(smoothing(SLOW_POLES, border), BORDER_VALUES, -1, algorithm),
                                 src);
    }
}
#endif

}} // namespace opencv_test
