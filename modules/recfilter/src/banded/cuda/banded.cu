// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Kernels of banded systems: gather, propagate and apply along one axis. A tile in shared memory has BANDED_BLOCK
// pixels of LINES lines, and each thread has one line. All threads of a block read the same coefficients.

#include "banded/cuda/banded_kernels.hpp"

#include "runtime/cuda/io/pixel_io.cuh"
#include "runtime/cuda/launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Lines of a tile, and threads of a block. PITCH is odd, so that neither direction meets a bank twice.
const int LINES = 128, PITCH = LINES + 1;

//! The tile of this block of threads.
template <typename W>
struct BandedTile
{
    int64 firstLine, block;
    int lines, first, pixels;

    __device__ explicit BandedTile(const BandedJob<W>& job)
    {
        const int64 groups = (job.lines() + LINES - 1) / LINES;
        firstLine = int64(blockIdx.x) % groups * LINES;
        block = int64(blockIdx.x) / groups;
        lines = int(::min(int64(LINES), job.lines() - firstLine));
        first = int(block) * BANDED_BLOCK;
        pixels = ::min(int(BANDED_BLOCK), job.length() - first);
    }
};

//! Calls body(pixel of the image, number in the tile) for all pixels of a tile, neighbouring threads side by side.
template <typename T, typename W, typename Body>
__device__ void forPixels(const BandedJob<W>& job, const ImageView& image, const BandedTile<W>& tile, W* numbers,
                          const Body& body)
{
    const int lane = int(threadIdx.x) % BANDED_BLOCK, warp = int(threadIdx.x) / BANDED_BLOCK;
    if (!job.alongX)
    {
        if (int(threadIdx.x) < tile.lines)
            for (int i = 0; i < tile.pixels; i++)
                body(rowOf<T>(image, tile.first + i)[tile.firstLine + threadIdx.x], numbers[i * PITCH + threadIdx.x]);
        return;
    }
    if (lane < tile.pixels)
        for (int k = warp; k < tile.lines; k += LINES / BANDED_BLOCK)
        {
            const int64 line = tile.firstLine + k, y = line / image.channels, c = line % image.channels;
            body(rowOf<T>(image, y)[int64(tile.first + lane) * image.channels + c], numbers[lane * PITCH + k]);
        }
}

template <typename W>
__device__ void loadTile(const BandedJob<W>& job, const BandedTile<W>& tile, W* numbers)
{
    withDepth<W>(job.src.depth, [&](auto type) {
        forPixels<decltype(type)>(job, job.src, tile, numbers,
                                  [](const auto& pixel, W& number) { number = widen(pixel, W()); });
    });
    __syncthreads();
}

template <typename W>
__device__ void storeTile(const BandedJob<W>& job, const BandedTile<W>& tile, W* numbers)
{
    __syncthreads();
    withDepth<W>(job.dst.depth, [&](auto type) {
        typedef decltype(type) T;
        forPixels<T>(job, job.dst, tile, numbers, [](T& pixel, W& number) { pixel = Narrow<T>::from(number); });
    });
}

template <int K, typename W>
__device__ void clearState(W (&state)[K])
{
#pragma unroll
    for (int m = 0; m < K; m++)
        state[m] = 0;
}

template <int K, typename W>
__device__ void readState(const W* planes, int64 block, int64 lines, int64 line, W (&state)[K])
{
#pragma unroll
    for (int m = 0; m < K; m++)
        state[m] = planes[(block * K + m) * lines + line];
}

template <int K, typename W>
__device__ void writeState(W* planes, int64 block, int64 lines, int64 line, const W (&state)[K])
{
#pragma unroll
    for (int m = 0; m < K; m++)
        planes[(block * K + m) * lines + line] = state[m];
}

//! One substitution over the first `count` pixels of a line in a tile, in place. @param first the factors of pixel 0
template <bool BACK, int K, typename W>
__device__ void substitute(const BandedRows<W>& rows, int first, int count, W* line, W (&state)[K])
{
    for (int k = 0; k < count; k++)
    {
        const int i = BACK ? count - 1 - k : k;
        const W* coefs = rows.at(first + i) + (BACK ? K : 0);
        W value = line[i * PITCH];
        if (BACK)
            value *= __ldg(coefs++);
#pragma unroll
        for (int m = K - 1; m >= 0; m--)
            value = fma(__ldg(coefs + m), state[m], value);
#pragma unroll
        for (int m = K - 1; m > 0; m--)
            state[m] = state[m - 1];
        state[0] = value;
        line[i * PITCH] = value;
    }
}

