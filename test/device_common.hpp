// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Helpers of the tests on a GPU: skips, errors, held-up streams, captures, and little memory.

#ifndef OPENCV_RECFILTER_TEST_DEVICE_COMMON_HPP
#define OPENCV_RECFILTER_TEST_DEVICE_COMMON_HPP

#include "test_precomp.hpp"

#include "opencv2/ts/cuda_test.hpp"

#ifdef HAVE_RECFILTER_CUDA
#include "opencv2/core/cuda_stream_accessor.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <atomic>
#endif

#include <thread>

namespace opencv_test {

//! Whether the module can use a GPU, and there is one. OpenCV may have CUDA where the module has not.
inline bool hasDevice()
{
#ifdef HAVE_RECFILTER_CUDA
    return getCudaEnabledDeviceCount() > 0;
#else
    return false;
#endif
}

//! Skips, counted, where there is no GPU.
inline void needDevice()
{
    if (!hasDevice())
        throw SkipTestException("no CUDA device");
}

//! Skips, too, if switches for fallbacks keep kernels from being chosen (src/runtime/cuda/check_cuda.hpp).
inline void needFreeChoice()
{
    needDevice();
    if (getenv("OPENCV_RECFILTER_CUDA_SHARED_MEMORY") || getenv("OPENCV_RECFILTER_CUDA_COOPERATION"))
        throw SkipTestException("the environment keeps kernels from being chosen");
}

inline GpuMatND onDevice(const Mat& array)
{
    GpuMatND result;
    result.upload(array);
    return result;
}

inline Mat onHost(const GpuMatND& array)
{
    Mat result;
    array.clone().download(result); // a part of an array has gaps, which downloads do not take
    return result;
}

template <typename Call>
cv::Exception errorOf(const Call& call)
{
    try
    {
        call();
    }
    catch (const cv::Exception& error)
    {
        return error;
    }
    return cv::Exception(Error::StsOk, "none", "", "", 0);
}

#ifdef HAVE_RECFILTER_CUDA
//! Holds a stream up until it is released.
class Gate
{
public:
    explicit Gate(cudaStream_t stream) { EXPECT_EQ(cudaSuccess, cudaLaunchHostFunc(stream, wait, &opened)); }
    ~Gate() { opened = true; }

    void open() { opened = true; }

private:
    static void CUDART_CB wait(void* flag)
    {
        const auto& isOpen = *static_cast<std::atomic<bool>*>(flag);
        for (int i = 0; i < 10000 && !isOpen; i++)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    std::atomic<bool> opened{false};
};

/** While it lives, CUDA refuses to allocate, free or wait for the device on this thread, because a stream of its own is
captured. */
class StrictThread
{
public:
    StrictThread() { EXPECT_EQ(cudaSuccess, cudaStreamBeginCapture(queue(), cudaStreamCaptureModeThreadLocal)); }
    ~StrictThread()
    {
        cudaGraph_t graph = nullptr;
        if (cudaStreamEndCapture(queue(), &graph) == cudaSuccess)
            cudaGraphDestroy(graph);
        cudaGetLastError(); // of the capture, which a refused call has ended
    }

private:
    cudaStream_t queue() const { return StreamAccessor::getStream(stream); }

    Stream stream;
};

/** Requires that a call that has run on the stream before allocates nothing and waits for nothing: it returns while the
stream is held up. */
template <typename Call>
void expectOnlyQueues(Stream& stream, const Call& call)
{
    stream.waitForCompletion();
    Gate gate(StreamAccessor::getStream(stream));
    {
        const StrictThread strict;
        EXPECT_NO_THROW(call());
    }
    EXPECT_EQ(cudaErrorNotReady, cudaStreamQuery(StreamAccessor::getStream(stream))) << "the call has waited";
    gate.open();
    stream.waitForCompletion();
}

//! The graph of a call on a stream, to be run again.
class CapturedCall
{
public:
    template <typename Call>
    CapturedCall(Stream& stream, const Call& call) : queue(StreamAccessor::getStream(stream))
    {
        stream.waitForCompletion();
        EXPECT_EQ(cudaSuccess, cudaStreamBeginCapture(queue, cudaStreamCaptureModeThreadLocal));
        EXPECT_NO_THROW(call());
        EXPECT_EQ(cudaSuccess, cudaStreamEndCapture(queue, &graph));
        EXPECT_EQ(cudaSuccess, cudaGraphInstantiate(&executable, graph, 0));
    }
    ~CapturedCall()
    {
        cudaGraphExecDestroy(executable);
        cudaGraphDestroy(graph);
    }
    CapturedCall(const CapturedCall&) = delete;
    CapturedCall& operator=(const CapturedCall&) = delete;

