// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// One read and one write, for filters that fade within a few pixels.

#include "border_index.cuh"
#include "chain_dispatch.cuh"
#include "launch.cuh"
#include "pixel_io.cuh"
#include "policy.hpp"

#include <cuda_pipeline_primitives.h>

#include <algorithm>
#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

namespace {

/** A block of threads filters `width` columns on its way down, `run` rows at a step, and looks at HALO more pixels on every
side. It holds three steps in shared memory: the one it filters, the next one, at whose first rows the columns look, and
the one after it, which is on its way. Rows are `pitch` apart: threads that own neighbouring rows, 16 bytes at a time, meet
no bank twice. */
template <int HALO>
struct LookShape
{
    enum
    {
        run = 32,
        width = 128,
        spanned = width + 2 * HALO,
        threads = spanned, //!< one for every column
        pitch = spanned + 4,
        steps = 3,
        stepSize = run * pitch,
        rowThreads = spanned / 4, //!< that load a row
        rowsAtOnce = threads / rowThreads,
        columnsAtOnce = 16 //!< of those outside the image
    };
};

/** How many steps blocks take downwards: `groups` blocks of every strip of columns `steps`, and `lastGroups`, which are the last to begin,
`lastSteps`. Those stand between the others, in the middle of the image where there are two groups or more: no border above or below
delays the end. */
struct LookCut
{
    int steps, groups, lastSteps, lastGroups;
};

template <typename Line, int HALO>
struct LookTile
{
    typedef LookShape<HALO> Shape;
    enum
    {
        run = Shape::run,
        pitch = Shape::pitch
    };
    typedef float State[Line::capacity];

    const TileJob<float>& job;
    float* const steps;  //!< from HALO columns left of the first one that is written
    float *tile, *below; //!< the step that is filtered and the next one
    int channel;
    int64 left, top; //!< the first pixel that is written
    int count;       //!< of steps
    State p;         //!< of this thread's column

    __device__ LookTile(const TileJob<float>& j, float* t, unsigned strips, const LookCut& cut)
        : job(j), steps(t), tile(t), below(t)
    {
        const unsigned channels = unsigned(job.src.channels), place = blockIdx.x / channels, group = place / strips;
        channel = int(blockIdx.x - place * channels);
        const unsigned groups = unsigned(cut.groups), upper = (groups + 1) / 2;
        const bool isLast = group >= groups, isBelow = group >= upper && !isLast;
        count = isLast ? cut.lastSteps : cut.steps;
        const unsigned before = isLast ? upper : group, lastBefore = isLast    ? group - groups
                                                                     : isBelow ? cut.lastGroups
                                                                               : 0;
        top = (int64(before) * cut.steps + int64(lastBefore) * cut.lastSteps) * run;
        // Both edges first: they take longest, and what begins last ends last.
        const unsigned strip = place - group * strips;
        left = int64(strip ? strip - 1 : strips - 1) * Shape::width;
    }

    //! This thread's column of the source; -1: outside a constant border.
    __device__ int64 column() const { return borderIndex(left + int(threadIdx.x) - HALO, job.src.width, job.x.border); }

    /** The state that the rows above leave behind. Where they come from is worked out once for all columns: what stood
    between the load of one pixel and that of the next would make each wait for the other. */
    __device__ void enterFromAbove(int64* places)
    {
        if (threadIdx.x < HALO)
            places[threadIdx.x] = borderIndex(top - HALO + int(threadIdx.x), job.src.height, job.y.border);
        __syncthreads();
        const typename Line::Chain chain(job.y);
        const int64 from = column();
        const float offset = offsetOf(job, channel);
        float above[HALO];
        withDepth<float>(job.src.depth, [&](auto type) {
            typedef decltype(type) T;
#pragma unroll
            for (int i = 0; i < HALO; i++)
            {
                const int64 row = places[i];
                above[i] = from < 0 || row < 0
                               ? 0.f
                               : widen(rowOf<T>(job.src, row)[from * job.src.channels + channel], 0.f) - offset;
            }
        });
        rest(p);
#pragma unroll
        for (int i = 0; i < HALO; i++)
            chain.step(above[i], p);
        chain.turn(p);
    }

    __device__ static void rest(State& state)
    {
#pragma unroll
        for (int m = 0; m < Line::moments; m++)
            state[m] = 0;
    }

    __device__ int64 rowOfStep(int step) const
    {
        return top + int64(step) * run;
    }

    __device__ float* step(int i) const
    {
        return steps + i % Shape::steps * Shape::stepSize;
    }

