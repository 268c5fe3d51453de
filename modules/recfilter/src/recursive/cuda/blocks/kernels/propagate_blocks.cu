// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// propagate for block states: sums of tiles become the states that enter the tiles. A thread takes a line, a direction
// and a segment of the line's tiles.

#include "recursive/cuda/blocks/blocks.hpp"
#include "recursive/cuda/blocks/kernels/blocks_place.cuh"
#include "recursive/cuda/blocks/tuning.hpp"
#include "runtime/cuda/launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

constexpr int LINES = PROPAGATED_LINES;

//! A line's numbers: number m of a tile is data[tile * perTile + m * perNumber].
template <typename W>
struct LineNumbers
{
    W* data;
    int64 perTile, perNumber;
    const W *begin, *end; //!< its first and its last pixel
    bool exists;
};

template <typename W>
__device__ inline LineNumbers<W> columnOf(const BlocksJob<W>& job, int64 group, int lane)
{
    const BlockCarries<W>& carries = job.carries;
    const int64 line = group * LINES + lane;
    return {carries.columns + line,           job.y.states * carries.lines,   carries.lines,
            columnEnd(job, LINE_BEGIN, line), columnEnd(job, LINE_END, line), line < carries.lines};
}

template <typename W>
__device__ inline LineNumbers<W> rowOf(const BlocksJob<W>& job, int64 group, int lane)
{
    const BlockCarries<W>& carries = job.carries;
    const int ofBlock = (carries.pitch + LINES - 1) / LINES, row = int(group % ofBlock) * LINES + lane;
    W* const data = carries.rows + group / ofBlock * carries.linesOfBlock * carries.pitch + row;
    const W* const ends = data + job.x.tiles * job.x.states * carries.pitch;
    return {data,
            int64(job.x.states) * carries.pitch,
            carries.pitch,
            ends + LINE_BEGIN * carries.pitch,
            ends + LINE_END * carries.pitch,
            row < carries.pitch};
}

//! R states of one line in one direction.
template <typename W, int R>
struct StatePropagation
{
    enum
    {
        quad = 16 / sizeof(W),
        pitch = (R + quad - 1) / quad * quad,
        matrix = R * pitch,
        matrices = int(StatePower::COUNT) * matrix,
        atOnce = tuning::blockTilesAtOnce(R * int(sizeof(W)))
    };
    typedef W State[R];

    const BlockAxisView<W>& axis;
    LineNumbers<W> line; //!< from this direction's first number on
    const int direction, states, segment;
    const unsigned powers; //!< of this direction, in shared memory
    const int begin, end;  //!< tiles of the segment, counted in the direction's order

    __device__ StatePropagation(const BlockAxisView<W>& a, const LineNumbers<W>& l, int d, int s, const W* shared)
        : axis(a), line(l), direction(d), states(d ? a.anticausal : a.causal), segment(s),
          powers(unsigned(__cvta_generic_to_shared(shared + d * matrices))), begin(s * a.segmentTiles),
          end(line.exists ? int(::min(int64(begin + a.segmentTiles), a.tiles)) : begin)
    {
        line.data += d ? a.causal * line.perNumber : 0;
    }

    //! Reads 16 bytes of a matrix. Volatile: the compiler would keep matrices in registers, where they do not fit.
    __device__ static void readVector(unsigned at, float (&v)[4])
    {
        asm volatile("ld.shared.v4.f32 {%0,%1,%2,%3}, [%4];"
                     : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
                     : "r"(at));
    }
    __device__ static void readVector(unsigned at, double (&v)[2])
    {
        asm volatile("ld.shared.v2.f64 {%0,%1}, [%2];" : "=d"(v[0]), "=d"(v[1]) : "r"(at));
    }

    //! result += M state. Matrices have pairs of states on their diagonal, and zeros right of them.
    __device__ void add(StatePower which, const State& state, State& result) const
    {
        const unsigned first = powers + unsigned(which) * matrix * sizeof(W);
#pragma unroll
        for (int i = 0; i < R; i++)
#pragma unroll
            for (int k = 0; k <= (i | 1); k += quad)
            {
                W weights[quad];
                readVector(first + (i * pitch + k) * sizeof(W), weights);
#pragma unroll
                for (int j = 0; j < quad; j++)
                    if (k + j <= (i | 1) && k + j < R)
                        result[i] = fma(weights[j], state[k + j < R ? k + j : 0], result[i]);
            }
    }

