// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The whole filter in one launch, for images whose tiles are on chip all at once: every block propagates what it needs.

#include "moment_lines.cuh"
#include "propagate.cuh"
#include "tile_launch.cuh"

#include <cooperative_groups.h>

namespace cv { namespace recfilter { namespace gpu {

namespace {

/** What enters tile `own` of a line in both directions, from the moments of all its tiles. first and last are the line's end
pixels, for borders that repeat them. */
template <typename W, int MOMENTS>
__device__ void enterTile(const AxisView<W>& axis, const LineCarries<W>& moments, int64 own, W first, W last,
                          W (&p)[MOMENTS], W (&a)[MOMENTS])
{
    typedef LinePropagation<W, MOMENTS, 1, 1, 0> Line;
    typedef typename Line::Vector Vector;
    const Line line(axis, moments, 0);
    const int64 end = axis.tiles - 1;
    const Vector nothing = {};
    Vector f = {}, g = {}, start, finish;
#pragma unroll 8
    for (int64 i = 0; i <= end; i++)
    {
        Vector forth, back;
        line.load(line.at(i, 0), forth);
        line.load(line.at(end - i, 1), back);
        if (i == own)
            line.copy(f, p);
        if (end - i == own)
            line.copy(g, a);
        line.advanceTile(i == end, TILE_LAST_F, f, forth);
        line.advanceTile(i == end, TILE_FIRST_A, g, back);
    }
    line.close(f, g, first, last, start, finish);
    for (int64 i = 0; i < own; i++)
        line.advanceTile(false, TILE, start, nothing);
    for (int64 i = 0; i < end - own; i++)
        line.advanceTile(i == 0, TILE_LAST, finish, nothing);
#pragma unroll
    for (int m = 0; m < MOMENTS; m++)
    {
        p[m] += start[m];
        a[m] += finish[m];
    }
}

template <typename W, typename Line>
struct AlonePasses : TilePasses<W, Line, Line>
{
    typedef TilePasses<W, Line, Line> Passes;
    typedef SlotShape<W> Shape;
    typedef W State[Line::moments];
    using Passes::job, Passes::place;

    enum
    {
        pitch = MomentLines<W>::pitch
    };

    __device__ AlonePasses(const TileJob<W>& j, unsigned index) : Passes(j, index) {}

    //! What enters this row of tiles on a line of the columns.
    __device__ void enterColumn(int64 line, State& p, State& a) const
    {
        const int64 stride = job.carries.lines;
        enterTile<W, Line::moments>(
            job.y, {job.carries.columns + line, 2 * Line::moments * stride, Line::moments * stride, stride}, place.y,
            W(0), W(0), p, a);
    }

    //! The columns of the tile, and those of the row moments of all tiles beside it.
    __device__ void filterColumns(W* slot, W* lines, int count) const
    {
        State p, a, q, b;
        const bool ownsLine = int(threadIdx.x) < count;
        if (ownsLine)
            enterColumn(lineOfColumns(job, threadIdx.x, job.x.tiles * 2 * Line::moments, place.channel), q, b);
        if (Passes::ownsColumn())
        {
            enterColumn(Passes::ownLine(), p, a);
            Passes::filterColumn(slot, p, a);
        }
        __syncthreads(); // the row moments are there
        if (ownsLine)
            Line::template filter<1>(lines + threadIdx.x * pitch, place.rows, job.y, q, b);
        __syncthreads();
    }

    __device__ void filterRows(W* slot, W* lines) const
    {
        State p, a;
        W* const row = lines + ownRow();
        const W* const ends = row + job.x.tiles * 2 * Line::moments * pitch;
        enterTile<W, Line::moments>(job.x, {row, 2 * Line::moments * pitch, Line::moments * pitch, pitch}, place.x,
                                    job.x.replicates ? ends[0] : W(0), job.x.replicates ? ends[pitch] : W(0), p, a);
        Passes::filterRow(slot, p, a);
        __syncthreads();
        storeTile(job, place, slot);
    }
};

template <typename W, typename Line>
__global__ void __launch_bounds__(SlotShape<W>::threads, policy::RESIDENT_BLOCKS)
    alone(const __grid_constant__ TileJob<W> job, int lineCount)
{
    extern __shared__ __align__(16) uchar bytes[];
    __shared__ __align__(16) RowMoments<W, Line::moments> rowMoments;
    W* const slot = reinterpret_cast<W*>(bytes);
    W* const lines = slot + SlotShape<W>::size;
    const AlonePasses<W, Line> passes(job, blockIdx.x);
    loadTile(job, passes.place, slot);
    passes.gather(slot, rowMoments);
    cooperative_groups::this_grid().sync();
    MomentLines<W>::load(rowBlock(job, passes.place), lines, lineCount);
    passes.filterColumns(slot, lines, lineCount);
    passes.filterRows(slot, lines);
}

template <typename Line>
constexpr bool isAlone = Line::moments != 0 && Line::moments <= policy::ALONE_MOMENTS;

template <typename W, typename Line>
size_t sharedBytes(const TileJob<W>& job)
{
    return (SlotShape<W>::size + size_t(linesOfBlock(job)) * AlonePasses<W, Line>::pitch) * sizeof(W);
}

} // namespace

template <typename W>
bool fitsAlone(const TileJob<W>& job)
{
    bool fits = false;
    if (linesOfBlock(job) <= SlotShape<W>::threads)
        withCascadeLine<W, TileShape<W>::run, policy::RESIDENT_CHUNK>(job.chainY, [&](auto line) {
            typedef decltype(line) Line;
            if constexpr (isAlone<Line>)
                fits = holdsTiles<alone<W, Line>>(job, sharedBytes<W, Line>(job));
        });
    return fits;
}

template <typename W>
bool launchAlone(const TileJob<W>& job)
{
    bool launched = false;
    withCascadeLine<W, TileShape<W>::run, policy::RESIDENT_CHUNK>(job.chainY, [&](auto line) {
        typedef decltype(line) Line;
        if constexpr (isAlone<Line>)
            launched = launchCooperative<alone<W, Line>>({job.x.tiles * job.y.tiles * job.src.channels,
                                                          SlotShape<W>::threads, sharedBytes<W, Line>(job), job.stream},
                                                         job, int(linesOfBlock(job)));
    });
    return launched;
}

template bool fitsAlone(const TileJob<float>&);
template bool fitsAlone(const TileJob<double>&);
template bool launchAlone(const TileJob<float>&);
template bool launchAlone(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
