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

/** The pixels of a tile in an image, in one channel. Functions that are not inlined take them by value: they would read
the members of a job, a kernel parameter, through memory, again after each asynchronous copy. */
struct TilePixels
{
    uchar* first;
    size_t step;
    int depth, channels;
    int columns, rows; //!< within the image

    template <typename Place>
    __device__ TilePixels(const ImageView& image, const Place& place)
        : first(pixelsOf(image) + place.top() * image.step +
                (place.left() * image.channels + place.channel) * CV_ELEM_SIZE1(image.depth)),
          step(image.step), depth(image.depth), channels(image.channels), columns(place.columns), rows(place.rows)
    {
    }

    template <typename T>
    __device__ T* row(int y) const
    {
        return reinterpret_cast<T*>(first + y * step);
    }
};

//! Copies a tile at the end of a row or column, with zeros outside the image.
template <typename Shape, typename W>
__device__ inline void copyPartAsync(const TilePixels& pixels, W* slot)
{
    const SlotLane<Shape> lane;
    const uchar* from = pixels.first + lane.row * pixels.step + lane.x * sizeof(W);
    W* to = lane.in(slot, lane.row);
    const size_t step = Shape::rowsAtOnce * pixels.step;
    const int inside = ::min(::max(pixels.columns - lane.x, 0), int(Shape::quad)) * int(sizeof(W));
#pragma unroll
    for (int i = 0; i < Shape::run; i += Shape::rowsAtOnce, from += step, to += Shape::rowsAtOnce * Shape::rowPitch)
    {
        const int bytes = lane.row + i < pixels.rows ? inside : 0;
        __pipeline_memcpy_async(to, bytes ? from : pixels.first, 16, 16 - bytes);
    }
}

