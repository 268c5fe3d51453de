// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// gather for pairs that are added.

#include "tile_launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Half of the threads sum two columns of the tile each, the others both runs of a row.
template <typename W, typename LineX, typename LineY>
struct PairsGather : TilePasses<W, LineX, LineY>
{
    typedef TilePasses<W, LineX, LineY> Passes;
    typedef SlotShape<W> Shape;
    using Passes::job, Passes::place;
    enum
    {
        run = Shape::run
    };

    __device__ PairsGather(const TileJob<W>& j, unsigned index) : Passes(j, index) {}

    __device__ RunRange columnRange() const
    {
        const WeightRange range(job.y, place.y);
        return {range.first, range.last + 1};
    }

    __device__ void sumColumns(const W* slot) const
    {
        const RunRange range = columnRange(), ranges[2] = {range, range};
        W f[2][LineY::capacity], a[2][LineY::capacity];
        LineY::template sum<Shape::rowPitch, 2>(slot + threadIdx.x, run, job.y, ranges, f, a);
        const int64 line = Passes::ownLine(), stride = job.carries.lines;
#pragma unroll
        for (int part = 0; part < 2; part++)
            if (part * run + threadIdx.x < place.columns)
            {
                W* const carries = Passes::columnCarry(0, 0, line + part * run);
#pragma unroll
                for (int m = 0; m < LineY::moments; m++)
                {
                    carries[m * stride] = f[part][m];
                    carries[(LineY::moments + m) * stride] = a[part][m];
                }
            }
    }

    __device__ void sumRow(const W* slot, RowMoments<W, LineX::moments>& rowMoments) const
    {
        const int row = threadIdx.x - run;
        const WeightRange range(job.x, place.x);
        const int count = range.last + 1;
        const RunRange ranges[2] = {{range.first, ::min(count, int(run))}, {0, ::max(count - run, 0)}};
        W f[2][LineX::capacity], a[2][LineX::capacity];
        LineX::template sum<1, 2>(slot + row * Shape::rowPitch, run, job.x, ranges, f, a);
        LineX::addPower(job.x, place.x == job.x.tiles - 1 ? BLOCK_LAST_F : BLOCK, f[0], f[1]);
        LineX::addPower(job.x, place.x == 0 ? BLOCK_FIRST_A : BLOCK, a[1], a[0]);
        W* const carries = Passes::rowCarries() + row;
#pragma unroll
        for (int m = 0; m < LineX::moments; m++)
        {
            carries[m * run] = rowMoments[m][row] = f[1][m];
            carries[(LineX::moments + m) * run] = rowMoments[LineX::moments + m][row] = a[0][m];
        }
    }

    //! Column moments of the row moments, which the column passes act on as on further columns: two threads for each line and pair.
    __device__ void sumRowMoments(const RowMoments<W, LineX::moments>& rowMoments) const
    {
        const int lane = threadIdx.x % 2, lines = 2 * LineX::moments, count = lines * LineY::pairs, warp = 32;
        // Whole warps at a time, which exchange what they have.
        for (int first = threadIdx.x / warp * warp / 2; first < count; first += Shape::threads / 2)
        {
            const int index = first + threadIdx.x % warp / 2;
            const int line = ::min(index / LineY::pairs, lines - 1), pair = index % LineY::pairs;
            W f[2], a[2];
            LineY::sumPair(rowMoments[line], job.y, pair, columnRange(), f, a);
#pragma unroll
            for (int m = 0; m < 2; m++)
            {
                f[m] += __shfl_xor_sync(0xffffffffu, f[m], 1);
                a[m] += __shfl_xor_sync(0xffffffffu, a[m], 1);
            }
            const int64 stride = job.carries.lines;
            W* const carries = Passes::columnCarry(lane, 2 * pair, firstMomentLine(job, place) + line);
            if (index < count)
            {
                carries[0] = lane ? a[0] : f[0];
                carries[stride] = lane ? a[1] : f[1];
            }
        }
    }

    __device__ void gather(const W* slot, RowMoments<W, LineX::moments>& rowMoments) const
    {
        if (threadIdx.x < run)
        {
            if constexpr (isFiltered<LineY>)
                sumColumns(slot);
        }
        else if constexpr (isFiltered<LineX>)
            sumRow(slot, rowMoments);
        if (job.x.replicates)
            writeEnds(job, place, slot);
        if constexpr (isFiltered<LineX> && isFiltered<LineY>)
        {
            __syncthreads();
            sumRowMoments(rowMoments);
        }
    }
};

template <typename W, typename LineX, typename LineY>
__global__ void __launch_bounds__(SlotShape<W>::threads, policy::PAIRS_GATHER_RESIDENT)
    gatherPairs(const __grid_constant__ TileJob<W> job)
{
    extern __shared__ __align__(16) uchar bytes[];
    __shared__ __align__(16) RowMoments<W, LineX::moments> rowMoments;
    W* const slot = reinterpret_cast<W*>(bytes);
    const PairsGather<W, LineX, LineY> passes(job, blockIdx.x);
    waitForPredecessor();
    loadTile(job, passes.place, slot);
    passes.gather(slot, rowMoments);
}

} // namespace

template <typename W>
void launchPairsGather(const TileJob<W>& job)
{
    withPairsLine<W, TileShape<W>::run>(job.chainY != CHAIN_NONE ? job.chainY : job.chainX, [&](auto line) {
        typedef decltype(line) Line;
        if (job.chainX == CHAIN_NONE)
            launchTiles<gatherPairs<W, NoLine, Line>>(job);
        else if (job.chainY == CHAIN_NONE)
            launchTiles<gatherPairs<W, Line, NoLine>>(job);
        else
            launchTiles<gatherPairs<W, Line, Line>>(job);
    });
}

template void launchPairsGather(const TileJob<float>&);
template void launchPairsGather(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
