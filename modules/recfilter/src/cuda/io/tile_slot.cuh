// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// A tile in shared memory: a thread for every column, and then one for every run of its rows.

#ifndef OPENCV_RECFILTER_CUDA_TILE_SLOT_CUH
#define OPENCV_RECFILTER_CUDA_TILE_SLOT_CUH

#include "cuda/io/pixel_io.cuh"
#include "cuda/io/tile_place.cuh"

#include <cuda_pipeline_primitives.h>

#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

//! Rows a little longer than a tile is wide: threads that own a row each, 16 bytes at a time, meet no bank twice.
template <typename W>
struct SlotShape
{
    enum
    {
        run = TileShape<W>::run,
        span = TileShape<W>::span,
        width = run * span,
        threads = width,
        quad = 16 / sizeof(W),
        rowPitch = width + quad,
        size = run * rowPitch,
        rowThreads = width / quad, //!< that load or store a row
        rowsAtOnce = threads / rowThreads
    };
};

//! As many as a tile has columns do the work of a tile; a block may have another set of them, for its rows.
template <typename W>
__device__ inline int tileThread()
{
    return threadIdx.x % SlotShape<W>::threads;
}

/** The run that a thread owns, part 0 or 1 of a row: eight neighbouring threads have eight rows, and the other part of them is
OTHER_PART further in the warp. */
enum
{
    OTHER_PART = 8
};

template <typename W>
__device__ inline int ownRow()
{
    const int thread = tileThread<W>();
    return thread / (2 * OTHER_PART) * OTHER_PART + thread % OTHER_PART;
}

__device__ inline int ownPart()
{
    return threadIdx.x / OTHER_PART % 2;
}

//! The part of a tile's rows that a thread loads or stores: `quad` pixels of every row from `row` on.
template <typename W>
struct SlotLane
{
    typedef SlotShape<W> Shape;
    const int row, x;

    __device__ SlotLane() : row(threadIdx.x / Shape::rowThreads), x(threadIdx.x % Shape::rowThreads * Shape::quad) {}

    template <typename Pixel>
    __device__ Pixel* in(Pixel* slot, int i) const
    {
        return slot + i * Shape::rowPitch + x;
    }
};

//! As __pipeline_memcpy_async of 16 bytes, which the second-level cache lets go of first.
__device__ inline void copyLeavingFirst(void* to, const void* from)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
    asm volatile(
        "cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2;" ::"r"(unsigned(__cvta_generic_to_shared(to))),
        "l"(from), "l"(policy)
        : "memory");
#else
    __pipeline_memcpy_async(to, from, 16);
#endif
}

//! A whole tile of pixels that need no arithmetic, straight to shared memory. @tparam LEAVES_FIRST as PassingData
template <bool LEAVES_FIRST, typename W>
__device__ inline void copyTileAsync(const TileJob<W>& job, const TilePlace<W>& place, W* slot)
{
    typedef SlotShape<W> Shape;
    const SlotLane<W> lane;
    const uchar* from = job.src.data + (place.top() + lane.row) * job.src.step + (place.left() + lane.x) * sizeof(W);
    const size_t step = Shape::rowsAtOnce * job.src.step;
    W* to = lane.in(slot, lane.row);
#pragma unroll
    for (int i = 0; i < Shape::run; i += Shape::rowsAtOnce, from += step, to += Shape::rowsAtOnce * Shape::rowPitch)
        if constexpr (LEAVES_FIRST)
            copyLeavingFirst(to, from);
        else
            __pipeline_memcpy_async(to, from, 16);
}

/** The same of a tile at the end of a row or of a column. What lies outside the image becomes 0. A function of its own leaves the kernel
its registers. */
template <typename W>
__device__ __noinline__ void copyPartAsync(const TileJob<W>& job, TilePlace<W> place, W* slot)
{
    typedef SlotShape<W> Shape;
    const SlotLane<W> lane;
    const int inside = place.columns - lane.x;
#pragma unroll 4
    for (int i = lane.row; i < Shape::run; i += Shape::rowsAtOnce)
    {
        const W* const from = rowOf<W>(job.src, place.top() + i) + place.left() + lane.x;
        W* const to = lane.in(slot, i);
        if (i < place.rows && inside >= Shape::quad)
            __pipeline_memcpy_async(to, from, 16);
        else
#pragma unroll
            for (int j = 0; j < Shape::quad; j++)
                to[j] = i < place.rows && j < inside ? from[j] : W(0);
    }
}

