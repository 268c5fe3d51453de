// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Finds the device of a call's arrays and stream, and makes it current.

#include "runtime/cuda/call_device.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "runtime/cuda/device_choice.hpp"
#include "runtime/cuda/check_cuda.hpp"
#include "runtime/cuda/queue.hpp"
#include "runtime/cuda/stream_device.hpp"
#include "runtime/cuda/workspace.hpp"

#include "opencv2/core/cuda_stream_accessor.hpp"

#include <array>

namespace cv { namespace recfilter {

namespace {

//! Asks the runtime. This takes a fraction of a microsecond and is allowed while a stream is captured.
int placeOf(const void* memory)
{
    cudaPointerAttributes attributes = {};
    const cudaError_t status = cudaPointerGetAttributes(&attributes, memory);
    if (status == cudaErrorInvalidValue) // memory unknown to CUDA
    {
        cudaGetLastError(); // clears the error for the next call
        return NO_DEVICE;
    }
    checkCuda(status, "cudaPointerGetAttributes");
    switch (attributes.type)
    {
    case cudaMemoryTypeDevice:
        return attributes.device;
    case cudaMemoryTypeManaged:
        return ANY_DEVICE;
    case cudaMemoryTypeHost: // page-locked: kernels read it if it has the same address for them
        return attributes.devicePointer == memory ? ANY_DEVICE : NO_DEVICE;
    default:
        return NO_DEVICE;
    }
}

//! The device of a stream. Called only if there are several devices.
int placeOf(const cuda::Stream& stream)
{
    const cudaStream_t handle = cuda::StreamAccessor::getStream(stream);
    if (!handle || handle == cudaStreamLegacy || handle == cudaStreamPerThread)
        return ANY_DEVICE;
    const int device = deviceOfStream(handle);
    return device < 0 ? ANY_DEVICE : device;
}

bool areSeveralDevices()
{
    static const bool areSeveral = cuda::getCudaEnabledDeviceCount() > 1;
    return areSeveral;
}

/** Memory that this thread's last calls have used. With one device it is not checked again: two checks take 1 us, 6 %
of a filter of order 1 at 1024 x 1024 (H100). If such device memory is freed and the host gets the same address later,
the check misses the host's memory. */
class UsedBefore
{
public:
    bool has(const void* memory) const { return std::find(last.begin(), last.end(), memory) != last.end(); }

    void add(const void* memory)
    {
        last[next] = memory;
        next = (next + 1) % last.size();
    }

private:
    std::array<const void*, 8> last = {};
    size_t next = 0;
};

//! Refuses memory that the only device cannot read, unless an earlier call has used its address.
void checkMemory(const CallMemory* arrays, size_t count)
{
    static thread_local UsedBefore used;
    for (const CallMemory* array = arrays; array != arrays + count; array++)
    {
        if (!array->data || used.has(array->data))
            continue;
        DeviceChoice().addArray(array->name, placeOf(array->data));
        used.add(array->data);
    }
}

} // namespace

CallDevice::CallDevice(const CallMemory* arrays, size_t count, const cuda::Stream& stream)
{
    if (!areSeveralDevices())
    {
        checkMemory(arrays, count);
        return;
    }
    DeviceChoice choice;
    for (const CallMemory* array = arrays; array != arrays + count; array++)
        if (array->data)
            choice.addArray(array->name, placeOf(array->data));
    choice.addStream(placeOf(stream));
    const int current = currentDevice(), device = choice.deviceOr(current);
    if (device == current)
        return;
    checkCuda(cudaSetDevice(device), "cudaSetDevice");
    before = current;
}

CallDevice::~CallDevice()
{
    if (before >= 0)
        cudaSetDevice(
            before); // current before this call; an error would be one of the device itself and of every later call
}

bool hasDevice()
{
    return cuda::getCudaEnabledDeviceCount() > 0;
}

bool isBeingCaptured(const cuda::Stream& stream)
{
    return Queue(stream).isCaptured;
}

void releaseDeviceMemory()
{
    Workspace::shared()->release();
}

}} // namespace cv::recfilter

#endif
