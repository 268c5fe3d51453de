// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The whole filter in one launch, for images whose tiles all fit on chip at once. Blocks share the propagation.

#include "recursive/cuda/lines/propagate_columns.cuh"
#include "recursive/cuda/two_read/tile_launch.cuh"
#include "recursive/cuda/tables/tuning.hpp"
#include "recursive/cuda/one_launch/tuning.hpp"
#include "recursive/cuda/one_launch/one_launch.hpp"

#include <cooperative_groups.h>

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Carries that enter the rows of a tile: [direction][moment][row].
template <typename W, int MOMENTS>
using RowCarries = W[2][MOMENTS][TileShape<W>::run];

template <typename W, int MOMENTS>
struct OneLaunchMemory
{
    static constexpr int segments = tuning::ONE_LAUNCH_SEGMENTS;
    static constexpr int lines = SlotShape<W>::threads / segments;
    typedef ColumnPropagation<W, MOMENTS, segments, lines, tuning::KEPT_TILES> Columns;

    alignas(16) W slot[SlotShape<W>::size];
    alignas(16) RowMoments<W, MOMENTS> rowMoments;
    union
    {
        W exchange[Columns::exchanged];
        struct
        {
            RowCarries<W, MOMENTS> totals, entered;
        } rows;
    };
};

/** The states that enter the rows of tile `tileX`, from all moments of the rows. A thread sums one direction of a row
and closes it with the sums of both. Rows below the image have no moments (CarryView::pitch) and read another row's. */
template <typename W, int MOMENTS>
__device__ void enterRows(const AxisView<W>& axis, int64 tileX, W* block, int pitch, RowCarries<W, MOMENTS>& totals,
                          RowCarries<W, MOMENTS>& entered)
{
    typedef LinePropagation<W, MOMENTS, 1, 1, 0> Line;
    typedef typename Line::Vector Vector;
    const int run = TileShape<W>::run, row = threadIdx.x % run, direction = threadIdx.x / run;
    W* const own = block + ::min(row, pitch - 1);
    const int last = int(axis.tiles) - 1, before = direction ? last - int(tileX) : int(tileX),
              count = axis.closes ? last + 1 : before;
    const Line line(axis, {own, 2 * MOMENTS * pitch, MOMENTS * pitch, pitch}, 0);
    Vector sum = {}, entering = {}, f, a, start, finish;
    const Vector nothing = {};
#pragma unroll 8
    for (int i = 0; i < count; i++)
    {
        Vector more;
        line.load(line.at(direction ? last - i : i, direction), more);
        if (i == before)
            line.copy(sum, entering);
        line.advanceTile(i == last, direction ? TILE_FIRST_A : TILE_LAST_F, sum, more);
    }
    if (count == before)
        line.copy(sum, entering);
#pragma unroll
    for (int m = 0; m < MOMENTS; m++)
        totals[direction][m][row] = sum[m];
    __syncthreads();
#pragma unroll
    for (int m = 0; m < MOMENTS; m++)
    {
        f[m] = totals[0][m][row];
        a[m] = totals[1][m][row];
    }
    const W* ends = own + (last + 1) * 2 * MOMENTS * pitch;
    line.close(f, a, axis.replicates ? ends[0] : W(0), axis.replicates ? ends[pitch] : W(0), start, finish);
    if (direction)
        line.copy(finish, start);
    for (int i = 0; i < before; i++)
        line.advanceTile(direction && i == 0, TILE_LAST, start, nothing);
#pragma unroll
    for (int m = 0; m < MOMENTS; m++)
        entered[direction][m][row] = start[m] + entering[m];
    __syncthreads();
}

template <typename W, typename Line>
struct SharedPasses : TilePasses<W, Line, Line>
{
    typedef TilePasses<W, Line, Line> Passes;
    typedef OneLaunchMemory<W, Line::moments> Shared;
    using Passes::job, Passes::place;

