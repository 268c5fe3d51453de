// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// One read and one write, for filters that fade within a few pixels. Blocks read a halo instead of carries.

#include "recursive/cuda/lines/chain_dispatch.cuh"
#include "runtime/cuda/launch.cuh"
#include "recursive/cuda/one_read/halo_run.cuh"
#include "recursive/cuda/one_read/tuning.hpp"
#include "recursive/cuda/one_read/one_read.hpp"

#include <algorithm>
#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

namespace {

/** Each strip has `groups` blocks of `steps` steps, plus `lastGroups` short blocks mid-image, launched last. A short
block has `lastSteps` steps. Mid-image, no border above or below delays the end. */
struct LaunchPlan
{
    int steps, groups, lastSteps, lastGroups;
};

//! Where a block begins, which channel it filters, and how many steps it takes.
template <int HALO>
struct HaloPlace
{
    typedef HaloShape<HALO> Shape;
    int channel, count;
    int64 left, top; //!< the first pixel that is written

    __device__ HaloPlace(int channels, unsigned strips, const LaunchPlan& cut)
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
        // Strips at both edges come first: they take longest, and blocks that begin last end last.
        const unsigned strip = place - group * strips;
        left = int64(strip ? strip - 1 : strips - 1) * Shape::width;
    }

    __device__ int64 rowOfStep(int step) const { return top + int64(step) * Shape::run; }
};

//! The first HALO_WARPS warps filter and store rows of a step.
constexpr int HALO_WARPS = 4;

/** Stores a warp's rows to an image of any depth and at its edges. Not inlined, to keep the code for whole rows of
float together.
@param from the first pixel of the first row, which is pixel (x, y) of the image */
template <int HALO>
__device__ __noinline__ void storeAnyRows(const TileJob<float>& job, int channel, const float* from, int64 x, int64 y)
{
    typedef HaloShape<HALO> Shape;
    const ImageRows image = job.dst;
    const float gain = job.gain, restored = pick(job.restored, channel);
    const int columns = int(::min(int64(Shape::width), image.width - x));
    const int rows = int(::min(int64(HALO_WARP_ROWS), image.height - y)), own = threadIdx.x % 32 * 4;
    withDepth<float>(image.depth, [&](auto type) {
        typedef decltype(type) T;
        uchar* const to = inBatch(image.data, image.imageStep) + y * int64(image.step);
        if (image.aligned && columns == Shape::width && rows == HALO_WARP_ROWS)
            storeGroups<T, false>(gain, restored, HALO_WARP_ROWS, from + own, Shape::pitch, to + (x + own) * sizeof(T),
                                  image.step);
        else
            storePixels<T, Shape::width, 32>(gain, restored, columns, rows, from, Shape::pitch,
                                             to + (x * image.channels + channel) * sizeof(T), image.channels,
                                             image.step);
    });
}

/** Moves a block down its strip, step by step. Every thread loads its part of the rows and filters a column. Then the
first warps filter and store rows. A step has two barriers: pixels are loaded, and columns are filtered. */
template <typename Line, int HALO, typename Axis>
struct HaloBlock
{
    typedef HaloShape<HALO> Shape;
    static constexpr int run = Shape::run;
    static constexpr int pitch = Shape::pitch;
    static_assert(HALO_WARPS * HALO_WARP_ROWS == run, "they own all rows");
    static_assert(32 / HALO_WARP_ROWS * run == Shape::width && 32 * 4 == Shape::width,
                  "a warp has the runs of its rows, and stores a row at once");
    typedef typename Line::Number State[Line::capacity];

    const TileJob<float>& job;
    const Axis &axisX, &axisY; //!< AxisView or CascadeOf
    const HaloPlace<HALO>& place;
    float* const slots; //!< from HALO columns left of the first written column
    State p;            //!< of this thread's column

    __device__ HaloBlock(const TileJob<float>& j, const Axis& x, const Axis& y, const HaloPlace<HALO>& where,
                         float* memory)
        : job(j), axisX(x), axisY(y), place(where), slots(memory)
    {
    }

    //! The rows of a step in shared memory.
    __device__ float* slot(int i) const { return slots + i % Shape::slots * Shape::slotSize; }

    __device__ void load(int64 y, int rows, float* to) const
    {
        loadHaloRows(job, HaloColumns<HALO>(place.left, place.channel), y, rows, to);
    }

