// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// A march: lines that are filtered in one direction are read and written once. A block of threads has its lines from
// end to end, and reads ahead.

#include "recursive/cuda/blocks/blocks.hpp"
#include "recursive/cuda/blocks/kernels/blocks_place.cuh"
#include "recursive/cuda/blocks/kernels/line_blocks.cuh"
#include "recursive/cuda/blocks/tuning.hpp"
#include "runtime/cuda/launch.cuh"

#include <algorithm>

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W, bool COLUMNS>
struct MarchShape
{
    typedef BlockShape<1> Blocks;
    static constexpr int segments = 4;                //!< of a step, a warp each
    static constexpr int step = segments * MARCH_RUN; //!< pixels
    static constexpr int groups = COLUMNS ? 2 : 1;    //!< of 16 lines
    static constexpr int lines = groups * WARP_LINES;
    static constexpr int threads = 32 * segments * groups;
    static constexpr int pitch = COLUMNS ? lines + 8 : step + 8; //!< without bank conflicts
    static constexpr int buffer = (COLUMNS ? step : lines) * pitch;
    static constexpr int stages =
        sizeof(W) == sizeof(float) ? (COLUMNS ? int(tuning::MARCH_COLUMN_STAGES) : int(tuning::MARCH_ROW_STAGES)) : 2;
    static constexpr int totals = 2 * groups * segments * 128;
    static constexpr size_t shared = (size_t(stages) * buffer + totals) * sizeof(W);
    static constexpr int quad = 16 / sizeof(W);
    static constexpr int blocks = MARCH_RUN / Blocks::block; //!< of a warp's pixels of a line
};

template <typename W, bool COLUMNS, int DIRECTION>
struct March
{
    typedef MarchShape<W, COLUMNS> Shape;
    typedef BlockShape<1> Blocks;
    typedef LanePixels<W, COLUMNS, Shape::pitch> Pixels;

    const BlocksJob<W>& job;
    const BlockAxisView<W>& axis;
    W *const buffers, *const totals;
    const int lane, group, segment; //!< segments in the order of the direction
    const int64 firstLine;
    const int64 steps;
    RightFactor<W> factors[Blocks::powers + 2]; //!< response, sums, results; power of a block, of a run

    __device__ March(const BlocksJob<W>& j, W* memory)
        : job(j), axis(COLUMNS ? j.y : j.x), buffers(memory), totals(memory + Shape::stages * Shape::buffer),
          lane(threadIdx.x % 32), group(int(threadIdx.x) / 32 % Shape::groups),
          segment(int(threadIdx.x) / 32 / Shape::groups), firstLine(int64(blockIdx.x) * Shape::lines),
          steps((axis.length + Shape::step - 1) / Shape::step)
    {
        const RightFactor<W>* const table = reinterpret_cast<const RightFactor<W>*>(axis.apply) + lane;
#pragma unroll
        for (int i = 0; i < Blocks::powers; i++)
            factors[i] = readFactor(table + i * 32);
        factors[Blocks::powers] = readFactor(table + Blocks::factorOfPower(DIRECTION, 0, 0) * 32);
        factors[Blocks::powers + 1] = readFactor(table + (Blocks::factors + DIRECTION) * 32);
    }

    //! The first pixel of this warp's run in a step. Steps of the anticausal direction end at the line's end.
    __device__ int64 firstPixel(int64 step) const
    {
        const int64 behind = step * Shape::step + segment * MARCH_RUN;
        return DIRECTION ? axis.length - behind - MARCH_RUN : behind;
    }

    __device__ W* run(int64 step) const
    {
        const int place = DIRECTION ? Shape::segments - 1 - segment : segment;
        return buffers + step % Shape::stages * Shape::buffer +
               (COLUMNS ? place * MARCH_RUN * Shape::pitch + group * WARP_LINES
                        : group * WARP_LINES * Shape::pitch + place * MARCH_RUN);
    }

