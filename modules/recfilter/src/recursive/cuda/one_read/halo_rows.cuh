// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Loads rows of a strip of columns and its halo to shared memory, in any depth and with any border.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_ONE_READ_HALO_ROWS_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_ONE_READ_HALO_ROWS_CUH

#include "runtime/cuda/io/border_index.cuh"
#include "runtime/cuda/io/pixel_io.cuh"
#include "recursive/cuda/io/tile_job.hpp"

#include <cuda_pipeline_primitives.h>

#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

/** A block filters `width` columns downwards, `run` rows a step, and reads HALO more pixels on every side. Shared
memory holds three steps: the current one, the next one, which its columns look at, and one in flight. `pitch` avoids
bank conflicts between threads that read neighbouring rows, 16 bytes at a time. */
template <int HALO>
struct HaloShape
{
    static constexpr int run = 32;
    static constexpr int width = 128;
    static constexpr int spanned = width + 2 * HALO;
    static constexpr int threads = spanned; //!< one for every column
    static constexpr int pitch = spanned + 4;
    static constexpr int slots = 3;
    static constexpr int slotSize = run * pitch;
    static constexpr int rowThreads = spanned / 4; //!< that load a row, four neighbouring pixels each
    static constexpr int rowsAtOnce = threads / rowThreads;
    static_assert(HALO <= run, "columns look at the next step alone");
    static_assert(run % rowsAtOnce == 0 && HALO % rowsAtOnce == 0, "every thread loads as many rows");
};

/** A row of this block's image of a batch. One read takes no lists: with the choice between batches and lists at every
load, a kernel for converted pixels had wrong results (129 x 33 floats with a constant border, CUDA 13.0, H100). */
template <typename T>
__device__ inline T* haloRow(const ImageRows& image, int64 y)
{
    return reinterpret_cast<T*>(inBatch(image.data, image.imageStep) + size_t(y) * image.step);
}

//! The first four neighbouring pixels that a thread loads. Its other pixels are below them.
template <int HALO>
struct HaloQuad
{
    const int row, x;

    __device__ HaloQuad()
        : row(threadIdx.x / HaloShape<HALO>::rowThreads), x(threadIdx.x % HaloShape<HALO>::rowThreads * 4)
    {
    }

    __device__ float* in(float* slot, int i) const { return slot + i * HaloShape<HALO>::pitch + x; }
};

//! The columns of a block, from `begin` on. Members take the width of the image.
template <int HALO>
struct HaloColumns
{
    typedef HaloShape<HALO> Shape;
    int64 begin;
    int channel;

    __device__ HaloColumns(int64 left, int c) : begin(left - HALO), channel(c) {}

    __device__ bool areInside(int width) const { return begin >= 0 && begin + Shape::spanned <= width; }

    //! Whether this thread's four columns are inside the image.
    __device__ bool isInside(int width) const
    {
        const int64 own = begin + HaloQuad<HALO>().x;
        return own >= 0 && own + 4 <= width;
    }

    //! The first column of the slot behind the image's last whole group of four.
    __device__ int beyond(int width) const { return int(::min(width / 4 * 4 - begin, int64(Shape::spanned))); }

    //! The end of the columns that rows look at.
    __device__ int end(int width) const
    {
        const int64 runs = (width - (begin + HALO) + Shape::run - 1) / Shape::run;
        return int(::min(int64(Shape::spanned), runs * Shape::run + 2 * HALO));
    }

    //! Whether column x of the slot is in a group of four inside the image.
    __device__ bool isInFour(int x, int width) const { return begin + x >= 0 && x < beyond(width); }
};

//! Calls f with the number of rows to load, HALO or a step, as an integral constant.
template <int HALO, typename F>
__device__ inline void withHaloRows(int rows, const F& f)
{
    if (HALO == HaloShape<HALO>::run || rows == HaloShape<HALO>::run)
        f(std::integral_constant<int, HaloShape<HALO>::run>());
    else
        f(std::integral_constant<int, HALO>());
}

