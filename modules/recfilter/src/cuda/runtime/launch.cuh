// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_LAUNCH_CUH
#define OPENCV_RECFILTER_CUDA_LAUNCH_CUH

#include "cuda/runtime/check_cuda.hpp"
#include "cuda/runtime/per_device.hpp"

#include <cstddef>
#include <cstdint>

namespace cv { namespace recfilter { namespace gpu {

//! One kernel on the devices of this process.
template <auto KERNEL>
class KernelOnDevices
{
public:
    //! The virtual architecture of the code that this device runs, which was __CUDA_ARCH__ / 10.
    static int architecture()
    {
        static OncePerDevice<int> version;
        return version.get(currentDevice(), [] { return attributes().ptxVersion; });
    }

    //! Whether that code waits for its predecessor itself.
    static bool waitsItself() { return architecture() >= 90; }

    //! The dynamic shared memory that a block may have beside its static one; allowed when asked for.
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

    //! Blocks of so many threads and bytes of dynamic shared memory that a multiprocessor runs at once.
    static int residentBlocks(int threads, size_t shared)
    {
        static LastAnswerPerDevice blocks;
        const int threadBits = 11; // of 1024 threads; the rest has room for 2 MB
        return blocks.get(currentDevice(), uint32_t(shared) << threadBits | uint32_t(threads), [&] {
            maxShared();
            int most = 0;
            checkCuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, KERNEL, threads, shared),
                      "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
            return most;
        });
    }

    //! Blocks of a cluster at most, whatever their threads: as many as the kernel allows.
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

//! Blocks in one row, their threads and dynamic shared memory, and the stream.
struct Grid
{
    int64_t blocks;
    int threads;
    size_t shared;
    cudaStream_t stream;
};

namespace detail {

template <auto KERNEL, typename... Arguments>
cudaError_t launch(const Grid& grid, cudaLaunchAttribute* attributes, unsigned count, const Arguments&... arguments)
{
    if (grid.shared)
        if (const size_t available = KernelOnDevices<KERNEL>::maxShared(); grid.shared > available)
            refuseSharedMemory(grid.shared, available);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(unsigned(grid.blocks));
    config.blockDim = dim3(unsigned(grid.threads));
    config.dynamicSmemBytes = grid.shared;
    config.stream = grid.stream;
    config.attrs = attributes;
    config.numAttrs = count;
    return cudaLaunchKernelEx(&config, KERNEL, arguments...);
}

//! Whether a launch was, or refused for `reason` or as the device does not know it.
inline bool isTaken(cudaError_t status, cudaError_t reason)
{
    if (status == reason || status == cudaErrorNotSupported)
    {
        cudaGetLastError(); // the next call starts without it
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

/** Launches a kernel that calls waitForPredecessor(). From compute capability 9.0 on its blocks may be set up while the work before it
in the stream ends. As all blocks of such a kernel have waited before those of the next one begin, a kernel may read before it waits, past
the first-level cache, what its predecessor found done and does not write: of a call of several kernels, what any of those before the
predecessor has read or written. So no kernel of the row moments may write what enters columns. A kernel that lets the next one begin without having waited is not to be launched with this. */
template <auto KERNEL, typename... Arguments>
void launchDependent(const Grid& grid, const Arguments&... arguments)
{
    cudaLaunchAttribute attribute = detail::isDependent();
    const bool waits = KernelOnDevices<KERNEL>::waitsItself();
    checkCuda(detail::launch<KERNEL>(grid, &attribute, waits ? 1 : 0, arguments...), "a kernel's launch");
}

/** The same in clusters of so many blocks, which exchange what they have in shared memory. False where the device runs no such
clusters: that takes compute capability 9.0, and other programs may hold a share of the device. */
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

/** Launches a kernel whose blocks wait for each other. False where not all of them would run at once: other programs may have
taken a share of the device since that was counted. */
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