    //! Starts to load step i, or the halo below the last step. Skips steps that no thread waits for.
    __device__ void request(int i) const
    {
        if (i <= place.count && (i == 0 || place.rowOfStep(i - 1) < job.src.height))
            load(place.rowOfStep(i), i < place.count ? run : HALO, slot(i));
        __pipeline_commit();
    }

    //! Loads the first two steps. Computes the column state from the rows above, which occupy the third step's slot.
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
        const typename Line::Chain chain(axisY);
        beginAt<Line>(axisY, above[threadIdx.x], p);
#pragma unroll
        for (int i = 0; i < HALO; i++)
            chain.step(above[i * pitch + threadIdx.x], p);
        chain.turn(p);
    }

    __device__ void advance(int i)
    {
        __pipeline_wait_prior(0);
        __syncthreads(); // this step and the next one are loaded, and the previous one is stored
        request(i + 2);
        float* const tile = slot(i);
        filterColumn(tile, slot(i + 1));
        __syncthreads();
        if (threadIdx.x < HALO_WARPS * 32)
            filterRows(tile, place.rowOfStep(i));
    }

    //! Filters this thread's column. p is the state that enters it and becomes the one that leaves it.
    __device__ void filterColumn(float* tile, const float* below)
    {
        const typename Line::Chain chain(axisY);
        State a;
        beginAt<Line>(axisY, below[(HALO - 1) * pitch + threadIdx.x], a);
#pragma unroll
        for (int i = HALO - 1; i >= 0; i--)
            chain.step(below[i * pitch + threadIdx.x], a);
        chain.turn(a);
        Line::template filter<pitch>(tile + threadIdx.x, run, axisY, p, a);
    }

    __device__ void filterRows(float* tile, int64 y) const
    {
        const int warpRow = threadIdx.x / 32 * HALO_WARP_ROWS;
        float* const rows = tile + warpRow * pitch + HALO;
        filterHaloRows<Line, HALO>(axisX, rows);
        store(rows, y + warpRow);
    }

    //! @param from the first pixel of this warp's rows, which begin at row y
    __device__ void store(const float* from, int64 y) const
    {
        const bool areWhole = place.left + Shape::width <= job.dst.width && y + HALO_WARP_ROWS <= job.dst.height;
        const int own = threadIdx.x % 32 * 4;
        if (areWhole && job.dst.aligned && job.dst.depth == CV_32F)
            storeGroups<float, false>(job.gain, pick(job.restored, 0), HALO_WARP_ROWS, from + own, pitch,
                                      inBatch(job.dst.data, job.dst.imageStep) + y * job.dst.step +
                                          (place.left + own) * sizeof(float),
                                      job.dst.step);
        else
            storeAnyRows<HALO>(job, place.channel, from, place.left, y);
    }
};

template <typename Line, int HALO, typename Axis>
__device__ inline void filterStrip(const TileJob<float>& job, const Axis& x, const Axis& y, unsigned strips,
                                   const LaunchPlan& cut)
{
    extern __shared__ __align__(16) uchar memory[];
    const HaloPlace<HALO> place(job.src.channels, strips, cut);
    waitForPredecessor();
    if (place.top >= job.src.height) // where the blocks have more steps than the image
        return;
    HaloBlock<Line, HALO, Axis> block(job, x, y, place, reinterpret_cast<float*>(memory));
    block.begin();
#pragma unroll 1
    for (int i = 0; i < place.count && place.rowOfStep(i) < job.src.height; i++)
        block.advance(i);
}

template <typename Line, int HALO>
__global__ void __launch_bounds__(HaloShape<HALO>::threads, tuning::ONE_READ_RESIDENT)
    oneRead(const __grid_constant__ TileJob<float> job, unsigned strips, LaunchPlan cut)
{
    filterStrip<Line, HALO>(job, job.x, job.y, strips, cut);
}

template <typename Line>
__global__ void __launch_bounds__(HaloShape<ONE_READ_REACH>::threads, tuning::ONE_READ_RESIDENT)
    oneReadInDouble(const __grid_constant__ TileJob<float> job, unsigned strips, LaunchPlan cut,
                    const __grid_constant__ WideCascades axes)
{
    filterStrip<Line, ONE_READ_REACH>(job, axes.x, axes.y, strips, cut);
}