    //! Begins to load the first rows of a step: a thread takes four neighbouring pixels of every row from `row` on.
    __device__ void load(int i, int rows) const
    {
        const int row = threadIdx.x / Shape::rowThreads, x = threadIdx.x % Shape::rowThreads * 4;
        const int64 first = left - HALO + x, y = rowOfStep(i) + row;
        const bool inside = first >= 0 && first + 4 <= job.src.width, whole = rowOfStep(i) + run <= job.src.height;
        float* const to = step(i) + row * pitch + x;
        if (job.src.copies)
        {
            if (inside && whole)
                copyAsync(first, y, rows - row, to);
            else if (inside)
                copyExtended(first, y, rows - row, to);
            copyOutside(i, rows);
        }
        else if (inside && whole)
            convert(first, y, rows - row, to);
        else
            loadExtended(first, y, rows - row, to);
    }

    __device__ void copyAsync(int64 first, int64 y, int rows, float* to) const
    {
        const uchar* from = job.src.data + y * job.src.step + first * sizeof(float);
        const size_t rowStep = Shape::rowsAtOnce * job.src.step;
#pragma unroll
        for (int i = 0; i < run; i += Shape::rowsAtOnce, from += rowStep, to += Shape::rowsAtOnce * pitch)
            if (i < rows)
                __pipeline_memcpy_async(to, from, 16);
    }

    //! Where rows below the image take part.
    __device__ void copyExtended(int64 first, int64 y, int rows, float* to) const
    {
#pragma unroll 1
        for (int i = 0; i < rows; i += Shape::rowsAtOnce, to += Shape::rowsAtOnce * pitch)
        {
            const int64 place = borderIndex(y + i, job.src.height, job.y.border);
            if (place >= 0)
                __pipeline_memcpy_async(to, rowOf<float>(job.src, place) + first, 16);
            else
                *reinterpret_cast<float4*>(to) = make_float4(0, 0, 0, 0);
        }
    }

    /** The columns left and right of the image, as far as rows look at them, with those of it that stand beside its last four, pixel by
    pixel and shared out among all threads. Copied by the few threads that own such four pixels, everybody else waiting, they made
    the blocks at the edges take 39 us where the others took 31 (4096 x 4096). */
    __device__ void copyOutside(int i, int rows) const
    {
        if (left == 0)
            copyColumns(0, HALO, i, rows);
        const int64 quads = job.src.width / 4 * 4 - left + HALO, runs = (job.src.width - left + run - 1) / run;
        const int end = int(::min(int64(Shape::spanned), runs * run + 2 * HALO));
        if (quads < end)
            copyColumns(int(quads), end, i, rows);
    }

    __device__ void copyColumns(int first, int end, int i, int rows) const
    {
        static_assert(Shape::threads % Shape::columnsAtOnce == 0, "every thread has a column");
        for (int x = first + threadIdx.x % Shape::columnsAtOnce; x < end; x += Shape::columnsAtOnce)
            copyColumn(x, i, rows);
    }

    __device__ void copyColumn(int x, int i, int rows) const
    {
        const int64 column = borderIndex(left - HALO + x, job.src.width, job.x.border);
#pragma unroll 1
        for (int row = threadIdx.x / Shape::columnsAtOnce; row < rows; row += Shape::threads / Shape::columnsAtOnce)
        {
            const int64 place = borderIndex(rowOfStep(i) + row, job.src.height, job.y.border);
            float* const to = step(i) + row * pitch + x;
            if (place < 0 || column < 0)
                *to = 0;
            else
                __pipeline_memcpy_async(to, rowOf<float>(job.src, place) + column, sizeof(float));
        }
    }

    __device__ void convert(int64 first, int64 y, int rows, float* to) const
    {
        const float offset = offsetOf(job, channel);
        withDepth<float>(job.src.depth, [&](auto type) {
#pragma unroll
            for (int i = 0; i < run; i += Shape::rowsAtOnce)
            {
                if (i >= rows)
                    break;
                float pixels[4];
                loadQuad(job.src, rowOf<decltype(type)>(job.src, y + i), first, 4, channel, offset, pixels);
                writeVectors(pixels, to + i * pitch);
            }
        });
    }

    /** Where a border takes part. All rows at once, unless there may be other ones in their place: what finds those stands
    between the load of one row and that of the next. */
    __device__ void loadExtended(int64 first, int64 y, int rows, float* to) const
    {
        int64 columns[4];
#pragma unroll
        for (int j = 0; j < 4; j++)
            columns[j] = borderIndex(first + j, job.src.width, job.x.border);
        withDepth<float>(job.src.depth, [&](auto type) {
            typedef decltype(type) T;
            if (y + run > job.src.height)
            {
#pragma unroll 1
                for (int i = 0; i < rows; i += Shape::rowsAtOnce)
                    loadMapped<T>(columns, borderIndex(y + i, job.src.height, job.y.border), to + i * pitch);
                return;
            }
#pragma unroll
            for (int i = 0; i < run; i += Shape::rowsAtOnce)
                if (i < rows)
                    loadMapped<T>(columns, y + i, to + i * pitch);
        });
    }

