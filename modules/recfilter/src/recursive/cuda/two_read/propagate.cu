// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// propagate, the kernels between gather and apply: moments become the states that enter the tiles.

#include "runtime/cuda/launch.cuh"
#include "recursive/cuda/lines/propagate_columns.cuh"
#include "recursive/cuda/two_read/propagate_shapes.cuh"
#include "recursive/cuda/two_read/two_read.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W, int MOMENTS, int SEGMENTS, int KEPT, bool PAIRED>
__global__ void __launch_bounds__(linesAtOnce<SEGMENTS>* SEGMENTS)
    propagateColumns(const __grid_constant__ TileJob<W> job)
{
    typedef ColumnPropagation<W, MOMENTS, SEGMENTS, linesAtOnce<SEGMENTS>, KEPT, PAIRED> Propagation;
    __shared__ W shared[Propagation::exchanged];
    waitForPredecessor();
    const unsigned pairs = PAIRED ? unsigned(job.y.pairs) : 1;
    Propagation::run(job, int64(blockIdx.x / pairs) * linesAtOnce<SEGMENTS>, shared, int(blockIdx.x % pairs));
}

//! Propagates some of the rows of a row of tiles in one channel.
template <typename W, int MOMENTS, int SEGMENTS, int KEPT, bool PAIRED>
__global__ void __launch_bounds__(linesAtOnce<SEGMENTS>* SEGMENTS) propagateRows(const __grid_constant__ TileJob<W> job)
{
    enum
    {
        run = TileShape<W>::run,
        lines = linesAtOnce<SEGMENTS>,
        parts = run / lines
    };
    // int is enough: lines of 2^31 pixels have 4e8 numbers of three pairs a segment.
    typedef LinePropagation<W, MOMENTS, SEGMENTS, lines, KEPT, PAIRED, int> Propagation;
    __shared__ W shared[Propagation::exchanged];
    const AxisView<W>& axis = job.x;
    const unsigned pairs = PAIRED ? unsigned(axis.pairs) : 1, part = blockIdx.x / pairs;
    const int pair = int(blockIdx.x - part * pairs);
    W* block = job.carries.rows + int64(part / parts) * job.carries.block;
    const int pitch = job.carries.pitch;
    const W* ends = block + axis.tiles * 2 * axis.moments * pitch;
    const int lane = threadIdx.x % lines, segment = threadIdx.x / lines, row = part % parts * lines + lane;
    const int moment = pitch, direction = axis.moments * moment;
    const bool isRow = row < pitch;
    W* const tail = isRow ? job.carries.rowTail + int64(part / parts) * pitch + row : nullptr;
    Propagation propagation(
        axis, {block + pair * MOMENTS * pitch + row, 2 * direction, direction, moment, tail, job.carries.rowLines},
        segment, pair);
    const bool hasEnds = isRow && axis.replicates;
    waitForPredecessor();
    propagation.run(isRow && segment < axis.segments, shared + lane, hasEnds ? ends[row] : W(0),
                    hasEnds ? ends[pitch + row] : W(0));
}

template <typename W, int MOMENTS, int SEGMENTS, int KEPT, bool PAIRED>
void runColumns(const TileJob<W>& job)
{
    const int lines = linesAtOnce<SEGMENTS>;
    launchDependent<propagateColumns<W, MOMENTS, SEGMENTS, KEPT, PAIRED>>(
        {(job.carries.lines + lines - 1) / lines * job.y.pairs, lines * threadsOfLine(job.y), 0, job.stream}, job);
}

template <typename W, int MOMENTS, int SEGMENTS, int KEPT, bool PAIRED>
void runRows(const TileJob<W>& job)
{
    const int lines = linesAtOnce<SEGMENTS>, parts = TileShape<W>::run / lines;
    launchDependent<propagateRows<W, MOMENTS, SEGMENTS, KEPT, PAIRED>>(
        {job.src.images * job.y.tiles * job.src.channels * parts * job.x.pairs, lines * threadsOfLine(job.x), 0,
         job.stream},
        job);
}

} // namespace

template <typename W>
void launchPropagateColumns(const TileJob<W>& job)
{
    withSegments(job.chainY, job.y, [&](auto moments, auto segments, auto kept, auto paired) {
        runColumns<W, decltype(moments)::value, decltype(segments)::value, decltype(kept)::value,
                   decltype(paired)::value>(job);
    });
}

template <typename W>
void launchPropagateRows(const TileJob<W>& job)
{
    withSegments(job.chainX, job.x, [&](auto moments, auto segments, auto kept, auto paired) {
        runRows<W, decltype(moments)::value, decltype(segments)::value, decltype(kept)::value, decltype(paired)::value>(
            job);
    });
}

template void launchPropagateColumns(const TileJob<float>&);
template void launchPropagateColumns(const TileJob<double>&);
template void launchPropagateRows(const TileJob<float>&);
template void launchPropagateRows(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
