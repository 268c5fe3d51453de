// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_SMALL_CUH
#define OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_SMALL_CUH

// Tables of small images, several in the shared memory of a block: one read, one write.

#include "sat/cuda/arrays/tuning.hpp"
#include "sat/cuda/arrays/sat_array_functions.hpp"
#include "sat/cuda/sat_tile.cuh"

namespace cv { namespace recfilter { namespace sat {

//! How the images of a call lie, and what of them a block takes. Rows and columns are the table's.
struct Small
{
    int rows, cols;         //!< columns in elements
    int pitch;              //!< elements of a row in shared memory: odd, for rows in different banks
    int images;             //!< of a block
    int zeroRows, zeroCols; //!< before the first sums, in elements
    int channels;           //!< distance of elements that are added up along a row; 0: no sums along rows
    int alongColumns;       //!< whether columns are summed
    int64 count;            //!< images
    int64 group;            //!< images between which the distance is inner; groups are outer bytes apart
    int64 srcInner, dstInner, srcOuter, dstOuter;
};

//! A thread's elements of a block's images: every STEP-th one, without divisions.
class SmallWalk
{
public:
    __device__ SmallWalk(const Small& s, int images_, int step)
        : small(s), images(images_), byColumns(step % s.cols), byRows(step / s.cols % s.rows),
          byImages(step / s.cols / s.rows)
    {
        const int first = int(threadIdx.x);
        column = first % s.cols;
        row = first / s.cols % s.rows;
        image = first / s.cols / s.rows;
    }

    __device__ bool isInside() const { return image < images; }

    __device__ void advance()
    {
        column += byColumns;
        row += byRows;
        image += byImages;
        if (column >= small.cols)
        {
            column -= small.cols;
            row++;
        }
        if (row >= small.rows)
        {
            row -= small.rows;
            image++;
        }
    }

    int image, row, column;

private:
    const Small& small;
    const int images, byColumns, byRows, byImages;
};

constexpr int SMALL_THREADS = 256;

template <typename S, typename T>
__global__ void __launch_bounds__(SMALL_THREADS)
    smallKernel(const __grid_constant__ Images in, const __grid_constant__ Small small)
{
    extern __shared__ uint4 dynamic[];
    T* const sums = reinterpret_cast<T*>(dynamic);
    __shared__ const unsigned char* from[tuning::SMALL_IMAGES];
    __shared__ unsigned char* to[tuning::SMALL_IMAGES];
    const int64 first = int64(blockIdx.x) * small.images, left = small.count - first;
    const int images = left < small.images ? int(left) : small.images;
    for (int i = int(threadIdx.x); i < images; i += SMALL_THREADS)
    {
        const int64 outer = (first + i) / small.group, inner = (first + i) % small.group;
        from[i] = in.src + outer * small.srcOuter + inner * small.srcInner;
        to[i] = in.dst + outer * small.dstOuter + inner * small.dstInner - small.zeroRows * in.dstStep;
    }
    __syncthreads();
#pragma unroll 4
    for (SmallWalk at(small, images, SMALL_THREADS); at.isInside(); at.advance())
    {
        const int y = at.row - small.zeroRows, x = at.column - small.zeroCols;
        T value = T(0);
        if (y >= 0 && x >= 0)
            value = valueOf<S, T>(*reinterpret_cast<const S*>(from[at.image] + y * in.srcStep + x * int64(sizeof(S))),
                                  in.squared);
        sums[(at.image * small.rows + at.row) * small.pitch + at.column] = value;
    }
    __syncthreads();
    if (small.channels > 0)
    {
        for (int i = int(threadIdx.x); i < images * small.rows * small.channels; i += SMALL_THREADS)
        {
            T* const row = sums + i / small.channels * small.pitch;
            T sum = T(0);
            for (int x = i % small.channels; x < small.cols; x += small.channels)
                row[x] = sum += row[x];
        }
        __syncthreads();
    }
    if (small.alongColumns)
    {
        for (int i = int(threadIdx.x); i < images * small.cols; i += SMALL_THREADS)
        {
            T* at = sums + i / small.cols * small.rows * small.pitch + i % small.cols;
            T sum = T(0);
            for (int y = 0; y < small.rows; y++, at += small.pitch)
                *at = sum += *at;
        }
        __syncthreads();
    }
#pragma unroll 4
    for (SmallWalk at(small, images, SMALL_THREADS); at.isInside(); at.advance())
        *reinterpret_cast<T*>(to[at.image] + at.row * in.dstStep + at.column * int64(sizeof(T))) =
            sums[(at.image * small.rows + at.row) * small.pitch + at.column];
}

}}} // namespace cv::recfilter::sat

#endif
