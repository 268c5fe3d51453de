// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "../precomp.hpp"

#ifdef HAVE_CUDA

#include "../overlap.hpp"
#include "overlapped.hpp"
#include "policy.hpp"
#include "stage.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W>
AxisCut rowsCut()
{
    return {TileShape<W>::run * TileShape<W>::span, TileShape<W>::run, policy::MAX_SEGMENTS};
}

template <typename W>
AxisCut columnsCut()
{
    return {TileShape<W>::run, TileShape<W>::run, policy::MAX_SEGMENTS};
}

ImageView viewOf(uchar* data, size_t step, Size size, int type)
{
    const size_t quad = 4 * CV_ELEM_SIZE1(type);
    const bool aligned = CV_MAT_CN(type) == 1 && reinterpret_cast<size_t>(data) % quad == 0 && step % quad == 0;
    return {data, step, size.width, size.height, CV_MAT_DEPTH(type), CV_MAT_CN(type), aligned, 0};
}

ImageView viewOf(const cuda::GpuMat& image)
{
    return viewOf(image.data, image.step, image.size(), image.type());
}

//! Whether pixels go to shared memory as they are.
template <typename W>
bool isCopied(const ImageView& src, const W (&offset)[4])
{
    return src.depth == DataType<W>::depth && src.channels == 1 && reinterpret_cast<size_t>(src.data) % 16 == 0 &&
           src.step % 16 == 0 && offset[0] == 0;
}

bool isConstant(const AxisModel& axis)
{
    return !axis.isPointwise() && axis.borderType == BORDER_CONSTANT;
}

} // namespace

template <typename W>
OverlappedPlan<W>::OverlappedPlan(const FilterModel& model, Size size_, int channels_)
    : size(size_), channels(channels_), x(model.x, size_.width, rowsCut<W>()), y(model.y, size_.height, columnsCut<W>())
{
    if (x.kind == CHAIN_NONE || y.kind == CHAIN_NONE || (x.kind == y.kind && x.kind != CHAIN_GENERAL))
        steps = {makeStep(BOTH_AXES)};
    else
        steps = {makeStep(COLUMNS_ONLY), makeStep(ROWS_ONLY)};
    for (int c = 0; c < 4; c++)
    {
        const double offset = isConstant(model.x) || isConstant(model.y) ? model.borderValue[c] : 0;
        steps.front().job.offset[c] = W(offset);
        steps.back().job.restored[c] = W(offset * x.constantGain * y.constantGain);
    }
    steps.back().job.gain = W(x.gain * y.gain);
    for (const Step& step : steps)
        carryBytes = std::max(carryBytes, step.columnBytes + step.rowBytes);

    if (x.kind != y.kind || !isCascade(x.kind) || model.algorithm != cuda::RECURSIVE_AUTO)
        return;
    TileJob<W> whole = steps.front().job;
    whole.src.width = size.width;
    resident = residentKind(whole);
    looksAround = std::is_same<W, float>::value && canLookAround(std::max(x.reach, y.reach));
}

template <typename W>
typename OverlappedPlan<W>::Step OverlappedPlan<W>::makeStep(Axes axes) const
{
    Step step = {};
    TileJob<W>& job = step.job;
    job.x = x.view;
    job.y = y.view;
    job.chainX = axes == COLUMNS_ONLY ? CHAIN_NONE : x.kind;
    job.chainY = axes == ROWS_ONLY ? CHAIN_NONE : y.kind;
    if (job.chainX == CHAIN_NONE)
        job.x.moments = job.x.replicates = 0;
    if (job.chainY == CHAIN_NONE)
        job.y.moments = job.y.replicates = 0;
    job.gain = W(1);
    job.src.channels = channels;
    job.carries.lines = int64(size.width) * channels + momentLines(job);
    job.carries.block = (job.x.tiles * 2 * job.x.moments + 2) * TileShape<W>::run;
    const int64 columns = job.y.moments ? job.y.tiles * 2 * job.y.moments * job.carries.lines : 0;
    const int64 rows = job.x.moments ? job.y.tiles * channels * job.carries.block : 0;
    step.columnBytes = alignSize(size_t(columns) * sizeof(W), 256);
    step.rowBytes = alignSize(size_t(rows) * sizeof(W), 256);
    return step;
}

template <typename W>
void OverlappedPlan<W>::runStep(const Step& step, const ImageView& src, const ImageView& dst, uchar* carries,
                                cudaStream_t stream) const
{
    TileJob<W> job = step.job;
    job.src = src;
    job.src.copies = isCopied(src, job.offset);
    job.dst = dst;
    job.carries.columns = reinterpret_cast<W*>(carries);
    job.carries.rows = reinterpret_cast<W*>(carries + step.columnBytes);
    job.stream = stream;
    if (resident != RESIDENT_NONE && launchResident(resident, job))
        return;
    if (job.x.moments || job.y.moments)
        launchGather(job);
    if (job.y.moments)
        launchPropagateColumns(job);
    const bool bothAxes = job.x.moments && job.y.moments;
    if (!bothAxes || !launchRowStates(job))
    {
        if (bothAxes)
            launchFilterMoments(job);
        if (job.x.moments)
            launchPropagateRows(job);
    }
    launchApply(job);
}

template <typename W>
void OverlappedPlan<W>::lookAround(const ImageView& src, const ImageView& dst, cudaStream_t stream) const
{
    if constexpr (std::is_same<W, float>::value)
    {
        TileJob<float> job = steps.front().job;
        job.src = src;
        job.src.copies = isCopied(src, job.offset);
        job.dst = dst;
        job.stream = stream;
        launchLookAround(job, std::max(x.reach, y.reach));
    }
}

template <typename W>
void OverlappedPlan<W>::run(const cuda::GpuMat& src, cuda::GpuMat& dst, bool copies, const Queue& queue,
                            StreamScratch& scratch) const
{
    const Stage source(src, copies), result(dst, !isAligned(dst, dst.elemSize1()));
    // Not in place: a block reads what its neighbours overwrite.
    if (looksAround && source.bytes() == 0 && result.bytes() == 0 && src.data != dst.data)
        return lookAround(viewOf(src), viewOf(dst), queue.stream);

    // Memory: the carries, images in the place of those that cannot be used where they are, and one between two steps.
    const bool twoSteps = steps.size() > 1;
    const int type = CV_MAKETYPE(DataType<W>::depth, channels);
    const size_t rowBytes = alignSize(size_t(size.width) * CV_ELEM_SIZE(type), 256);
    const size_t betweenBytes = twoSteps ? rowBytes * size_t(size.height) : 0;
    const StreamScratch::Lease lease(scratch, carryBytes + source.bytes() + result.bytes() + betweenBytes, queue);
    uchar* images = lease.data() + carryBytes;
    const cuda::GpuMat from = source.at(images), to = result.at(images);
    const ImageView between = viewOf(images, rowBytes, size, type);
    source.copy(src, from, queue.stream);
    runStep(steps.front(), viewOf(from), twoSteps ? between : viewOf(to), lease.data(), queue.stream);
    if (twoSteps)
        runStep(steps.back(), between, viewOf(to), lease.data(), queue.stream);
    result.copy(to, dst, queue.stream);
}

template class OverlappedPlan<float>;
template class OverlappedPlan<double>;

}}} // namespace cv::recfilter::gpu

#endif
