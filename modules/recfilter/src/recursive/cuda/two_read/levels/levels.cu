// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The kernels of added pairs for several filters of one image. A layer of the grid is a filter.

#include "recursive/cuda/lines/propagate_columns.cuh"
#include "recursive/cuda/two_read/levels/level_kernels.hpp"
#include "recursive/cuda/two_read/pairs/pair_segment.cuh"
#include "recursive/cuda/two_read/pairs/pairs_gather.cuh"
#include "recursive/cuda/two_read/pairs/squares_apply.cuh"
#include "recursive/cuda/two_read/propagate_shapes.cuh"
#include "recursive/cuda/two_read/two_read.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Parameters have 32 KB from compute capability 7.0 and drivers of CUDA 12.1 on, and 4 KB before.
constexpr int ARCHITECTURES[] = {__CUDA_ARCH_LIST__};
constexpr int MOST_LEVELS = ARCHITECTURES[0] >= 700 ? 8 : 1;

struct Levels
{
    TileJob<float> job[MOST_LEVELS];

    explicit Levels(const LevelJobs& jobs) : job() { std::copy(jobs.begin(), jobs.end(), job); }

    __device__ const TileJob<float>& own() const { return job[blockIdx.z]; }
};
static_assert(sizeof(Levels) <= 32764, "as a parameter");

template <typename Line, int COUNT>
__global__ void __launch_bounds__(SlotShape<float>::threads, tuning::PAIRS_GATHER_RESIDENT)
    gatherLevels(const __grid_constant__ Levels levels)
{
    extern __shared__ __align__(16) uchar bytes[];
    __shared__ __align__(16) AxisWeights<float, Line, COUNT> weights;
    const TileJob<float>& job = levels.own();
    const PairsGather<float, Line, Line> passes(job, blockIdx.x, reinterpret_cast<float*>(bytes));
    weights.request(job.x.folded, job.y.folded);
    waitForPredecessor();
    loadTile(job, passes.place, passes.slot);
    passes.gather(weights);
}

template <int SEGMENTS, int KEPT>
__global__ void __launch_bounds__(linesAtOnce<SEGMENTS>* SEGMENTS)
    propagateLevels(const __grid_constant__ Levels levels)
{
    typedef ColumnPropagation<float, 2, SEGMENTS, linesAtOnce<SEGMENTS>, KEPT, true> Propagation;
    __shared__ float shared[Propagation::exchanged];
    const TileJob<float>& job = levels.own();
    waitForPredecessor();
    const unsigned pairs = unsigned(job.y.pairs);
    Propagation::run(job, int64(blockIdx.x / pairs) * linesAtOnce<SEGMENTS>, shared, int(blockIdx.x % pairs));
}

template <typename Line>
__global__ void __launch_bounds__(PairSegment<float, Line>::maxThreads, PairSegment<float, Line>::resident)
    levelsRowStates(const __grid_constant__ Levels levels)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    extern __shared__ __align__(16) uchar bytes[];
    const TileJob<float>& job = levels.own();
    const PairSegment<float, Line> passes(job, job.y.small.pairs, reinterpret_cast<float*>(bytes));
    passes.filterLines();
    passes.propagate();
#endif
}

template <typename Line>
__global__ void __launch_bounds__(SlotShape<float>::threads, squaresResident<Line::pairs>)
    applyLevels(const __grid_constant__ Levels levels)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    extern __shared__ __align__(16) uchar bytes[];
    const TileJob<float>& job = levels.own();
    float* const slot = reinterpret_cast<float*>(bytes);
    const SquaresApply<Line, Line> passes(job, {job}, lastTileFirst(), slot, slot + SlotShape<float>::size);
    passes.apply();
#endif
}

template <typename Body>
void withLine(const LevelJobs& jobs, const Body& body)
{
    withPairsLine<float, TileShape<float>::run>(jobs[0].chainY, body);
}

//! A block for every tile of every level.
template <auto KERNEL>
void launchTilesOfLevels(const LevelJobs& jobs, size_t bytes)
{
    const TileJob<float>& job = jobs[0];
    launchDependent<KERNEL>(
        {job.x.tiles * job.y.tiles * job.src.channels, SlotShape<float>::threads, bytes, job.stream, int(jobs.size())},
        Levels(jobs));
}

} // namespace

int mostLevelsOfLaunch(const TileJob<float>& job)
{
    int driver = 0;
    checkCuda(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    return driver >= 12010 && isPairs(job.chainX) && job.chainX == job.chainY && usesSquares(job) ? MOST_LEVELS : 1;
}

void launchLevelsGather(const LevelJobs& jobs)
{
    withLine(jobs, [&](auto line) {
        typedef decltype(line) Line;
        if (jobs[0].x.folded == jobs[0].y.folded)
            launchTilesOfLevels<gatherLevels<Line, 1>>(jobs, bytesOf<float>(0));
        else
            launchTilesOfLevels<gatherLevels<Line, 2>>(jobs, bytesOf<float>(0));
    });
}

void launchLevelsPropagateColumns(const LevelJobs& jobs)
{
    const TileJob<float>& job = jobs[0];
    withSegments<float>(job.chainY, job.y, [&](auto, auto segments, auto kept, auto paired) {
        constexpr int count = decltype(segments)::value, lines = linesAtOnce<count>;
        if constexpr (decltype(paired)::value)
            launchDependent<propagateLevels<count, decltype(kept)::value>>(
                {(job.carries.lines + lines - 1) / lines * job.y.pairs, lines * threadsOfLine(job.y), 0, job.stream,
                 int(jobs.size())},
                Levels(jobs));
    });
}

bool launchLevelsRowStates(const LevelJobs& jobs)
{
    const TileJob<float>& job = jobs[0];
    bool launched = false;
    withLine(jobs, [&](auto line) {
        typedef decltype(line) Line;
        launched = fitsSegments(job.x) &&
                   launchClusters<levelsRowStates<Line>>(gridOfSegments<float, Line>(job, int(jobs.size())),
                                                         int(job.x.segments), Levels(jobs));
    });
    return launched;
}

void launchLevelsApply(const LevelJobs& jobs)
{
    withLine(jobs, [&](auto line) {
        typedef SquaresApply<decltype(line), decltype(line)> Apply;
        launchTilesOfLevels<applyLevels<decltype(line)>>(jobs,
                                                         Apply::sizeOf(Apply::sharesTables(jobs[0])) * sizeof(float));
    });
}

}}} // namespace cv::recfilter::gpu
