// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// propagate for block states: sums of tiles become the states that enter the tiles. A warp takes 16 lines, a direction
// and a segment of the lines' tiles.

#include "recursive/cuda/blocks/blocks.hpp"
#include "recursive/cuda/blocks/kernels/blocks_place.cuh"
#include "recursive/cuda/blocks/kernels/products.cuh"
#include "recursive/cuda/blocks/tuning.hpp"
#include "runtime/cuda/launch.cuh"

#include <cuda_pipeline_primitives.h>

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Two lines side by side.
template <typename W>
struct alignas(2 * sizeof(W)) LinePair
{
    W v[2];
};

//! Numbers of this lane's two lines: number m of a tile is data[tile * perTile + m * perNumber].
template <typename W>
struct LineNumbers
{
    W* data;
    int64 perTile, perNumber;
    const W *begin, *end; //!< their first and their last pixels
    bool exist;
};

template <typename W>
__device__ inline LineNumbers<W> columnsOf(const BlocksJob<W>& job, int64 group)
{
    const BlockCarries<W>& carries = job.carries;
    const int64 line = group * PROPAGATED_LINES + 2 * FragmentLane().g;
    return {carries.columns + line,           job.y.states * carries.lines,   carries.lines,
            columnEnd(job, LINE_BEGIN, line), columnEnd(job, LINE_END, line), line < carries.lines};
}

template <typename W>
__device__ inline LineNumbers<W> rowsOf(const BlocksJob<W>& job, int64 group)
{
    const BlockCarries<W>& carries = job.carries;
    const int ofBlock = (carries.pitch + PROPAGATED_LINES - 1) / PROPAGATED_LINES,
              row = int(group % ofBlock) * PROPAGATED_LINES + 2 * FragmentLane().g;
    W* const data = carries.rows + group / ofBlock * carries.linesOfBlock * carries.pitch + row;
    const W* const ends = data + job.x.tiles * job.x.states * carries.pitch;
    return {data,
            int64(job.x.states) * carries.pitch,
            carries.pitch,
            ends + LINE_BEGIN * carries.pitch,
            ends + LINE_END * carries.pitch,
            row < carries.pitch};
}

/** States of 16 lines in one direction, or packed ones in both: then numbers of a tile take turns, and the anticausal
ones walk the other way. A line is a row of left factors and of sums: g is line 2 g, g + 8 is line 2 g + 1. */
template <typename W, int STATE_TILES>
struct StatePropagation
{
    typedef BlockShape<STATE_TILES> Shape;
    typedef PropagatedNumber<W> E;
    enum
    {
        tiles = Shape::ofDirection, //!< of states
        triangle = Shape::triangle,
        depth = tuning::blockTilesAtOnce(tiles * int(sizeof(W))),
        ring = depth * tiles * 2 * 32 //!< pairs of a warp: [slot][tile of states][number of a lane][lane]
    };
    typedef E State[tiles][4];
    typedef LinePair<W> Pair;
    typedef RightFactor<double> Power[triangle];

    const BlockAxisView<W>& axis;
    const bool exist;
    const int direction;  //!< of packed states 0
    const int begin, end; //!< tiles of the segment, counted in the direction's order
    const int64 ofTile;   //!< numbers from a tile of states to the next one
    W* first[2];          //!< this lane's two numbers of the first tile of states, of the direction's first tile
    int64 step;           //!< of the first number to the direction's next tile
    int states[2];        //!< of the direction, from this lane's one on
    Pair* const slots;    //!< this lane's ones of the ring

