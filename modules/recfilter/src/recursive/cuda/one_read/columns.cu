// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// One read and one write along columns, for filters that fade within a few pixels. Each channel of a pixel is a column.

#include "recursive/cuda/lines/chain_dispatch.cuh"
#include "runtime/cuda/launch.cuh"
#include "recursive/cuda/one_read/halo_run.cuh"
#include "recursive/cuda/one_read/one_read.hpp"
#include "recursive/cuda/one_read/tuning.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Runs of neighbouring columns in shared memory, and a halo above and below. A thread has a run of a column.
template <int HALO>
struct ColumnsShape
{
    static constexpr int run = HaloShape<HALO>::run, columns = 128, runs = tuning::COLUMN_RUNS,
                         threads = runs * columns;
    static constexpr int rows = runs * run, spanned = rows + 2 * HALO, quads = columns / 4;
    static constexpr size_t bytes = size_t(spanned) * columns * sizeof(float);
};

template <int HALO>
class ColumnsTile
{
    typedef ColumnsShape<HALO> Shape;

public:
    //! @param across tiles of the image side by side
    __device__ ColumnsTile(const TileJob<float>& j, float* memory, unsigned across)
        : job(j), slot(memory), x(int64(blockIdx.x % across) * Shape::columns),
          y(int64(blockIdx.x / across) * Shape::rows), width(int64(j.src.width) * j.src.channels)
    {
    }

    __device__ void load() const
    {
        const bool isInside = x + Shape::columns <= width;
        const uchar* const pixels = pixelsOf(job.src);
        if (isInside && job.src.copies)
            copy(pixels);
        else if (isInside && job.src.aligned)
            convertQuads(pixels);
        else
            convert(pixels);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
    }

    template <typename Line>
    __device__ void filter() const
    {
        float* const own = slot + HALO * Shape::columns + threadIdx.x / Shape::columns * Shape::run * Shape::columns +
                           threadIdx.x % Shape::columns;
        float before[Line::capacity], behind[Line::capacity];
        statesFromHalo<Line, HALO, Shape::columns>(job.y, own, before, behind);
        __syncthreads();
        Line::template filter<Shape::columns>(own, Shape::run, job.y, before, behind);
        __syncthreads();
    }

    __device__ void store() const
    {
        const ImageView& image = job.dst;
        const float* const from = slot + HALO * Shape::columns;
        const int rows = int(::min(int64(Shape::rows), image.height - y));
        const bool byFour = image.aligned && x + Shape::columns <= width;
        uchar* const pixels = pixelsOf(image);
        withDepth<float>(image.depth, [&](auto type) {
            typedef decltype(type) T;
            const auto resultRow = [&](int row) {
                return reinterpret_cast<T*>(pixels + size_t(y + row) * image.step) + x;
            };
            if (byFour)
            {
                constexpr int rowsAtOnce = Shape::threads / Shape::quads;
                const int row = int(threadIdx.x) / Shape::quads, column = int(threadIdx.x) % Shape::quads * 4;
                storeGroups<T, false>(job.gain, job.restored[0], (rows - row + rowsAtOnce - 1) / rowsAtOnce,
                                      from + row * Shape::columns + column, rowsAtOnce * Shape::columns,
                                      reinterpret_cast<uchar*>(resultRow(row) + column), rowsAtOnce * image.step);
                return;
            }
            const int column = int(threadIdx.x) % Shape::columns;
            const float restored = pick(job.restored, int((x + column) % image.channels));
            if (x + column < width)
                for (int row = int(threadIdx.x) / Shape::columns; row < rows; row += Shape::runs)
                    resultRow(row)[column] =
                        Narrow<T>::from(fma(from[row * Shape::columns + column], job.gain, restored));
        });
    }

private:
    //! A row of the source from this tile's first column on. @param pixels the first one of the image
    template <typename T>
    __device__ const T* sourceRow(const uchar* pixels, int64 row) const
    {
        return reinterpret_cast<const T*>(pixels + size_t(row) * job.src.step) + x;
    }

