// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// gather for chains that are not known at compile time: weighted sums, one axis at a time.

#include "runtime/cuda/launch.cuh"
#include "runtime/cuda/io/pixel_io.cuh"
#include "recursive/cuda/two_read/tuning.hpp"
#include "recursive/cuda/io/tile_place.cuh"
#include "recursive/cuda/lines/weight_range.cuh"
#include "recursive/cuda/two_read/two_read.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W>
struct GatherShape
{
    enum
    {
        run = TileShape<W>::run,
        width = TileShape<W>::run * TileShape<W>::span,
        lanes = tuning::GENERAL_LANES, //!< side by side; they share a row of the tile
        lanePixels = width / lanes,
        groups = tuning::GENERAL_GROUPS, //!< of `lanes` threads each
        groupRows = run / groups,
        threads = groups * lanes,
        sums = 2 * groupRows, //!< of a group's rows, in both directions
        quad = 16 / sizeof(W)
    };
};

/** Sums N values over 2 * MASK lanes. Value k ends in the lanes from 2 * MASK / N * k on. In each step a lane sends
half of its values to the lane that keeps them. */
template <int N, int MASK, int SIZE, typename W>
__device__ W sumOverLanes(W (&v)[SIZE])
{
    if constexpr (MASK == 0)
        return v[0];
    else if constexpr (N == 1)
    {
        v[0] += __shfl_xor_sync(0xffffffffu, v[0], MASK);
        return sumOverLanes<1, MASK / 2>(v);
    }
    else
    {
        const bool upper = threadIdx.x & MASK;
#pragma unroll
        for (int i = 0; i < N / 2; i++)
        {
            const W given = upper ? v[i] : v[i + N / 2];
            v[i] = (upper ? v[i + N / 2] : v[i]) + __shfl_xor_sync(0xffffffffu, given, MASK);
        }
        return sumOverLanes<N / 2, MASK / 2>(v);
    }
}

//! The weights of one moment for the pixels of this tile, causal and anticausal.
template <typename W, int PIXELS>
struct alignas(16) MomentWeights
{
    W causal[PIXELS], anticausal[PIXELS];

    __device__ void fill(const AxisView<W>& axis, const WeightRange& range, int m)
    {
        const W* table = axis.weights + 2 * m * PIXELS; // laid out as this structure
        for (int i = threadIdx.x; i < PIXELS; i += GatherShape<W>::threads)
        {
            causal[i] = range.causal(table + PIXELS, i);
            anticausal[i] = range.anticausal(table + PIXELS, i);
        }
    }
};

//! The shared memory of a block, double-buffered by moment.
template <typename W>
struct GeneralShared
{
    typedef GatherShape<W> Shape;
    W partial[2][2][Shape::groups][Shape::width]; //!< column sums of the groups
    MomentWeights<W, Shape::width> x[2];
    MomentWeights<W, Shape::run> y[2];
};

template <typename W>
struct GeneralTile
{
    typedef GatherShape<W> Shape;
    enum
    {
        lanePixels = Shape::lanePixels,
        groupRows = Shape::groupRows,
        quad = Shape::quad
    };

    const TileJob<W>& job;
    GeneralShared<W>& shared;
    const TilePlace<W> place;
    const int lane, group;
    W v[groupRows][lanePixels];

    __device__ GeneralTile(const TileJob<W>& j, GeneralShared<W>& s)
        : job(j), shared(s), place(j, blockIdx.x), lane(threadIdx.x % Shape::lanes), group(threadIdx.x / Shape::lanes)
    {
    }

    __device__ void load()
    {
        const int64 x = place.x * Shape::width, y = place.y * Shape::run + group * groupRows;
        const W offset = pick(job.offset, place.channel);
        withDepth<W>(job.src.depth, [&](auto type) {
            typedef decltype(type) T;
            if (quad == 4 && job.src.aligned && x + Shape::width <= job.src.width && y + groupRows <= job.src.height)
                return loadAligned<T>(x, y, offset);
            const int columns = int(::min(job.src.width - x, int64(Shape::width)));
            const uchar* pixels = job.src.data + y * job.src.step + (x * job.src.channels + place.channel) * sizeof(T);
#pragma unroll
            for (int i = 0; i < groupRows; i++, pixels += job.src.step)
#pragma unroll
                for (int j = 0; j < lanePixels; j++)
                    v[i][j] =
                        y + i < job.src.height && column(j) < columns
                            ? widen(reinterpret_cast<const T*>(pixels)[column(j) * job.src.channels], W()) - offset
                            : W(0);
        });
    }

    template <typename T>
    __device__ void loadAligned(int64 x, int64 y, W offset)
    {
        const uchar* pixels = job.src.data + y * job.src.step + (x + column(0)) * sizeof(T);
#pragma unroll
        for (int i = 0; i < groupRows; i++, pixels += job.src.step)
#pragma unroll
            for (int j = 0; j < lanePixels; j += 4)
            {
                const PixelGroup<T, 4> four = reinterpret_cast<const PixelGroup<T, 4>*>(pixels)[j / 4 * Shape::lanes];
#pragma unroll
                for (int k = 0; k < 4; k++)
                    v[i][j + k] = widen(four.v[k], W()) - offset;
            }
    }

    //! The column of this lane's pixel j. The lanes take 16 bytes each, side by side, again and again.
    __device__ int column(int j) const
    {
        return (j / quad * Shape::lanes + lane) * quad + j % quad;
    }

