// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// gather, the first kernel of two reads and one write: the moments of every tile.

#include "recursive/cuda/two_read/tile_launch.cuh"
#include "recursive/cuda/two_read/tuning.hpp"
#include "recursive/cuda/two_read/two_read.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W, typename LineX, typename LineY>
__global__ void __launch_bounds__(SlotShape<W>::threads, tuning::GATHER_RESIDENT)
    gather(const __grid_constant__ TileJob<W> job)
{
    extern __shared__ __align__(16) uchar bytes[];
    __shared__ __align__(16) RowMoments<W, LineX::moments> rowMoments;
    W* const slot = reinterpret_cast<W*>(bytes);
    const TilePasses<W, LineX, LineY> passes(job, blockIdx.x);
    waitForPredecessor();
    loadTile(job, passes.place, slot, job.evictFirst.pixels);
    passes.gather(slot, rowMoments);
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
            launchTiles<gather<W, NoLine, Line>>(job, bytesOf<W>(0));
        else if (job.chainY == CHAIN_NONE)
            launchTiles<gather<W, Line, NoLine>>(job, bytesOf<W>(0));
        else
            launchTiles<gather<W, Line, Line>>(job, bytesOf<W>(0));
    });
}

template void launchGather(const TileJob<float>&);
template void launchGather(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
