// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Rows of a strip of columns and of what stands beside it, in any depth and at any border, on their way to shared memory.

#ifndef OPENCV_RECFILTER_CUDA_LOOK_ROWS_CUH
#define OPENCV_RECFILTER_CUDA_LOOK_ROWS_CUH

#include "border_index.cuh"
#include "pixel_io.cuh"

#include <cuda_pipeline_primitives.h>

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
        rowThreads = spanned / 4, //!< that load a row
        rowsAtOnce = threads / rowThreads,
        columnsAtOnce = 16 //!< of those outside the image
    };
    static_assert(HALO <= run, "columns look at the next step alone");
};

//! The columns from HALO left of `left` on. A thread loads four neighbouring pixels of every row from its first one on.
template <int HALO>
class LookRows
{
public:
    typedef LookShape<HALO> Shape;

    __device__ LookRows(const TileJob<float>& j, int64 left, int c)
        : job(j), channel(c), begin(left - HALO), first(begin + threadIdx.x % Shape::rowThreads * 4),
          isInside(first >= 0 && first + 4 <= j.src.width)
    {
        const int64 quads = j.src.width / 4 * 4 - begin, runs = (j.src.width - left + Shape::run - 1) / Shape::run;
        beyond = int(::min(quads, int64(Shape::spanned)));
        end = int(::min(int64(Shape::spanned), runs * Shape::run + 2 * HALO));
    }

    //! Loads `rows` rows, HALO or `run` of them, from y on, to `slot`: copies are on their way, what is converted is there.
    __device__ void load(int64 y, int rows, float* slot) const
    {
        const int row = threadIdx.x / Shape::rowThreads;
        float* const to = slot + row * Shape::pitch + threadIdx.x % Shape::rowThreads * 4;
        const bool isWhole = y >= 0 && y + rows <= job.src.height;
        if (job.src.copies)
        {
            if (isInside && isWhole && rows == Shape::run)
                copyWhole<Shape::run>(y + row, to);
            else if (isInside && isWhole)
                copyWhole<HALO>(y + row, to);
            else if (isInside)
                copyExtended(y + row, rows - row, to);
            copyOutside(y, rows, slot);
        }
        else if (isInside && isWhole)
            convert(y + row, rows - row, to);
        else
            loadExtended(y + row, rows - row, isWhole, to);
    }

private:
    //! This thread's pixels of ROWS rows of the image, from its first row on.
    template <int ROWS>
    __device__ void copyWhole(int64 y, float* to) const
    {
        static_assert(ROWS % Shape::rowsAtOnce == 0, "every thread has as many rows");
        const uchar* from = job.src.data + y * job.src.step + first * sizeof(float);
        const size_t rowStep = Shape::rowsAtOnce * job.src.step;
#pragma unroll
        for (int i = 0; i < ROWS; i += Shape::rowsAtOnce, from += rowStep, to += Shape::rowsAtOnce * Shape::pitch)
            __pipeline_memcpy_async(to, from, 16);
    }

    //! The same where rows above or below the image take part.
    __device__ void copyExtended(int64 y, int rows, float* to) const
    {
#pragma unroll 1
        for (int i = 0; i < rows; i += Shape::rowsAtOnce, to += Shape::rowsAtOnce * Shape::pitch)
        {
            const int64 place = borderIndex(y + i, job.src.height, job.y.border);
            if (place >= 0)
                __pipeline_memcpy_async(to, rowOf<float>(job.src, place) + first, 16);
            else
                *reinterpret_cast<float4*>(to) = make_float4(0, 0, 0, 0);
        }
    }

    /** The columns that no thread copies with three others, as far as rows look at them: left and right of the image, and the last ones of it where its
    width is no multiple of four. Pixel by pixel and shared out among all threads; by the few that own such four pixels, everybody
    else waiting, they made the blocks at the edges take 39 us where the others took 31 (4096 x 4096). */
    __device__ void copyOutside(int64 y, int rows, float* slot) const
    {
        if (begin < 0)
            copyColumns(0, HALO, y, rows, slot);
        if (beyond < end)
            copyColumns(beyond, end, y, rows, slot);
    }

    __device__ void copyColumns(int from, int to, int64 y, int rows, float* slot) const
    {
        static_assert(Shape::threads % Shape::columnsAtOnce == 0, "every thread has a column");
        for (int x = from + threadIdx.x % Shape::columnsAtOnce; x < to; x += Shape::columnsAtOnce)
            copyColumn(x, y, rows, slot);
    }

    __device__ void copyColumn(int x, int64 y, int rows, float* slot) const
    {
        const int64 column = borderIndex(begin + x, job.src.width, job.x.border);
#pragma unroll 1
        for (int row = threadIdx.x / Shape::columnsAtOnce; row < rows; row += Shape::threads / Shape::columnsAtOnce)
        {
            const int64 place = borderIndex(y + row, job.src.height, job.y.border);
            float* const to = slot + row * Shape::pitch + x;
            if (place < 0 || column < 0)
                *to = 0;
            else
                __pipeline_memcpy_async(to, rowOf<float>(job.src, place) + column, sizeof(float));
        }
    }

    __device__ void convert(int64 y, int rows, float* to) const
    {
        const float offset = offsetOf(job, channel);
        withDepth<float>(job.src.depth, [&](auto type) {
#pragma unroll
            for (int i = 0; i < Shape::run; i += Shape::rowsAtOnce)
            {
                if (i >= rows)
                    break;
                float pixels[4];
                loadQuad(job.src, rowOf<decltype(type)>(job.src, y + i), first, 4, channel, offset, pixels);
                writeVectors(pixels, to + i * Shape::pitch);
            }
        });
    }

    /** Where a border takes part. All rows at once, unless there may be other ones in their place: what finds those stands
    between the load of one row and that of the next. */
    __device__ void loadExtended(int64 y, int rows, bool isWhole, float* to) const
    {
        int64 columns[4];
#pragma unroll
        for (int j = 0; j < 4; j++)
            columns[j] = borderIndex(first + j, job.src.width, job.x.border);
        withDepth<float>(job.src.depth, [&](auto type) {
            typedef decltype(type) T;
            if (!isWhole)
            {
#pragma unroll 1
                for (int i = 0; i < rows; i += Shape::rowsAtOnce)
                    loadMapped<T>(columns, borderIndex(y + i, job.src.height, job.y.border), to + i * Shape::pitch);
                return;
            }
#pragma unroll
            for (int i = 0; i < Shape::run; i += Shape::rowsAtOnce)
                if (i < rows)
                    loadMapped<T>(columns, y + i, to + i * Shape::pitch);
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

    const TileJob<float>& job;
    const int channel;
    const int64 begin, first; //!< the block's and this thread's first column
    const bool isInside;      //!< whether this thread's four are
    int beyond, end;          //!< columns of the slot from behind the image's last whole four on, as far as rows look
};

}}} // namespace cv::recfilter::gpu

#endif
