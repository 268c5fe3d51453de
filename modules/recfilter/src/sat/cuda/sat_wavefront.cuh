// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CUDA_SAT_WAVEFRONT_CUH
#define OPENCV_RECFILTER_SAT_CUDA_SAT_WAVEFRONT_CUH

// SAT_WAVEFRONT: one read, one write. Each block owns a strip of columns and walks down it tile by tile, so that its
// column sums never leave it. The sums left of a tile come from the other blocks.
// In step s a block reads tile s and sends its row sums to other blocks. Each of these scans its share of the rows over
// all strips and sends back the sums left of each strip. Meanwhile the block finishes tile s - LAG, whose sums have
// arrived, so the exchange takes no time of its own. All blocks must run at once (cooperative launch).

#include "sat/cuda/tuning.hpp"
#include "sat/cuda/sat_tile.cuh"

#include <cooperative_groups.h>
#include <cuda_pipeline_primitives.h>

namespace cv { namespace recfilter { namespace sat {

typedef unsigned long long Message; //!< 32 bits of a sum and, above them, a tag: both arrive together, without fences

//! The blocks that walk side by side, and their messages.
struct Wavefront
{
    Message* sums;     //!< [RING][row][strip]: the sums of the tiles' rows
    Message* lefts;    //!< [RING][strip][row]: the sum of all strips left of this one
    Message* base;     //!< by row: the sum of all previous panels
    int64 messages;    //!< of all three arrays, from sums on
    int strips;        //!< blocks: the strips of a panel
    int ahead;         //!< tiles in flight before they are needed: 1 or 2
    int bands, panels; //!< steps down a strip; times that all blocks move right
};

//! LANES lanes hold a row of a strip. ROW_REGISTERS 32-bit registers of a lane hold its rows.
template <typename S_, typename T_, int CN_, int LANES_, int ROW_REGISTERS>
struct WavefrontShape
{
    typedef S_ S;
    typedef T_ T;
    static constexpr int CN = CN_, LANES = LANES_;
    static constexpr int LAG = tuning::LAG;
    static constexpr int RING = LAG + 2; //!< by then all blocks have read a step's messages
    static constexpr int ELEMENTS = Lane<T, CN>::ELEMENTS, STRIP = LANES * ELEMENTS; //!< elements
    static constexpr int ROWS = floorPower(ROW_REGISTERS * 4 / (ELEMENTS * int(sizeof(T))));
    static constexpr int WORKERS = tuning::WORKERS; //!< warps, as are the next three
    static constexpr int LOADERS = tuning::LOADERS;
    static constexpr int COLLECTORS = tuning::COLLECTORS, SCANNERS = tuning::SCANNERS;
    static constexpr int WARPS = WORKERS + LOADERS + 1 + COLLECTORS + SCANNERS;
    static constexpr int GROUPS = WARP / LANES; //!< rows that a warp processes at once
    static constexpr int WARP_ROWS = GROUPS * ROWS, TILE_ROWS = WORKERS * WARP_ROWS;
    static constexpr int SUMS = TILE_ROWS * CN; //!< of the rows of a tile
    typedef Pack<S, ELEMENTS> Pixels;
    static constexpr int THREADS = WARPS * WARP;
    static constexpr size_t SLOT_BYTES = size_t(WORKERS) * WARP * ROWS * sizeof(Pixels);
};

template <typename Shape>
struct WavefrontShared
{
    typedef typename Shape::T T;
    alignas(16) T rows[Shape::LAG + 1][Shape::SUMS]; //!< sums of the rows, by step
    alignas(16) T left[4][Shape::SUMS];              //!< sums left of the tile, down to each row, by step
    alignas(16) T above[2][Shape::STRIP];            //!< the table's row above the tile, by step
    alignas(16)
        T bottoms[Shape::WORKERS][Shape::STRIP]; //!< sums of the columns of each warp's rows, prefixed along the row
};

//! Named barriers of a block. A barrier by step exists once for each step that one side may be ahead of the other.
enum Barrier
{
    WORKERS_BARRIER = 1, //!< the workers' sums are stored
    LEFT_BARRIER = 2,    //!< the sums left of the tile are stored: two barriers, by step
    BY_STEP = tuning::LAG + 1,
    ROWS_BARRIER = LEFT_BARRIER + tuning::COLLECTORS, //!< the sums of the rows are stored
    TILE_BARRIER = ROWS_BARRIER + BY_STEP,            //!< the tile has arrived
    FREE_BARRIER = TILE_BARRIER + BY_STEP             //!< the tile and the sums of its rows have been read
};
static_assert(FREE_BARRIER + BY_STEP <= 16, "a block has 16 barriers");

__device__ __forceinline__ void arrive(int barrier, int threads)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

__device__ __forceinline__ void wait(int barrier, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

template <typename T>
__device__ __forceinline__ void post(Message* to, T sum, unsigned tag)
{
    constexpr int COUNT = int(sizeof(T)) / 4;
    unsigned bits[COUNT];
    memcpy(bits, &sum, sizeof(T));
#pragma unroll
    for (int i = 0; i < COUNT; i++)
        asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(to + i), "l"(Message(tag) << 32 | bits[i]) : "memory");
}

//! Whether the message with this tag has arrived.
template <typename T>
__device__ __forceinline__ bool receive(const Message* from, T& sum, unsigned tag)
{
    constexpr int COUNT = int(sizeof(T)) / 4;
    unsigned bits[COUNT];
    bool complete = true;
#pragma unroll
    for (int i = 0; i < COUNT; i++)
    {
        Message message;
        asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(message) : "l"(from + i) : "memory");
        bits[i] = unsigned(message);
        complete = complete && unsigned(message >> 32) == tag;
    }
    memcpy(&sum, bits, sizeof(T));
    return complete;
}

//! Waits a little: polling takes bandwidth from the working warps.
__device__ __forceinline__ void pause()
{
    __nanosleep(tuning::PAUSE);
}

//! Receives the lane's messages of a batch, WARP apart. Sums from `count` on are 0.
template <int BATCH, typename T>
__device__ __forceinline__ void receiveAll(const Message* from, int count, T (&sums)[BATCH], unsigned tag)
{
    const int lane = int(threadIdx.x) % WARP;
    bool complete;
    do
    {
        complete = true;
#pragma unroll
        for (int k = 0; k < BATCH; k++)
        {
            sums[k] = T(0);
            if (k * WARP + lane < count)
                complete &= receive(from + (k * WARP + lane) * int(sizeof(T) / 4), sums[k], tag);
        }
        complete = __all_sync(ALL_LANES, complete);
        if (!complete)
            pause();
    } while (!complete);
    __syncwarp();
}

template <typename Shape>
class Walker
{
    typedef typename Shape::S S;
    typedef typename Shape::T T;
    typedef typename Shape::Pixels Pixels;
    static constexpr int CN = Shape::CN, LANES = Shape::LANES, ROWS = Shape::ROWS, ELEMENTS = Shape::ELEMENTS;
    static constexpr int SUMS = Shape::SUMS, STRIP = Shape::STRIP, RING = Shape::RING, LAG = Shape::LAG;
    static constexpr int SLOT_ROW = Shape::WORKERS * WARP, PER_SUM = int(sizeof(T)) / 4; //!< messages
    static constexpr int PER_LOADER = Shape::WORKERS / Shape::LOADERS;
    static constexpr int FREE_THREADS = (Shape::WORKERS + 1 + Shape::LOADERS) * WARP;
    static_assert(Shape::WORKERS % Shape::LOADERS == 0, "each loader reads for as many workers");

public:
    __device__ Walker(const Image& image_, const Wavefront& w_, WavefrontShared<Shape>& shared_, Pixels* slots_)
        : image(image_), w(w_), shared(shared_), slots(slots_), lane(int(threadIdx.x) % WARP),
          warp(int(threadIdx.x) / WARP), strip(int(blockIdx.x)), steps(w_.bands * w_.panels)
    {
    }

