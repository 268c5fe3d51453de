// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// How a FilterPlan chooses its schedule, makes its rounds and runs them.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "cuda/filter_plan.hpp"
#include "cuda/io/stage.hpp"
#include "cuda/io/view_of.hpp"
#include "cuda/lines/tuning.hpp"
#include "cuda/one_read/one_read.hpp"
#include "cuda/tiles/tuning.hpp"
#include "cuda/two_read/two_read.hpp"
#include "cuda/two_read/tuning.hpp"
#include "plan/one_pixel.hpp"
#include "plan/overlap.hpp"
#include "plan/schedule/schedule_filters.hpp"
#include "plan/schedule/schedule_needs.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

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

//! Whether one kernel takes the chains of both axes.
template <typename Tables>
bool areAlike(const Tables& part)
{
    const ChainKind x = part.x.kind, y = part.y.kind;
    return x == CHAIN_NONE || y == CHAIN_NONE || (x == y && x != CHAIN_GENERAL);
}

//! Whether a general chain has so many states that fewer transfers count more than what kernels can do at once.
template <typename W>
bool hasManyStates(const AxisModel& axis)
{
    if (chainKindOf<W>(axis) != CHAIN_GENERAL)
        return false;
    int states = 0;
    for (const Branch& branch : axis.filter.causal)
        for (const Section& section : branch.sections)
            states += section.order;
    return states >= tuning::MANY_STATES;
}

/** Whether a first-order section stands beside an even number of second-order ones. General chains step through two
sections at a time: three take as long as four. */
template <typename W>
bool hasLonePole(const AxisModel& axis)
{
    if (chainKindOf<W>(axis) != CHAIN_GENERAL || axis.filter.causal.empty())
        return false;
    const auto& sections = axis.filter.causal[0].sections;
    const auto lone = std::count_if(sections.begin(), sections.end(), [](const Section& s) { return s.order == 1; });
    return lone == 1 && sections.size() > 2 && sections.size() % 2 == 1;
}

//! A filter with the algorithm that RECURSIVE_AUTO chooses where that splits it differently.
template <typename W>
FilterModel chosenFor(FilterModel model, const ArrayShape& shape)
{
    const double pixels = double(shape.along(ALONG_ROWS).n) * double(shape.along(ALONG_COLUMNS).n);
    if (model.algorithm != cuda::RECURSIVE_AUTO || shape.isFlat() || pixels < tuning::LONE_POLE_PIXELS ||
        !std::all_of(model.axes.begin(), model.axes.end(), hasLonePole<W>))
        return model;
    const unsigned met = NEEDS_LONE_POLE | (std::is_same<W, float>::value ? unsigned(NEEDS_FLOAT) : 0u);
    for (const Choice& choice : scheduleOf(cuda::RECURSIVE_AUTO).choices)
        if ((choice.needs & NEEDS_LONE_POLE) && !(choice.needs & ~met) && takes(scheduleOf(choice.algorithm), model) &&
            growthBetweenParts(scheduleOf(choice.algorithm), model) <= MOST_FLOAT_GROWTH)
            model.algorithm = choice.algorithm;
    return model;
}

//! Whether a schedule runs step by step (cuda/tiles).
bool runsSteps(const Schedule& schedule)
{
    return schedule.onDevice == Engine::TILES || schedule.onDevice == Engine::WHOLE_LINES;
}

//! The filters that a model runs as: those that AUTO has kernels for, or those that the steps of its schedule name.
std::vector<FilterModel> partsOf(const FilterModel& model)
{
    const Schedule& schedule = scheduleOf(model.algorithm);
    return schedule.onDevice == Engine::CHOICE ? splitFilter(model) : filtersOf(schedule, model);
}

//! The sets of passes of a schedule of rounds, in order.
std::vector<Pass> roundsOf(const Schedule& schedule)
{
    std::vector<Pass> rounds;
    for (const Step& step : schedule.steps)
    {
        CV_Assert(step.apply == Pass::NONE || step.gather == Pass::NONE);
        if (step.apply != Pass::NONE)
            rounds.push_back(step.apply);
    }
    return rounds;
}

} // namespace

