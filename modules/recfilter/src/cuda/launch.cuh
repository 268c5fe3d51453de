// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_LAUNCH_CUH
#define OPENCV_RECFILTER_CUDA_LAUNCH_CUH

#include "opencv2/core/cuda/common.hpp"

#include <array>
#include <atomic>

namespace cv { namespace recfilter { namespace gpu {

/** Whether the code of a kernel that this device runs waits for its predecessor itself. The virtual architecture decides,
as it did about __CUDA_ARCH__ below. Asked once for each kernel and device. */
template <auto KERNEL>
bool waitsItself()
{
    enum
    {
        DEVICES = 64
    };
    static std::array<std::atomic<int>, DEVICES> known = {}; // 0: not asked yet, 1: no, 2: yes
    int device = 0;
    cudaSafeCall(cudaGetDevice(&device));
    if (device >= DEVICES)
        return false;
    if (known[size_t(device)] == 0)
    {
        cudaFuncAttributes attributes;
        cudaSafeCall(cudaFuncGetAttributes(&attributes, KERNEL));
        known[size_t(device)] = attributes.ptxVersion >= 90 ? 2 : 1;
    }
    return known[size_t(device)] == 2;
}

/** Launches a kernel that calls waitForPredecessor() before it touches memory that work before it in the stream uses. From
compute capability 9.0 on its blocks may then be set up while that work ends. */
template <auto KERNEL, typename... Arguments>
void launchDependent(int64 blocks, int threads, size_t shared, cudaStream_t stream, const Arguments&... arguments)
{
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(unsigned(blocks));
    config.blockDim = dim3(unsigned(threads));
    config.dynamicSmemBytes = shared;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = waitsItself<KERNEL>() ? 1 : 0;
    cudaSafeCall(cudaLaunchKernelEx(&config, KERNEL, arguments...));
}

//! Lets the next kernel's blocks be set up, and waits until all work before this kernel has ended.
__device__ inline void waitForPredecessor()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
#endif
}

}}} // namespace cv::recfilter::gpu

#endif