    __device__ void run()
    {
        const int loader = warp - Shape::WORKERS, collector = loader - Shape::LOADERS;
        const int scanner = collector - Shape::COLLECTORS, publisher = scanner - Shape::SCANNERS;
        const bool loads = loader >= 0 && collector < 0;
        Step next = firstStep();
        for (; loads && next.number < w.ahead; advance(next))
            fetch(next, loader);
        clear();
        cooperative_groups::this_grid().sync();
        if (loader < 0)
            work();
        else if (loads)
            load(loader, next);
        else if (scanner < 0)
            collect(collector);
        else if (publisher < 0)
            scan(scanner);
        else
            publish();
    }

private:
    //! A step of the walk. Counters replace the divisions that its number would need.
    struct Step
    {
        int number, band, slot;
        int64 x; //!< first element of the strip
    };

    __device__ __forceinline__ Step firstStep() const { return {0, 0, 0, int64(strip) * STRIP}; }

    __device__ __forceinline__ void advance(Step& step) const
    {
        step.number++;
        if (++step.slot == LAG + w.ahead)
            step.slot = 0;
        if (++step.band < w.bands)
            return;
        step.band = 0;
        step.x += int64(w.strips) * STRIP;
    }

    //! The position of a worker lane's part of a tile.
    __device__ __forceinline__ Place placeOf(const Step& step, int worker) const
    {
        return {step.x + (lane % LANES) * ELEMENTS,
                int64(step.band) * Shape::TILE_ROWS + worker * Shape::WARP_ROWS + lane / LANES * ROWS};
    }

