// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CHECK_CUDA_HPP
#define OPENCV_RECFILTER_CUDA_CHECK_CUDA_HPP

#include <cuda_runtime_api.h>

#include <cstddef>

namespace cv { namespace recfilter {

/** Throws a cv::Exception that names the call unless it succeeded, and leaves no error behind in the CUDA runtime. No OpenCV
header: nvcc reads this. */
void checkCuda(cudaError_t status, const char* call);

//! Throws a cv::Exception: a block needs so many bytes of shared memory beside the kernel's own, and this device has fewer.
[[noreturn]] void refuseSharedMemory(size_t needed, size_t available);

//! The device of this thread.
int currentDevice();

/** Frees memory of a device, whatever device is the thread's current one, and waits for what still uses it. Errors
are those of a driver that shuts down. */
void freeOn(int device, void* memory) noexcept;

//! An attribute of a device.
int deviceAttribute(cudaDeviceAttr attribute, int device);

/** Bytes of shared memory that a block of a device may have. The environment variable OPENCV_RECFILTER_CUDA_SHARED_MEMORY sets a
limit of 49152 or more: 65536, with tensor cores left alone, tests what runs on compute capability 7.5 on any GPU; Gaussians need 54272, or
50464 with tensor cores, and are refused below. */
size_t sharedMemoryOfBlock(int device);

//! Whether tensor cores are left alone, as they are where there are none: tested with OPENCV_RECFILTER_CUDA_TENSOR_CORES=0.
bool refusesTensorCores();

/** Whether launches of blocks that wait for each other are refused, of the whole grid or of clusters, as they are where other programs hold a
share of the device: tested with OPENCV_RECFILTER_CUDA_COOPERATION=0. */
bool refusesCooperation();

}} // namespace cv::recfilter

#endif
