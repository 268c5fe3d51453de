// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_MATRIX_MATRIX_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_MATRIX_MATRIX_CUH

/* Convolution of floats by tensor cores. Floats are sums of two halves each, high and low parts. A warp marches down a
strip, two rows at a time. While it multiplies two rows it converts the next two and has others on their way. Pixels are
scaled by a power of two that follows the largest one. What a strip loses is in its record: see lost_results.hpp. */

#include "dense/cuda/matrix/matrix_filter.cuh"
#include "dense/cuda/matrix/matrix_scale.cuh"

namespace cv { namespace recfilter { namespace gpu {

/** The bytes from the image's first row to rows from y on; -1: the constant border.
@param thread of `threads` that share the work */
__device__ inline void findRowOffsets(const ConvSource& src, int64 y, int count, int thread, int threads, int64* rows)
{
#pragma unroll 1
    for (int i = thread; i < count; i += threads)
    {
        const int64 row = indexInside(y + i, src.image.height, src.borderY);
        rows[i] = row < 0 ? -1 : row * int64(src.image.step);
    }
}

/** One function of many lines: what the march keeps in registers, parts would share.
@param strips an even number of rows each, up to MATRIX_ROWS */
template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, Shape::BLOCKS)
    matrixKernel(const __grid_constant__ ConvJob job, const __grid_constant__ MatrixFilters<Shape::FILTERS> bank,
                 const __grid_constant__ LostStrips strips)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    typedef typename Shape::Ring Ring;
    constexpr int LEAD = Shape::PAIRS - 1; // pairs of rows of the source before the first results
    __shared__ MatrixShared<Shape> memory[Shape::WARPS];
    __shared__ int64 sourceRows[tuning::MATRIX_ROWS + Shape::SIZE + 2];
    letSuccessorBegin(); // addLostResults(), which waits for the end of this kernel
    const int lane = int(threadIdx.x) % WARP_LANES, warp = int(threadIdx.x) / WARP_LANES;
    const unsigned column = blockIdx.x % unsigned(job.across), below = blockIdx.x / unsigned(job.across);
    const int channel = int(below / unsigned(job.down));
    const int64 warpX = (int64(column) * Shape::WARPS + warp) * Shape::COLUMNS;
    const int64 y = int64(below % unsigned(job.down)) * strips.rows;
    const int count = int(::min(int64(strips.rows), job.height - y));
    const int groups = (count + 1) / 2 + LEAD; // pairs of rows of the source
    const int64 sourceX = warpX + job.startX - Shape::Window::LEFT;
    MatrixShared<Shape>& shared = memory[warp];
    findRowOffsets(job.src, y + job.startY, 2 * groups + 2, int(threadIdx.x), Shape::THREADS, sourceRows);
    findColumns(job.src, sourceX, Shape::ROW_COLUMNS, lane, WARP_LANES, shared.columns);
    shared.faint.clear(lane);
    __syncthreads();
    LostStrip& lost = strips.list[size_t(blockIdx.x) * Shape::WARPS + unsigned(warp)];
    if (warpX >= job.width)
    {
        lost.least = LOST_NOTHING;
        return;
    }
    const MatrixPlace place = {y, int(warpX), count, channel, lane};
    const int64 sourceY = y + job.startY;
    const bool seesConstant =
        job.src.borderY == BORDER_IS_CONSTANT && (sourceY < 0 || sourceY + 2 * groups > job.src.image.height);
    Ring ring(job.src, {sourceRows, shared.columns, sourceX, groups, seesConstant, channel, lane}, shared.ring);
    MatrixScale<Ring> scaling;
    MatrixFilterOfLane<Shape> first(bank.list[0], place);
    MatrixFilterOfLane<Shape> second(bank.list[Shape::FILTERS - 1], place); // not there if there is one
#pragma unroll 1
    for (int i = 0; i < Shape::SLOTS; i++)
        ring.fetch(unsigned(i));
    constexpr int ON_THEIR_WAY = Shape::SLOTS - 2;
    ring.template wait<ON_THEIR_WAY>();
    scaling.inspect(ring, 0);
    scaling.update();
    bool hasFaintPair = convertRows<Shape>(ring, 0, lane, scaling.scale(), shared.halves[0]);
    scaling.inspect(ring, 1);
    __syncwarp();
#pragma unroll 1
    for (int i = 0; i < groups; i++)
    {
        if (hasFaintPair)
            scaling.noteFaint(ring, unsigned(i), lane, shared.faint);
        MatrixFragments<Shape> fragments[Shape::PARTS];
#pragma unroll
        for (int m = 0; m < Shape::PARTS; m++)
            fragments[m].load(shared.halves[i % 2], m, lane);
        ring.fetch(unsigned(i + Shape::SLOTS));
        ring.template wait<ON_THEIR_WAY>();
        const float inverse = scaling.inverse(), ratio = scaling.update();
        hasFaintPair = convertRows<Shape>(ring, unsigned(i + 1), lane, scaling.scale(), shared.halves[(i + 1) % 2]);
        scaling.inspect(ring, unsigned(i + 2));
        first.add(fragments);
        if (i >= LEAD)
            first.store(job, place, 2 * (i - LEAD), inverse, shared.results);
        if constexpr (Shape::FILTERS > 1)
        {
            __syncwarp(); // products need all lanes at once
            second.add(fragments);
            if (i >= LEAD)
                second.store(job, place, 2 * (i - LEAD), inverse, shared.results);
        }
        if (ratio != 1)
        {
            first.rescale(ratio);
            if constexpr (Shape::FILTERS > 1)
                second.rescale(ratio);
            if (scaling.mayUnderflow() && lane == 0)
                shared.faint.note(i + 1); // all windows that are not complete hold it
        }
        __syncwarp(); // the next rows' halves are stored, and no lane reads these rows' halves any more
    }
    if (lane == 0)
        lost.least = !scaling.isFinite       ? float(LOST_ALL)
                     : shared.faint.hasAny() ? scaling.least()
                                             : float(LOST_NOTHING);
    if (lane < MatrixRows::WORDS)
        lost.noted[lane] = shared.faint.words[lane];
#endif
}

}}} // namespace cv::recfilter::gpu

#endif
