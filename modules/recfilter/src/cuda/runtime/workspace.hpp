// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_RUNTIME_WORKSPACE_HPP
#define OPENCV_RECFILTER_CUDA_RUNTIME_WORKSPACE_HPP

#include "precomp.hpp"
#include "cuda/runtime/queue.hpp"

#include <list>
#include <memory>
#include <mutex>

namespace cv { namespace recfilter {

/** The working memory of every call: a block for each device and stream, which all objects share. The work of a stream
runs in order, so that its next call may use the same bytes while this one still runs. Once a stream has been seen with a
size, a lease neither allocates nor synchronises. What idle streams hold is freed when the device has no memory left, and
all of it with the last object.

While a stream is being captured, the memory is allocated by a node of the graph itself: replays then share nothing with
calls that run beside them. */
class Workspace
{
    struct Block;

public:
    //! That of this process, which lives as long as somebody holds it.
    static std::shared_ptr<Workspace> shared();

    //! Frees what no call uses right now, on all devices; waits for these.
    void release();

    //! Memory for the work that is queued while the lease lives. Two threads that share a stream take turns.
    class Lease
    {
    public:
        //! @throws cv::Exception StsNoMem where the device has not that much memory; the pool stays usable.
        Lease(Workspace& pool, size_t bytes, const Queue& queue);
        ~Lease();
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;

        //! Aligned to 256 bytes, not initialised.
        uchar* data() const { return memory; }

    private:
        std::shared_ptr<Block> block; //!< none while the stream is captured
        std::unique_lock<std::mutex> turn;
        cudaStream_t stream;
        uchar* memory = nullptr;
    };

private:
    //! Streams remembered; what the others held is freed.
    enum
    {
        MAX_BLOCKS = 256
    };

    typedef std::list<std::shared_ptr<Block>> Blocks;

    std::shared_ptr<Block> find(int device, unsigned long long stream);
    //! Gives a block so many bytes; what idle streams hold gives way.
    void reserve(Block& block, size_t bytes);
    //! Frees what no call on a device, or on any, uses right now. Tells whether there was any.
    bool freeIdle(int device);

    std::mutex mutex;
    Blocks blocks; //!< the most recent first
};

}} // namespace cv::recfilter

#endif
