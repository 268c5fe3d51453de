// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "chain_dispatch.cuh"
#include "launch.cuh"
#include "pixel_io.cuh"
#include "policy.hpp"
#include "tile_place.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Lines a block filters, one a thread, and their place in shared memory, where neighbouring threads meet no bank twice.
template <typename W>
struct MomentShape
{
    enum
    {
        run = TileShape<W>::run,
        lines = policy::MOMENT_LINES,
        quad = 16 / sizeof(W),
        pitch = run + quad
    };
};

//! Lines of a block of CarryView::rows: first the row moments of all tiles, then the end columns.
template <typename W>
__device__ int64 lineOfColumns(const TileJob<W>& job, int64 k, int64 moments, int channel)
{
    const int64 width = job.src.width;
    if (k < moments)
        return job.src.channels * width + channel * moments + k;
    return channel * width + (k == moments ? 0 : width - 1);
}

//! Moves `count` lines between a block and shared memory, 16 bytes a thread.
template <bool IN, typename W>
__device__ void moveLines(W* block, W* shared, int count)
{
    typedef MomentShape<W> Shape;
    const int vectors = Shape::run / Shape::quad;
    for (int k = threadIdx.x; k < count * vectors; k += Shape::lines)
    {
        Vector16<W>* outside = reinterpret_cast<Vector16<W>*>(block) + k;
        Vector16<W>* inside = reinterpret_cast<Vector16<W>*>(shared + k / vectors * Shape::pitch) + k % vectors;
        if (IN)
            *inside = *outside;
        else
            *outside = *inside;
    }
}

template <typename W, typename Line>
__device__ void filterLine(const TileJob<W>& job, W* pixels, int64 line, int64 tileY)
{
    typedef MomentShape<W> Shape;
    const AxisView<W>& axis = job.y;
    const int moments = Line::momentsOf(axis);
    W p[Line::capacity], a[Line::capacity];
#pragma unroll
    for (int m = 0; m < moments; m++)
    {
        p[m] = *columnCarry(job, tileY, moments, 0, m, line);
        a[m] = *columnCarry(job, tileY, moments, 1, m, line);
    }
    Line::template filter<1>(pixels, tileY == axis.tiles - 1 ? axis.lastTile : int(Shape::run), axis, p, a);
}

template <typename W, typename Line>
__global__ void __launch_bounds__(MomentShape<W>::lines)
    filterMoments(const __grid_constant__ TileJob<W> job, int64 moments, int64 lines, unsigned groups)
{
    typedef MomentShape<W> Shape;
    __shared__ __align__(16) W shared[Shape::lines * Shape::pitch];
    const unsigned place = blockIdx.x / groups, channels = unsigned(job.src.channels);
    const int64 first = int64(blockIdx.x - place * groups) * Shape::lines;
    const int count = int(::min(int64(Shape::lines), lines - first));
    W* block = job.carries.rows + int64(place) * job.carries.block + first * Shape::run;
    waitForPredecessor();
    moveLines<true>(block, shared, count);
    __syncthreads();
    if (threadIdx.x < count)
        filterLine<W, Line>(job, shared + threadIdx.x * Shape::pitch,
                            lineOfColumns(job, first + threadIdx.x, moments, int(place % channels)), place / channels);
    __syncthreads();
    moveLines<false>(block, shared, count);
}

} // namespace

template <typename W>
void launchFilterMoments(const TileJob<W>& job)
{
    typedef MomentShape<W> Shape;
    const int64 moments = job.x.tiles * 2 * job.x.moments, lines = moments + (job.x.replicates ? 2 : 0);
    const int64 groups = (lines + Shape::lines - 1) / Shape::lines;
    withLine<W, Shape::run, policy::MOMENT_CHUNK>(job.chainY, [&](auto line) {
        typedef decltype(line) Line;
        launchDependent<filterMoments<W, Line>>({groups * job.y.tiles * job.src.channels, Shape::lines, 0, job.stream},
                                                job, moments, lines, unsigned(groups));
    });
}

template void launchFilterMoments(const TileJob<float>&);
template void launchFilterMoments(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