//! A whole tile of aligned pixels of any depth: all loads under way together.
template <typename W>
__device__ __noinline__ void convertWholeTile(const TileJob<W>& job, TilePlace<W> place, W* slot)
{
    typedef SlotShape<W> Shape;
    const SlotLane<W> lane;
    const W offset = pick(job.offset, 0);
    W* to = lane.in(slot, lane.row);
    withDepth<W>(job.src.depth, [&](auto type) {
        typedef PixelGroup<decltype(type), Shape::quad> Group;
        enum
        {
            count = Shape::run / Shape::rowsAtOnce
        };
        const uchar* from =
            job.src.data + (place.top() + lane.row) * job.src.step + (place.left() + lane.x) * sizeof(decltype(type));
        const size_t step = Shape::rowsAtOnce * job.src.step;
        Group groups[count];
#pragma unroll
        for (int i = 0; i < count; i++, from += step)
            groups[i] = *reinterpret_cast<const Group*>(from);
#pragma unroll
        for (int i = 0; i < count; i++)
        {
            W pixels[Shape::quad];
#pragma unroll
            for (int j = 0; j < Shape::quad; j++)
                pixels[j] = widen(groups[i].v[j], W()) - offset;
            writeVectors(pixels, to + i * Shape::rowsAtOnce * Shape::rowPitch);
        }
    });
}

//! This thread's pixels outside the image, as convertTile shares them out.
template <typename W>
__device__ inline void clearOutside(const TilePlace<W>& place, W* slot)
{
    typedef SlotShape<W> Shape;
    const SlotLane<W> lane;
#pragma unroll 1
    for (int i = lane.row; i < Shape::run; i += Shape::rowsAtOnce)
#pragma unroll
        for (int x = threadIdx.x % Shape::rowThreads, j = 0; j < Shape::quad; j++, x += Shape::rowThreads)
            if (i >= place.rows || x >= place.columns)
                slot[i * Shape::rowPitch + x] = 0;
}

/** Any pixels: neighbouring threads take neighbouring ones, each 16 at a time that are under way together. What lies outside the image becomes 0; the
last pixels inside are read in its place. A function of its own leaves the kernel its registers. */
template <typename W>
__device__ __noinline__ void convertTile(const TileJob<W>& job, TilePlace<W> place, W* slot)
{
    typedef SlotShape<W> Shape;
    enum
    {
        rows = 16 / Shape::quad
    };
    const SlotLane<W> lane;
    const ImageView image = job.src;
    const W offset = offsetOf(job, place.channel);
    const int begin = threadIdx.x % Shape::rowThreads;
    int numbers[Shape::quad]; // from the first pixel of a row on
#pragma unroll
    for (int j = 0; j < Shape::quad; j++)
        numbers[j] = ::min(begin + j * Shape::rowThreads, place.columns - 1) * image.channels + place.channel;
    withDepth<W>(image.depth, [&](auto type) {
        typedef decltype(type) T;
        const uchar* const first = image.data + place.top() * image.step + place.left() * image.channels * sizeof(T);
#pragma unroll 1
        for (int i = lane.row; i < Shape::run; i += rows * Shape::rowsAtOnce)
        {
            T pixels[rows][Shape::quad];
#pragma unroll
            for (int k = 0; k < rows; k++)
            {
                const int row = ::min(i + k * Shape::rowsAtOnce, place.rows - 1);
                const T* const from = reinterpret_cast<const T*>(first + row * image.step);
#pragma unroll
                for (int j = 0; j < Shape::quad; j++)
                    pixels[k][j] = from[numbers[j]];
            }
            W* const to = slot + i * Shape::rowPitch + begin;
#pragma unroll
            for (int k = 0; k < rows; k++)
#pragma unroll
                for (int j = 0; j < Shape::quad; j++)
                    to[k * Shape::rowsAtOnce * Shape::rowPitch + j * Shape::rowThreads] =
                        widen(pixels[k][j], W()) - offset;
        }
    });
    if (!place.isWhole())
        clearOutside(place, slot);
}

/** Fills the slot, of which awaitTile tells when it is done; all threads of the block call both.
@param leavesFirst as PassingData */
template <typename W>
__device__ inline void requestTile(const TileJob<W>& job, const TilePlace<W>& place, W* slot, bool leavesFirst = false)
{
    if (place.isWhole() && job.src.copies && leavesFirst)
        copyTileAsync<true>(job, place, slot);
    else if (place.isWhole() && job.src.copies)
        copyTileAsync<false>(job, place, slot);
    else if (job.src.copies)
        copyPartAsync(job, place, slot);
    else if (place.isWhole() && job.src.aligned)
        convertWholeTile(job, place, slot);
    else
        convertTile(job, place, slot);
}

