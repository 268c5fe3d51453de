// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_DIRECT_DIRECT_ANY_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_DIRECT_DIRECT_ANY_CUH

// Kernels of any size, in float or double, piece by piece: a block copies the pixels and taps of a piece to shared
// memory. Each thread has 4 x 4 results.

#include "dense/cuda/pixels/result_store.cuh"
#include "dense/cuda/common/tuning.hpp"

namespace cv { namespace recfilter { namespace gpu {

template <typename W>
struct AnyShape
{
    static constexpr int ROWS = 4, COLUMNS = 4; //!< of results of a thread
    static constexpr int WARPS = 4, THREADS = WARPS * WARP_LANES;
    static constexpr int BLOCK_COLUMNS = WARP_LANES * COLUMNS, BLOCK_ROWS = WARPS * ROWS;
    static constexpr int TILE_COLUMNS = BLOCK_COLUMNS + tuning::PIECE, TILE_ROWS = BLOCK_ROWS + tuning::PIECE - 1;
};

template <typename W>
struct AnyShared
{
    alignas(16) W pixels[AnyShape<W>::TILE_ROWS][AnyShape<W>::TILE_COLUMNS];
    alignas(16) W taps[tuning::PIECE][tuning::PIECE];
    int columns[AnyShape<W>::TILE_COLUMNS], rows[AnyShape<W>::TILE_ROWS];
};

/** What a thread has added up: sums of some rows of pieces, 16 of which become one of the next level, so that no sum
has many terms. In local memory, as they are rare. */
template <typename W>
class AnyTotals
{
public:
    //! After a piece of so many rows.
    __device__ __forceinline__ void count(int rows, W (&sums)[4][4])
    {
        added += rows;
        if (added <= tuning::PIECE)
            return;
        added = 0;
        int level = 0;
#pragma unroll 1
        while (level < LEVELS - 1 && sumsAt(level) % RADIX == RADIX - 1)
            add(level++, sums);
        if (sumsAt(level) > 0 && (level == LEVELS - 1 || sumsAt(level) % RADIX > 0))
            add(level, sums);
#pragma unroll
        for (int i = 0; i < 4; i++)
            writeVectors(sums[i], totals[level] + 4 * i);
#pragma unroll
        for (int i = 0; i < 16; i++)
            sums[i / 4][i % 4] = 0;
        taken++;
    }

    __device__ __forceinline__ void addTo(W (&sums)[4][4]) const
    {
#pragma unroll 1
        for (int level = 0; level < LEVELS; level++)
            if (level == LEVELS - 1 ? sumsAt(level) > 0 : sumsAt(level) % RADIX > 0)
                add(level, sums);
    }

private:
    static constexpr int LEVELS = 4, RADIX_LOG2 = 4, RADIX = 1 << RADIX_LOG2;

    //! Sums that a level has got so far. `taken` counts in digits of RADIX.
    __device__ __forceinline__ unsigned sumsAt(int level) const
    {
        return taken >> (RADIX_LOG2 * level);
    }

    __device__ __forceinline__ void add(int level, W (&sums)[4][4]) const
    {
#pragma unroll
        for (int i = 0; i < 4; i++)
        {
            W total[4];
            readVectors(totals[level] + 4 * i, total);
#pragma unroll
            for (int k = 0; k < 4; k++)
                sums[i][k] += total[k];
        }
    }