//! out += M in
template <int K, typename W>
__device__ void addProduct(const W* M, const W (&in)[K], W (&out)[K])
{
#pragma unroll
    for (int i = 0; i < K; i++)
#pragma unroll
        for (int j = 0; j < K; j++)
            out[i] = fma(__ldg(M + i * K + j), in[j], out[i]);
}

//! The carries that tiles send out if none come in.
template <typename W, int K>
__global__ void __launch_bounds__(LINES) bandedGatherKernel(const BandedJob<W> job)
{
    __shared__ W numbers[BANDED_BLOCK * PITCH];
    const BandedTile<W> tile(job);
    loadTile(job, tile, numbers);
    if (int(threadIdx.x) >= tile.lines)
        return;
    W state[K];
    W* const line = numbers + threadIdx.x;
    clearState(state);
    substitute<false>(job.axis.rows, tile.first, tile.pixels, line, state);
    writeState(job.forth, tile.block + 1, job.lines(), tile.firstLine + threadIdx.x, state);
    clearState(state);
    substitute<true>(job.axis.rows, tile.first, job.axis.tail.of(tile.first, tile.pixels), line, state);
    writeState(job.back, tile.block, job.lines(), tile.firstLine + threadIdx.x, state);
}

/** Propagates the carries of back substitution from block to block. If `stores`, exact carries replace the gathered
ones. If blocks are solved between y above and y behind, y above a block then also replaces w. The forward carries p
must be exact. */
template <int K, typename W>
__device__ void propagateBack(const BandedJob<W>& job, int64 line, bool stores, W (&y)[K])
{
    const BandedAxisView<W>& axis = job.axis;
    for (int64 b = axis.tail.blocks - 1; b >= 0; b--)
    {
        const int64 matrix = axis.blocks.indexOf(b) * K * K;
        W next[K], p[K];
        readState(job.back, b, job.lines(), line, next);
        readState(job.forth, b, job.lines(), line, p);
        addProduct(axis.X + matrix, p, next);
        addProduct(axis.Q + matrix, y, next);
        if (stores)
            writeState(job.back, b, job.lines(), line, next);
        if (stores && axis.inner.order > 0 && b > 0)
        {
            W above[K];
            clearState(above);
            addProduct(axis.aboveW + matrix, p, above);
            addProduct(axis.aboveY + matrix, next, above);
            writeState(job.forth, b, job.lines(), line, above);
        }
#pragma unroll
        for (int m = 0; m < K; m++)
            y[m] = next[m];
    }
}

//! c = upper^-1 lower (y before the first block, y at the end of the line), for y with zeros outside.
template <int K, typename W>
__device__ void closeLine(const BandedAxisView<W>& axis, const W (&head)[K], const W (&p)[K], W (&behind)[K],
                          W (&before)[K])
{
    W tail[K], c[2 * K];
    clearState(tail);
    clearState(c);
    addProduct(axis.lastOfForward, p, tail);
#pragma unroll
    for (int i = 0; i < 2 * K; i++)
#pragma unroll
        for (int j = 0; j < K; j++)
        {
            const W* const of = axis.lower + i * 2 * K + j;
            c[i] = fma(__ldg(of), head[j], fma(__ldg(of + K), tail[j], c[i]));
        }
#pragma unroll
    for (int i = 2 * K - 1; i >= 0; i--)
    {
#pragma unroll
        for (int j = i + 1; j < 2 * K; j++)
            c[i] = fma(-__ldg(axis.upper + i * 2 * K + j), c[j], c[i]);
        c[i] *= __ldg(axis.upper + i * 2 * K + i);
    }
#pragma unroll
    for (int i = 0; i < K; i++)
    {
        behind[i] = c[i];
        before[i] = c[K + i];
    }
}

//! y of the last K pixels of a line, in the order of the line, from the state of w behind it.
template <int K, typename W>
__device__ void solveTail(const W* upper, const W (&w)[K], W (&y)[K])
{
#pragma unroll
    for (int i = K - 1; i >= 0; i--)
    {
        y[i] = w[K - 1 - i];
#pragma unroll
        for (int j = i + 1; j < K; j++)
            y[i] = fma(-__ldg(upper + i * K + j), y[j], y[i]);
        y[i] *= __ldg(upper + i * K + i);
    }
}