__device__ inline void awaitCopies()
{
    __pipeline_commit();
    __pipeline_wait_prior(0);
}

__device__ inline void awaitTile()
{
    awaitCopies();
    __syncthreads();
}

template <typename W>
__device__ inline void loadTile(const TileJob<W>& job, const TilePlace<W>& place, W* slot, bool leavesFirst = false)
{
    requestTile(job, place, slot, leavesFirst);
    awaitTile();
}

//! The rows that a thread stores its part of.
struct SlotRows
{
    int first, step, count;

    template <typename W>
    __device__ static SlotRows ofTile()
    {
        typedef SlotShape<W> Shape;
        return {SlotLane<W>().row, Shape::rowsAtOnce, Shape::run / Shape::rowsAtOnce};
    }
};

//! `count` rows of aligned pixels.
template <typename W>
__device__ inline void storeVectors(const TileJob<W>& job, const TilePlace<W>& place, const W* slot, W restored,
                                    const SlotRows& rows, int count)
{
    const SlotLane<W> lane;
    if (lane.x >= place.columns)
        return;
    const auto store = [&](auto type, auto leavesFirst) {
        typedef decltype(type) T;
        uchar* const to =
            job.dst.data + (place.top() + rows.first) * job.dst.step + (place.left() + lane.x) * sizeof(T);
        storeGroups<T, decltype(leavesFirst)::value>(job.gain, restored, count, lane.in(slot, rows.first),
                                                     rows.step * SlotShape<W>::rowPitch, to, rows.step * job.dst.step);
    };
    if (job.passing.result)
        return store(W(), std::true_type());
    withDepth<W>(job.dst.depth, [&](auto type) { store(type, std::false_type()); });
}

//! Any pixels, those outside the image left out. A function of its own leaves the kernel its registers.
template <typename W>
__device__ __noinline__ void storeAnyTile(const TileJob<W>& job, TilePlace<W> place, const W* slot, SlotRows rows)
{
    typedef SlotShape<W> Shape;
    const ImageView image = job.dst;
    const W gain = job.gain, restored = pick(job.restored, place.channel);
    const int count = ::min(rows.count, (place.rows - rows.first + rows.step - 1) / rows.step);
    if (image.aligned && place.columns % Shape::quad == 0)
        return storeVectors(job, place, slot, restored, rows, count);
    withDepth<W>(image.depth, [&](auto type) {
        typedef decltype(type) T;
        uchar* const to = image.data + (place.top() + rows.first) * image.step +
                          (place.left() * image.channels + place.channel) * sizeof(T);
        storePixels<T, Shape::width, Shape::rowThreads>(
            gain, restored, place.columns, count, slot + rows.first * Shape::rowPitch, rows.step * Shape::rowPitch, to,
            image.channels, rows.step * image.step);
    });
}

template <typename W>
__device__ inline void storeTile(const TileJob<W>& job, const TilePlace<W>& place, const W* slot,
                                 const SlotRows& rows = SlotRows::ofTile<W>())
{
    if (place.isWhole() && job.dst.aligned)
        storeVectors(job, place, slot, pick(job.restored, 0), rows, rows.count);
    else
        storeAnyTile(job, place, slot, rows);
}

//! The first pixel of this thread's column; the next ones are Shape::rowPitch apart.
template <typename W>
__device__ inline W* ownColumn(W* slot)
{
    return slot + threadIdx.x;
}

//! The first pixel of this thread's run.
template <typename W>
__device__ inline W* ownRun(W* slot)
{
    return slot + ownRow<W>() * SlotShape<W>::rowPitch + ownPart() * SlotShape<W>::run;
}

//! The first and the last pixel of the rows, which lie behind the row moments.
template <typename W>
__device__ inline void writeEnds(const TileJob<W>& job, const TilePlace<W>& place, const W* slot)
{
    typedef SlotShape<W> Shape;
    const int pitch = job.carries.pitch;
    W* ends = rowBlock(job, place) + job.x.tiles * 2 * job.x.moments * pitch;
#pragma unroll 1 // a thread has one row; unrolled, one launch in double takes 162 registers in place of 133
    for (int i = tileThread<W>(); i < pitch; i += Shape::threads)
    {
        const W* row = slot + i * Shape::rowPitch;
        if (place.x == 0)
            ends[i] = row[0];
        if (place.x == job.x.tiles - 1)
            ends[pitch + i] = row[place.columns - 1];
    }
}

}}} // namespace cv::recfilter::gpu

#endif
