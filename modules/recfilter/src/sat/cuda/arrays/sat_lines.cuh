// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_LINES_CUH
#define OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_LINES_CUH

// Sums along the rows of images, parallel along each of them. A line is cut into tiles, which a block holds in
// registers. Lines of one tile take one read and one write. Longer ones are read in chunks of CHUNK_BYTES: a launch
// makes the table of a chunk that its predecessor has read, and sums the tiles of the next chunk.
// The order of the additions depends on the length of a line alone.

#include "runtime/cuda/launch.cuh"
#include "sat/cuda/arrays/tuning.hpp"
#include "sat/cuda/arrays/sat_array_functions.hpp"
#include "sat/cuda/sat_staged.cuh"
#include "sat/cuda/arrays/sat_sums.cuh"

namespace cv { namespace recfilter { namespace sat {

//! WARPS warps of a block hold a tile.
template <typename S_, typename T_, int CN_, int WARPS_>
struct LineShape
{
    typedef S_ S;
    typedef T_ T;
    static constexpr int CN = CN_, WARPS = WARPS_, BLOCK_WARPS = 8, THREADS = BLOCK_WARPS * WARP;
    static constexpr int TILES = BLOCK_WARPS / WARPS; //!< of a block
    static constexpr int RESIDENT = CN == 1 ? 4 : 3;  //!< blocks of a multiprocessor, at least
    static constexpr int ELEMENTS = Lane<T, CN>::ELEMENTS;
    static constexpr int VECTORS = floorPower(tuning::LINE_REGISTERS * 4 / (ELEMENTS * int(sizeof(T)))); //!< of a lane
    static constexpr int STEP = WARP * ELEMENTS, WARP_ELEMENTS = VECTORS * STEP, TILE = WARPS * WARP_ELEMENTS;
};

//! Tiles are counted line by line.
struct Lines
{
    int64 count, tilesOfLine;
    int64 chunk;   //!< tiles of a chunk, at most
    void* sums;    //!< of the tiles of CHUNKS chunks, in turn
    void* carries; //!< of CHUNKS chunks, in turn: the sum of a chunk's first line before the chunk
};

//! Chunks whose sums are kept: the one being read, the one before, and the one before that, which may still run.
constexpr int CHUNKS = 3;

struct LineChunk
{
    int64 first, end; //!< tiles
    int slot;
};

//! A warp's part of a tile in registers.
template <typename Shape>
class LineTile
{
    typedef typename Shape::S S;
    typedef typename Shape::T T;
    typedef Sum<T> Total;
    static constexpr int CN = Shape::CN, VECTORS = Shape::VECTORS, ELEMENTS = Shape::ELEMENTS, STEP = Shape::STEP;
    static constexpr int BLOCK_WARPS = Shape::BLOCK_WARPS;

public:
    struct Shared
    {
        Total warps[BLOCK_WARPS][CN]; //!< sums of the warps' parts
        Total tiles[BLOCK_WARPS][CN]; //!< each warp's share of the sum of the tiles before
        alignas(16) T stage[BLOCK_WARPS][STEP];
    };

    __device__ LineTile(const Images& image_, const Lines& lines_, Shared& shared_, int64 tile_)
        : image(image_), lines(lines_), shared(shared_), lane(int(threadIdx.x) % WARP), warp(int(threadIdx.x) / WARP),
          tile(tile_), line(lines_.tilesOfLine == 1 ? tile_ : tile_ / lines_.tilesOfLine)
    {
        const int64 number = line / image.rows, row = line % image.rows;
        src = image.src + number * image.srcImageStep + row * image.srcStep;
        dst = image.dst + number * image.dstImageStep + row * image.dstStep;
        x = (tile - line * lines.tilesOfLine) * Shape::TILE + warp % Shape::WARPS * Shape::WARP_ELEMENTS +
            lane * ELEMENTS;
    }

    //! Also the pixels that a lane has beyond the line, as 0.
    __device__ void load()
    {
        const unsigned char* from = src + x * int64(sizeof(S));
        if (image.srcAligned && x + (VECTORS - 1) * STEP + ELEMENTS <= image.srcCols)
        {
            Pack<S, ELEMENTS> pixels[VECTORS];
#pragma unroll
            for (int i = 0; i < VECTORS; i++)
                pixels[i].loadShared(from + i * STEP * int(sizeof(S)));
#pragma unroll
            for (int i = 0; i < VECTORS; i++)
#pragma unroll
                for (int e = 0; e < ELEMENTS; e++)
                    v[i][e] = valueOf<S, T>(pixels[i].e[e], image.squared);
            return;
        }
#pragma unroll
        for (int i = 0; i < VECTORS; i++)
#pragma unroll
            for (int e = 0; e < ELEMENTS; e++)
            {
                const int k = i * STEP + e;
                v[i][e] =
                    x + k < image.srcCols ? valueOf<S, T>(reinterpret_cast<const S*>(from)[k], image.squared) : T(0);
            }
    }

    //! Stores the sum of the tile. @param sums of the chunk's tiles
    __device__ void gather(Total* sums)
    {
        load();
#pragma unroll
        for (int c = 0; c < CN; c++)
        {
            T sum = T(0);
#pragma unroll
            for (int i = 0; i < VECTORS; i++)
#pragma unroll
                for (int e = c; e < ELEMENTS; e += CN)
                    sum += v[i][e];
            const Total total = sumOverLanes(Total(sum));
            if (lane == 0)
                shared.warps[warp][c] = total;
        }
        __syncthreads();
        if (threadIdx.x == 0)
#pragma unroll
            for (int c = 0; c < CN; c++)
            {
                Total total = 0;
#pragma unroll
                for (int i = 0; i < BLOCK_WARPS; i++)
                    total += shared.warps[i][c];
                __stcg(sums + c, total);
            }
    }

