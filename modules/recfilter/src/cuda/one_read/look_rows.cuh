// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Rows of a strip of columns and of what stands beside it, in any depth and at any border, on their way to shared memory.

#ifndef OPENCV_RECFILTER_CUDA_LOOK_ROWS_CUH
#define OPENCV_RECFILTER_CUDA_LOOK_ROWS_CUH

#include "cuda/io/border_index.cuh"
#include "cuda/io/pixel_io.cuh"

#include <cuda_pipeline_primitives.h>

#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

/** A block of threads filters `width` columns on its way down, `run` rows at a step, and looks at HALO more pixels on every
side. It holds the rows of three steps in shared memory: of the one that it filters, of the next one, at whose first rows the columns look,
and of the one after it, which are on their way. Rows are `pitch` apart: threads that own neighbouring rows, 16 bytes at a time, meet
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
        slots = 3,
        slotSize = run * pitch,
        rowThreads = spanned / 4, //!< that load a row, four neighbouring pixels each
        rowsAtOnce = threads / rowThreads
    };
    static_assert(HALO <= run, "columns look at the next step alone");
    static_assert(run % rowsAtOnce == 0 && HALO % rowsAtOnce == 0, "every thread loads as many rows");
};

//! The first four neighbouring pixels that a thread loads; the others are below them.
template <int HALO>
struct LookQuad
{
    const int row, x;

    __device__ LookQuad()
        : row(threadIdx.x / LookShape<HALO>::rowThreads), x(threadIdx.x % LookShape<HALO>::rowThreads * 4)
    {
    }

    __device__ float* in(float* slot, int i) const { return slot + i * LookShape<HALO>::pitch + x; }
};

//! The columns of a block, those from `begin` on, of an image that is `width` pixels wide.
template <int HALO>
struct LookColumns
{
    typedef LookShape<HALO> Shape;
    int64 begin;
    int channel;

    __device__ LookColumns(int64 left, int c) : begin(left - HALO), channel(c) {}

    __device__ bool areInside(int width) const { return begin >= 0 && begin + Shape::spanned <= width; }

    //! This thread's four.
    __device__ bool isInside(int width) const
    {
        const int64 own = begin + LookQuad<HALO>().x;
        return own >= 0 && own + 4 <= width;
    }

    //! The first column of the slot behind the image's last whole four.
    __device__ int beyond(int width) const { return int(::min(width / 4 * 4 - begin, int64(Shape::spanned))); }

    //! As far as rows look.
    __device__ int end(int width) const
    {
        const int64 runs = (width - (begin + HALO) + Shape::run - 1) / Shape::run;
        return int(::min(int64(Shape::spanned), runs * Shape::run + 2 * HALO));
    }

    //! Whether column x of the slot is one of four that are inside.
    __device__ bool isInFour(int x, int width) const { return begin + x >= 0 && x < beyond(width); }
};

//! f(integral constant): rows to load, HALO of them or a step.
template <int HALO, typename F>
__device__ inline void withLookRows(int rows, const F& f)
{
    if (HALO == LookShape<HALO>::run || rows == LookShape<HALO>::run)
        f(std::integral_constant<int, LookShape<HALO>::run>());
    else
        f(std::integral_constant<int, HALO>());
}

//! This thread's pixels of ROWS rows from y on, which are of the image and need no arithmetic.
template <int ROWS, int HALO>
__device__ inline void copyLookRows(const ImageView& image, const LookColumns<HALO>& columns, int64 y, float* slot)
{
    typedef LookShape<HALO> Shape;
    const LookQuad<HALO> quad;
    const uchar* from = image.data + (y + quad.row) * image.step + (columns.begin + quad.x) * sizeof(float);
    const size_t step = Shape::rowsAtOnce * image.step;
#pragma unroll
    for (int i = 0; i < ROWS; i += Shape::rowsAtOnce, from += step)
        __pipeline_memcpy_async(quad.in(slot, quad.row) + i * Shape::pitch, from, 16);
}

/** What loads rows at borders needs of the job. Functions of their own have one each: behind every copy, which may write anything for all the compiler
knows, the job would be read again. */
struct LookSource
{
    const ImageView image;
    const int borderX, borderY;
    const float offset;

    __device__ LookSource(const TileJob<float>& job, int channel)
        : image(job.src), borderX(job.x.border), borderY(job.y.border), offset(offsetOf(job, channel))
    {
    }

