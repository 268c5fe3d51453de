// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

/* One read and one write along columns, for filters that fade within a few pixels. Each channel of a pixel is a column.
A block marches down some columns, a tile after the other. It takes the causal state along, and has read the halo below
a tile before it writes the tile. So it may filter in place if it has whole columns. The last tile ends with the image,
and the first one may begin above it. */

#include "recursive/cuda/lines/chain_dispatch.cuh"
#include "runtime/cuda/launch.cuh"
#include "recursive/cuda/one_read/halo_run.cuh"
#include "recursive/cuda/one_read/one_read.hpp"
#include "recursive/cuda/one_read/tuning.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Runs of neighbouring columns in shared memory, and a halo below. A thread has a run of a column.
template <int HALO>
struct ColumnsShape
{
    static constexpr int run = HaloShape<HALO>::run, columns = 128, runs = tuning::COLUMN_RUNS,
                         threads = runs * columns;
    static constexpr int rows = runs * run, spanned = rows + HALO, quads = columns / 4;
    static constexpr int kept = HALO * columns / threads; //!< pixels of the halo of a thread
    static_assert(HALO * columns % threads == 0, "every thread moves as many");
    //! The slot, and the states of up to three moments behind the tile.
    static constexpr size_t bytes = size_t(spanned + 3) * columns * sizeof(float);
};

template <typename Line, int HALO>
class ColumnsMarch
{
    typedef ColumnsShape<HALO> Shape;
    static_assert(Line::moments <= 3, "of ColumnsShape::bytes");

public:
    //! @param across strips of columns side by side @param steps tiles of a march
    __device__ ColumnsMarch(const TileJob<float>& j, float* memory, unsigned across, int steps)
        : job(j), slot(memory), ends(memory + Shape::spanned * Shape::columns),
          x(int64(blockIdx.x % across) * Shape::columns), width(int64(j.src.width) * j.src.channels),
          column(int(threadIdx.x) % Shape::columns), run(int(threadIdx.x) / Shape::columns)
    {
        const int64 tiles = (int64(job.src.height) + Shape::rows - 1) / Shape::rows;
        const int64 first = int64(blockIdx.x / across) * steps;
        y = job.src.height - (tiles - first) * Shape::rows;
        end = ::min(y + int64(steps) * Shape::rows, int64(job.src.height));
    }

    __device__ void filter()
    {
        load(0);
        for (bool isFirst = true;; isFirst = false)
        {
            __pipeline_wait_prior(0);
            __syncthreads();
            if (y + Shape::spanned > job.src.height)
                continueBelow();
            filterTile(isFirst);
            __syncthreads();
            store();
            y += Shape::rows;
            if (y >= end)
                return;
            __syncthreads();
            moveHalo();
            __syncthreads();
            load(HALO);
        }
    }

private:
    //! The tile in the slot becomes results.
    __device__ void filterTile(bool isFirst) const
    {
        float* const own = slot + run * Shape::run * Shape::columns + column;
        float before[Line::capacity], behind[Line::capacity];
        if (run > 0)
        {
            float seen[HALO];
            readLine<Shape::columns>(own - HALO * Shape::columns, seen);
            stateBehind<Line>(job.y, seen, before);
        }
        else if (isFirst)
            findStateAbove(before);
        else
#pragma unroll
            for (int m = 0; m < Line::moments; m++)
                before[m] = ends[m * Shape::columns + column];
        sumBehind<Line, HALO, Shape::columns>(job.y, own, behind);
        __syncthreads();
        Line::template filter<Shape::columns>(own, Shape::run, job.y, before, behind);
        if (run == Shape::runs - 1) // before is the state behind the run now
#pragma unroll
            for (int m = 0; m < Line::moments; m++)
                ends[m * Shape::columns + column] = before[m];
    }

    //! From the pixels of the thread's column above the block's first tile.
    __device__ void findStateAbove(float (&state)[Line::capacity]) const
    {
        const typename Line::Chain chain(job.y);
        const bool isThere = x + column < width;
        const float offset = pick(job.offset, int((x + column) % job.src.channels));
        const uchar* const pixels = pixelsOf(job.src);
        rest<Line>(state);
        withDepth<float>(job.src.depth, [&](auto type) {
            typedef decltype(type) T;
#pragma unroll 4
            for (int i = 0; i < HALO; i++)
            {
                const int64 row = borderIndex(y - HALO + i, job.src.height, job.y.border);
                chain.step(row < 0 || !isThere ? 0 : widen(sourceRow<T>(pixels, row)[column], float()) - offset, state);
            }
        });
        chain.turn(state);
    }