    //! The row of the image that row i of the slot shows; -1: a constant border.
    __device__ int64 rowOf(int i) const { return borderIndex(y + i - HALO, job.src.height, job.y.border); }

    //! Calls body(row of the image, place in the slot, column of the tile) for groups of four neighbouring pixels.
    template <typename Body>
    __device__ void forQuads(const Body& body) const
    {
#pragma unroll 4
        for (int i = int(threadIdx.x); i < Shape::spanned * Shape::quads; i += Shape::threads)
        {
            const int row = i / Shape::quads, column = i % Shape::quads * 4;
            const int64 from = rowOf(row);
            float* const to = slot + row * Shape::columns + column;
            if (from < 0)
                *reinterpret_cast<float4*>(to) = make_float4(0, 0, 0, 0);
            else
                body(from, to, column);
        }
    }

    __device__ void copy(const uchar* pixels) const
    {
        forQuads([&](int64 row, float* to, int column) {
            __pipeline_memcpy_async(to, sourceRow<float>(pixels, row) + column, 16);
        });
    }

    __device__ void convertQuads(const uchar* pixels) const
    {
        withDepth<float>(job.src.depth, [&](auto type) {
            typedef decltype(type) T;
            forQuads([&](int64 row, float* to, int column) {
                const auto group = *reinterpret_cast<const PixelGroup<T, 4>*>(sourceRow<T>(pixels, row) + column);
                const float offset = job.offset[0];
                *reinterpret_cast<float4*>(to) =
                    make_float4(widen(group.v[0], float()) - offset, widen(group.v[1], float()) - offset,
                                widen(group.v[2], float()) - offset, widen(group.v[3], float()) - offset);
            });
        });
    }

    //! Any pixels. Columns behind the last one become zeros.
    __device__ void convert(const uchar* pixels) const
    {
        const int column = int(threadIdx.x) % Shape::columns;
        const bool isThere = x + column < width;
        const float offset = pick(job.offset, int((x + column) % job.src.channels));
        withDepth<float>(job.src.depth, [&](auto type) {
            typedef decltype(type) T;
#pragma unroll 4
            for (int i = int(threadIdx.x) / Shape::columns; i < Shape::spanned; i += Shape::runs)
            {
                const int64 row = rowOf(i);
                slot[i * Shape::columns + column] =
                    row < 0 || !isThere ? 0 : widen(sourceRow<T>(pixels, row)[column], float()) - offset;
            }
        });
    }

    const TileJob<float>& job;
    float* const slot;
    const int64 x, y, width; //!< the first pixel that is written; numbers of a row
};

template <typename Line, int HALO>
__global__ void __launch_bounds__(ColumnsShape<HALO>::threads, tuning::COLUMN_RESIDENT)
    oneReadOfColumns(const __grid_constant__ TileJob<float> job, unsigned across)
{
    extern __shared__ __align__(16) uchar memory[];
    const ColumnsTile<HALO> tile(job, reinterpret_cast<float*>(memory), across);
    waitForPredecessor();
    tile.load();
    tile.template filter<Line>();
    tile.store();
}

} // namespace

bool canReadColumnsOnce(int reach)
{
    size_t needed = 0;
    withHalo(reach, [&](auto halo) { needed = ColumnsShape<decltype(halo)::value>::bytes; });
    return sharedMemoryOfBlock(currentDevice()) >= needed;
}

void launchOneReadOfColumns(const TileJob<float>& job, int reach)
{
    withHalo(reach, [&](auto halo) {
        constexpr int HALO = decltype(halo)::value;
        typedef ColumnsShape<HALO> Shape;
        const int64 across = (int64(job.src.width) * job.src.channels + Shape::columns - 1) / Shape::columns,
                    down = (int64(job.src.height) + Shape::rows - 1) / Shape::rows;
        withCascadeLine<float, Shape::run, Shape::run>(job.chainY, [&](auto line) {
            launchDependent<oneReadOfColumns<decltype(line), HALO>>(
                {across * down, Shape::threads, Shape::bytes, job.stream, job.src.images}, job, unsigned(across));
        });
    });
}

}}} // namespace cv::recfilter::gpu