    bool launch() const { return cudaGraphLaunch(executable, queue) == cudaSuccess; }

    //! Number of kernels that the call has launched.
    int kernels() const
    {
        size_t count = 0;
        EXPECT_EQ(cudaSuccess, cudaGraphGetNodes(graph, nullptr, &count));
        std::vector<cudaGraphNode_t> nodes(count);
        EXPECT_EQ(cudaSuccess, cudaGraphGetNodes(graph, nodes.data(), &count));
        return int(std::count_if(nodes.begin(), nodes.end(), [](cudaGraphNode_t node) {
            cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
            EXPECT_EQ(cudaSuccess, cudaGraphNodeGetType(node, &type));
            return type == cudaGraphNodeTypeKernel;
        }));
    }

private:
    const cudaStream_t queue;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
};

//! Device memory comes in pieces of 2 MB.
constexpr size_t MEMORY_PIECE = 2 << 20;

/** Free memory of the device, in bytes. The driver keeps memory of graphs and of cudaFreeAsync after their end, and
gives it to a cudaMalloc that would fail otherwise. So does this function, or earlier tests would count. */
inline size_t freeMemory()
{
    int device = 0;
    cudaMemPool_t pool = nullptr;
    size_t left = 0, total = 0;
    EXPECT_EQ(cudaSuccess, cudaGetDevice(&device));
    EXPECT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(cudaSuccess, cudaDeviceGraphMemTrim(device));
    EXPECT_EQ(cudaSuccess, cudaDeviceGetDefaultMemPool(&pool, device));
    EXPECT_EQ(cudaSuccess, cudaMemPoolTrimTo(pool, 0));
    EXPECT_EQ(cudaSuccess, cudaMemGetInfo(&left, &total));
    return left;
}

/** Takes all of the device's memory but so many megabytes. It takes memory until the driver has none left, as what
cudaMemGetInfo tells may be less than what the next allocation gets. */
class Hog
{
public:
    explicit Hog(size_t leftOver)
    {
        void* left = nullptr;
        const size_t bytes = freeMemory();
        if (cudaMalloc(&left, leftOver << 20) != cudaSuccess)
        {
            cudaGetLastError();
            throw SkipTestException("other programs use the GPU's memory");
        }
        for (size_t piece = std::max(bytes, MEMORY_PIECE); piece >= MEMORY_PIECE; piece /= 2)
            while (take(piece))
                ;
        EXPECT_EQ(cudaSuccess, cudaFree(left));
    }
    ~Hog()
    {
        for (void* piece : memory)
            cudaFree(piece);
    }
    Hog(const Hog&) = delete;
    Hog& operator=(const Hog&) = delete;

private:
    bool take(size_t bytes)
    {
        void* piece = nullptr;
        if (cudaMalloc(&piece, bytes) != cudaSuccess)
        {
            cudaGetLastError();
            return false;
        }
        memory.push_back(piece);
        return true;
    }

    std::vector<void*> memory;
};

/** Requires that the device has as much free memory after some work as before. The driver takes memory at the first
launch of a kernel and keeps it. A leak takes memory every time. */
template <typename Work>
void expectLeaksNothing(const Work& work)
{
    releaseWorkspaces();
    size_t before = 0, after = 0;
    for (int i = 0; i < 4; i++)
    {
        before = freeMemory();
        work();
        after = freeMemory();
        if (i > 0 && after >= before)
            return;
    }
    ADD_FAILURE() << "each time takes memory, the last one " << before - after << " bytes";
}
#endif

} // namespace opencv_test

#endif
