// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// One read and one write along rows, for filters that fade within a few pixels. A warp takes a piece of a row, which
// lies in shared memory as rows of a tile do, each with a halo of its own.

#include "recursive/cuda/lines/chain_dispatch.cuh"
#include "runtime/cuda/launch.cuh"
#include "recursive/cuda/one_read/halo_run.cuh"
#include "recursive/cuda/one_read/one_read.hpp"
#include "recursive/cuda/one_read/tuning.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Of a row: HALO_WARP_ROWS neighbouring rows of HaloShape.
template <int HALO>
struct PieceShape : HaloShape<HALO>
{
    typedef HaloShape<HALO> Rows;
    static constexpr int pixels = HALO_WARP_ROWS * Rows::width;
    static constexpr int numbers = HALO_WARP_ROWS * Rows::pitch;
    static constexpr int quads = HALO_WARP_ROWS * Rows::spanned / 4; //!< groups of four neighbouring pixels
};

template <int HALO>
class RowPiece
{
    typedef PieceShape<HALO> Shape;

public:
    //! @param number of the piece, over all channels and rows of the image
    __device__ RowPiece(const TileJob<float>& j, float* memory, int64 number, int64 pieces)
        : job(j), slot(memory), lane(int(threadIdx.x) % 32), channel(int(number % j.src.channels)),
          x(number / j.src.channels % pieces * Shape::pixels), y(number / j.src.channels / pieces)
    {
    }

    __device__ bool isThere() const { return y < job.src.height; }

    __device__ void load() const
    {
        const bool isInside = x >= HALO && x + Shape::pixels + HALO <= job.src.width;
        if (isInside && job.src.copies)
            copy();
        else
            convert(isInside && job.src.aligned);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncwarp();
    }

    template <typename Line>
    __device__ void filter() const
    {
        filterHaloRows<Line, HALO>(job.x, slot + HALO);
    }

    __device__ void store() const
    {
        const ImageView& image = job.dst;
        const float gain = job.gain, restored = pick(job.restored, channel);
        withDepth<float>(image.depth, [&](auto type) {
            typedef decltype(type) T;
            T* const to = rowInBatch<T>(image, y) + x * image.channels + channel;
            const float* const from = slot + HALO;
            if (image.aligned && x + Shape::pixels <= image.width)
                storeGroups<T, false>(gain, restored, HALO_WARP_ROWS, from + lane * 4, Shape::pitch,
                                      reinterpret_cast<uchar*>(to + lane * 4), Shape::width * sizeof(T));
            else
                storeEach(gain, restored, from, to);
        });
    }

private:
    //! Of pixel `column` of a row of the slot: its place in the row of the image.
    __device__ int64 place(int row, int column) const { return x + row * Shape::width + column - HALO; }

    //! Calls body(row, column) for the groups of four pixels of this lane.
    template <typename Body>
    __device__ void forQuads(const Body& body) const
    {
#pragma unroll 4
        for (int i = lane; i < Shape::quads; i += 32)
            body(i / (Shape::spanned / 4), i % (Shape::spanned / 4) * 4);
    }

    __device__ void copy() const
    {
        const float* const from = rowInBatch<float>(job.src, y);
        forQuads([&](int row, int column) {
            __pipeline_memcpy_async(slot + row * Shape::pitch + column, from + place(row, column), 16);
        });
    }

    //! Pixels of any depth and beyond the ends of the row. @param byFour aligned groups inside the row
    __device__ void convert(bool byFour) const
    {
        const ImageView& image = job.src;
        const float offset = pick(job.offset, channel);
        withDepth<float>(image.depth, [&](auto type) {
            typedef decltype(type) T;
            const T* const from = rowInBatch<T>(image, y) + channel;
            forQuads([&](int row, int column) {
                float4 pixels;
                float* const v = &pixels.x;
                const int64 first = place(row, column);
                if (byFour)
                {
                    const auto group = *reinterpret_cast<const PixelGroup<T, 4>*>(from + first);
#pragma unroll
                    for (int k = 0; k < 4; k++)
                        v[k] = widen(group.v[k], float()) - offset;
                }
                else
                {
#pragma unroll
                    for (int k = 0; k < 4; k++)
                    {
                        const int64 at = borderIndex(first + k, image.width, job.x.border);
                        v[k] = at < 0 ? 0 : widen(from[at * image.channels], float()) - offset;
                    }
                }
                *reinterpret_cast<float4*>(slot + row * Shape::pitch + column) = pixels;
            });
        });
    }

    template <typename T>
    __device__ void storeEach(float gain, float restored, const float* from, T* to) const
    {
        const int64 left = job.dst.width - x;
#pragma unroll 4
        for (int i = lane; i < Shape::pixels; i += 32)
            if (i < left)
                to[int64(i) * job.dst.channels] =
                    Narrow<T>::from(fma(from[i / Shape::width * Shape::pitch + i % Shape::width], gain, restored));
    }

    const TileJob<float>& job;
    float* const slot;
    const int lane, channel;
    const int64 x, y; //!< the first pixel that is written
};

template <typename Line, int HALO>
__global__ void __launch_bounds__(32 * tuning::ROW_WARPS, tuning::ROW_RESIDENT)
    oneReadOfRows(const __grid_constant__ TileJob<float> job, int64 pieces)
{
    __shared__ __align__(16) float slots[tuning::ROW_WARPS][PieceShape<HALO>::numbers];
    const int warp = int(threadIdx.x) / 32;
    const RowPiece<HALO> piece(job, slots[warp], int64(blockIdx.x) * tuning::ROW_WARPS + warp, pieces);
    waitForPredecessor();
    if (!piece.isThere())
        return;
    piece.load();
    piece.template filter<Line>();
    piece.store();
}

} // namespace

void launchOneReadOfRows(const TileJob<float>& job, int reach)
{
    withHalo(reach, [&](auto halo) {
        constexpr int HALO = decltype(halo)::value;
        typedef PieceShape<HALO> Shape;
        const int64 pieces = (int64(job.src.width) + Shape::pixels - 1) / Shape::pixels;
        const int64 all = pieces * job.src.height * job.src.channels;
        const Grid grid = {(all + tuning::ROW_WARPS - 1) / tuning::ROW_WARPS, 32 * tuning::ROW_WARPS, 0, job.stream,
                           job.src.images};
        withCascadeLine<float, Shape::run, Shape::run>(
            job.chainX, [&](auto line) { launchDependent<oneReadOfRows<decltype(line), HALO>>(grid, job, pieces); });
    });
}

}}} // namespace cv::recfilter::gpu
