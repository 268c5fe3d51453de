// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Working memory of streams: allocation, reuse and release.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "runtime/cuda/workspace.hpp"

namespace cv { namespace recfilter {

struct Workspace::Block
{
    Block(int device_, unsigned long long stream_) : device(device_), stream(stream_) {}

    // Waits for the device.
    ~Block() { freeOn(device, memory); }

    //! Returns whether the device had the memory.
    bool reserve(size_t wanted)
    {
        if (wanted <= bytes)
            return true;
        freeOn(device, memory);
        memory = nullptr;
        bytes = 0;
        const cudaError_t status = cudaMalloc(&memory, wanted);
        if (status == cudaErrorMemoryAllocation)
        {
            cudaGetLastError(); // clears the error for the next call
            return false;
        }
        checkCuda(status, "cudaMalloc");
        bytes = wanted;
        return true;
    }

    const int device;
    const unsigned long long stream;
    std::mutex turn;
    void* memory = nullptr;
    size_t bytes = 0;
};

//! A number that no other stream of this process ever has. Handles are reused.
static unsigned long long idOf(cudaStream_t stream)
{
    unsigned long long id = 0;
    checkCuda(cudaStreamGetId(stream, &id), "cudaStreamGetId");
    return id;
}

std::shared_ptr<Workspace::Block> Workspace::find(int device, unsigned long long stream)
{
    Blocks dropped; // freed after the lock, as freeing waits for the device
    std::lock_guard<std::mutex> lock(mutex);
    for (auto block = blocks.begin(); block != blocks.end(); ++block)
        if ((*block)->device == device && (*block)->stream == stream)
        {
            blocks.splice(blocks.begin(), blocks, block);
            return blocks.front();
        }
    blocks.push_front(std::make_shared<Block>(device, stream));
    if (blocks.size() > MAX_BLOCKS)
        dropped.splice(dropped.begin(), blocks, std::prev(blocks.end()));
    return blocks.front();
}

std::shared_ptr<Workspace> Workspace::shared()
{
    static std::mutex mutex;
    static std::weak_ptr<Workspace> current;
    std::lock_guard<std::mutex> lock(mutex);
    std::shared_ptr<Workspace> workspace = current.lock();
    if (!workspace)
        current = workspace = std::make_shared<Workspace>();
    return workspace;
}

bool Workspace::freeIdle(int device)
{
    Blocks dropped;
    {
        std::lock_guard<std::mutex> lock(mutex);
        for (auto block = blocks.begin(); block != blocks.end();)
        {
            const auto next = std::next(block);
            if ((device == ANY || (*block)->device == device) && block->use_count() == 1) // no lease uses it
                dropped.splice(dropped.begin(), blocks, block);
            block = next;
        }
    }
    return !dropped.empty();
}

void Workspace::reserve(Block& block, size_t bytes)
{
    if (!block.reserve(bytes) && !(freeIdle(block.device) && block.reserve(bytes)))
        CV_Error(Error::StsNoMem, format("the device has no %zu bytes of memory left for carries and copies", bytes));
}

Workspace::Lease::Lease(Workspace& pool, size_t bytes, const Queue& queue) : stream(queue.stream)
{
    if (queue.isCaptured)
    {
        void* node = nullptr;
        checkCuda(cudaMallocAsync(&node, std::max<size_t>(bytes, 1), stream), "cudaMallocAsync");
        memory = static_cast<uchar*>(node);
        return;
    }
    block = pool.find(queue.device, idOf(stream));
    turn = std::unique_lock<std::mutex>(block->turn);
    pool.reserve(*block, bytes);
    memory = static_cast<uchar*>(block->memory);
}

Workspace::Lease::~Lease()
{
    if (!block && memory && cudaFreeAsync(memory, stream) != cudaSuccess)
        cudaGetLastError(); // the capture was given up; clears its error for the next call
}

}} // namespace cv::recfilter

#endif
