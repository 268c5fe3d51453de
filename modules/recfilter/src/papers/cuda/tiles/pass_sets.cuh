// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The sets of passes that a tile in shared memory applies and gathers, for the papers' algorithms.

#ifndef OPENCV_RECFILTER_PAPERS_CUDA_TILES_PASS_SETS_CUH
#define OPENCV_RECFILTER_PAPERS_CUDA_TILES_PASS_SETS_CUH

#include "recursive/cuda/two_read/tile_passes.cuh"
#include "recursive/plan/schedule/pass.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Leaves the state behind the last pixel of a line in its tail (CarryView).
template <typename W, int N>
__device__ inline void leaveTail(const AxisView<W>& axis, const W (&state)[N], W* tail, int64 lines)
{
    for (int k = 0; k < axis.moments; k++)
        tail[k * lines] = state[k];
}

/** Passes of a tile in any set: both of an axis or one of them. The axes that a set filters have the same Line.
A pass alone has tables of its own (AxisTables::anticausal), so that gather does not ask which passes there are. */
template <typename W, typename Line>
struct PassSets : TilePasses<W, Line, Line>
{
    typedef TilePasses<W, Line, Line> Base;
    typedef SlotShape<W> Shape;
    using Base::job;
    using Base::place;
    enum
    {
        run = Shape::run
    };

    using Base::Base;

    __device__ void apply(W* slot, Pass set) const
    {
        if (has(set, Pass::DU))
        {
            if (this->ownsColumn())
                applyColumn(slot, set & Pass::DU);
            __syncthreads();
        }
        if (has(set, Pass::RL))
        {
            applyRow(slot, set & Pass::RL);
            __syncthreads();
        }
    }

    /** Clears the rows below the image. Row passes filter them, too, from the carries of the last row with room for
    carries, which may lie in the image. Column sums count on zeros there. */
    __device__ void clearBelow(W* slot) const
    {
        for (int i = place.rows; i < run; i++)
            ownColumn(slot)[i * Shape::rowPitch] = 0;
        __syncthreads();
    }

    __device__ void gather(W* slot, Pass set, RowMoments<W, Line::moments>& rowMoments) const
    {
        if (has(set, Pass::RL))
            this->sumRow(slot, rowMoments);
        if (has(set, Pass::DU) && this->ownsColumn())
            this->sumColumn(slot);
        if (job.x.replicates)
            writeEnds(job, place, slot);
        if (set == Pass::DURL)
        {
            __syncthreads();
            this->sumRowMoments(rowMoments);
        }
    }

private:
    __device__ void applyColumn(W* slot, Pass set) const
    {
        if (set == Pass::DU)
            return this->filterColumn(slot);
        const int64 line = this->ownLine();
        W s[Line::capacity];
        this->loadCarries(line, set == Pass::U, s);
        W* const pixels = ownColumn(slot);
        if (set == Pass::U)
            return Line::template filterAnticausal<Shape::rowPitch>(pixels, place.rows, job.y, s);
        Line::template filterCausal<Shape::rowPitch>(pixels, place.rows, job.y, s);
        if (place.y == job.y.tiles - 1)
            leaveTail(job.y, s, job.carries.columnTail + line, job.carries.lines);
    }

    __device__ void applyRow(W* slot, Pass set) const
    {
        if (set == Pass::RL)
            return this->filterRow(slot);
        const int pitch = job.carries.pitch, row = ownRow<W>();
        W p[Line::capacity], e[Line::capacity];
        this->loadRowCarries(job.x, this->rowCarries() + ::min(row, pitch - 1), pitch, p, e);
        this->enterRun(slot, p, e);
        W* const pixels = ownRun(slot);
        const int length = ::min(::max(place.columns - ownPart() * run, 0), int(run));
        if (set == Pass::L)
            return Line::template filterAnticausal<1>(pixels, length, job.x, e);
        Line::template filterCausal<1>(pixels, length, job.x, p);
        if (place.x == job.x.tiles - 1 && ownPart() == (place.columns - 1) / run && row < place.rows)
            leaveTail(job.x, p, job.carries.rowTail + tailLine(row), job.carries.rowLines);
    }

    //! The line of CarryView::rowTail for a row of the tile.
    __device__ int64 tailLine(int row) const
    {
        return (place.y * job.src.channels + place.channel) * job.carries.pitch + row;
    }
};

}}} // namespace cv::recfilter::gpu

#endif
