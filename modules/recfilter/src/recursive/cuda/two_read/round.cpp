// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// How a round becomes a job of the kernels, and the order in which they are queued.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/two_read/round.hpp"
#include "recursive/cuda/two_read/tuning.hpp"
#include "recursive/cuda/two_read/two_read.hpp"
#include "runtime/cuda/io/view_of.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! CarryView::pitch: the rows of a tile or of a lower image, in whole vectors.
template <typename W>
int rowsOfCarries(int64 height)
{
    const int vector = 16 / int(sizeof(W));
    return int(alignSize(size_t(std::min<int64>(height, TileShape<W>::run)), vector));
}

//! The view of an axis for both of its passes, or for one that runs alone.
template <typename W>
AxisView<W> viewOf(const AxisTables<W>& axis, Pass passes, Pass causal, Pass anticausal)
{
    AxisView<W> view = axis.view;
    if (passes == causal)
        view.tail = TAIL_LEAVES;
    if (passes == anticausal) // starts from the tail, and closes like a zero border
    {
        view.tail = TAIL_ENTERS;
        view.shift = view.closes = view.replicates = 0;
    }
    return view;
}

template <typename W>
size_t bytesOf(int64 numbers)
{
    return alignSize(size_t(numbers) * sizeof(W), 256);
}

} // namespace

template <typename W>
Round<W> makeRound(const AxisTables<W>& x, const AxisTables<W>& y, Pass passes, const LineSpace& rows)
{
    Round<W> round = {};
    TileJob<W>& job = round.job;
    job.x = viewOf(x, passes & Pass::RL, Pass::R, Pass::L);
    job.y = viewOf(y, passes & Pass::DU, Pass::D, Pass::U);
    if (x.folded == y.folded)
        job.y.folded = job.x.folded;
    if (x.squares == y.squares)
        job.y.squares = job.x.squares;
    job.chainX = has(passes, Pass::RL) ? x.kind : CHAIN_NONE;
    job.chainY = has(passes, Pass::DU) ? y.kind : CHAIN_NONE;
    if (job.chainX == CHAIN_NONE)
        job.x.moments = job.x.replicates = 0;
    if (job.chainY == CHAIN_NONE)
        job.y.moments = job.y.replicates = 0;
    job.gain = W(1);
    job.src.channels = int(rows.inner);
    job.carries.lines = rows.n * rows.inner + momentLines(job);
    job.carries.pitch = rowsOfCarries<W>(rows.outer);
    job.carries.block = (job.x.tiles * 2 * job.x.moments + 2) * job.carries.pitch;
    const int64 columnNumbers = job.y.moments ? job.y.tiles * 2 * job.y.moments * job.carries.lines : 0;
    const int64 rowNumbers = job.x.moments ? job.y.tiles * rows.inner * job.carries.block : 0;
    round.columnBytes = bytesOf<W>(columnNumbers);
    round.rowBytes = bytesOf<W>(rowNumbers);
    job.carries.imageLines = job.carries.lines;
    job.carries.imageSums = job.carries.imageRows = job.y.tiles * rows.inner * job.carries.block;
    job.carries.rowLines = job.y.tiles * rows.inner * job.carries.pitch;
    round.columnTailBytes = job.y.tail == TAIL_LEAVES ? bytesOf<W>(2 * job.y.moments * job.carries.lines) : 0;
    round.rowTailBytes = job.x.tail == TAIL_LEAVES ? bytesOf<W>(2 * job.x.moments * job.carries.rowLines) : 0;
    return round;
}

template <typename W>
Round<W> makeWholeRound(const EngineInput<W>& input)
{
    const AxisTables<W>&x = *input.filters[0].x, &y = *input.filters[0].y;
    Round<W> round = makeRound(x, y, Pass::DURL, input.rows());
    round.job.gain = W(x.gain * y.gain);
    input.ends.setSource(round.job);
    input.ends.setResult(round.job);
    return round;
}

template <typename W>
EvictFirst evictionOf(const LineSpace& rows, int images)
{
    const double cache = deviceAttribute(cudaDevAttrL2CacheSize, currentDevice());
    const double bytes = double(images) * double(rows.outer) * double(rows.n * rows.inner) * sizeof(W);
    return {bytes > cache * tuning::EVICT_PIXELS_FROM,
            bytes > cache * tuning::EVICT_RESULT_FROM && bytes <= cache * tuning::EVICT_RESULT_TO};
}

template <typename W>
TileJob<W> jobOf(const Round<W>& round, const ImageView& src, const ImageView& dst, uchar* carries, cudaStream_t stream)
{
    TileJob<W> job = round.job;
    job.src = src;
    job.src.copies = isCopied(src, job.offset);
    job.dst = dst;
    job.carries.lines *= src.images;
    job.carries.columns = reinterpret_cast<W*>(carries);
    carries += size_t(src.images) * round.columnBytes;
    job.carries.rowSums = job.carries.rows = reinterpret_cast<W*>(carries);
    carries += size_t(src.images) * round.rowBytes;
    job.carries.columnTail = reinterpret_cast<W*>(carries);
    job.carries.rowTail = reinterpret_cast<W*>(carries + round.columnTailBytes);
    job.stream = stream;
    return job;
}

template <typename W>
void gatherRound(const TileJob<W>& job)
{
    if (job.x.moments || job.y.moments)
        launchGather(job);
}

template <typename W>
void propagateRound(const TileJob<W>& job)
{
    const bool bothAxes = job.x.moments && job.y.moments;
    if (job.y.moments)
        launchPropagateColumns(job);
    if (bothAxes && launchRowStates(job))
        return;
    if (bothAxes)
        launchFilterMoments(job);
    if (job.x.moments)
        launchPropagateRows(job);
}

template <typename W>
void runInTwoReads(const TileJob<W>& job)
{
    gatherRound(job);
    propagateRound(job);
    launchApply(job.src.images > 1 ? lastImageFirst(job) : job);
}

template Round<float> makeRound(const AxisTables<float>&, const AxisTables<float>&, Pass, const LineSpace&);
template Round<double> makeRound(const AxisTables<double>&, const AxisTables<double>&, Pass, const LineSpace&);
template Round<float> makeWholeRound(const EngineInput<float>&);
template Round<double> makeWholeRound(const EngineInput<double>&);
template EvictFirst evictionOf<float>(const LineSpace&, int);
template EvictFirst evictionOf<double>(const LineSpace&, int);
template TileJob<float> jobOf(const Round<float>&, const ImageView&, const ImageView&, uchar*, cudaStream_t);
template TileJob<double> jobOf(const Round<double>&, const ImageView&, const ImageView&, uchar*, cudaStream_t);
template void gatherRound(const TileJob<float>&);
template void gatherRound(const TileJob<double>&);
template void propagateRound(const TileJob<float>&);
template void propagateRound(const TileJob<double>&);
template void runInTwoReads(const TileJob<float>&);
template void runInTwoReads(const TileJob<double>&);

}}} // namespace cv::recfilter::gpu

#endif
