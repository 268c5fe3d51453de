// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// gather of block states: the sums of a tile are products of its pixels and fixed factors.

#include "recursive/cuda/blocks/blocks.hpp"
#include "recursive/cuda/blocks/kernels/blocks_place.cuh"
#include "recursive/cuda/blocks/kernels/line_blocks.cuh"
#include "recursive/cuda/blocks/kernels/line_sums.cuh"
#include "recursive/cuda/blocks/tuning.hpp"
#include "runtime/cuda/launch.cuh"

#include <algorithm>
#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Pixels of 16 lines of row sums in the order of an image's columns, whose factors sum them.
template <typename W, bool MIRRORED = false>
struct MomentPixels
{
    typedef MomentPixels<W, !MIRRORED> Mirrored;

    const W* const own;

    __device__ explicit MomentPixels(const W* lines)
        : own(lines + FragmentLane().g * MOMENT_PITCH + (MIRRORED ? -FragmentLane().t : FragmentLane().t))
    {
    }

    __device__ void read(int pixel, W (&v)[4]) const
    {
#pragma unroll
        for (int i = 0; i < 4; i++)
            v[i] = own[pixel + i % 2 * (MIRRORED ? -4 : 4) + i / 2 * 8 * MOMENT_PITCH];
    }
};

//! How the warps of gather share a tile. Loaders fetch the pixels; the others sum, with factors in their registers.
template <typename W, typename Shape>
struct GatherWarps
{
    static constexpr int tiles = Shape::ownTiles;
    // Units of 16 lines, which a warp sums, and so many at once.
    static constexpr int columnUnits = Shape::isFolded ? (tiles > 2 ? 4 : 2) : tiles > 2 ? 4 : 2;
    static constexpr int rowUnits = Shape::isFolded ? (tiles > 1 ? 2 : 1) : columnUnits;
    static constexpr int atOnce = sizeof(W) == sizeof(float) && !Shape::isFolded ? 2 : 1;
    static constexpr int columnTiles = tiles % 2 ? 1 : 2;            //!< whose states a warp of columns sums
    static constexpr int columnSteps = BlockTile::run / FACTOR_SIDE; //!< pixel tiles of a column
    static constexpr int rowSteps = BlockTile::width / FACTOR_SIDE;  //!< ... of a row, of which a warp sums one tile
    static constexpr int factors = rowSteps;                         //!< of a warp
    static constexpr int columnSets = tiles / columnTiles;           //!< of warps with different factors
    static constexpr int warpsOfColumns = BlockTile::width / WARP_LINES / columnUnits; //!< of a set
    static constexpr int warpsOfRows = BlockTile::run / WARP_LINES / rowUnits;
    static constexpr int columnWarps = columnSets * warpsOfColumns;
    static constexpr int loaders = Shape::stateTiles > 2 || sizeof(W) > sizeof(float)
                                       ? int(tuning::BLOCK_GATHER_FEW_LOADERS)
                                       : int(tuning::BLOCK_GATHER_LOADERS);
    static constexpr int summing = columnWarps + tiles * warpsOfRows;
    static constexpr int threads = 32 * (loaders + summing);
    static_assert(columnSteps * columnTiles <= factors, "as many factors as a warp of rows has");
};

//! A tile that so many threads load.
template <int THREADS>
struct LoadedTile : BlockTile
{
};

} // namespace

template <typename W, int THREADS>
struct SlotShape<W, LoadedTile<THREADS>> : BlockSlot<W>
{
    enum
    {
        threads = THREADS,
        rowsAtOnce = threads / BlockSlot<W>::rowThreads
    };
};

namespace {

/** Blocks of threads stay, and take one tile after the other. While a tile is summed, the next ones are loaded; the sums
of the rows of the tile before are stored and summed along its columns. */
template <typename W, typename Shape>
struct BlocksGather
{
    typedef GatherWarps<W, Shape> Warps;
    typedef LoadedTile<32 * Warps::loaders> Tile;
    typedef SlotShape<W, Tile> Slot;
    typedef TilePlace<W, Tile> Place;
    enum
    {
        tiles = Warps::tiles, //!< of states that factors have
        momentSize = (int(Shape::numbers) > WARP_LINES ? int(Shape::numbers) : WARP_LINES) * MOMENT_PITCH
    };
    typedef LanePixels<W, true, Slot::rowPitch> Columns;
    typedef LanePixels<W, false, Slot::rowPitch> Rows;

    //! Of a block that has `stages` tiles in shared memory, and the sums of the rows of two of them.
    static constexpr size_t shared(int stages)
    {
        return (size_t(stages) * Slot::size + (stages > 1 ? 2 : 1) * momentSize) * sizeof(W);
    }

