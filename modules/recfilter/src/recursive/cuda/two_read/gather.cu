// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// gather, the first kernel of two reads and one write: the moments of every tile.

#include "recursive/cuda/two_read/tile_launch.cuh"
#include "recursive/cuda/two_read/tuning.hpp"
#include "recursive/cuda/two_read/two_read.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W, typename LineX, typename LineY, int CHANNELS>
__global__ void __launch_bounds__(SlotShape<W>::threads* CHANNELS, residentOf<CHANNELS>(tuning::GATHER_RESIDENT))
    gather(const __grid_constant__ TileJob<W> job)
{
    extern __shared__ __align__(16) uchar bytes[];
    __shared__ __align__(16) RowMoments<W, LineX::moments> rowMoments[CHANNELS];
    const int set = setOfThreads<W, CHANNELS>();
    W* const slots = reinterpret_cast<W*>(bytes);
    const TilePasses<W, LineX, LineY, CHANNELS> passes(job, blockIdx.x * CHANNELS + set);
    waitForPredecessor();
    if constexpr (CHANNELS > 1)
    {
        loadColours<CHANNELS>(job, passes.place, slots);
        __syncthreads();
    }
    else
        loadTile(job, passes.place, slots, job.evictFirst.pixels);
    passes.gather(slots + set * SlotShape<W>::size, rowMoments[set]);
}

template <typename W, typename LineX, typename LineY>
void launchAs(const TileJob<W>& job)
{
    withBlockChannels(job, bytesOf<W>(0), [&](auto channels) {
        constexpr int count = decltype(channels)::value;
        if constexpr (count == 1 || std::is_same<W, float>::value)
            launchTiles<gather<W, LineX, LineY, count>, count>(job, bytesOf<W>(0));
    });
}

} // namespace

template <typename W>
void launchGather(const TileJob<W>& job)
{
    const ChainKind kind = job.chainY != CHAIN_NONE ? job.chainY : job.chainX;
    if (isPairs(kind))
        return launchPairsGather(job);
    withCascadeLine<W, TileShape<W>::run, tuning::GATHER_CHUNK>(kind, [&](auto line) {
        typedef decltype(line) Line;
        if (job.chainX == CHAIN_NONE)
            launchAs<W, NoLine, Line>(job);
        else if (job.chainY == CHAIN_NONE)
            launchAs<W, Line, NoLine>(job);
        else
            launchAs<W, Line, Line>(job);
    });
}

template void launchGather(const TileJob<float>&);
template void launchGather(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
