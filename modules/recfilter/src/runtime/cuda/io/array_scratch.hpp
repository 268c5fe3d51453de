// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_IO_ARRAY_SCRATCH_HPP
#define OPENCV_RECFILTER_RUNTIME_CUDA_IO_ARRAY_SCRATCH_HPP

// Working memory of a call that takes several steps, and copies of arrays into it. This header also compiles without
// CUDA.

#include "arrays/array_memory.hpp"

#include <memory>

namespace cv { namespace recfilter {

//! A lease of the workspace of a stream (Workspace::Lease).
class ArrayScratch
{
public:
    ArrayScratch(size_t bytes, cuda::Stream& stream);
    ~ArrayScratch();

    //! Aligned to 256 bytes.
    uchar* data() const;

private:
    struct Lease;
    const std::unique_ptr<const Lease> lease;
};

//! Puts an array behind `bytes` bytes of working memory, if there is any yet, and adds the bytes that it takes.
inline void placeInScratch(ArrayMemory& array, uchar* memory, size_t& bytes)
{
    array.data = memory ? memory + bytes : nullptr;
    bytes += alignSize(array.bytes(), 256);
}

//! Queues a copy. The arrays have the same type and lengths.
void copyOnDevice(const ArrayMemory& from, const ArrayMemory& to, cuda::Stream& stream);

}} // namespace cv::recfilter

#endif