    const BlocksJob<W>& job;
    const int stages;
    W* const slots;               //!< [stage][row][column]
    W* const moments;             //!< [step % 2][number][row]; of one step if there is one stage
    int thread;                   //!< of those that sum
    const RightFactor<W>* loaded; //!< where the factors are from
    RightFactor<W> factors[Warps::factors];

    __device__ BlocksGather(const BlocksJob<W>& j, int s, W* memory)
        : job(j), stages(s), slots(memory), moments(memory + stages * Slot::size),
          thread(int(threadIdx.x) - 32 * Warps::loaders), loaded(nullptr)
    {
    }

    __device__ bool exists(int step) const
    {
        return tileOf(step) < unsigned(job.x.tiles) * unsigned(job.y.tiles) * unsigned(job.src.channels);
    }

    __device__ static unsigned tileOf(int step) { return blockIdx.x + unsigned(step) * gridDim.x; }

    __device__ W* slotOf(int step) const { return slots + step % stages * Slot::size; }

    __device__ W* momentsOf(int step) const { return moments + (stages > 1 ? step % 2 : 0) * momentSize; }

    //! All warps meet, at different places of the code.
    __device__ static void meet() { asm volatile("barrier.sync 1, %0;" ::"n"(Warps::threads) : "memory"); }

    __device__ void request(int step) const
    {
        if (exists(step))
            requestTile(job, Place(job, tileOf(step)), slotOf(step), job.evictFirst.pixels);
        __pipeline_commit();
    }

    //! What the loaders do.
    __device__ void load() const
    {
        for (int step = 0; step < stages - 1; step++)
            request(step);
        for (int step = 0; exists(step); step++)
        {
            if (stages > 1)
                __pipeline_wait_prior(stages - 2);
            meet(); // the tile is there, and the slot of the one before is free
            request(step + stages - 1);
            if (stages == 1)
            {
                __pipeline_wait_prior(0);
                meet();
            }
        }
        meet();
    }

    __device__ bool isColumn() const { return thread < 32 * Warps::columnWarps; }

    //! Which factors the warp has: tiles of states.
    __device__ int set() const
    {
        const int warp = thread / 32;
        return isColumn() ? warp % Warps::columnSets * Warps::columnTiles : (warp - Warps::columnWarps) % tiles;
    }

    //! Which of the warps with the same factors this is.
    __device__ int ofSet() const
    {
        const int warp = thread / 32;
        return isColumn() ? warp / Warps::columnSets : (warp - Warps::columnWarps) / tiles;
    }

    //! The factors of a tile of a line.
    __device__ static const RightFactor<W>* factorsOf(const BlockAxisView<W>& axis, int64 tile)
    {
        const bool first = tile == 0, last = tile == axis.tiles - 1;
        const W* const table = first  ? (last ? axis.gather[3] : axis.gather[1])
                               : last ? axis.gather[2]
                                      : axis.gather[0];
        return reinterpret_cast<const RightFactor<W>*>(table);
    }

    //! ... between the first and the last tile: folded, they need no more than one half.
    __device__ static const RightFactor<W>* factorsInside(const BlockAxisView<W>& axis)
    {
        return reinterpret_cast<const RightFactor<W>*>(axis.gather[0]);
    }

    //! Reads this warp's factors of a tile, unless they are those of the tile before.
    __device__ void use(const Place& place)
    {
        const RightFactor<W>* const table = isColumn() ? factorsOf(job.y, place.y) : factorsOf(job.x, place.x);
        if (table == loaded)
            return;
        loaded = table;
        const RightFactor<W>* const own = table + set() * 32 + threadIdx.x % 32;
        if (isColumn())
#pragma unroll
            for (int k = 0; k < Warps::columnSteps * Warps::columnTiles; k++)
                factors[k] = readFactor(own + (k / Warps::columnTiles * tiles + k % Warps::columnTiles) * 32);
        else
#pragma unroll
            for (int k = 0; k < Warps::rowSteps; k++)
                factors[k] = readFactor(own + k * tiles * 32);
    }

    /** Sums units of lines. @param tile of the lines of an axis
    @param lines (unit): the first one. @tparam Pixels a LanePixels */
    template <typename Pixels, int STEPS, int TILES, int UNITS, typename Lines>
    __device__ void add(const BlockAxisView<W>& axis, int64 tile, const Lines& lines,
                        LineSums<W, Shape, STEPS, TILES, UNITS>& sums) const
    {
        const auto read = [&](int unit, int k, W(&numbers)[Shape::signs][4]) {
            Pixels(lines(unit)).read(k * FACTOR_SIDE, numbers[0]);
            if constexpr (Shape::isFolded)
                typename Pixels::Mirrored(lines(unit)).read((STEPS - k) * FACTOR_SIDE - 1, numbers[1]);
        };
        sums.template add<false>(axis.parity, read, [&](int i) { return factors[i]; });
        if constexpr (Shape::isFolded)
            if (const RightFactor<W>* const table = factorsOf(axis, tile); table != factorsInside(axis))
            {
                const RightFactor<W>* const more = table + (STEPS * tiles + set()) * 32 + threadIdx.x % 32;
                sums.template add<true>(axis.parity, read,
                                        [&](int i) { return readFactor(more + (i / TILES * tiles + i % TILES) * 32); });
            }
    }

