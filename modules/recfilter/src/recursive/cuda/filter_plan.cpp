// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The table of engines, and how a FilterPlan makes and runs a list of them.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/filter_plan.hpp"
#include "recursive/cuda/blocks/block_shape.hpp"
#include "recursive/cuda/blocks/blocks.hpp"
#include "recursive/cuda/blocks/tuning.hpp"
#include "recursive/cuda/engine/tuning.hpp"
#include "runtime/cuda/io/stage.hpp"
#include "runtime/cuda/io/view_of.hpp"
#include "recursive/cuda/tables/tuning.hpp"
#include "recursive/cuda/one_read/one_read.hpp"
#include "recursive/plan/one_pixel.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

static_assert(MOST_BLOCK_STATES == int(FACTOR_SIDE) * int(MAX_STATE_TILES), "the states that kernels hold");

template <typename W>
const std::vector<DeviceEngineRow<W>>& engineRows()
{
    static const std::vector<DeviceEngineRow<W>> rows = [] {
        std::vector<DeviceEngineRow<W>> list = {{Engine::ONE_READ, makeOneRead<W>},
                                                {Engine::ONE_LAUNCH, makeOneLaunch<W>},
                                                {Engine::MARCH, makeMarch<W>},
                                                {Engine::BLOCKS, makeBlockStates<W>},
                                                {Engine::TWO_READS, makeTwoReads<W>}};
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
    DeviceLimits limits = {
        std::is_same<W, float>::value,     {}, FACTOR_SIDE, tuning::MARCH_LINES, shared >= sharedMemoryOfBlocks<W>(),
        shared >= sharedMemoryOfMarch<W>()};
    for (int halo : {int(ONE_READ_SHORT_REACH), int(ONE_READ_MIDDLE_REACH), int(ONE_READ_REACH)})
        if (canReadOnce(halo))
            limits.halos.push_back(halo);
    return limits;
}

template <typename W>
AxisCut rowsCut()
{
    return {TileShape<W>::run * TileShape<W>::span, TileShape<W>::run, tuning::MAX_SEGMENTS};
}

template <typename W>
AxisCut columnsCut()
{
    return {TileShape<W>::run, TileShape<W>::run, tuning::MAX_SEGMENTS};
}

bool isConstant(const AxisModel& axis)
{
    return !axis.isPointwise() && axis.borderType == BORDER_CONSTANT;
}

int64 divUp(int64 a, int64 b)
{
    return (a + b - 1) / b;
}

//! The answer of all parts to constants.
double constantGain(const std::vector<FilterPart>& parts)
{
    double gain = 1;
    for (const FilterPart& part : parts)
        for (const auto& filter : part.filters)
            gain *= filter->constantGain();
    return gain;
}

} // namespace

template <typename W>
FilterPlan<W>::Tables::Tables(const ChainedFilter& filter, const Extents& shape, bool passesAlone)
    : x(filter.x, shape.along(ALONG_ROWS).n, rowsCut<W>(), passesAlone),
      y(filter.y, shape.along(ALONG_COLUMNS).n, columnsCut<W>(), passesAlone)
{
}

template <typename W>
FilterPlan<W>::FilterPlan(const DeviceChoice& filter, const Extents& arrayShape)
    : shape(arrayShape), rows(shape.along(ALONG_ROWS)), asked(scheduleOf(filter.model.algorithm))
{
    const DeviceLimits limits = limitsOf<W>();
    const std::vector<FilterPart> list = filter.partsOn(shape, limits);
    const double gain = constantGain(list);
    // One launch and one read keep little or nothing. All other engines keep states for every pixel of a line, so that
    // the axis across an image of one line becomes a factor. The padded image is not flat.
    const bool takesFlat = std::any_of(list.begin(), list.end(), [](const FilterPart& part) {
        return part.mayTake(Engine::ONE_READ) || part.mayTake(Engine::ONE_LAUNCH) || part.mayTake(Engine::PADDED);
    });
    if (!shape.isFlat() || takesFlat)
        parts = makeParts(filter.model, list, gain);
    if (shape.isFlat() && !has(parts, Engine::ONE_LAUNCH) && !has(parts, Engine::PADDED))
    {
        const DeviceChoice flat(withoutLinesOfOnePixel(filter.model, shape));
        std::vector<Part> flatParts = makeParts(filter.model, flat.partsOn(shape, limits), gain);
        if (has(parts, Engine::ONE_READ)) // the only part, before and now
        {
            flatParts[0].tables.push_back(std::move(parts[0].tables[0]));
            flatParts[0].engines.insert(flatParts[0].engines.begin(), std::move(parts[0].engines[0]));
        }
        parts = std::move(flatParts);
    }
    measure();
}

template <typename W>
bool FilterPlan<W>::has(const std::vector<Part>& list, const Engine& engine)
{
    return std::any_of(list.begin(), list.end(), [&](const Part& part) {
        return std::any_of(part.engines.begin(), part.engines.end(),
                           [&](const Entry& entry) { return scheduleOf(entry.choice.algorithm).onDevice == engine; });
    });
}

template <typename W>
std::vector<typename FilterPlan<W>::Part>
FilterPlan<W>::makeParts(const FilterModel& model, const std::vector<FilterPart>& list, double gain) const
{
    std::vector<Part> made;
    for (const FilterPart& part : list)
    {
        FilterEnds<W> ends = {};
        for (int c = 0; c < 4; c++)
        {
            const double offset =
                std::any_of(model.axes.begin(), model.axes.end(), isConstant) ? model.borderValue[c] : 0;
            ends.offset[c] = &part == &list.front() ? W(offset) : W(0);
            ends.restored[c] = &part == &list.back() ? W(offset * gain) : W(0);
        }
        made.push_back(makePart(model, part, ends, list.size() == 1));
    }
    return made;
}

