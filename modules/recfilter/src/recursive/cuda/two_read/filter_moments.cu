// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The column passes over the row moments, in a kernel of their own. row_states*.cu replace it where possible.

#include "runtime/cuda/launch.cuh"
#include "recursive/cuda/lines/moment_lines.cuh"
#include "recursive/cuda/pairs/pairs_sweep.cuh"
#include "recursive/cuda/two_read/tuning.hpp"
#include "recursive/cuda/two_read/two_read.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Up to tuning::MOMENT_LINES lines of a row of tiles.
template <typename W>
struct MomentGroup
{
    typedef MomentLines<W> Lines;
    const TileJob<W>& job;
    const unsigned place; //!< the row of tiles and the channel
    const int64 first;
    const int count;
    W* const block;

    __device__ MomentGroup(const TileJob<W>& j, int64 lines, unsigned groups)
        : job(j), place(blockIdx.x / groups), first(int64(blockIdx.x - place * groups) * tuning::MOMENT_LINES),
          count(int(::min(int64(tuning::MOMENT_LINES), lines - first))),
          block(rowsInBatch(job) + int64(place) * job.carries.block + first * job.carries.pitch)
    {
    }

    //! The line of CarryView::columns for line k of the group.
    __device__ int64 line(int k, int64 moments) const
    {
        return lineOfColumns(job, first + k, moments, int(place % unsigned(job.src.channels)));
    }

    __device__ int64 tileY() const { return place / unsigned(job.src.channels); }
};

//! Filters a line by a thread.
template <typename W, typename Line>
__global__ void __launch_bounds__(tuning::MOMENT_LINES)
    filterMoments(const __grid_constant__ TileJob<W> job, int64 moments, int64 lines, unsigned groups)
{
    typedef MomentLines<W> Lines;
    __shared__ __align__(16) W shared[tuning::MOMENT_LINES * Lines::pitch];
    const MomentGroup<W> group(job, lines, groups);
    Lines::request(group.block, job.carries.pitch, shared, group.count); // written by gather, before the predecessor
    waitForPredecessor();
    Lines::await();
    if (threadIdx.x < group.count)
        Lines::template filter<Line>(job, shared + threadIdx.x * Lines::pitch, group.line(threadIdx.x, moments),
                                     group.tileY());
    __syncthreads();
    Lines::store(group.block, job.carries.pitch, shared, group.count);
}

//! Filters a line of added pairs by two threads, one in each direction.
template <typename W, typename Line>
__global__ void __launch_bounds__(2 * tuning::MOMENT_LINES)
    filterPairMoments(const __grid_constant__ TileJob<W> job, int64 moments, int64 lines, unsigned groups)
{
    typedef MomentLines<W> Lines;
    __shared__ __align__(16) W shared[2][tuning::MOMENT_LINES * Lines::pitch];
    const MomentGroup<W> group(job, lines, groups);
    const int k = threadIdx.x % tuning::MOMENT_LINES, direction = threadIdx.x / tuning::MOMENT_LINES;
    const bool active = k < group.count;
    const PairsSweep<W, Line, 1, 1> sweep = {shared[0] + k * Lines::pitch, shared[1] + k * Lines::pitch,
                                             job.y.small.pairs};
    W states[Line::capacity];
    Lines::request(group.block, job.carries.pitch, shared[0], group.count); // written by gather, before the predecessor
    waitForPredecessor();
    if (active)
        Lines::template enter<Line>(job, group.line(k, moments), group.tileY(), direction, states);
    Lines::await();
    sweep.filterHalves(active, direction, Lines::length(job.y, group.tileY()), states);
    __syncthreads();
    Lines::store(group.block, job.carries.pitch, shared[0], group.count);
}

inline int64 groupsOf(int64 lines)
{
    return (lines + tuning::MOMENT_LINES - 1) / tuning::MOMENT_LINES;
}

} // namespace

template <typename W>
void launchFilterMoments(const TileJob<W>& job)
{
    const int64 moments = job.x.tiles * 2 * job.x.moments, lines = linesOfBlock(job);
    const int64 groups = groupsOf(lines);
    const Grid grid = {groups * job.y.tiles * job.src.channels, tuning::MOMENT_LINES, 0, job.stream, job.src.images};
    if (isPairs(job.chainY))
        withPairsLine<W, TileShape<W>::run>(job.chainY, [&](auto line) {
            constexpr auto kernel = filterPairMoments<W, decltype(line)>;
            const Grid ofPairs = {grid.blocks, 2 * grid.threads, 0, grid.stream, grid.layers};
            if (job.carries.rowSums == job.carries.rows)
                launchDependent<kernel>(ofPairs, job, moments, lines, unsigned(groups));
            else // the predecessor has copied the sums, which the kernel reads before it waits
                launch<kernel>(ofPairs, job, moments, lines, unsigned(groups));
        });
    else
        withCascadeLine<W, TileShape<W>::run, tuning::MOMENT_CHUNK>(job.chainY, [&](auto line) {
            launchDependent<filterMoments<W, decltype(line)>>(grid, job, moments, lines, unsigned(groups));
        });
}

template void launchFilterMoments(const TileJob<float>&);
template void launchFilterMoments(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
