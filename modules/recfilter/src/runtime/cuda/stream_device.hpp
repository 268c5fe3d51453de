// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The device of a stream, by the driver.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_STREAM_DEVICE_HPP
#define OPENCV_RECFILTER_RUNTIME_CUDA_STREAM_DEVICE_HPP

#include <cuda.h>
#include <cuda_runtime_api.h>

namespace cv { namespace recfilter {

namespace detail {

//! A function of the driver in its CUDA 12.0 version; null if the driver has none.
inline void* driverFunction(const char* name)
{
    void* function = nullptr;
    cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
    // Asks for a version: cuStreamGetCtx has one more argument from CUDA 12.5 on.
    const cudaError_t status = cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &result);
#else
    const cudaError_t status = cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &result);
#endif
    if (status == cudaSuccess)
        return result == cudaDriverEntryPointSuccess ? function : nullptr;
    cudaGetLastError(); // clears the error for the next call
    return nullptr;
}

} // namespace detail

//! The device of a stream; -1 if unknown. The runtime's cudaStreamGetDevice (CUDA 12.8) fails in a capture and ends it.
inline int deviceOfStream(cudaStream_t stream)
{
    typedef CUresult(CUDAAPI * GetContext)(CUstream, CUcontext*);
    typedef CUresult(CUDAAPI * Push)(CUcontext);
    typedef CUresult(CUDAAPI * Pop)(CUcontext*);
    typedef CUresult(CUDAAPI * GetDevice)(CUdevice*);
    static const auto getContext = reinterpret_cast<GetContext>(detail::driverFunction("cuStreamGetCtx"));
    static const auto push = reinterpret_cast<Push>(detail::driverFunction("cuCtxPushCurrent"));
    static const auto pop = reinterpret_cast<Pop>(detail::driverFunction("cuCtxPopCurrent"));
    static const auto getDevice = reinterpret_cast<GetDevice>(detail::driverFunction("cuCtxGetDevice"));
    CUcontext context = nullptr;
    if (!getContext || !push || !pop || !getDevice || getContext(stream, &context) != CUDA_SUCCESS ||
        push(context) != CUDA_SUCCESS)
        return -1;
    CUdevice device = 0;
    const bool isKnown = getDevice(&device) == CUDA_SUCCESS;
    pop(&context);
    return isKnown ? int(device) : -1;
}

}} // namespace cv::recfilter

#endif