    template <typename T>
    __device__ void loadMapped(const int64 (&columns)[4], int64 y, float* to) const
    {
        const float offset = offsetOf(job, channel);
        float pixels[4];
#pragma unroll
        for (int j = 0; j < 4; j++)
            pixels[j] = y < 0 || columns[j] < 0
                            ? 0.f
                            : widen(rowOf<T>(job.src, y)[columns[j] * job.src.channels + channel], 0.f) - offset;
        writeVectors(pixels, to);
    }

    //! This thread's column; p is the state that enters it, and afterwards the one that leaves it.
    __device__ void filterColumn()
    {
        const typename Line::Chain chain(job.y);
        float* const pixels = tile + threadIdx.x;
        State a;
        rest(a);
#pragma unroll
        for (int i = HALO - 1; i >= 0; i--)
            chain.step(below[i * pitch + threadIdx.x], a);
        chain.turn(a);
        Line::template filter<pitch>(pixels, run, job.y, p, a);
    }

    //! Threads own runs of rows: all rows of the first `run` columns, then of the next ones.
    __device__ bool ownsRun() const
    {
        return threadIdx.x < Shape::width;
    }

    __device__ float* ownRun() const
    {
        return tile + threadIdx.x % run * pitch + HALO + threadIdx.x / run * run;
    }

    //! What enters this thread's run from both sides.
    __device__ void lookSideways(State& before, State& behind) const
    {
        const typename Line::Chain chain(job.x);
        float pixels[HALO];
        rest(before);
        readVectors(ownRun() - HALO, pixels);
#pragma unroll
        for (int i = 0; i < HALO; i++)
            chain.step(pixels[i], before);
        chain.turn(before);
        rest(behind);
        readVectors(ownRun() + run, pixels);
#pragma unroll
        for (int i = HALO - 1; i >= 0; i--)
            chain.step(pixels[i], behind);
        chain.turn(behind);
    }

    __device__ void filterRows() const
    {
        State before, behind;
        if (ownsRun())
            lookSideways(before, behind);
        __syncthreads();
        if (ownsRun())
            Line::template filter<1>(ownRun(), run, job.x, before, behind);
    }

