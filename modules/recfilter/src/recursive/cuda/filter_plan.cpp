// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The table of engines, and how a FilterPlan makes a list of them and runs one.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/filter_plan.hpp"
#include "recursive/cuda/blocks/block_shape.hpp"
#include "recursive/cuda/blocks/blocks.hpp"
#include "recursive/cuda/blocks/tuning.hpp"
#include "recursive/cuda/engine/tuning.hpp"
#include "runtime/cuda/io/stage.hpp"
#include "runtime/cuda/io/view_of.hpp"
#include "recursive/cuda/one_read/one_read.hpp"
#include "recursive/cuda/one_read/tuning.hpp"
#include "recursive/plan/one_pixel.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W>
const std::vector<DeviceEngineRow<W>>& engineRows()
{
    static const std::vector<DeviceEngineRow<W>> rows = [] {
        std::vector<DeviceEngineRow<W>> list = {
            {Engine::ONE_READ, makeOneRead<W>},     {Engine::ONE_READ_IN_DOUBLE, makeOneReadInDouble<W>},
            {Engine::ONE_LAUNCH, makeOneLaunch<W>}, {Engine::MARCH, makeMarch<W>},
            {Engine::BLOCKS, makeBlockStates<W>},   {Engine::LONG_LINES, makeLongLines<W>},
            {Engine::TWO_READS, makeTwoReads<W>},   {Engine::ONE_READ_OF_LINES, makeOneRead<W>}};
        if constexpr (HAS_PAPERS)
            list.insert(
                list.end(),
                {{Engine::TILES, makeSteps<W>}, {Engine::WHOLE_LINES, makeSteps<W>}, {Engine::PADDED, makePadded<W>}});
        return list;
    }();
    return rows;
}

//! What the current device can do.
template <typename W>
DeviceLimits limitsOf()
{
    const size_t shared = sharedMemoryOfBlock(currentDevice());
    DeviceLimits limits = {std::is_same<W, float>::value,
                           {},
                           FACTOR_SIDE,
                           tuning::MARCH_LINES,
                           shared >= sharedMemoryOfMarch<W>(),
                           tuning::LONG_PIXELS,
                           tuning::LONG_ROWS,
                           shared >= sharedMemoryOfBlocks<W>() ? FACTOR_SIDE * MAX_STATE_TILES : 0,
                           tuning::ROW_PIXELS,
                           tuning::COLUMN_PIXELS,
                           tuning::COLUMN_NUMBERS};
    for (int halo : {int(ONE_READ_SHORT_REACH), int(ONE_READ_MIDDLE_REACH), int(ONE_READ_REACH)})
        if (canReadOnce(halo))
            limits.halos.push_back(halo);
    return limits;
}

bool isConstant(const AxisModel& axis)
{
    return !axis.isPointwise() && axis.borderType == BORDER_CONSTANT;
}

int64 divUp(int64 a, int64 b)
{
    return (a + b - 1) / b;
}

//! @param filters that run one after the other
template <typename W>
FilterEnds<W> endsOf(const FilterModel& model, const ChainedFilters& filters)
{
    double gain = 1;
    for (const auto& filter : filters)
        gain *= filter->constantGain();
    FilterEnds<W> ends = {};
    if (std::any_of(model.axes.begin(), model.axes.end(), isConstant))
        for (int c = 0; c < 4; c++)
        {
            ends.offset[c] = W(model.borderValue[c]);
            ends.restored[c] = W(model.borderValue[c] * gain);
        }
    return ends;
}

} // namespace

template <typename W>
FilterPlan<W>::Tables::Tables(const ChainedFilter& filter, const Extents& shape)
    : x(filter.x, shape.along(ALONG_ROWS).n, TileShape<W>::run * TileShape<W>::span),
      y(filter.y, shape.along(ALONG_COLUMNS).n, TileShape<W>::run)
{
}