    //! state = M state + more, which becomes the state, too.
    __device__ void advance(StatePower which, State& state, State& more) const
    {
        add(which, state, more);
        copy(more, state);
    }

    __device__ static void copy(const State& from, State& to)
    {
#pragma unroll
        for (int i = 0; i < R; i++)
            to[i] = from[i];
    }

    __device__ static void clear(State& state)
    {
#pragma unroll
        for (int i = 0; i < R; i++)
            state[i] = 0;
    }

    __device__ W* tileAt(int k) const
    {
        return line.data + (direction ? axis.tiles - 1 - k : k) * line.perTile;
    }

    //! Calls body(k, sums) for every tile of the segment in the direction's order.
    template <typename Body>
    __device__ void forTiles(const Body& body) const
    {
        for (int first = begin; first < end; first += atOnce)
        {
            State sums[atOnce];
#pragma unroll
            for (int j = 0; j < atOnce; j++)
                if (first + j < end)
                {
                    const W* from = tileAt(first + j);
                    asm volatile("" : "+l"(from)); // addresses of loads are not kept for the stores
#pragma unroll
                    for (int i = 0; i < R; i++)
                        sums[j][i] = i < states ? from[i * line.perNumber] : W(0);
                }
#pragma unroll
            for (int j = 0; j < atOnce; j++)
                if (first + j < end)
                    body(first + j, sums[j]);
        }
    }

    //! The sum of the segment.
    __device__ void sum(State& state) const
    {
        clear(state);
        forTiles([&](int k, State& more) {
            advance(k == axis.tiles - 1 ? StatePower::LAST_STEP : StatePower::STEP, state, more);
        });
    }

    //! Replaces the sums of the segment's tiles by the states that enter them.
    __device__ void enter(State& state) const
    {
        forTiles([&](int k, State& more) {
            W* to = tileAt(k);
            asm volatile("" : "+l"(to));
#pragma unroll
            for (int i = 0; i < R; i++)
                if (i < states)
                    to[i * line.perNumber] = state[i];
            advance(k == 0 ? StatePower::FIRST_STEP : StatePower::STEP, state, more);
        });
    }

    static __device__ void put(const State& state, W* to)
    {
#pragma unroll
        for (int i = 0; i < R; i++)
            to[i * LINES] = state[i];
    }

    static __device__ void get(const W* from, State& state)
    {
#pragma unroll
        for (int i = 0; i < R; i++)
            state[i] = from[i * LINES];
    }

    /** @param sums of the segments of this line and direction
    @param totals of the line, of this direction and of the other one */
    __device__ void sumLine(const W* sums, W* total) const
    {
        State state, more;
        clear(state);
        for (int s = 0; s < axis.segments; s++)
        {
            get(sums + s * R * LINES, more);
            advance(s == axis.segments - 1 ? StatePower::LAST_SEGMENT : StatePower::SEGMENT, state, more);
        }
        put(state, total);
    }

    //! The state that enters the line.
    __device__ void close(const W* edge, const W* total, const W* otherTotal, State& state) const
    {
        clear(state);
        if (axis.replicates && line.exists)
        {
            const W pixel = direction ? *line.end : *line.begin;
#pragma unroll
            for (int i = 0; i < R; i++)
                state[i] = edge[i] * pixel;
        }
        if (!axis.closes)
            return;
        State sums;
        get(total, sums);
        add(StatePower::SAME, sums, state);
        if (axis.crosses)
        {
            get(otherTotal, sums);
            add(StatePower::OTHER, sums, state);
        }
    }

    //! Replaces the sums of the segments by the states that enter them.
    __device__ void enterSegments(W* sums, State& state) const
    {
        for (int s = 0; s < axis.segments; s++)
        {
            State more;
            get(sums + s * R * LINES, more);
            put(state, sums + s * R * LINES);
            advance(s == 0 ? StatePower::FIRST_SEGMENT : StatePower::SEGMENT, state, more);
        }
    }
};

//! Threads of a block at most.
template <typename W, int R>
constexpr int propagationThreads = 2 * LINES* tuning::blockSegments(R* int(sizeof(W)));

