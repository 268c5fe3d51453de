// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Lines of row moments in shared memory, and the column passes over them.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_LINES_MOMENT_LINES_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_LINES_MOMENT_LINES_CUH

#include "recursive/cuda/lines/chain_dispatch.cuh"
#include "recursive/cuda/io/tile_slot.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! A line is as long as a tile is high. Padding avoids bank conflicts of neighbouring threads with a line each.
template <typename W>
struct MomentLines
{
    enum
    {
        run = TileShape<W>::run,
        quad = 16 / sizeof(W),
        pitch = run + quad,
        vectors = run / quad
    };

    /** Starts copies by all threads of the block, 16 bytes each, bypassing L1. `await` waits for them.
    @param rows of the block: CarryView::pitch */
    __device__ static void request(const W* block, int rows, W* lines, int count)
    {
        request(block, rows, lines, count, threadIdx.x, blockDim.x);
    }

    __device__ static void await()
    {
        awaitCopies();
        __syncthreads();
    }

    //! Starts the copies by `threads` threads of the block.
    __device__ static void request(const W* block, int rows, W* lines, int count, int thread, int threads)
    {
        for (int k = thread; k < count * vectors; k += threads)
            if (firstRow(k) < rows)
                __pipeline_memcpy_async(&inside(lines, k), block + k / vectors * rows + firstRow(k), 16);
    }

    __device__ static void store(W* block, int rows, W* lines, int count)
    {
        for (int k = threadIdx.x; k < count * vectors; k += blockDim.x)
            if (firstRow(k) < rows)
                *reinterpret_cast<Vector16<W>*>(block + k / vectors * rows + firstRow(k)) = inside(lines, k);
    }

    __device__ static int length(const AxisView<W>& axis, int64 tileY)
    {
        return tileY == axis.tiles - 1 ? axis.lastTile : int(run);
    }

    //! Loads the states that enter a line. @param line counted as in CarryView::columns
    template <typename Line>
    __device__ static void enter(const TileJob<W>& job, int64 line, int64 tileY, int direction, W (&s)[Line::capacity])
    {
        const int moments = Line::momentsOf(job.y);
#pragma unroll
        for (int m = 0; m < moments; m++)
            s[m] = *columnCarry(job, tileY, moments, direction, m, line);
    }

    template <typename Line>
    __device__ static void filter(const TileJob<W>& job, W* pixels, int64 line, int64 tileY)
    {
        W p[Line::capacity], a[Line::capacity];
        enter<Line>(job, line, tileY, 0, p);
        enter<Line>(job, line, tileY, 1, a);
        Line::template filter<1>(pixels, length(job.y, tileY), job.y, p, a);
    }

private:
    //! The first row in the 16 bytes that a thread copies.
    __device__ static int firstRow(int k)
    {
        return k % vectors * quad;
    }

    __device__ static Vector16<W>& inside(W* lines, int k)
    {
        return reinterpret_cast<Vector16<W>*>(lines + k / vectors * pitch)[k % vectors];
    }
};

}}} // namespace cv::recfilter::gpu

#endif
