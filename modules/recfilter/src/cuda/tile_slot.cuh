// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// A tile in shared memory: a thread for every column, and then one for every run of its rows.

#ifndef OPENCV_RECFILTER_CUDA_TILE_SLOT_CUH
#define OPENCV_RECFILTER_CUDA_TILE_SLOT_CUH

#include "pixel_io.cuh"
#include "tile_place.cuh"

#include <cuda_pipeline_primitives.h>

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

//! A whole tile of pixels that need no arithmetic, straight to shared memory.
template <typename W>
__device__ inline void copyTileAsync(const TileJob<W>& job, const TilePlace<W>& place, W* slot)
{
    typedef SlotShape<W> Shape;
    const SlotLane<W> lane;
    const uchar* from = job.src.data + (place.top() + lane.row) * job.src.step + (place.left() + lane.x) * sizeof(W);
    const size_t step = Shape::rowsAtOnce * job.src.step;
    W* to = lane.in(slot, lane.row);
#pragma unroll
    for (int i = 0; i < Shape::run; i += Shape::rowsAtOnce, from += step, to += Shape::rowsAtOnce * Shape::rowPitch)
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

//! A whole tile of a channel among others, or of rows that begin anywhere: pixel by pixel, many on their way together.
template <typename T, typename W>
__device__ inline void convertStrided(const TileJob<W>& job, const TilePlace<W>& place, W offset, W* slot)
{
    typedef SlotShape<W> Shape;
    const SlotLane<W> lane;
    const int stride = job.src.channels;
    const size_t step = Shape::rowsAtOnce * job.src.step;
    const uchar* from = job.src.data + (place.top() + lane.row) * job.src.step +
                        ((place.left() + lane.x) * stride + place.channel) * sizeof(T);
    W* to = lane.in(slot, lane.row);
#pragma unroll 8
    for (int i = 0; i < Shape::run; i += Shape::rowsAtOnce, from += step, to += Shape::rowsAtOnce * Shape::rowPitch)
    {
        W pixels[Shape::quad];
#pragma unroll
        for (int j = 0; j < Shape::quad; j++)
            pixels[j] = widen(reinterpret_cast<const T*>(from)[j * stride], W()) - offset;
        writeVectors(pixels, to);
    }
}

//! Any pixels; what lies outside the image becomes 0.
template <typename W>
__device__ __noinline__ void convertTile(const TileJob<W>& job, TilePlace<W> place, W* slot)
{
    typedef SlotShape<W> Shape;
    const SlotLane<W> lane;
    const W offset = offsetOf(job, place.channel);
    const int inside = place.columns - lane.x;
    withDepth<W>(job.src.depth, [&](auto type) {
        typedef decltype(type) T;
        if (place.isWhole())
            return convertStrided<T>(job, place, offset, slot);
#pragma unroll 2
        for (int i = lane.row; i < Shape::run; i += Shape::rowsAtOnce)
        {
            W pixels[Shape::quad] = {};
            if (i < place.rows)
                loadQuad(job.src, rowOf<T>(job.src, place.top() + i), place.left() + lane.x, inside, place.channel,
                         offset, pixels);
            writeVectors(pixels, lane.in(slot, i));
        }
    });
}

//! Fills the slot, of which awaitTile tells when it is done; all threads of the block call both.
template <typename W>
__device__ inline void requestTile(const TileJob<W>& job, const TilePlace<W>& place, W* slot)
{
    if (place.isWhole() && job.src.copies)
        copyTileAsync(job, place, slot);
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
__device__ inline void loadTile(const TileJob<W>& job, const TilePlace<W>& place, W* slot)
{
    requestTile(job, place, slot);
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

template <typename T, typename W>
__device__ inline void storeWholeTile(const TileJob<W>& job, const TilePlace<W>& place, const W* slot, W restored,
                                      const SlotRows& rows)
{
    typedef SlotShape<W> Shape;
    const SlotLane<W> lane;
    uchar* to = job.dst.data + (place.top() + rows.first) * job.dst.step + (place.left() + lane.x) * sizeof(T);
    storeGroups<T>(job, restored, rows.count, lane.in(slot, rows.first), rows.step * Shape::rowPitch, to,
                   rows.step * job.dst.step);
}

template <typename T, typename W>
__device__ inline void storeStridedTile(const TileJob<W>& job, const TilePlace<W>& place, const W* slot, W restored,
                                        const SlotRows& rows)
{
    typedef SlotShape<W> Shape;
    const SlotLane<W> lane;
    const int stride = job.dst.channels;
    const size_t step = rows.step * job.dst.step;
    const W* from = lane.in(slot, rows.first);
    uchar* to = job.dst.data + (place.top() + rows.first) * job.dst.step +
                ((place.left() + lane.x) * stride + place.channel) * sizeof(T);
#pragma unroll 4
    for (int i = 0; i < rows.count; i++, from += rows.step * Shape::rowPitch, to += step)
    {
        T out[Shape::quad];
        finishPixels(job, from, restored, out);
#pragma unroll
        for (int j = 0; j < Shape::quad; j++)
            reinterpret_cast<T*>(to)[j * stride] = out[j];
    }
}

template <typename T, typename W>
__device__ inline void storeAnyTile(const TileJob<W>& job, const TilePlace<W>& place, const W* slot, W restored,
                                    const SlotRows& rows)
{
    typedef SlotShape<W> Shape;
    const SlotLane<W> lane;
#pragma unroll 4
    for (int i = rows.first; i < ::min(place.rows, rows.first + rows.count * rows.step); i += rows.step)
        storeQuad(job, rowOf<T>(job.dst, place.top() + i), place.left() + lane.x, place.columns - lane.x, place.channel,
                  lane.in(slot, i), restored);
}

template <typename W>
__device__ inline void storeTile(const TileJob<W>& job, const TilePlace<W>& place, const W* slot,
                                 const SlotRows& rows = SlotRows::ofTile<W>())
{
    const W restored = pick(job.restored, place.channel);
    withDepth<W>(job.dst.depth, [&](auto type) {
        typedef decltype(type) T;
        if (place.isWhole() && job.dst.aligned)
            storeWholeTile<T>(job, place, slot, restored, rows);
        else if (place.isWhole())
            storeStridedTile<T>(job, place, slot, restored, rows);
        else
            storeAnyTile<T>(job, place, slot, restored, rows);
    });
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
    W* ends = rowBlock(job, place) + job.x.tiles * 2 * job.x.moments * Shape::run;
    const int lastColumn = place.columns - 1;
    for (int i = tileThread<W>(); i < Shape::run; i += Shape::threads)
    {
        const W* row = slot + i * Shape::rowPitch;
        if (place.x == 0)
            ends[i] = row[0];
        if (place.x == job.x.tiles - 1)
            ends[Shape::run + i] = row[lastColumn];
    }
}

}}} // namespace cv::recfilter::gpu

#endif
