// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPERS_CUDA_DENSE_PAPER_KERNELS_CUH
#define OPENCV_RECFILTER_PAPERS_CUDA_DENSE_PAPER_KERNELS_CUH

// The spatial variants of Eklund and Dufort 2013, section 4: by texture, by shared memory, and unrolled.

#include "papers/cuda/dense/paper_job.hpp"
#include "dense/cuda/pixels/result_store.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Where a block of one channel and plane begins. A warp has a row, or several ones, a lane a column.
struct PaperPlace
{
    int firstX, channel, lane, warp;
    int64 firstY;
    ConvPlane plane;
};

template <bool HAS_PLANES>
__device__ inline PaperPlace paperPlaceOf(const ConvJob& job, int rows)
{
    const unsigned column = blockIdx.x % unsigned(job.across), below = blockIdx.x / unsigned(job.across);
    PaperPlace place;
    place.lane = int(threadIdx.x) % WARP_LANES;
    place.warp = int(threadIdx.x) / WARP_LANES;
    place.firstX = int(column) * WARP_LANES;
    place.firstY = int64(below % unsigned(job.down)) * rows;
    const unsigned layer = below / unsigned(job.down);
    place.channel = int(layer);
    place.plane = {0, 0};
    if (HAS_PLANES)
    {
        const unsigned number = layer / unsigned(job.src.image.channels);
        place.channel = int(layer % unsigned(job.src.image.channels));
        place.plane = {int(number / unsigned(job.outer.z.size)), int(number % unsigned(job.outer.z.size))};
    }
    return place;
}

/** The result that a thread has at a row of its block; null outside of the array.
@tparam HAS_PLANES of images alone the code is shorter: with planes 3 x 3 taps unrolled took 144 us of 101 (H100) */
template <bool HAS_PLANES>
__device__ inline float* paperResult(const ConvJob& job, const PaperFilter& bank, const PaperPlace& place, int row)
{
    const int x = place.firstX + place.lane;
    const int64 y = place.firstY + row;
    if (x >= job.width || y >= job.height)
        return nullptr;
    return resultAt<float>(HAS_PLANES ? resultIn(job.outer, place.plane, bank.filter.result) : bank.filter.result, x, y,
                           place.channel);
}

//! Stores a sum of a window, to which what the slices of the kernel before have added up and delta are added.
template <bool HAS_PLANES>
__device__ inline void storePaperSum(const ConvJob& job, const PaperFilter& bank, float sum, float* result)
{
    if (result)
        *result = (HAS_PLANES && bank.slice.adds ? *result + sum : sum) + float(job.delta);
}

//! Rows of sums of 64 products and more, which are added up: long sums lose digits.
//! @param pixel of the window, by its column and row
template <typename Pixel>
__device__ __forceinline__ float sumWindow(const ConvJob& job, const PaperFilter& bank, const Pixel& pixel)
{
    float total = 0, sum = 0;
    const int rows = (63 + job.kernelWidth) / job.kernelWidth;
    int left = rows;
#pragma unroll 1
    for (int dy = 0; dy < job.kernelHeight; dy++)
    {
        for (int dx = 0; dx < job.kernelWidth; dx++)
            sum = fmaf(bank.taps[dy * job.kernelWidth + dx], pixel(dx, dy), sum);
        if (--left == 0)
        {
            total += sum;
            sum = 0;
            left = rows;
        }
    }
    return total + sum;
}

/** One result of a thread, every pixel from a texture. Blocks at the borders first find the columns and rows.
@tparam HAS_PLANES or more rows than a texture has */
template <bool HAS_PLANES>
__global__ void __launch_bounds__(WARP_LANES* tuning::PAPER_WARPS)
    textureKernel(const __grid_constant__ ConvJob job, const __grid_constant__ PaperFilter bank,
                  const __grid_constant__ PaperTexture source)
{
    __shared__ int columns[PAPER_TILE_COLUMNS], rows[PAPER_TILE_ROWS];
    const PaperPlace place = paperPlaceOf<HAS_PLANES>(job, tuning::PAPER_WARPS);
    const ImageView& image = job.src.image;
    int64 plane = 0; // its first row; -1: the constant border
    if (HAS_PLANES)
    {
        plane = planeAt(job.outer, int64(place.plane.t) + job.outer.t.start + bank.slice.t,
                        int64(place.plane.z) + job.outer.z.start + bank.slice.z);
        plane = plane < 0 ? -1 : plane / int64(image.step);
    }
    const int64 sourceX = int64(place.firstX) + job.startX, sourceY = place.firstY + job.startY;
    const int width = WARP_LANES + job.kernelWidth - 1, height = tuning::PAPER_WARPS + job.kernelHeight - 1;
    const auto fetch = [&](int x, int y) {
        int column = source.offset + x * image.channels + place.channel;
        if (HAS_PLANES)
        {
            const int64 row = plane + y;
            column += int(row & ((1 << source.besideLog2) - 1)) * source.rowStep;
            y = int(row >> source.besideLog2);
        }
        return tex2D<float>(source.texture, float(column) + 0.5f, float(y) + 0.5f);
    };
    float* const result = paperResult<HAS_PLANES>(job, bank, place, place.warp);
    float sum;
    if (plane >= 0 && sourceX >= 0 && sourceX + width <= image.width && sourceY >= 0 &&
        sourceY + height <= image.height)
    {
        const int x = int(sourceX) + place.lane, y = int(sourceY) + place.warp;
        sum = sumWindow(job, bank, [&](int dx, int dy) { return fetch(x + dx, y + dy); });
    }
    else
    {
        findColumns(job.src, sourceX, width, int(threadIdx.x), WARP_LANES * tuning::PAPER_WARPS, columns);
        findRows(job.src, sourceY, height, int(threadIdx.x), WARP_LANES * tuning::PAPER_WARPS, rows);
        __syncthreads();
        const float outside = borderValueOf<float>(job.src, place.channel);
        sum = sumWindow(job, bank, [&](int dx, int dy) {
            const int x = columns[place.lane + dx], y = rows[place.warp + dy];
            return plane < 0 || (x | y) < 0 ? outside : fetch(x, y);
        });
    }
    storePaperSum<HAS_PLANES>(job, bank, sum, result);
}