    alignas(16) W totals[LEVELS][16];
    unsigned taken = 0;
    int added = 0; //!< sums of rows
};

//! A piece of a kernel: where it begins, and its size.
struct KernelPiece
{
    int x, y, width, height;
};

/** The products of one row of pixels with all rows of taps of a piece.
@param q number of the row of pixels in the thread's window @param pixels from the thread's first result on */
template <typename W>
__device__ __forceinline__ void addRow(const KernelPiece& piece, const W (&taps)[tuning::PIECE][tuning::PIECE], int q,
                                       const W* pixels, W (&sums)[4][4])
{
    W x[8], rowSums[4][4] = {};
    readVectors(pixels, reinterpret_cast<W(&)[4]>(x));
    int dx = 0;
#pragma unroll 1
    for (; dx + 4 <= piece.width; dx += 4)
    {
        readVectors(pixels + dx + 4, reinterpret_cast<W(&)[4]>(x[4]));
#pragma unroll
        for (int r = 0; r < 4; r++)
            if (q - r >= 0 && q - r < piece.height)
            {
                W t[4];
                readVectors(taps[q - r] + dx, t);
#pragma unroll
                for (int j = 0; j < 4; j++)
#pragma unroll
                    for (int i = 0; i < 4; i++)
                        rowSums[r][i] = fma(x[i + j], t[j], rowSums[r][i]);
            }
#pragma unroll
        for (int i = 0; i < 4; i++)
            x[i] = x[i + 4];
    }
#pragma unroll 1
    for (; dx < piece.width; dx++) // a zero tap would spread what is not finite
    {
#pragma unroll
        for (int r = 0; r < 4; r++)
            if (q - r >= 0 && q - r < piece.height)
#pragma unroll
                for (int i = 0; i < 4; i++)
                    rowSums[r][i] = fma(x[i], taps[q - r][dx], rowSums[r][i]);
#pragma unroll
        for (int i = 0; i < 3; i++)
            x[i] = x[i + 1];
        x[3] = pixels[dx + 4];
    }
#pragma unroll
    for (int i = 0; i < 16; i++)
        sums[i / 4][i % 4] += rowSums[i / 4][i % 4];
}

/** The products of a plane of the source with a plane of taps.
@param plane by planeAt @param firstX, firstY of the results of the block */
template <typename W>
__device__ __forceinline__ void addPlane(const ConvJob& job, const W* taps, W sign, int channel, int64 plane,
                                         int firstX, int64 firstY, AnyShared<W>& shared, W (&sums)[4][4],
                                         AnyTotals<W>& totals)
{
    typedef AnyShape<W> Shape;
    const int lane = int(threadIdx.x) % WARP_LANES, warp = int(threadIdx.x) / WARP_LANES;
    KernelPiece piece;
#pragma unroll 1
    for (piece.y = 0; piece.y < job.kernelHeight; piece.y += tuning::PIECE)
#pragma unroll 1
        for (piece.x = 0; piece.x < job.kernelWidth; piece.x += tuning::PIECE)
        {
            piece.height = ::min(tuning::PIECE, job.kernelHeight - piece.y);
            piece.width = ::min(tuning::PIECE, job.kernelWidth - piece.x);
            const int width = Shape::BLOCK_COLUMNS + piece.width - 1, height = Shape::BLOCK_ROWS + piece.height - 1;
            __syncthreads(); // the piece before is done with
            findColumns(job.src, int64(firstX) + job.startX + piece.x, width, int(threadIdx.x), Shape::THREADS,
                        shared.columns);
            findRows(job.src, firstY + job.startY + piece.y, height, int(threadIdx.x), Shape::THREADS, shared.rows);
            __syncthreads();
#pragma unroll 1
            for (int r = warp; r < height; r += Shape::WARPS)
                stageRow<Shape::TILE_COLUMNS>(job.src, shared.columns, plane < 0 ? -1 : shared.rows[r], channel, width,
                                              lane, shared.pixels[r], ::max(plane, int64(0)));
            for (int r = warp; r < piece.height; r += Shape::WARPS)
                if (lane < piece.width)
                    shared.taps[r][lane] = sign * taps[int64(piece.y + r) * job.kernelWidth + piece.x + lane];
            __syncthreads();
#pragma unroll 1
            for (int q = 0; q < piece.height + Shape::ROWS - 1; q++)
                addRow(piece, shared.taps, q, shared.pixels[warp * Shape::ROWS + q] + 4 * lane, sums);
            totals.count(piece.height, sums);
        }
}

template <typename W>
struct AnyFilter
{
    ConvFilter filter;
    ConvTaps<W> taps;
    ConvPrevious<W> previous;
};

//! Adds to the sums of a thread what is there, and delta, which may be large. @param x, y of the first result
template <typename W>
__device__ __forceinline__ void finishSums(const ConvJob& job, const ConvPrevious<W>& previous, const ConvPlane& plane,
                                           int x, int64 y, int channel, W (&sums)[4][4])
{
    ConvResult from = previous.result;
    from.data += plane.t * previous.stepT + plane.z * previous.stepZ;
#pragma unroll
    for (int i = 0; i < 16; i++)
    {
        if (previous.result.data && x + i % 4 < job.width && y + i / 4 < job.height)
            sums[i / 4][i % 4] += *resultAt<W>(from, x + i % 4, y + i / 4, channel);
        sums[i / 4][i % 4] += W(job.delta);
    }
}

template <typename W>
__global__ void __launch_bounds__(AnyShape<W>::THREADS)
    anyKernel(const __grid_constant__ ConvJob job, const __grid_constant__ AnyFilter<W> bank)
{
    typedef AnyShape<W> Shape;
    __shared__ AnyShared<W> shared;
    const int lane = int(threadIdx.x) % WARP_LANES, warp = int(threadIdx.x) / WARP_LANES;
    const unsigned column = blockIdx.x % unsigned(job.across), below = blockIdx.x / unsigned(job.across);
    const ConvOuter& outer = job.outer;
    const unsigned layer = below / unsigned(job.down), number = layer / unsigned(job.src.image.channels);
    const int channel = int(layer % unsigned(job.src.image.channels));
    const ConvPlane plane = {int(number / unsigned(outer.z.size)), int(number % unsigned(outer.z.size))};
    const int firstX = int(column) * Shape::BLOCK_COLUMNS;
    const int64 firstY = int64(below % unsigned(job.down)) * Shape::BLOCK_ROWS, y = firstY + warp * Shape::ROWS;

    W sums[4][4] = {};
    AnyTotals<W> totals;
#pragma unroll 1
    for (int term = 0; term < (bank.taps.rotated ? 2 : 1); term++)
    {
        const W* taps = term ? bank.taps.rotated : bank.taps.plain;
        const W sign = term && channel % 2 == 0 ? W(-1) : W(1); // multiplied by i, imaginary parts become -real ones
#pragma unroll 1
        for (int d = 0; d < outer.t.kernel * outer.z.kernel; d++, taps += int64(job.kernelHeight) * job.kernelWidth)
            addPlane(job, taps, sign, channel ^ term,
                     planeAt(outer, int64(plane.t) + outer.t.start + d / outer.z.kernel,
                             int64(plane.z) + outer.z.start + d % outer.z.kernel),
                     firstX, firstY, shared, sums, totals);
    }
    totals.addTo(sums);
    finishSums(job, bank.previous, plane, firstX + 4 * lane, y, channel, sums);
    __syncthreads(); // the last piece is done with
    storeWarp(job, resultIn(outer, plane, bank.filter.result), firstX, y, channel, lane, sums,
              &shared.pixels[0][0] + warp * Shape::ROWS * Shape::BLOCK_COLUMNS);
    if constexpr (sizeof(W) == sizeof(float))
    {
        unsigned doubtful = 0;
#pragma unroll
        for (int r = 0; r < Shape::ROWS; r++)
            doubtful |= doubtfulOf(sums[r], job.recheck, bank.filter.tieBound) << (4 * r);
        __syncwarp(); // what is overwritten is stored
        addUpAgainIn(plane, job, bank.filter, int64(firstX) + 4 * lane, y, channel, doubtful);
    }
}

}}} // namespace cv::recfilter::gpu

#endif