template <typename W>
FilterPlan<W>::Tables::Tables(const FilterModel& model, const ArrayShape& shape, const TablesUse& use)
    : x(model.axes[ALONG_ROWS], shape.along(ALONG_ROWS).n, rowsCut<W>(), use),
      y(model.axes[ALONG_COLUMNS], shape.along(ALONG_COLUMNS).n, columnsCut<W>(), use)
{
}

template <typename W>
FilterPlan<W>::FilterPlan(const FilterModel& model, const ArrayShape& arrayShape)
    : FilterPlan(arrayShape, chosenFor<W>(model, arrayShape))
{
}

template <typename W>
FilterPlan<W>::FilterPlan(const ArrayShape& arrayShape, const FilterModel& model)
    : shape(arrayShape), rows(shape.along(ALONG_ROWS)),
      choices(choicesOf(scheduleOf(model.algorithm), &Schedule::onDevice))
{
    const double gainOfConstants = addParts(model);
    setOffset(model, gainOfConstants);
    readsOnce = readsOnce && rounds.size() == 1;
    if (readsOnce)
        oneReadRound = rounds.front();
    // One launch and one read keep little or nothing. All other kernels keep states for every pixel of the line.
    const bool isOneLaunch = std::any_of(oneLaunchKinds.begin(), oneLaunchKinds.end(),
                                         [](OneLaunchKind kind) { return kind != NOT_ONE_LAUNCH; });
    if (shape.isFlat() && !isOneLaunch)
    {
        if (steps)
            parts.clear(); // one read may still use its tables
        steps.reset();
        rounds.clear();
        oneLaunchKinds.clear();
        addParts(withoutLinesOfOnePixel(model, shape));
        setOffset(model, gainOfConstants);
    }
    decideEviction();
    carryBytes = steps ? steps->carryBytes() : 0;
    for (const Round<W>& round : rounds)
        carryBytes = std::max(carryBytes, round.carryBytes());
}

template <typename W>
unsigned FilterPlan<W>::metBy(const Tables& part) const
{
    const ChainKind kind = part.x.kind;
    unsigned met = NEEDS_ROOM_ON_CHIP | NEEDS_OUT_OF_PLACE; // oneLaunchKind and run ask again
    if (areAlike(part))
        met |= NEEDS_ALIKE;
    if (isCascade(kind) && kind == part.y.kind)
        met |= NEEDS_ALIKE_CASCADES;
    if (std::is_same<W, float>::value)
        met |= NEEDS_FLOAT;
    if (canReadOnce(std::max(part.x.reach, part.y.reach)))
        met |= NEEDS_FADING;
    return met;
}

template <typename W>
double FilterPlan<W>::addParts(const FilterModel& model)
{
    double gainOfConstants = 1;
    const std::vector<FilterModel> filters = partsOf(model);
    for (const FilterModel& part : filters)
    {
        addPart(part, filters.size() == 1);
        gainOfConstants *= parts.back()->x.constantGain * parts.back()->y.constantGain;
    }
    if (runsSteps(scheduleOf(model.algorithm)))
        addSteps(scheduleOf(model.algorithm));
    return gainOfConstants;
}

template <typename W>
void FilterPlan<W>::addSteps(const Schedule& schedule)
{
    std::vector<AxesTables<W>> filters;
    filters.reserve(parts.size());
    for (const auto& part : parts)
        filters.push_back({&part->x, &part->y});
    steps.reset(new Steps<W>(schedule, filters, rows));
}

