// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Errors, attributes and switches of the CUDA runtime.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "cuda/runtime/check_cuda.hpp"

#include "opencv2/core/utils/configuration.private.hpp"

namespace cv { namespace recfilter {

void checkCuda(cudaError_t status, const char* call)
{
    if (status == cudaSuccess)
        return;
    cudaGetLastError(); // clears the error for the next call
    CV_Error(status == cudaErrorMemoryAllocation ? Error::StsNoMem : Error::GpuApiCallError,
             format("%s failed: %s", call, cudaGetErrorString(status)));
}

void refuseSharedMemory(size_t needed, size_t available)
{
    CV_Error(Error::GpuNotSupported,
             format("this filter needs %zu bytes of shared memory in a block of threads, and this GPU has %zu; a GPU "
                    "with as many is needed, and Mat is filtered on the CPU",
                    needed, available));
}

int currentDevice()
{
    int device = 0;
    checkCuda(cudaGetDevice(&device), "cudaGetDevice");
    return device;
}

void freeOn(int device, void* memory) noexcept
{
    int current = device;
    if (!memory || cudaGetDevice(&current) != cudaSuccess)
        return;
    if (current != device)
        cudaSetDevice(device);
    cudaFree(memory);
    if (current != device)
        cudaSetDevice(current);
}

int deviceAttribute(cudaDeviceAttr attribute, int device)
{
    int value = 0;
    checkCuda(cudaDeviceGetAttribute(&value, attribute, device), "cudaDeviceGetAttribute");
    return value;
}

size_t sharedMemoryOfBlock(int device)
{
    static const size_t limit = utils::getConfigurationParameterSizeT("OPENCV_RECFILTER_CUDA_SHARED_MEMORY", SIZE_MAX);
    const size_t least = 48 * 1024; // every device has it, and kernels need no permission for it
    return std::min(std::max(limit, least), size_t(deviceAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device)));
}

bool refusesTensorCores()
{
    static const bool allowed = utils::getConfigurationParameterBool("OPENCV_RECFILTER_CUDA_TENSOR_CORES", true);
    return !allowed;
}

bool refusesCooperation()
{
    static const bool allowed = utils::getConfigurationParameterBool("OPENCV_RECFILTER_CUDA_COOPERATION", true);
    return !allowed;
}

}} // namespace cv::recfilter

#endif