template <typename W>
FilterPlan<W>::FilterPlan(const DeviceChoice& filter, const Extents& arrayShape)
    : shape(arrayShape), rows(shape.along(ALONG_ROWS)), asked(scheduleOf(filter.model.algorithm))
{
    const DeviceLimits limits = limitsOf<W>();
    const DeviceRows whole = filter.rowsOn(shape, limits);
    const FilterEnds<W> ends = endsOf<W>(filter.model, whole.filters);
    if (!shape.isFlat())
        addEngines(filter.model, whole, ends);
    else
    {
        // One launch and one read keep little or nothing. All other engines keep states for every pixel of a line, so
        // that the axis across an image of one line becomes a factor. The padded image is not flat.
        const DeviceChoice flat(withoutLinesOfOnePixel(filter.model, shape));
        const DeviceRows rowsOfFlat = flat.rowsOn(shape, limits);
        const bool takesFlat =
            whole.mayTake(Engine::ONE_READ) || whole.mayTake(Engine::ONE_LAUNCH) || whole.mayTake(Engine::PADDED);
        if (takesFlat && !rowsOfFlat.mayTake(Engine::LONG_LINES)) // whose tiles are all rows
            addEngines(filter.model, whole, ends);
        if (!has(Engine::ONE_LAUNCH) && !has(Engine::PADDED))
        {
            engines.resize(has(Engine::ONE_READ) ? 1 : 0);
            addEngines(flat.model, rowsOfFlat, ends);
        }
    }
    measure();
}

template <typename W>
bool FilterPlan<W>::has(const Engine& engine) const
{
    return std::any_of(engines.begin(), engines.end(),
                       [&](const Entry& entry) { return entry.choice.onDevice() == engine; });
}

template <typename W>
void FilterPlan<W>::addEngines(const FilterModel& model, const DeviceRows& list, const FilterEnds<W>& ends)
{
    const auto makesTables = [](const Choice& choice) {
        const Engine& engine = choice.onDevice();
        return engine == Engine::BLOCKS || engine == Engine::MARCH || engine == Engine::LONG_LINES ||
               engine == Engine::ONE_READ_IN_DOUBLE;
    };
    // The choices behind the first one that takes every call are not made.
    const auto takesAll = [](const Choice& choice) { return !(choice.needs & NEEDS_OF_CALL); };
    auto last = std::find_if(list.choices.begin(), list.choices.end(), takesAll);
    last += last != list.choices.end();
    std::vector<AxesTables<W>> filters;
    if (!std::all_of(list.choices.begin(), last, makesTables))
        for (const auto& filter : list.filters)
        {
            tables.push_back(std::make_unique<const Tables>(*filter, shape));
            filters.push_back({&tables.back()->x, &tables.back()->y});
        }
    for (auto choice = list.choices.begin(); choice != last; choice++)
        for (const DeviceEngineRow<W>& row : engineRows<W>())
            if (row.engine == choice->onDevice())
                if (auto engine = row.make({model, shape, scheduleOf(choice->algorithm), list.facts, filters, ends}))
                    engines.push_back({*choice, passesOf(model), std::move(engine)});
}

template <typename W>
void FilterPlan<W>::measure()
{
    for (const Entry& entry : engines)
    {
        carryBytes = std::max(carryBytes, entry.engine->carryBytes());
        usesImage |= entry.engine->usesImage();
    }
}

//! The images of a call, and copies of them where kernels cannot use them.
template <typename W>
struct FilterPlan<W>::Staged
{
    Staged(const FilterPlan& plan, const cuda::GpuMat& src, bool mustCopy, const cuda::GpuMat& dst)
        : first(*plan.engines[0].engine), source(src, mustCopy && !first.mayOverlap()), result(dst),
          isStaged(source.bytes() > 0 || result.bytes() > 0),
          job({viewOf(src), viewOf(dst), !isStaged && src.data != dst.data, result.bytes() == 0})
    {
    }

    //! Whether the first engine takes the call without working memory.
    bool needsNothing() const { return !isStaged && first.carryBytes() == 0 && !first.usesImage() && first.takes(job); }

    size_t bytes() const { return source.bytes() + result.bytes(); }

    const DeviceEngine& first;
    const Stage source, result;
    const bool isStaged;
    EngineJob job;
};

