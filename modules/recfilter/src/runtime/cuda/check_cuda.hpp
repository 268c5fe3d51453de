// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Errors, attributes and switches of the CUDA runtime. Includes no OpenCV header: nvcc reads it.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_CHECK_CUDA_HPP
#define OPENCV_RECFILTER_RUNTIME_CUDA_CHECK_CUDA_HPP

#include <cuda_runtime_api.h>

#include <cstddef>

namespace cv { namespace recfilter {

//! Throws a cv::Exception that names the call unless it succeeded. Clears the error in the CUDA runtime.
void checkCuda(cudaError_t status, const char* call);

//! Throws a cv::Exception: a block needs `needed` bytes of dynamic shared memory, but only `available` bytes are left.
[[noreturn]] void refuseSharedMemory(size_t needed, size_t available);

int currentDevice();

//! Frees memory of any device and waits for work that uses it. Ignores errors, which come from a driver shutdown.
void freeOn(int device, void* memory) noexcept;

int deviceAttribute(cudaDeviceAttr attribute, int device);

//! Bytes of shared memory that a block may have on every device.
constexpr size_t LEAST_SHARED_MEMORY = 48 * 1024;

/** Bytes of shared memory that a block may have. OPENCV_RECFILTER_CUDA_SHARED_MEMORY limits it to 49152 or more.
65536, with tensor cores off, emulates compute capability 7.5. Gaussians need 54272, or 50464 with tensor cores. */
size_t sharedMemoryOfBlock(int device);

//! Whether tensor cores must not be used. OPENCV_RECFILTER_CUDA_TENSOR_CORES=0 emulates a GPU without them.
bool refusesTensorCores();

/** Whether launches of blocks that wait for each other are refused: cooperative grids and clusters.
OPENCV_RECFILTER_CUDA_COOPERATION=0 emulates a GPU of which other programs hold a share. */
bool refusesCooperation();

}} // namespace cv::recfilter

#endif