template <typename W>
typename FilterPlan<W>::Part FilterPlan<W>::makePart(const FilterModel& model, const FilterPart& part,
                                                     const FilterEnds<W>& ends, bool isOnly) const
{
    const bool passesAlone = std::any_of(part.choices.begin(), part.choices.end(),
                                         [](const Choice& choice) { return runsSteps(scheduleOf(choice.algorithm)); });
    const auto makesTables = [](const Choice& choice) {
        const Engine& engine = scheduleOf(choice.algorithm).onDevice;
        return engine == Engine::BLOCKS || engine == Engine::MARCH;
    };
    // The choices behind the first one that takes every call are not made.
    auto last = std::find_if(part.choices.begin(), part.choices.end(),
                             [](const Choice& choice) { return !(choice.needs & NEEDS_OF_CALL); });
    last += last != part.choices.end();
    const bool needsTables = !std::all_of(part.choices.begin(), last, makesTables);
    Part made = {};
    made.passes = part.filters.empty() ? passesOf(model) : Pass::NONE;
    std::vector<AxesTables<W>> filters;
    for (const auto& filter : part.filters)
    {
        made.passes = made.passes | passesOf(filter->model);
        if (!needsTables)
            continue;
        made.tables.push_back(std::make_unique<const Tables>(*filter, shape, passesAlone));
        filters.push_back({&made.tables.back()->x, &made.tables.back()->y});
    }
    for (const Choice& choice : part.choices)
    {
        const Schedule& schedule = scheduleOf(choice.algorithm);
        for (const DeviceEngineRow<W>& row : engineRows<W>())
            if (row.engine == schedule.onDevice)
                if (auto engine = row.make({part.filters.size() == 1 ? part.filters[0]->model : model, shape, schedule,
                                            part.facts, filters, ends, isOnly}))
                    made.engines.push_back({choice, std::move(engine)});
        if (!made.engines.empty() && !(made.engines.back().choice.needs & NEEDS_OF_CALL))
            break;
    }
    return made;
}

template <typename W>
void FilterPlan<W>::measure()
{
    images = parts.size() > 1;
    for (const Part& part : parts)
    {
        batches = batches && part.engines.back().engine->takesBatches();
        for (const Entry& entry : part.engines)
        {
            carryBytes = std::max(carryBytes, entry.engine->carryBytes());
            images = std::max(images, entry.engine->images());
        }
    }
}

template <typename W>
void FilterPlan<W>::run(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat& dst, const Queue& queue,
                        Workspace& workspace) const
{
    const DeviceEngine& first = *parts[0].engines[0].engine;
    const Stage source(src, mustCopy && !first.mayOverlap()), result(dst);
    const bool isStaged = source.bytes() > 0 || result.bytes() > 0;
    EngineJob job = {viewOf(src), viewOf(dst), !isStaged && src.data != dst.data, result.bytes() == 0};
    // Without working memory, other calls need not wait for their turn.
    if (parts.size() == 1 && !isStaged && first.carryBytes() == 0 && first.images() == 0 && first.takes(job) &&
        first.queue(job, {nullptr, {}, queue.stream}))
        return;

    const Workspace::Lease lease(workspace, workBytes() + source.bytes() + result.bytes(), queue);
    uchar* stages = lease.data() + workBytes();
    const cuda::GpuMat from = source.at(stages), to = result.at(stages);
    source.copy(src, from, queue.stream);
    job.src = viewOf(from);
    job.dst = viewOf(to);
    runIn(lease.data(), job, queue.stream);
    result.copy(to, dst, queue.stream);
}

template <typename W>
int64 FilterPlan<W>::imagesAtOnce(const ImageBatch& batch) const
{
    if (!batches)
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
    uchar* const between = memory + size_t(count) * carryBytes;
    const auto workImage = [&](int64 i) {
        return viewOf(ImageBatch(between + i * count * int64(imageBytes()), imageStep(), size,
                                 CV_MAKETYPE(DataType<W>::depth, int(rows.inner)), count, int64(imageBytes())));
    };
    const EngineTarget target = {memory, {workImage(0), workImage(1)}, stream};
    for (size_t i = 0; i < parts.size(); i++)
    {
        const bool isLast = i + 1 == parts.size();
        EngineJob ofPart = job;
        ofPart.isResult = isLast && job.isResult;
        if (i > 0)
            ofPart.src = target.images.between;
        if (!isLast)
            ofPart.dst = target.images.between;
        for (const Entry& entry : parts[i].engines)
            if ((count == 1 || entry.engine->takesBatches()) && entry.engine->takes(ofPart) &&
                entry.engine->queue(ofPart, target))
                break;
    }
}

template <typename W>
Explanation FilterPlan<W>::explain() const
{
    Explanation what = {String(), String(), 0, int64(workBytes())};
    for (const Part& part : parts)
    {
        String algorithms, engines;
        for (const Entry& entry : part.engines)
        {
            const Schedule& row = scheduleOf(entry.choice.algorithm);
            append(algorithms, format("%s (%s)", row.name, reasonOf(asked, entry.choice).c_str()), ", else ");
            append(engines, row.onDevice.name, ", else ");
        }
        append(what.algorithm, algorithms, ", then ");
        append(what.engine, engines, ", then ");
        what.transfers += transfersOf(scheduleOf(part.engines[0].choice.algorithm), part.passes);
    }
    return what;
}

template class FilterPlan<float>;
template class FilterPlan<double>;

}}} // namespace cv::recfilter::gpu

#endif
