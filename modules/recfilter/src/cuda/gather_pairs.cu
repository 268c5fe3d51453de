// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// gather for pairs that are added.

#include "pairs_sums.cuh"
#include "tile_launch.cuh"

#include <algorithm>
#include <array>
#include <iterator>
#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! That of an axis which is filtered.
template <typename LineX, typename LineY>
using LineOf = std::conditional_t<isFiltered<LineX>, LineX, LineY>;

//! Of the axes that are filtered: one for both where they are alike.
template <typename W, typename Line, int COUNT>
struct AxisWeights
{
    FoldedWeights<W, Line> axis[COUNT];
};

//! Every thread sums a run of a row of the tile, and a column.
template <typename W, typename LineX, typename LineY>
struct PairsGather : TilePasses<W, LineX, LineY>
{
    typedef TilePasses<W, LineX, LineY> Passes;
    typedef SlotShape<W> Shape;
    typedef PairsSums<W, LineX> RowSums;
    typedef PairsSums<W, LineY> ColumnSums;
    using Passes::job, Passes::place;
    enum
    {
        run = Shape::run,
        pitch = Shape::rowPitch
    };

    const W* const rowRun;
    const W* const column;

    __device__ PairsGather(const TileJob<W>& j, unsigned index, W* slot)
        : Passes(j, index), rowRun(ownRun(slot)), column(ownColumn(slot))
    {
    }

    //! Of this thread's run of a row.
    __device__ RunRange rowRange() const
    {
        const WeightRange range(job.x, place.x);
        const int part = ownPart();
        return {part ? 0 : range.first, ::min(::max(range.last + 1 - part * run, 0), int(run))};
    }

    __device__ RunRange columnRange() const
    {
        const WeightRange range(job.y, place.y);
        return {range.first, range.last + 1};
    }

    //! Whether all pixels of all threads count: the same for the block, whose threads exchange sums.
    __device__ bool isWhole() const
    {
        const bool isEndX = place.x == 0 || place.x == job.x.tiles - 1,
                   isEndY = place.y == 0 || place.y == job.y.tiles - 1;
        return place.isWhole() && !(job.x.shift && isEndX) && !(job.y.shift && isEndY);
    }

    __device__ void sumRow(const FoldedWeights<W, LineX>& weights, W (&f)[1][LineX::moments],
                           W (&a)[1][LineX::moments]) const
    {
        const RunRange range = rowRange();
        if (range.isWhole(run))
            RowSums::template sum<1>({rowRun}, weights, f, a);
        else
            RowSums::template sumPart<1>(rowRun, job.x.small.pairs, range, f[0], a[0]);
    }

    __device__ void sumColumn(const FoldedWeights<W, LineY>& weights, W (&f)[1][LineY::moments],
                              W (&a)[1][LineY::moments]) const
    {
        const RunRange range = columnRange();
        if (range.isWhole(run))
            ColumnSums::template sum<pitch>({column}, weights, f, a);
        else
            ColumnSums::template sumPart<pitch>(column, job.y.small.pairs, range, f[0], a[0]);
    }

    __device__ void storeColumn(const W (&f)[LineY::moments], const W (&a)[LineY::moments]) const
    {
        if (!Passes::ownsColumn())
            return;
        W* const carries = Passes::columnCarry(0, 0, Passes::ownLine());
        const int64 stride = job.carries.lines;
#pragma unroll
        for (int m = 0; m < LineY::moments; m++)
        {
            carries[m * stride] = f[m];
            carries[(LineY::moments + m) * stride] = a[m];
        }
    }