    //! -1: outside a constant border.
    __device__ int64 row(int64 y) const { return borderIndex(y, image.height, borderY); }
    __device__ int64 column(int64 x) const { return borderIndex(x, image.width, borderX); }
};

/** The columns of the slot from `first` to `last`, pixel by pixel and shared out among all threads. Copied by the few threads that own the
four pixels of which some are outside, everybody else waiting, they made the blocks at the edges take 39 us where the others took 31 (4096 x
4096). */
template <bool ARE_WHOLE, int HALO>
__device__ inline void copyLookColumns(const LookSource& source, const LookColumns<HALO>& columns, int first, int last,
                                       int64 y, int rows, float* slot)
{
    typedef LookShape<HALO> Shape;
    const int atOnce = 16;
    static_assert(Shape::threads % atOnce == 0, "every thread has a column");
#pragma unroll 1
    for (int x = first + threadIdx.x % atOnce; x < last; x += atOnce)
    {
        const int64 column = source.column(columns.begin + x);
#pragma unroll 1
        for (int i = threadIdx.x / atOnce; i < rows; i += Shape::threads / atOnce)
        {
            const int64 row = ARE_WHOLE ? y + i : source.row(y + i);
            float* const to = slot + i * Shape::pitch + x;
            if (row < 0 || column < 0)
                *to = 0;
            else
                __pipeline_memcpy_async(to, rowOf<float>(source.image, row) + column, sizeof(float));
        }
    }
}

//! What stands left and right of the image, and the last columns of it where its width is no multiple of four.
template <bool ARE_WHOLE, int HALO>
__device__ inline void copyLookOutside(const LookSource& source, const LookColumns<HALO>& columns, int64 y, int rows,
                                       float* slot)
{
    const int beyond = columns.beyond(source.image.width), end = columns.end(source.image.width);
    if (columns.begin < 0)
        copyLookColumns<ARE_WHOLE>(source, columns, 0, HALO, y, rows, slot);
    if (beyond < end)
        copyLookColumns<ARE_WHOLE>(source, columns, beyond, end, y, rows, slot);
}

//! Rows of which some are above or below the image. A function of its own, as convertLookRows, so that the code for all others stays together.
template <int HALO>
__device__ __noinline__ void copyLookRowsExtended(const TileJob<float>& job, LookColumns<HALO> columns, int64 y,
                                                  int rows, float* slot)
{
    typedef LookShape<HALO> Shape;
    const LookSource source(job, columns.channel);
    const LookQuad<HALO> quad;
    if (columns.isInside(source.image.width))
#pragma unroll 1
        for (int i = quad.row; i < rows; i += Shape::rowsAtOnce)
        {
            const int64 row = source.row(y + i);
            if (row >= 0)
                __pipeline_memcpy_async(quad.in(slot, i), rowOf<float>(source.image, row) + columns.begin + quad.x, 16);
            else
                *reinterpret_cast<float4*>(quad.in(slot, i)) = make_float4(0, 0, 0, 0);
        }
    copyLookOutside<false>(source, columns, y, rows, slot);
}

//! The same of aligned pixels of any depth, all under way together.
template <int ROWS, int HALO>
__device__ inline void convertLookQuads(const LookSource& source, const LookColumns<HALO>& columns, int64 y,
                                        float* slot)
{
    typedef LookShape<HALO> Shape;
    enum
    {
        count = ROWS / Shape::rowsAtOnce
    };
    const LookQuad<HALO> quad;
    withDepth<float>(source.image.depth, [&](auto type) {
        typedef PixelGroup<decltype(type), 4> Group;
        Group groups[count];
#pragma unroll
        for (int k = 0; k < count; k++)
            groups[k] = *reinterpret_cast<const Group*>(
                rowOf<decltype(type)>(source.image, y + quad.row + k * Shape::rowsAtOnce) + columns.begin + quad.x);
#pragma unroll
        for (int k = 0; k < count; k++)
        {
            float pixels[4];
#pragma unroll
            for (int j = 0; j < 4; j++)
                pixels[j] = widen(groups[k].v[j], 0.f) - source.offset;
            writeVectors(pixels, quad.in(slot, quad.row + k * Shape::rowsAtOnce));
        }
    });
}

