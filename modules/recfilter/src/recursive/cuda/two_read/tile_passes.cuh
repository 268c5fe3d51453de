// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// gather and apply of one tile in shared memory: the steps that the kernels of all lines combine.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_TILE_PASSES_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_TILE_PASSES_CUH

#include "recursive/cuda/lines/chain_dispatch.cuh"
#include "runtime/cuda/launch.cuh"
#include "recursive/cuda/two_read/tuning.hpp"
#include "recursive/cuda/io/tile_colours.cuh"
#include "recursive/cuda/io/tile_slot.cuh"
#include "recursive/cuda/lines/weight_range.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Stands for an axis that is not filtered.
struct NoLine
{
    enum
    {
        moments = 0,
        capacity = 1
    };
};

template <typename Line>
constexpr bool isFiltered = !std::is_same<Line, NoLine>::value;

//! Row moments of a tile, [direction][moment][row], for the column passes, too. Padding avoids most bank conflicts.
template <typename W, int MOMENTS>
using RowMoments = W[2 * (MOMENTS ? MOMENTS : 1)][TileShape<W>::run + 16 / sizeof(W)];

//! @tparam CHANNELS of the block: each has a set of threads and a slot, one slot behind the other
template <typename W, typename LineX, typename LineY, int CHANNELS = 1>
struct TilePasses
{
    typedef SlotShape<W> Shape;
    enum
    {
        run = Shape::run,
        span = Shape::span,
        quad = Shape::quad
    };

    const TileJob<W>& job;
    const TilePlace<W> place;

    __device__ TilePasses(const TileJob<W>& j, unsigned index) : job(j), place(j, index) {}

    __device__ bool ownsColumn() const { return tileThread<W>() < place.columns; }

    //! The line of CarryView::columns for a column of the tile.
    __device__ int64 lineOf(int column) const { return place.channel * int64(job.src.width) + place.left() + column; }

    __device__ int64 ownLine() const { return lineOf(tileThread<W>()); }

    __device__ W* columnCarry(int direction, int m, int64 line) const
    {
        return gpu::columnCarry(job, place.y, LineY::momentsOf(job.y), direction, m, line);
    }

    //! The states that enter the rows of this tile.
    __device__ W* rowCarries() const
    {
        return rowBlock(job, place) + place.x * 2 * LineX::momentsOf(job.x) * job.carries.pitch;
    }

    //! Whether a row has room for carries. All rows of the image have.
    __device__ bool hasRowCarries(int row) const { return row < job.carries.pitch; }

    __device__ void sumColumn(W* slot) const
    {
        const WeightRange range(job.y, place.y);
        W f[LineY::capacity], a[LineY::capacity];
        LineY::template sum<Shape::rowPitch>(ownColumn(slot), job.y, range.first, range.last + 1, f, a);
#pragma unroll
        for (int m = 0; m < LineY::moments; m++)
        {
            *columnCarry(0, m, ownLine()) = f[m];
            *columnCarry(1, m, ownLine()) = a[m];
        }
    }

    /** Sums this thread's row of the tile. Each thread sums its run. The left run sends its causal sums to the right
    one, and the right run its anticausal sums to the left one. */
    __device__ void sumRow(W* slot, RowMoments<W, LineX::moments>& rowMoments) const
    {
        const AxisView<W>& axis = job.x;
        const WeightRange range(axis, place.x);
        const int count = ::min(::max(range.last + 1 - ownPart() * run, 0), int(run));
        W f[LineX::capacity], a[LineX::capacity], received[LineX::capacity];
        LineX::template sum<1>(ownRun(slot), axis, ownPart() ? 0 : range.first, count, f, a);
        const bool causal = ownPart() != 0;
        const bool atEnd = causal ? place.x == axis.tiles - 1 : place.x == 0;
        const W* power = LineX::matrix(axis, atEnd ? (causal ? BLOCK_LAST_F : BLOCK_FIRST_A) : BLOCK);
#pragma unroll
        for (int m = 0; m < LineX::moments; m++)
            received[m] = __shfl_xor_sync(0xffffffffu, causal ? a[m] : f[m], OTHER_PART);
        const int firstMoment = causal ? 0 : LineX::moments;
#pragma unroll
        for (int m = 0; m < LineX::moments; m++)
        {
            W sum = causal ? f[m] : a[m];
#pragma unroll
            for (int k = 0; k < LineX::moments; k++)
                sum = fma(power[m * LineX::moments + k], received[k], sum);
            if (hasRowCarries(ownRow<W>()))
                rowCarries()[(firstMoment + m) * job.carries.pitch + ownRow<W>()] = sum;
            rowMoments[firstMoment + m][ownRow<W>()] = sum;
        }
    }