    __device__ StatePropagation(const BlockAxisView<W>& a, const LineNumbers<W>& lines, int d, int segment,
                                Pair* memory)
        : axis(a), exist(lines.exist), direction(d), begin(segment * a.segmentTiles),
          end(int(::min(int64(begin + a.segmentTiles), a.tiles))), ofTile(FACTOR_SIDE * lines.perNumber),
          step(d ? -lines.perTile : lines.perTile), slots(memory + threadIdx.x / 32 * ring + threadIdx.x % 32)
    {
#pragma unroll
        for (int i = 0; i < 2; i++)
        {
            const StatePlace place = placeOf(i);
            first[i] = lines.data + ((place.direction ? a.causal : 0) + place.state) * lines.perNumber +
                       (place.direction ? (a.tiles - 1) * lines.perTile : 0);
            states[i] = (place.direction ? a.anticausal : a.causal) - place.state;
        }
    }

    //! Of this lane's number i of the first tile of states.
    __device__ StatePlace placeOf(int i) const
    {
        return Shape::placeOf(direction * tiles, 2 * FragmentLane().t + i);
    }

    __device__ void read(StatePower which, Power& power) const
    {
        const RightFactor<double>* const from =
            axis.factors + ((direction * int(StatePower::COUNT) + int(which)) * triangle) * 32 + threadIdx.x % 32;
#pragma unroll
        for (int j = 0; j < triangle; j++)
            power[j] = readFactor(from + j * 32);
    }

    //! sum += M state
    __device__ static void add(const Power& power, const State& state, State& sum)
    {
        E left[tiles][4];
#pragma unroll
        for (int n = 0; n < tiles; n++)
            orderStates(left[n], state[n]);
#pragma unroll
        for (int from = 0; from < tiles; from++)
#pragma unroll
            for (int to = from; to < tiles; to++)
                addExactly(sum[to], left[from], power[to * (to + 1) / 2 + from]);
    }

    //! state = M state + more, which becomes the state, too.
    __device__ static void advance(const Power& power, State& state, State& more)
    {
        add(power, state, more);
        copy(more, state);
    }

    __device__ static void copy(const State& from, State& to)
    {
#pragma unroll
        for (int n = 0; n < tiles; n++)
#pragma unroll
            for (int i = 0; i < 4; i++)
                to[n][i] = from[n][i];
    }

    __device__ static void clear(State& state)
    {
#pragma unroll
        for (int n = 0; n < tiles; n++)
#pragma unroll
            for (int i = 0; i < 4; i++)
                state[n][i] = 0;
    }

    //! Calls body(address, tile of states, number of this lane) for the numbers that a tile has.
    template <typename Body>
    __device__ void forNumbers(int k, const Body& body) const
    {
#pragma unroll
        for (int i = 0; i < 2; i++)
        {
            Pair* const at = reinterpret_cast<Pair*>(first[i] + (Shape::isPacked && i ? -step : step) * k);
#pragma unroll
            for (int n = 0; n < tiles; n++)
                if (has(n, i))
                    body(reinterpret_cast<Pair*>(reinterpret_cast<W*>(at) + n * ofTile), n, i);
        }
    }

    __device__ bool has(int n, int i) const
    {
        return exist && FACTOR_SIDE * n < states[i];
    }

    //! Requests a tile's numbers.
    __device__ void request(int k) const
    {
        Pair* const slot = slots + (k - begin) % depth * (tiles * 2 * 32);
        if (k < end)
            forNumbers(k, [&](const Pair* from, int n, int i) {
                __pipeline_memcpy_async(slot + (2 * n + i) * 32, from, sizeof(Pair));
            });
        __pipeline_commit();
    }

    //! Requests the segment's first tiles.
    __device__ void start() const
    {
#pragma unroll 1
        for (int j = 0; j < depth; j++)
            request(begin + j);
    }

    //! Calls body(tile, its numbers) for the tiles of the segment, whose first ones are requested.
    template <typename Body>
    __device__ void forTiles(const Body& body) const
    {
#pragma unroll 1
        for (int k = begin; k < end; k++)
        {
            __pipeline_wait_prior(depth - 1);
            const Pair* const slot = slots + (k - begin) % depth * (tiles * 2 * 32);
            State numbers;
#pragma unroll
            for (int n = 0; n < tiles; n++)
#pragma unroll
                for (int i = 0; i < 2; i++)
                {
                    const Pair pair = has(n, i) ? slot[(2 * n + i) * 32] : Pair();
                    numbers[n][i] = pair.v[0];
                    numbers[n][2 + i] = pair.v[1];
                }
            body(k, numbers);
            request(k + depth);
        }
    }