    //! The lane's first row of pixels. The others follow SLOT_ROW apart.
    __device__ __forceinline__ Pixels* slotOf(const Step& step, int worker) const
    {
        return slots + step.slot * (SLOT_ROW * ROWS) + worker * WARP + lane;
    }

    //! Clears the messages, so that none of another call is taken for one of this call.
    __device__ __forceinline__ void clear() const
    {
        for (int64 i = int64(strip) * Shape::THREADS + threadIdx.x; i < w.messages;
             i += int64(w.strips) * Shape::THREADS)
            w.sums[i] = 0;
    }

    // ---- Loader warps: read the tiles, for several workers each, and add up their rows

    __device__ __forceinline__ void load(int loader, Step next) const
    {
        for (Step step = firstStep(); step.number < steps; advance(step), advance(next))
        {
            waitForTile();
#pragma unroll
            for (int i = 0; i < PER_LOADER; i++)
                sumRows(step, loader + i * Shape::LOADERS);
            const int barrier = step.number % BY_STEP, free = (step.number + 1) % BY_STEP; // of step number - LAG
            arrive(ROWS_BARRIER + barrier, (Shape::LOADERS + 1) * WARP);
            arrive(TILE_BARRIER + barrier, (Shape::WORKERS + Shape::LOADERS) * WARP);
            if (step.number >= LAG)
                wait(FREE_BARRIER + free, FREE_THREADS);
            fetch(next, loader);
        }
    }

    //! Waits for the oldest tile in flight.
    __device__ __forceinline__ void waitForTile() const
    {
        if (w.ahead == 1)
            __pipeline_wait_prior(0);
        else if (w.ahead == 2)
            __pipeline_wait_prior(1);
        else
            __pipeline_wait_prior(2);
    }

    __device__ __forceinline__ void fetch(const Step& step, int loader) const
    {
        if (step.number < steps)
#pragma unroll
            for (int i = 0; i < PER_LOADER; i++)
                fetchRows(step, loader + i * Shape::LOADERS);
        __pipeline_commit();
    }

    __device__ __forceinline__ void fetchRows(const Step& step, int worker) const
    {
        const Place at = placeOf(step, worker);
        const unsigned char* row = image.src + at.y * image.srcStep + at.x * int64(sizeof(S));
        Pixels* slot = slotOf(step, worker);
        const int64 rows = image.rows - at.y;
        const bool whole = image.srcAligned && at.x + ELEMENTS <= image.srcCols;
#pragma unroll
        for (int r = 0; r < ROWS; r++, row += image.srcStep, slot += SLOT_ROW)
            if (whole && r < rows)
                copyAsync(slot, row);
            else
#pragma unroll
                for (int e = 0; e < ELEMENTS; e++)
                    slot->e[e] = r < rows && at.x + e < image.srcCols ? reinterpret_cast<const S*>(row)[e] : S(0);
    }

    static __device__ __forceinline__ void copyAsync(Pixels* to, const void* from)
    {
        if (Pixels::WORD >= 4)
#pragma unroll
            for (int i = 0; i < Pixels::WORDS; i++)
                __pipeline_memcpy_async(reinterpret_cast<typename Pixels::W*>(to) + i,
                                        static_cast<const typename Pixels::W*>(from) + i,
                                        Pixels::WORD >= 4 ? Pixels::WORD : 4);
        else
            to->loadStreamed(from);
    }

