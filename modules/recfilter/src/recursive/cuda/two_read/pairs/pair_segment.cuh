// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The column passes over the row moments of added pairs and propagate along the rows: the segment of a block. A cluster
// of blocks takes a row of tiles and exchanges the sums of its segments.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_PAIRS_PAIR_SEGMENT_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_PAIRS_PAIR_SEGMENT_CUH

#include "runtime/cuda/launch.cuh"
#include "recursive/cuda/lines/moment_lines.cuh"
#include "recursive/cuda/pairs/pairs_sweep.cuh"
#include "recursive/cuda/lines/propagate.cuh"
#include "recursive/cuda/tables/tuning.hpp"
#include "recursive/cuda/two_read/tuning.hpp"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#include <cooperative_groups.h>
#endif

namespace cv { namespace recfilter { namespace gpu {

//! The segment of a block. Two threads filter a line of row moments, then each thread takes a row and a pair.
template <typename W, typename Line>
struct PairSegment
{
    typedef MomentLines<W> Lines;
    typedef LinePropagation<W, 2, 1, 1, tuning::KEPT_TILES, true, int> Propagation;
    typedef typename Propagation::Vector Vector;
    enum
    {
        run = TileShape<W>::run,
        perTile = 2 * Line::moments,
        warp = 32,
        rowThreads = run * Line::pairs,
        maxLines = tuning::KEPT_TILES * perTile + 2, //!< two of the end pixels, which the first segment filters
        size = 2 * maxLines * Lines::pitch,
        maxThreads = 2 * (tuning::KEPT_TILES * perTile + warp),
        resident = sizeof(W) == 4 ? tuning::PAIRS_ROW_THREADS / maxThreads : 1
    };

    static int threads(const AxisView<W>& axis)
    {
        return 2 * (tuning::KEPT_TILES * perTile + (axis.replicates ? int(warp) : 0));
    }

    static_assert(tuning::KEPT_TILES * perTile % warp == 0, "threads of a warp have the same direction");
    static_assert(int(rowThreads) <= 2 * tuning::KEPT_TILES * perTile, "a block has the threads");

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    const TileJob<W>& job;
    const AxisView<W>& axis;
    const PairTables<W>& columnTaps;
    W* const lines;
    W* const scratch;                        //!< then the segment's sums: [direction][moment][thread]
    const unsigned segments, segment, place; //!< the row of tiles and the channel
    const int channel;
    const int64 tileY, firstLine, moments;
    const int own, ends; //!< lines of the tiles, and of the end pixels
    const W* const sums; //!< of this row of tiles as gather left them
    W* const block;      //!< where the states go
    cooperative_groups::cluster_group cluster;

    __device__ PairSegment(const TileJob<W>& j, const PairTables<W>& taps, W* shared)
        : job(j), axis(j.x), columnTaps(taps), lines(shared), scratch(shared + maxLines * Lines::pitch),
          segments(unsigned(axis.segments)), segment(blockIdx.x % segments), place(blockIdx.x / segments),
          channel(int(place % unsigned(job.src.channels))), tileY(place / unsigned(job.src.channels)),
          firstLine(int64(segment) * axis.segmentTiles * perTile), moments(axis.tiles * perTile),
          own(int(::min(int64(axis.segmentTiles) * perTile, moments - firstLine))),
          ends(axis.replicates && segment == 0 ? 2 : 0),
          sums(inBatch(job.carries.rowSums, job.carries.imageSums) + int64(place) * job.carries.block),
          block(rowsInBatch(job) + int64(place) * job.carries.block), cluster(cooperative_groups::this_cluster())
    {
    }

    //! The column passes over the moments of the segment.
    __device__ void filterLines() const
    {
        const int half = blockDim.x / 2, direction = threadIdx.x >= half, k = threadIdx.x - direction * half;
        const bool active = k < own + ends;
        const int pitch = job.carries.pitch;
        Lines::request(sums + firstLine * pitch, pitch, lines, own);
        if (ends)
            Lines::request(sums + moments * pitch, pitch, lines + own * Lines::pitch, ends);
        W states[Line::capacity];
        waitForPredecessor(); // gather wrote the moments, before the predecessor
        if (active)
            Lines::template enter<Line>(
                job, lineOfColumns(job, k < own ? firstLine + k : moments + k - own, moments, channel), tileY,
                direction, states);
        Lines::await();
        const PairsSweep<W, Line, 1, 1> sweep = {lines + k * Lines::pitch, scratch + k * Lines::pitch, columnTaps};
        sweep.filterHalves(active, direction, Lines::length(job.y, tileY), states);
        __syncthreads();
    }

    //! Reads the sums of segment `from`, stored by the thread of the same row and pair in that block's shared memory.
    __device__ void getSums(unsigned from, int direction, Vector& sums) const
    {
        const W* const there = cluster.map_shared_rank(scratch, from);
#pragma unroll
        for (int m = 0; m < 2; m++)
            sums[m] = there[(direction * 2 + m) * rowThreads + threadIdx.x];
    }

