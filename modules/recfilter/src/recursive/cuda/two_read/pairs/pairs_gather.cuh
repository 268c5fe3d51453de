// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// gather for added pairs, by folded weights: how the threads of a tile sum it.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_PAIRS_PAIRS_GATHER_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_PAIRS_PAIRS_GATHER_CUH

#include "recursive/cuda/pairs/pairs_sums.cuh"
#include "recursive/cuda/two_read/tile_launch.cuh"
#include "recursive/cuda/two_read/tuning.hpp"

#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

//! The line type of a filtered axis.
template <typename LineX, typename LineY>
using LineOf = std::conditional_t<isFiltered<LineX>, LineX, LineY>;

//! Weights of the filtered axes in shared memory: one set if both axes are alike. Requested before the tile.
template <typename W, typename Line, int COUNT>
struct AxisWeights
{
    typedef FoldedWeights<W, Line> Weights;
    Weights axis[COUNT];

    __device__ void request(const W* x, const W* y)
    {
        const int quad = 16 / sizeof(W), vectors = Weights::count / quad;
        for (int k = threadIdx.x; k < COUNT * vectors; k += blockDim.x)
        {
            const W* const from = k < vectors ? (x ? x : y) : y;
            __pipeline_memcpy_async(axis[k / vectors].v + k % vectors * quad, from + k % vectors * quad, 16);
        }
    }
};

//! Every thread sums a column of the tile and a run of a row.
template <typename W, typename LineX, typename LineY>
struct PairsGather : TilePasses<W, LineX, LineY>
{
    typedef TilePasses<W, LineX, LineY> Passes;
    typedef SlotShape<W> Shape;
    typedef LineOf<LineX, LineY> Line;
    typedef PairsSums<W, Line> Sums;
    typedef FoldedWeights<W, Line> Weights;
    using Passes::job, Passes::place;
    enum
    {
        run = Shape::run,
        pitch = Shape::rowPitch,
        moments = Line::moments
    };
    typedef gpu::RowMoments<W, moments> Moments;
    static_assert(sizeof(Moments) <= Shape::size * sizeof(W), "one lies in the other");

    W* const slot;
    const W* const rowRun;
    const W* const column;

    __device__ PairsGather(const TileJob<W>& j, unsigned index, W* shared)
        : Passes(j, index), slot(shared), rowRun(ownRun(slot)), column(ownColumn(slot))
    {
    }

    //! The row moments replace the tile in shared memory once all threads have read the tile.
    __device__ Moments& rowMoments() const { return *reinterpret_cast<Moments*>(slot); }

    //! The pixels of this thread's run that count.
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

    //! Whether all pixels of all threads count.
    __device__ bool isWhole() const
    {
        const bool isEndX = place.x == 0 || place.x == job.x.tiles - 1,
                   isEndY = place.y == 0 || place.y == job.y.tiles - 1;
        return place.isWhole() && !(job.x.shift && isEndX) && !(job.y.shift && isEndY);
    }

    template <int COUNT>
    __device__ void sum(const AxisWeights<W, Line, COUNT>& weights, W (&f)[2][moments], W (&a)[2][moments]) const
    {
        if constexpr (isFiltered<LineX> && isFiltered<LineY> && COUNT == 1)
            if (isWhole())
                return Sums::template sum<1, pitch>({rowRun, column}, weights.axis[0], f, a);
        if constexpr (isFiltered<LineX>)
            sumLine<1>(rowRun, rowRange(), weights.axis[0], f[0], a[0]);
        if constexpr (isFiltered<LineY>)
            sumLine<pitch>(column, columnRange(), weights.axis[COUNT - 1], f[1], a[1]);
    }

    template <int STRIDE>
    __device__ static void sumLine(const W* line, const RunRange& range, const Weights& weights, W (&f)[moments],
                                   W (&a)[moments])
    {
        if (range.isWhole(run))
            Sums::template sum<STRIDE>(line, weights, f, a);
        else
            Sums::template sumPart<STRIDE>(line, weights, range, f, a);
    }

    __device__ void storeColumn(const W (&f)[moments], const W (&a)[moments]) const
    {
        if (!Passes::ownsColumn())
            return;
        W* const carries = Passes::columnCarry(0, 0, Passes::ownLine());
        const int64 stride = job.carries.lines;
#pragma unroll
        for (int m = 0; m < moments; m++)
        {
            carries[m * stride] = f[m];
            carries[(moments + m) * stride] = a[m];
        }
    }

    //! Adds the sums of a row's two runs, as TilePasses::sumRow, and stores them.
    __device__ void storeRow(const W (&f)[moments], const W (&a)[moments]) const
    {
        const int row = ownRow<W>(), part = ownPart();
        W sum[moments], received[moments];
#pragma unroll
        for (int m = 0; m < moments; m++)
        {
            sum[m] = part ? f[m] : a[m];
            received[m] = __shfl_xor_sync(0xffffffffu, part ? a[m] : f[m], OTHER_PART);
        }
        const bool atEnd = place.x == (part ? job.x.tiles - 1 : 0);
        LineX::addPower(job.x, !atEnd ? BLOCK : part ? BLOCK_LAST_F : BLOCK_FIRST_A, received, sum);
        W* const carries = Passes::rowCarries() + row;
        const int first = part ? 0 : moments;
#pragma unroll
        for (int m = 0; m < moments; m++)
        {
            if (Passes::hasRowCarries(row))
                carries[(first + m) * job.carries.pitch] = sum[m];
            if constexpr (isFiltered<LineY>)
                rowMoments()[first + m][row] = sum[m];
        }
    }

    //! Column moments of the row moments, which act as further columns. Two threads for each line and pair.
    __device__ void sumRowMoments(const Weights& weights) const
    {
        const int lane = threadIdx.x % 2, lines = 2 * moments, count = lines * Line::pairs, warp = 32;
        // In whole warps, as lanes exchange sums.
        for (int first = threadIdx.x / warp * warp / 2; first < count; first += Shape::threads / 2)
        {
            const int index = first + threadIdx.x % warp / 2;
            const int line = ::min(index / Line::pairs, lines - 1), pair = index % Line::pairs;
            W f[2], a[2];
            Sums::sumPair(rowMoments()[line], weights.v, pair, columnRange(), f, a);
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
    __device__ void gather(const AxisWeights<W, Line, COUNT>& weights) const
    {
        W f[2][moments], a[2][moments]; // of the row and of the column
        sum(weights, f, a);
        if (job.x.replicates)
            writeEnds(job, place, slot);
        if constexpr (isFiltered<LineX> && isFiltered<LineY>)
            __syncthreads(); // before row moments replace the tile
        if constexpr (isFiltered<LineX>)
            storeRow(f[0], a[0]);
        if constexpr (isFiltered<LineY>)
            storeColumn(f[1], a[1]);
        if constexpr (isFiltered<LineX> && isFiltered<LineY>)
        {
            __syncthreads();
            sumRowMoments(weights.axis[COUNT - 1]);
        }
    }
};

}}} // namespace cv::recfilter::gpu

#endif
