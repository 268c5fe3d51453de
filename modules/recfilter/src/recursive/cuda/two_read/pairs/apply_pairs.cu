// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// apply for added pairs, by recursion. With tensor cores, mirrored pairs in float use apply_squares.cu instead.

#include "recursive/cuda/pairs/pairs_sweep.cuh"
#include "recursive/cuda/two_read/tile_launch.cuh"
#include "recursive/cuda/two_read/tuning.hpp"
#include "recursive/cuda/two_read/two_read.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

/** Filters a tile in shared memory, which also has room for the results of one direction (pairs_sweep.cuh) and for the
states that enter the rows. Two threads filter a column, one in each direction. Then half of the threads filter the rows
in the same way, while other blocks load or filter columns. Compute capability 7.5 lacks shared memory for two tiles in
float. There some of the threads filter the lines in ROUNDS, which needs less. */
template <typename W, typename LineX, typename LineY, int ROUNDS>
struct PairsApply : TilePasses<W, LineX, LineY>
{
    typedef TilePasses<W, LineX, LineY> Passes;
    typedef SlotShape<W> Shape;
    using Passes::job, Passes::place;
    enum
    {
        threads = 2 * Shape::threads,
        run = Shape::run,
        pitch = Shape::rowPitch,
        columns = Shape::width / ROUNDS, //!< filtered at a time
        rows = run / ROUNDS,
        scratchPitch = columns + Shape::quad, //!< of columns
        scratchSize = run * scratchPitch
    };

    W* const slot;
    W* const scratch;
    W* const entering; //!< the rows, [direction][moment][row]
    const bool inFirstSet;

    __device__ PairsApply(const TileJob<W>& j, unsigned index, W* shared)
        : Passes(j, index), slot(shared), scratch(shared + Shape::size), entering(scratch + scratchSize),
          inFirstSet(threadIdx.x < Shape::threads)
    {
    }

    static constexpr size_t sharedBytes() { return (Shape::size + scratchSize + 2 * LineX::moments * run) * sizeof(W); }

    //! The carries are loaded while the tile is in flight.
    __device__ void filterColumns() const
    {
        const int direction = threadIdx.x / Shape::threads, lane = threadIdx.x % Shape::threads;
        for (int first = 0; first < Shape::width; first += columns)
        {
            const int column = first + lane % columns;
            const PairsSweep<W, LineY, pitch, scratchPitch> sweep = {slot + column, scratch + lane % columns,
                                                                     job.y.small.pairs};
            const bool active = lane < columns && column < place.columns;
            W s[LineY::capacity];
            if (active)
                Passes::loadCarries(Passes::lineOf(column), direction, s);
            if (first == 0)
                awaitTile();
            sweep.filterHalves(active, direction, place.rows, s);
            __syncthreads();
        }
    }

    __device__ void filterRows() const
    {
        const int direction = threadIdx.x / run % 2, lane = threadIdx.x % run;
        for (int first = 0; first < run; first += rows)
        {
            const int row = first + lane % rows;
            const PairsSweep<W, LineX, 1, 1> sweep = {slot + row * pitch, scratch + (row - first) * pitch,
                                                      job.x.small.pairs};
            W s[LineX::capacity];
#pragma unroll
            for (int m = 0; m < LineX::moments; m++)
                s[m] = entering[(direction * LineX::moments + m) * run + row];
            sweep.filterHalves(inFirstSet && lane < rows, direction, place.columns, s);
            __syncthreads();
        }
    }

    //! The first set loads and stores. If both sets do, 8192 x 8192 takes 10 us more (H200, three pairs).
    __device__ void apply() const
    {
        Passes::requestPixels(slot, inFirstSet);
        if constexpr (isFiltered<LineX>)
            if (inFirstSet)
                Passes::requestRowCarries(entering);
        if constexpr (isFiltered<LineY>)
            filterColumns();
        else
            awaitTile();
        if constexpr (isFiltered<LineX>)
            filterRows();
        if (inFirstSet)
            storeTile(job, place, slot);
    }
};

template <typename W, typename LineX, typename LineY, int ROUNDS>
__global__ void __launch_bounds__(PairsApply<W, LineX, LineY, ROUNDS>::threads, tuning::PAIRS_RESIDENT)
    applyPairs(const __grid_constant__ TileJob<W> job)
{
    extern __shared__ __align__(16) uchar bytes[];
    const PairsApply<W, LineX, LineY, ROUNDS> passes(job, lastTileFirst(), reinterpret_cast<W*>(bytes));
    passes.apply();
}

template <typename W, typename LineX, typename LineY>
void launchAs(const TileJob<W>& job)
{
    typedef PairsApply<W, LineX, LineY, 1> Whole;
    typedef PairsApply<W, LineX, LineY, 2> InRounds;
    if constexpr (Whole::sharedBytes() > LEAST_SHARED_MEMORY) // not so in double
        if (Whole::sharedBytes() > KernelOnDevices<applyPairs<W, LineX, LineY, 1>>::maxShared())
            return launchTiles<applyPairs<W, LineX, LineY, 2>>(job, InRounds::sharedBytes(), InRounds::threads);
    launchTiles<applyPairs<W, LineX, LineY, 1>>(job, Whole::sharedBytes(), Whole::threads);
}

} // namespace

template <typename W>
void launchPairsApply(const TileJob<W>& job)
{
    if constexpr (std::is_same<W, float>::value)
        if (usesSquares(job))
            return launchSquaresApply(job);
    withPairsLine<W, TileShape<W>::run>(job.chainY != CHAIN_NONE ? job.chainY : job.chainX, [&](auto line) {
        typedef decltype(line) Line;
        if (job.chainX == CHAIN_NONE)
            launchAs<W, NoLine, Line>(job);
        else if (job.chainY == CHAIN_NONE)
            launchAs<W, Line, NoLine>(job);
        else
            launchAs<W, Line, Line>(job);
    });
}

template void launchPairsApply(const TileJob<float>&);
template void launchPairsApply(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