//! Copies this thread's pixels of ROWS rows from y on, which are inside the image and need no conversion.
template <int ROWS, int HALO>
__device__ inline void copyHaloRows(const ImageRows& image, const HaloColumns<HALO>& columns, int64 y, float* slot)
{
    typedef HaloShape<HALO> Shape;
    const HaloQuad<HALO> quad;
    const uchar* from =
        inBatch(image.data, image.imageStep) + (y + quad.row) * image.step + (columns.begin + quad.x) * sizeof(float);
    const size_t step = Shape::rowsAtOnce * image.step;
#pragma unroll
    for (int i = 0; i < ROWS; i += Shape::rowsAtOnce, from += step)
        __pipeline_memcpy_async(quad.in(slot, quad.row) + i * Shape::pitch, from, 16);
}

//! The job's members for loads at borders, copied once a function: the compiler would reload them after every copy.
struct HaloSource
{
    const ImageRows image;
    const int borderX, borderY;
    const float offset;

    __device__ HaloSource(const TileJob<float>& job, int channel)
        : image(job.src), borderX(job.x.border), borderY(job.y.border), offset(pick(job.offset, channel))
    {
    }

    //! The row or column that stands in for one outside the image; -1: outside a constant border.
    __device__ int64 row(int64 y) const { return borderIndex(y, image.height, borderY); }
    __device__ int64 column(int64 x) const { return borderIndex(x, image.width, borderX); }
};

/** Copies columns [first, last) of the slot pixel by pixel, by all threads. With only the owners of partly outside
groups of four, blocks at the edges took 39 us and others 31 us (4096 x 4096). */
template <bool ARE_WHOLE, int HALO>
__device__ inline void copyHaloColumns(const HaloSource& source, const HaloColumns<HALO>& columns, int first, int last,
                                       int64 y, int rows, float* slot)
{
    typedef HaloShape<HALO> Shape;
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
                __pipeline_memcpy_async(to, haloRow<float>(source.image, row) + column, sizeof(float));
        }
    }
}

//! Copies the columns left and right of the image, and its last ones if its width is no multiple of four.
template <bool ARE_WHOLE, int HALO>
__device__ inline void copyHaloOutside(const HaloSource& source, const HaloColumns<HALO>& columns, int64 y, int rows,
                                       float* slot)
{
    const int beyond = columns.beyond(source.image.width), end = columns.end(source.image.width);
    if (columns.begin < 0)
        copyHaloColumns<ARE_WHOLE>(source, columns, 0, HALO, y, rows, slot);
    if (beyond < end)
        copyHaloColumns<ARE_WHOLE>(source, columns, beyond, end, y, rows, slot);
}

//! Copies rows of which some are above or below the image. Not inlined, to keep the code for all other rows together.
template <int HALO>
__device__ __noinline__ void copyHaloRowsExtended(const TileJob<float>& job, HaloColumns<HALO> columns, int64 y,
                                                  int rows, float* slot)
{
    typedef HaloShape<HALO> Shape;
    const HaloSource source(job, columns.channel);
    const HaloQuad<HALO> quad;
    if (columns.isInside(source.image.width))
#pragma unroll 1
        for (int i = quad.row; i < rows; i += Shape::rowsAtOnce)
        {
            const int64 row = source.row(y + i);
            if (row >= 0)
                __pipeline_memcpy_async(quad.in(slot, i), haloRow<float>(source.image, row) + columns.begin + quad.x,
                                        16);
            else
                *reinterpret_cast<float4*>(quad.in(slot, i)) = make_float4(0, 0, 0, 0);
        }
    copyHaloOutside<false>(source, columns, y, rows, slot);
}

