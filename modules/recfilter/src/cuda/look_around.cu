// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// One read and one write, for filters that fade within a few pixels.

#include "chain_dispatch.cuh"
#include "launch.cuh"
#include "pixel_io.cuh"
#include "policy.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

/** A block filters `width` columns and works on HALO more at either side. Rows of its tile in shared memory are `pitch`
apart: threads that own neighbouring rows, 16 bytes at a time, meet no bank twice. */
template <int HALO>
struct LookShape
{
    enum
    {
        run = 64,
        width = 128,
        threads = width + 2 * HALO,
        pitch = threads + 4
    };
};

//! Where a pixel outside the line comes from; -1: from a constant border.
__device__ inline int64 extended(int64 i, int64 n, int border)
{
    if (0 <= i && i < n)
        return i;
    switch (border)
    {
    case BORDER_IS_CONSTANT:
        return -1;
    case BORDER_IS_REPLICATE:
        return i < 0 ? 0 : n - 1;
    case BORDER_IS_WRAP:
        return (i % n + n) % n;
    }
    const int64 shared = border == BORDER_IS_REFLECT ? 0 : 1, period = n == 1 ? 1 : 2 * (n - shared);
    const int64 k = (i % period + period) % period;
    return k < n ? k : period - k - 1 + shared;
}

template <typename Line, int HALO>
struct LookTile
{
    typedef LookShape<HALO> Shape;
    enum
    {
        run = Shape::run,
        moments = Line::moments
    };

    const TileJob<float>& job;
    const int channel;
    const int64 left, top; //!< the first pixel that is written
    int64 column;          //!< of the source; -1: outside a constant border
    float v[run], p[moments];

    __device__ LookTile(const TileJob<float>& j, int64 strips, int chunks)
        : job(j), channel(int(blockIdx.x % j.src.channels)), left(blockIdx.x / j.src.channels % strips * Shape::width),
          top(blockIdx.x / j.src.channels / strips * chunks * run),
          column(extended(left + int(threadIdx.x) - HALO, j.src.width, j.x.border))
    {
    }

    //! COUNT pixels of this thread's column from row y on.
    template <int COUNT>
    __device__ void loadRows(int64 y, float (&pixels)[COUNT]) const
    {
        const float offset = offsetOf(job, channel);
        withDepth<float>(job.src.depth, [&](auto type) {
            typedef decltype(type) T;
            const uchar* data = job.src.data + (column * job.src.channels + channel) * sizeof(T);
            if (column >= 0 && y >= 0 && y + COUNT <= job.src.height)
            {
                data += y * job.src.step;
#pragma unroll
                for (int i = 0; i < COUNT; i++)
                    pixels[i] = widen(*reinterpret_cast<const T*>(data + i * job.src.step), 0.f) - offset;
                return;
            }
#pragma unroll
            for (int i = 0; i < COUNT; i++)
            {
                const int64 row = extended(y + i, job.src.height, job.y.border);
                pixels[i] = column < 0 || row < 0
                                ? 0.f
                                : widen(*reinterpret_cast<const T*>(data + row * job.src.step), 0.f) - offset;
            }
        });
    }

    //! The state that HALO pixels leave behind them, the nearest one first or last.
    template <bool NEAREST_FIRST>
    __device__ static void sumHalo(const float (&pixels)[HALO], const float* weights, float (&state)[moments])
    {
#pragma unroll
        for (int m = 0; m < moments; m++)
        {
            state[m] = 0;
#pragma unroll
            for (int k = 0; k < HALO; k++)
                state[m] = fma(weights[m * HALO + k], pixels[NEAREST_FIRST ? k : HALO - 1 - k], state[m]);
        }
    }

    //! The columns of `run` rows from y on; p is the state that enters them, and afterwards the one that leaves them.
    __device__ void filterColumns(int64 y, const float* weights, float* tile)
    {
        float below[HALO], a[moments];
        loadRows(y, v);
        loadRows(y + run, below);
        sumHalo<true>(below, weights, a);
        Line::run(v, run, job.y, p, a);
#pragma unroll
        for (int i = 0; i < run; i++)
            tile[i * Shape::pitch + threadIdx.x] = v[i];
    }

    //! Threads own runs of rows: all rows of the left half, then of the right half.
    __device__ bool ownsRun() const
    {
        return threadIdx.x < Shape::width;
    }

