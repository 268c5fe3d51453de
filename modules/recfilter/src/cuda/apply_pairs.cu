// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// apply for pairs that are added.

#include "tile_launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

/** Both directions read the pixels, so that what one has made of them waits for the other: in a second slot of shared memory, or
where the device has not enough for two, which is compute capability 7.5 in float, in local memory. A thread filters a column both
ways; then half of the threads filter the rows forth, the others back, each adding to what the other half has left from the
middle on. */
template <typename W, typename LineX, typename LineY, int SLOTS>
struct PairsApply : TilePasses<W, LineX, LineY>
{
    typedef TilePasses<W, LineX, LineY> Passes;
    typedef SlotShape<W> Shape;
    using Passes::job, Passes::place;
    enum
    {
        run = Shape::run
    };

    __device__ PairsApply(const TileJob<W>& j, unsigned index) : Passes(j, index) {}

    __device__ void filterColumn(W* slot, W* scratch, W (&p)[LineY::capacity], W (&a)[LineY::capacity]) const
    {
        const int pitch = Shape::rowPitch;
        if constexpr (SLOTS < 2)
            return LineY::template filter<pitch>(ownColumn(slot), place.rows, job.y, p, a);
        LineY::template sweep<0, false, pitch>(ownColumn(slot), ownColumn(scratch), 0, place.rows, job.y, p);
        LineY::template sweep<1, true, pitch>(ownColumn(slot), ownColumn(scratch), 0, place.rows, job.y, a);
    }

    //! A row by one thread.
    __device__ void filterOwnRow(W* slot, const W* entering) const
    {
        const int row = threadIdx.x;
        if (row >= run)
            return;
        W p[LineX::capacity], a[LineX::capacity];
#pragma unroll
        for (int m = 0; m < LineX::moments; m++)
        {
            p[m] = entering[m * run + row];
            a[m] = entering[(LineX::moments + m) * run + row];
        }
        LineX::template filter<1, Shape::width>(slot + row * Shape::rowPitch, place.columns, job.x, p, a);
    }

    //! @param entering [direction][moment][row]
    __device__ void filterRows(W* slot, W* scratch, const W* entering) const
    {
        if constexpr (SLOTS < 2)
            return filterOwnRow(slot, entering);
        const int direction = threadIdx.x / run, row = threadIdx.x % run;
        const int middle = place.columns / 2 / policy::PAIRS_CHUNK * policy::PAIRS_CHUNK;
        W *const line = slot + row * Shape::rowPitch, *const other = scratch + row * Shape::rowPitch;
        W s[LineX::capacity];
#pragma unroll
        for (int m = 0; m < LineX::moments; m++)
            s[m] = entering[(direction * LineX::moments + m) * run + row];
        if (direction == 0)
            LineX::template sweep<0, false, 1>(line, other, 0, middle, job.x, s);
        else
            LineX::template sweep<1, false, 1>(line, other, middle, place.columns, job.x, s);
        __syncthreads();
        if (direction == 0)
            LineX::template sweep<0, true, 1>(line, other, middle, place.columns, job.x, s);
        else
            LineX::template sweep<1, true, 1>(line, other, 0, middle, job.x, s);
    }

    //! As TilePasses::apply.
    __device__ void apply(W* slot, W* scratch, W* entering) const
    {
        W p[LineY::capacity], a[LineY::capacity];
        requestTile(job, place, slot);
        if constexpr (isFiltered<LineX>)
            Passes::requestRowCarries(entering);
        if constexpr (isFiltered<LineY>)
            if (Passes::ownsColumn())
                Passes::loadCarries(Passes::ownLine(), p, a);
        awaitTile();
        if constexpr (isFiltered<LineY>)
        {
            if (Passes::ownsColumn())
                filterColumn(slot, scratch, p, a);
            __syncthreads();
        }
        if constexpr (isFiltered<LineX>)
        {
            filterRows(slot, scratch, entering);
            __syncthreads();
        }
        storeTile(job, place, slot);
    }
};

template <typename W, typename LineX, typename LineY, int SLOTS>
__global__ void __launch_bounds__(SlotShape<W>::threads, policy::PAIRS_RESIDENT)
    applyPairs(const __grid_constant__ TileJob<W> job)
{
    extern __shared__ __align__(16) uchar bytes[];
    W* const slot = reinterpret_cast<W*>(bytes);
    const PairsApply<W, LineX, LineY, SLOTS> passes(job, blockIdx.x);
    waitForPredecessor();
    passes.apply(slot, slot + SlotShape<W>::size, slot + SLOTS * SlotShape<W>::size);
}

template <typename W, typename LineX, typename LineY>
void launchAs(const TileJob<W>& job)
{
    const int moments = LineX::moments;
    if (bytesOf<W>(moments, 2) <= KernelOnDevices<applyPairs<W, LineX, LineY, 2>>::maxShared())
        launchTiles<applyPairs<W, LineX, LineY, 2>>(job, bytesOf<W>(moments, 2));
    else
        launchTiles<applyPairs<W, LineX, LineY, 1>>(job, bytesOf<W>(moments, 1));
}

} // namespace

template <typename W>
void launchPairsApply(const TileJob<W>& job)
{
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
