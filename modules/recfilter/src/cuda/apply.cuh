// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// apply: the kernels.

#ifndef OPENCV_RECFILTER_CUDA_APPLY_CUH
#define OPENCV_RECFILTER_CUDA_APPLY_CUH

#include "tile_launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

template <typename W, typename LineX, typename LineY>
__global__ void __launch_bounds__(SlotShape<W>::threads, policy::APPLY_RESIDENT)
    apply(const __grid_constant__ TileJob<W> job)
{
    extern __shared__ __align__(16) uchar bytes[];
    W* const slot = reinterpret_cast<W*>(bytes);
    const TilePasses<W, LineX, LineY> passes(job, blockIdx.x);
    waitForPredecessor();
    loadTile(job, passes.place, slot);
    passes.apply(slot);
}

/** Both axes at once where they have the same kind of chain, else the one that has moments. */
template <typename W>
void launchApplyAs(const TileJob<W>& job)
{
    const ChainKind kind = job.chainY != CHAIN_NONE ? job.chainY : job.chainX;
    withLine<W, TileShape<W>::run, policy::APPLY_CHUNK>(kind, [&](auto line) {
        typedef decltype(line) Line;
        if (job.chainX == CHAIN_NONE)
            launchTiles<apply<W, NoLine, Line>>(job);
        else if (job.chainY == CHAIN_NONE)
            launchTiles<apply<W, Line, NoLine>>(job);
        else if constexpr (Line::moments != 0)
            launchTiles<apply<W, Line, Line>>(job);
    });
}

}}} // namespace cv::recfilter::gpu

#endif