//! Turns gathered carries into exact ones. A thread has a line.
template <typename W, int K>
__global__ void __launch_bounds__(LINES) bandedPropagateKernel(const BandedJob<W> job)
{
    const BandedAxisView<W>& axis = job.axis;
    const int64 line = int64(blockIdx.x) * LINES + threadIdx.x, lines = job.lines(), count = axis.blocks.count;
    if (line >= lines)
        return;
    W p[K], y[K];
    clearState(p);
    clearState(y);
    writeState(job.forth, 0, lines, line, p);
    for (int64 b = 0; b < count; b++)
    {
        W next[K];
        readState(job.forth, b + 1, lines, line, next);
        addProduct(axis.P + axis.blocks.indexOf(b) * K * K, p, next);
        writeState(job.forth, b + 1, lines, line, next);
#pragma unroll
        for (int m = 0; m < K; m++)
            p[m] = next[m];
    }
    if (axis.lower)
    {
        W behind[K], change[K];
        propagateBack(job, line, false, y);
        closeLine(axis, y, p, behind, change);
        for (int64 b = 0; b <= count; b++)
        {
            readState(job.forth, b, lines, line, p);
#pragma unroll
            for (int m = 0; m < K; m++)
                p[m] += change[m];
            writeState(job.forth, b, lines, line, p);
            if (b == count)
                break;
            W next[K];
            clearState(next);
            addProduct(axis.P + axis.blocks.indexOf(b) * K * K, change, next);
#pragma unroll
            for (int m = 0; m < K; m++)
                change[m] = next[m];
        }
#pragma unroll
        for (int m = 0; m < K; m++)
            y[m] = behind[m];
    }
    else
        solveTail(axis.tailMatrix, p, y);
    writeState(job.back, axis.tail.blocks, lines, line, y);
    propagateBack(job, line, true, y);
}

template <typename W, int K>
__global__ void __launch_bounds__(LINES) bandedApplyKernel(const BandedJob<W> job)
{
    __shared__ W numbers[BANDED_BLOCK * PITCH];
    const BandedTile<W> tile(job);
    loadTile(job, tile, numbers);
    if (int(threadIdx.x) < tile.lines)
    {
        W state[K];
        W* const line = numbers + threadIdx.x;
        const BandedTail& tail = job.axis.tail;
        const int64 number = tile.firstLine + threadIdx.x;
        const int count = tail.of(tile.first, tile.pixels);
        readState(job.forth, tile.block, job.lines(), number, state);
        const bool isInner = job.axis.inner.order > 0 && tile.block > 0;
        const BandedRows<W> rows = isInner ? job.axis.inner : job.axis.rows;
        const int first = isInner ? 0 : tile.first;
        substitute<false>(rows, first, count, line, state);
        readState(job.back, tile.block < tail.blocks ? tile.block + 1 : tail.blocks, job.lines(), number, state);
        substitute<true>(rows, first, count, line, state);
        for (int i = count; i < tile.pixels; i++)
            line[i * PITCH] = job.back[(tail.blocks * K + tile.first + i - tail.rows) * job.lines() + number];
    }
    storeTile(job, tile, numbers);
}

template <typename W, int K>
void runOrder(const BandedJob<W>& job)
{
    const int64 groups = (job.lines() + LINES - 1) / LINES, tiles = groups * job.axis.blocks.count;
    launch<bandedGatherKernel<W, K>>({tiles, LINES, 0, job.stream}, job);
    launch<bandedPropagateKernel<W, K>>({groups, LINES, 0, job.stream}, job);
    launch<bandedApplyKernel<W, K>>({tiles, LINES, 0, job.stream}, job);
}

template <typename W>
void runJob(const BandedJob<W>& job)
{
    switch (job.axis.rows.order)
    {
    case 1:
        return runOrder<W, 1>(job);
    case 2:
        return runOrder<W, 2>(job);
    case 3:
        return runOrder<W, 3>(job);
    case 4:
        return runOrder<W, 4>(job);
    case 8:
        return runOrder<W, 8>(job);
    default:
        return runOrder<W, 16>(job);
    }
}

} // namespace

void runBanded(const BandedJob<float>& job)
{
    runJob(job);
}

void runBanded(const BandedJob<double>& job)
{
    runJob(job);
}

}}} // namespace cv::recfilter::gpu