    //! Column moments of the row moments, which act as further columns. Lanes add up the sums of a line.
    __device__ void sumRowMoments(const RowMoments<W, LineX::moments>& rowMoments) const
    {
        const int lanes = run / quad, count = 2 * LineX::moments;
        const WeightRange range(job.y, place.y);
        const int64 firstLine = firstMomentLine(job, place);
#pragma unroll
        for (int begin = 0; begin < count; begin += Shape::threads / lanes)
        {
            const int line = begin + tileThread<W>() / lanes, k = tileThread<W>() % lanes;
            W pixels[quad] = {}, sums[2 * LineY::capacity] = {};
            if (line < count)
                readVectors(rowMoments[line] + k * quad, pixels);
#pragma unroll
            for (int m = 0; m < LineY::moments; m++)
            {
                W causal[quad], anticausal[quad];
                range.read(job.y, m, k * quad, causal, anticausal);
#pragma unroll
                for (int j = 0; j < quad; j++)
                {
                    sums[m] = fma(causal[j], pixels[j], sums[m]);
                    sums[LineY::moments + m] = fma(anticausal[j], pixels[j], sums[LineY::moments + m]);
                }
            }
#pragma unroll
            for (int m = 0; m < 2 * LineY::moments; m++)
            {
#pragma unroll
                for (int mask = lanes / 2; mask > 0; mask /= 2)
                    sums[m] += __shfl_xor_sync(0xffffffffu, sums[m], mask);
                if (line < count && k == m)
                    *columnCarry(m / LineY::moments, m % LineY::moments, firstLine + line) = sums[m];
            }
        }
    }

    __device__ void gather(W* slot, RowMoments<W, LineX::moments>& rowMoments) const
    {
        if constexpr (LineX::moments > 0)
            sumRow(slot, rowMoments);
        if constexpr (LineY::moments > 0)
            if (ownsColumn())
                sumColumn(slot);
        if (job.x.replicates)
            writeEnds(job, place, slot);
        if constexpr (LineX::moments > 0 && LineY::moments > 0)
        {
            __syncthreads();
            sumRowMoments(rowMoments);
        }
    }

    //! Bypasses L1, which may be stale before apply has waited.
    __device__ void loadCarries(int64 line, int direction, W (&s)[LineY::capacity]) const
    {
        const int moments = LineY::momentsOf(job.y);
#pragma unroll
        for (int m = 0; m < moments; m++)
            s[m] = __ldcg(columnCarry(direction, m, line));
    }

    __device__ void loadCarries(int64 line, W (&p)[LineY::capacity], W (&a)[LineY::capacity]) const
    {
        loadCarries(line, 0, p);
        loadCarries(line, 1, a);
    }

    //! Starts copies of the entering row states to [direction][moment][row] in shared memory. awaitTile waits for them.
    __device__ void requestRowCarries(W* to) const
    {
        const W* const from = rowCarries();
        const int size = 2 * LineX::moments * run, atOnce = Shape::threads * quad;
#pragma unroll
        for (int first = 0; first < size; first += atOnce)
        {
            const int k = first + tileThread<W>() * quad, row = k % run;
            if ((first + atOnce <= size || k < size) && hasRowCarries(row))
                __pipeline_memcpy_async(to + k, from + k / run * job.carries.pitch + row, 16);
        }
    }

    __device__ void filterColumn(W* slot, W (&p)[LineY::capacity], W (&a)[LineY::capacity]) const
    {
        LineY::template filter<Shape::rowPitch>(ownColumn(slot), place.rows, job.y, p, a);
    }

    __device__ void filterColumn(W* slot) const
    {
        W p[LineY::capacity], a[LineY::capacity];
        loadCarries(ownLine(), p, a);
        filterColumn(slot, p, a);
    }

    //! Loads the states that enter this thread's row, from their place in [direction][moment][row] with `pitch` rows.
    __device__ static void loadRowCarries(const AxisView<W>& axis, const W* carries, int pitch, W (&p)[LineX::capacity],
                                          W (&a)[LineX::capacity])
    {
        const int moments = LineX::momentsOf(axis);
#pragma unroll
        for (int m = 0; m < moments; m++)
        {
            p[m] = carries[m * pitch];
            a[m] = carries[(moments + m) * pitch];
        }
    }