    __device__ void store(int64 y) const
    {
        const float restored = pick(job.restored, channel);
        const int x = threadIdx.x % 32 * 4, limit = int(::min(int64(Shape::width), job.src.width - left)) - x;
        const int rows = int(::min(int64(run), job.src.height - y)), row = threadIdx.x / 32;
        const int warps = Shape::threads / 32;
        if (row >= warps) // half a warp
            return;
        const float* const from = tile + HALO + x;
        withDepth<float>(job.dst.depth, [&](auto type) {
            typedef decltype(type) T;
            if (job.dst.aligned && limit >= 4)
                storeGroups<T>(job, restored, (rows - row + warps - 1) / warps, from + row * pitch, warps * pitch,
                               job.dst.data + (y + row) * job.dst.step + (left + x) * sizeof(T), warps * job.dst.step);
            else
#pragma unroll 1
                for (int i = row; i < rows; i += warps)
                    storeQuad(job, rowOf<T>(job.dst, y + i), left + x, limit, channel, from + i * pitch, restored);
        });
    }
};

template <typename Line, int HALO>
__global__ void __launch_bounds__(LookShape<HALO>::threads, policy::LOOK_AROUND_RESIDENT)
    lookAround(const __grid_constant__ TileJob<float> job, unsigned strips, LookCut cut)
{
    extern __shared__ __align__(16) uchar memory[];
    __shared__ int64 places[HALO];
    LookTile<Line, HALO> block(job, reinterpret_cast<float*>(memory), strips, cut);
    const auto request = [&](int i) {
        // Not where nobody would wait for it.
        if (i <= block.count && (i == 0 || block.rowOfStep(i - 1) < job.src.height))
            block.load(i, i < block.count ? int(LookShape<HALO>::run) : HALO);
        __pipeline_commit();
    };
    waitForPredecessor();
    if (block.top >= job.src.height) // where the steps of all blocks are one more than there are
        return;
#pragma unroll 1
    for (int i = 0; i < 2; i++)
        request(i);
    block.enterFromAbove(places); // while those are under way
#pragma unroll 1
    for (int i = 0; i < block.count; i++)
    {
        const int64 y = block.rowOfStep(i);
        if (y >= job.src.height)
            return;
        request(i + 2);
        __pipeline_wait_prior(1);
        block.tile = block.step(i);
        block.below = block.step(i + 1);
        __syncthreads();
        block.filterColumn();
        __syncthreads();
        block.filterRows();
        __syncthreads();
        block.store(y);
        __syncthreads();
    }
}

template <int HALO>
constexpr size_t sharedBytes = LookShape<HALO>::steps* LookShape<HALO>::stepSize * sizeof(float);

/** All blocks at once where few steps are enough for that. Else as many at once as can be, with short ones to follow them, so that all end
together; or where those would be so long that their neighbours' pixels left the cache, many blocks, short ones last. */
template <int HALO>
LookCut cutOf(int64 strips, int64 rows, int64 atOnce)
{
    const bool isShort = HALO <= LOOK_AROUND_SHORT_REACH;
    const int64 few = isShort ? policy::LOOK_AROUND_FEW_STEPS_16 : policy::LOOK_AROUND_FEW_STEPS_32;
    const int64 most = isShort ? policy::LOOK_AROUND_STEPS_16 : policy::LOOK_AROUND_STEPS_32;
    const int64 lastSteps = policy::LOOK_AROUND_LAST_STEPS;
    const auto quotient = [](int64 a, int64 b) { return (a + b - 1) / b; };
    if (strips <= atOnce)
    {
        const int64 groups = atOnce / strips, steps = quotient(rows, groups);
        if (steps <= few)
            return {int(steps), int(quotient(rows, steps)), int(lastSteps), 0};
        const int64 followers = 2 * atOnce / strips - groups; // no place has two to follow
        const int64 shorter = std::max(quotient(rows - followers * lastSteps, groups), int64(1));
        if (shorter <= policy::LOOK_AROUND_STEPS_AT_ONCE)
            return {int(shorter), int(groups), int(lastSteps), int(quotient(rows - groups * shorter, lastSteps))};
    }
    const int64 steps = std::min(most, quotient(strips * rows, policy::LOOK_AROUND_BLOCKS));
    const int64 groups = (rows - std::min(rows, atOnce * lastSteps / strips)) / steps;
    return {int(steps), int(groups), int(lastSteps), int(quotient(rows - groups * steps, lastSteps))};
}

template <typename Line, int HALO>
void run(const TileJob<float>& job)
{
    typedef LookShape<HALO> Shape;
    const int64 strips = (job.src.width + Shape::width - 1) / Shape::width;
    const int64 rows = (job.src.height + Shape::run - 1) / Shape::run;
    const int64 atOnce = int64(deviceAttribute(cudaDevAttrMultiProcessorCount, currentDevice())) *
                         KernelOnDevices<lookAround<Line, HALO>>::residentBlocks(Shape::threads, sharedBytes<HALO>);
    const LookCut cut = cutOf<HALO>(strips * job.src.channels, rows, atOnce);
    const int64 blocks = strips * (cut.groups + cut.lastGroups) * job.src.channels;
    launchDependent<lookAround<Line, HALO>>({blocks, Shape::threads, sharedBytes<HALO>, job.stream}, job,
                                            unsigned(strips), cut);
}

template <int HALO>
void runAs(const TileJob<float>& job)
{
    withCascadeLine<float, LookShape<HALO>::run, LookShape<HALO>::run>(job.chainY, [&](auto line) {
        typedef decltype(line) Line;
        if constexpr (Line::moments != 0)
            run<Line, HALO>(job);
    });
}

//! f(integral constant): the pixels that a kernel looks at on every side.
template <typename F>
void withHalo(int reach, F&& f)
{
    if (reach <= LOOK_AROUND_SHORT_REACH)
        f(std::integral_constant<int, LOOK_AROUND_SHORT_REACH>());
    else if (reach <= LOOK_AROUND_MIDDLE_REACH)
        f(std::integral_constant<int, LOOK_AROUND_MIDDLE_REACH>());
    else
        f(std::integral_constant<int, LOOK_AROUND_REACH>());
}

} // namespace

bool canLookAround(int reach)
{
    if (reach > LOOK_AROUND_REACH)
        return false;
    size_t needed = 0;
    withHalo(reach, [&](auto halo) { needed = sharedBytes<decltype(halo)::value> + sizeof(int64) * halo; });
    return sharedMemoryOfBlock(currentDevice()) >= needed;
}

void launchLookAround(const TileJob<float>& job, int reach)
{
    withHalo(reach, [&](auto halo) { runAs<decltype(halo)::value>(job); });
}

}}} // namespace cv::recfilter::gpu
