// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The whole filter in one launch, for images whose tiles all fit on chip at once. Every block propagates all states
// that enter its tile, so blocks wait for each other only once.

#include "recursive/cuda/lines/moment_lines.cuh"
#include "recursive/cuda/lines/propagate.cuh"
#include "recursive/cuda/two_read/tile_launch.cuh"
#include "recursive/cuda/one_launch/tuning.hpp"
#include "recursive/cuda/one_launch/one_launch.hpp"

#include <cooperative_groups.h>

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! The states that enter tile `own` of a line, from all moments of the line and, for borders that repeat pixels, from
//! the line's end pixels.
template <typename W, int MOMENTS>
__device__ void enterTile(const AxisView<W>& axis, const LineCarries<W>& moments, int own, W firstPixel, W lastPixel,
                          W (&p)[MOMENTS], W (&a)[MOMENTS])
{
    typedef LinePropagation<W, MOMENTS, 1, 1, 0> Line;
    typedef typename Line::Vector Vector;
    const int atOnce = tuning::REDUNDANT_TILES * 4 / int(sizeof(W));
    const Line line(axis, moments, 0);
    const int end = int(axis.tiles) - 1; // the last tile, behind which other powers hold
    const Vector nothing = {};
    Vector f = {}, g = {}, start, finish, forthLast, backLast;
    line.load(line.at(end, 0), forthLast);
    line.load(line.at(0, 1), backLast);
    for (int begin = 0; begin < end; begin += atOnce)
    {
        Vector forth[atOnce], back[atOnce];
        const W *const fromStart = line.at(begin, 0), *const fromEnd = line.at(end - begin, 1);
#pragma unroll
        for (int k = 0; k < atOnce; k++)
            if (begin + k < end)
            {
                line.load(fromStart + k * moments.tile, forth[k]);
                line.load(fromEnd - k * moments.tile, back[k]);
            }
#pragma unroll
        for (int k = 0; k < atOnce; k++)
            if (begin + k < end)
            {
                if (begin + k == own)
                    line.copy(f, p);
                if (end - begin - k == own)
                    line.copy(g, a);
                line.advance(line.tileMatrix, f, forth[k]);
                line.advance(line.tileMatrix, g, back[k]);
            }
    }
    if (own == end)
        line.copy(f, p);
    if (own == 0)
        line.copy(g, a);
    line.advance(line.matrix(TILE_LAST_F), f, forthLast);
    line.advance(line.matrix(TILE_FIRST_A), g, backLast);
    line.close(f, g, firstPixel, lastPixel, start, finish);
    for (int i = 0; i < own; i++)
        line.advance(line.tileMatrix, start, nothing);
    if (own < end)
        line.advance(line.matrix(TILE_LAST), finish, nothing);
    for (int i = 1; i < end - own; i++)
        line.advance(line.tileMatrix, finish, nothing);
#pragma unroll
    for (int m = 0; m < MOMENTS; m++)
    {
        p[m] += start[m];
        a[m] += finish[m];
    }
}

//! A barrier among the `count` threads of a set.
__device__ inline void syncThreads(int set, int count)
{
    __syncwarp();
    asm volatile("barrier.sync %0, %1;" ::"r"(1 + set), "r"(count) : "memory");
}

//! Set 1 filters the columns; set 2 filters the row-moment lines and, if as large, gathers the rows.
template <typename W, typename Line, int HELPERS>
struct RedundantPasses : TilePasses<W, Line, Line>
{
    typedef TilePasses<W, Line, Line> Passes;
    typedef SlotShape<W> Shape;
    typedef W State[Line::moments];
    using Passes::job, Passes::place;

    static constexpr int pitch = MomentLines<W>::pitch;
    static constexpr bool rowsBySecondSet = HELPERS == Shape::threads;

    __device__ RedundantPasses(const TileJob<W>& j, unsigned index) : Passes(j, index) {}

    __device__ static bool hasColumns() { return threadIdx.x < Shape::threads; }

    __device__ void load(W* slot) const
    {
        if (hasColumns())
            requestTile(job, place, slot);
        awaitCopies();
        __syncthreads();
    }

    __device__ void gather(W* slot, RowMoments<W, Line::moments>& rowMoments) const
    {
        if (hasColumns() && Passes::ownsColumn())
            Passes::sumColumn(slot);
        if (hasColumns() == rowsBySecondSet)
            return;
        Passes::sumRow(slot, rowMoments);
        if (job.x.replicates)
            writeEnds(job, place, slot);
        syncThreads(rowsBySecondSet, Shape::threads);
        Passes::sumRowMoments(rowMoments);
    }

    //! Filters the tile's columns and the lines of its row of tiles: row moments of all tiles, and the row ends.
    __device__ void filterColumns(W* slot, W* lines, int count) const
    {
        if (!hasColumns())
            filterLines(lines, count, threadIdx.x - Shape::threads);
        else if (Passes::ownsColumn())
        {
            State p, a;
            enterColumn(Passes::ownLine(), p, a);
            Passes::filterColumn(slot, p, a);
        }
        __syncthreads();
    }

