// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_COLUMNS_CUH
#define OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_COLUMNS_CUH

// Sums along the columns of images. A thread walks down a column: one read, one write, also in place. If there are few
// columns, their rows are cut into parts: gatherColumnsKernel sums the parts, propagatePartsKernel adds up the parts
// above each one, and columnsKernel reads the source again.

#include "runtime/cuda/launch.cuh"
#include "sat/cuda/arrays/tuning.hpp"
#include "sat/cuda/arrays/sat_array_functions.hpp"
#include "sat/cuda/arrays/sat_sums.cuh"

namespace cv { namespace recfilter { namespace sat {

//! The parts of the rows, and their sums: a row of sums for each part.
struct ColumnParts
{
    void* sums;
    int64 columns; //!< of all images
    int rows;      //!< of a part
    int count;
};

constexpr int COLUMN_BLOCK = 256, COLUMN_RESIDENT = 4;

//! A part of the rows of a column, for one thread.
template <typename S, typename T>
class ColumnPart
{
    static constexpr int ROWS = tuning::COLUMN_ROWS;

public:
    __device__ ColumnPart(const Images& images_, const ColumnParts& parts, int64 column)
        : images(images_), first(int(blockIdx.z) * parts.rows),
          count(images.rows - first < parts.rows ? images.rows - first : parts.rows)
    {
        int64 image = 0, x = column;
        if (images.count > 1)
        {
            const bool isShort = parts.columns <= 0xffffffff; // 64-bit divisions take four times as long
            image = isShort ? int64(unsigned(column) / unsigned(images.srcCols)) : column / images.srcCols;
            x -= image * images.srcCols;
        }
        src = images.src + image * images.srcImageStep + first * images.srcStep + x * int64(sizeof(S));
        dst = images.dst + image * images.dstImageStep + first * images.dstStep + x * int64(sizeof(T));
    }

    //! The sum of the part: few numbers at a time in T.
    __device__ Sum<T> total() const
    {
        Sum<T> total = 0;
        T next[ROWS];
        for (int y = 0; y < count; y += ROWS)
        {
            load(next, y);
            T sum = T(0);
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                sum += next[r];
            total += Sum<T>(sum);
        }
        return total;
    }

    //! @param above sum of the parts above
    __device__ void apply(T above) const
    {
        if (images.exclusive && first == 0)
            *reinterpret_cast<T*>(dst - images.dstStep) = T(0);
        T sum = T(0), next[ROWS];
        for (int y = 0; y < count; y += ROWS)
        {
            load(next, y);
            unsigned char* to = dst + y * images.dstStep;
#pragma unroll
            for (int r = 0; r < ROWS; r++, to += images.dstStep)
                if (y + r < count)
                    *reinterpret_cast<T*>(to) = above + (sum += next[r]);
        }
    }

private:
    //! Rows from y on; 0 behind the last one.
    __device__ void load(T (&next)[ROWS], int y) const
    {
        const unsigned char* from = src + y * images.srcStep;
#pragma unroll
        for (int r = 0; r < ROWS; r++, from += images.srcStep)
            next[r] = y + r < count ? valueOf<S, T>(*reinterpret_cast<const S*>(from), images.squared) : T(0);
    }

    const Images& images;
    const int first, count;
    const unsigned char* src;
    unsigned char* dst;
};

//! All parts but the last.
template <typename S, typename T>
__global__ void __launch_bounds__(COLUMN_BLOCK, COLUMN_RESIDENT)
    gatherColumnsKernel(const __grid_constant__ Images images, const __grid_constant__ ColumnParts parts)
{
    const int64 column = int64(blockIdx.x) * COLUMN_BLOCK + threadIdx.x;
    if (column < parts.columns)
        static_cast<Sum<T>*>(parts.sums)[blockIdx.z * parts.columns + column] =
            ColumnPart<S, T>(images, parts, column).total();
}

//! Each sum becomes the sum of the parts above. A block has 32 columns, whose parts its warps share.
template <typename T>
__global__ void __launch_bounds__(WARP* WARP) propagatePartsKernel(const __grid_constant__ ColumnParts parts)
{
    constexpr int AT_ONCE = 8; // reads in flight
    __shared__ Sum<T> totals[WARP][WARP];
    gpu::waitForPredecessor();
    const int lane = int(threadIdx.x) % WARP, warp = int(threadIdx.x) / WARP;
    const int64 column = int64(blockIdx.x) * WARP + lane;
    const int share = (parts.count + WARP - 1) / WARP, begin = warp * share,
              end = begin + share < parts.count ? begin + share : parts.count;
    Sum<T>* const sums = static_cast<Sum<T>*>(parts.sums) + column;
    const auto load = [&](Sum<T>(&next)[AT_ONCE], int part) {
#pragma unroll
        for (int i = 0; i < AT_ONCE; i++) // the last part has no sum
            next[i] = part + i < end && part + i + 1 < parts.count && column < parts.columns
                          ? __ldcg(sums + (part + i) * parts.columns)
                          : Sum<T>(0);
    };
    Sum<T> next[AT_ONCE], sum = 0;
    for (int part = begin; part < end; part += AT_ONCE)
    {
        load(next, part);
#pragma unroll
        for (int i = 0; i < AT_ONCE; i++)
            sum += next[i];
    }
    totals[warp][lane] = sum;
    __syncthreads();
    sum = 0;
    for (int i = 0; i < warp; i++)
        sum += totals[i][lane];
    for (int part = begin; part < end; part += AT_ONCE)
    {
        load(next, part);
#pragma unroll
        for (int i = 0; i < AT_ONCE; i++)
        {
            if (part + i < end && column < parts.columns)
                __stcg(sums + (part + i) * parts.columns, sum);
            sum += next[i];
        }
    }
}

template <typename S, typename T>
__global__ void __launch_bounds__(COLUMN_BLOCK, COLUMN_RESIDENT)
    columnsKernel(const __grid_constant__ Images images, const __grid_constant__ ColumnParts parts)
{
    gpu::waitForPredecessor();
    const int64 column = int64(blockIdx.x) * COLUMN_BLOCK + threadIdx.x;
    if (column >= parts.columns)
        return;
    T above = T(0);
    if (parts.count > 1)
        above = T(__ldcg(static_cast<const Sum<T>*>(parts.sums) + blockIdx.z * parts.columns + column));
    ColumnPart<S, T>(images, parts, column).apply(above);
}

}}} // namespace cv::recfilter::sat

#endif