    //! As TilePasses::sumRow.
    __device__ void storeRow(const W (&f)[LineX::moments], const W (&a)[LineX::moments],
                             RowMoments<W, LineX::moments>& rowMoments) const
    {
        const int row = ownRow<W>(), part = ownPart();
        W sum[LineX::moments], received[LineX::moments];
#pragma unroll
        for (int m = 0; m < LineX::moments; m++)
        {
            sum[m] = part ? f[m] : a[m];
            received[m] = __shfl_xor_sync(0xffffffffu, part ? a[m] : f[m], OTHER_PART);
        }
        const bool atEnd = place.x == (part ? job.x.tiles - 1 : 0);
        LineX::addPower(job.x, !atEnd ? BLOCK : part ? BLOCK_LAST_F : BLOCK_FIRST_A, received, sum);
        W* const carries = Passes::rowCarries() + row;
        const int first = part ? 0 : LineX::moments;
#pragma unroll
        for (int m = 0; m < LineX::moments; m++)
            carries[(first + m) * run] = rowMoments[first + m][row] = sum[m];
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
            ColumnSums::sumPair(rowMoments[line], job.y.small.pairs, job.y.folded, pair, columnRange(), f, a);
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

    template <int COUNT>
    __device__ void gather(const AxisWeights<W, LineOf<LineX, LineY>, COUNT>& weights,
                           RowMoments<W, LineX::moments>& rowMoments) const
    {
        if constexpr (isFiltered<LineX> && isFiltered<LineY> && COUNT == 1)
            if (isWhole())
            {
                W f[2][LineX::moments], a[2][LineX::moments];
                RowSums::template sum<1, pitch>({rowRun, column}, weights.axis[0], f, a);
                storeRow(f[0], a[0], rowMoments);
                storeColumn(f[1], a[1]);
                return;
            }
        if constexpr (isFiltered<LineX>)
        {
            W f[1][LineX::moments], a[1][LineX::moments];
            sumRow(weights.axis[0], f, a);
            storeRow(f[0], a[0], rowMoments);
        }
        if constexpr (isFiltered<LineY>)
        {
            W f[1][LineY::moments], a[1][LineY::moments];
            sumColumn(weights.axis[COUNT - 1], f, a);
            storeColumn(f[0], a[0]);
        }
    }
};

template <typename W, typename LineX, typename LineY, int COUNT>
__global__ void __launch_bounds__(SlotShape<W>::threads, policy::PAIRS_GATHER_RESIDENT)
    gatherPairs(const __grid_constant__ TileJob<W> job,
                const __grid_constant__ AxisWeights<W, LineOf<LineX, LineY>, COUNT> weights)
{
    extern __shared__ __align__(16) uchar bytes[];
    __shared__ __align__(16) RowMoments<W, LineX::moments> rowMoments;
    W* const slot = reinterpret_cast<W*>(bytes);
    const PairsGather<W, LineX, LineY> passes(job, blockIdx.x, slot);
    waitForPredecessor();
    loadTile(job, passes.place, slot);
    passes.gather(weights, rowMoments);
    if (job.x.replicates)
        writeEnds(job, passes.place, slot);
    if constexpr (isFiltered<LineX> && isFiltered<LineY>)
    {
        __syncthreads();
        passes.sumRowMoments(rowMoments);
    }
}

template <typename W, typename LineX, typename LineY, int COUNT>
void launchWith(const TileJob<W>& job, const std::array<const W*, COUNT>& folded)
{
    AxisWeights<W, LineOf<LineX, LineY>, COUNT> weights;
    static_assert(sizeof(job) + sizeof(weights) <= 32764, "what kernels' parameters may take from CUDA 12.1 on");
    for (int i = 0; i < COUNT; i++)
        std::copy_n(folded[size_t(i)], std::size(weights.axis[i].v), weights.axis[i].v);
    launchTiles<gatherPairs<W, LineX, LineY, COUNT>>(job, bytesOf<W>(0), weights);
}

} // namespace

template <typename W>
void launchPairsGather(const TileJob<W>& job)
{
    const W *const x = job.x.hostFolded, *const y = job.y.hostFolded;
    withPairsLine<W, TileShape<W>::run>(job.chainY != CHAIN_NONE ? job.chainY : job.chainX, [&](auto line) {
        typedef decltype(line) Line;
        if (job.chainX == CHAIN_NONE)
            launchWith<W, NoLine, Line, 1>(job, {y});
        else if (job.chainY == CHAIN_NONE)
            launchWith<W, Line, NoLine, 1>(job, {x});
        else if (std::equal(x, x + FoldedWeights<W, Line>::count, y))
            launchWith<W, Line, Line, 1>(job, {x});
        else
            launchWith<W, Line, Line, 2>(job, {x, y});
    });
}

template void launchPairsGather(const TileJob<float>&);
template void launchPairsGather(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