    __device__ void filterRows(W* slot, W* lines) const
    {
        if (!hasColumns())
            return;
        State p, a;
        W* const row = lines + ownRow<W>();
        const W* const ends = row + job.x.tiles * 2 * Line::moments * pitch;
        enterTile<W, Line::moments>(job.x, {row, 2 * Line::moments * pitch, Line::moments * pitch, pitch}, int(place.x),
                                    job.x.replicates ? ends[0] : W(0), job.x.replicates ? ends[pitch] : W(0), p, a);
        Passes::filterRow(slot, p, a);
        syncThreads(0, Shape::threads);
        storeTile(job, place, slot);
    }

private:
    //! The states that enter this row of tiles on a line of the columns.
    __device__ void enterColumn(int64 line, State& p, State& a) const
    {
        const int64 stride = job.carries.lines;
        enterTile<W, Line::moments>(
            job.y, {job.carries.columns + line, 2 * Line::moments * stride, Line::moments * stride, stride},
            int(place.y), W(0), W(0), p, a);
    }

    __device__ void enterLine(int k, State& p, State& a) const
    {
        enterColumn(lineOfColumns(job, k, job.x.tiles * 2 * Line::moments, place.channel), p, a);
    }

    //! Loads of the first line's states are in flight together with the copies of all lines.
    __device__ void filterLines(W* lines, int count, int thread) const
    {
        MomentLines<W>::request(rowBlock(job, place), job.carries.pitch, lines, count, thread, HELPERS);
        State p, a;
        int k = thread;
        if (k < count)
            enterLine(k, p, a);
        awaitCopies();
        syncThreads(1, HELPERS);
        while (k < count)
        {
            Line::template filter<1>(lines + k * pitch, place.rows, job.y, p, a);
            k += HELPERS;
            if (k < count)
                enterLine(k, p, a);
        }
    }
};

//! Blocks of a multiprocessor, limited by registers.
template <typename W, int HELPERS>
constexpr int blocksAtOnce =
    HELPERS == SlotShape<W>::threads ? tuning::ONE_LAUNCH_BLOCKS / 2 : tuning::ONE_LAUNCH_BLOCKS;

template <typename W, typename Line, int HELPERS>
__global__ void __launch_bounds__(SlotShape<W>::threads + HELPERS, blocksAtOnce<W, HELPERS>)
    redundant(const __grid_constant__ TileJob<W> job, int lineCount)
{
    extern __shared__ __align__(16) uchar bytes[];
    __shared__ __align__(16) RowMoments<W, Line::moments> rowMoments;
    W* const slot = reinterpret_cast<W*>(bytes);
    W* const lines = slot + SlotShape<W>::size;
    const RedundantPasses<W, Line, HELPERS> passes(job, blockIdx.x);
    passes.load(slot);
    passes.gather(slot, rowMoments);
    cooperative_groups::this_grid().sync();
    passes.filterColumns(slot, lines, lineCount);
    passes.filterRows(slot, lines);
}

template <typename W>
size_t sharedBytes(const TileJob<W>& job)
{
    return (SlotShape<W>::size + size_t(linesOfBlock(job)) * MomentLines<W>::pitch) * sizeof(W);
}

//! Calls body with the line type and the number of helpers. Returns false if there is no kernel.
template <typename W, typename Body>
bool withHelpers(OneLaunchKind kind, const TileJob<W>& job, const Body& body)
{
    bool result = false;
    withCascadeLine<W, TileShape<W>::run, tuning::ONE_LAUNCH_CHUNK>(job.chainY, [&](auto line) {
        typedef decltype(line) Line;
        if constexpr (Line::moments != 0)
            if (kind == ONE_LAUNCH_REDUNDANT_TWO_SETS)
                result = body(line, std::integral_constant<int, SlotShape<W>::threads>());
        if constexpr (Line::moments == 1)
            if (kind == ONE_LAUNCH_REDUNDANT)
                result = body(line, std::integral_constant<int, tuning::REDUNDANT_HELPERS>());
    });
    return result;
}

} // namespace

template <typename W>
bool fitsRedundant(OneLaunchKind kind, const TileJob<W>& job)
{
    return withHelpers(kind, job, [&](auto line, auto helpers) {
        constexpr int HELPERS = decltype(helpers)::value;
        return holdsTiles<redundant<W, decltype(line), HELPERS>>(job, SlotShape<W>::threads + HELPERS,
                                                                 sharedBytes(job));
    });
}

template <typename W>
bool launchRedundant(OneLaunchKind kind, const TileJob<W>& job)
{
    return withHelpers(kind, job, [&](auto line, auto helpers) {
        constexpr int HELPERS = decltype(helpers)::value;
        const int64 tiles = job.x.tiles * job.y.tiles * job.src.channels;
        return launchCooperative<redundant<W, decltype(line), HELPERS>>(
            {tiles, SlotShape<W>::threads + HELPERS, sharedBytes(job), job.stream}, job, int(linesOfBlock(job)));
    });
}

template bool fitsRedundant(OneLaunchKind, const TileJob<float>&);
template bool fitsRedundant(OneLaunchKind, const TileJob<double>&);
template bool launchRedundant(OneLaunchKind, const TileJob<float>&);
template bool launchRedundant(OneLaunchKind, const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