    //! The sum of the segment.
    __device__ void sum(State& state) const
    {
        Power power;
        read(StatePower::STEP, power);
        clear(state);
        forTiles([&](int k, State& more) {
            if (k == axis.tiles - 1)
                read(StatePower::LAST_STEP, power);
            advance(power, state, more);
        });
    }

    //! After sum(). Tiles of a short segment stay in the ring.
    __device__ void startAgain() const
    {
        if (end - begin > depth)
            start();
    }

    //! Replaces the sums of the segment's tiles by the states that enter them.
    __device__ void enter(State& state) const
    {
        Power power;
        read(begin == 0 ? StatePower::FIRST_STEP : StatePower::STEP, power);
        forTiles([&](int k, State& more) {
            forNumbers(k, [&](Pair* to, int n, int i) { *to = {W(state[n][i]), W(state[n][2 + i])}; });
            advance(power, state, more);
            if (k == 0)
                read(StatePower::STEP, power);
        });
    }
};

/** The states at the ends of a line's segments, in shared memory: [direction][segment][tile of states][lane]. Behind
the segments of a direction stand the sums of the lines. */
template <typename W, int STATE_TILES>
struct SegmentEnds
{
    typedef StatePropagation<W, STATE_TILES> Propagation;
    typedef typename Propagation::State State;
    typedef typename Propagation::E E;

    const Propagation& propagation;
    E* const ends;
    const int segments;

    __device__ E* at(int direction, int segment) const
    {
        return ends + ((direction * (segments + 1) + segment) * Propagation::tiles * 32 + int(threadIdx.x % 32)) * 4;
    }

    __device__ void put(int segment, const State& state) const
    {
        E* const to = at(propagation.direction, segment);
#pragma unroll
        for (int n = 0; n < Propagation::tiles; n++)
#pragma unroll
            for (int i = 0; i < 4; i++)
                to[n * 128 + i] = state[n][i];
    }

    __device__ void get(int direction, int segment, State& state) const
    {
        const E* const from = at(direction, segment);
#pragma unroll
        for (int n = 0; n < Propagation::tiles; n++)
#pragma unroll
            for (int i = 0; i < 4; i++)
                state[n][i] = from[n * 128 + i];
    }
    __device__ void get(int segment, State& state) const
    {
        get(propagation.direction, segment, state);
    }

    //! The sums of the lines.
    __device__ void sumLines(State& state) const
    {
        typename Propagation::Power power;
        propagation.read(StatePower::SEGMENT, power);
        State more;
        Propagation::clear(state);
#pragma unroll 1
        for (int s = 0; s < segments; s++)
        {
            if (s == segments - 1)
                propagation.read(StatePower::LAST_SEGMENT, power);
            get(s, more);
            Propagation::advance(power, state, more);
        }
    }

    //! The states that enter the lines.
    __device__ void close(const LineNumbers<W>& lines, State& state) const
    {
        const BlockAxisView<W>& axis = propagation.axis;
        Propagation::clear(state);
        if (axis.replicates && lines.exist)
#pragma unroll
            for (int i = 0; i < 2; i++)
            {
                const StatePlace place = propagation.placeOf(i);
                const LinePair<W> pixels =
                    *reinterpret_cast<const LinePair<W>*>(place.direction ? lines.end : lines.begin);
#pragma unroll
                for (int n = 0; n < Propagation::tiles; n++)
                    if (FACTOR_SIDE * n < propagation.states[i])
                    {
                        const E weight = axis.edge[place.direction * axis.rows + place.state + FACTOR_SIDE * n];
                        state[n][i] = weight * pixels.v[0];
                        state[n][2 + i] = weight * pixels.v[1];
                    }
            }
        if (!axis.closes)
            return;
        typename Propagation::Power power;
        State sums;
        propagation.read(StatePower::SAME, power);
        get(segments, sums);
        Propagation::add(power, sums, state);
        if (axis.crosses && !Propagation::Shape::isPacked)
        {
            propagation.read(StatePower::OTHER, power);
            get(1 - propagation.direction, segments, sums);
            Propagation::add(power, sums, state);
        }
    }

