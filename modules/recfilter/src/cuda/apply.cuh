// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// apply: the passes of one tile, from exact carries.

#ifndef OPENCV_RECFILTER_CUDA_APPLY_CUH
#define OPENCV_RECFILTER_CUDA_APPLY_CUH

#include "chain_dispatch.cuh"
#include "launch.cuh"
#include "pixel_io.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Stands for an axis that is left alone.
struct NoLine
{
    enum
    {
        moments = 0,
        capacity = 1
    };
};

template <typename W>
struct ApplyShape
{
    enum
    {
        run = TileShape<W>::run,
        span = TileShape<W>::span,
        width = run * span,
        threads = width,
        quad = 16 / sizeof(W),
        pitch = run + quad //!< of a run in shared memory: threads that own runs, 16 bytes at a time, meet no bank twice
    };
};

/** A block has a thread for every column of the tile, and then one for every run of its rows. */
template <typename W, typename LineX, typename LineY>
struct ApplyTile
{
    typedef ApplyShape<W> Shape;
    enum
    {
        run = Shape::run,
        span = Shape::span,
        pitch = Shape::pitch,
        filtersX = !std::is_same<LineX, NoLine>::value,
        filtersY = !std::is_same<LineY, NoLine>::value
    };

    const TileJob<W>& job;
    const int channel;
    const int64 tileX, tileY;
    const int height;
    W v[run];

    __device__ ApplyTile(const TileJob<W>& j)
        : job(j), channel(int(blockIdx.x % j.src.channels)), tileX(blockIdx.x / j.src.channels % j.x.tiles),
          tileY(blockIdx.x / j.src.channels / j.x.tiles), height(int(::min(int64(run), j.src.height - tileY * run)))
    {
    }

    __device__ int64 column() const { return tileX * Shape::width + threadIdx.x; }

    __device__ bool isInside() const { return column() < job.src.width; }

    __device__ void load()
    {
        const W offset = offsetOf(job, channel);
        withDepth<W>(job.src.depth, [&](auto type) {
            typedef decltype(type) T;
            const uchar* pixel =
                job.src.data + size_t(tileY) * run * job.src.step + (column() * job.src.channels + channel) * sizeof(T);
            if (height == run)
#pragma unroll
                for (int i = 0; i < run; i++)
                    v[i] = widen(*reinterpret_cast<const T*>(pixel + i * job.src.step), W()) - offset;
            else
#pragma unroll
                for (int i = 0; i < run; i++)
                    v[i] =
                        i < height ? widen(*reinterpret_cast<const T*>(pixel + i * job.src.step), W()) - offset : W(0);
        });
    }

    __device__ void filterColumn()
    {
        const int moments = LineY::momentsOf(job.y);
        const int64 stride = job.carries.lines;
        const W* carry = job.carries.columns + tileY * 2 * moments * stride + int64(channel) * job.src.width + column();
        W p[LineY::capacity], a[LineY::capacity];
#pragma unroll
        for (int m = 0; m < moments; m++)
        {
            p[m] = carry[m * stride];
            a[m] = carry[(moments + m) * stride];
        }
        LineY::run(v, height, job.y, p, a);
    }

    //! Straight from registers: a warp writes neighbouring pixels.
    __device__ void storeColumn() const
    {
        const W restored = pick(job.restored, channel);
        withDepth<W>(job.dst.depth, [&](auto type) {
            typedef decltype(type) T;
            uchar* pixel =
                job.dst.data + size_t(tileY) * run * job.dst.step + (column() * job.dst.channels + channel) * sizeof(T);
#pragma unroll
            for (int i = 0; i < run; i++)
                if (i < height)
                    *reinterpret_cast<T*>(pixel + i * job.dst.step) = Narrow<T>::from(fma(v[i], job.gain, restored));
        });
    }

