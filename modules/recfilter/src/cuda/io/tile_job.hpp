// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_IO_TILE_JOB_HPP
#define OPENCV_RECFILTER_CUDA_IO_TILE_JOB_HPP

// What the kernels of one call get: images, tables of both axes, and where the carries lie.

#include "cuda/io/image_view.hpp"
#include "cuda/tables/axis_view.hpp"
#include "plan/chain_kind.hpp"

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

/** Where the carries lie. Columns: line l of the moments m of direction d (0: causal) at tile t is
columns[((2 t + d) My + m) lines + l]; lines are the image's columns, channel after channel, and behind them, when both
axes are filtered at once, the row moments of the tiles, which the column passes act on as on further columns. Rows: a
block for each row of tiles and channel, with [tile][direction][moment][row], then the first and the last pixel of the
rows. It has room for `pitch` rows: those of a tile or, where an image has fewer, those of the image, in whole groups of
16 bytes. */
template <typename W>
struct CarryView
{
    W* columns;
    int64 lines;
    W* rows;
    int64 block; //!< numbers of a block
    int pitch;   //!< numbers from one moment of it to the next
};

/** What the second-level cache is told to let go of first, for the sake of the carries: what there is too much of to stay, or what this call does not
read again. */
struct PassingData
{
    int pixels; //!< those that gather reads, where they need no arithmetic; apply reads them again, but they would not stay
    int result; //!< what apply writes, which is of the type that is computed with
};

//! Everything the kernels of one call need.
template <typename W>
struct TileJob
{
    ImageView src, dst;
    AxisView<W> x, y;
    CarryView<W> carries;
    ChainKind chainX, chainY;
    W offset[4];   //!< taken off the source, per channel: the value of a constant border
    W restored[4]; //!< added to the result: the filter's answer to the offset
    W gain;        //!< the result is scaled with it
    PassingData passing;
    cudaStream_t stream;
};

//! Columns of the sources: lines of the pixels and, where both axes are filtered, of the row moments.
template <typename W>
inline int64 momentLines(const TileJob<W>& job)
{
    return job.x.moments && job.y.moments ? job.src.channels * job.x.tiles * 2 * job.x.moments : 0;
}

//! Lines of a block of CarryView::rows.
template <typename W>
inline int64 linesOfBlock(const TileJob<W>& job)
{
    return job.x.tiles * 2 * job.x.moments + (job.x.replicates ? 2 : 0);
}

}}} // namespace cv::recfilter::gpu

#endif
