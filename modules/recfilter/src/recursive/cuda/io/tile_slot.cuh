// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// A tile in shared memory, its slot: loads, stores, and the column or run of a row that each thread owns.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_IO_TILE_SLOT_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_IO_TILE_SLOT_CUH

#include "runtime/cuda/io/pixel_io.cuh"
#include "recursive/cuda/io/slot_shape.cuh"
#include "recursive/cuda/io/tile_place.cuh"

#include <cuda_pipeline_primitives.h>

#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

//! A thread's index in its set: one thread for each column of a tile. A block may have a second set, for the rows, or a
//! set for each channel.
template <typename W>
__device__ inline int tileThread()
{
    return threadIdx.x % SlotShape<W>::threads;
}

//! A thread's run is part 0 or 1 of a row. Eight threads own part 0 of eight rows, the next eight own their part 1.
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
template <typename Shape>
struct SlotLane
{
    const int row, x;

    __device__ SlotLane()
        : row(threadIdx.x % Shape::threads / Shape::rowThreads), x(threadIdx.x % Shape::rowThreads * Shape::quad)
    {
    }

    template <typename Pixel>
    __device__ Pixel* in(Pixel* slot, int i) const
    {
        return slot + i * Shape::rowPitch + x;
    }
};

//! __pipeline_memcpy_async of 16 bytes with an L2 evict-first hint.
__device__ inline void copyEvictFirst(void* to, const void* from)
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

//! Copies a whole tile of unconverted pixels straight to shared memory. @tparam EVICT_FIRST evict-first (EvictFirst)
template <bool EVICT_FIRST, typename Job, typename Place, typename W>
__device__ inline void copyTileAsync(const Job& job, const Place& place, W* slot)
{
    typedef SlotOf<Place> Shape;
    const SlotLane<Shape> lane;
    const uchar* from =
        pixelsOf(job.src) + (place.top() + lane.row) * job.src.step + (place.left() + lane.x) * sizeof(W);
    const size_t step = Shape::rowsAtOnce * job.src.step;
    W* to = lane.in(slot, lane.row);
#pragma unroll
    for (int i = 0; i < Shape::run; i += Shape::rowsAtOnce, from += step, to += Shape::rowsAtOnce * Shape::rowPitch)
        if constexpr (EVICT_FIRST)
            copyEvictFirst(to, from);
        else
            __pipeline_memcpy_async(to, from, 16);
}

//! Copies a tile at the end of a row or column, with zeros outside the image. Not inlined, to save registers.
template <typename Job, typename Place, typename W>
__device__ __noinline__ void copyPartAsync(const Job& job, Place place, W* slot)
{
    typedef SlotOf<Place> Shape;
    const SlotLane<Shape> lane;
    const int inside = place.columns - lane.x;
#pragma unroll 4
    for (int i = lane.row; i < Shape::run; i += Shape::rowsAtOnce)
    {
        const W* const from = rowInBatch<W>(job.src, place.top() + i) + place.left() + lane.x;
        W* const to = lane.in(slot, i);
        if (i < place.rows && inside >= Shape::quad)
            __pipeline_memcpy_async(to, from, 16);
        else
#pragma unroll
            for (int j = 0; j < Shape::quad; j++)
                to[j] = i < place.rows && j < inside ? from[j] : W(0);
    }
}

