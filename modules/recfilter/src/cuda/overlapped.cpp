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
bool isCopied(const TileJob<W>& job)
{
    const ImageView& src = job.src;
    return src.depth == DataType<W>::depth && src.channels == 1 && reinterpret_cast<size_t>(src.data) % 16 == 0 &&
           src.step % 16 == 0 && job.offset[0] == 0;
}

bool isConstant(const AxisModel& axis)
{
    return !axis.isPointwise() && axis.borderType == BORDER_CONSTANT;
}

} // namespace

template <typename W>
OverlappedPlan<W>::OverlappedPlan(const FilterModel& model, Size size_, int channels_)
    : size(size_), channels(channels_), choosesFreely(model.algorithm == cuda::RECURSIVE_AUTO),
      x(model.x, size_.width, rowsCut<W>()), y(model.y, size_.height, columnsCut<W>())
{
    if (hasKernels())
    {
        capacity = residentTiles<W>(x.kind);
        looksAround = std::is_same<W, float>::value && choosesFreely && canLookAround(std::max(x.reach, y.reach));
    }
    for (int c = 0; c < 4; c++)
    {
        offset[c] = isConstant(model.x) || isConstant(model.y) ? model.borderValue[c] : 0;
        restored[c] = offset[c] * x.constantGain * y.constantGain;
    }
}

template <typename W>
TileJob<W> OverlappedPlan<W>::makeJob(Step step, cudaStream_t stream) const
{
    TileJob<W> job = {};
    job.x = x.view;
    job.y = y.view;
    job.chainX = step == COLUMNS_ONLY ? CHAIN_NONE : x.kind;
    job.chainY = step == ROWS_ONLY ? CHAIN_NONE : y.kind;
    if (job.chainX == CHAIN_NONE)
        job.x.moments = job.x.replicates = 0;
    if (job.chainY == CHAIN_NONE)
        job.y.moments = job.y.replicates = 0;
    job.gain = W(1);
    job.stream = stream;
    return job;
}

template <typename W>
size_t OverlappedPlan<W>::carryBytes(const TileJob<W>& job) const
{
    const size_t columns = job.y.moments ? size_t(job.y.tiles) * 2 * job.y.moments * job.carries.lines : 0;
    const size_t rows = job.x.moments ? size_t(job.y.tiles) * channels * job.carries.block : 0;
    return alignSize(columns * sizeof(W), 256) + alignSize(rows * sizeof(W), 256);
}

template <typename W>
void OverlappedPlan<W>::runStep(TileJob<W> job, uchar* memory) const
{
    job.src.copies = isCopied(job);
    job.carries.columns = reinterpret_cast<W*>(memory);
    const size_t columns = job.y.moments ? size_t(job.y.tiles) * 2 * job.y.moments * job.carries.lines : 0;
    job.carries.rows = reinterpret_cast<W*>(memory + alignSize(columns * sizeof(W), 256));
    if (isResident())
        return launchResident(job);
    if (job.x.moments || job.y.moments)
        launchGather(job);
    if (job.y.moments)
        launchPropagateColumns(job);
    if (job.x.moments && job.y.moments)
        launchFilterMoments(job);
    if (job.x.moments)
        launchPropagateRows(job);
    launchApply(job);
}

template <typename W>
bool OverlappedPlan<W>::hasKernels() const
{
    return x.kind == y.kind && x.kind != CHAIN_NONE && x.kind != CHAIN_GENERAL;
}

template <typename W>
bool OverlappedPlan<W>::isResident() const
{
    return choosesFreely && y.view.segments <= policy::RESIDENT_SEGMENTS &&
           x.view.tiles * y.view.tiles * channels <= capacity;
}

template <typename W>
void OverlappedPlan<W>::run(const cuda::GpuMat& src, cuda::GpuMat& dst, bool copies, cudaStream_t stream,
                            StreamScratch& scratch) const
{
    const bool twoSteps = x.kind != CHAIN_NONE && y.kind != CHAIN_NONE && (x.kind != y.kind || x.kind == CHAIN_GENERAL);
    const Stage source(src, copies), result(dst, !isAligned(dst, dst.elemSize1()));
    std::vector<TileJob<W>> jobs;
    if (twoSteps)
        jobs = {makeJob(COLUMNS_ONLY, stream), makeJob(ROWS_ONLY, stream)};
    else
        jobs = {makeJob(BOTH_AXES, stream)};
    for (int c = 0; c < 4; c++)
    {
        jobs.front().offset[c] = W(offset[c]);
        jobs.back().restored[c] = W(restored[c]);
    }
    jobs.back().gain = W(x.gain * y.gain);

    // A block reads what its neighbours overwrite.
    if constexpr (std::is_same<W, float>::value)
        if (looksAround && source.bytes() == 0 && result.bytes() == 0 && src.data != dst.data)
        {
            jobs.front().src = viewOf(src);
            jobs.front().src.copies = isCopied(jobs.front());
            jobs.front().dst = viewOf(dst);
            return launchLookAround(jobs.front(), std::max(x.reach, y.reach));
        }

    // Memory: the carries, images in the place of those that cannot be used where they are, and one between two steps.
    size_t bytes = 0;
    for (TileJob<W>& job : jobs)
    {
        job.src.channels = channels;
        job.carries.lines = int64(size.width) * channels + momentLines(job);
        job.carries.block = (job.x.tiles * 2 * job.x.moments + 2) * TileShape<W>::run;
        bytes = std::max(bytes, carryBytes(job));
    }
    const int type = CV_MAKETYPE(DataType<W>::depth, channels);
    const size_t rowBytes = alignSize(size_t(size.width) * CV_ELEM_SIZE(type), 256);
    const StreamScratch::Lease lease(
        scratch, bytes + source.bytes() + result.bytes() + (twoSteps ? rowBytes * size.height : 0), stream);
    uchar* images = lease.data() + bytes;
    const cuda::GpuMat from = source.at(images), to = result.at(images);
    jobs.front().src = viewOf(from);
    jobs.back().dst = viewOf(to);
    if (twoSteps)
        jobs.front().dst = jobs.back().src = viewOf(images, rowBytes, size, type);
    source.copy(src, from, stream);
    for (const TileJob<W>& job : jobs)
        runStep(job, lease.data());
    result.copy(to, dst, stream);
}

template class OverlappedPlan<float>;
template class OverlappedPlan<double>;

}}} // namespace cv::recfilter::gpu

#endif
