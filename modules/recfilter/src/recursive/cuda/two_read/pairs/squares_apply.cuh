// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// apply for mirrored pairs in float by tensor cores: how the threads of a tile filter it.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_PAIRS_SQUARES_APPLY_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_PAIRS_SQUARES_APPLY_CUH

#include "recursive/cuda/pairs/pairs_squares.cuh"
#include "recursive/cuda/two_read/tile_launch.cuh"
#include "recursive/cuda/two_read/tuning.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Blocks of a multiprocessor.
template <int PAIRS>
constexpr int squaresResident = PAIRS == 2 ? tuning::SQUARES_RESIDENT_2 : tuning::SQUARES_RESIDENT;

//! The tables and the carries of a job's own filter.
struct OwnSquares
{
    const TileJob<float>& job;

    __device__ const float* x() const { return job.x.squares; }
    __device__ const float* y() const { return job.y.squares; }
    __device__ int parityX() const { return job.x.parity; }
    __device__ int parityY() const { return job.y.parity; }
    //! Numbers from the carries of the job to its own ones.
    __device__ static int64 columnsFrom() { return 0; }
    __device__ static int64 rowsFrom() { return 0; }
    //! Waits for the threads that filter the tile.
    __device__ static void sync() { __syncthreads(); }
};

/** A warp filters 32 columns of the tile, in two rounds of 16, and then 16 rows, which it stores.
@tparam Squares which filter: OwnSquares, or another one with the shape of the job */
template <typename LineX, typename LineY, typename Squares = OwnSquares>
struct SquaresApply : TilePasses<float, LineX, LineY>
{
    typedef TilePasses<float, LineX, LineY> Passes;
    typedef SlotShape<float> Shape;
    using Passes::job, Passes::place;
    enum
    {
        run = Shape::run,
        pitch = Shape::rowPitch,
        pairs = (isFiltered<LineX> ? int(LineX::moments) : int(LineY::moments)) / 2
    };
    typedef PairsSquares<pairs, run / SQUARE_PIXELS, pitch, pitch> Columns;
    typedef PairsSquares<pairs, Shape::width / SQUARE_PIXELS, 1, pitch> Rows;
    static_assert(tuning::EARLY_COLUMNS <= squaresResident<pairs>, "what filters early has its pixels early");

    //! Numbers in shared memory.
    static constexpr int sizeOf(bool areAlike)
    {
        return Shape::size + 2 * LineX::moments * Rows::enteringPitch + 2 * LineY::moments * Columns::enteringPitch +
               (areAlike ? 1 : 2) * SQUARE_NUMBERS;
    }

    //! Whether one set of tables serves all filtered axes.
    __host__ __device__ static bool sharesTables(const TileJob<float>& job)
    {
        return !isFiltered<LineX> || !isFiltered<LineY> || job.x.squares == job.y.squares;
    }

    const Squares squares;
    float* const slot;
    float* const intoRows;    //!< [direction][moment][row], Rows::enteringPitch apart
    float* const intoColumns; //!< [direction][moment][column]
    const bool areAlike;
    float* const tables[2]; //!< of each axis, or one of both

    //! @param others the numbers in shared memory beside the slot
    __device__ SquaresApply(const TileJob<float>& j, const Squares& which, unsigned index, float* ownSlot,
                            float* others)
        : Passes(j, index), squares(which), slot(ownSlot), intoRows(others),
          intoColumns(intoRows + 2 * LineX::moments * Rows::enteringPitch),
          areAlike(!isFiltered<LineX> || !isFiltered<LineY> || squares.x() == squares.y()),
          tables{intoColumns + 2 * LineY::moments * Columns::enteringPitch, tables[0] + (areAlike ? 0 : SQUARE_NUMBERS)}
    {
    }

    //! Of the threads that filter a tile.
    __device__ static int warp() { return tileThread<float>() / 32; }

    __device__ static void requestTables(const float* from, float* to)
    {
        const int atOnce = Shape::threads * Shape::quad;
#pragma unroll
        for (int first = 0; first < SQUARE_NUMBERS; first += atOnce)
        {
            const int k = first + tileThread<float>() * Shape::quad;
            if (first + atOnce <= SQUARE_NUMBERS || k < SQUARE_NUMBERS)
                __pipeline_memcpy_async(to + k, from + k, 16);
        }
    }

    __device__ void requestTables() const
    {
        if constexpr (isFiltered<LineX>)
            requestTables(squares.x(), tables[0]);
        if constexpr (isFiltered<LineY>)
            if (!isFiltered<LineX> || !areAlike)
                requestTables(squares.y(), tables[1]);
    }

    __device__ const float* columnStates() const
    {
        return Passes::columnCarry(0, 0, Passes::ownLine()) + squares.columnsFrom();
    }