//! The part of the source that a block reads, in shared memory. All threads have passed a barrier afterwards.
template <int COLUMNS, int ROWS, bool HAS_PLANES>
struct PaperTile
{
    float pixels[ROWS][COLUMNS];
    int columns[COLUMNS], rows[ROWS];

    __device__ __forceinline__ void stage(const ConvJob& job, const PaperPlace& place, const PaperSlice& slice,
                                          int width, int height, int warps)
    {
        int64 plane = 0;
        if (HAS_PLANES)
            plane = planeAt(job.outer, int64(place.plane.t) + job.outer.t.start + slice.t,
                            int64(place.plane.z) + job.outer.z.start + slice.z);
        const int threads = warps * WARP_LANES;
        findColumns(job.src, int64(place.firstX) + job.startX, width, int(threadIdx.x), threads, columns);
        findRows(job.src, place.firstY + job.startY, height, int(threadIdx.x), threads, rows);
        __syncthreads();
#pragma unroll 1
        for (int r = place.warp; r < height; r += warps)
            stageRow<COLUMNS>(job.src, columns, plane < 0 ? -1 : rows[r], place.channel, width, place.lane, pixels[r],
                              ::max(plane, int64(0)));
        __syncthreads();
    }
};

//! One result of a thread, from shared memory.
template <bool HAS_PLANES>
__global__ void __launch_bounds__(WARP_LANES* tuning::PAPER_WARPS)
    sharedKernel(const __grid_constant__ ConvJob job, const __grid_constant__ PaperFilter bank)
{
    __shared__ PaperTile<PAPER_TILE_COLUMNS, PAPER_TILE_ROWS, HAS_PLANES> tile;
    const PaperPlace place = paperPlaceOf<HAS_PLANES>(job, tuning::PAPER_WARPS);
    tile.stage(job, place, bank.slice, WARP_LANES + job.kernelWidth - 1, tuning::PAPER_WARPS + job.kernelHeight - 1,
               tuning::PAPER_WARPS);
    float* const result = paperResult<HAS_PLANES>(job, bank, place, place.warp);
    const float sum =
        sumWindow(job, bank, [&](int dx, int dy) { return tile.pixels[place.warp + dy][place.lane + dx]; });
    storePaperSum<HAS_PLANES>(job, bank, sum, result);
}

//! Some results of a thread below each other, with loops that the compiler unrolls. @tparam K taps a side
template <int K, bool HAS_PLANES>
__global__ void __launch_bounds__(WARP_LANES* tuning::UNROLLED_WARPS)
    sharedUnrolledKernel(const __grid_constant__ ConvJob job, const __grid_constant__ PaperFilter bank)
{
    constexpr int COUNT = tuning::UNROLLED_ROWS, ROWS = tuning::UNROLLED_WARPS * COUNT;
    __shared__ PaperTile<WARP_LANES + K - 1, ROWS + K - 1, HAS_PLANES> tile;
    const PaperPlace place = paperPlaceOf<HAS_PLANES>(job, ROWS);
    tile.stage(job, place, bank.slice, WARP_LANES + K - 1, ROWS + K - 1, tuning::UNROLLED_WARPS);
    float sums[COUNT] = {}, totals[COUNT] = {};
#pragma unroll
    for (int q = 0; q < COUNT + K - 1; q++)
    {
#pragma unroll
        for (int dx = 0; dx < K; dx++)
        {
            const float pixel = tile.pixels[place.warp * COUNT + q][place.lane + dx];
#pragma unroll
            for (int r = 0; r < COUNT; r++)
                if (q - r >= 0 && q - r < K)
                    sums[r] = fmaf(bank.taps[(q - r) * K + dx], pixel, sums[r]);
        }
#pragma unroll
        for (int r = 0; r < COUNT; r++)
            if (q - r > 0 && q - r < K - 1 && (q - r + 1) % tuning::rowsOfSum(K) == 0)
            {
                totals[r] += sums[r];
                sums[r] = 0;
            }
    }
#pragma unroll
    for (int r = 0; r < COUNT; r++)
        storePaperSum<HAS_PLANES>(job, bank, totals[r] + sums[r],
                                  paperResult<HAS_PLANES>(job, bank, place, place.warp * COUNT + r));
}

}}} // namespace cv::recfilter::gpu

#endif
