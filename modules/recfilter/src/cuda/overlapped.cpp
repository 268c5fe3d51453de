// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "precomp.hpp"

#ifdef HAVE_CUDA

#include "model/filter_split.hpp"
#include "model/one_pixel.hpp"
#include "api/overlap.hpp"
#include "cuda/overlapped.hpp"
#include "cuda/policy.hpp"
#include "cuda/io/stage.hpp"

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
    const size_t quad = 4 * size_t(CV_ELEM_SIZE1(type));
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

//! CarryView::pitch: rows of a tile, or of the image where it has fewer, in whole vectors.
template <typename W>
int rowsOfCarries(int height)
{
    const int vector = 16 / int(sizeof(W));
    return int(alignSize(size_t(std::min(height, int(TileShape<W>::run))), vector));
}

bool isConstant(const AxisModel& axis)
{
    return !axis.isPointwise() && axis.borderType == BORDER_CONSTANT;
}

} // namespace

template <typename W>
OverlappedPlan<W>::Tables::Tables(const FilterModel& model, Size size)
    : x(model.x, size.width, rowsCut<W>()), y(model.y, size.height, columnsCut<W>())
{
}

template <typename W>
OverlappedPlan<W>::OverlappedPlan(const FilterModel& model, Size size_, int channels_)
    : size(size_), channels(channels_)
{
    const double gainOfConstants = addParts(model);
    setOffset(model, gainOfConstants);
    looksAround = looksAround && steps.size() == 1;
    if (looksAround)
        lookJob = steps.front().job;
    // One launch and one read keep little or nothing. Everything else would keep states for every pixel of the line.
    const bool isResident =
        std::any_of(steps.begin(), steps.end(), [](const Step& step) { return step.resident != RESIDENT_NONE; });
    if (hasLinesOfOnePixel(size) && !isResident)
    {
        steps.clear();
        addParts(withoutLinesOfOnePixel(model, size));
        setOffset(model, gainOfConstants);
    }
    decideWhatPasses();
    for (const Step& step : steps)
        carryBytes = std::max(carryBytes, step.columnBytes + step.rowBytes);
}

template <typename W>
double OverlappedPlan<W>::addParts(const FilterModel& model)
{
    const bool automatic = model.algorithm == cuda::RECURSIVE_AUTO;
    double gainOfConstants = 1;
    for (const FilterModel& part : automatic ? splitFilter(model) : std::vector<FilterModel>{model})
    {
        parts.emplace_back(new Tables(part, size));
        addSteps(*parts.back(), automatic);
        gainOfConstants *= parts.back()->x.constantGain * parts.back()->y.constantGain;
    }
    return gainOfConstants;
}

template <typename W>
void OverlappedPlan<W>::setOffset(const FilterModel& model, double gainOfConstants)
{
    for (int c = 0; c < 4; c++)
    {
        const double offset = isConstant(model.x) || isConstant(model.y) ? model.borderValue[c] : 0;
        steps.front().job.offset[c] = W(offset);
        steps.back().job.restored[c] = W(offset * gainOfConstants);
    }
}

template <typename W>
void OverlappedPlan<W>::decideWhatPasses()
{
    const double cache = deviceAttribute(cudaDevAttrL2CacheSize, currentDevice());
    const double image = double(size.width) * size.height * channels * sizeof(W);
    for (Step& step : steps)
        step.job.passing.pixels = image > cache * policy::PIXELS_PASS_FROM;
    resultPasses = image > cache * policy::RESULT_PASSES_FROM && image <= cache * policy::RESULT_PASSES_TO;
}

template <typename W>
void OverlappedPlan<W>::addSteps(const Tables& part, bool automatic)
{
    const ChainKind x = part.x.kind, y = part.y.kind;
    if (x == CHAIN_NONE || y == CHAIN_NONE || (x == y && x != CHAIN_GENERAL))
        steps.push_back(makeStep(part, BOTH_AXES));
    else
    {
        steps.push_back(makeStep(part, COLUMNS_ONLY));
        steps.push_back(makeStep(part, ROWS_ONLY));
    }
    Step& last = steps.back();
    last.job.gain = W(part.x.gain * part.y.gain);
    if (x != y || !isCascade(x) || !automatic)
        return;
    TileJob<W> whole = last.job;
    whole.src.width = size.width;
    last.resident = residentKind(whole);
    reach = std::max(part.x.reach, part.y.reach);
    looksAround = std::is_same<W, float>::value && canLookAround(reach);
}

