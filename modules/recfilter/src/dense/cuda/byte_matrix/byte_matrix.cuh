// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_BYTE_MATRIX_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_BYTE_MATRIX_CUH

/* Convolution of bytes by tensor cores, in integers. A block goes from tile to tile. Words of a tile, four bytes at a
time, are what products take: nothing is converted. */

#include "dense/cuda/byte_matrix/sums_near_half.cuh"
#include "dense/cuda/byte_matrix/byte_sums.cuh"

namespace cv { namespace recfilter { namespace gpu {

__device__ __forceinline__ BytePlace placeOf(const ConvJob& job, unsigned number, int rows)
{
    const unsigned below = number / unsigned(job.across), down = unsigned(job.down);
    BytePlace place;
    place.x = int(number % unsigned(job.across)) * tuning::BYTE_COLUMNS;
    place.y = int(below % down) * rows;
    place.rows = ::min(rows, job.height - place.y);
    place.channel = int(below / down);
    place.windowX = place.x + job.startX;
    place.windowY = place.y + job.startY;
    return place;
}

//! Stores four neighbours of any depth. @param row of the tile
template <typename Shape>
__device__ __forceinline__ void storeFour(const ConvJob& job, const ByteFilter& filter, const BytePlace& place,
                                          const ByteSums<Shape>& sums, const ByteResults& results, const ByteLane& lane,
                                          int x, int row)
{
    const ConvResult& to = filter.filter.result;
    int rounded[4];
    float floats[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
    {
        rounded[i] = results.values[i];
        floats[i] = sums.result(i, filter.rounding);
    }
    lane.swap(rounded);
    lane.swap(floats);
    if (row >= place.rows)
        return;
    withDepth<float>(to.depth, [&](auto type) {
        typedef decltype(type) T;
        PixelGroup<T, 4> group;
#pragma unroll
        for (int i = 0; i < 4; i++)
            if constexpr (std::is_integral<T>::value)
                group.v[i] = Narrow<T>::from(rounded[i]);
            else
                group.v[i] = Narrow<T>::from(floats[i]);
        const auto resultOf = [&](int i) {
            return resultAt<T>(to, (x + i) / Shape::CHANNELS, place.y + row, channelAt<Shape>(place, x + i));
        };
        if (to.hasVectors && x + 4 <= job.width)
            *reinterpret_cast<PixelGroup<T, 4>*>(resultOf(0)) = group;
        else
#pragma unroll
            for (int i = 0; i < 4; i++)
                if (x + i < job.width)
                    *resultOf(i) = group.v[i];
    });
}

/** The results of a warp in a tile. @tparam ARE_WORDS they are bytes, all inside the array, and stored as words */
template <typename Shape, bool ARE_WORDS>
__device__ __forceinline__ void filterTile(const ConvJob& job, const ByteFilter& filter,
                                           const ByteTapsOfLane<Shape>& taps, const ByteLines<Shape>& lines,
                                           const BytePlace& place, int warp, int lane,
                                           typename ByteDoubts<Shape>::Memory& list)
{
    constexpr int STEP = 2 * Shape::WARPS_DOWN; // rows of a block at a time
    const ByteLane at(lane);
    const int column = warp % Shape::WARPS_ACROSS * Shape::WARP_COLUMNS, x = place.x + column + at.column();
    const int first = 2 * (warp / Shape::WARPS_ACROSS), rows = place.rows;
    const ByteRounding rounding = filter.rounding;
    ByteDoubts<Shape> doubts(list);
    const unsigned* words = lines.words(first) + column / 4;
    uchar* to = filter.filter.result.data + size_t(place.y + first + at.row()) * filter.filter.result.step + x;
    const int64 step = STEP * int64(filter.filter.result.step);
    for (int row = first; row < rows; row += STEP, words += STEP * Shape::PITCH, to += step)
    {
        const ByteSums<Shape> sums(taps, ByteQuads<Shape>(words, at));
        const ByteResults results(sums, rounding);
        const bool isInside = row + at.row() < rows;
        if constexpr (ARE_WORDS)
        {
            const unsigned word = at.swapBytes(packBytes(results.values));
            if (isInside)
                *reinterpret_cast<unsigned*>(to) = word;
        }
        else
            storeFour<Shape>(job, filter, place, sums, results, at, x, row + at.row());
        if (!Shape::IS_EXACT && __any_sync(~0u, results.least() < rounding.doubtful))
        {
            const int inWarp = ((row - first) / STEP * 2 + at.row()) * Shape::WARP_COLUMNS;
#pragma unroll
            for (int i = 0; i < 4; i++)
                doubts.append(results.doubts[i] < rounding.doubtful, inWarp + at.column(i), lane);
        }
        __syncwarp(); // products need all lanes at once
    }
    if (!Shape::IS_EXACT && !doubts.isEmpty())
        doubts.addUp({job, filter.filter, lines, place, first, column, lane},
                     (rows + STEP - 1) / STEP * 2 * Shape::WARP_COLUMNS);
}

//! What a block has in shared memory.
template <typename Shape>
struct ByteShared
{
    ByteLines<Shape> buffers[2];
    BytePlace places[3]; //!< of this tile, of the next one, and of the one behind it
    typename ByteDoubts<Shape>::Memory doubts[Shape::WARPS];
};

//! @param rows of results of a tile
template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, Shape::BLOCKS)
    byteMatrixKernel(const __grid_constant__ ConvJob job, const __grid_constant__ ByteFilters bank,
                     const __grid_constant__ int rows, const __grid_constant__ unsigned tiles)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    extern __shared__ __align__(16) uchar shared[];
    ByteShared<Shape>& memory = *reinterpret_cast<ByteShared<Shape>*>(shared);
    const int thread = int(threadIdx.x), warp = thread / WARP_LANES, lane = thread % WARP_LANES;
    BytePlace(&places)[3] = memory.places;
    const auto locate = [&](unsigned turn) {
        if (thread == 0)
            places[turn % 3] = placeOf(job, blockIdx.x + turn * gridDim.x, rows);
    };
    locate(0);
    locate(1);
    __syncthreads();
    ByteTile<Shape> tile(job.src, thread, memory.buffers);
    tile.askFirst(places[0]);
    ByteTapsOfLane<Shape> taps;
    taps.load(Shape::ALIGNED ? bank.list[0].aligned : bank.list[0].taps, lane);
    const unsigned turns = (tiles - blockIdx.x + gridDim.x - 1) / gridDim.x;
#pragma unroll 1
    for (unsigned turn = 0; turn < turns; turn++)
    {
        const ByteLines<Shape>& lines = tile.next(places[turn % 3], turn + 1 < turns, places[(turn + 1) % 3]);
        locate(turn + 2);
#pragma unroll 1
        for (int f = 0; f < bank.count; f++)
        {
            if (bank.count > 1)
                taps.load(Shape::ALIGNED ? bank.list[f].aligned : bank.list[f].taps, lane);
            const BytePlace& place = places[turn % 3];
            const int column = place.x + warp % Shape::WARPS_ACROSS * Shape::WARP_COLUMNS;
            if (bank.list[f].hasWords && column + Shape::WARP_COLUMNS <= job.width)
                filterTile<Shape, true>(job, bank.list[f], taps, lines, place, warp, lane, memory.doubts[warp]);
            else if (column < job.width)
                filterTile<Shape, false>(job, bank.list[f], taps, lines, place, warp, lane, memory.doubts[warp]);
        }
    }
#endif
}

}}} // namespace cv::recfilter::gpu

#endif
