// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Short columns: a block filters 32 neighbouring columns or more. A warp holds a tile of them in registers, a lane a
// column. Only the moments of the tiles pass shared memory. Each channel of a pixel is a column.

#include "recursive/cuda/lines/chain_dispatch.cuh"
#include "recursive/cuda/lines/enter_tile.cuh"
#include "recursive/cuda/short_columns/short_columns.hpp"
#include "recursive/cuda/short_columns/tuning.hpp"
#include "runtime/cuda/io/pixel_io.cuh"
#include "runtime/cuda/launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

constexpr int COLUMNS = 32; //!< of a warp

//! A tile of one column.
template <typename W, typename Line>
class ColumnTile
{
    typedef typename Line::Chain Chain;
    static constexpr int run = TileShape<W>::run, moments = Line::moments, END_PIXELS = 2 * moments * COLUMNS;
    typedef LinePropagation<W, moments, 1, 1, 0, false, int> Propagation;
    typedef typename Propagation::Vector Vector;

public:
    //! Shared memory of a warp: [direction][moment][column], then the first and the last pixel of the columns.
    static constexpr int shared = END_PIXELS + 2 * COLUMNS;

    __device__ ColumnTile(const TileJob<W>& j, W* memory)
        : job(j), tiles(int(j.y.tiles)), warp(int(threadIdx.x) / COLUMNS), lane(int(threadIdx.x) % COLUMNS),
          tile(warp % tiles), isLast(tile == tiles - 1), rows(isLast ? j.y.lastTile : run),
          own(memory + warp * shared + lane), begin(own - tile * shared), chain(j.y),
          width(int64(j.src.width) * j.src.channels)
    {
        const int64 groups = blockDim.x / unsigned(COLUMNS * tiles);
        x = (int64(blockIdx.x) * groups + warp / tiles) * COLUMNS + lane;
        isThere = x < width;
        x = isThere ? x : width - 1;
    }

    //! Rows behind the image become zeros.
    __device__ void load()
    {
        const W offset = pick(job.offset, int(x % job.src.channels));
        withDepth<W>(job.src.depth, [&](auto type) {
            typedef decltype(type) T;
            const uchar* const first = pixelsOf(job.src) + size_t(tile * run) * job.src.step + x * int64(sizeof(T));
            const auto pixel = [&](int i) {
                return widen(*reinterpret_cast<const T*>(first + size_t(i) * job.src.step), W()) - offset;
            };
#pragma unroll
            for (int i = 0; i < run; i++)
                v[i] = i < rows ? pixel(i) : W(0);
            if (job.y.replicates && isLast)
                own[END_PIXELS + COLUMNS] = pixel(rows - 1); // v[rows - 1] would move v to local memory
        });
    }

    //! Leaves the tile's moments, and the column's end pixels, in shared memory.
    __device__ void sum() const
    {
        const int count = rows - (isLast ? job.y.shift : 0), first = tile == 0 ? job.y.shift : 0;
        W f[Line::capacity] = {}, a[Line::capacity] = {};
#pragma unroll
        for (int i = 0; i < run; i++)
        {
            if (i < count)
                chain.step(v[i], f);
            if (i < run - 1 || first == 0) // it leaves out one pixel at most
                chain.step(v[run - 1 - i], a);
        }
        chain.turn(f);
        chain.turn(a);
#pragma unroll
        for (int m = 0; m < moments; m++)
        {
            own[m * COLUMNS] = f[m];
            own[(moments + m) * COLUMNS] = a[m];
        }
        if (job.y.replicates && tile == 0)
            own[END_PIXELS] = v[0];
    }

    //! The causal state before the tile, and the anticausal sum behind it, from the moments of all tiles.
    __device__ void enter(Vector& p, Vector& a) const
    {
        const Propagation line(job.y, {begin, shared, moments * COLUMNS, COLUMNS, nullptr, 0}, 0);
        const int behind = tiles - 1 - tile;
        const W first = job.y.replicates ? begin[END_PIXELS] : W(0),
                last = job.y.replicates ? begin[(tiles - 1) * shared + END_PIXELS + COLUMNS] : W(0);
        Vector f, z, entering, enteringBack;
        sumTiles(line, false, tiles, tile, job.y.closes ? tiles : tile, f, entering);
        sumTiles(line, true, tiles, behind, job.y.closes ? tiles : behind, z, enteringBack);
        line.close(f, z, first, last, p, a);
        crossTiles(line, false, tile, p);
        crossTiles(line, true, behind, a);
#pragma unroll
        for (int m = 0; m < moments; m++)
        {
            p[m] += entering[m];
            a[m] += enteringBack[m];
        }
    }

    __device__ void filter(Vector& p, const Vector& a)
    {
        chain.turn(p);
#pragma unroll
        for (int i = 0; i < run; i++)
            if (i < rows)
                v[i] = chain.step(v[i], p);
        chain.turn(p);
        Vector e;
        joinStates(job.y.small.cascade.lift, job.y.small.cascade.join, a, p, e, moments, moments, moments);
        chain.turn(e);
#pragma unroll
        for (int i = run - 1; i >= 0; i--)
            if (i < rows)
                v[i] = chain.step(v[i], e);
    }

    __device__ void store() const
    {
        if (!isThere)
            return;
        const W restored = pick(job.restored, int(x % job.dst.channels));
        withDepth<W>(job.dst.depth, [&](auto type) {
            typedef decltype(type) T;
            uchar* to = pixelsOf(job.dst) + size_t(tile * run) * job.dst.step + x * int64(sizeof(T));
#pragma unroll
            for (int i = 0; i < run; i++, to += job.dst.step)
                if (i < rows)
                    *reinterpret_cast<T*>(to) = Narrow<T>::from(fma(v[i], job.gain, restored));
        });
    }

private:
    const TileJob<W>& job;
    const int tiles, warp, lane, tile;
    const bool isLast;
    const int rows;
    W *const own, *const begin; //!< in shared memory: of this tile, of the column's first tile
    const Chain chain;
    const int64 width; //!< numbers of a row
    int64 x;           //!< the column; the last one beyond the image
    bool isThere;
    W v[run];
};

template <typename W, typename Line>
__global__ void __launch_bounds__(tuning::SHORT_COLUMN_TILES* COLUMNS)
    shortColumns(const __grid_constant__ TileJob<W> job)
{
    extern __shared__ __align__(16) uchar memory[];
    ColumnTile<W, Line> tile(job, reinterpret_cast<W*>(memory));
    waitForPredecessor();
    tile.load();
    tile.sum();
    __syncthreads();
    W p[Line::capacity], a[Line::capacity];
    tile.enter(p, a);
    tile.filter(p, a);
    tile.store();
}

} // namespace

template <typename W>
void launchShortColumns(const TileJob<W>& job)
{
    const int tiles = int(job.y.tiles), groups = ::max(tuning::SHORT_COLUMN_WARPS / tiles, 1), warps = tiles * groups;
    const int64 columns = int64(job.src.width) * job.src.channels, ofBlock = groups * COLUMNS;
    withCascadeLine<W, TileShape<W>::run, TileShape<W>::run>(job.chainY, [&](auto line) {
        typedef decltype(line) Line;
        const size_t bytes = size_t(warps) * ColumnTile<W, Line>::shared * sizeof(W);
        launchDependent<shortColumns<W, Line>>(
            {(columns + ofBlock - 1) / ofBlock, warps * COLUMNS, bytes, job.stream, job.src.images}, job);
    });
}

template void launchShortColumns(const TileJob<float>&);
template void launchShortColumns(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu
