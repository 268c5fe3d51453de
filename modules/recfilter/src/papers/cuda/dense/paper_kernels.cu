// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The spatial variants of Eklund and Dufort 2013, section 4: by texture and by shared memory.

#include "papers/cuda/dense/paper_job.hpp"
#include "dense/cuda/unrolled/slice_tile.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Rows of sums of 64 products and more, which are added up: long sums lose digits.
//! @param pixel of the window, by its column and row
template <typename Pixel>
__device__ __forceinline__ float sumWindow(const ConvJob& job, const SliceFilter& bank, const Pixel& pixel)
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
    textureKernel(const __grid_constant__ ConvJob job, const __grid_constant__ SliceFilter bank,
                  const __grid_constant__ PaperTexture source)
{
    __shared__ int columns[PAPER_TILE_COLUMNS], rows[PAPER_TILE_ROWS];
    const SlicePlace place = slicePlaceOf<HAS_PLANES>(job, tuning::PAPER_WARPS);
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
    float* const result = sliceResult<HAS_PLANES>(job, bank, place, place.warp);
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
    storeSliceSum<HAS_PLANES>(job, bank, sum, result);
}

//! One result of a thread, from shared memory.
template <bool HAS_PLANES>
__global__ void __launch_bounds__(WARP_LANES* tuning::PAPER_WARPS)
    sharedKernel(const __grid_constant__ ConvJob job, const __grid_constant__ SliceFilter bank)
{
    __shared__ SliceTile<PAPER_TILE_COLUMNS, PAPER_TILE_ROWS, HAS_PLANES> tile;
    const SlicePlace place = slicePlaceOf<HAS_PLANES>(job, tuning::PAPER_WARPS);
    tile.stage(job, place, bank.slice, WARP_LANES + job.kernelWidth - 1, tuning::PAPER_WARPS + job.kernelHeight - 1,
               tuning::PAPER_WARPS);
    float* const result = sliceResult<HAS_PLANES>(job, bank, place, place.warp);
    const float sum =
        sumWindow(job, bank, [&](int dx, int dy) { return tile.pixels[place.warp + dy][place.lane + dx]; });
    storeSliceSum<HAS_PLANES>(job, bank, sum, result);
}

} // namespace

void runTexture(ConvJob job, const SliceFilter& bank, const PaperTexture& texture, cudaStream_t stream)
{
    const Grid grid = sliceGrid(job, tuning::PAPER_WARPS, 1, stream);
    if (hasPlanes(job) || texture.besideLog2)
        launch<textureKernel<true>>(grid, job, bank, texture);
    else
        launch<textureKernel<false>>(grid, job, bank, texture);
}

void runShared(ConvJob job, const SliceFilter& bank, cudaStream_t stream)
{
    const Grid grid = sliceGrid(job, tuning::PAPER_WARPS, 1, stream);
    if (hasPlanes(job))
        launch<sharedKernel<true>>(grid, job, bank);
    else
        launch<sharedKernel<false>>(grid, job, bank);
}

}}} // namespace cv::recfilter::gpu
