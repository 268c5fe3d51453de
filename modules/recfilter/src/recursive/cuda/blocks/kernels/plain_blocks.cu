// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Block states pixel by pixel: any number of states, without shared memory. A thread takes a tile of a line, with its
// states in local memory; in propagation, a line.

#include "recursive/cuda/blocks/blocks.hpp"
#include "math/limits.hpp"
#include "runtime/cuda/io/pixel_io.cuh"
#include "runtime/cuda/launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

constexpr int PLAIN_THREADS = 64;

//! A mirrored border gives both directions the states of both.
template <typename W>
struct PlainState
{
    W s[2 * MAX_STATES];
};

//! One axis of a job, and its matrices, whose rows are whole pairs of states.
template <typename W, bool ALONG_ROWS>
struct PlainAxis
{
    const BlocksJob<W>& job;
    const BlockAxisView<W>& axis;
    const int rows, pitch;

    __device__ explicit PlainAxis(const BlocksJob<W>& j)
        : job(j), axis(ALONG_ROWS ? j.x : j.y), rows(axis.rows),
          pitch((axis.rows + int(16 / sizeof(W)) - 1) / int(16 / sizeof(W)) * int(16 / sizeof(W)))
    {
    }

    //! A of a direction. B and C follow.
    __device__ const W* system(int direction) const { return axis.system + direction * (rows * pitch + 2 * rows); }
    __device__ const W* inputs(int direction) const { return system(direction) + rows * pitch; }

    __device__ const W* power(int direction, StatePower which) const
    {
        return axis.powers + (direction * int(StatePower::COUNT) + int(which)) * rows * pitch;
    }

    //! Calls body(k, (M s)[k]) for all rows k, the last pair first. M has pairs on its diagonal, right of them zeros.
    template <typename Body>
    __device__ void forRows(const W* M, const PlainState<W>& from, const Body& body) const
    {
        for (int i = rows - 2; i >= 0; i -= 2)
        {
            W sums[2] = {};
            for (int k = 0; k < i + 2; k++)
            {
                sums[0] = fma(__ldg(M + i * pitch + k), from.s[k], sums[0]);
                sums[1] = fma(__ldg(M + (i + 1) * pitch + k), from.s[k], sums[1]);
            }
            body(i, sums[0]);
            body(i + 1, sums[1]);
        }
    }

    //! Takes the next pixel in a direction: s = A s + B x. Rows above a pair do not need it.
    __device__ void take(int direction, W x, PlainState<W>& state) const
    {
        const W* const B = inputs(direction);
        forRows(system(direction), state, [&](int k, W sum) { state.s[k] = fma(__ldg(B + k), x, sum); });
    }

    //! state = M state + more
    __device__ void advance(const W* M, PlainState<W>& state, const PlainState<W>& more) const
    {
        forRows(M, state, [&](int k, W sum) { state.s[k] = sum + more.s[k]; });
    }

    __device__ void add(const W* M, const PlainState<W>& from, PlainState<W>& sum) const
    {
        forRows(M, from, [&](int k, W value) { sum.s[k] += value; });
    }

    //! C s
    __device__ W result(int direction, const PlainState<W>& state) const
    {
        const W* const C = inputs(direction) + rows;
        W sum = 0;
        for (int k = 0; k < rows; k++)
            sum = fma(__ldg(C + k), state.s[k], sum);
        return sum;
    }

    __device__ int channelOf(int64 line) const { return int(line % job.src.channels); }

    //! Pixel i of a line, less the border's value.
    __device__ W pixel(int64 line, int64 i) const
    {
        const int64 other = line / job.src.channels;
        const int channel = channelOf(line);
        return loadPixel<W>(job.src, ALONG_ROWS ? i : other, ALONG_ROWS ? other : i, channel) -
               pick(job.offset, channel);
    }

    __device__ void store(int64 line, int64 i, W value) const
    {
        const int64 other = line / job.src.channels;
        const int channel = channelOf(line);
        const W result = fma(value, job.gain, pick(job.restored, channel));
        withDepth<W>(job.dst.depth, [&](auto type) {
            typedef decltype(type) T;
            rowOf<T>(job.dst, ALONG_ROWS ? other : i)[(ALONG_ROWS ? i : other) * job.dst.channels + channel] =
                Narrow<T>::from(result);
        });
    }

    __device__ int pixelsOf(int64 tile) const { return tile == axis.tiles - 1 ? axis.lastTile : axis.tile; }

    __device__ W* carry(int64 line, int64 tile, int direction) const
    {
        return job.carries.columns + (tile * axis.states + direction * axis.causal) * job.carries.lines + line;
    }

    __device__ void load(int64 line, int64 tile, int direction, PlainState<W>& state) const
    {
        const W* const from = carry(line, tile, direction);
        const int states = direction ? axis.anticausal : axis.causal;
        for (int k = 0; k < rows; k++)
            state.s[k] = k < states ? from[k * job.carries.lines] : W(0);
    }

    __device__ void save(int64 line, int64 tile, int direction, const PlainState<W>& state) const
    {
        W* const to = carry(line, tile, direction);
        const int states = direction ? axis.anticausal : axis.causal;
        for (int k = 0; k < states; k++)
            to[k * job.carries.lines] = state.s[k];
    }