/** Rows of a column, the pixels of `number` from the first one of a row on. All are under way together.
@param rowAt of the image, for a row of the slot; negative: zero */
template <int ROWS, int HALO, typename RowAt>
__device__ inline void loadLookPixels(const LookSource& source, int64 number, const RowAt& rowAt, float* to)
{
    enum
    {
        pitch = LookShape<HALO>::pitch
    };
    const ImageView& image = source.image;
    if (image.depth == CV_32F && source.offset == 0)
    {
#pragma unroll
        for (int k = 0; k < ROWS; k++)
            if (rowAt(k) < 0)
                to[k * pitch] = 0;
            else
                __pipeline_memcpy_async(to + k * pitch, rowOf<float>(image, rowAt(k)) + number, sizeof(float));
        return;
    }
    withDepth<float>(image.depth, [&](auto type) {
        typedef decltype(type) T;
        T pixels[ROWS];
#pragma unroll
        for (int k = 0; k < ROWS; k++)
            pixels[k] = rowOf<T>(image, ::max(rowAt(k), int64(0)))[number];
#pragma unroll
        for (int k = 0; k < ROWS; k++)
            to[k * pitch] = rowAt(k) < 0 ? 0.f : widen(pixels[k], 0.f) - source.offset;
    });
}

/** This thread's column: of a channel among others, of rows that begin anywhere, or at a border, so that neighbours read neighbouring pixels.
What finds the rows of borders stands before the first load of a few of them. */
template <int HALO>
__device__ inline void loadLookColumn(const LookSource& source, const LookColumns<HALO>& columns, int64 y, int rows,
                                      bool areWhole, float* slot)
{
    typedef LookShape<HALO> Shape;
    enum
    {
        atOnce = 8
    };
    static_assert(int(Shape::threads) == int(Shape::spanned), "every thread has a column");
    static_assert(Shape::run % atOnce == 0 && HALO % atOnce == 0, "whole rounds");
    const int64 column = source.column(columns.begin + threadIdx.x);
    const int64 number = ::max(column, int64(0)) * source.image.channels + columns.channel;
    float* const to = slot + threadIdx.x;
    if (areWhole && column >= 0)
    {
        const unsigned first = unsigned(y);
        const auto rowAt = [first](int k) { return int64(first) + k; };
        return withLookRows<HALO>(
            rows, [&](auto count) { loadLookPixels<decltype(count)::value, HALO>(source, number, rowAt, to); });
    }
#pragma unroll 1
    for (int i = 0; i < rows; i += atOnce)
    {
        int from[atOnce];
#pragma unroll
        for (int k = 0; k < atOnce; k++)
            from[k] = column < 0 ? -1 : int(source.row(y + i + k));
        const auto rowAt = [&from](int k) { return int64(from[k]); };
        loadLookPixels<atOnce, HALO>(source, number, rowAt, to + i * Shape::pitch);
    }
}

//! Any pixels: four at a time where they are aligned and of the image.
template <int HALO>
__device__ __noinline__ void convertLookRows(const TileJob<float>& job, LookColumns<HALO> columns, int64 y, int rows,
                                             float* slot)
{
    const LookSource source(job, columns.channel);
    const int width = source.image.width;
    const bool areWhole = y >= 0 && y + rows <= source.image.height, byFour = source.image.aligned && areWhole;
    if (byFour && columns.isInside(width))
        withLookRows<HALO>(rows,
                           [&](auto count) { convertLookQuads<decltype(count)::value>(source, columns, y, slot); });
    if (!byFour || !columns.isInFour(threadIdx.x, width))
        loadLookColumn(source, columns, y, rows, areWhole, slot);
}

//! Loads `rows` rows, HALO of them or a step, from y on: copies are on their way, what is converted is there.
template <int HALO>
__device__ inline void loadLookRows(const TileJob<float>& job, const LookColumns<HALO>& columns, int64 y, int rows,
                                    float* slot)
{
    if (!job.src.copies)
        return convertLookRows(job, columns, y, rows, slot);
    if (y < 0 || y + rows > job.src.height)
        return copyLookRowsExtended(job, columns, y, rows, slot);
    if (columns.isInside(job.src.width))
        withLookRows<HALO>(rows, [&](auto count) { copyLookRows<decltype(count)::value>(job.src, columns, y, slot); });
    if (!columns.areInside(job.src.width))
        copyLookOutside<true>(LookSource(job, columns.channel), columns, y, rows, slot);
}

}}} // namespace cv::recfilter::gpu

#endif
