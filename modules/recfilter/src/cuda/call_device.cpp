// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "call_device.hpp"

#ifdef HAVE_CUDA

#include "../device_choice.hpp"
#include "check_cuda.hpp"
#include "stream_device.hpp"

#include "opencv2/core/cuda_stream_accessor.hpp"

namespace cv { namespace recfilter {

namespace {

//! Asks the runtime, which takes a fraction of a microsecond and is allowed while a stream is captured.
int placeOf(const void* memory)
{
    cudaPointerAttributes attributes = {};
    const cudaError_t status = cudaPointerGetAttributes(&attributes, memory);
    if (status == cudaErrorInvalidValue) // memory that CUDA knows nothing of
    {
        cudaGetLastError(); // the next call starts without it
        return NO_DEVICE;
    }
    checkCuda(status, "cudaPointerGetAttributes");
    switch (attributes.type)
    {
    case cudaMemoryTypeDevice:
        return attributes.device;
    case cudaMemoryTypeManaged:
        return ANY_DEVICE;
    case cudaMemoryTypeHost: // page-locked: kernels read it where it has the same address for them
        return attributes.devicePointer == memory ? ANY_DEVICE : NO_DEVICE;
    default:
        return NO_DEVICE;
    }
}

//! A stream is asked only where there are several devices.
int placeOf(const cuda::Stream& stream)
{
    static const bool areSeveral = cuda::getCudaEnabledDeviceCount() > 1;
    const cudaStream_t handle = cuda::StreamAccessor::getStream(stream);
    if (!areSeveral || !handle || handle == cudaStreamLegacy || handle == cudaStreamPerThread)
        return ANY_DEVICE;
    const int device = deviceOfStream(handle);
    return device < 0 ? ANY_DEVICE : device;
}

} // namespace

CallDevice::CallDevice(std::initializer_list<CallMemory> arrays, const cuda::Stream& stream)
{
    DeviceChoice choice;
    for (const CallMemory& array : arrays)
        if (array.data)
            choice.addArray(array.name, placeOf(array.data));
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
            before); // which was current before; an error is one of the device itself, and of every later call
}

}} // namespace cv::recfilter

#else

// Without CUDA there are no devices, and a GpuMat is refused before it comes here.
namespace cv { namespace recfilter {

CallDevice::CallDevice(std::initializer_list<CallMemory>, const cuda::Stream&)
{
    CV_UNUSED(before);
}

CallDevice::~CallDevice() = default;

}} // namespace cv::recfilter

#endif
