// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// gather for added pairs, by folded weights.

#include "recursive/cuda/two_read/pairs/pairs_gather.cuh"
#include "recursive/cuda/two_read/two_read.hpp"

#include <algorithm>

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W, typename LineX, typename LineY, int COUNT>
__global__ void __launch_bounds__(SlotShape<W>::threads, tuning::PAIRS_GATHER_RESIDENT)
    gatherPairs(const __grid_constant__ TileJob<W> job)
{
    extern __shared__ __align__(16) uchar bytes[];
    __shared__ __align__(16) AxisWeights<W, LineOf<LineX, LineY>, COUNT> weights;
    const PairsGather<W, LineX, LineY> passes(job, blockIdx.x, reinterpret_cast<W*>(bytes));
    // Tables of the plan: uploaded before any kernel of the call was queued.
    weights.request(isFiltered<LineX> ? job.x.folded : nullptr, job.y.folded);
    waitForPredecessor();
    loadTile(job, passes.place, passes.slot, job.evictFirst.pixels);
    passes.gather(weights);
}

template <typename W, typename LineX, typename LineY, int COUNT>
void launchAs(const TileJob<W>& job)
{
    const size_t needed = bytesOf<W>(0), fixed = sizeof(AxisWeights<W, LineOf<LineX, LineY>, COUNT>);
    const bool large = int64(job.src.width) * job.src.height * job.src.channels * job.src.images >=
                       int64(tuning::PAIRS_GATHER_BYTES_FROM);
    const bool asksForMore = large && std::is_same<W, float>::value;
    launchTiles<gatherPairs<W, LineX, LineY, COUNT>>(
        job, asksForMore ? std::max(needed, size_t(tuning::PAIRS_GATHER_BYTES) - fixed) : needed);
}

} // namespace

template <typename W>
void launchPairsGather(const TileJob<W>& job)
{
    withPairsLine<W, TileShape<W>::run>(job.chainY != CHAIN_NONE ? job.chainY : job.chainX, [&](auto line) {
        typedef decltype(line) Line;
        if (job.chainX == CHAIN_NONE)
            launchAs<W, NoLine, Line, 1>(job);
        else if (job.chainY == CHAIN_NONE)
            launchAs<W, Line, NoLine, 1>(job);
        else if (job.x.folded == job.y.folded)
            launchAs<W, Line, Line, 1>(job);
        else
            launchAs<W, Line, Line, 2>(job);
    });
}

template void launchPairsGather(const TileJob<float>&);
template void launchPairsGather(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
