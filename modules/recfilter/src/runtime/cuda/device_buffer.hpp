// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_DEVICE_BUFFER_HPP
#define OPENCV_RECFILTER_RUNTIME_CUDA_DEVICE_BUFFER_HPP

// Tables of a plan in the memory of a device.

#include "precomp.hpp"
#include "runtime/cuda/check_cuda.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Constant tables on the device that is current at upload(). Afterwards any stream and thread may read them.
class DeviceBuffer
{
public:
    DeviceBuffer() = default;
    // Waits for the device: kernels may still read the tables.
    ~DeviceBuffer() { freeOn(device, memory); }
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;

    void upload(const std::vector<uchar>& bytes)
    {
        device = currentDevice();
        checkCuda(cudaMalloc(&memory, bytes.size()),
                  format("allocating %zu bytes of device memory", bytes.size()).c_str());
        const CopyStream stream;
        checkCuda(cudaMemcpyAsync(memory, bytes.data(), bytes.size(), cudaMemcpyHostToDevice, stream.stream),
                  "cudaMemcpyAsync");
        checkCuda(cudaStreamSynchronize(stream.stream), "cudaStreamSynchronize");
    }

    const uchar* data() const { return static_cast<const uchar*>(memory); }

private:
    /** A stream for one copy, which waits for no other stream. cudaMemcpy from pageable memory may return once the
    bytes are staged. The default stream then copies them, and streams with cudaStreamNonBlocking do not wait for it. */
    struct CopyStream
    {
        CopyStream()
        {
            checkCuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
        }
        ~CopyStream() { cudaStreamDestroy(stream); }
        CopyStream(const CopyStream&) = delete;
        CopyStream& operator=(const CopyStream&) = delete;

        cudaStream_t stream = nullptr;
    };

    int device = 0;
    void* memory = nullptr;
};

}}} // namespace cv::recfilter::gpu

#endif
