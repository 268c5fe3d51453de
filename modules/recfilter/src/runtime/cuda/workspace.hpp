// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_WORKSPACE_HPP
#define OPENCV_RECFILTER_RUNTIME_CUDA_WORKSPACE_HPP

// Device memory that calls borrow while they queue their work. Knows no image.

#include "precomp.hpp"
#include "runtime/cuda/queue.hpp"

#include <list>
#include <memory>
#include <mutex>

namespace cv { namespace recfilter {

/** The working memory of all calls: a block for each device and stream, which all objects share. The work of a stream
runs in order, so its next call may reuse the bytes while this call still runs. If the stream has had a call of this
size, a lease neither allocates nor synchronises. If the device runs out of memory, the blocks of idle streams are
freed. The last object frees all blocks.
While a stream is captured, a node of the graph allocates the memory, so that replays share it with no other call. */
class Workspace
{
    struct Block;

public:
    //! The workspace of this process. It lives as long as somebody holds it.
    static std::shared_ptr<Workspace> shared();

    //! Frees the blocks that no call uses now, on all devices. Waits for these.
    void release() { freeIdle(ANY); }

    //! Memory for work that is queued while the lease lives. Threads that share a stream take turns.
    class Lease
    {
    public:
        //! @throws cv::Exception StsNoMem if the device has too little memory; the pool stays usable
        Lease(Workspace& pool, size_t bytes, const Queue& queue);
        ~Lease();
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;

        //! Aligned to 256 bytes; not initialised.
        uchar* data() const { return memory; }

    private:
        std::shared_ptr<Block> block; //!< null while the stream is captured
        std::unique_lock<std::mutex> turn;
        cudaStream_t stream;
        uchar* memory = nullptr;
    };

private:
    //! Most streams that are remembered. The blocks of all other streams are freed.
    static constexpr int MAX_BLOCKS = 32;
    //! Any device, for freeIdle().
    static constexpr int ANY = -1;

    typedef std::list<std::shared_ptr<Block>> Blocks;

    std::shared_ptr<Block> find(int device, unsigned long long stream);
    //! Gives a block `bytes` bytes. If necessary, frees the blocks of idle streams.
    void reserve(Block& block, size_t bytes);
    //! Frees the blocks that no call on a device, or on any, uses now. Returns whether there were any.
    bool freeIdle(int device);

    std::mutex mutex;
    Blocks blocks; //!< most recently used first
};

}} // namespace cv::recfilter

#endif
