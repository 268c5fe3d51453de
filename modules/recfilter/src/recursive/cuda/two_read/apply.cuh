// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// apply, the last kernel of two reads and one write: filters a tile from its carries. Pairs have kernels of their own.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_APPLY_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_APPLY_CUH

#include "recursive/cuda/two_read/tile_launch.cuh"
#include "recursive/cuda/two_read/tuning.hpp"
#include "recursive/cuda/two_read/two_read.hpp"

namespace cv { namespace recfilter { namespace gpu {

template <typename W, typename LineX, typename LineY>
__global__ void __launch_bounds__(SlotShape<W>::threads, tuning::APPLY_RESIDENT)
    apply(const __grid_constant__ TileJob<W> job)
{
    extern __shared__ __align__(16) uchar bytes[];
    W* const slot = reinterpret_cast<W*>(bytes);
    const TilePasses<W, LineX, LineY> passes(job, lastTileFirst());
    passes.apply(slot, slot + SlotShape<W>::size);
}

//! Filters both axes at once if they have the same kind of chain, else the axis that has moments.
template <typename W>
void launchApplyAs(const TileJob<W>& job)
{
    const ChainKind kind = job.chainY != CHAIN_NONE ? job.chainY : job.chainX;
    if (isPairs(kind))
        return launchPairsApply(job);
    withCascadeLine<W, TileShape<W>::run, tuning::APPLY_CHUNK>(kind, [&](auto line) {
        typedef decltype(line) Line;
        if (job.chainX == CHAIN_NONE)
            launchTiles<apply<W, NoLine, Line>>(job, bytesOf<W>(0));
        else if (job.chainY == CHAIN_NONE)
            launchTiles<apply<W, Line, NoLine>>(job, bytesOf<W>(Line::moments));
        else
            launchTiles<apply<W, Line, Line>>(job, bytesOf<W>(Line::moments));
    });
}

}}} // namespace cv::recfilter::gpu

#endif
