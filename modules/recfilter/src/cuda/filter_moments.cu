// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "launch.cuh"
#include "moment_lines.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! policy::MOMENT_LINES lines of a row of tiles, one a thread.
template <typename W, typename Line>
__global__ void __launch_bounds__(policy::MOMENT_LINES)
    filterMoments(const __grid_constant__ TileJob<W> job, int64 moments, int64 lines, unsigned groups)
{
    typedef MomentLines<W> Lines;
    __shared__ __align__(16) W shared[policy::MOMENT_LINES * Lines::pitch];
    const unsigned place = blockIdx.x / groups, channels = unsigned(job.src.channels);
    const int64 first = int64(blockIdx.x - place * groups) * policy::MOMENT_LINES;
    const int count = int(::min(int64(policy::MOMENT_LINES), lines - first));
    W* block = job.carries.rows + int64(place) * job.carries.block + first * Lines::run;
    waitForPredecessor();
    Lines::load(block, shared, count);
    __syncthreads();
    if (threadIdx.x < count)
        Lines::template filter<Line>(job, shared + threadIdx.x * Lines::pitch,
                                     lineOfColumns(job, first + threadIdx.x, moments, int(place % channels)),
                                     place / channels);
    __syncthreads();
    Lines::store(block, shared, count);
}

} // namespace

template <typename W>
void launchFilterMoments(const TileJob<W>& job)
{
    const int64 moments = job.x.tiles * 2 * job.x.moments, lines = linesOfBlock(job);
    const int64 groups = (lines + policy::MOMENT_LINES - 1) / policy::MOMENT_LINES;
    withLine<W, TileShape<W>::run, policy::MOMENT_CHUNK>(job.chainY, [&](auto line) {
        typedef decltype(line) Line;
        launchDependent<filterMoments<W, Line>>(
            {groups * job.y.tiles * job.src.channels, policy::MOMENT_LINES, 0, job.stream}, job, moments, lines,
            unsigned(groups));
    });
}

template void launchFilterMoments(const TileJob<float>&);
template void launchFilterMoments(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
