// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// One read and one write, for filters that fade within a few pixels.

#include "cuda/lines/chain_dispatch.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/one_read/look_rows.cuh"
#include "cuda/one_read/tuning.hpp"
#include "cuda/one_read/one_read.hpp"

#include <algorithm>
#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

namespace {

/** How many steps blocks take downwards: `groups` blocks of every strip of columns `steps`, and `lastGroups`, which are the last to begin,
`lastSteps`. Those stand between the others, in the middle of the image where there are two groups or more: no border above or below
delays the end. */
struct LookCut
{
    int steps, groups, lastSteps, lastGroups;
};

//! Where a block begins, which of the channels it filters, and how many steps it takes.
template <int HALO>
struct LookPlace
{
    typedef LookShape<HALO> Shape;
    int channel, count;
    int64 left, top; //!< the first pixel that is written

    __device__ LookPlace(int channels, unsigned strips, const LookCut& cut)
    {
        const unsigned place = blockIdx.x / unsigned(channels), group = place / strips;
        channel = int(blockIdx.x - place * unsigned(channels));
        const unsigned groups = unsigned(cut.groups), upper = (groups + 1) / 2;
        const bool isLast = group >= groups, isBelow = group >= upper && !isLast;
        count = isLast ? cut.lastSteps : cut.steps;
        const unsigned before = isLast ? upper : group, lastBefore = isLast    ? group - groups
                                                                     : isBelow ? cut.lastGroups
                                                                               : 0;
        top = (int64(before) * cut.steps + int64(lastBefore) * cut.lastSteps) * Shape::run;
        // Both edges first: they take longest, and what begins last ends last.
        const unsigned strip = place - group * strips;
        left = int64(strip ? strip - 1 : strips - 1) * Shape::width;
    }

    __device__ int64 rowOfStep(int step) const { return top + int64(step) * Shape::run; }
};

//! The first warps own rows of a step, which they filter, a run a thread, and store.
enum
{
    LOOK_WARPS = 4,
    LOOK_WARP_ROWS = 8
};

/** A warp's rows to an image of any depth and its edges. A function of its own, so that the code for whole rows of float stays together.
@param from the first pixel of the first row, which is that of column x and row y of the image */
template <int HALO>
__device__ __noinline__ void storeAnyRows(const TileJob<float>& job, int channel, const float* from, int64 x, int64 y)
{
    typedef LookShape<HALO> Shape;
    const ImageView image = job.dst;
    const float gain = job.gain, restored = pick(job.restored, channel);
    const int columns = int(::min(int64(Shape::width), image.width - x));
    const int rows = int(::min(int64(LOOK_WARP_ROWS), image.height - y)), own = threadIdx.x % 32 * 4;
    withDepth<float>(image.depth, [&](auto type) {
        typedef decltype(type) T;
        uchar* const to = image.data + y * int64(image.step);
        if (image.aligned && columns == Shape::width && rows == LOOK_WARP_ROWS)
            storeGroups<T, false>(gain, restored, LOOK_WARP_ROWS, from + own, Shape::pitch, to + (x + own) * sizeof(T),
                                  image.step);
        else
            storePixels<T, Shape::width, 32>(gain, restored, columns, rows, from, Shape::pitch,
                                             to + (x * image.channels + channel) * sizeof(T), image.channels,
                                             image.step);
    });
}

/** A block's way down. Every thread loads its part of rows and filters a column; the first warps filter and store rows of their own, so that all wait for
each other twice a step: until the pixels are there, and until the columns are done. */
template <typename Line, int HALO>
struct LookBlock
{
    typedef LookShape<HALO> Shape;
    enum
    {
        run = Shape::run,
        pitch = Shape::pitch
    };
    static_assert(LOOK_WARPS * LOOK_WARP_ROWS == run, "they own all rows");
    static_assert(32 / LOOK_WARP_ROWS * run == Shape::width && 32 * 4 == Shape::width,
                  "a warp has the runs of its rows, and stores a row at once");
    typedef float State[Line::capacity];

    const TileJob<float>& job;
    const LookPlace<HALO>& place;
    float* const slots; //!< from HALO columns left of the first one that is written
    State p;            //!< of this thread's column

    __device__ LookBlock(const TileJob<float>& j, const LookPlace<HALO>& where, float* memory)
        : job(j), place(where), slots(memory)
    {
    }

    //! Where the rows of a step lie.
    __device__ float* slot(int i) const { return slots + i % Shape::slots * Shape::slotSize; }

    __device__ void load(int64 y, int rows, float* to) const
    {
        loadLookRows(job, LookColumns<HALO>(place.left, place.channel), y, rows, to);
    }

    //! Begins to load a step, or what the last one looks at; not where nobody would wait for it.
    __device__ void request(int i) const
    {
        if (i <= place.count && (i == 0 || place.rowOfStep(i - 1) < job.src.height))
            load(place.rowOfStep(i), i < place.count ? int(run) : HALO, slot(i));
        __pipeline_commit();
    }

    //! The first two steps, and the state that the rows above them leave behind, which lie where the third one will.
    __device__ void begin()
    {
        float* const above = slot(2);
        load(place.top - HALO, HALO, above);
        __pipeline_commit();
#pragma unroll 1
        for (int i = 0; i < 2; i++)
            request(i);
        __pipeline_wait_prior(2);
        __syncthreads();
        const typename Line::Chain chain(job.y);
        rest(p);
#pragma unroll
        for (int i = 0; i < HALO; i++)
            chain.step(above[i * pitch + threadIdx.x], p);
        chain.turn(p);
    }

