// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_DEVICE_BUFFER_HPP
#define OPENCV_RECFILTER_CUDA_DEVICE_BUFFER_HPP

#include "../precomp.hpp"
#include "check_cuda.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Constant tables on the current device.
class DeviceBuffer
{
public:
    DeviceBuffer() = default;
    // Waits for the device: kernels may still read the tables.
    ~DeviceBuffer() { cudaFree(memory); }
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;

    void upload(const std::vector<uchar>& bytes)
    {
        checkCuda(cudaMalloc(&memory, bytes.size()),
                  format("allocating %zu bytes of device memory", bytes.size()).c_str());
        checkCuda(cudaMemcpy(memory, bytes.data(), bytes.size(), cudaMemcpyHostToDevice), "cudaMemcpy");
    }

    const uchar* data() const { return static_cast<const uchar*>(memory); }

private:
    void* memory = nullptr;
};

}}} // namespace cv::recfilter::gpu

#endif