    //! Calls body(sums, unit, line) for this warp's UNITS units of columns or rows. @param pitch from line to line
    template <typename Pixels, int UNITS, int STEPS, int TILES, typename Body>
    __device__ void forUnits(const BlockAxisView<W>& axis, int64 tile, W* slot, int pitch, const Body& body) const
    {
        constexpr int atOnce = UNITS < Warps::atOnce ? UNITS : Warps::atOnce;
#pragma unroll 1
        for (int u = 0; u < UNITS; u += atOnce)
        {
            const int line = (ofSet() * UNITS + u) * WARP_LINES;
            LineSums<W, Shape, STEPS, TILES, atOnce> sums;
            add<Pixels>(
                axis, tile, [&](int unit) { return slot + (line + unit * WARP_LINES) * pitch; }, sums);
#pragma unroll
            for (int h = 0; h < atOnce; h++)
                body(sums, h, line + h * WARP_LINES);
        }
    }

    __device__ void sumColumns(const Place& place, W* slot) const
    {
        W* const first = columnNumber(job, place.y, 0, firstColumn(job, place.channel) + place.left());
        forUnits<Columns, Warps::columnUnits, Warps::columnSteps, Warps::columnTiles>(
            job.y, place.y, slot, 1, [&](const auto& sums, int unit, int column) {
                sums.forStates(unit, set(), job.y.parity, [&](const StatePlace& of, int line, W sum) {
                    const int state = stateOf(job.y, of);
                    if (state >= 0 && column + line < place.columns)
                        first[state * job.carries.lines + column + line] = sum;
                });
            });
    }

    __device__ void sumRows(const Place& place, W* slot, W* moments) const
    {
        forUnits<Rows, Warps::rowUnits, Warps::rowSteps, 1>(
            job.x, place.x, slot, Slot::rowPitch, [&](const auto& sums, int unit, int row) {
                sums.forStates(unit, set(), job.x.parity, [&](const StatePlace& of, int line, W sum) {
                    moments[Shape::numberOf(of) * MOMENT_PITCH + row + line] = sum;
                });
            });
    }

    __device__ void storeRows(const Place& place, const W* moments) const
    {
        const int quad = 16 / sizeof(W), vectors = job.carries.pitch / quad;
        for (int k = thread; k < Shape::numbers * (BlockTile::run / quad); k += 32 * Warps::summing)
        {
            const int number = k / (BlockTile::run / quad), vector = k % (BlockTile::run / quad);
            const int state = stateOf(job.x, Shape::placeOf(number / FACTOR_SIDE, number % FACTOR_SIDE));
            if (state >= 0 && vector < vectors)
                reinterpret_cast<Vector16<W>*>(
                    rowLine(job, place.y, place.channel, place.x * job.x.states + state))[vector] =
                    reinterpret_cast<const Vector16<W>*>(moments + number * MOMENT_PITCH)[vector];
        }
    }

    //! The line of columns of a number of the tile's row sums; -1: none.
    __device__ int64 momentLine(const Place& place, int number) const
    {
        const int state = stateOf(job.x, Shape::placeOf(number / FACTOR_SIDE, number % FACTOR_SIDE));
        return state < 0 || number >= Shape::numbers
                   ? -1
                   : momentColumn(job, place.channel) + place.x * job.x.states + state;
    }

    //! The column sums of the row sums, which act as further columns.
    __device__ void sumMoments(const Place& place, const W* moments) const
    {
        for (int number = ofSet() * WARP_LINES; number < Shape::numbers; number += Warps::warpsOfColumns * WARP_LINES)
        {
            LineSums<W, Shape, Warps::columnSteps, Warps::columnTiles, 1> sums;
            add<MomentPixels<W>>(
                job.y, place.y, [&](int) { return moments + number * MOMENT_PITCH; }, sums);
            sums.forStates(0, set(), job.y.parity, [&](const StatePlace& of, int line, W sum) {
                const int state = stateOf(job.y, of);
                const int64 column = momentLine(place, number + line);
                if (state >= 0 && column >= 0)
                    *columnNumber(job, place.y, state, column) = sum;
            });
        }
    }