    //! The halo below the tile is part of the next one.
    __device__ void moveHalo() const
    {
#pragma unroll
        for (int i = 0; i < Shape::kept; i++)
        {
            const int pixel = int(threadIdx.x) + i * Shape::threads;
            slot[pixel] = slot[Shape::rows * Shape::columns + pixel];
        }
    }

    /** Rows below the image. Those that mirror or repeat pixels take them from the slot, since a march in place has
    written over some of them; the tile holds them all. */
    __device__ void continueBelow() const
    {
        if (job.y.border != BORDER_IS_WRAP)
        {
            const int first = int(job.src.height - y);
            for (int i = first + run; i < Shape::spanned; i += Shape::runs)
            {
                const int64 row = borderIndex(y + i, job.src.height, job.y.border);
                slot[i * Shape::columns + column] = row < 0 ? 0 : slot[int(row - y) * Shape::columns + column];
            }
        }
        __syncthreads();
    }

    //! Rows of the slot from `from` on, but for those that continueBelow() fills.
    __device__ void load(int from) const
    {
        const bool isInside = x + Shape::columns <= width;
        const uchar* const pixels = pixelsOf(job.src);
        if (isInside && job.src.copies)
            copy(pixels, from);
        else if (isInside && job.src.aligned)
            convertQuads(pixels, from);
        else
            convert(pixels, from);
        __pipeline_commit();
    }

    __device__ void store() const
    {
        const ImageView& image = job.dst;
        const int first = int(::max(-y, int64(0))), rows = Shape::rows - first;
        const float* const from = slot + first * Shape::columns;
        const bool byFour = image.aligned && x + Shape::columns <= width;
        uchar* const pixels = pixelsOf(image);
        withDepth<float>(image.depth, [&](auto type) {
            typedef decltype(type) T;
            const auto resultRow = [&](int row) {
                return reinterpret_cast<T*>(pixels + size_t(y + first + row) * image.step) + x;
            };
            if (byFour)
            {
                constexpr int rowsAtOnce = Shape::threads / Shape::quads;
                const int row = int(threadIdx.x) / Shape::quads, quad = int(threadIdx.x) % Shape::quads * 4;
                storeGroups<T, false>(job.gain, job.restored[0], (rows - row + rowsAtOnce - 1) / rowsAtOnce,
                                      from + row * Shape::columns + quad, rowsAtOnce * Shape::columns,
                                      reinterpret_cast<uchar*>(resultRow(row) + quad), rowsAtOnce * image.step);
                return;
            }
            const float restored = pick(job.restored, int((x + column) % image.channels));
            if (x + column < width)
                for (int row = run; row < rows; row += Shape::runs)
                    resultRow(row)[column] =
                        Narrow<T>::from(fma(from[row * Shape::columns + column], job.gain, restored));
        });
    }

    //! A row of the source from this block's first column on. @param pixels the first one of the image
    template <typename T>
    __device__ const T* sourceRow(const uchar* pixels, int64 row) const
    {
        return reinterpret_cast<const T*>(pixels + size_t(row) * job.src.step) + x;
    }

    //! The row of the image that row i of the slot shows; -1: a constant border, or continueBelow() fills it.
    __device__ int64 rowOf(int i) const
    {
        const bool isLeft = y + i >= job.src.height && job.y.border != BORDER_IS_WRAP;
        return isLeft ? -1 : borderIndex(y + i, job.src.height, job.y.border);
    }

    //! Calls body(row of the image, place in the slot, column of the tile) for groups of four neighbouring pixels.
    template <typename Body>
    __device__ void forQuads(int first, const Body& body) const
    {
#pragma unroll 4
        for (int i = first * Shape::quads + int(threadIdx.x); i < Shape::spanned * Shape::quads; i += Shape::threads)
        {
            const int row = i / Shape::quads, quad = i % Shape::quads * 4;
            const int64 from = rowOf(row);
            float* const to = slot + row * Shape::columns + quad;
            if (from < 0)
                *reinterpret_cast<float4*>(to) = make_float4(0, 0, 0, 0);
            else
                body(from, to, quad);
        }
    }

