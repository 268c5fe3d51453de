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

//! @tparam CHANNELS of a block @param bytes, threads of a channel
template <auto KERNEL, int CHANNELS = 1, typename W>
void launchTiles(const TileJob<W>& job, size_t bytes, int threads = SlotShape<W>::threads)
{
    launchDependent<KERNEL>({job.x.tiles * job.y.tiles * job.src.channels / CHANNELS, threads * CHANNELS,
                             bytes * CHANNELS, job.stream, job.src.images},
                            job);
}

//! Blocks of a multiprocessor, of several channels. Of four channels shared memory holds one. @param resident of one
template <int CHANNELS>
constexpr int residentOf(int resident)
{
    return CHANNELS == 4 ? 1 : (resident + 1) / CHANNELS;
}

//! The set of this thread: the channel, if the block has several.
template <typename W, int CHANNELS>
__device__ inline int setOfThreads()
{
    return CHANNELS > 1 ? threadIdx.x / SlotShape<W>::threads : 0;
}

//! Calls body with the number of channels that a block of gather and apply has: all two to four of an image where this
//! is faster, rows begin at multiples of four numbers and the device has the shared memory, else one.
template <typename W, typename Body>
void withBlockChannels(const TileJob<W>& job, size_t bytes, const Body& body)
{
    const int channels = job.src.channels;
    const bool isFaster = (job.src.depth == CV_32F && job.dst.depth == CV_32F) ||
                          job.x.tiles * job.y.tiles * job.src.images <= tuning::COLOUR_TILES;
    const bool areTogether = std::is_same<W, float>::value && isFaster && job.src.fourfold && job.dst.fourfold &&
                             size_t(channels) * bytes <= sharedMemoryOfBlock(currentDevice()) - tuning::COLOUR_SHARED;
    switch (areTogether ? channels : 1)
    {
    case 2:
        return body(std::integral_constant<int, 2>());
    case 3:
        return body(std::integral_constant<int, 3>());
    case 4:
        return body(std::integral_constant<int, 4>());
    default:
        return body(std::integral_constant<int, 1>());
    }
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
