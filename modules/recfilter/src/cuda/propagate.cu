// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "launch.cuh"
#include "propagate_columns.cuh"

#include <algorithm>
#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Neighbouring lines of a block.
template <int SEGMENTS>
constexpr int linesOfBlock = std::min(int(policy::MAX_LINES), int(policy::PROPAGATE_THREADS) / SEGMENTS);

template <typename W, int MOMENTS, int SEGMENTS>
__global__ void __launch_bounds__(linesOfBlock<SEGMENTS>* SEGMENTS)
    propagateColumns(const __grid_constant__ TileJob<W> job)
{
    typedef ColumnPropagation<W, MOMENTS, SEGMENTS, linesOfBlock<SEGMENTS>> Propagation;
    __shared__ W shared[Propagation::exchanged];
    waitForPredecessor();
    Propagation::run(job, int64(blockIdx.x) * linesOfBlock<SEGMENTS>, shared);
}

//! Some of the rows of a row of tiles, in one channel.
template <typename W, int MOMENTS, int SEGMENTS>
__global__ void __launch_bounds__(linesOfBlock<SEGMENTS>* SEGMENTS)
    propagateRows(const __grid_constant__ TileJob<W> job)
{
    enum
    {
        run = TileShape<W>::run,
        lines = linesOfBlock<SEGMENTS>,
        parts = run / lines
    };
    typedef LinePropagation<W, MOMENTS, SEGMENTS, lines, KeptTiles<MOMENTS>::value> Propagation;
    __shared__ W shared[Propagation::exchanged];
    W* block = job.carries.rows + int64(blockIdx.x / parts) * job.carries.block;
    const AxisView<W>& axis = job.x;
    const W* ends = block + axis.tiles * 2 * axis.moments * run;
    const int lane = threadIdx.x % lines, segment = threadIdx.x / lines, row = blockIdx.x % parts * lines + lane;
    Propagation propagation(axis, {block + row, 2 * axis.moments * run, axis.moments * run, run}, segment);
    const bool active = segment < axis.segments;
    waitForPredecessor();
    propagation.run(active, shared + lane, axis.replicates ? ends[row] : W(0),
                    axis.replicates ? ends[run + row] : W(0));
}

template <typename W, int MOMENTS, int SEGMENTS>
void runColumns(const TileJob<W>& job)
{
    const int lines = linesOfBlock<SEGMENTS>;
    launchDependent<propagateColumns<W, MOMENTS, SEGMENTS>>(
        {(job.carries.lines + lines - 1) / lines, lines * SEGMENTS, 0, job.stream}, job);
}

template <typename W, int MOMENTS, int SEGMENTS>
void runRows(const TileJob<W>& job)
{
    const int lines = linesOfBlock<SEGMENTS>, parts = TileShape<W>::run / lines;
    launchDependent<propagateRows<W, MOMENTS, SEGMENTS>>(
        {job.y.tiles * job.src.channels * parts, lines * SEGMENTS, 0, job.stream}, job);
}

//! Calls body with the moments and a number of segments that is enough.
template <typename Body>
void withSegments(ChainKind kind, int64 segments, const Body& body)
{
    const auto withMoments = [&](auto moments) {
        if (segments <= 8)
            body(moments, std::integral_constant<int, 8>());
        else if (segments <= 16)
            body(moments, std::integral_constant<int, 16>());
        else
            body(moments, std::integral_constant<int, int(policy::MAX_SEGMENTS)>());
    };
    switch (kind)
    {
    case CHAIN_1:
        return withMoments(std::integral_constant<int, 1>());
    case CHAIN_2:
        return withMoments(std::integral_constant<int, 2>());
    case CHAIN_3:
        return withMoments(std::integral_constant<int, 3>());
    default:
        body(std::integral_constant<int, 0>(), std::integral_constant<int, 1>());
    }
}

} // namespace

template <typename W>
void launchPropagateColumns(const TileJob<W>& job)
{
    withSegments(job.chainY, job.y.segments, [&](auto moments, auto segments) {
        runColumns<W, decltype(moments)::value, decltype(segments)::value>(job);
    });
}

template <typename W>
void launchPropagateRows(const TileJob<W>& job)
{
    withSegments(job.chainX, job.x.segments, [&](auto moments, auto segments) {
        runRows<W, decltype(moments)::value, decltype(segments)::value>(job);
    });
}

template void launchPropagateColumns(const TileJob<float>&);
template void launchPropagateColumns(const TileJob<double>&);
template void launchPropagateRows(const TileJob<float>&);
template void launchPropagateRows(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