template <typename W>
void FilterPlan<W>::addPart(const FilterModel& part, bool isOnly)
{
    const Schedule& asked = scheduleOf(part.algorithm);
    const bool hasMany =
        isOnly && asked.onDevice == Engine::CHOICE && std::all_of(part.axes.begin(), part.axes.end(), hasManyStates<W>);
    parts.emplace_back(new Tables(part, shape, {false, runsSteps(asked) || hasMany}));
    if (runsSteps(asked))
    {
        const bool bothAxes = gathersBothAxes(asked, parts.size() - 1);
        const bool hasKernels = !isPairs(parts.back()->x.kind) && !isPairs(parts.back()->y.kind);
        if (!hasKernels || (bothAxes && !areAlike(*parts.back())))
            parts.back().reset(new Tables(part, shape, {true, true}));
        return;
    }
    const unsigned met = metBy(*parts.back()) | (hasMany ? unsigned(NEEDS_MANY_STATES) : 0u) |
                         (mayJoinAxes(part, std::is_same<W, float>::value) ? unsigned(NEEDS_MILD_POLES) : 0u);
    bool mayLaunchOnce = false;
    for (const Choice& choice : choices)
    {
        if (choice.needs & ~met)
            continue;
        const Schedule& schedule = scheduleOf(choice.algorithm);
        if (schedule.onDevice == Engine::ONE_READ)
        {
            readsOnce = true;
            reach = std::max(parts.back()->x.reach, parts.back()->y.reach);
        }
        if (runsSteps(schedule))
            return addSteps(schedule);
        mayLaunchOnce |= schedule.onDevice == Engine::ONE_LAUNCH;
        if (schedule.onDevice != Engine::TWO_READS)
            continue; // in place, or without room on the chip, it gives way to a choice in two reads
        if (schedule.steps.back().apply == Pass::DURL && !(met & NEEDS_ALIKE))
            parts.back().reset(new Tables(part, shape, {true, false})); // asked for by name: kernels of general chains
        addRounds(*parts.back(), schedule);
        break;
    }
    if (!mayLaunchOnce)
        return;
    TileJob<W> whole = rounds.back().job;
    whole.src.width = int(rows.n);
    oneLaunchKinds.back() = oneLaunchKind(whole);
}

template <typename W>
void FilterPlan<W>::addRounds(const Tables& part, const Schedule& schedule)
{
    std::vector<Pass> sets = roundsOf(schedule);
    // Drops rounds along axes that are not filtered. If there is no other round, the last one stays: it scales.
    const auto isIdle = [&](Pass set) {
        return (!has(set, Pass::RL) || part.x.kind == CHAIN_NONE) && (!has(set, Pass::DU) || part.y.kind == CHAIN_NONE);
    };
    sets.erase(std::remove_if(sets.begin(), sets.end() - 1, isIdle), sets.end() - 1);
    if (sets.size() > 1 && isIdle(sets.back()))
        sets.pop_back();
    for (const Pass set : sets)
    {
        rounds.push_back(makeRound(part.x, part.y, set, rows));
        oneLaunchKinds.push_back(NOT_ONE_LAUNCH);
    }
    rounds.back().job.gain = W(part.x.gain * part.y.gain);
}

template <typename W>
void FilterPlan<W>::setOffset(const FilterModel& model, double gainOfConstants)
{
    for (int c = 0; c < 4; c++)
    {
        const double offset = std::any_of(model.axes.begin(), model.axes.end(), isConstant) ? model.borderValue[c] : 0;
        if (steps)
        {
            steps->setOffset(c, W(offset), W(offset * gainOfConstants));
            continue;
        }
        rounds.front().job.offset[c] = W(offset);
        rounds.back().job.restored[c] = W(offset * gainOfConstants);
    }
}

template <typename W>
void FilterPlan<W>::decideEviction()
{
    const double cache = deviceAttribute(cudaDevAttrL2CacheSize, currentDevice());
    const double image = double(rows.outer) * double(rows.n * rows.inner) * sizeof(W);
    for (Round<W>& round : rounds)
        round.job.evictFirst.pixels = image > cache * tuning::EVICT_PIXELS_FROM;
    evictsResult = image > cache * tuning::EVICT_RESULT_FROM && image <= cache * tuning::EVICT_RESULT_TO;
}