    //! Turns the warp's part into its prefix sums.
    __device__ void sum()
    {
#pragma unroll
        for (int i = 0; i < VECTORS; i++)
        {
            T totals[CN];
            prefixRow<T, ELEMENTS, CN>(v[i], totals, image.exclusive);
#pragma unroll
            for (int e = 0; e < ELEMENTS; e++)
                v[i][e] += T(own[e % CN]);
#pragma unroll
            for (int c = 0; c < CN; c++)
                own[c] += Total(__shfl_sync(ALL_LANES, totals[c], WARP - 1));
        }
    }

    //! Adds up the sums of the chunk's tiles that are before this one in its line.
    //! @param sums of the chunk's tiles @param carries of the chunk @param nextCarries of the next chunk, or null
    __device__ void collect(const LineChunk& chunk, const Total* sums, const Total* carries, Total* nextCarries)
    {
        const int64 begin = line * lines.tilesOfLine, first = begin > chunk.first ? begin : chunk.first;
#pragma unroll
        for (int c = 0; c < CN; c++)
        {
            Total total = 0;
            for (int64 i = first + int(threadIdx.x); i < tile; i += Shape::THREADS)
                total += __ldcg(sums + (i - chunk.first) * CN + c);
            total = sumOverLanes(total);
            if (lane == 0)
            {
                shared.tiles[warp][c] = total;
                shared.warps[warp][c] = own[c];
            }
        }
        __syncthreads();
        Total total[CN];
#pragma unroll
        for (int c = 0; c < CN; c++)
        {
            base[c] = begin < chunk.first ? __ldcg(carries + c) : Total(0);
#pragma unroll
            for (int i = 0; i < BLOCK_WARPS; i++)
                base[c] += shared.tiles[i][c];
            total[c] = base[c];
#pragma unroll
            for (int i = 0; i < BLOCK_WARPS; i++)
            {
                if (i < warp)
                    base[c] += shared.warps[i][c];
                total[c] += shared.warps[i][c];
            }
        }
        if (nextCarries && tile + 1 == chunk.end && threadIdx.x == 0)
#pragma unroll
            for (int c = 0; c < CN; c++)
                __stcg(nextCarries + c, total[c]);
    }

    __device__ void store()
    {
        const StagedRows<T> rows = {shared.stage[warp]};
        unsigned char* to = dst + x * int64(sizeof(T));
#pragma unroll
        for (int i = 0; i < VECTORS; i++, to += STEP * int(sizeof(T)))
        {
#pragma unroll
            for (int e = 0; e < ELEMENTS; e++)
                v[i][e] += T(base[e % CN]);
            rows.template store<T, ELEMENTS>(v[i], to, image, x + i * STEP);
        }
    }

private:
    const Images& image;
    const Lines& lines;
    Shared& shared;
    const int lane, warp;
    const int64 tile, line;
    const unsigned char* src;
    unsigned char* dst;
    int64 x; //!< of the lane's first vector
    T v[VECTORS][ELEMENTS];
    Total own[CN] = {};  //!< sum of the warp's part
    Total base[CN] = {}; //!< of all that is before it in its line
};

//! Lines of one tile, which the warps of a block share or have each on its own.
template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, Shape::RESIDENT)
    shortLinesKernel(const __grid_constant__ Images image, const __grid_constant__ Lines lines)
{
    typedef LineTile<Shape> Tile;
    __shared__ typename Tile::Shared shared;
    const int64 number = int64(blockIdx.x) * Shape::TILES + int(threadIdx.x) / WARP / Shape::WARPS;
    if (number >= lines.count) // the whole warp; with several warps a line, no block has such ones
        return;
    Tile tile(image, lines, shared, number);
    tile.load();
    tile.sum();
    if (Shape::WARPS > 1)
        tile.collect({number, number + 1, 0}, nullptr, nullptr, nullptr);
    tile.store();
}

/** The first blocks make the table of `chunk`, whose pixels the predecessor has left in L2. The others sum the tiles of
`next`, before the predecessor has ended: it neither writes this source nor uses these sums. */
template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, Shape::RESIDENT)
    longLinesKernel(const __grid_constant__ Images image, const __grid_constant__ Lines lines,
                    const __grid_constant__ LineChunk chunk, const __grid_constant__ LineChunk next)
{
    typedef LineTile<Shape> Tile;
    typedef Sum<typename Shape::T> Total;
    constexpr int CN = Shape::CN;
    __shared__ typename Tile::Shared shared;
    const auto sumsOf = [&](int slot) { return static_cast<Total*>(lines.sums) + slot * lines.chunk * CN; };
    const int64 gathered = int64(blockIdx.x) - (chunk.end - chunk.first);
    if (gathered >= 0)
    {
        letNextKernelStart(); // once the first blocks have waited
        Tile(image, lines, shared, next.first + gathered).gather(sumsOf(next.slot) + gathered * CN);
        return;
    }
    Tile tile(image, lines, shared, chunk.first + blockIdx.x);
    tile.load();
    tile.sum();
    gpu::waitForPredecessor();
    Total* const carries = static_cast<Total*>(lines.carries);
    tile.collect(chunk, sumsOf(chunk.slot), carries + chunk.slot * CN, carries + (chunk.slot + 1) % CHUNKS * CN);
    tile.store();
}

}}} // namespace cv::recfilter::sat

#endif
