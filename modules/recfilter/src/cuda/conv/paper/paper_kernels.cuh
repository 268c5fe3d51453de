// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_PAPER_PAPER_KERNELS_CUH
#define OPENCV_RECFILTER_CUDA_CONV_PAPER_PAPER_KERNELS_CUH

// The spatial variants of Eklund and Dufort 2013, section 4: by texture, by shared memory, and unrolled.

#include "cuda/conv/paper/paper_job.hpp"
#include "cuda/conv/result_store.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Where a block of one channel begins. A warp has a row, or several ones, a lane a column.
struct PaperPlace
{
    int firstX, channel, lane, warp;
    int64 firstY;
};

__device__ inline PaperPlace paperPlaceOf(const ConvJob& job, int rows)
{
    const unsigned column = blockIdx.x % unsigned(job.across), below = blockIdx.x / unsigned(job.across);
    PaperPlace place;
    place.lane = int(threadIdx.x) % WARP_LANES;
    place.warp = int(threadIdx.x) / WARP_LANES;
    place.firstX = int(column) * WARP_LANES;
    place.firstY = int64(below % unsigned(job.down)) * rows;
    place.channel = int(below / unsigned(job.down));
    return place;
}

//! @param pixel of the window, by its column and row
template <typename Pixel>
__device__ __forceinline__ float sumWindow(const ConvJob& job, const PaperFilter& bank, const Pixel& pixel)
{
    float sum = float(job.delta);
#pragma unroll 1
    for (int dy = 0; dy < job.kernelHeight; dy++)
        for (int dx = 0; dx < job.kernelWidth; dx++)
            sum = fmaf(bank.taps[dy * job.kernelWidth + dx], pixel(dx, dy), sum);
    return sum;
}

//! One result of a thread, every pixel from a texture. Blocks at the borders first find the columns and rows.
__global__ void __launch_bounds__(WARP_LANES* tuning::PAPER_WARPS)
    textureKernel(const __grid_constant__ ConvJob job, const __grid_constant__ PaperFilter bank,
                  const __grid_constant__ PaperTexture source)
{
    __shared__ int columns[PAPER_TILE_COLUMNS], rows[PAPER_TILE_ROWS];
    const PaperPlace place = paperPlaceOf(job, tuning::PAPER_WARPS);
    const ImageView& image = job.src.image;
    const int64 sourceX = int64(place.firstX) + job.startX, sourceY = place.firstY + job.startY;
    const int width = WARP_LANES + job.kernelWidth - 1, height = tuning::PAPER_WARPS + job.kernelHeight - 1;
    const auto fetch = [&](int x, int y) {
        return tex2D<float>(source.texture, float(source.offset + x * image.channels + place.channel) + 0.5f,
                            float(y) + 0.5f);
    };
    float sum;
    if (sourceX >= 0 && sourceX + width <= image.width && sourceY >= 0 && sourceY + height <= image.height)
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
            return (x | y) < 0 ? outside : fetch(x, y);
        });
    }
    const int64 y = place.firstY + place.warp;
    if (place.firstX + place.lane < job.width && y < job.height)
        *resultAt<float>(bank.filter.result, place.firstX + place.lane, y, place.channel) = sum;
}

//! The part of the source that a block reads, in shared memory. All threads have passed a barrier afterwards.
template <int COLUMNS, int ROWS>
struct PaperTile
{
    float pixels[ROWS][COLUMNS];
    int columns[COLUMNS], rows[ROWS];

    __device__ __forceinline__ void stage(const ConvJob& job, const PaperPlace& place, int width, int height, int warps)
    {
        const int threads = warps * WARP_LANES;
        findColumns(job.src, int64(place.firstX) + job.startX, width, int(threadIdx.x), threads, columns);
        findRows(job.src, place.firstY + job.startY, height, int(threadIdx.x), threads, rows);
        __syncthreads();
#pragma unroll 1
        for (int r = place.warp; r < height; r += warps)
            stageRow<COLUMNS>(job.src, columns, rows[r], place.channel, width, place.lane, pixels[r]);
        __syncthreads();
    }
};

//! One result of a thread, from shared memory.
__global__ void __launch_bounds__(WARP_LANES* tuning::PAPER_WARPS)
    sharedKernel(const __grid_constant__ ConvJob job, const __grid_constant__ PaperFilter bank)
{
    __shared__ PaperTile<PAPER_TILE_COLUMNS, PAPER_TILE_ROWS> tile;
    const PaperPlace place = paperPlaceOf(job, tuning::PAPER_WARPS);
    tile.stage(job, place, WARP_LANES + job.kernelWidth - 1, tuning::PAPER_WARPS + job.kernelHeight - 1,
               tuning::PAPER_WARPS);
    const float sum =
        sumWindow(job, bank, [&](int dx, int dy) { return tile.pixels[place.warp + dy][place.lane + dx]; });
    const int64 y = place.firstY + place.warp;
    if (place.firstX + place.lane < job.width && y < job.height)
        *resultAt<float>(bank.filter.result, place.firstX + place.lane, y, place.channel) = sum;
}

//! Some results of a thread below each other, with loops that the compiler unrolls. @tparam K taps a side
template <int K>
__global__ void __launch_bounds__(WARP_LANES* tuning::UNROLLED_WARPS)
    sharedUnrolledKernel(const __grid_constant__ ConvJob job, const __grid_constant__ PaperFilter bank)
{
    constexpr int COUNT = tuning::UNROLLED_ROWS, ROWS = tuning::UNROLLED_WARPS * COUNT;
    __shared__ PaperTile<WARP_LANES + K - 1, ROWS + K - 1> tile;
    const PaperPlace place = paperPlaceOf(job, ROWS);
    tile.stage(job, place, WARP_LANES + K - 1, ROWS + K - 1, tuning::UNROLLED_WARPS);
    float sums[COUNT];
#pragma unroll
    for (int r = 0; r < COUNT; r++)
        sums[r] = float(job.delta);
#pragma unroll
    for (int q = 0; q < COUNT + K - 1; q++)
#pragma unroll
        for (int dx = 0; dx < K; dx++)
        {
            const float pixel = tile.pixels[place.warp * COUNT + q][place.lane + dx];
#pragma unroll
            for (int r = 0; r < COUNT; r++)
                if (q - r >= 0 && q - r < K)
                    sums[r] = fmaf(bank.taps[(q - r) * K + dx], pixel, sums[r]);
        }
    const int64 y = place.firstY + place.warp * COUNT;
#pragma unroll
    for (int r = 0; r < COUNT; r++)
        if (place.firstX + place.lane < job.width && y + r < job.height)
            *resultAt<float>(bank.filter.result, place.firstX + place.lane, y + r, place.channel) = sums[r];
}

}}} // namespace cv::recfilter::gpu

#endif