    //! Runs of the tile in shared memory: run (row, part) at (row span + part) pitch.
    __device__ void columnToShared(W* tile) const
    {
        W* to = tile + (threadIdx.x / run) * Shape::pitch + threadIdx.x % run;
#pragma unroll
        for (int i = 0; i < run; i++)
            to[i * span * Shape::pitch] = v[i];
    }

    //! Pixels of this thread's run.
    __device__ int runLength() const
    {
        const int64 left = job.src.width - tileX * Shape::width - int64(threadIdx.x % span) * run;
        return int(::min(::max(left, int64(0)), int64(run)));
    }

    //! Number k of the weights of a run's sum, in the order of its pixels: of the left run's causal sum, then of the right
    //! run's anticausal one.
    __device__ W weight(int k) const
    {
        const int moments = LineX::momentsOf(job.x), i = k % run, m = k / run % moments, part = k / run / moments;
        return __ldg(job.x.weights + (2 * m + 1) * job.x.tile + (part ? i : run - 1 - i));
    }

    //! All of them, some to each thread: fetched before the pixels, so that nobody waits for them later.
    template <int N>
    __device__ void fetchWeights(W (&some)[N]) const
    {
#pragma unroll
        for (int k = 0; k < N; k++)
            some[k] = weight(threadIdx.x + k * Shape::threads);
    }

    template <int N>
    __device__ void weightsToShared(const W (&some)[N], W* weights) const
    {
        if (LineX::moments)
#pragma unroll
            for (int k = 0; k < N; k++)
                weights[threadIdx.x + k * Shape::threads] = some[k];
        else
            for (int k = threadIdx.x; k < span * job.x.moments * run; k += Shape::threads)
                weights[k] = weight(k);
    }

    __device__ W weightedSum(const W* weights) const
    {
        W sum = 0;
#pragma unroll
        for (int i = 0; i < run; i += Shape::quad)
        {
            const Vector16<W> vector = *reinterpret_cast<const Vector16<W>*>(weights + i);
#pragma unroll
            for (int j = 0; j < Shape::quad; j++)
                sum = fma(vector.v[j], v[i + j], sum);
        }
        return sum;
    }

    /** The states that enter this thread's run. The carries are those of the tile; a tile is two runs wide, and each run
    sends the other its sum: the left one causally, the right one anticausally. */
    template <int N>
    __device__ void enterRun(W (&p)[N], W (&a)[N], int moments, const W* weights) const
    {
        const AxisView<W>& axis = job.x;
        const int part = threadIdx.x % span, row = threadIdx.x / span;
        const W* carry = job.carries.rows + (tileY * job.src.channels + channel) * job.carries.block +
                         tileX * 2 * moments * run + row;
        W sum[N];
        const bool crossesLast = tileX == axis.tiles - 1 && part == 0;
        const W *full = LineX::matrix(axis, BLOCK), *last = LineX::matrix(axis, BLOCK_LAST);
#pragma unroll
        for (int m = 0; m < moments; m++)
        {
            p[m] = carry[m * run];
            a[m] = carry[(moments + m) * run];
            sum[m] = weightedSum(weights + (part * moments + m) * run);
        }
        W entered[N];
#pragma unroll
        for (int m = 0; m < moments; m++)
        {
            entered[m] = __shfl_xor_sync(0xffffffffu, sum[m], 1);
#pragma unroll
            for (int k = 0; k < moments; k++)
                entered[m] =
                    fma(crossesLast ? last[m * moments + k] : full[m * moments + k], part ? p[k] : a[k], entered[m]);
        }
#pragma unroll
        for (int m = 0; m < moments; m++)
        {
            p[m] = part ? entered[m] : p[m];
            a[m] = part ? a[m] : entered[m];
        }
    }

    __device__ void filterRow(const W* weights)
    {
        W p[LineX::capacity], a[LineX::capacity];
        enterRun(p, a, LineX::momentsOf(job.x), weights);
        LineX::run(v, runLength(), job.x, p, a);
    }