template <typename W, int R, bool ALONG_ROWS>
__global__ void __launch_bounds__(propagationThreads<W, R>, tuning::blockPropagateResident(R* int(sizeof(W))))
    blocksPropagate(const __grid_constant__ BlocksJob<W> job)
{
    typedef StatePropagation<W, R> Propagation;
    extern __shared__ __align__(16) uchar bytes[];
    const BlockAxisView<W>& axis = ALONG_ROWS ? job.x : job.y;
    W* const matrices = reinterpret_cast<W*>(bytes);
    W* const edges = matrices + 2 * Propagation::matrices;
    for (int i = threadIdx.x; i < 2 * Propagation::matrices; i += blockDim.x)
        matrices[i] = axis.powers[i];
    for (int i = threadIdx.x; i < 2 * R; i += blockDim.x)
        edges[i] = axis.edge[i];
    W* const exchange = edges + 2 * R; // [direction][segment][state][line], then [direction][state][line]
    const int lane = threadIdx.x % LINES, k = threadIdx.x / LINES, segment = k % axis.segments,
              direction = k / axis.segments + (axis.causal ? 0 : 1);
    W* const sums = exchange + direction * axis.segments * R * LINES + lane;
    W* const totals = exchange + 2 * axis.segments * R * LINES + lane;
    __syncthreads();
    waitForPredecessor();
    const Propagation propagation(axis, ALONG_ROWS ? rowOf(job, blockIdx.x, lane) : columnOf(job, blockIdx.x, lane),
                                  direction, segment, matrices);
    typename Propagation::State state;
    propagation.sum(state);
    Propagation::put(state, sums + segment * R * LINES);
    __syncthreads();
    if (axis.closes)
    {
        if (segment == 0)
            propagation.sumLine(sums, totals + direction * R * LINES);
        __syncthreads();
    }
    if (segment == 0)
    {
        propagation.close(edges + direction * R, totals + direction * R * LINES, totals + (1 - direction) * R * LINES,
                          state);
        propagation.enterSegments(sums, state);
    }
    __syncthreads();
    Propagation::get(sums + segment * R * LINES, state);
    propagation.enter(state);
}

template <typename W, int R, bool ALONG_ROWS>
void run(const BlocksJob<W>& job)
{
    const BlockAxisView<W>& axis = ALONG_ROWS ? job.x : job.y;
    const BlockCarries<W>& carries = job.carries;
    const int directions = (axis.causal ? 1 : 0) + (axis.anticausal ? 1 : 0);
    const int64 groups = ALONG_ROWS
                             ? job.src.images * job.y.tiles * job.src.channels * ((carries.pitch + LINES - 1) / LINES)
                             : (carries.lines + LINES - 1) / LINES;
    launchDependent<blocksPropagate<W, R, ALONG_ROWS>>(
        {groups, LINES * axis.segments * directions, bytesOfPropagation<W>(R, axis.segments), job.stream}, job);
}

template <typename W, bool ALONG_ROWS>
void runFor(const BlocksJob<W>& job)
{
    switch ((ALONG_ROWS ? job.x : job.y).rows)
    {
    case 2:
        return run<W, 2, ALONG_ROWS>(job);
    case 4:
        return run<W, 4, ALONG_ROWS>(job);
    case 6:
        return run<W, 6, ALONG_ROWS>(job);
    case 8:
        return run<W, 8, ALONG_ROWS>(job);
    case 10:
        return run<W, 10, ALONG_ROWS>(job);
    case 12:
        return run<W, 12, ALONG_ROWS>(job);
    case 16:
        return run<W, 16, ALONG_ROWS>(job);
    case 20:
        return run<W, 20, ALONG_ROWS>(job);
    default:
        return run<W, 24, ALONG_ROWS>(job);
    }
}

} // namespace

template <typename W>
void launchBlocksPropagate(const BlocksJob<W>& job, bool alongRows)
{
    alongRows ? runFor<W, true>(job) : runFor<W, false>(job);
}

template void launchBlocksPropagate(const BlocksJob<float>&, bool);
template void launchBlocksPropagate(const BlocksJob<double>&, bool);

}}} // namespace cv::recfilter::gpu
