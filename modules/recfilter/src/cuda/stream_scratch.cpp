// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "../precomp.hpp"

#ifdef HAVE_CUDA

#include "stream_scratch.hpp"

namespace cv { namespace recfilter {

void checkCuda(cudaError_t status, const char* call)
{
    if (status == cudaSuccess)
        return;
    cudaGetLastError(); // the next call starts without it
    CV_Error(status == cudaErrorMemoryAllocation ? Error::StsNoMem : Error::GpuApiCallError,
             format("%s failed: %s", call, cudaGetErrorString(status)));
}

struct StreamScratch::Block
{
    Block(int device_, unsigned long long stream_) : device(device_), stream(stream_) {}

    // Freeing waits for the device; errors are those of a driver that is shutting down.
    ~Block()
    {
        if (memory)
            cudaFree(memory);
    }

    void reserve(size_t wanted)
    {
        if (wanted <= bytes)
            return;
        cudaFree(memory);
        memory = nullptr;
        bytes = 0;
        checkCuda(cudaMalloc(&memory, wanted), format("allocating %zu bytes of device memory", wanted).c_str());
        bytes = wanted;
    }

    const int device;
    const unsigned long long stream;
    std::mutex turn;
    void* memory = nullptr;
    size_t bytes = 0;
};

//! A number that no other stream of this process has ever had, unlike its handle.
static unsigned long long idOf(cudaStream_t stream)
{
#if CUDART_VERSION >= 12000
    unsigned long long id = 0;
    checkCuda(cudaStreamGetId(stream, &id), "cudaStreamGetId");
    return id;
#else
    return reinterpret_cast<uintptr_t>(stream);
#endif
}

std::shared_ptr<StreamScratch::Block> StreamScratch::find(int device, unsigned long long stream)
{
    std::lock_guard<std::mutex> lock(mutex);
    for (auto block = blocks.begin(); block != blocks.end(); ++block)
        if ((*block)->device == device && (*block)->stream == stream)
        {
            blocks.splice(blocks.begin(), blocks, block);
            return blocks.front();
        }
    blocks.push_front(std::make_shared<Block>(device, stream));
    const std::shared_ptr<Block> found = blocks.front();
    if (blocks.size() > MAX_BLOCKS)
        blocks.pop_back();
    return found;
}

StreamScratch::Lease::Lease(StreamScratch& pool, size_t bytes, cudaStream_t stream_) : stream(stream_)
{
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    checkCuda(cudaStreamIsCapturing(stream, &capture), "cudaStreamIsCapturing");
    if (capture != cudaStreamCaptureStatusNone)
    {
        void* node = nullptr;
        checkCuda(cudaMallocAsync(&node, std::max<size_t>(bytes, 1), stream), "cudaMallocAsync");
        memory = static_cast<uchar*>(node);
        return;
    }
    int device = 0;
    checkCuda(cudaGetDevice(&device), "cudaGetDevice");
    block = pool.find(device, idOf(stream));
    turn = std::unique_lock<std::mutex>(block->turn);
    block->reserve(bytes);
    memory = static_cast<uchar*>(block->memory);
}

StreamScratch::Lease::~Lease()
{
    if (!block && memory && cudaFreeAsync(memory, stream) != cudaSuccess)
        cudaGetLastError(); // the capture was given up; the next call starts without its error
}

}} // namespace cv::recfilter

#endif