    /** Turns the states that enter the row of the tile into those that enter this thread's run. A tile is two runs
    wide. The left run sends its causal sum to the right one, and the right run its anticausal sum to the left one. */
    __device__ void enterRun(W* slot, W (&p)[LineX::capacity], W (&a)[LineX::capacity]) const
    {
        const AxisView<W>& axis = job.x;
        const int moments = LineX::momentsOf(axis);
        const bool right = ownPart() != 0;
        W sum[LineX::capacity], entered[LineX::capacity];
        LineX::sumOne(ownRun(slot), axis, right, sum);
        const W* power = LineX::matrix(axis, place.x == axis.tiles - 1 && !right ? BLOCK_LAST : BLOCK);
#pragma unroll
        for (int m = 0; m < moments; m++)
        {
            entered[m] = __shfl_xor_sync(0xffffffffu, sum[m], OTHER_PART);
#pragma unroll
            for (int k = 0; k < moments; k++)
                entered[m] = fma(power[m * moments + k], right ? p[k] : a[k], entered[m]);
        }
#pragma unroll
        for (int m = 0; m < moments; m++)
        {
            p[m] = right ? entered[m] : p[m];
            a[m] = right ? a[m] : entered[m];
        }
    }

    __device__ void filterRow(W* slot, W (&p)[LineX::capacity], W (&a)[LineX::capacity]) const
    {
        enterRun(slot, p, a);
        const int length = ::min(::max(place.columns - ownPart() * run, 0), int(run));
        LineX::template filter<1>(ownRun(slot), length, job.x, p, a);
    }

    //! @param entering states that enter the rows of the tile, in shared memory
    __device__ void filterRow(W* slot, const W* entering) const
    {
        W p[LineX::capacity], a[LineX::capacity];
        loadRowCarries(job.x, entering + ownRow<W>(), run, p, a);
        filterRow(slot, p, a);
    }

    //! Filters the row from the carries in memory. A row below the image has none; its result is not stored.
    __device__ void filterRow(W* slot) const
    {
        W p[LineX::capacity], a[LineX::capacity];
        const int pitch = job.carries.pitch;
        loadRowCarries(job.x, rowCarries() + ::min(ownRow<W>(), pitch - 1), pitch, p, a);
        filterRow(slot, p, a);
    }

    /** Whether to request the pixels before this kernel waits: they were finished before gather. Only copies qualify:
    they bypass L1, which may be stale. */
    __device__ bool readsEarly() const
    {
        return job.src.copies && place.isWhole();
    }

    /** Whether to filter the columns before this kernel waits, too. Their states were finished before the predecessor,
    which makes the row states. It pays off for the first blocks where kernels overlap (launchDependent). */
    __device__ bool filtersEarly() const
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        return LineX::moments > 0 && LineY::moments > 0 && readsEarly() && isAmongFirst(tuning::EARLY_COLUMNS);
#else
        return false;
#endif
    }

    //! Requests the pixels, and waits for the predecessor if `waits`. @param loads this thread takes part
    __device__ void requestPixels(W* slot, bool loads = true, bool waits = true) const
    {
        const bool isEarly = readsEarly();
        if (!isEarly)
            waitForPredecessor();
        if constexpr (CHANNELS > 1)
            loadColours<CHANNELS>(job, place, slot - place.channel * Shape::size);
        else if (loads)
            requestTile(job, place, slot);
        if (isEarly && waits)
            waitForPredecessor();
    }

    /** All passes of the tile, and the result to the image. The carries are loaded together with the pixels.
    @param entering room for entering row states */
    __device__ void apply(W* slot, W* entering) const
    {
        W p[LineY::capacity], a[LineY::capacity];
        const bool filtersFirst = filtersEarly();
        requestPixels(slot, true, !filtersFirst);
        if constexpr (LineX::moments > 0)
            if (!filtersFirst)
                requestRowCarries(entering);
        if constexpr (isFiltered<LineY>)
            if (ownsColumn())
                loadCarries(ownLine(), p, a);
        awaitTile();
        if constexpr (isFiltered<LineY>)
        {
            if (ownsColumn())
                filterColumn(slot, p, a);
            if constexpr (LineX::moments > 0)
                if (filtersFirst)
                {
                    waitForPredecessor();
                    requestRowCarries(entering);
                    awaitCopies();
                }
            __syncthreads();
        }
        if constexpr (isFiltered<LineX>)
        {
            filterRow(slot, entering);
            __syncthreads();
        }
        if constexpr (CHANNELS > 1)
            storeColours<CHANNELS>(job, place, slot - place.channel * Shape::size);
        else
            storeTile(job, place, slot);
    }
};

}}} // namespace cv::recfilter::gpu

#endif