//! Converts aligned pixels of any depth, four at a time. All loads are in flight together.
template <int ROWS, int HALO>
__device__ inline void convertHaloQuads(const HaloSource& source, const HaloColumns<HALO>& columns, int64 y,
                                        float* slot)
{
    typedef HaloShape<HALO> Shape;
    constexpr int count = ROWS / Shape::rowsAtOnce;
    const HaloQuad<HALO> quad;
    withDepth<float>(source.image.depth, [&](auto type) {
        typedef PixelGroup<decltype(type), 4> Group;
        Group groups[count];
#pragma unroll
        for (int k = 0; k < count; k++)
            groups[k] = *reinterpret_cast<const Group*>(
                haloRow<decltype(type)>(source.image, y + quad.row + k * Shape::rowsAtOnce) + columns.begin + quad.x);
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

//! Loads ROWS rows of a column, at offset `number` in a row, all in flight together. @param rowAt image row; -1: zeros
template <int ROWS, int HALO, typename RowAt>
__device__ inline void loadHaloPixels(const HaloSource& source, int64 number, const RowAt& rowAt, float* to)
{
    constexpr int pitch = HaloShape<HALO>::pitch;
    const ImageRows& image = source.image;
    if (image.depth == CV_32F && source.offset == 0)
    {
#pragma unroll
        for (int k = 0; k < ROWS; k++)
            if (rowAt(k) < 0)
                to[k * pitch] = 0;
            else
                __pipeline_memcpy_async(to + k * pitch, haloRow<float>(image, rowAt(k)) + number, sizeof(float));
        return;
    }
    withDepth<float>(image.depth, [&](auto type) {
        typedef decltype(type) T;
        T pixels[ROWS];
#pragma unroll
        for (int k = 0; k < ROWS; k++)
            pixels[k] = haloRow<T>(image, ::max(rowAt(k), int64(0)))[number];
#pragma unroll
        for (int k = 0; k < ROWS; k++)
            to[k * pitch] = rowAt(k) < 0 ? 0.f : widen(pixels[k], 0.f) - source.offset;
    });
}

/** Loads this thread's column, so that neighbouring threads read neighbouring pixels. For several channels, unaligned
rows and borders. At borders the rows of `atOnce` loads are found before the first load. */
template <int HALO>
__device__ inline void loadHaloColumn(const HaloSource& source, const HaloColumns<HALO>& columns, int64 y, int rows,
                                      bool areWhole, float* slot)
{
    typedef HaloShape<HALO> Shape;
    constexpr int atOnce = 8;
    static_assert(Shape::threads == Shape::spanned, "every thread has a column");
    static_assert(Shape::run % atOnce == 0 && HALO % atOnce == 0, "whole rounds");
    const int64 column = source.column(columns.begin + threadIdx.x);
    const int64 number = ::max(column, int64(0)) * source.image.channels + columns.channel;
    float* const to = slot + threadIdx.x;
    if (areWhole && column >= 0)
    {
        const unsigned first = unsigned(y);
        const auto rowAt = [first](int k) { return int64(first) + k; };
        return withHaloRows<HALO>(
            rows, [&](auto count) { loadHaloPixels<decltype(count)::value, HALO>(source, number, rowAt, to); });
    }
#pragma unroll 1
    for (int i = 0; i < rows; i += atOnce)
    {
        int from[atOnce];
#pragma unroll
        for (int k = 0; k < atOnce; k++)
            from[k] = column < 0 ? -1 : int(source.row(y + i + k));
        const auto rowAt = [&from](int k) { return int64(from[k]); };
        loadHaloPixels<atOnce, HALO>(source, number, rowAt, to + i * Shape::pitch);
    }
}

//! Converts rows of any pixels: four at a time where they are aligned and inside the image.
template <int HALO>
__device__ __noinline__ void convertHaloRows(const TileJob<float>& job, HaloColumns<HALO> columns, int64 y, int rows,
                                             float* slot)
{
    const HaloSource source(job, columns.channel);
    const int width = source.image.width;
    const bool areWhole = y >= 0 && y + rows <= source.image.height, byFour = source.image.aligned && areWhole;
    if (byFour && columns.isInside(width))
        withHaloRows<HALO>(rows,
                           [&](auto count) { convertHaloQuads<decltype(count)::value>(source, columns, y, slot); });
    if (!byFour || !columns.isInFour(threadIdx.x, width))
        loadHaloColumn(source, columns, y, rows, areWhole, slot);
}

//! Loads `rows` rows from y on, HALO or a step. Copies are asynchronous; converted pixels are stored on return.
template <int HALO>
__device__ inline void loadHaloRows(const TileJob<float>& job, const HaloColumns<HALO>& columns, int64 y, int rows,
                                    float* slot)
{
    if (!job.src.copies)
        return convertHaloRows(job, columns, y, rows, slot);
    if (y < 0 || y + rows > job.src.height)
        return copyHaloRowsExtended(job, columns, y, rows, slot);
    if (columns.isInside(job.src.width))
        withHaloRows<HALO>(rows, [&](auto count) { copyHaloRows<decltype(count)::value>(job.src, columns, y, slot); });
    if (!columns.areInside(job.src.width))
        copyHaloOutside<true>(HaloSource(job, columns.channel), columns, y, rows, slot);
}

}}} // namespace cv::recfilter::gpu

#endif