    //! The first and last pixels of the rows.
    __device__ void storeRowEnds(const Place& place, const W* slot) const
    {
        const int64 line = job.x.tiles * job.x.states;
        for (int row = thread; row < job.carries.pitch; row += 32 * Warps::summing)
        {
            if (place.x == 0)
                rowLine(job, place.y, place.channel, line + LINE_BEGIN)[row] = slot[row * Slot::rowPitch];
            if (place.x == job.x.tiles - 1)
                rowLine(job, place.y, place.channel, line + LINE_END)[row] =
                    slot[row * Slot::rowPitch + place.columns - 1];
        }
    }

    //! Calls body(end, row) for the ends of columns that lie in the tile.
    template <typename Body>
    __device__ void forColumnEnds(const Place& place, const Body& body) const
    {
        if (!job.y.replicates)
            return;
        if (place.y == 0)
            body(LINE_BEGIN, 0);
        if (place.y == job.y.tiles - 1)
            body(LINE_END, place.rows - 1);
    }

    __device__ void sum(int step)
    {
        const Place place(job, tileOf(step));
        W* const slot = slotOf(step);
        use(place);
        if (isColumn() && job.y.states)
            sumColumns(place, slot);
        if (!isColumn() && job.x.states)
            sumRows(place, slot, momentsOf(step));
        if (job.x.replicates)
            storeRowEnds(place, slot);
        forColumnEnds(place, [&](LineEnd end, int row) {
            for (int column = thread; column < place.columns; column += 32 * Warps::summing)
                *columnEnd(job, end, firstColumn(job, place.channel) + place.left() + column) =
                    slot[row * Slot::rowPitch + column];
        });
    }

    //! What needs the row sums of all warps.
    __device__ void finish(int step)
    {
        if (!job.x.states)
            return;
        const Place place(job, tileOf(step));
        const W* const moments = momentsOf(step);
        storeRows(place, moments);
        if (isColumn() && job.y.states)
            sumMoments(place, moments);
        forColumnEnds(place, [&](LineEnd end, int row) {
            for (int number = thread; number < Shape::numbers; number += 32 * Warps::summing)
                if (const int64 line = momentLine(place, number); line >= 0)
                    *columnEnd(job, end, line) = moments[number * MOMENT_PITCH + row];
        });
    }

    //! What the other warps do.
    __device__ void sum()
    {
        for (int step = 0;; step++)
        {
            meet();
            asm volatile("" : "+r"(thread)); // what follows from it is computed anew, for lack of registers
            if (step)
                finish(step - 1);
            if (!exists(step))
                return;
            if (stages == 1)
                meet();
            sum(step);
        }
    }
};

template <typename W, typename Shape>
__global__ void __launch_bounds__(GatherWarps<W, Shape>::threads, 1)
    blocksGather(const __grid_constant__ BlocksJob<W> job, int stages)
{
    extern __shared__ __align__(16) uchar bytes[];
    BlocksGather<W, Shape> gather(job, stages, reinterpret_cast<W*>(bytes));
    if (gather.thread < 0)
    {
        waitForPredecessor();
        gather.load();
    }
    else
    {
        gather.use(typename BlocksGather<W, Shape>::Place(job, blockIdx.x));
        waitForPredecessor();
        gather.sum();
    }
}

} // namespace

template <typename W>
size_t sharedMemoryOfBlocks()
{
    return BlocksGather<W, BlockShape<MAX_STATE_TILES>>::shared(1); // more than apply and row sums take
}

template <typename W>
void launchBlocksGather(const BlocksJob<W>& job)
{
    withBlockShape(job.stateTiles, job.folds, [&](auto shape) {
        typedef decltype(shape) Folded;
        typedef std::conditional_t<Folded::gathersFolded, Folded, BlockShape<Folded::stateTiles>> Shape;
        typedef BlocksGather<W, Shape> Gather;
        constexpr auto kernel = blocksGather<W, Shape>;
        const int64 tiles = job.x.tiles * job.y.tiles * job.src.channels;
        const int64 blocks = std::min(tiles, int64(deviceAttribute(cudaDevAttrMultiProcessorCount, currentDevice())));
        int stages = int(std::min((tiles + blocks - 1) / blocks, int64(tuning::BLOCK_GATHER_STAGES)));
        while (stages > 1 && Gather::shared(stages) > KernelOnDevices<kernel>::maxShared())
            stages--;
        launchDependent<kernel>({blocks, Gather::Warps::threads, Gather::shared(stages), job.stream, job.src.images},
                                job, stages);
    });
}

template size_t sharedMemoryOfBlocks<float>();
template size_t sharedMemoryOfBlocks<double>();
template void launchBlocksGather(const BlocksJob<float>&);
template void launchBlocksGather(const BlocksJob<double>&);

}}} // namespace cv::recfilter::gpu