    //! Replaces the sums of the segments by the states that enter them.
    __device__ void enter(State& state) const
    {
        typename Propagation::Power power;
        propagation.read(StatePower::FIRST_SEGMENT, power);
#pragma unroll 1
        for (int s = 0; s < segments; s++)
        {
            State more;
            get(s, more);
            put(s, state);
            Propagation::advance(power, state, more);
            if (s == 0)
                propagation.read(StatePower::SEGMENT, power);
        }
    }
};

//! This lane's two rows as parts of lines.
template <typename W, int STATE_TILES>
struct PartStates
{
    typedef StatePropagation<W, STATE_TILES> Propagation;

    const BlocksJob<W>& job;
    const Propagation& propagation;
    int row; //!< in the image
    int64 line;

    __device__ PartStates(const BlocksJob<W>& j, const Propagation& p, int64 group) : job(j), propagation(p)
    {
        const int ofBlock = (j.carries.pitch + PROPAGATED_LINES - 1) / PROPAGATED_LINES;
        const int64 block = group / ofBlock, channel = block % j.src.channels, rows = block / j.src.channels;
        row = int(rows % j.y.tiles) * BlockTile::run + int(group % ofBlock) * PROPAGATED_LINES + 2 * FragmentLane().g;
        line = rows / j.y.tiles * j.src.channels + channel;
    }

    //! Number m of the part, or what stands behind the last one.
    __device__ W* numberAt(int64 part, int m) const
    {
        return job.parts.states + (part * job.x.states + m) * job.parts.lines + line;
    }

    __device__ bool has(int half) const { return row + half < job.src.height; }

    //! Calls body(number, tile of states, number of a sum) for this lane's numbers.
    template <typename Body>
    __device__ void forNumbers(const Body& body) const
    {
#pragma unroll
        for (int i = 0; i < 2; i++)
        {
            const StatePlace place = propagation.placeOf(i);
#pragma unroll
            for (int n = 0; n < Propagation::tiles; n++)
#pragma unroll
                for (int half = 0; half < 2; half++)
                    if (has(half) && FACTOR_SIDE * n < propagation.states[i])
                        body(numberAt(job.parts.first + row + half,
                                      (place.direction ? job.x.causal : 0) + place.state + FACTOR_SIDE * n),
                             n, i + 2 * half);
        }
    }

    //! The pixels at the ends of the lines.
    __device__ void storeEnds(const LineNumbers<W>& lines) const
    {
#pragma unroll
        for (int half = 0; half < 2; half++)
        {
            const int64 part = job.parts.first + row + half;
            if (has(half) && part == 0)
                *numberAt(job.parts.count, LINE_BEGIN) = lines.begin[half];
            if (has(half) && part == job.parts.count - 1)
                *numberAt(job.parts.count, LINE_END) = lines.end[half];
        }
    }
};

