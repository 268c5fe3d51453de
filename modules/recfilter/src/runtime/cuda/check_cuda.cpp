// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Errors, attributes and switches of the CUDA runtime.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "runtime/cuda/check_cuda.hpp"

#include <cstdlib>
#include <string>

namespace cv { namespace recfilter {

namespace {

//! The text of an environment variable, empty if there is none.
const char* textOf(const char* variable)
{
    const char* const text = std::getenv(variable); // NOLINT(concurrency-mt-unsafe): reading is safe, writing is not
    return text ? text : "";
}

//! The number in an environment variable, `otherwise` if the variable is missing or empty.
size_t numberIn(const char* variable, size_t otherwise)
{
    const char* const text = textOf(variable);
    if (!*text)
        return otherwise;
    char* end = nullptr;
    const unsigned long long number = std::strtoull(text, &end, 10);
    if (end == text || *end)
        CV_Error(Error::StsBadArg, format("%s=%s is no number", variable, text));
    return size_t(number);
}

//! Whether an environment variable says 0 or false.
bool isOff(const char* variable)
{
    const std::string text = textOf(variable);
    return text == "0" || text == "false" || text == "False" || text == "FALSE";
}

} // namespace

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
    static const size_t limit = numberIn("OPENCV_RECFILTER_CUDA_SHARED_MEMORY", SIZE_MAX);
    // Kernels need no permission for the least.
    return std::min(std::max(limit, LEAST_SHARED_MEMORY),
                    size_t(deviceAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device)));
}

bool refusesTensorCores()
{
    static const bool refused = isOff("OPENCV_RECFILTER_CUDA_TENSOR_CORES");
    return refused;
}

bool refusesCooperation()
{
    static const bool refused = isOff("OPENCV_RECFILTER_CUDA_COOPERATION");
    return refused;
}

}} // namespace cv::recfilter

#endif
