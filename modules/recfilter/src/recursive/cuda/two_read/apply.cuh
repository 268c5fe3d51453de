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

template <typename W, typename LineX, typename LineY, int CHANNELS>
__global__ void __launch_bounds__(SlotShape<W>::threads* CHANNELS, residentOf<CHANNELS>(tuning::APPLY_RESIDENT))
    apply(const __grid_constant__ TileJob<W> job)
{
    extern __shared__ __align__(16) uchar bytes[];
    typedef SlotShape<W> Shape;
    const int set = setOfThreads<W, CHANNELS>();
    W* const slots = reinterpret_cast<W*>(bytes);
    const TilePasses<W, LineX, LineY, CHANNELS> passes(job, lastTileFirst() * CHANNELS + set);
    passes.apply(slots + set * Shape::size,
                 slots + CHANNELS * Shape::size + set * 2 * int(LineX::moments) * int(Shape::run));
}

template <typename W, typename LineX, typename LineY>
void launchApplyOf(const TileJob<W>& job)
{
    const size_t bytes = bytesOf<W>(LineX::moments);
    withBlockChannels(job, bytes, [&](auto channels) {
        constexpr int count = decltype(channels)::value;
        if constexpr (count == 1 || std::is_same<W, float>::value)
            launchTiles<apply<W, LineX, LineY, count>, count>(job, bytes);
    });
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
            launchApplyOf<W, NoLine, Line>(job);
        else if (job.chainY == CHAIN_NONE)
            launchApplyOf<W, Line, NoLine>(job);
        else
            launchApplyOf<W, Line, Line>(job);
    });
}

}}} // namespace cv::recfilter::gpu

#endif
