// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_MATRIX_MATRIX_CUH
#define OPENCV_RECFILTER_CUDA_CONV_MATRIX_MATRIX_CUH

/* Convolution by tensor cores. Pixels and taps are sums of two halves each, high and low parts, of which three products
are taken. A warp marches down a strip, two rows at a time, and scales pixels by a power of two that follows the largest
one. Each chain of products starts from zero and is added to floats: the sums inside of tensor cores are truncated. */

#include "cuda/conv/matrix/matrix_job.hpp"
#include "cuda/conv/matrix/matrix_ops.cuh"
#include "cuda/conv/result_store.cuh"
#include "cuda/conv/row_ring.cuh"
#include "cuda/conv/tuning.hpp"

namespace cv { namespace recfilter { namespace gpu {

template <int K>
struct MatrixShape
{
    typedef MatrixWindow<K> Window;
    static constexpr int SIZE = K, UNITS = Window::UNITS, PAIRS = Window::PAIRS;
    static constexpr int PARTS = tuning::matrixParts(K);   //!< products side by side: 64 columns each
    static constexpr int CHAINS = tuning::matrixChains(K); //!< of products that take turns
    static constexpr int WARPS = tuning::MATRIX_WARPS, THREADS = WARPS * WARP_LANES;
    static constexpr int COLUMNS = 64 * PARTS;                 //!< of a strip
    static constexpr int STRIP_UNITS = 16 * PARTS + UNITS - 1; //!< of pixels
    static constexpr int ROW_UNITS = STRIP_UNITS + (Window::SHIFT ? 1 : 0), ROW_COLUMNS = 4 * ROW_UNITS;
    static constexpr int PASSES = (ROW_UNITS + 15) / 16; //!< in which the lanes convert two rows
    static constexpr int PLANE = 4 * (16 * PASSES + 1);  //!< words of the high or low parts, with a unit in front
    typedef RowRing<ROW_COLUMNS, 2, tuning::MATRIX_AHEAD, RING_FLOATS> Ring;
};

//! What a warp has in shared memory.
template <typename Shape>
struct MatrixShared
{
    float4 rows[Shape::Ring::SLOTS * Shape::ROW_UNITS];
    uint4 units[2][2 * Shape::PLANE / 4]; //!< halves of two rows, high and low, by turns
    float results[2 * Shape::COLUMNS];    //!< that are not stored as vectors
    int columns[Shape::ROW_COLUMNS];
};

//! The power of two that pixels are scaled with. It changes when a larger pixel comes.
class MatrixScale
{
public:
    //! @param largest bits of the largest absolute value of new rows. Returns what older sums must be multiplied with.
    __device__ __forceinline__ float update(unsigned largest)
    {
        isFinite = isFinite && largest >> 23 <= MOST;
        if (largest < limit)
            return 1;
        const unsigned exponent = ::min(::max(largest >> 23, unsigned(LEAST)), unsigned(MOST));
        const float next = __uint_as_float((267 - exponent) << 23); // to 2^13 and more, below 2^14
        const float ratio = limit ? next / scale : 1;
        scale = next;
        limit = (exponent + 2) << 23; // below 2^15: halves go up to 65504
        return ratio;
    }

    float scale = 1;
    bool isFinite = true; //!< and not too large to be scaled

private:
    enum
    {
        LEAST = 13,
        MOST = 240
    };
    unsigned limit = 0;
};

template <typename Shape>
class MatrixStrip
{
public:
    typedef typename Shape::Window Window;

    __device__ __forceinline__ MatrixStrip(const MatrixFilter& filter, MatrixShared<Shape>& memory, int lane_)
        : shared(memory), lane(lane_)
    {
#pragma unroll
        for (int p = 0; p < Shape::PAIRS; p++)
#pragma unroll
            for (int u = 0; u < Shape::UNITS; u++)
                taps[p][u] = filter.taps[(p * Shape::UNITS + u) * WARP_LANES + lane];
#pragma unroll
        for (int i = 0; i < Shape::PARTS * Shape::PAIRS * 4; i++)
            sums[i / (Shape::PAIRS * 4)][i / 4 % Shape::PAIRS][i % 4] = 0;
    }