    __device__ void advance(int i)
    {
        __pipeline_wait_prior(0);
        __syncthreads(); // this step and the next one are there, and the one before is stored
        request(i + 2);
        float* const tile = slot(i);
        filterColumn(tile, slot(i + 1));
        __syncthreads();
        if (threadIdx.x < LOOK_WARPS * 32)
            filterRows(tile, place.rowOfStep(i));
    }

    __device__ static void rest(State& state)
    {
#pragma unroll
        for (int m = 0; m < Line::moments; m++)
            state[m] = 0;
    }

    //! This thread's column; p is the state that enters it, and afterwards the one that leaves it.
    __device__ void filterColumn(float* tile, const float* below)
    {
        const typename Line::Chain chain(job.y);
        State a;
        rest(a);
#pragma unroll
        for (int i = HALO - 1; i >= 0; i--)
            chain.step(below[i * pitch + threadIdx.x], a);
        chain.turn(a);
        Line::template filter<pitch>(tile + threadIdx.x, run, job.y, p, a);
    }

    //! What enters a run of a row from both sides.
    __device__ void lookSideways(const float* pixels, State& before, State& behind) const
    {
        const typename Line::Chain chain(job.x);
        float seen[HALO];
        rest(before);
        readVectors(pixels - HALO, seen);
#pragma unroll
        for (int i = 0; i < HALO; i++)
            chain.step(seen[i], before);
        chain.turn(before);
        rest(behind);
        readVectors(pixels + run, seen);
#pragma unroll
        for (int i = HALO - 1; i >= 0; i--)
            chain.step(seen[i], behind);
        chain.turn(behind);
    }

    //! This warp's rows. A thread owns a run: one of every row, then the next ones.
    __device__ void filterRows(float* tile, int64 y) const
    {
        const int warpRow = threadIdx.x / 32 * LOOK_WARP_ROWS, lane = threadIdx.x % 32;
        float* const rows = tile + warpRow * pitch + HALO;
        float* const pixels = rows + lane % LOOK_WARP_ROWS * pitch + lane / LOOK_WARP_ROWS * run;
        State before, behind;
        lookSideways(pixels, before, behind);
        __syncwarp();
        Line::template filter<1>(pixels, run, job.x, before, behind);
        __syncwarp();
        store(rows, y + warpRow);
    }

    //! @param from the first pixel of this warp's rows, which begin at row y
    __device__ void store(const float* from, int64 y) const
    {
        const bool areWhole = place.left + Shape::width <= job.dst.width && y + LOOK_WARP_ROWS <= job.dst.height;
        const int own = threadIdx.x % 32 * 4;
        if (areWhole && job.dst.aligned && job.dst.depth == CV_32F)
            storeGroups<float, false>(job.gain, pick(job.restored, 0), LOOK_WARP_ROWS, from + own, pitch,
                                      job.dst.data + y * job.dst.step + (place.left + own) * sizeof(float),
                                      job.dst.step);
        else
            storeAnyRows<HALO>(job, place.channel, from, place.left, y);
    }
};

template <typename Line, int HALO>
__global__ void __launch_bounds__(LookShape<HALO>::threads, tuning::LOOK_AROUND_RESIDENT)
    lookAround(const __grid_constant__ TileJob<float> job, unsigned strips, LookCut cut)
{
    extern __shared__ __align__(16) uchar memory[];
    const LookPlace<HALO> place(job.src.channels, strips, cut);
    waitForPredecessor();
    if (place.top >= job.src.height) // where the steps of all blocks are one more than there are
        return;
    LookBlock<Line, HALO> block(job, place, reinterpret_cast<float*>(memory));
    block.begin();
#pragma unroll 1
    for (int i = 0; i < place.count && place.rowOfStep(i) < job.src.height; i++)
        block.advance(i);
}

template <int HALO>
constexpr size_t sharedBytes = LookShape<HALO>::slots* LookShape<HALO>::slotSize * sizeof(float);

/** All blocks at once where few steps are enough for that. Else as many at once as can be, with short ones to follow them, so that all end
together; or where those would be so long that their neighbours' pixels left the cache, many blocks, short ones last. */
template <int HALO>
LookCut cutOf(int64 strips, int64 rows, int64 atOnce)
{
    const bool isShort = HALO <= LOOK_AROUND_SHORT_REACH;
    const int64 few = isShort ? tuning::LOOK_AROUND_FEW_STEPS_16 : tuning::LOOK_AROUND_FEW_STEPS_32;
    const int64 most = isShort ? tuning::LOOK_AROUND_STEPS_16 : tuning::LOOK_AROUND_STEPS_32;
    const int64 lastSteps = tuning::LOOK_AROUND_LAST_STEPS;
    const auto quotient = [](int64 a, int64 b) { return (a + b - 1) / b; };
    if (strips <= atOnce)
    {
        const int64 groups = atOnce / strips, steps = quotient(rows, groups);
        if (steps <= few)
            return {int(steps), int(quotient(rows, steps)), int(lastSteps), 0};
        const int64 followers = 2 * atOnce / strips - groups; // no place has two to follow
        const int64 shorter = std::max(quotient(rows - followers * lastSteps, groups), int64(1));
        if (shorter <= tuning::LOOK_AROUND_STEPS_AT_ONCE)
            return {int(shorter), int(groups), int(lastSteps), int(quotient(rows - groups * shorter, lastSteps))};
    }
    const int64 steps = std::min(most, quotient(strips * rows, tuning::LOOK_AROUND_BLOCKS));
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
    withHalo(reach, [&](auto halo) { needed = sharedBytes<decltype(halo)::value>; });
    return sharedMemoryOfBlock(currentDevice()) >= needed;
}

void launchLookAround(const TileJob<float>& job, int reach)
{
    withHalo(reach, [&](auto halo) { runAs<decltype(halo)::value>(job); });
}

}}} // namespace cv::recfilter::gpu