//! One function of many lines: its barriers stand in one place, where all warps come.
template <typename W, int STATE_TILES, Propagated KIND>
__global__ void __launch_bounds__(32 * tuning::blockPropagateWarps(STATE_TILES), 1)
    blocksPropagate(const __grid_constant__ BlocksJob<W> job)
{
    typedef StatePropagation<W, STATE_TILES> Propagation;
    extern __shared__ __align__(16) uchar bytes[];
    const BlockAxisView<W>& axis = KIND == Propagated::COLUMNS ? job.y : job.x;
    const int warp = int(threadIdx.x) / 32, segment = warp % axis.segments,
              direction = Propagation::Shape::isPacked ? 0 : warp / axis.segments + (axis.causal ? 0 : 1);
    const auto lines = [&] {
        return KIND == Propagated::COLUMNS ? columnsOf(job, blockIdx.x) : rowsOf(job, blockIdx.x);
    };
    typename Propagation::Pair* const rings = reinterpret_cast<typename Propagation::Pair*>(bytes);
    const Propagation propagation(axis, lines(), direction, segment, rings);
    const SegmentEnds<W, STATE_TILES> ends = {
        propagation, reinterpret_cast<typename Propagation::E*>(rings + blockDim.x / 32 * Propagation::ring),
        axis.segments};
    typename Propagation::State state;
    waitForPredecessor();
    propagation.start();
    propagation.sum(state);
    if (KIND != Propagated::TO_PARTS)
        propagation.startAgain();
    ends.put(segment, state);
    __syncthreads();
    if constexpr (KIND == Propagated::TO_PARTS)
    {
        if (segment)
            return;
        const PartStates<W, STATE_TILES> parts(job, propagation, blockIdx.x);
        ends.sumLines(state);
        parts.forNumbers([&](W* to, int n, int i) { *to = W(state[n][i]); });
        if (axis.replicates && warp == 0 && FragmentLane().t == 0)
            parts.storeEnds(lines());
    }
    else
    {
        if (KIND != Propagated::FROM_PARTS && axis.closes)
        {
            if (segment == 0)
            {
                ends.sumLines(state);
                ends.put(axis.segments, state);
            }
            __syncthreads();
        }
        if (segment == 0)
        {
            if (KIND == Propagated::FROM_PARTS)
            {
                Propagation::clear(state);
                PartStates<W, STATE_TILES>(job, propagation, blockIdx.x).forNumbers([&](const W* from, int n, int i) {
                    state[n][i] = *from;
                });
            }
            else
                ends.close(lines(), state);
            ends.enter(state);
        }
        __syncthreads();
        ends.get(segment, state);
        propagation.enter(state);
    }
}

template <typename W, int STATE_TILES, Propagated KIND>
void run(const BlocksJob<W>& job)
{
    const BlockAxisView<W>& axis = KIND == Propagated::COLUMNS ? job.y : job.x;
    const BlockCarries<W>& carries = job.carries;
    const int warps = axis.segments * (STATE_TILES ? (axis.causal ? 1 : 0) + (axis.anticausal ? 1 : 0) : 1);
    const int64 groups = KIND == Propagated::COLUMNS ? (carries.lines + PROPAGATED_LINES - 1) / PROPAGATED_LINES
                                                     : job.src.images * job.y.tiles * job.src.channels *
                                                           ((carries.pitch + PROPAGATED_LINES - 1) / PROPAGATED_LINES);
    const size_t shared = sharedMemoryOfPropagation<W>(STATE_TILES, warps, axis.segments);
    launchDependent<blocksPropagate<W, STATE_TILES, KIND>>({groups, 32 * warps, shared, job.stream}, job);
}

} // namespace

template <typename W>
void launchBlocksPropagate(const BlocksJob<W>& job, Propagated kind)
{
    withBlockShape((kind == Propagated::COLUMNS ? job.y : job.x).stateTiles, [&](auto shape) {
        constexpr int tiles = decltype(shape)::stateTiles;
        switch (kind)
        {
        case Propagated::COLUMNS:
            return run<W, tiles, Propagated::COLUMNS>(job);
        case Propagated::ROWS:
            return run<W, tiles, Propagated::ROWS>(job);
        case Propagated::TO_PARTS:
            return run<W, tiles, Propagated::TO_PARTS>(job);
        case Propagated::FROM_PARTS:
            return run<W, tiles, Propagated::FROM_PARTS>(job);
        }
    });
}

template void launchBlocksPropagate(const BlocksJob<float>&, Propagated);
template void launchBlocksPropagate(const BlocksJob<double>&, Propagated);

}}} // namespace cv::recfilter::gpu