template <int HALO>
constexpr size_t sharedBytes = HaloShape<HALO>::slots* HaloShape<HALO>::slotSize * sizeof(float);

/** If few steps suffice, all blocks run at once. Otherwise as many as fit run at once, and short blocks follow, so that
all end together. If long blocks would evict their neighbours' pixels from L2: many blocks, short ones last. */
template <int HALO>
LaunchPlan launchPlanOf(int64 strips, int64 rows, int64 atOnce)
{
    const bool isShort = HALO <= ONE_READ_SHORT_REACH;
    const int64 few = isShort ? tuning::ONE_READ_FEW_STEPS_16 : tuning::ONE_READ_FEW_STEPS_32;
    const int64 most = isShort ? tuning::ONE_READ_STEPS_16 : tuning::ONE_READ_STEPS_32;
    const int64 lastSteps = tuning::ONE_READ_LAST_STEPS;
    const auto quotient = [](int64 a, int64 b) { return (a + b - 1) / b; };
    if (strips <= atOnce)
    {
        const int64 groups = atOnce / strips, steps = quotient(rows, groups);
        if (steps <= few)
            return {int(steps), int(quotient(rows, steps)), int(lastSteps), 0};
        const int64 followers = 2 * atOnce / strips - groups; // at most one follower a place
        const int64 shorter = std::max(quotient(rows - followers * lastSteps, groups), int64(1));
        if (shorter <= tuning::ONE_READ_STEPS_AT_ONCE)
            return {int(shorter), int(groups), int(lastSteps), int(quotient(rows - groups * shorter, lastSteps))};
    }
    const int64 steps = std::min(most, quotient(strips * rows, tuning::ONE_READ_BLOCKS));
    const int64 groups = (rows - std::min(rows, atOnce * lastSteps / strips)) / steps;
    return {int(steps), int(groups), int(lastSteps), int(quotient(rows - groups * steps, lastSteps))};
}

//! @param more arguments of the kernel
template <auto KERNEL, int HALO, typename... More>
void run(const TileJob<float>& job, const More&... more)
{
    typedef HaloShape<HALO> Shape;
    const int64 strips = (int64(job.src.width) + Shape::width - 1) / Shape::width;
    const int64 rows = (int64(job.src.height) + Shape::run - 1) / Shape::run;
    const int64 atOnce = int64(deviceAttribute(cudaDevAttrMultiProcessorCount, currentDevice())) *
                         KernelOnDevices<KERNEL>::residentBlocks(Shape::threads, sharedBytes<HALO>);
    const LaunchPlan cut = launchPlanOf<HALO>(strips * job.src.channels * job.src.images, rows, atOnce);
    const int64 blocks = strips * (cut.groups + cut.lastGroups) * job.src.channels;
    launchDependent<KERNEL>({blocks, Shape::threads, sharedBytes<HALO>, job.stream, job.src.images}, job,
                            unsigned(strips), cut, more...);
}

template <int HALO>
void runAs(const TileJob<float>& job)
{
    withCascadeLine<float, HaloShape<HALO>::run, HaloShape<HALO>::run>(job.chainY, [&](auto line) {
        typedef decltype(line) Line;
        if constexpr (Line::moments != 0)
            run<oneRead<Line, HALO>, HALO>(job);
    });
}

} // namespace

bool canReadOnce(int reach)
{
    if (reach > ONE_READ_REACH)
        return false;
    size_t needed = 0;
    withHalo(reach, [&](auto halo) { needed = sharedBytes<decltype(halo)::value>; });
    return sharedMemoryOfBlock(currentDevice()) >= needed;
}

void launchOneRead(const TileJob<float>& job, int reach)
{
    withHalo(reach, [&](auto halo) { runAs<decltype(halo)::value>(job); });
}

void launchOneReadInDouble(const TileJob<float>& job, const WideCascades& axes)
{
    constexpr int run = HaloShape<ONE_READ_REACH>::run;
    if (axes.poles == 3)
        gpu::run<oneReadInDouble<AllPoleLine<double, run, 1, 1, run, float>>, ONE_READ_REACH>(job, axes);
    else
        gpu::run<oneReadInDouble<AllPoleLine<double, run, 0, 2, run, float>>, ONE_READ_REACH>(job, axes);
}

}}} // namespace cv::recfilter::gpu
