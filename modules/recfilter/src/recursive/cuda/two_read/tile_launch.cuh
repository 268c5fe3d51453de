// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Launches of a block for every tile, and the shared memory that they need.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_TILE_LAUNCH_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_TILE_LAUNCH_CUH

#include "runtime/cuda/launch.cuh"
#include "recursive/cuda/two_read/tile_passes.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Shared memory for tiles and the states that enter their rows.
template <typename W>
constexpr size_t bytesOf(int moments, int slots = 1)
{
    return (slots * SlotShape<W>::size + 2 * moments * SlotShape<W>::run) * sizeof(W);
}

template <auto KERNEL, typename W>
void launchTiles(const TileJob<W>& job, size_t bytes, int threads = SlotShape<W>::threads)
{
    launchDependent<KERNEL>({job.x.tiles * job.y.tiles * job.src.channels, threads, bytes, job.stream, job.src.images},
                            job);
}

//! Whether the device holds a block for every tile at once.
template <auto KERNEL, typename W>
bool holdsTiles(const TileJob<W>& job, int threads, size_t sharedBytes)
{
    const int device = currentDevice();
    if (!deviceAttribute(cudaDevAttrCooperativeLaunch, device) || sharedBytes > KernelOnDevices<KERNEL>::maxShared())
        return false;
    int blocks = 0;
    checkCuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, KERNEL, threads, sharedBytes),
              "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    return job.x.tiles * job.y.tiles * job.src.channels <=
           int64(deviceAttribute(cudaDevAttrMultiProcessorCount, device)) * blocks;
}

//! Launches a block for every tile, all at once. False if the device does not run them so.
template <auto KERNEL, typename W>
bool launchTilesAtOnce(const TileJob<W>& job, size_t sharedBytes)
{
    return launchCooperative<KERNEL>(
        {job.x.tiles * job.y.tiles * job.src.channels, SlotShape<W>::threads, sharedBytes, job.stream}, job);
}

}}} // namespace cv::recfilter::gpu

#endif