    //! Bits of the largest absolute value of two rows.
    __device__ __forceinline__ unsigned largestOf(const float* rows) const
    {
        unsigned largest = 0;
        forMyPixels(rows, [&](int, const float4& pixels) {
            const float values[4] = {pixels.x, pixels.y, pixels.z, pixels.w};
#pragma unroll
            for (int k = 0; k < 4; k++)
                largest = ::max(largest, __float_as_uint(values[k]) & 0x7fffffffu);
        });
        return largestOfWarp(largest);
    }

    //! Splits two rows into halves. @param turn 0 or 1: which of the buffers takes them
    __device__ __forceinline__ void convert(const float* rows, int turn, float scale) const
    {
        unsigned* const high = reinterpret_cast<unsigned*>(shared.units[turn]) + 4; // behind the unit in front
        unsigned* const low = high + Shape::PLANE;
        forMyPixels(rows, [&](int place, const float4& pixels) {
            const float x = pixels.x * scale, y = pixels.y * scale, z = pixels.z * scale, w = pixels.w * scale;
            const unsigned first = packHalves(x, y), second = packHalves(z, w);
            const float2 a = unpackHalves(first), b = unpackHalves(second);
            // Two pixels left out: the first two pixels here are the last ones of the unit before.
            const int firstPlace = Window::SHIFT ? place - 3 : place, secondPlace = Window::SHIFT ? place : place + 1;
            high[firstPlace] = first;
            high[secondPlace] = second;
            low[firstPlace] = packHalves(x - a.x, y - a.y);
            low[secondPlace] = packHalves(z - b.x, w - b.y);
        });
    }

    //! Adds the products of two rows with all pairs of rows of taps. Pair p completes what pair p - 1 left.
    __device__ __forceinline__ void multiply(int turn)
    {
        constexpr int AT_ONCE = Shape::CHAINS;
#pragma unroll
        for (int m = 0; m < Shape::PARTS; m++)
        {
            unsigned high[Shape::UNITS / 2 + 1][4], low[Shape::UNITS / 2 + 1][4];
            load(turn, m, high, low);
#pragma unroll
            for (int last = Shape::PAIRS - 1; last >= 0; last -= AT_ONCE)
            {
                float chains[AT_ONCE][4] = {};
                multiplyPairs(last, high, low, chains);
#pragma unroll
                for (int k = 0; k < AT_ONCE; k++)
#pragma unroll
                    for (int i = 0; i < 4; i++)
                        if (const int p = last - k; p >= 0)
                            sums[m][p][i] = (p > 0 ? sums[m][p > 0 ? p - 1 : 0][i] : 0.f) + chains[k][i];
            }
        }
    }

    __device__ __forceinline__ void rescale(float ratio)
    {
#pragma unroll
        for (int i = 0; i < Shape::PARTS * Shape::PAIRS * 4; i++)
            sums[i / (Shape::PAIRS * 4)][i / 4 % Shape::PAIRS][i % 4] *= ratio;
    }

    //! Calls body with a column of the strip, a row of two, and two finished neighbours.
    template <typename Body>
    __device__ __forceinline__ void forResults(const Body& body) const
    {
        const int column = lane / 4 * 4 + lane % 2 * 2, row = lane % 4 / 2;
#pragma unroll
        for (int m = 0; m < Shape::PARTS; m++)
#pragma unroll
            for (int half = 0; half < 2; half++)
                body(64 * m + 32 * half + column, row, sums[m][Shape::PAIRS - 1][2 * half],
                     sums[m][Shape::PAIRS - 1][2 * half + 1]);
    }

private:
    //! Eight lanes have units side by side of one row, the next eight those of the other row.
    template <typename Body>
    __device__ __forceinline__ void forMyPixels(const float* rows, const Body& body) const
    {
        const int row = lane / 8 % 2;
#pragma unroll
        for (int pass = 0; pass < Shape::PASSES; pass++)
        {
            const int unit = 16 * pass + lane / 16 * 8 + lane % 8;
            if (unit < Shape::ROW_UNITS)
                body(4 * unit + 2 * row, reinterpret_cast<const float4*>(rows + row * Shape::ROW_COLUMNS)[unit]);
        }
    }