    __device__ void readColumns(const W* from, W (&to)[lanePixels]) const
    {
#pragma unroll
        for (int j = 0; j < lanePixels; j += quad)
        {
            const Vector16<W> vector = *reinterpret_cast<const Vector16<W>*>(from + column(j));
#pragma unroll
            for (int k = 0; k < quad; k++)
                to[j + k] = vector.v[k];
        }
    }

    __device__ void writeColumns(const W (&from)[lanePixels], W* to) const
    {
#pragma unroll
        for (int j = 0; j < lanePixels; j += quad)
        {
            Vector16<W> vector;
#pragma unroll
            for (int k = 0; k < quad; k++)
                vector.v[k] = from[j + k];
            *reinterpret_cast<Vector16<W>*>(to + column(j)) = vector;
        }
    }

    //! Sums all moments, one after the other. Groups hold rows, so they add their column sums in shared memory.
    __device__ void gather()
    {
        const WeightRange rangeX(job.x, place.x), rangeY(job.y, place.y);
        const int count = ::max(job.x.moments, job.y.moments);
#pragma unroll 1
        for (int m = 0; m < count; m++)
        {
            if (m < job.x.moments)
                shared.x[m & 1].fill(job.x, rangeX, m);
            if (m < job.y.moments)
                shared.y[m & 1].fill(job.y, rangeY, m);
            __syncthreads();
            if (m > 0 && m <= job.y.moments)
                writeColumns(m - 1);
            if (m < job.y.moments)
                columns(m);
            if (m < job.x.moments)
                rows(m);
        }
        __syncthreads();
        if (job.y.moments && job.y.moments == count)
            writeColumns(count - 1);
    }

    __device__ void columns(int m)
    {
        const MomentWeights<W, Shape::run>& weights = shared.y[m & 1];
        W wf[groupRows], wa[groupRows], f[lanePixels] = {}, a[lanePixels] = {};
        readVectors(weights.causal + group * groupRows, wf);
        readVectors(weights.anticausal + group * groupRows, wa);
#pragma unroll
        for (int i = 0; i < groupRows; i++)
#pragma unroll
            for (int j = 0; j < lanePixels; j++)
            {
                f[j] = fma(wf[i], v[i][j], f[j]);
                a[j] = fma(wa[i], v[i][j], a[j]);
            }
        writeColumns(f, shared.partial[m & 1][0][group]);
        writeColumns(a, shared.partial[m & 1][1][group]);
    }

    __device__ void writeColumns(int m) const
    {
#pragma unroll
        for (int k = threadIdx.x; k < 2 * Shape::width; k += Shape::threads)
        {
            const int direction = k / Shape::width, column = k % Shape::width;
            W sum = 0;
#pragma unroll
            for (int w = 0; w < Shape::groups; w++)
                sum += shared.partial[m & 1][direction][w][column];
            const int64 x = place.x * Shape::width + column;
            if (x < job.src.width)
                *columnCarry(job, place.y, job.y.moments, direction, m, int64(place.channel) * job.src.width + x) = sum;
        }
    }

    //! Lanes hold columns, so a row's sum is added over the lanes of its group.
    __device__ void rows(int m)
    {
        const MomentWeights<W, Shape::width>& weights = shared.x[m & 1];
        W wf[lanePixels], wa[lanePixels], sums[Shape::sums];
        readColumns(weights.causal, wf);
        readColumns(weights.anticausal, wa);
#pragma unroll
        for (int i = 0; i < groupRows; i++)
        {
            W f = 0, a = 0;
#pragma unroll
            for (int j = 0; j < lanePixels; j++)
            {
                f = fma(wf[j], v[i][j], f);
                a = fma(wa[j], v[i][j], a);
            }
            sums[i] = f;
            sums[i + groupRows] = a;
        }
        const W sum = sumOverLanes<Shape::sums, Shape::lanes / 2>(sums);
        const int repeats = Shape::lanes / Shape::sums, k = lane / repeats, direction = k / groupRows,
                  row = group * groupRows + k % groupRows;
        const int pitch = job.carries.pitch;
        if (lane % repeats == 0 && row < pitch)
            rowBlock(job, place)[((place.x * 2 + direction) * job.x.moments + m) * pitch + row] = sum;
    }

    //! Stores the first and last pixels of the rows.
    __device__ void writeEnds() const
    {
        const int pitch = job.carries.pitch;
        W* ends = rowBlock(job, place) + job.x.tiles * 2 * job.x.moments * pitch;
#pragma unroll
        for (int j = 0; j < lanePixels; j++)
        {
            const int64 x = place.x * Shape::width + column(j);
#pragma unroll
            for (int i = 0; i < groupRows; i++)
            {
                const int row = group * groupRows + i;
                if (x == 0 && row < pitch)
                    ends[row] = v[i][j];
                if (x == job.src.width - 1 && row < pitch)
                    ends[pitch + row] = v[i][j];
            }
        }
    }
};

template <typename W>
__global__ void __launch_bounds__(GatherShape<W>::threads, tuning::GENERAL_RESIDENT)
    gatherGeneral(const __grid_constant__ TileJob<W> job)
{
    __shared__ GeneralShared<W> shared;
    GeneralTile<W> tile(job, shared);
    waitForPredecessor();
    tile.load();
    tile.gather();
    if (job.x.replicates)
        tile.writeEnds();
}

} // namespace

template <typename W>
void launchGeneralGather(const TileJob<W>& job)
{
    const int64 tiles = job.x.tiles * job.y.tiles * job.src.channels;
    launchDependent<gatherGeneral<W>>({tiles, GatherShape<W>::threads, 0, job.stream}, job);
}

template void launchGeneralGather(const TileJob<float>&);
template void launchGeneralGather(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
