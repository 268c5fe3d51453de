// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// gather of an image with holes: one layer of the grid for the products, one for the weights.

#include "recursive/cuda/two_read/pairs/pairs_gather.cuh"
#include "recursive/cuda/two_read/twins/hole_pixels.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Leaves the first and the last pixel of this thread's column of the image, if the tile has them.
template <typename Place>
__device__ inline void writeEndRows(const TileJob<float>& job, const ImageView& ends, const Place& place,
                                    const float* slot)
{
    const int column = threadIdx.x;
    if (column >= place.columns)
        return;
    const int64 at = (place.left() + column) * ends.channels + place.channel;
    if (place.y == 0)
        rowInBatch<float>(ends, 0)[at] = slot[column];
    if (place.y == job.y.tiles - 1)
        rowInBatch<float>(ends, 1)[at] = slot[(place.rows - 1) * SlotShape<float>::rowPitch + column];
}

//! @tparam COUNT sets of weights
template <typename Line, int COUNT>
__global__ void __launch_bounds__(SlotShape<float>::threads, tuning::PAIRS_GATHER_RESIDENT)
    gatherHoles(const __grid_constant__ HolesGather gather)
{
    extern __shared__ __align__(16) uchar bytes[];
    __shared__ __align__(16) AxisWeights<float, Line, COUNT> weights;
    const TileJob<float>& job = gather.job;
    const PairsGather<float, Line, Line> passes(job, blockIdx.x, reinterpret_cast<float*>(bytes));
    weights.request(job.x.folded, job.y.folded);
    waitForPredecessor();
    const bool isProducts = blockIdx.z == 0, hasWeights = gather.holes.mask.data && gather.holes.mask.depth != CV_8U,
               needsTile = isProducts || gather.holes.ignoresNaN || hasWeights;
    HolesLane<SlotShape<float>::threads, TilePlace<float>> lane(gather.holes, passes.place);
    if (needsTile)
        requestTile(job, passes.place, passes.slot);
    lane.request();
    awaitTile();
    lane.multiply(needsTile ? passes.slot : nullptr, isProducts ? passes.slot : nullptr,
                  isProducts ? nullptr : passes.slot);
    __syncthreads();
    if (job.y.replicates)
        writeEndRows(job, gather.holes.ends, passes.place, passes.slot);
    passes.gather(weights);
}

template <typename Line, int COUNT>
void launchAs(const HolesGather& gather)
{
    const TileJob<float>& job = gather.job;
    launchDependent<gatherHoles<Line, COUNT>>(
        {job.x.tiles * job.y.tiles * job.src.channels, SlotShape<float>::threads, bytesOf<float>(0), job.stream, 2},
        gather);
}

} // namespace

void launchHolesGather(const HolesGather& gather)
{
    withPairsLine<float, TileShape<float>::run>(gather.job.chainY, [&](auto line) {
        if (gather.job.x.folded == gather.job.y.folded)
            launchAs<decltype(line), 1>(gather);
        else
            launchAs<decltype(line), 2>(gather);
    });
}

}}} // namespace cv::recfilter::gpu
