// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CUDA_SAT_TILTED_CUH
#define OPENCV_RECFILTER_SAT_CUDA_SAT_TILTED_CUH

// The table of the image rotated by 45 degrees: T(x, y) = T(x-1, y-1) + D(x, y) + D(x, y-1). D is the sum along the
// anti-diagonal that ends at a pixel: D(x, y) = s(x, y) + D(x+1, y-1). Left of the image T(-1, y) = T(0, y-1), so
// T(0, y) is the sum of all D(0, .) down to y. A thread follows a diagonal. Neighbours touch neighbouring pixels.

#include "sat/cuda/sat_tile.cuh"

namespace cv { namespace recfilter { namespace sat {

//! A band of rows.
struct Tilted
{
    void* sums; //!< D of the row above the band, then of its rows
    int64 cols; //!< elements of a row
    int64 firstRow;
    int bandRows, rows, cn;
};

template <typename S, typename T>
__global__ void antiDiagonalsKernel(const Image image, const Tilted t)
{
    const int64 u = int64(blockIdx.x) * blockDim.x + threadIdx.x; // element x of the band's first row
    if (u >= t.cols + int64(t.rows - 1) * t.cn)
        return;
    const int64 first = u < t.cols ? 0 : (u - t.cols) / t.cn + 1; // where the anti-diagonal enters from the right
    const int64 end = ::min(int64(t.rows), u / t.cn + 1);
    T* sums = static_cast<T*>(t.sums);
    T sum = t.firstRow > 0 && first == 0 && u + t.cn < t.cols ? sums[u + t.cn] : T(0);
    for (int64 y = first; y < end; y++)
    {
        const int64 x = u - y * t.cn;
        sum += valueOf<S, T>(reinterpret_cast<const S*>(image.src + (t.firstRow + y) * image.srcStep)[x], false);
        sums[(y + 1) * t.cols + x] = sum;
    }
}

//! The table's element at a pixel. In the layout of cv::integral it is one pixel further right.
template <typename T>
__device__ __forceinline__ T* tiltedAt(const Image& image, const Tilted& t, int64 y, int64 x)
{
    return reinterpret_cast<T*>(image.dst + y * image.dstStep) + x + (image.exclusive ? t.cn : 0);
}

//! One warp for each channel.
template <typename T>
__global__ void firstColumnKernel(const Image image, const Tilted t)
{
    const int c = int(blockIdx.x), lane = int(threadIdx.x);
    const T* sums = static_cast<const T*>(t.sums) + t.cols + c;
    T above = t.firstRow > 0 ? *tiltedAt<T>(image, t, t.firstRow - 1, c) : T(0);
    for (int first = 0; first < t.rows; first += WARP)
    {
        const int y = first + lane;
        T sum = y < t.rows ? sums[int64(y) * t.cols] : T(0);
        const T before = above + prefixOverLanes(sum);
        sum += above;
        above = __shfl_sync(ALL_LANES, sum, WARP - 1);
        if (y >= t.rows)
            continue;
        *tiltedAt<T>(image, t, t.firstRow + y, c) = sum;
        if (image.exclusive)
            *tiltedAt<T>(image, t, t.firstRow + y, c - t.cn) = before;
    }
}

template <typename T>
__global__ void diagonalsKernel(const Image image, const Tilted t)
{
    const int64 i = int64(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= t.cols + int64(t.rows - 1) * t.cn)
        return;
    // d is the diagonal's x in the band's first row, possibly left of the image. The first column is already made.
    const int64 d = i - int64(t.rows - 1) * t.cn, channel = i % t.cn;
    const int64 first = d >= t.cn ? 0 : (channel - d) / t.cn + 1;
    const int64 end = ::min(int64(t.rows), (t.cols - 1 - d) / t.cn + 1);
    if (first >= end)
        return;
    const T* sums = static_cast<const T*>(t.sums) + t.cols;
    const int64 above = t.firstRow + first - 1;
    T table = above >= 0 ? *tiltedAt<T>(image, t, above, d + (first - 1) * t.cn) : T(0);
    for (int64 y = first; y < end; y++)
    {
        const int64 x = d + y * t.cn;
        T sum = sums[y * t.cols + x];
        if (t.firstRow + y > 0)
            sum += sums[(y - 1) * t.cols + x];
        table += sum;
        *tiltedAt<T>(image, t, t.firstRow + y, x) = table;
    }
}

}}} // namespace cv::recfilter::sat

#endif