    __device__ __forceinline__ void sumRows(const Step& step, int worker) const
    {
        const Pixels* slot = slotOf(step, worker);
        T* sums = shared.rows[step.number % BY_STEP] + (worker * Shape::WARP_ROWS + lane / LANES * ROWS) * CN;
        T rowSums[ROWS][CN];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
        {
            const Pixels pixels = slot[r * SLOT_ROW];
#pragma unroll
            for (int c = 0; c < CN; c++)
                rowSums[r][c] = T(0);
#pragma unroll
            for (int e = 0; e < ELEMENTS; e++)
                rowSums[r][e % CN] += valueOf<S, T>(pixels.e[e], image.squared);
        }
        // Each exchange halves the lanes that share a sum and, while a lane has several sums, their number.
        int row = 0;
#pragma unroll
        for (int distance = LANES / 2, count = ROWS; distance > 0; distance /= 2, count /= 2)
        {
            const bool upper = lane & distance;
            if (count > 1 && upper)
                row += count / 2;
#pragma unroll
            for (int r = 0; r < (count > 1 ? count / 2 : 1); r++)
#pragma unroll
                for (int c = 0; c < CN; c++)
                {
                    const T other = count > 1 ? rowSums[r + (count > 1 ? count / 2 : 0)][c] : rowSums[r][c];
                    const T kept = upper ? other : rowSums[r][c], sent = upper ? rowSums[r][c] : other;
                    rowSums[r][c] = kept + __shfl_xor_sync(ALL_LANES, sent, distance);
                }
        }
        if (lane % LANES % (LANES / ROWS) == 0)
#pragma unroll
            for (int c = 0; c < CN; c++)
                sums[row * CN + c] = rowSums[0][c];
    }

    // ---- Worker warps: make the table

    __device__ __forceinline__ void work() const
    {
        for (Step step = firstStep(); step.number < steps; advance(step))
            finish(step);
    }

    __device__ __forceinline__ void finish(const Step& step) const
    {
        const Place at = placeOf(step, warp);
        const Pixels* slot = slotOf(step, warp);
        T v[ROWS][ELEMENTS];
        wait(TILE_BARRIER + step.number % BY_STEP, (Shape::WORKERS + Shape::LOADERS) * WARP);
#pragma unroll
        for (int r = 0; r < ROWS; r++)
        {
            const Pixels pixels = slot[r * SLOT_ROW];
#pragma unroll
            for (int e = 0; e < ELEMENTS; e++)
                v[r][e] = valueOf<S, T>(pixels.e[e], image.squared);
        }
        if (step.number + LAG < steps) // otherwise no loader waits for it
            arrive(FREE_BARRIER + step.number % BY_STEP, FREE_THREADS);
#pragma unroll
        for (int r = 0; r < ROWS; r++)
        {
            T totals[CN];
            prefixRow<T, ELEMENTS, CN, LANES>(v[r], totals, image.exclusive);
        }
        prefixColumns(v);
        T top[ELEMENTS]; // of the groups of lanes above this one
#pragma unroll
        for (int e = 0; e < ELEMENTS; e++)
        {
            T bottom = v[ROWS - 1][e];
#pragma unroll
            for (int distance = LANES; distance < WARP; distance *= 2)
            {
                const T sum = __shfl_up_sync(ALL_LANES, bottom, distance);
                bottom += lane >= distance ? sum : T(0);
            }
            const T sum = __shfl_up_sync(ALL_LANES, bottom, LANES % WARP);
            top[e] = Shape::GROUPS > 1 && lane >= LANES ? sum : T(0);
            if (lane >= WARP - LANES)
                shared.bottoms[warp][(lane % LANES) * ELEMENTS + e] = bottom;
        }
        wait(WORKERS_BARRIER, Shape::WORKERS * WARP);
#pragma unroll 4
        for (int i = 0; i < warp; i++)
#pragma unroll
            for (int e = 0; e < ELEMENTS; e++)
                top[e] += shared.bottoms[i][(lane % LANES) * ELEMENTS + e];
#pragma unroll
        for (int e = 0; e < ELEMENTS; e++)
            top[e] += step.band == 0 ? T(0) : shared.above[step.number % 2][(lane % LANES) * ELEMENTS + e];
        wait(LEFT_BARRIER + step.number % Shape::COLLECTORS, (Shape::WORKERS + 1) * WARP);
        const T* left = shared.left[step.number % 4];
        if (warp == Shape::WORKERS - 1 && lane >= WARP - LANES)
#pragma unroll
            for (int e = 0; e < ELEMENTS; e++)
                shared.above[(step.number + 1) % 2][(lane % LANES) * ELEMENTS + e] =
                    v[ROWS - 1][e] + (top[e] + left[SUMS - CN + e % CN]);
        storeTable<CN>(image, at, top, left + (warp * Shape::WARP_ROWS + lane / LANES * ROWS) * CN, v);
    }

