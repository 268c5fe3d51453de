// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_PLANE_TILE_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_PLANE_TILE_CUH

// The part of a plane of the source that a block reads, on its way to shared memory.

#include "dense/cuda/volume/tuning.hpp"
#include "dense/cuda/pixels/window_row.cuh"

#include <cuda_pipeline_primitives.h>

namespace cv { namespace recfilter { namespace gpu {

/** Floats go by asynchronous copies, of 16 bytes where these are aligned and inside the plane, other depths by loads.
Borders are resolved by the tables of columns and rows, which are the same for all planes.
@tparam THREADS of the block, which share the work @tparam TAKES_FLOATS exact sums are only of bytes
@tparam MORE vectors of a row than lanes side by side */
template <int THREADS, bool TAKES_FLOATS, int MORE>
class PlaneTile
{
public:
    //! @param columns, rows of the plane, by findColumns and findRows @param x the first column @param width floats
    __device__ __forceinline__ PlaneTile(const ConvSource& source, const int64& x, const int* columns_,
                                         const int* rows_, int width_, int height_, int lanesLog2_, const int& channel_)
        : src(source), firstX(x), columns(columns_), rows(rows_), width(width_), height(height_), lanesLog2(lanesLog2_),
          channel(channel_)
    {
    }

    //! @param plane bytes from the first one; -1: the constant border @param to `width` floats a row
    __device__ __forceinline__ void fetch(int64 plane, float* to) const
    {
        if (plane < 0)
            fill(to);
        else if (TAKES_FLOATS && src.image.copies)
            copyVectors(src.image.data + plane, to);
        else if (TAKES_FLOATS && src.image.depth == CV_32F)
            copyFloats(src.image.data + plane, to);
        else
            loadPixels(src.image.data + plane, to);
    }

private:
    __device__ __forceinline__ float outside() const { return borderValueOf<float>(src, channel); }

    //! Calls body(row, column) for each of this thread's units, `count` of them a row.
    template <typename Body>
    __device__ __forceinline__ void forEach(int count, const Body& body) const
    {
        const int down = THREADS / count, right = THREADS % count;
        int row = int(threadIdx.x) / count, column = int(threadIdx.x) % count;
#pragma unroll 1
        while (row < height)
        {
            body(row, column);
            row += down;
            column += right;
            if (column >= count)
            {
                column -= count;
                row++;
            }
        }
    }

    __device__ __forceinline__ void fill(float* to) const
    {
#pragma unroll 1
        for (int i = int(threadIdx.x); i < width * height; i += THREADS)
            to[i] = outside();
    }

    /** Vectors inside the plane first, one for each of the lanes side by side, then the last ones of each row. What is
    left of blocks at the border goes by single floats: a branch to them for each vector would take as long as all
    products of 5 x 5 x 5 taps. */
    __device__ __forceinline__ void copyVectors(const uchar* plane, float* to) const
    {
        const int lane = int(threadIdx.x) & ((1 << lanesLog2) - 1);
#pragma unroll 2
        for (int r = int(threadIdx.x) >> lanesLog2; r < height; r += THREADS >> lanesLog2)
            copyVector(plane, r, 4 * lane, to);
        if constexpr (MORE > 0)
#pragma unroll 1
            for (int i = int(threadIdx.x); i < height * MORE; i += THREADS)
                copyVector(plane, i / MORE, (4 << lanesLog2) + i % MORE * 4, to);
        const int left = int(::min(::max((3 - firstX) & ~int64(3), int64(0)), int64(width)));
        const int right = width - int(::min(::max((src.image.width - firstX) & ~int64(3), int64(left)), int64(width)));
        if (left + right > 0)
#pragma unroll 1
            for (int r = int(threadIdx.x) / 4; r < height; r += THREADS / 4)
            {
                const int row = rows[r];
                const float* const from =
                    reinterpret_cast<const float*>(plane + size_t(::max(row, 0)) * src.image.step);
#pragma unroll 1
                for (int i = int(threadIdx.x) % 4; i < left + right; i += 4)
                {
                    const int column = i < left ? i : width - (left + right) + i;
                    copyFloat(from, row, columns[column], to + r * width + column);
                }
            }
    }

    //! The four floats from a column on, unless one of them lies outside of the plane.
    __device__ __forceinline__ void copyVector(const uchar* plane, int r, int column, float* to) const
    {
        const int row = rows[r];
        const int64 x = firstX + column;
        if (x < 0 || x + 4 > src.image.width)
            return;
        if (row < 0)
            *reinterpret_cast<float4*>(to + r * width + column) =
                make_float4(outside(), outside(), outside(), outside());
        else
            __pipeline_memcpy_async(to + r * width + column, plane + size_t(row) * src.image.step + size_t(x) * 4, 16);
    }

    __device__ __forceinline__ void copyFloats(const uchar* plane, float* to) const
    {
        forEach(width, [&](int r, int column) {
            const int row = rows[r];
            const float* const from = reinterpret_cast<const float*>(plane + size_t(::max(row, 0)) * src.image.step);
            copyFloat(from + channel, row, columns[column], to + r * width + column);
        });
    }

    __device__ __forceinline__ void copyFloat(const float* from, int row, int column, float* to) const
    {
        if ((row | column) < 0)
            *to = outside();
        else
            __pipeline_memcpy_async(to, from + int64(column) * src.image.channels, 4);
    }

    __device__ __forceinline__ void loadPixels(const uchar* plane, float* to) const
    {
        withDepth<float>(src.image.depth, [&](auto type) {
            typedef decltype(type) T;
            forEach(width, [&](int r, int column) {
                const int row = rows[r], x = columns[column];
                const T* const from = reinterpret_cast<const T*>(plane + size_t(::max(row, 0)) * src.image.step);
                to[r * width + column] =
                    (row | x) < 0 ? outside() : widen(from[int64(x) * src.image.channels + channel], float());
            });
        });
    }

    const ConvSource& src;
    const int64& firstX; // in shared memory, as the tables
    const int *const columns, *const rows;
    const int width, height, lanesLog2;
    const int& channel;
};

}}} // namespace cv::recfilter::gpu

#endif