    //! Calls body(shared, image offset in numbers, whether it is there) for this lane's vectors of the warp's run.
    template <typename Body>
    __device__ void forVectors(int64 step, size_t imageStep, const Body& body) const
    {
        constexpr int quad = Shape::quad, across = (COLUMNS ? WARP_LINES : MARCH_RUN) / quad, rowsAtOnce = 32 / across;
        constexpr int rows = COLUMNS ? MARCH_RUN : WARP_LINES;
        const int64 pixel = firstPixel(step);
        W* const shared = run(step);
        const int64 line = firstLine + group * WARP_LINES;
        const int x = lane % across * quad;
#pragma unroll
        for (int i = 0; i < rows; i += rowsAtOnce)
        {
            const int row = i + lane / across;
            const int64 top = (COLUMNS ? pixel : line) + row, left = (COLUMNS ? line : pixel) + x;
            const bool exists = top >= 0 && top < job.src.height && left >= 0 && left < job.src.width;
            body(shared + row * Shape::pitch + x, size_t(top) * imageStep + size_t(left) * sizeof(W), exists);
        }
    }

    __device__ void request(int64 step) const
    {
        if (step < steps)
            forVectors(step, job.src.step, [&](W* shared, size_t offset, bool exists) {
                if (exists)
                    __pipeline_memcpy_async(shared, job.src.data + offset, 16);
                else
                    *reinterpret_cast<Vector16<W>*>(shared) = Vector16<W>();
            });
        __pipeline_commit();
    }

    __device__ void store(int64 step) const
    {
        forVectors(step, job.dst.step, [&](const W* shared, size_t offset, bool exists) {
            if (exists)
                *reinterpret_cast<Vector16<W>*>(job.dst.data + offset) = *reinterpret_cast<const Vector16<W>*>(shared);
        });
    }

    //! state = A state + more. @param power A - I
    __device__ static void advance(const RightFactor<W>& power, const W (&more)[4], W (&state)[4])
    {
        LeftFactor<W> left;
        setStates(left, state);
        NextState<W> next(state, more);
        next.add(left, power);
#pragma unroll
        for (int i = 0; i < 4; i++)
            state[i] = next[i];
    }

    //! The state that enters the lines: of a border that repeats the end pixel. Other borders that a march takes are 0.
    __device__ void enter(W (&state)[4]) const
    {
        const FragmentLane place;
#pragma unroll
        for (int i = 0; i < 4; i++)
        {
            const int number = 2 * place.t + i % 2;
            const int64 line = firstLine + group * WARP_LINES + place.g + i / 2 * 8;
            const int64 end = DIRECTION ? axis.length - 1 : 0, x = COLUMNS ? line : end, y = COLUMNS ? end : line;
            state[i] = axis.replicates && number < axis.states && x < job.src.width && y < job.src.height
                           ? axis.edge[DIRECTION * axis.rows + number] *
                                 reinterpret_cast<const W*>(job.src.data + size_t(y) * job.src.step)[x]
                           : W(0);
        }
    }

    __device__ void sum(const Pixels& pixels, W (&results)[Shape::blocks][Blocks::pixelTiles][4],
                        W (&states)[Shape::blocks][4]) const
    {
        constexpr int tiles = Blocks::pixelTiles;
#pragma unroll
        for (int k = 0; k < Shape::blocks; k++)
        {
            W sums[tiles + 1][4] = {};
#pragma unroll
            for (int a = 0; a < tiles; a++)
            {
                LeftFactor<W> x;
                pixels.read(k * Blocks::block + a * FACTOR_SIDE, x);
                RightFactor<W> weights[tiles + 1];
#pragma unroll
                for (int n = 0; n < tiles; n++)
                    weights[n] = factors[Blocks::factorOfResponse(a, n)];
                weights[tiles] = factors[Blocks::factorOfSums(a, DIRECTION)];
                addProducts(sums, x, weights);
            }
#pragma unroll
            for (int i = 0; i < 4; i++)
            {
#pragma unroll
                for (int n = 0; n < tiles; n++)
                    results[k][n][i] = sums[n][i];
                states[k][i] = sums[tiles][i];
            }
        }
    }