    __device__ SharedPasses(const TileJob<W>& j, unsigned index) : Passes(j, index) {}

    //! Filters the columns of the tile and of its row moments. The row moments are also stored to their block.
    __device__ void filterColumns(Shared& shared) const
    {
        const int lines = 2 * Line::moments, run = SlotShape<W>::run;
        if (threadIdx.x < lines)
        {
            W p[Line::capacity], a[Line::capacity], *moments = shared.rowMoments[threadIdx.x];
            Passes::loadCarries(firstMomentLine(job, place) + threadIdx.x, p, a);
            Line::template filter<1>(moments, place.rows, job.y, p, a);
        }
        if (Passes::ownsColumn())
            Passes::filterColumn(shared.slot);
        __syncthreads();
        for (int k = threadIdx.x; k < lines * run; k += SlotShape<W>::threads)
            if (Passes::hasRowCarries(k % run))
                Passes::rowCarries()[k / run * job.carries.pitch + k % run] = shared.rowMoments[k / run][k % run];
        if (job.x.replicates)
            writeEnds(job, place, shared.slot);
    }

    __device__ void filterRows(Shared& shared) const
    {
        enterRows<W, Line::moments>(job.x, place.x, rowBlock(job, place), job.carries.pitch, shared.rows.totals,
                                    shared.rows.entered);
        Passes::filterRow(shared.slot, shared.rows.entered[0][0]);
        __syncthreads();
        storeTile(job, place, shared.slot);
    }
};

template <typename W, typename Line>
__global__ void __launch_bounds__(SlotShape<W>::threads, tuning::ONE_LAUNCH_BLOCKS)
    sharedCarries(const __grid_constant__ TileJob<W> job)
{
    typedef OneLaunchMemory<W, Line::moments> Shared;
    extern __shared__ __align__(16) uchar bytes[];
    Shared& shared = *reinterpret_cast<Shared*>(bytes);
    const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    const SharedPasses<W, Line> passes(job, blockIdx.x);
    loadTile(job, passes.place, shared.slot);
    passes.gather(shared.slot, shared.rowMoments);
    grid.sync();
    for (int64 line = int64(blockIdx.x) * Shared::lines; line < job.carries.lines;
         line += int64(gridDim.x) * Shared::lines)
    {
        Shared::Columns::run(job, line, shared.exchange);
        __syncthreads();
    }
    grid.sync();
    passes.filterColumns(shared);
    grid.sync();
    passes.filterRows(shared);
}

template <typename W, typename Line>
constexpr size_t sharedBytes = sizeof(OneLaunchMemory<W, Line::moments>);

} // namespace

template <typename W>
bool fitsShared(const TileJob<W>& job)
{
    bool fits = false;
    if (job.y.segments <= tuning::ONE_LAUNCH_SEGMENTS && job.y.segmentTiles <= tuning::KEPT_TILES)
        withCascadeLine<W, TileShape<W>::run, tuning::ONE_LAUNCH_CHUNK>(job.chainY, [&](auto line) {
            typedef decltype(line) Line;
            if constexpr (Line::moments != 0)
                fits = holdsTiles<sharedCarries<W, Line>>(job, SlotShape<W>::threads, sharedBytes<W, Line>);
        });
    return fits;
}

template <typename W>
bool launchShared(const TileJob<W>& job)
{
    bool launched = false;
    withCascadeLine<W, TileShape<W>::run, tuning::ONE_LAUNCH_CHUNK>(job.chainY, [&](auto line) {
        typedef decltype(line) Line;
        if constexpr (Line::moments != 0)
            launched = launchTilesAtOnce<sharedCarries<W, Line>>(job, sharedBytes<W, Line>);
    });
    return launched;
}

template bool fitsShared(const TileJob<float>&);
template bool fitsShared(const TileJob<double>&);
template bool launchShared(const TileJob<float>&);
template bool launchShared(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
