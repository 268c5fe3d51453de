// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The column passes over the row moments and propagate along the rows, in one kernel. It needs shared memory for the
// row moments of a whole row of tiles.

#include "runtime/cuda/launch.cuh"
#include "recursive/cuda/lines/moment_lines.cuh"
#include "recursive/cuda/lines/propagate_columns.cuh"
#include "recursive/cuda/tables/tuning.hpp"
#include "recursive/cuda/two_read/tuning.hpp"
#include "recursive/cuda/two_read/two_read.hpp"

#include <algorithm>

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W, typename Line, int SEGMENTS>
struct RowStates
{
    typedef MomentLines<W> Lines;
    enum
    {
        run = TileShape<W>::run,
        threads = run * SEGMENTS,
        moments = Line::moments
    };
    typedef LinePropagation<W, moments, SEGMENTS, run, tuning::KEPT_TILES> Propagation;

    static size_t sharedBytes(const TileJob<W>& job)
    {
        return (size_t(linesOfBlock(job)) * Lines::pitch + Propagation::exchanged) * sizeof(W);
    }
};

//! Processes a row of tiles in one channel.
template <typename W, typename Line, int SEGMENTS>
__global__ void __launch_bounds__(RowStates<W, Line, SEGMENTS>::threads)
    rowStates(const __grid_constant__ TileJob<W> job, int count)
{
    typedef RowStates<W, Line, SEGMENTS> Shape;
    typedef typename Shape::Lines Lines;
    extern __shared__ __align__(16) uchar bytes[];
    W* const lines = reinterpret_cast<W*>(bytes);
    W* const exchange = lines + count * Lines::pitch;
    const AxisView<W>& axis = job.x;
    const int channels = job.src.channels, channel = int(blockIdx.x) % channels;
    const int moments = int(axis.tiles) * 2 * Shape::moments;
    W* const block = rowsInBatch(job) + int64(blockIdx.x) * job.carries.block;
    Lines::request(block, job.carries.pitch, lines, count); // written by gather, before the predecessor
    waitForPredecessor();
    Lines::await();
    for (int k = threadIdx.x; k < count; k += Shape::threads)
        Lines::template filter<Line>(job, lines + k * Lines::pitch, lineOfColumns(job, k, moments, channel),
                                     int(blockIdx.x) / channels);
    __syncthreads();
    const int row = threadIdx.x % Shape::run, segment = threadIdx.x / Shape::run;
    const W* const ends = lines + moments * Lines::pitch + row;
    const int perTile = 2 * Shape::moments * Lines::pitch;
    typename Shape::Propagation propagation(
        axis, {lines + row, perTile, Shape::moments * Lines::pitch, Lines::pitch, nullptr, 0}, segment);
    propagation.run(segment < axis.segments, exchange + row, axis.replicates ? ends[0] : W(0),
                    axis.replicates ? ends[Lines::pitch] : W(0));
    __syncthreads();
    Lines::store(block, job.carries.pitch, lines, moments);
}

template <typename W, typename Line, int SEGMENTS>
bool runRowStates(const TileJob<W>& job)
{
    typedef RowStates<W, Line, SEGMENTS> Shape;
    const size_t bytes = Shape::sharedBytes(job);
    if (bytes > std::min(tuning::ROW_STATES_BYTES, KernelOnDevices<rowStates<W, Line, SEGMENTS>>::maxShared()))
        return false;
    launchDependent<rowStates<W, Line, SEGMENTS>>(
        {job.y.tiles * job.src.channels, Shape::threads, bytes, job.stream, job.src.images}, job,
        int(linesOfBlock(job)));
    return true;
}

} // namespace

template <typename W>
bool launchRowStates(const TileJob<W>& job)
{
    if (isPairs(job.chainY))
        return launchPairRowStates(job);
    bool launched = false;
    withCascadeLine<W, TileShape<W>::run, tuning::MOMENT_CHUNK>(job.chainY, [&](auto line) {
        typedef decltype(line) Line;
        launched = job.x.segments <= 4   ? runRowStates<W, Line, 4>(job)
                   : job.x.segments <= 8 ? runRowStates<W, Line, 8>(job)
                                         : false;
    });
    return launched;
}

template bool launchRowStates(const TileJob<float>&);
template bool launchRowStates(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