    __device__ void storeRows(const W* tile) const
    {
        const W restored = pick(job.restored, channel);
        const int lane = threadIdx.x % 32, warps = Shape::threads / 32;
        const int x = lane * Shape::quad, limit = int(::min(int64(Shape::width), job.src.width - tileX * Shape::width));
        withDepth<W>(job.dst.depth, [&](auto type) {
            typedef decltype(type) T;
            for (int i = threadIdx.x / 32; i < height; i += warps)
            {
                const Vector16<W> vector =
                    *reinterpret_cast<const Vector16<W>*>(tile + (i * span + x / run) * Shape::pitch + x % run);
                T* row = rowOf<T>(job.dst, tileY * run + i);
                T out[Shape::quad];
#pragma unroll
                for (int j = 0; j < Shape::quad; j++)
                    out[j] = Narrow<T>::from(fma(vector.v[j], job.gain, restored));
                storeQuad(job.dst, row, tileX * Shape::width + x, limit - x, channel, out);
            }
        });
    }
};

template <typename W, typename LineX, typename LineY>
__global__ void __launch_bounds__(ApplyShape<W>::threads, 5) apply(const __grid_constant__ TileJob<W> job)
{
    typedef ApplyTile<W, LineX, LineY> Tile;
    Tile tile(job);
    W weights[LineX::moments > 0 ? LineX::moments : 1];
    if constexpr (LineX::moments > 0)
        tile.fetchWeights(weights);
    waitForPredecessor();
    if (tile.isInside())
    {
        tile.load();
        if constexpr (Tile::filtersY)
            tile.filterColumn();
        if constexpr (!Tile::filtersX)
            tile.storeColumn();
    }
    if constexpr (Tile::filtersX)
    {
        extern __shared__ __align__(16) uchar tileBytes[];
        W *shared = reinterpret_cast<W*>(tileBytes), *sharedWeights = shared + Tile::run * Tile::span * Tile::pitch,
          *own = shared + threadIdx.x * Tile::pitch;
        if (!tile.isInside())
#pragma unroll
            for (int i = 0; i < Tile::run; i++)
                tile.v[i] = 0; // pads the last tile: weights of the padding meet zeros
        tile.weightsToShared(weights, sharedWeights);
        tile.columnToShared(shared);
        __syncthreads();
        readVectors(own, tile.v);
        tile.filterRow(sharedWeights);
        writeVectors(tile.v, own);
        __syncthreads();
        tile.storeRows(shared);
    }
}

template <typename W, typename LineX, typename LineY>
void runApply(const TileJob<W>& job)
{
    typedef ApplyShape<W> Shape;
    const size_t tile = Shape::run * Shape::span * Shape::pitch, weights = size_t(2) * job.x.moments * Shape::run;
    const size_t bytes = std::is_same<LineX, NoLine>::value ? 0 : (tile + weights) * sizeof(W);
    const int64 tiles = job.x.tiles * job.y.tiles * job.src.channels;
    if (bytes > 48 * 1024) // what a block has without asking
        cudaSafeCall(
            cudaFuncSetAttribute(apply<W, LineX, LineY>, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes)));
    launchDependent<apply<W, LineX, LineY>>(tiles, Shape::threads, bytes, job.stream, job);
}

/** Both axes at once where they have the same kind of chain, else the one that has moments. */
template <typename W>
void launchApplyAs(const TileJob<W>& job)
{
    const ChainKind kind = job.chainY != CHAIN_NONE ? job.chainY : job.chainX;
    withLine<W, TileShape<W>::run>(kind, [&](auto line) {
        typedef decltype(line) Line;
        if (job.chainX == CHAIN_NONE)
            runApply<W, NoLine, Line>(job);
        else if (job.chainY == CHAIN_NONE)
            runApply<W, Line, NoLine>(job);
        else if constexpr (Line::moments != 0)
            runApply<W, Line, Line>(job);
    });
}

}}} // namespace cv::recfilter::gpu

#endif