    __device__ void clear(PlainState<W>& state) const
    {
        for (int k = 0; k < rows; k++)
            state.s[k] = 0;
    }

    //! The sums of a tile. REFLECT_101 leaves out the pixel at the mirror (SumClosure::shift).
    __device__ void gather(int64 line, int64 tile) const
    {
        const int count = pixelsOf(tile);
        const int64 first = tile * axis.tile;
        PlainState<W> state;
        clear(state);
        for (int i = 0; i < count - (tile == axis.tiles - 1 ? axis.shift : 0); i++)
            take(0, pixel(line, first + i), state);
        save(line, tile, 0, state);
        clear(state);
        for (int i = count - 1; i >= (tile == 0 ? axis.shift : 0); i--)
            take(1, pixel(line, first + i), state);
        save(line, tile, 1, state);
    }

    //! The tile that a direction comes to as its k-th.
    __device__ int64 tileOf(int direction, int64 k) const { return direction ? axis.tiles - 1 - k : k; }

    __device__ void sumLine(int64 line, int direction, PlainState<W>& state) const
    {
        PlainState<W> more;
        clear(state);
        for (int64 k = 0; k < axis.tiles; k++)
        {
            load(line, tileOf(direction, k), direction, more);
            advance(power(direction, k == axis.tiles - 1 ? StatePower::LAST_STEP : StatePower::STEP), state, more);
        }
    }

    //! Replaces the sums of a line's tiles by the states that enter them.
    __device__ void propagate(int64 line) const
    {
        PlainState<W> sums[2], state, more;
        if (axis.closes)
            for (int direction = 0; direction < 2; direction++)
                sumLine(line, direction, sums[direction]);
        for (int direction = 0; direction < 2; direction++)
        {
            clear(state);
            if (axis.replicates)
            {
                const W end = pixel(line, direction ? axis.length - 1 : 0);
                for (int k = 0; k < rows; k++)
                    state.s[k] = axis.edge[direction * rows + k] * end;
            }
            if (axis.closes)
            {
                add(power(direction, StatePower::SAME), sums[direction], state);
                if (axis.crosses)
                    add(power(direction, StatePower::OTHER), sums[1 - direction], state);
            }
            for (int64 k = 0; k < axis.tiles; k++)
            {
                const int64 tile = tileOf(direction, k);
                load(line, tile, direction, more);
                save(line, tile, direction, state);
                advance(power(direction, k == 0 ? StatePower::FIRST_STEP : StatePower::STEP), state, more);
            }
        }
    }

    __device__ void apply(int64 line, int64 tile) const
    {
        const int count = pixelsOf(tile);
        const int64 first = tile * axis.tile;
        W results[PLAIN_TILE];
        PlainState<W> state;
        load(line, tile, 0, state);
        for (int i = 0; i < count; i++)
        {
            const W x = pixel(line, first + i);
            results[i] = fma(axis.center, x, result(0, state));
            take(0, x, state);
        }
        load(line, tile, 1, state);
        for (int i = count - 1; i >= 0; i--)
        {
            results[i] += result(1, state);
            take(1, pixel(line, first + i), state);
        }
        for (int i = 0; i < count; i++)
            store(line, first + i, results[i]);
    }
};

enum PlainTask
{
    PLAIN_GATHER,
    PLAIN_PROPAGATE,
    PLAIN_APPLY
};

//! Neighbouring threads have neighbouring lines.
template <typename W, bool ALONG_ROWS>
__global__ void __launch_bounds__(PLAIN_THREADS) plainBlocks(const __grid_constant__ BlocksJob<W> job, PlainTask task)
{
    const PlainAxis<W, ALONG_ROWS> plain(job);
    const int64 k = int64(blockIdx.x) * PLAIN_THREADS + threadIdx.x, line = k % job.carries.lines,
                tile = k / job.carries.lines;
    waitForPredecessor();
    if (tile >= (task == PLAIN_PROPAGATE ? 1 : plain.axis.tiles))
        return;
    if (task == PLAIN_GATHER)
        plain.gather(line, tile);
    else if (task == PLAIN_PROPAGATE)
        plain.propagate(line);
    else
        plain.apply(line, tile);
}

template <typename W, bool ALONG_ROWS>
void run(const BlocksJob<W>& job)
{
    const BlockAxisView<W>& axis = ALONG_ROWS ? job.x : job.y;
    for (PlainTask task : {PLAIN_GATHER, PLAIN_PROPAGATE, PLAIN_APPLY})
    {
        const int64 count = job.carries.lines * (task == PLAIN_PROPAGATE ? 1 : axis.tiles);
        if (axis.states || task == PLAIN_APPLY)
            launchDependent<plainBlocks<W, ALONG_ROWS>>(
                {(count + PLAIN_THREADS - 1) / PLAIN_THREADS, PLAIN_THREADS, 0, job.stream}, job, task);
    }
}

} // namespace

template <typename W>
void launchPlainBlocks(const BlocksJob<W>& job)
{
    job.x.states ? run<W, true>(job) : run<W, false>(job);
}

template void launchPlainBlocks(const BlocksJob<float>&);
template void launchPlainBlocks(const BlocksJob<double>&);

}}} // namespace cv::recfilter::gpu