    __device__ static float* runIn(float* tile)
    {
        return tile + threadIdx.x % run * Shape::pitch + HALO + threadIdx.x / run * run;
    }

    __device__ void filterRow(const float* pixels, const float* weights)
    {
        float side[HALO], before[moments], behind[moments];
        readVectors(pixels - HALO, side);
        sumHalo<false>(side, weights, before);
        readVectors(pixels + run, side);
        sumHalo<true>(side, weights, behind);
        readVectors(pixels, v);
        Line::run(v, run, job.x, before, behind);
    }

    __device__ void store(int64 y, const float* tile) const
    {
        const float restored = pick(job.restored, channel);
        const int lane = threadIdx.x % 32, x = 4 * lane;
        const int limit = int(::min(int64(Shape::width), job.src.width - left));
        const int rows = int(::min(int64(run), job.src.height - y));
        withDepth<float>(job.dst.depth, [&](auto type) {
            typedef decltype(type) T;
            for (int i = threadIdx.x / 32; i < rows; i += Shape::threads / 32)
            {
                float pixels[4];
                readVectors(tile + i * Shape::pitch + HALO + x, pixels);
                T out[4];
#pragma unroll
                for (int j = 0; j < 4; j++)
                    out[j] = Narrow<T>::from(fma(pixels[j], job.gain, restored));
                storeQuad(job.dst, rowOf<T>(job.dst, y + i), left + x, limit - x, channel, out);
            }
        });
    }
};

template <typename Line, int HALO>
__global__ void __launch_bounds__(LookShape<HALO>::threads)
    lookAround(const __grid_constant__ TileJob<float> job, int64 strips, int chunks)
{
    typedef LookShape<HALO> Shape;
    typedef LookTile<Line, HALO> Tile;
    extern __shared__ __align__(16) uchar tileBytes[];
    float* tile = reinterpret_cast<float*>(tileBytes);
    __shared__ float weights[2][Line::moments * HALO];
    for (int k = threadIdx.x; k < Line::moments * HALO; k += Shape::threads)
    {
        const int m = k / HALO, i = k % HALO;
        weights[0][k] = __ldg(job.x.weights + (2 * m + 1) * job.x.tile + i);
        weights[1][k] = __ldg(job.y.weights + (2 * m + 1) * job.y.tile + i);
    }
    Tile block(job, strips, chunks);
    __syncthreads();
    waitForPredecessor();
    float above[HALO];
    block.loadRows(block.top - HALO, above);
    Tile::template sumHalo<false>(above, weights[1], block.p);
    for (int chunk = 0; chunk < chunks; chunk++)
    {
        const int64 y = block.top + int64(chunk) * Shape::run;
        if (y >= job.src.height)
            return;
        block.filterColumns(y, weights[1], tile);
        __syncthreads();
        if (block.ownsRun())
            block.filterRow(Tile::runIn(tile), weights[0]);
        __syncthreads();
        if (block.ownsRun())
            writeVectors(block.v, Tile::runIn(tile));
        __syncthreads();
        block.store(y, tile);
        __syncthreads();
    }
}

template <typename Line, int HALO>
void run(const TileJob<float>& job)
{
    typedef LookShape<HALO> Shape;
    const int64 strips = (job.src.width + Shape::width - 1) / Shape::width;
    const int64 rows = (job.src.height + Shape::run - 1) / Shape::run, tiles = strips * rows * job.src.channels;
    const int chunks =
        int(::min(::max(tiles / policy::LOOK_AROUND_BLOCKS, int64(1)), int64(policy::LOOK_AROUND_CHUNKS)));
    const size_t bytes = Shape::run * Shape::pitch * sizeof(float);
    if (bytes > 48 * 1024)
        cudaSafeCall(
            cudaFuncSetAttribute(lookAround<Line, HALO>, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes)));
    launchDependent<lookAround<Line, HALO>>(strips * ((rows + chunks - 1) / chunks) * job.src.channels, Shape::threads,
                                            bytes, job.stream, job, strips, chunks);
}

} // namespace

void launchLookAround(const TileJob<float>& job, int reach)
{
    withLine<float, 64>(job.chainY, [&](auto line) {
        typedef decltype(line) Line;
        if constexpr (Line::moments != 0)
        {
            if (reach <= 16)
                run<Line, 16>(job);
            else
                run<Line, LOOK_AROUND_REACH>(job);
        }
    });
}

}}} // namespace cv::recfilter::gpu