    // ---- One publisher warp: sends the sums of the tile's rows to the other blocks

    __device__ __forceinline__ void publish() const
    {
        for (int step = 0; step < steps; step++)
        {
            wait(ROWS_BARRIER + step % BY_STEP, (Shape::LOADERS + 1) * WARP);
            Message* to = w.sums + (int64(step % RING) * SUMS * w.strips + strip) * PER_SUM;
#pragma unroll 4
            for (int i = lane; i < SUMS; i += WARP)
                post(to + int64(i) * w.strips * PER_SUM, shared.rows[step % BY_STEP][i], step + 1);
            __syncwarp();
            if (step + LAG < steps)
                arrive(FREE_BARRIER + step % BY_STEP, FREE_THREADS);
        }
    }

    // ---- Scanner warps: sums over all strips, for this block's share of the rows

    //! The warps take steps in turn: a scan takes longer than a step.
    __device__ __forceinline__ void scan(int scanner) const
    {
        for (int step = scanner; step < steps; step += Shape::SCANNERS)
#pragma unroll 2
            for (int i = strip; i < SUMS; i += w.strips)
                scanRow(step, i);
    }

    __device__ __forceinline__ void scanRow(int step, int i) const
    {
        constexpr int COUNT = tuning::MAX_STRIPS / WARP;
        Message* lefts = w.lefts + (int64(step % RING) * SUMS * w.strips + i) * PER_SUM;
        Message* base = w.base + (int64(step % w.bands) * SUMS + i) * PER_SUM;
        T sum[COUNT], before[COUNT], carry = T(0);
        receiveAll(w.sums + (int64(step % RING) * SUMS + i) * w.strips * PER_SUM, w.strips, sum, step + 1);
        while (step >= w.bands && !receive(base, carry, step - w.bands + 1))
            pause();
        __syncwarp();
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            before[k] = prefixOverLanes(sum[k]);
#pragma unroll
        for (int k = 0; k < COUNT; k++)
        {
            const int to = k * WARP + lane;
            if (to < w.strips)
                post(lefts + int64(to) * SUMS * PER_SUM, carry + before[k], step + 1);
            carry += __shfl_sync(ALL_LANES, sum[k], WARP - 1);
        }
        if (w.panels > 1 && lane == 0)
            post(base, carry, step + 1);
        __syncwarp();
    }

    // ---- Collector warps: receive the sums left of the tile from the other blocks

    __device__ __forceinline__ void collect(int collector) const
    {
        constexpr int K = Shape::TILE_ROWS / WARP, BATCH = 4;
        for (int step = collector; step < steps; step += Shape::COLLECTORS)
        {
            T* left = shared.left[step % 4];
            const Message* from = w.lefts + (int64(step % RING) * w.strips + strip) * SUMS * PER_SUM;
            for (int first = 0; first < SUMS; first += BATCH * WARP)
            {
                T sums[BATCH];
                receiveAll(from + first * PER_SUM, SUMS - first, sums, step + 1);
#pragma unroll
                for (int k = 0; k < BATCH; k++)
                    if (first + k * WARP + lane < SUMS)
                        left[first + k * WARP + lane] = sums[k];
            }
            __syncwarp();
#pragma unroll
            for (int c = 0; c < CN; c++)
            {
                T total = T(0);
#pragma unroll
                for (int k = 0; k < K; k++)
                    total += left[(lane * K + k) * CN + c];
                T sum = prefixOverLanes(total);
#pragma unroll
                for (int k = 0; k < K; k++)
                {
                    sum += left[(lane * K + k) * CN + c];
                    left[(lane * K + k) * CN + c] = sum;
                }
            }
            wait(LEFT_BARRIER + collector, (Shape::WORKERS + 1) * WARP);
        }
    }

    const Image& image;
    const Wavefront& w;
    WavefrontShared<Shape>& shared;
    Pixels* const slots;
    const int lane, warp, strip, steps;
};

template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, 1)
    wavefrontKernel(const __grid_constant__ Image image, const __grid_constant__ Wavefront w)
{
    extern __shared__ uint4 dynamic[];
    __shared__ WavefrontShared<Shape> shared;
    Walker<Shape>(image, w, shared, reinterpret_cast<typename Shape::Pixels*>(dynamic)).run();
}

}}} // namespace cv::recfilter::sat

#endif
