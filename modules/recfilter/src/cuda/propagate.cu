// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "launch.cuh"
#include "pixel_io.cuh"
#include "policy.hpp"
#include "propagate.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <int MOMENTS>
struct KeptTiles
{
    enum
    {
        value = MOMENTS ? int(policy::KEPT_TILES) : 0
    };
};

//! The end pixels of a line of the columns: of an image column, or of a column of row moments.
template <typename W>
__device__ W endPixel(const TileJob<W>& job, int64 line, bool last)
{
    const int channels = job.src.channels;
    const int64 pixelLines = int64(channels) * job.src.width;
    if (line < pixelLines)
    {
        const int channel = int(line / job.src.width);
        return loadPixel<W>(job.src, line % job.src.width, last ? job.src.height - 1 : 0, channel) -
               job.offset[channel & 3];
    }
    const int64 perChannel = job.x.tiles * 2 * job.x.moments, k = line - pixelLines;
    const int64 tile = last ? job.y.tiles - 1 : 0, row = last ? job.y.lastTile - 1 : 0;
    const W* block = job.carries.rows + (tile * channels + k / perChannel) * job.carries.block;
    return block[k % perChannel * TileShape<W>::run + row];
}

template <typename W, int MOMENTS, int SEGMENTS>
__global__ void __launch_bounds__(policy::COLUMN_LINES* SEGMENTS)
    propagateColumns(const __grid_constant__ TileJob<W> job)
{
    typedef LinePropagation<W, MOMENTS, SEGMENTS, policy::COLUMN_LINES, KeptTiles<MOMENTS>::value> Propagation;
    __shared__ W shared[Propagation::exchanged];
    const int lane = threadIdx.x % policy::COLUMN_LINES, segment = threadIdx.x / policy::COLUMN_LINES;
    const int64 line = int64(blockIdx.x) * policy::COLUMN_LINES + lane;
    const bool inside = line < job.carries.lines, active = inside && segment < job.y.segments;
    const int64 stride = job.carries.lines, moments = job.y.moments;
    Propagation propagation(job.y, {job.carries.columns + line, 2 * moments * stride, moments * stride, stride},
                            segment);
    W first = 0, last = 0;
    waitForPredecessor();
    if (job.y.replicates && inside)
    {
        first = endPixel(job, line, false);
        last = endPixel(job, line, true);
    }
    propagation.run(active, shared + lane, first, last);
}

//! One row of tiles of one channel.
template <typename W, int MOMENTS, int SEGMENTS>
__global__ void __launch_bounds__(TileShape<W>::run* SEGMENTS) propagateRows(const __grid_constant__ TileJob<W> job)
{
    enum
    {
        run = TileShape<W>::run
    };
    typedef LinePropagation<W, MOMENTS, SEGMENTS, run, KeptTiles<MOMENTS>::value> Propagation;
    __shared__ W shared[Propagation::exchanged];
    W* block = job.carries.rows + int64(blockIdx.x) * job.carries.block;
    const AxisView<W>& axis = job.x;
    const W* ends = block + axis.tiles * 2 * axis.moments * run;
    const int row = threadIdx.x % run, segment = threadIdx.x / run;
    Propagation propagation(axis, {block + row, 2 * axis.moments * run, axis.moments * run, run}, segment);
    const bool active = segment < axis.segments;
    waitForPredecessor();
    propagation.run(active, shared + row, axis.replicates ? ends[row] : W(0), axis.replicates ? ends[run + row] : W(0));
}

template <typename W, int MOMENTS, int SEGMENTS>
void runColumns(const TileJob<W>& job)
{
    const int64 blocks = (job.carries.lines + policy::COLUMN_LINES - 1) / policy::COLUMN_LINES;
    launchDependent<propagateColumns<W, MOMENTS, SEGMENTS>>(blocks, policy::COLUMN_LINES * SEGMENTS, 0, job.stream,
                                                            job);
}

template <typename W, int MOMENTS, int SEGMENTS>
void runRows(const TileJob<W>& job)
{
    launchDependent<propagateRows<W, MOMENTS, SEGMENTS>>(job.y.tiles * job.src.channels, TileShape<W>::run * SEGMENTS,
                                                         0, job.stream, job);
}

} // namespace

template <typename W>
void launchPropagateColumns(const TileJob<W>& job)
{
    switch (job.chainY)
    {
    case CHAIN_1:
        return runColumns<W, 1, policy::COLUMN_SEGMENTS>(job);
    case CHAIN_2:
        return runColumns<W, 2, policy::COLUMN_SEGMENTS>(job);
    case CHAIN_3:
        return runColumns<W, 3, policy::COLUMN_SEGMENTS>(job);
    default:
        runColumns<W, 0, 1>(job);
    }
}

template <typename W>
void launchPropagateRows(const TileJob<W>& job)
{
    switch (job.chainX)
    {
    case CHAIN_1:
        return runRows<W, 1, policy::ROW_SEGMENTS>(job);
    case CHAIN_2:
        return runRows<W, 2, policy::ROW_SEGMENTS>(job);
    case CHAIN_3:
        return runRows<W, 3, policy::ROW_SEGMENTS>(job);
    default:
        runRows<W, 0, 1>(job);
    }
}

template void launchPropagateColumns(const TileJob<float>&);
template void launchPropagateColumns(const TileJob<double>&);
template void launchPropagateRows(const TileJob<float>&);
template void launchPropagateRows(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