template <typename W>
typename OverlappedPlan<W>::Step OverlappedPlan<W>::makeStep(const Tables& part, Axes axes) const
{
    const AxisTables<W>&x = part.x, &y = part.y;
    Step step = {};
    TileJob<W>& job = step.job;
    job.x = x.view;
    job.y = y.view;
    if (x.folded == y.folded)
        job.y.folded = job.x.folded;
    if (x.squares == y.squares)
        job.y.squares = job.x.squares;
    job.chainX = axes == COLUMNS_ONLY ? CHAIN_NONE : x.kind;
    job.chainY = axes == ROWS_ONLY ? CHAIN_NONE : y.kind;
    if (job.chainX == CHAIN_NONE)
        job.x.moments = job.x.replicates = 0;
    if (job.chainY == CHAIN_NONE)
        job.y.moments = job.y.replicates = 0;
    job.gain = W(1);
    job.src.channels = channels;
    job.carries.lines = int64(size.width) * channels + momentLines(job);
    job.carries.pitch = rowsOfCarries<W>(size.height);
    job.carries.block = (job.x.tiles * 2 * job.x.moments + 2) * job.carries.pitch;
    const int64 columns = job.y.moments ? job.y.tiles * 2 * job.y.moments * job.carries.lines : 0;
    const int64 rows = job.x.moments ? job.y.tiles * channels * job.carries.block : 0;
    step.columnBytes = alignSize(size_t(columns) * sizeof(W), 256);
    step.rowBytes = alignSize(size_t(rows) * sizeof(W), 256);
    return step;
}

template <typename W>
void OverlappedPlan<W>::runStep(const Step& step, const ImageView& src, const ImageView& dst, bool isResult,
                                uchar* carries, cudaStream_t stream) const
{
    TileJob<W> job = step.job;
    job.src = src;
    job.src.copies = isCopied(src, job.offset);
    job.dst = dst;
    job.carries.columns = reinterpret_cast<W*>(carries);
    job.carries.rows = reinterpret_cast<W*>(carries + step.columnBytes);
    job.stream = stream;
    if (step.resident != RESIDENT_NONE && launchResident(step.resident, job))
        return;
    job.passing.result = isResult && resultPasses && dst.depth == DataType<W>::depth;
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
        TileJob<float> job = lookJob;
        job.src = src;
        job.src.copies = isCopied(src, job.offset);
        job.dst = dst;
        job.stream = stream;
        launchLookAround(job, reach);
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

    // Memory: the carries, images in the place of those that cannot be used where they are, and one between steps, which those
    // in the middle overwrite.
    const int type = CV_MAKETYPE(DataType<W>::depth, channels);
    const size_t rowBytes = alignSize(size_t(size.width) * size_t(channels) * sizeof(W), 256);
    const size_t betweenBytes = steps.size() > 1 ? rowBytes * size_t(size.height) : 0;
    const StreamScratch::Lease lease(scratch, carryBytes + source.bytes() + result.bytes() + betweenBytes, queue);
    uchar* images = lease.data() + carryBytes;
    const cuda::GpuMat from = source.at(images), to = result.at(images);
    const ImageView between = viewOf(images, rowBytes, size, type);
    source.copy(src, from, queue.stream);
    for (size_t i = 0; i < steps.size(); i++)
    {
        const bool isLast = i + 1 == steps.size();
        runStep(steps[i], i == 0 ? viewOf(from) : between, isLast ? viewOf(to) : between, isLast && result.bytes() == 0,
                lease.data(), queue.stream);
    }
    result.copy(to, dst, queue.stream);
}

template class OverlappedPlan<float>;
template class OverlappedPlan<double>;

}}} // namespace cv::recfilter::gpu

#endif
