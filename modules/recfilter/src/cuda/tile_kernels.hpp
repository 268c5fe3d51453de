// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_TILE_KERNELS_HPP
#define OPENCV_RECFILTER_CUDA_TILE_KERNELS_HPP

#include "plan/chain_kind.hpp"
#include "cuda/tables/axis_view.hpp"

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

//! An image as kernels see it; pixels of several channels are interleaved.
struct ImageView
{
    uchar* data;
    size_t step; //!< bytes from row to row
    int width, height;
    int depth;
    int channels;
    int aligned; //!< rows begin at multiples of four pixels' bytes, and there is one channel
    int copies;  //!< pixels are what is computed with, and rows begin at multiples of 16 bytes
};

/** Tiles are `run` rows high and `span` runs of as many columns wide. A thread keeps a run of a line in registers. */
template <typename W>
struct TileShape;

template <>
struct TileShape<float>
{
    enum
    {
        run = 64,
        span = 2
    };
};

template <>
struct TileShape<double>
{
    enum
    {
        run = 32,
        span = 2
    };
};

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

static_assert(sizeof(TileJob<double>) <= 4096, "what kernels' parameters may take before CUDA 12.1");

//! Pixels within which a filter must fade for one read and one write, and fewer of them, for which there are kernels of their own.
enum
{
    LOOK_AROUND_REACH = 32,
    LOOK_AROUND_MIDDLE_REACH = 24,
    LOOK_AROUND_SHORT_REACH = 16
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

//! gather: moments of every tile, from one read of the image.
template <typename W>
void launchGather(const TileJob<W>& job);

//! The same for an axis of any kind, alone.
template <typename W>
void launchGeneralGather(const TileJob<W>& job);

//! propagate along the columns: moments become the states that enter the tiles.
template <typename W>
void launchPropagateColumns(const TileJob<W>& job);

//! The column passes over the row moments and over the end columns: exact moments of the column-filtered image.
template <typename W>
void launchFilterMoments(const TileJob<W>& job);

//! The last one and the next one at once. False where a row of tiles has too many row moments for it.
template <typename W>
bool launchRowStates(const TileJob<W>& job);

//! The same for pairs that are added.
template <typename W>
bool launchPairRowStates(const TileJob<W>& job);

//! propagate along the rows.
template <typename W>
void launchPropagateRows(const TileJob<W>& job);

//! How images are filtered in one launch.
enum ResidentKind
{
    RESIDENT_NONE,          //!< not at all
    RESIDENT_SHARING,       //!< blocks share the work of propagating, and wait three times for each other
    RESIDENT_ALONE,         //!< every block propagates what it needs, and they wait once
    RESIDENT_ALONE_TWO_SETS //!< the same with a second set of threads for the rows of the tile
};

/** Whether the device holds all tiles of an image at once, and what is faster for it then. Both axes have the same kind of
chain. */
template <typename W>
ResidentKind residentKind(const TileJob<W>& job);

/** All of a filter in one launch, each tile staying on chip: one read and one write. False where the device does not take
it after all, because other programs hold a share of it. */
template <typename W>
bool launchResident(ResidentKind kind, const TileJob<W>& job);

//! The two kinds: whether the device holds all tiles, and the launch. resident_sharing.cu, resident_alone.cu
template <typename W>
bool fitsSharing(const TileJob<W>& job);
template <typename W>
bool launchSharing(const TileJob<W>& job);
template <typename W>
bool fitsAlone(ResidentKind kind, const TileJob<W>& job);
template <typename W>
bool launchAlone(ResidentKind kind, const TileJob<W>& job);

//! Whether it fades soon enough for the next one, and the device has the shared memory (62 KB for 16 pixels, 68 for 24, 74 for 32).
bool canLookAround(int reach);

/** All of a filter that fades within `reach` pixels, in one read and one write: each tile starts its passes that far outside
itself. dst must not be src. */
void launchLookAround(const TileJob<float>& job, int reach);

//! The same for pairs that are added.
template <typename W>
void launchPairsGather(const TileJob<W>& job);

//! apply: every pass of the tiles, from exact carries.
template <typename W>
void launchApply(const TileJob<W>& job);

//! The same for pairs that are added.
template <typename W>
void launchPairsApply(const TileJob<W>& job);

//! The same by tensor cores, where usesSquares.
void launchSquaresApply(const TileJob<float>& job);

//! Whether the device and the code it runs have tensor cores, a block the shared memory that is needed (50 KB), and the filter is even or odd.
bool usesSquares(const TileJob<float>& job);

}}} // namespace cv::recfilter::gpu

#endif
