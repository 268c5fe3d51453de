// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Launches of kernels: plain, dependent (overlapping the predecessor), in clusters, and cooperative.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_LAUNCH_CUH
#define OPENCV_RECFILTER_RUNTIME_CUDA_LAUNCH_CUH

#include "runtime/cuda/check_cuda.hpp"
#include "runtime/cuda/per_device.hpp"

#include <cstddef>
#include <cstdint>

namespace cv { namespace recfilter { namespace gpu {

//! Properties of one kernel on the devices of this process, asked of the CUDA runtime.
template <auto KERNEL>
class KernelOnDevices
{
public:
    //! The virtual architecture of the code that this device runs: its __CUDA_ARCH__ / 10.
    static int architecture()
    {
        static OncePerDevice<int> version;
        return version.get(currentDevice(), [] { return attributes().ptxVersion; });
    }

    //! Whether that code contains waitForPredecessor's wait.
    static bool waitsItself() { return architecture() >= 90; }

    //! The dynamic shared memory that a block may have beside its static one. Also raises the kernel's limit to it.
    static size_t maxShared()
    {
        static OncePerDevice<size_t> bytes;
        const int device = currentDevice();
        return bytes.get(device, [device] {
            const size_t most = sharedMemoryOfBlock(device) - attributes().sharedSizeBytes;
            checkCuda(cudaFuncSetAttribute(KERNEL, cudaFuncAttributeMaxDynamicSharedMemorySize, int(most)),
                      "cudaFuncSetAttribute");
            return most;
        });
    }

    //! Blocks that a multiprocessor runs at once, each with so many threads and bytes of dynamic shared memory.
    static int residentBlocks(int threads, size_t shared)
    {
        static LastAnswerPerDevice blocks;
        const int threadBits = 11; // for up to 1024 threads; the other 21 bits have room for 2 MB
        return blocks.get(currentDevice(), uint32_t(shared) << threadBits | uint32_t(threads), [&] {
            maxShared();
            int most = 0;
            checkCuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, KERNEL, threads, shared),
                      "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
            return most;
        });
    }

    //! Most blocks of a cluster, for blocks with as many threads as the kernel allows.
    static int maxCluster(size_t shared)
    {
        static LastAnswerPerDevice blocks;
        return blocks.get(currentDevice(), uint32_t(shared) + 1, [&] {
            checkCuda(cudaFuncSetAttribute(KERNEL, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
                      "cudaFuncSetAttribute");
            cudaLaunchConfig_t config = {};
            config.gridDim = dim3(1);
            config.blockDim = dim3(unsigned(attributes().maxThreadsPerBlock));
            config.dynamicSmemBytes = shared;
            int most = 0;
            checkCuda(cudaOccupancyMaxPotentialClusterSize(&most, KERNEL, &config),
                      "cudaOccupancyMaxPotentialClusterSize");
            return most;
        });
    }

private:
    static cudaFuncAttributes attributes()
    {
        cudaFuncAttributes result;
        checkCuda(cudaFuncGetAttributes(&result, KERNEL), "cudaFuncGetAttributes");
        return result;
    }
};

//! Blocks in one row, their threads, their dynamic shared memory, the stream, and how many such rows there are.
struct Grid
{
    int64_t blocks;
    int threads;
    size_t shared;
    cudaStream_t stream;
    int layers = 1; //!< images of a batch (inBatch)
};

namespace detail {

template <auto KERNEL, typename... Arguments>
cudaError_t launch(const Grid& grid, cudaLaunchAttribute* attributes, unsigned count, const Arguments&... arguments)
{
    if (grid.shared)
        if (const size_t available = KernelOnDevices<KERNEL>::maxShared(); grid.shared > available)
            refuseSharedMemory(grid.shared, available);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(unsigned(grid.blocks), 1, unsigned(grid.layers));
    config.blockDim = dim3(unsigned(grid.threads));
    config.dynamicSmemBytes = grid.shared;
    config.stream = grid.stream;
    config.attrs = attributes;
    config.numAttrs = count;
    return cudaLaunchKernelEx(&config, KERNEL, arguments...);
}

//! Whether the launch succeeded. False if refused for `reason` or not supported by the device; other errors throw.
inline bool isTaken(cudaError_t status, cudaError_t reason)
{
    if (status == reason || status == cudaErrorNotSupported)
    {
        cudaGetLastError(); // clears the error for the next call
        return false;
    }
    checkCuda(status, "a kernel's launch");
    return true;
}

inline cudaLaunchAttribute isDependent()
{
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    return attribute;
}

} // namespace detail

template <auto KERNEL, typename... Arguments>
void launch(const Grid& grid, const Arguments&... arguments)
{
    checkCuda(detail::launch<KERNEL>(grid, nullptr, 0, arguments...), "a kernel's launch");
}

/** Launches a kernel that calls waitForPredecessor(). From compute capability 9.0 on its blocks may be set up while the
previous work in the stream ends. All blocks of such a kernel wait before blocks of the next one begin.
Before waiting, read (bypassing L1) only data that was finished two kernels earlier and that the predecessor does not
write. So the row-moment kernels must not write the column carries, which apply reads early.
A kernel that lets the next kernel begin before it has waited itself must not be launched with this function. */
template <auto KERNEL, typename... Arguments>
void launchDependent(const Grid& grid, const Arguments&... arguments)
{
    cudaLaunchAttribute attribute = detail::isDependent();
    const bool waits = KernelOnDevices<KERNEL>::waitsItself();
    checkCuda(detail::launch<KERNEL>(grid, &attribute, waits ? 1 : 0, arguments...), "a kernel's launch");
}

/** Launches such a kernel in clusters of blocks, which read each other's shared memory. Returns false if the device
runs no such clusters: they need compute capability 9.0, and other programs may hold a share of the device. */
template <auto KERNEL, typename... Arguments>
bool launchClusters(const Grid& grid, int cluster, const Arguments&... arguments)
{
    typedef KernelOnDevices<KERNEL> Kernel;
    if (!Kernel::waitsItself() || refusesCooperation() || grid.shared > Kernel::maxShared() ||
        cluster > Kernel::maxCluster(grid.shared))
        return false;
    cudaLaunchAttribute attributes[2] = {detail::isDependent()};
    attributes[1].id = cudaLaunchAttributeClusterDimension;
    attributes[1].val.clusterDim = {unsigned(cluster), 1, 1};
    return detail::isTaken(detail::launch<KERNEL>(grid, attributes, 2, arguments...), cudaErrorInvalidClusterSize);
}

/** Launches a kernel whose blocks wait for each other. Returns false if the blocks do not all run at once: other
programs may have taken a share of the device meanwhile. */
template <auto KERNEL, typename... Arguments>
bool launchCooperative(const Grid& grid, const Arguments&... arguments)
{
    if (refusesCooperation())
        return false;
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    return detail::isTaken(detail::launch<KERNEL>(grid, &attribute, 1, arguments...),
                           cudaErrorCooperativeLaunchTooLarge);
}

/** Lets the next kernel's blocks be set up, if it calls waitForPredecessor(). For kernels that are launched without
overlap: their own predecessor has ended. */
__device__ inline void letSuccessorBegin()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

//! Waits until all work before this kernel has ended, and then lets the next kernel's blocks be set up.
__device__ inline void waitForPredecessor()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

}}} // namespace cv::recfilter::gpu

#endif