//! Converts a whole tile of aligned pixels of any depth. All loads are in flight together.
template <typename Job, typename Place, typename W>
__device__ __noinline__ void convertWholeTile(const Job& job, Place place, W* slot)
{
    typedef SlotOf<Place> Shape;
    const SlotLane<Shape> lane;
    const W offset = pick(job.offset, 0);
    W* to = lane.in(slot, lane.row);
    withDepth<W>(job.src.depth, [&](auto type) {
        typedef PixelGroup<decltype(type), Shape::quad> Group;
        enum
        {
            count = Shape::run / Shape::rowsAtOnce
        };
        const uchar* from = pixelsOf(job.src) + (place.top() + lane.row) * job.src.step +
                            (place.left() + lane.x) * sizeof(decltype(type));
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

//! Clears this thread's pixels outside the image, in the order of convertTile.
template <typename Place, typename W>
__device__ inline void clearOutside(const Place& place, W* slot)
{
    typedef SlotOf<Place> Shape;
    const SlotLane<Shape> lane;
#pragma unroll 1
    for (int i = lane.row; i < Shape::run; i += Shape::rowsAtOnce)
#pragma unroll
        for (int x = threadIdx.x % Shape::rowThreads, j = 0; j < Shape::quad; j++, x += Shape::rowThreads)
            if (i >= place.rows || x >= place.columns)
                slot[i * Shape::rowPitch + x] = 0;
}

/** Converts any tile. Neighbouring threads take neighbouring pixels, each with 16 loads in flight. Pixels outside the
image become 0; the last ones inside are read instead. Not inlined, to leave the kernel its registers. */
template <typename Job, typename Place, typename W>
__device__ __noinline__ void convertTile(const Job& job, Place place, W* slot)
{
    typedef SlotOf<Place> Shape;
    enum
    {
        rows = 16 / Shape::quad
    };
    const SlotLane<Shape> lane;
    const ImageView image = job.src;
    const W offset = pick(job.offset, place.channel);
    const int begin = threadIdx.x % Shape::rowThreads;
    int numbers[Shape::quad]; // offsets from the first pixel of a row
#pragma unroll
    for (int j = 0; j < Shape::quad; j++)
        numbers[j] = ::min(begin + j * Shape::rowThreads, place.columns - 1) * image.channels + place.channel;
    withDepth<W>(image.depth, [&](auto type) {
        typedef decltype(type) T;
        const uchar* const first =
            pixelsOf(image) + place.top() * image.step + place.left() * image.channels * sizeof(T);
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

//! Starts filling the slot; awaitTile waits for it. All threads call both. @param evictsFirst evict-first (EvictFirst)
template <typename Job, typename Place, typename W>
__device__ inline void requestTile(const Job& job, const Place& place, W* slot, bool evictsFirst = false)
{
    if (place.isWhole() && job.src.copies && evictsFirst)
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

template <typename Job, typename Place, typename W>
__device__ inline void loadTile(const Job& job, const Place& place, W* slot, bool evictsFirst = false)
{
    requestTile(job, place, slot, evictsFirst);
    awaitTile();
}

//! The rows of which a thread stores its part.
struct SlotRows
{
    int first, step, count;

    template <typename Shape>
    __device__ static SlotRows ofTile()
    {
        return {SlotLane<Shape>().row, Shape::rowsAtOnce, Shape::run / Shape::rowsAtOnce};
    }
};

//! Stores this thread's part of `count` rows of aligned pixels.
template <typename Job, typename Place, typename W>
__device__ inline void storeVectors(const Job& job, const Place& place, const W* slot, W restored, const SlotRows& rows,
                                    int count)
{
    typedef SlotOf<Place> Shape;
    const SlotLane<Shape> lane;
    if (lane.x >= place.columns)
        return;
    const auto store = [&](auto type, auto evictsFirst) {
        typedef decltype(type) T;
        uchar* const to =
            pixelsOf(job.dst) + (place.top() + rows.first) * job.dst.step + (place.left() + lane.x) * sizeof(T);
        storeGroups<T, decltype(evictsFirst)::value>(job.gain, restored, count, lane.in(slot, rows.first),
                                                     rows.step * Shape::rowPitch, to, rows.step * job.dst.step);
    };
    if (job.evictFirst.result)
        return store(W(), std::true_type());
    withDepth<W>(job.dst.depth, [&](auto type) { store(type, std::false_type()); });
}

//! Stores any tile without its pixels outside the image. Not inlined, to leave the kernel its registers.
template <typename Job, typename Place, typename W>
__device__ __noinline__ void storeAnyTile(const Job& job, Place place, const W* slot, SlotRows rows)
{
    typedef SlotOf<Place> Shape;
    const ImageView image = job.dst;
    const W gain = job.gain, restored = pick(job.restored, place.channel);
    const int count = ::min(rows.count, (place.rows - rows.first + rows.step - 1) / rows.step);
    if (image.aligned && place.columns % Shape::quad == 0)
        return storeVectors(job, place, slot, restored, rows, count);
    withDepth<W>(image.depth, [&](auto type) {
        typedef decltype(type) T;
        uchar* const to = pixelsOf(image) + (place.top() + rows.first) * image.step +
                          (place.left() * image.channels + place.channel) * sizeof(T);
        storePixels<T, Shape::width, Shape::rowThreads>(
            gain, restored, place.columns, count, slot + rows.first * Shape::rowPitch, rows.step * Shape::rowPitch, to,
            image.channels, rows.step * image.step);
    });
}

template <typename Job, typename Place, typename W>
__device__ inline void storeTile(const Job& job, const Place& place, const W* slot,
                                 const SlotRows& rows = SlotRows::ofTile<SlotOf<Place>>())
{
    if (place.isWhole() && job.dst.aligned)
        storeVectors(job, place, slot, pick(job.restored, 0), rows, rows.count);
    else
        storeAnyTile(job, place, slot, rows);
}

//! The first pixel of this thread's column. The next ones are Shape::rowPitch apart.
template <typename W>
__device__ inline W* ownColumn(W* slot)
{
    return slot + tileThread<W>();
}

//! The first pixel of this thread's run.
template <typename W>
__device__ inline W* ownRun(W* slot)
{
    return slot + ownRow<W>() * SlotShape<W>::rowPitch + ownPart() * SlotShape<W>::run;
}

//! Stores the first and last pixels of the rows. They lie behind the row moments.
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