template <typename W>
void FilterPlan<W>::runRound(size_t index, const ImageView& src, const ImageView& dst, bool isResult, uchar* carries,
                             cudaStream_t stream) const
{
    TileJob<W> job = jobOf(rounds[index], src, dst, carries, stream);
    if (oneLaunchKinds[index] != NOT_ONE_LAUNCH && launchAtOnce(oneLaunchKinds[index], job))
        return;
    job.evictFirst.result = isResult && evictsResult && dst.depth == DataType<W>::depth;
    runInTwoReads(job);
}

template <typename W>
void FilterPlan<W>::oneRead(const ImageView& src, const ImageView& dst, cudaStream_t stream) const
{
    if constexpr (std::is_same<W, float>::value)
    {
        launchOneRead(jobOf(oneReadRound, src, dst, nullptr, stream), reach);
    }
}

template <typename W>
void FilterPlan<W>::run(const cuda::GpuMat& src, cuda::GpuMat& dst, bool copies, const Queue& queue,
                        Workspace& workspace) const
{
    const Stage source(src, copies), result(dst, !isAligned(dst, dst.elemSize1()));
    // Not in place: a block reads what its neighbours overwrite.
    if (readsOnce && source.bytes() == 0 && result.bytes() == 0 && src.data != dst.data)
        return oneRead(viewOf(src), viewOf(dst), queue.stream);

    const Workspace::Lease lease(workspace, workBytes() + source.bytes() + result.bytes(), queue);
    uchar* stages = lease.data() + workBytes();
    const cuda::GpuMat from = source.at(stages), to = result.at(stages);
    source.copy(src, from, queue.stream);
    runIn(lease.data(), from, to, result.bytes() == 0, queue.stream);
    result.copy(to, dst, queue.stream);
}

template <typename W>
void FilterPlan<W>::runIn(uchar* memory, const cuda::GpuMat& src, const cuda::GpuMat& dst, bool isResult,
                          cudaStream_t stream) const
{
    // Memory: the carries, and the images between rounds or steps. Rounds in the middle overwrite the one they read.
    const int type = CV_MAKETYPE(DataType<W>::depth, int(rows.inner));
    uchar* const images = memory + carryBytes;
    const ImageView between = viewOf(images, betweenStep(), src.size(), type);
    if (steps)
        steps->run(viewOf(src), viewOf(dst), {between, viewOf(images + imageBytes(), betweenStep(), src.size(), type)},
                   memory, stream);
    for (size_t i = 0; i < rounds.size(); i++)
    {
        const bool isLast = i + 1 == rounds.size();
        runRound(i, i == 0 ? viewOf(src) : between, isLast ? viewOf(dst) : between, isLast && isResult, memory, stream);
    }
}

bool needsDouble(const FilterModel& model)
{
    const Schedule& schedule = scheduleOf(model.algorithm);
    if (schedule.onDevice == Engine::CHOICE)
        return false;
    const std::vector<FilterModel> filters = partsOf(model);
    for (size_t i = 0; i < filters.size(); i++)
    {
        const ChainKind x = chainKindOf<float>(filters[i].axes[ALONG_ROWS]),
                        y = chainKindOf<float>(filters[i].axes[ALONG_COLUMNS]);
        // Without their kernels, added pairs run in direct form II (GeneralChain). Float loses 7e-6 of a Gaussian so.
        if (runsSteps(schedule) && (isPairs(x) || isPairs(y)))
            return true;
        const bool areGeneral = x != CHAIN_NONE && y != CHAIN_NONE && (x != y || x == CHAIN_GENERAL);
        if (gathersBothAxes(schedule, i) && (areGeneral || !mayJoinAxes(filters[i], true)))
            return true;
    }
    return false;
}

template class FilterPlan<float>;
template class FilterPlan<double>;

}}} // namespace cv::recfilter::gpu

#endif
