// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_IO_TILE_JOB_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_IO_TILE_JOB_HPP

// The parameter of the kernels of one call: images, tables of both axes, and where the carries lie.

#include "runtime/cuda/io/image_view.hpp"
#include "recursive/cuda/tables/axis_view.hpp"
#include "recursive/plan/chain_kind.hpp"

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

/** Where the carries lie.
Columns: line l of moment m in direction d (0: causal) at tile t is columns[((2 t + d) My + m) lines + l]. Lines are the
image's columns, channel after channel. If both axes are filtered at once, the row moments of the tiles follow: the
column passes act on them as on further columns.
Rows: a block for each row of tiles and channel: [tile][direction][moment][row], then the first and the last pixel of
the rows. A block has `pitch` rows: as many as a tile or a lower image, in whole groups of 16 bytes.
In a batch, `lines` counts the lines of all images, image after image, and the rows of all images follow each other.
Tails (AxisTail) are planes with one number for each line. The first planes hold p, the planes behind them z. A line of
rows is counted by its block, then by its row in the block. */
template <typename W>
struct CarryView
{
    W* columns;
    int64 lines;
    W* rows;
    const W* rowSums; //!< rows as gather leaves them: `rows`, unless several filters start from them
    int64 block;      //!< numbers of a block
    int pitch;        //!< numbers from one moment of it to the next
    W *columnTail, *rowTail;
    int64 rowLines; //!< of rowTail
    //! Numbers from the columns, rows and row sums of an image to those of the next one of a batch.
    int64 imageLines, imageRows, imageSums;
};

//! L2 evict-first hints, so that carries stay cached: for data that cannot all stay, or that this call reads only once.
struct EvictFirst
{
    int pixels; //!< for pixels that gather copies unconverted. apply reads them again, but they would not stay in L2
    int result; //!< for results that apply writes in the working type
};

template <typename W>
struct TileJob
{
    ImageView src, dst;
    AxisView<W> x, y;
    CarryView<W> carries;
    ChainKind chainX, chainY;
    W offset[4];   //!< subtracted from the source, by channel: the value of a constant border
    W restored[4]; //!< added to the result: the filter's answer to the offset
    W gain;        //!< factor of the result
    EvictFirst evictFirst;
    cudaStream_t stream;
};

//! Lines of CarryView::columns behind the image's columns: the row moments, if both axes are filtered.
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