//! Converts a whole tile of aligned pixels of any depth. All loads are in flight together.
template <typename Shape, typename W>
__device__ __noinline__ void convertWholeTile(TilePixels source, W offset, W* slot)
{
    const SlotLane<Shape> lane;
    W* to = lane.in(slot, lane.row);
    withDepth<W>(source.depth, [&](auto type) {
        typedef PixelGroup<decltype(type), Shape::quad> Group;
        enum
        {
            count = Shape::run / Shape::rowsAtOnce
        };
        const uchar* from = source.first + lane.row * source.step + lane.x * sizeof(decltype(type));
        const size_t step = Shape::rowsAtOnce * source.step;
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
template <typename Shape, typename W>
__device__ inline void clearOutside(int columns, int rows, W* slot)
{
    const SlotLane<Shape> lane;
#pragma unroll 1
    for (int i = lane.row; i < Shape::run; i += Shape::rowsAtOnce)
#pragma unroll
        for (int x = threadIdx.x % Shape::rowThreads, j = 0; j < Shape::quad; j++, x += Shape::rowThreads)
            if (i >= rows || x >= columns)
                slot[i * Shape::rowPitch + x] = 0;
}

/** Converts any tile. Neighbouring threads take neighbouring pixels, each with 16 loads in flight. Pixels outside the
image become 0; the last ones inside are read instead. Not inlined, to leave the kernel its registers. */
template <typename Shape, typename W>
__device__ __noinline__ void convertTile(TilePixels source, W offset, W* slot)
{
    enum
    {
        rows = 16 / Shape::quad
    };
    const SlotLane<Shape> lane;
    const int begin = threadIdx.x % Shape::rowThreads;
    int numbers[Shape::quad]; // offsets from the first pixel of a row
#pragma unroll
    for (int j = 0; j < Shape::quad; j++)
        numbers[j] = ::min(begin + j * Shape::rowThreads, source.columns - 1) * source.channels;
    withDepth<W>(source.depth, [&](auto type) {
        typedef decltype(type) T;
#pragma unroll 1
        for (int i = lane.row; i < Shape::run; i += rows * Shape::rowsAtOnce)
        {
            T pixels[rows][Shape::quad];
#pragma unroll
            for (int k = 0; k < rows; k++)
            {
                const T* const from = source.row<const T>(::min(i + k * Shape::rowsAtOnce, source.rows - 1));
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
    if (source.columns < Shape::width || source.rows < Shape::run)
        clearOutside<Shape>(source.columns, source.rows, slot);
}

//! Starts filling the slot; awaitTile waits for it. All threads call both. @param evictsFirst evict-first (EvictFirst)
template <typename Job, typename Place, typename W>
__device__ inline void requestTile(const Job& job, const Place& place, W* slot, bool evictsFirst = false)
{
    typedef SlotOf<Place> Shape;
    if (place.isWhole() && job.src.copies && evictsFirst)
        copyTileAsync<true>(job, place, slot);
    else if (place.isWhole() && job.src.copies)
        copyTileAsync<false>(job, place, slot);
    else if (job.src.copies)
        copyPartAsync<Shape>(TilePixels(job.src, place), slot);
    else if (place.isWhole() && job.src.aligned)
        convertWholeTile<Shape>(TilePixels(job.src, place), pick(job.offset, 0), slot);
    else
        convertTile<Shape>(TilePixels(job.src, place), pick(job.offset, place.channel), slot);
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

//! result = gain * number + restored
template <typename W>
struct StoreRules
{
    W gain, restored;
    bool isAligned, evictsFirst;
};

//! Stores this thread's part of `count` rows of aligned pixels.
template <typename Shape, typename W>
__device__ inline void storeVectors(const TilePixels& result, const StoreRules<W>& rules, const W* slot,
                                    const SlotRows& rows, int count)
{
    const SlotLane<Shape> lane;
    if (lane.x >= result.columns)
        return;
    const auto store = [&](auto type, auto evictsFirst) {
        typedef decltype(type) T;
        uchar* const to = result.first + rows.first * result.step + lane.x * sizeof(T);
        storeGroups<T, decltype(evictsFirst)::value>(rules.gain, rules.restored, count, lane.in(slot, rows.first),
                                                     rows.step * Shape::rowPitch, to, rows.step * result.step);
    };
    if (rules.evictsFirst)
        return store(W(), std::true_type());
    withDepth<W>(result.depth, [&](auto type) { store(type, std::false_type()); });
}

//! How many of the rows lie within the image.
__device__ inline int countOf(const TilePixels& result, const SlotRows& rows)
{
    return ::min(rows.count, (result.rows - rows.first + rows.step - 1) / rows.step);
}

//! Stores any tile without its pixels outside the image. Not inlined, to leave the kernel its registers.
template <typename Shape, typename W>
__device__ __noinline__ void storeAnyTile(TilePixels result, StoreRules<W> rules, const W* slot, SlotRows rows)
{
    const int count = countOf(result, rows);
    if (rules.isAligned && result.columns % Shape::quad == 0)
        return storeVectors<Shape>(result, rules, slot, rows, count);
    withDepth<W>(result.depth, [&](auto type) {
        storePixels<decltype(type), Shape::width, Shape::rowThreads>(
            rules.gain, rules.restored, result.columns, count, slot + rows.first * Shape::rowPitch,
            rows.step * Shape::rowPitch, result.first + rows.first * result.step, result.channels,
            rows.step * result.step);
    });
}

template <typename Job, typename Place, typename W>
__device__ inline void storeTile(const Job& job, const Place& place, const W* slot,
                                 const SlotRows& rows = SlotRows::ofTile<SlotOf<Place>>())
{
    typedef SlotOf<Place> Shape;
    const TilePixels result(job.dst, place);
    const StoreRules<W> rules = {job.gain, pick(job.restored, place.channel), bool(job.dst.aligned),
                                 bool(job.evictFirst.result)};
    if (job.dst.aligned && place.isWhole())
        storeVectors<Shape>(result, rules, slot, rows, rows.count);
    else
        storeAnyTile<Shape>(result, rules, slot, rows);
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
