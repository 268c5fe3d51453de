// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// tile, the one kernel of the papers' algorithms: applies the passes of one set and gathers the carries of the next.

#include "papers/cuda/tiles/pass_sets.cuh"
#include "papers/cuda/tiles/tiles.hpp"
#include "papers/cuda/tiles/tuning.hpp"
#include "recursive/cuda/two_read/tile_launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W, typename Applied, typename Gathered>
__global__ void __launch_bounds__(SlotShape<W>::threads, tuning::TILE_RESIDENT)
    tile(const __grid_constant__ TileJob<W> applied, const __grid_constant__ TileJob<W> gathered, Pass apply,
         Pass gather)
{
    extern __shared__ __align__(16) uchar bytes[];
    __shared__ __align__(16) RowMoments<W, Gathered::moments> rowMoments;
    W* const slot = reinterpret_cast<W*>(bytes);
    const PassSets<W, Applied> filter(applied, blockIdx.x);
    const PassSets<W, Gathered> next(gathered, blockIdx.x);
    waitForPredecessor();
    loadTile(applied, filter.place, slot);
    if (apply != Pass::NONE)
    {
        filter.apply(slot, apply);
        storeTile(applied, filter.place, slot);
    }
    if (has(apply, Pass::RL) && has(gather, Pass::DU) && filter.place.rows < SlotShape<W>::run)
    {
        __syncthreads(); // the tile is stored
        next.clearBelow(slot);
    }
    next.gather(slot, gather, rowMoments);
}

//! The kind of the axes that a set filters, which are alike.
template <typename W>
ChainKind kindOf(const TileJob<W>& job, Pass set)
{
    const ChainKind x = has(set, Pass::RL) ? job.chainX : CHAIN_NONE;
    return x == CHAIN_NONE && has(set, Pass::DU) ? job.chainY : x;
}

} // namespace

template <typename W>
void launchTile(const TileJob<W>& applied, const TileJob<W>& gathered, Pass apply, Pass gather)
{
    const auto launchAs = [&](auto filter, auto next) {
        const Grid grid = {applied.x.tiles * applied.y.tiles * applied.src.channels, SlotShape<W>::threads,
                           bytesOf<W>(0), applied.stream};
        launchDependent<tile<W, decltype(filter), decltype(next)>>(grid, applied, gathered, apply, gather);
    };
    const ChainKind first = kindOf(applied, apply), second = kindOf(gathered, gather);
    const ChainKind kind = first == CHAIN_NONE ? second : first;
    if (kind == CHAIN_1 && second == CHAIN_2) // RECURSIVE_ALG_5_4
        return withCascadeLine<W, TileShape<W>::run, tuning::TILE_CHUNK>(kind, [&](auto line) {
            if constexpr (decltype(line)::moments == 1)
                launchAs(line, AllPoleLine<W, TileShape<W>::run, 0, 1, tuning::TILE_CHUNK>());
        });
    withCascadeLine<W, TileShape<W>::run, tuning::TILE_CHUNK>(kind, [&](auto line) { launchAs(line, line); });
}

template void launchTile(const TileJob<float>&, const TileJob<float>&, Pass, Pass);
template void launchTile(const TileJob<double>&, const TileJob<double>&, Pass, Pass);

}}} // namespace cv::recfilter::gpu
