// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Algorithm RT: a block marches along a row or a column of tiles, with a line and its state for each thread.

#include "papers/cuda/tiles/pass_sets.cuh"
#include "papers/cuda/tiles/tiles.hpp"
#include "papers/cuda/tiles/tuning.hpp"
#include "recursive/cuda/two_read/tile_launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! @tparam SLOTS tiles in shared memory
template <typename W, typename Line, int SLOTS>
struct LineMarch
{
    typedef SlotShape<W> Shape;
    enum
    {
        run = Shape::run,
        slots = SLOTS
    };

    const TileJob<W>& job;
    const bool alongRows, backward;
    const AxisView<W>& axis;

    __device__ LineMarch(const TileJob<W>& j, Pass p)
        : job(j), alongRows(has(p, Pass::RL)), backward(has(p, Pass::U) || has(p, Pass::L)), axis(alongRows ? j.x : j.y)
    {
    }

    //! The k-th tile of this block's march.
    __device__ TilePlace<W> placeOf(int64 k) const
    {
        const unsigned channels = unsigned(job.src.channels), line = blockIdx.x / channels;
        const int64 along = backward ? axis.tiles - 1 - k : k;
        const int64 tile = alongRows ? line * job.x.tiles + along : along * job.x.tiles + line;
        return TilePlace<W>(job, unsigned(tile) * channels + blockIdx.x % channels);
    }

    __device__ void request(int64 k, W* slot) const
    {
        if (k < axis.tiles)
            requestTile(job, placeOf(k), slot + k % slots * Shape::size);
        __pipeline_commit();
    }

    //! Whether this thread has a line: a column of the tiles, or one of their rows.
    __device__ bool hasLine(const TilePlace<W>& place) const
    {
        return int(threadIdx.x) < (alongRows ? place.rows : place.columns);
    }

    //! The number of this thread's line in the tails (CarryView).
    __device__ int64 line(const TilePlace<W>& place) const
    {
        return alongRows ? (place.y * job.src.channels + place.channel) * job.carries.pitch + threadIdx.x
                         : place.channel * int64(job.src.width) + place.left() + threadIdx.x;
    }

    //! The state that enters the line at its begin, or from behind if `backward`.
    __device__ void enter(const TilePlace<W>& place, bool closes, W (&s)[Line::capacity]) const
    {
        const int64 k = line(place), lines = alongRows ? job.carries.rowLines : job.carries.lines;
        const W* const tail = (alongRows ? job.carries.rowTail : job.carries.columnTail) + k;
#pragma unroll
        for (int m = 0; m < Line::moments; m++)
            s[m] = 0;
        if (!backward)
        {
            const int moments = Line::momentsOf(axis);
            for (int m = 0; closes && m < moments; m++)
                s[m] = alongRows ? rowBlock(job, place)[m * job.carries.pitch + threadIdx.x]
                                 : *columnCarry(job, 0, moments, 0, m, k);
            return;
        }
        W p[Line::capacity], z[Line::capacity] = {};
        for (int m = 0; m < axis.moments; m++)
            p[m] = tail[m * lines];
        for (int m = 0; closes && m < axis.moments; m++)
            z[m] = tail[(m + axis.moments) * lines];
        joinStates(axis.small.cascade.lift, axis.small.cascade.join, z, p, s, Line::moments, Line::moments,
                   Line::moments);
    }

    __device__ void filter(W* slot, const TilePlace<W>& place, W (&s)[Line::capacity]) const
    {
        if (!alongRows)
            return filterPart<Shape::rowPitch>(slot + threadIdx.x, place.rows, s);
        W* const row = slot + threadIdx.x * Shape::rowPitch;
        const int right = ::max(place.columns - run, 0), left = place.columns - right;
        if (backward && right)
            filterPart<1>(row + run, right, s);
        filterPart<1>(row, left, s);
        if (!backward && right)
            filterPart<1>(row + run, right, s);
    }

    template <int STRIDE>
    __device__ void filterPart(W* pixels, int length, W (&s)[Line::capacity]) const
    {
        if (backward)
            Line::template filterAnticausal<STRIDE>(pixels, length, axis, s);
        else
            Line::template filterCausal<STRIDE>(pixels, length, axis, s);
    }

    __device__ void march(W* slot, bool closes) const
    {
        W state[Line::capacity];
        waitForPredecessor();
        if (hasLine(placeOf(0)))
            enter(placeOf(0), closes, state);
        for (int k = 0; k + 1 < slots; k++)
            request(k, slot);
        for (int64 k = 0; k < axis.tiles; k++)
        {
            request(k + slots - 1, slot);
            __pipeline_wait_prior(slots - 1);
            __syncthreads();
            const TilePlace<W> place = placeOf(k);
            W* const pixels = slot + k % slots * Shape::size;
            if (hasLine(place))
                filter(pixels, place, state);
            __syncthreads();
            storeTile(job, place, pixels);
            __syncthreads();
        }
        if (!backward && hasLine(placeOf(0)))
            leaveTail(axis, state, (alongRows ? job.carries.rowTail : job.carries.columnTail) + line(placeOf(0)),
                      alongRows ? job.carries.rowLines : job.carries.lines);
    }
};

template <typename W, typename Line, int SLOTS>
__global__ void __launch_bounds__(SlotShape<W>::threads)
    wholeLines(const __grid_constant__ TileJob<W> job, Pass pass, bool closes)
{
    extern __shared__ __align__(16) uchar bytes[];
    LineMarch<W, Line, SLOTS>(job, pass).march(reinterpret_cast<W*>(bytes), closes);
}

} // namespace

template <typename W>
void launchWholeLines(const TileJob<W>& job, Pass pass, bool closes)
{
    const bool alongRows = has(pass, Pass::RL);
    const ChainKind kind = alongRows ? job.chainX : job.chainY;
    Grid grid = {(alongRows ? job.y.tiles : job.x.tiles) * job.src.channels, SlotShape<W>::threads,
                 bytesOf<W>(0, tuning::LINE_SLOTS), job.stream};
    withCascadeLine<W, TileShape<W>::run, tuning::TILE_CHUNK>(kind, [&](auto line) {
        typedef decltype(line) Line;
        if (grid.shared <= KernelOnDevices<wholeLines<W, Line, tuning::LINE_SLOTS>>::maxShared())
            return launchDependent<wholeLines<W, Line, tuning::LINE_SLOTS>>(grid, job, pass, closes);
        grid.shared = bytesOf<W>(0);
        launchDependent<wholeLines<W, Line, 1>>(grid, job, pass, closes);
    });
}

template void launchWholeLines(const TileJob<float>&, Pass, bool);
template void launchWholeLines(const TileJob<double>&, Pass, bool);

}}} // namespace cv::recfilter::gpu
