// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The column passes of block states over the row sums: lines that are as long as a tile is high.

#include "recursive/cuda/blocks/blocks.hpp"
#include "recursive/cuda/blocks/kernels/blocks_place.cuh"
#include "recursive/cuda/blocks/kernels/line_blocks.cuh"
#include "runtime/cuda/launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W, typename Shape>
struct MomentBlocks
{
    enum
    {
        warps = 4,
        lines = warps * WARP_LINES, //!< of a block
        quad = 16 / sizeof(W),
        shared = lines * MOMENT_PITCH * int(sizeof(W))
    };
    typedef LanePixels<W, false, MOMENT_PITCH> Pixels;
    typedef LineBlocks<W, Shape, BlockTile::run / Shape::block, Pixels, false> Blocks;

    const BlocksJob<W>& job;
    W* const pixels; //!< of this warp's lines
    const int lane, warp;
    const int64 tileY;
    const int channel;
    const int64 first; //!< line of the block of rows
    const int count;   //!< lines

    __device__ MomentBlocks(const BlocksJob<W>& j, W* memory, int64 group, int64 groups)
        : job(j), pixels(memory + int(threadIdx.x) / 32 * WARP_LINES * MOMENT_PITCH), lane(threadIdx.x % 32),
          warp(int(threadIdx.x) / 32), tileY(group / groups / j.src.channels),
          channel(int(group / groups % j.src.channels)), first((group % groups * warps + warp) * WARP_LINES),
          count(int(::min(int64(WARP_LINES), j.carries.linesOfBlock - first)))
    {
    }

    //! The line of columns of a line of rows (BlockCarries): that of an end column of the image, or its own.
    __device__ int64 columnOf(int64 line) const
    {
        const int64 ends = job.x.tiles * job.x.states, left = firstColumn(job, channel);
        return line < ends ? momentColumn(job, channel) + line : line == ends ? left : left + job.src.width - 1;
    }

    //! Calls body(shared memory, vector of the line of rows) for every 16 bytes.
    template <typename Body>
    __device__ void forVectors(const Body& body) const
    {
        const int ofLine = BlockTile::run / quad, vectors = job.carries.pitch / quad;
        W* const rows = rowLine(job, tileY, channel, first);
#pragma unroll 4
        for (int k = lane; k < WARP_LINES * ofLine; k += 32)
        {
            const int line = k / ofLine, vector = k % ofLine;
            body(*reinterpret_cast<Vector16<W>*>(pixels + line * MOMENT_PITCH + vector * quad),
                 reinterpret_cast<Vector16<W>*>(rows + line * int64(job.carries.pitch)) + vector, vector < vectors);
        }
    }

    __device__ void run() const
    {
        if (count <= 0)
            return;
        forVectors(
            [](Vector16<W>& pixel, const Vector16<W>* row, bool exists) { pixel = exists ? *row : Vector16<W>(); });
        __syncwarp();
        Blocks blocks(pixels, job.y.applyMoments, job.y.parity);
        blocks.filter(
            job.y, endsWithin(job.y, tileY), job.y.behindMoments, count, [&](int direction, int state, int line) {
                return __ldcg(columnNumber(job, tileY, direction * job.y.causal + state, columnOf(first + line)));
            });
        __syncwarp();
        forVectors([](const Vector16<W>& pixel, Vector16<W>* row, bool exists) {
            if (exists)
                *row = pixel;
        });
    }
};

template <typename W, typename Shape>
__global__ void __launch_bounds__(32 * MomentBlocks<W, Shape>::warps)
    blocksMoments(const __grid_constant__ BlocksJob<W> job, int64 groups)
{
    extern __shared__ __align__(16) uchar bytes[];
    waitForPredecessor();
    const MomentBlocks<W, Shape> moments(job, reinterpret_cast<W*>(bytes), blockIdx.x, groups);
    moments.run();
}

} // namespace

template <typename W>
void launchBlocksMoments(const BlocksJob<W>& job)
{
    withBlockShape(job.stateTiles, job.folds, [&](auto shape) {
        typedef MomentBlocks<W, decltype(shape)> Moments;
        const int64 groups = (job.carries.linesOfBlock + Moments::lines - 1) / Moments::lines;
        launchDependent<blocksMoments<W, decltype(shape)>>(
            {groups * job.y.tiles * job.src.channels, 32 * Moments::warps, Moments::shared, job.stream, job.src.images},
            job, groups);
    });
}

template void launchBlocksMoments(const BlocksJob<float>&);
template void launchBlocksMoments(const BlocksJob<double>&);

}}} // namespace cv::recfilter::gpu