    /** Units of 16 places for pairs of steps of the sum. The odd one has its low and its high parts in `low`.
    Matrix i of the four has the places from 8 (i % 2) on. */
    __device__ __forceinline__ void load(int turn, int part, unsigned (&high)[Shape::UNITS / 2 + 1][4],
                                         unsigned (&low)[Shape::UNITS / 2 + 1][4]) const
    {
        const unsigned* const units = reinterpret_cast<const unsigned*>(shared.units[turn]) + 4;
        const int place = 16 * part + lane / 8 % 2 * 8 + lane % 8, second = lane / 16;
#pragma unroll
        for (int s = 0; s < Shape::UNITS / 2; s++)
        {
            const unsigned* const from = units + 4 * (place + 2 * s + second);
            loadMatrices(high[s], from);
            loadMatrices(low[s], from + Shape::PLANE);
        }
        if (Shape::UNITS % 2)
            loadMatrices(low[Shape::UNITS / 2], units + 4 * (place + Shape::UNITS - 1) + (second ? 0 : Shape::PLANE));
    }

    //! Calls body with each of the pairs from `last` down, and its chain.
    template <int COUNT, typename Body>
    __device__ __forceinline__ void forPairs(int last, float (&chains)[COUNT][4], const Body& body) const
    {
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            if (last - k >= 0)
                body(taps[last - k < 0 ? 0 : last - k], chains[k]);
    }

    //! The chains of some pairs take turns: a product waits for the one before it in its chain.
    template <int COUNT>
    __device__ __forceinline__ void multiplyPairs(int last, const unsigned (&high)[Shape::UNITS / 2 + 1][4],
                                                  const unsigned (&low)[Shape::UNITS / 2 + 1][4],
                                                  float (&chains)[COUNT][4]) const
    {
        typedef const MatrixTaps(&Taps)[Shape::UNITS];
        typedef float(&Chain)[4];
#pragma unroll
        for (int s = 0; s < Shape::UNITS / 2; s++) // small products first
        {
            forPairs(last, chains, [&](Taps list, Chain chain) {
                multiplyAdd16(chain, low[s], list[2 * s].high, list[2 * s + 1].high, chain);
            });
            forPairs(last, chains, [&](Taps list, Chain chain) {
                multiplyAdd16(chain, high[s], list[2 * s].low, list[2 * s + 1].low, chain);
            });
            forPairs(last, chains, [&](Taps list, Chain chain) {
                multiplyAdd16(chain, high[s], list[2 * s].high, list[2 * s + 1].high, chain);
            });
        }
        if (Shape::UNITS % 2)
        {
            const unsigned(&both)[4] = low[Shape::UNITS / 2];
            forPairs(last, chains, [&](Taps list, Chain chain) {
                const MatrixTaps& unit = list[Shape::UNITS - 1];
                multiplyAdd16(chain, both, unit.high, unit.low, chain);
            });
            forPairs(last, chains, [&](Taps list, Chain chain) {
                multiplyAdd8(chain, both[2], both[3], list[Shape::UNITS - 1].high, chain);
            });
        }
    }

