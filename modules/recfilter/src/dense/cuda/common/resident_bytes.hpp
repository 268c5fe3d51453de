// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_COMMON_RESIDENT_BYTES_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_COMMON_RESIDENT_BYTES_HPP

// Constant tables of an object in the memory of each device that has used it.

#include "runtime/cuda/device_buffer.hpp"
#include "runtime/cuda/per_device.hpp"

#include <map>
#include <memory>
#include <mutex>

namespace cv { namespace recfilter { namespace gpu {

class ResidentBytes
{
public:
    template <typename T>
    explicit ResidentBytes(const std::vector<T>& list)
        : bytes(reinterpret_cast<const uchar*>(list.data()),
                reinterpret_cast<const uchar*>(list.data()) + list.size() * sizeof(T))
    {
    }

    //! The tables on the host.
    const uchar* onHost() const { return bytes.data(); }

    /** The tables on the current device. They stay as long as this object lives: a graph may read them at any time. Not
    allowed while a stream is captured, unless the device has them. Only the first call of a device takes the lock. */
    const uchar* on(int device) const
    {
        return known.get(device, [&] { return upload(device); });
    }

private:
    const uchar* upload(int device) const
    {
        const std::lock_guard<std::mutex> lock(mutex);
        std::unique_ptr<DeviceBuffer>& buffer = buffers[device];
        if (!buffer)
        {
            auto made = std::make_unique<DeviceBuffer>();
            made->upload(bytes);
            buffer = std::move(made);
        }
        return buffer->data();
    }

    const std::vector<uchar> bytes;
    mutable std::mutex mutex;
    mutable std::map<int, std::unique_ptr<DeviceBuffer>> buffers;
    mutable OncePerDevice<const uchar*> known;
};

}}} // namespace cv::recfilter::gpu

#endif