    //! Starts copies of the states that enter the columns. States of columns outside the image are 0.
    __device__ void requestColumnStates() const
    {
        const float* const from = columnStates();
        float* const to = intoColumns + tileThread<float>();
#pragma unroll
        for (int m = 0; m < 2 * LineY::moments; m++)
            if (Passes::ownsColumn())
                __pipeline_memcpy_async(to + m * Columns::enteringPitch, from + m * job.carries.lines, sizeof(float));
            else
                to[m * Columns::enteringPitch] = 0;
    }

    //! Loads the column states of a whole tile before the kernel waits. The loads bypass L1, which may be stale.
    //! Asynchronous copies of 4 bytes would use L1.
    __device__ void loadColumnStates() const
    {
        const float* const from = columnStates();
        float states[2 * LineY::moments];
#pragma unroll
        for (int m = 0; m < 2 * LineY::moments; m++)
            states[m] = __ldcg(from + m * job.carries.lines);
#pragma unroll
        for (int m = 0; m < 2 * LineY::moments; m++)
            intoColumns[m * Columns::enteringPitch + tileThread<float>()] = states[m];
    }

    __device__ void requestRowStates() const
    {
        const float* const from = Passes::rowCarries() + squares.rowsFrom();
        const int quads = run / Shape::quad;
        for (int k = tileThread<float>(); k < 2 * LineX::moments * quads; k += Shape::threads)
        {
            const int row = k % quads * Shape::quad;
            if (Passes::hasRowCarries(row))
                __pipeline_memcpy_async(intoRows + k / quads * Rows::enteringPitch + row,
                                        from + k / quads * job.carries.pitch + row, 16);
        }
    }

    //! Lines that end with the image. Not inlined, to leave the kernel its registers.
    template <typename Lines>
    __device__ static __noinline__ void filterPart(float* corner, const float* table, int parity, int length,
                                                   const float* entering, int first)
    {
        Lines(corner, table, parity).filterPart(length, entering, first);
    }

    /** Filters a warp's lines from line `first` on.
    @param corner, table, parity of PairsSquares @param length pixels of a line
    @param entering states that enter them */
    template <typename Lines>
    __device__ static void filter(float* corner, const float* table, int parity, int length, const float* entering,
                                  int first)
    {
        if (length < Lines::length)
            return filterPart<Lines>(corner, table, parity, length, entering, first);
        typename Lines::States p, e;
        Lines::loadStates(entering, first, p, e);
        Lines(corner, table, parity).filter(p, e);
    }

    __device__ void filterColumns() const
    {
#pragma unroll 1
        for (int round = 0; round < 2; round++)
        {
            const int column = warp() * 32 + round * Columns::spacing * 2;
            filter<Columns>(slot + column, tables[1], squares.parityY(), place.rows, intoColumns, column);
        }
    }

    __device__ void filterRows() const
    {
        const int row = warp() * SQUARE_PIXELS;
        filter<Rows>(slot + row * pitch, tables[0], squares.parityX(), place.columns, intoRows, row);
    }

    //! @param lacksRowStates what request() returned
    __device__ void filterTile(bool lacksRowStates) const
    {
        if constexpr (isFiltered<LineY>)
        {
            filterColumns();
            if constexpr (isFiltered<LineX>)
                if (lacksRowStates)
                {
                    waitForPredecessor();
                    requestRowStates();
                    awaitCopies();
                }
            squares.sync();
        }
        if constexpr (isFiltered<LineX>)
        {
            filterRows();
            __syncwarp();
        }
    }

    /** Blocks of the first wave request their pixels before the carries, the others after the carries, which take
    longer. Returns whether row states are still to be requested after waiting for the predecessor. */
    __device__ bool request() const
    {
        requestTables(); // tables of the plan: uploaded before any kernel of the call was queued
        const bool isEarly = Passes::readsEarly() && isAmongFirst(squaresResident<pairs>);
        if (isEarly)
            requestTile(job, place, slot);
        if constexpr (isFiltered<LineX> && isFiltered<LineY>)
            if (Passes::filtersEarly())
            {
                loadColumnStates();
                return true;
            }
        waitForPredecessor();
        requestCarries();
        if (!isEarly)
            requestTile(job, place, slot);
        return false;
    }

    //! The same without the pixels.
    __device__ void requestStates() const
    {
        requestTables();
        waitForPredecessor();
        requestCarries();
    }

    __device__ void requestCarries() const
    {
        if constexpr (isFiltered<LineX>)
            requestRowStates();
        if constexpr (isFiltered<LineY>)
            requestColumnStates();
    }

    //! All that request() has asked for.
    __device__ void await() const
    {
        awaitCopies();
        squares.sync();
    }

    __device__ void apply() const
    {
        const bool lacksRowStates = request();
        await();
        filterTile(lacksRowStates);
        storeTile(job, place, slot, {warp() * SQUARE_PIXELS, 1, SQUARE_PIXELS});
    }
};

}}} // namespace cv::recfilter::gpu

#endif