    __device__ void putSums(const Vector& f, const Vector& a) const
    {
#pragma unroll
        for (int m = 0; m < 2; m++)
        {
            scratch[m * rowThreads + threadIdx.x] = f[m];
            scratch[(2 + m) * rowThreads + threadIdx.x] = a[m];
        }
    }

    /** The states that enter the segment: the closed line's start in each direction, and the sums of the segments
    before it. One sweep computes all of them, as every read goes to another block. */
    __device__ void enter(const Propagation& line, int row, Vector& p, Vector& a) const
    {
        const unsigned last = segments - 1;
        const Vector nothing = {};
        Vector f = {}, b = {}, before = {}, behind = {}, more;
        W step[4];
#pragma unroll
        for (int i = 0; i < 4; i++)
            step[i] = line.matrix(SEGMENT)[i];
#pragma unroll 4
        for (unsigned k = 0; k < last; k++)
        {
            if (k == segment)
                Propagation::copy(f, before);
            if (last - k == segment)
                Propagation::copy(b, behind);
            getSums(k, 0, more);
            line.advance(step, f, more);
            getSums(last - k, 1, more);
            line.advance(step, b, more);
        }
        if (segment == last)
            Propagation::copy(f, before);
        if (segment == 0)
            Propagation::copy(b, behind);
        if (axis.closes)
        {
            getSums(last, 0, more);
            line.advance(line.matrix(SEGMENT_LAST_F), f, more);
            getSums(0, 1, more);
            line.advance(line.matrix(SEGMENT_FIRST_A), b, more);
        }
        const W* const there = cluster.map_shared_rank(lines + endLines() * Lines::pitch, 0) + row;
        line.close(f, b, axis.replicates ? there[0] : W(0), axis.replicates ? there[Lines::pitch] : W(0), p, a);
        for (unsigned k = 0; k < segment; k++)
            line.advance(step, p, nothing);
        if (segment < last)
            line.advance(line.matrix(SEGMENT_LAST), a, nothing);
        for (unsigned k = segment + 1; k < last; k++)
            line.advance(step, a, nothing);
#pragma unroll
        for (int m = 0; m < 2; m++)
        {
            p[m] += before[m];
            a[m] += behind[m];
        }
    }

    //! Lines of the first segment's tiles. The lines of the end pixels follow them.
    __device__ int endLines() const
    {
        return int(::min(int64(axis.segmentTiles), axis.tiles)) * perTile;
    }

    //! Loads the moments of a row and a pair as the column passes have left them.
    __device__ void keep(Propagation& line, int row) const
    {
        const W* const moments = lines + 2 * line.pair * Lines::pitch + row;
#pragma unroll
        for (int k = 0; k < tuning::KEPT_TILES; k++)
            if (k < line.tiles)
#pragma unroll
                for (int m = 0; m < 4; m++)
                    line.kept[m / 2][k][m % 2] = moments[(k * perTile + m / 2 * Line::moments + m % 2) * Lines::pitch];
    }

    /** propagate along the rows. Rows below the image have no carries (CarryView::pitch): results of their threads are
    not stored.

    A block must not end while another one reads its shared memory. A thread arrives at the second barrier after its
    reads, and a block ends after it has waited there. By default arriving is a release and waiting an acquire (PTX ISA,
    barrier.cluster). So every read happens before the end of the block that is read. A release also waits for the
    thread's earlier stores, so the results are stored after it. */
    __device__ void propagate() const
    {
        const bool active = threadIdx.x < rowThreads;
        const int row = threadIdx.x % run, pair = active ? threadIdx.x / run : 0, pitch = job.carries.pitch;
        Propagation line(axis, {block + 2 * pair * pitch + row, perTile * pitch, Line::moments * pitch, pitch},
                         int(segment), pair);
        Vector p, a;
        if (active)
        {
            keep(line, row);
            line.sum(p, a);
            putSums(p, a);
        }
        cluster.sync();
        if (active)
            enter(line, row, p, a);
        cluster.barrier_arrive();
        if (active && row < pitch)
            line.rewrite(p, a);
        cluster.barrier_wait();
    }
#endif
};

//! @param layers of the grid
template <typename W, typename Line>
Grid gridOfSegments(const TileJob<W>& job, int layers)
{
    typedef PairSegment<W, Line> Shape;
    return {job.x.segments * job.y.tiles * job.src.channels, Shape::threads(job.x), Shape::size * sizeof(W), job.stream,
            layers};
}

//! Whether the tiles of a segment stay in registers.
template <typename W>
bool fitsSegments(const AxisView<W>& axis)
{
    return axis.segmentTiles <= tuning::KEPT_TILES;
}

}}} // namespace cv::recfilter::gpu

#endif
