// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The variant by unrolled loops of Eklund and Dufort 2013, section 4, which CONVOLUTION_AUTO takes for small images.

#include "dense/cuda/common/compiled_size.hpp"
#include "dense/cuda/unrolled/slice_tile.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Some results of a thread below each other, with loops that the compiler unrolls. @tparam K taps a side
template <int K, bool HAS_PLANES>
__global__ void __launch_bounds__(WARP_LANES* tuning::UNROLLED_WARPS)
    sharedUnrolledKernel(const __grid_constant__ ConvJob job, const __grid_constant__ SliceFilter bank)
{
    constexpr int COUNT = tuning::UNROLLED_ROWS, ROWS = tuning::UNROLLED_WARPS * COUNT;
    __shared__ SliceTile<WARP_LANES + K - 1, ROWS + K - 1, HAS_PLANES> tile;
    const SlicePlace place = slicePlaceOf<HAS_PLANES>(job, ROWS);
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
        storeSliceSum<HAS_PLANES>(job, bank, totals[r] + sums[r],
                                  sliceResult<HAS_PLANES>(job, bank, place, place.warp * COUNT + r));
}

template <int K>
void runSize(ConvJob job, const SliceFilter& bank, cudaStream_t stream)
{
    const Grid grid = sliceGrid(job, tuning::UNROLLED_WARPS, tuning::UNROLLED_ROWS, stream);
    if (hasPlanes(job))
        launch<sharedUnrolledKernel<K, true>>(grid, job, bank);
    else
        launch<sharedUnrolledKernel<K, false>>(grid, job, bank);
}

} // namespace

void runUnrolled(const ConvJob& job, const SliceFilter& bank, cudaStream_t stream)
{
    withCompiledSize<3, SLICE_KERNEL>(job.kernelWidth, [&](auto k) { runSize<k>(job, bank, stream); });
}

}}} // namespace cv::recfilter::gpu