    __device__ void copy(const uchar* pixels, int first) const
    {
        forQuads(first, [&](int64 row, float* to, int quad) {
            __pipeline_memcpy_async(to, sourceRow<float>(pixels, row) + quad, 16);
        });
    }

    __device__ void convertQuads(const uchar* pixels, int first) const
    {
        withDepth<float>(job.src.depth, [&](auto type) {
            typedef decltype(type) T;
            forQuads(first, [&](int64 row, float* to, int quad) {
                const auto group = *reinterpret_cast<const PixelGroup<T, 4>*>(sourceRow<T>(pixels, row) + quad);
                const float offset = job.offset[0];
                *reinterpret_cast<float4*>(to) =
                    make_float4(widen(group.v[0], float()) - offset, widen(group.v[1], float()) - offset,
                                widen(group.v[2], float()) - offset, widen(group.v[3], float()) - offset);
            });
        });
    }

    //! Any pixels. Columns behind the last one become zeros.
    __device__ void convert(const uchar* pixels, int first) const
    {
        const bool isThere = x + column < width;
        const float offset = pick(job.offset, int((x + column) % job.src.channels));
        withDepth<float>(job.src.depth, [&](auto type) {
            typedef decltype(type) T;
#pragma unroll 4
            for (int i = first + run; i < Shape::spanned; i += Shape::runs)
            {
                const int64 row = rowOf(i);
                slot[i * Shape::columns + column] =
                    row < 0 || !isThere ? 0 : widen(sourceRow<T>(pixels, row)[column], float()) - offset;
            }
        });
    }

    const TileJob<float>& job;
    float* const slot;
    float* const ends;     //!< [moment][column]: the causal states behind the last tile
    const int64 x, width;  //!< the first column; numbers of a row
    const int column, run; //!< of the thread
    int64 y, end;          //!< the first row of the tile, and the row behind the march
};

template <typename Line, int HALO>
__global__ void __launch_bounds__(ColumnsShape<HALO>::threads, tuning::COLUMN_RESIDENT)
    oneReadOfColumns(const __grid_constant__ TileJob<float> job, const __grid_constant__ unsigned across,
                     const __grid_constant__ int steps)
{
    extern __shared__ __align__(16) uchar memory[];
    ColumnsMarch<Line, HALO> march(job, reinterpret_cast<float*>(memory), across, steps);
    waitForPredecessor();
    march.filter();
}

//! Strips of columns of an image.
inline int64 stripsOf(const ImageView& image)
{
    return (int64(image.width) * image.channels + 127) / 128;
}

} // namespace

bool canReadColumnsOnce(int reach)
{
    size_t needed = 0;
    withHalo(reach, [&](auto halo) { needed = ColumnsShape<decltype(halo)::value>::bytes; });
    return sharedMemoryOfBlock(currentDevice()) >= needed;
}

bool canReadColumnsInPlace(const ImageView& image, int border)
{
    return border != BORDER_IS_WRAP && stripsOf(image) * image.images >= tuning::COLUMN_MARCHES;
}

void launchOneReadOfColumns(const TileJob<float>& job, int reach)
{
    withHalo(reach, [&](auto halo) {
        constexpr int HALO = decltype(halo)::value;
        typedef ColumnsShape<HALO> Shape;
        static_assert(Shape::columns == 128, "stripsOf()");
        const int64 across = stripsOf(job.src), tiles = (int64(job.src.height) + Shape::rows - 1) / Shape::rows;
        const int64 wanted = (tuning::COLUMN_BLOCKS - 1) / (across * job.src.images) + 1;
        const bool isApart = job.src.data != job.dst.data;
        const int64 steps = isApart ? (tiles + std::min(wanted, tiles) - 1) / std::min(wanted, tiles) : tiles;
        withCascadeLine<float, Shape::run, Shape::run>(job.chainY, [&](auto line) {
            launchDependent<oneReadOfColumns<decltype(line), HALO>>(
                {across * ((tiles + steps - 1) / steps), Shape::threads, Shape::bytes, job.stream, job.src.images}, job,
                unsigned(across), int(steps));
        });
    });
}

}}} // namespace cv::recfilter::gpu