    //! Filters a step. @param state enters it, and becomes the state that enters the next one
    __device__ void filter(int64 step, W (&state)[4]) const
    {
        constexpr int tiles = Blocks::pixelTiles, blocks = Shape::blocks;
        const Pixels pixels(run(step));
        W results[blocks][tiles][4], states[blocks][4], entering[4], sumOfRun[4] = {};
        sum(pixels, results, states);
        const RightFactor<W>& power = factors[Blocks::powers];
#pragma unroll
        for (int i = 0; i < blocks; i++)
            advance(power, states[DIRECTION ? blocks - 1 - i : i], sumOfRun);
        // The warps tell each other the sums of their runs. Two buffers, so that one barrier a step is enough.
        W* const exchange = totals + (step % 2 * Shape::groups + group) * Shape::segments * 128 + lane;
#pragma unroll
        for (int i = 0; i < 4; i++)
            exchange[segment * 128 + i * 32] = sumOfRun[i];
        __syncthreads();
#pragma unroll
        for (int s = 0; s < Shape::segments; s++)
        {
            W more[4];
#pragma unroll
            for (int i = 0; i < 4; i++)
            {
                more[i] = exchange[s * 128 + i * 32];
                entering[i] = s == segment ? state[i] : entering[i];
            }
            advance(factors[Blocks::powers + 1], more, state);
        }
#pragma unroll
        for (int i = 0; i < blocks; i++)
        {
            const int k = DIRECTION ? blocks - 1 - i : i;
            LeftFactor<W> left;
            setStates(left, entering);
            RightFactor<W> weights[tiles];
#pragma unroll
            for (int n = 0; n < tiles; n++)
                weights[n] = factors[Blocks::factorOfResults(DIRECTION, n)];
            addProducts(results[k], left, weights);
#pragma unroll
            for (int n = 0; n < tiles; n++)
                pixels.write(k * Blocks::block + n * FACTOR_SIDE, results[k][n]);
            if (i + 1 < blocks)
                advance(power, states[k], entering);
        }
    }

    __device__ void march() const
    {
        W state[4];
        waitForPredecessor();
        enter(state);
        for (int step = 0; step < Shape::stages; step++)
            request(step);
        for (int64 step = 0; step < steps; step++)
        {
            __pipeline_wait_prior(Shape::stages - 1);
            __syncwarp();
            filter(step, state);
            __syncwarp();
            store(step);
            __syncwarp();
            request(step + Shape::stages);
        }
    }
};

template <typename W, bool COLUMNS, int DIRECTION>
__global__ void __launch_bounds__(MarchShape<W, COLUMNS>::threads) blocksMarch(const __grid_constant__ BlocksJob<W> job)
{
    extern __shared__ __align__(16) uchar bytes[];
    const March<W, COLUMNS, DIRECTION> march(job, reinterpret_cast<W*>(bytes));
    march.march();
}

template <typename W, bool COLUMNS, int DIRECTION>
void run(const BlocksJob<W>& job)
{
    typedef MarchShape<W, COLUMNS> Shape;
    const int64 lines = COLUMNS ? job.src.width : job.src.height;
    launchDependent<blocksMarch<W, COLUMNS, DIRECTION>>(
        {(lines + Shape::lines - 1) / Shape::lines, Shape::threads, Shape::shared, job.stream}, job);
}

} // namespace

template <typename W>
size_t sharedMemoryOfMarch()
{
    return std::max(MarchShape<W, true>::shared, MarchShape<W, false>::shared);
}

template <typename W>
void launchBlocksMarch(const BlocksJob<W>& job)
{
    const bool columns = job.y.states > 0, back = (columns ? job.y : job.x).anticausal > 0;
    if (columns)
        back ? run<W, true, 1>(job) : run<W, true, 0>(job);
    else
        back ? run<W, false, 1>(job) : run<W, false, 0>(job);
}

template size_t sharedMemoryOfMarch<float>();
template size_t sharedMemoryOfMarch<double>();
template void launchBlocksMarch(const BlocksJob<float>&);
template void launchBlocksMarch(const BlocksJob<double>&);

}}} // namespace cv::recfilter::gpu
