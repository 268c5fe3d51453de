// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CPU_MEMORY_SCRATCH_HPP
#define OPENCV_RECFILTER_RUNTIME_CPU_MEMORY_SCRATCH_HPP

// Scratch memory on the host: blocks that outlive calls, and a block cut into arrays. Knows no engine.

#include "precomp.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace cv { namespace recfilter {

/** Keeps blocks of memory between calls: the first touch of fresh pages costs more than the filter. Calls may run
concurrently: a block belongs to one lease at a time. */
class ScratchPool
{
public:
    //! One block. Its destructor returns the block to the pool.
    class Lease
    {
    public:
        Lease(ScratchPool& pool, size_t bytes) : owner(pool), block(pool.take(bytes)) {}
        ~Lease() { owner.giveBack(std::move(block)); }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;

        //! Aligned to a cache line; not initialised.
        uchar* data() { return alignPtr(block.memory.get(), 64); }

    private:
        friend class ScratchPool;
        struct Block
        {
            std::unique_ptr<uchar[]> memory;
            size_t bytes = 0;
        };
        ScratchPool& owner;
        Block block;
    };

    ScratchPool() { idle.reserve(MAX_IDLE); }

    //! Frees what no lease holds.
    void clear()
    {
        std::vector<Lease::Block> dropped; // freed behind the lock
        dropped.reserve(MAX_IDLE);
        std::lock_guard<std::mutex> lock(mutex);
        dropped.swap(idle);
    }

private:
    Lease::Block take(size_t bytes)
    {
        {
            std::lock_guard<std::mutex> lock(mutex);
            for (size_t i = 0; i < idle.size(); i++)
                if (idle[i].bytes >= bytes && idle[i].bytes <= 2 * bytes)
                    return removeIdle(i);
        }
        Lease::Block block;
        block.memory.reset(new uchar[bytes + 64]);
        block.bytes = bytes;
        return block;
    }

    //! Allocates nothing: a lease may end because memory ran out.
    void giveBack(Lease::Block block) noexcept
    {
        Lease::Block oldest; // freed after the lock
        std::lock_guard<std::mutex> lock(mutex);
        if (idle.size() == MAX_IDLE)
            oldest = removeIdle(0);
        idle.push_back(std::move(block));
    }

    //! Blocks stay in the order of their return.
    Lease::Block removeIdle(size_t index) noexcept
    {
        Lease::Block block = std::move(idle[index]);
        idle.erase(idle.begin() + ptrdiff_t(index));
        return block;
    }

    //! Enough for a call's own block and one for each worker, at a few image sizes in turn.
    static constexpr size_t MAX_IDLE = 64;

    std::mutex mutex;
    std::vector<Lease::Block> idle; //!< room for MAX_IDLE
};

//! Cuts a block into aligned arrays. A first run without memory measures the size.
class Carver
{
public:
    explicit Carver(uchar* memory = nullptr) : base(memory) {}

    template <typename T>
    T* take(size_t count)
    {
        T* array = base ? reinterpret_cast<T*>(base + used) : nullptr;
        used += alignSize(count * sizeof(T), 64);
        return array;
    }

    size_t bytes() const { return used; }

private:
    uchar* base;
    size_t used = 0;
};

}} // namespace cv::recfilter

#endif
