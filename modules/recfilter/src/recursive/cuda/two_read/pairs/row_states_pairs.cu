// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The column passes over the row moments of added pairs and propagate along the rows, in one kernel. row_states.cu does
// this for other chains.

#include "recursive/cuda/lines/chain_dispatch.cuh"
#include "recursive/cuda/two_read/pairs/pair_segment.cuh"
#include "recursive/cuda/two_read/two_read.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Processes a segment of a row of tiles in one channel. The segments of the row are a cluster.
template <typename W, typename Line>
__global__ void __launch_bounds__(PairSegment<W, Line>::maxThreads, PairSegment<W, Line>::resident)
    pairRowStates(const __grid_constant__ TileJob<W> job)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    extern __shared__ __align__(16) uchar bytes[];
    const PairSegment<W, Line> passes(job, job.y.small.pairs, reinterpret_cast<W*>(bytes));
    passes.filterLines();
    passes.propagate();
#endif
}

//! The same for two filters with the same row sums: a layer of the grid each. @param second of the second one's columns
template <typename Line>
__global__ void __launch_bounds__(PairSegment<float, Line>::maxThreads, PairSegment<float, Line>::resident)
    twinRowStates(const __grid_constant__ TileJob<float> job, const __grid_constant__ PairTables<float> second)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    extern __shared__ __align__(16) uchar bytes[];
    const PairSegment<float, Line> passes(job, blockIdx.z ? second : job.y.small.pairs,
                                          reinterpret_cast<float*>(bytes));
    passes.filterLines();
    passes.propagate();
#endif
}

template <typename W, typename Line>
bool runPairRowStates(const TileJob<W>& job)
{
    const Grid grid = gridOfSegments<W, Line>(job, job.src.images);
    const bool isSmall = job.x.segments <= 2 && grid.blocks * grid.layers < tuning::PAIRS_ROW_BLOCKS;
    return fitsSegments(job.x) && !isSmall && launchClusters<pairRowStates<W, Line>>(grid, int(job.x.segments), job);
}

} // namespace

template <typename W>
bool launchPairRowStates(const TileJob<W>& job)
{
    bool launched = false;
    withPairsLine<W, TileShape<W>::run>(job.chainY,
                                        [&](auto line) { launched = runPairRowStates<W, decltype(line)>(job); });
    return launched;
}

bool launchTwinRowStates(const TileJob<float>& job, const PairTables<float>& second)
{
    bool launched = false;
    withPairsLine<float, TileShape<float>::run>(job.chainY, [&](auto line) {
        typedef decltype(line) Line;
        launched = fitsSegments(job.x) && launchClusters<twinRowStates<Line>>(gridOfSegments<float, Line>(job, 2),
                                                                              int(job.x.segments), job, second);
    });
    return launched;
}

template bool launchPairRowStates(const TileJob<float>&);
template bool launchPairRowStates(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