    MatrixShared<Shape>& shared;
    const int lane;
    MatrixTaps taps[Shape::PAIRS][Shape::UNITS];
    float sums[Shape::PARTS][Shape::PAIRS][4];
};

//! Where a strip is, and what its results are.
struct MatrixPlace
{
    int64 y;
    int x, rows, channel, lane;
};

//! The strip by additions, one after the other: for pixels that are not finite. Not inlined: code stays small.
static __device__ __noinline__ void addStrip(const ConvJob& job, const MatrixFilter& bank, const MatrixPlace& place,
                                             const int* sourceRows, const int* sourceColumns, int columns)
{
    const ImageView& image = job.src.image;
    const float outside = borderValueOf<float>(job.src, place.channel);
#pragma unroll 1
    for (int r = 0; r < place.rows; r++)
#pragma unroll 1
        for (int c = place.lane; c < columns && place.x + c < job.width; c += WARP_LANES)
        {
            float sum = float(job.delta);
            const float* tap = bank.plain;
#pragma unroll 1
            for (int dy = 0; dy < job.kernelHeight; dy++)
            {
                const int row = sourceRows[r + dy];
                const float* const pixels = rowOf<float>(image, ::max(row, 0)) + place.channel;
#pragma unroll 4
                for (int dx = 0; dx < job.kernelWidth; dx++)
                {
                    const int column = sourceColumns[c + dx];
                    const float pixel = (row | column) < 0 ? outside : pixels[int64(column) * image.channels];
                    sum = fmaf(*tap++, pixel, sum);
                }
            }
            storeResult(bank.filter.result, place.x + c, place.y + r, place.channel, sum);
        }
}

//! @param rows of results of a strip: an even number up to MATRIX_ROWS
template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, tuning::matrixResidency(Shape::SIZE))
    matrixKernel(const __grid_constant__ ConvJob job, const __grid_constant__ MatrixFilter bank,
                 const __grid_constant__ int rows)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    __shared__ MatrixShared<Shape> memory[Shape::WARPS];
    __shared__ int sourceRows[tuning::MATRIX_ROWS + Shape::SIZE];
    const int lane = int(threadIdx.x) % WARP_LANES, warp = int(threadIdx.x) / WARP_LANES;
    const unsigned column = blockIdx.x % unsigned(job.across), below = blockIdx.x / unsigned(job.across);
    const int channel = int(below / unsigned(job.down));
    const int64 warpX = (int64(column) * Shape::WARPS + warp) * Shape::COLUMNS;
    const int64 y = int64(below % unsigned(job.down)) * rows;
    const int count = int(::min(int64(rows), job.height - y)), pairs = (count + 1) / 2;
    const int64 sourceX = warpX + job.startX - Shape::Window::LEFT;
    MatrixShared<Shape>& shared = memory[warp];
    findRows(job.src, y + job.startY, 2 * (pairs + Shape::PAIRS - 1), int(threadIdx.x), Shape::THREADS, sourceRows);
    findColumns(job.src, sourceX, Shape::ROW_COLUMNS, lane, WARP_LANES, shared.columns);
    __syncthreads();
    if (warpX >= job.width)
        return;
    const int x = int(warpX), groups = pairs + Shape::PAIRS - 1;
    const MarchPlace place = {sourceRows, shared.columns, sourceX, 2 * groups, channel, lane};
    const bool hasVectors =
        bank.filter.result.depth == CV_32F && storesVectors(job, bank.filter.result, x, Shape::COLUMNS);
    typename Shape::Ring ring(job.src, place, reinterpret_cast<float*>(shared.rows));
    MatrixStrip<Shape> strip(bank, shared, lane);
    MatrixScale scaling;
    const float* source = ring.take(0);
    scaling.update(strip.largestOf(source));
    strip.convert(source, 0, scaling.scale);
    __syncwarp();
#pragma unroll 1
    for (int i = 0; i < groups; i++)
    {
        const float gain = bank.gain / scaling.scale;
        strip.multiply(i % 2);
        float ratio = 1;
        if (i + 1 < groups)
        {
            source = ring.take(i + 1);
            ratio = scaling.update(strip.largestOf(source));
            strip.convert(source, (i + 1) % 2, scaling.scale);
        }
        if (i >= Shape::PAIRS - 1)
        {
            const int64 row = y + 2 * (i - (Shape::PAIRS - 1));
            strip.forResults([&](int c, int r, float first, float second) {
                const float2 values = {fmaf(first, gain, float(job.delta)), fmaf(second, gain, float(job.delta))};
                if (!hasVectors)
                    *reinterpret_cast<float2*>(shared.results + r * Shape::COLUMNS + c) = values;
                else if (row + r < job.height)
                    *reinterpret_cast<float2*>(resultAt<float>(bank.filter.result, x + c, row + r, channel)) = values;
            });
            if (!hasVectors)
            {
                __syncwarp();
                storeRows<2, Shape::COLUMNS>(bank.filter.result, x, row, channel, job.width - x, job.height - row, lane,
                                             shared.results);
            }
        }
        if (ratio != 1)
            strip.rescale(ratio);
        __syncwarp(); // the halves of the next rows are there, and those of these are done with
    }
    if (!scaling.isFinite)
        addStrip(job, bank, {y, x, count, channel, lane}, sourceRows, shared.columns + Shape::Window::LEFT,
                 Shape::COLUMNS);
#endif
}

}}} // namespace cv::recfilter::gpu

#endif