template <typename W>
void FilterPlan<W>::run(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat& dst, const Queue& queue,
                        Workspace& workspace) const
{
    Staged call(*this, src, mustCopy, dst);
    // Without working memory, other calls need not wait for their turn.
    if (call.needsNothing() && call.first.queue(call.job, {nullptr, {}, queue.stream}))
        return;

    const Workspace::Lease lease(workspace, workBytes() + call.bytes(), queue);
    uchar* stages = lease.data() + workBytes();
    const cuda::GpuMat from = call.source.at(stages), to = call.result.at(stages);
    call.source.copy(src, from, queue.stream);
    call.job.src = viewOf(from);
    call.job.dst = viewOf(to);
    runIn(lease.data(), call.job, queue.stream);
    call.result.copy(to, dst, queue.stream);
}

template <typename W>
size_t FilterPlan<W>::workBytesOf(const cuda::GpuMat& src, bool mustCopy, const cuda::GpuMat& dst) const
{
    const Staged call(*this, src, mustCopy, dst);
    return call.needsNothing() ? 0 : workBytes() + call.bytes();
}

template <typename W>
bool FilterPlan<W>::takesLists() const
{
    return engines.back().engine->takesBatches() && std::all_of(engines.begin(), engines.end(), [](const Entry& entry) {
               return entry.engine->takesLists() || !entry.engine->takesBatches();
           });
}

template <typename W>
int64 FilterPlan<W>::imagesAtOnce(const ImageBatch& batch) const
{
    if (!engines.back().engine->takesBatches()) // which takes what the others refuse
        return 1;
    const double most = std::max(double(batch.images) * double(batch.imageBytes()) * tuning::BATCH_SCRATCH,
                                 double(tuning::BATCH_SCRATCH_BYTES));
    const int64 fit = std::max(int64(most / double(std::max(workBytes(), size_t(1)))), int64(1));
    const int64 calls = divUp(batch.images, std::min(fit, int64(tuning::BATCH_IMAGES)));
    return divUp(batch.images, calls);
}

template <typename W>
void FilterPlan<W>::runBatchIn(uchar* memory, const ImageBatch& src, const ImageBatch& dst, bool isResult,
                               cudaStream_t stream) const
{
    const int64 atOnce = imagesAtOnce(src);
    for (int64 first = 0; first < src.images; first += atOnce)
    {
        const auto some = [&](ImageBatch batch) {
            batch.data += first * batch.imageStep;
            batch.images = std::min(atOnce, src.images - first);
            return viewOf(batch);
        };
        runIn(memory, {some(src), some(dst), src.data != dst.data, isResult}, stream);
    }
}

template <typename W>
void FilterPlan<W>::runIn(uchar* memory, const EngineJob& job, cudaStream_t stream) const
{
    const Size size(job.src.width, job.src.height);
    const int64 count = job.src.images;
    const ImageBatch between(memory + size_t(count) * carryBytes, imageStep(), size,
                             CV_MAKETYPE(DataType<W>::depth, int(rows.inner)), count, int64(imageBytes()));
    const EngineTarget target = {memory, viewOf(between), stream};
    for (const Entry& entry : engines)
        if ((count == 1 || entry.engine->takesBatches()) && entry.engine->takes(job) &&
            entry.engine->queue(job, target))
            break;
}

template <typename W>
Explanation FilterPlan<W>::explain() const
{
    Explanation what = {String(), String(), 0, int64(workBytes())};
    for (const Entry& entry : engines)
    {
        const Choice& choice = entry.choice;
        append(what.algorithm, format("%s (%s)", scheduleOf(choice.algorithm).name, reasonOf(asked, choice).c_str()));
        append(what.engine, choice.onDevice().name);
    }
    const Entry& first = engines[0];
    what.transfers = first.engine->transfers();
    if (!what.transfers)
        what.transfers = transfersOf(scheduleOf(first.choice.algorithm), first.passes);
    return what;
}

template class FilterPlan<float>;
template class FilterPlan<double>;

}}} // namespace cv::recfilter::gpu

#endif
