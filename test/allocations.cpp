// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Replaces operator new and OpenCV's allocator by ones that count and refuse.

#include "allocations.hpp"

#include "opencv2/core.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace opencv_test { namespace allocations {
namespace {

std::atomic<size_t> requested{0};
std::atomic<long long> blocks{0};
std::atomic<long long> untilRefusal{0}; // allocations; 0 and below: all are granted

//! True within OpenCV's own allocator, which would leak its pixels if their header was refused.
thread_local bool isGranted = false;

//! Counts an allocation; tells whether it is to be refused.
bool isRefused(size_t size)
{
    requested += size;
    if (isGranted)
        return false;
    return untilRefusal > 0 && --untilRefusal == 0;
}

void* allocate(size_t size)
{
    void* const memory = isRefused(size) ? nullptr : std::malloc(size > 0 ? size : 1);
    if (!memory)
        throw std::bad_alloc();
    blocks++;
    return memory;
}

void release(void* memory)
{
    if (!memory)
        return;
    blocks--;
    std::free(memory);
}

#ifndef _MSC_VER
void* allocate(size_t size, std::align_val_t alignment)
{
    const size_t unit = size_t(alignment);
    void* const memory = isRefused(size) ? nullptr : std::aligned_alloc(unit, (size / unit + 1) * unit);
    if (!memory)
        throw std::bad_alloc();
    blocks++;
    return memory;
}
#endif

//! OpenCV's own allocator, which may be refused. A Mat frees itself with the own one.
class RefusingAllocator final : public cv::MatAllocator
{
public:
    cv::UMatData* allocate(int dims, const int* sizes, int type, void* data, size_t* step, cv::AccessFlag flags,
                           cv::UMatUsageFlags usage) const override
    {
        if (isRefused(0))
            throw cv::Exception(cv::Error::StsNoMem, "refused by a test", "allocate", __FILE__, __LINE__);
        isGranted = true;
        cv::UMatData* const memory = cv::Mat::getStdAllocator()->allocate(dims, sizes, type, data, step, flags, usage);
        isGranted = false;
        return memory;
    }
    bool allocate(cv::UMatData* data, cv::AccessFlag flags, cv::UMatUsageFlags usage) const override
    {
        return cv::Mat::getStdAllocator()->allocate(data, flags, usage);
    }
    void deallocate(cv::UMatData* data) const override { cv::Mat::getStdAllocator()->deallocate(data); }
};

RefusingAllocator& matAllocator()
{
    static RefusingAllocator allocator;
    return allocator;
}

} // namespace

size_t bytes()
{
    return requested;
}

long long living()
{
    return blocks;
}

void refuse(long long n)
{
    cv::Mat::setDefaultAllocator(&matAllocator());
    untilRefusal = n;
}

bool wasRefused()
{
    cv::Mat::setDefaultAllocator(cv::Mat::getStdAllocator());
    return untilRefusal.exchange(0) <= 0;
}

}} // namespace opencv_test::allocations

// Clang before 19 declares no forms with a size.
void operator delete(void* memory, size_t) noexcept;
#ifndef _MSC_VER
void operator delete(void* memory, size_t, std::align_val_t) noexcept;
#endif

// The array forms call these. The address sanitizer has forms of its own, which must not meet a release() of these.

void* operator new(size_t size)
{
    return opencv_test::allocations::allocate(size);
}

void* operator new(size_t size, const std::nothrow_t&) noexcept
{
    try
    {
        return opencv_test::allocations::allocate(size);
    }
    catch (const std::bad_alloc&)
    {
        return nullptr;
    }
}

void operator delete(void* memory, const std::nothrow_t&) noexcept
{
    opencv_test::allocations::release(memory);
}

void operator delete(void* memory) noexcept
{
    opencv_test::allocations::release(memory);
}

void operator delete(void* memory, size_t) noexcept
{
    opencv_test::allocations::release(memory);
}

#ifndef _MSC_VER
void* operator new(size_t size, std::align_val_t alignment)
{
    return opencv_test::allocations::allocate(size, alignment);
}

void* operator new(size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept
{
    try
    {
        return opencv_test::allocations::allocate(size, alignment);
    }
    catch (const std::bad_alloc&)
    {
        return nullptr;
    }
}

void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept
{
    opencv_test::allocations::release(memory);
}

void operator delete(void* memory, std::align_val_t) noexcept
{
    opencv_test::allocations::release(memory);
}

void operator delete(void* memory, size_t, std::align_val_t) noexcept
{
    opencv_test::allocations::release(memory);
}
#endif
