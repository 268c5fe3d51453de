// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Finds the engine and the plan of a call, and runs it in float or double.

#include "cpu/recursive_cpu.hpp"

#include "plan/plan_cache.hpp"
#include "cpu/band/band.hpp"
#include "cpu/few/few_lines.hpp"
#include "cpu/tiles/lines.hpp"
#include "cpu/tiles/padded.hpp"
#include "cpu/tiles/tiles.hpp"
#include "cpu/tiles/tuning.hpp"

namespace cv { namespace recfilter {

template <typename W>
struct PlansOf
{
    void clear()
    {
        band.clear();
        tiles.clear();
        padded.clear();
        lines.clear();
        fewLines.clear();
    }

    PlanCache<BandPlan<W>> band;
    PlanCache<TilePlan<W>> tiles;
    PlanCache<PaddedPlan<W>> padded;
    PlanCache<LinePlan<W>> lines;
    PlanCache<FewLinesPlan<W>> fewLines;
};

/** Whether whole lines take less time than bands. Not beside a border value, which they subtract from the whole image:
far from the border a large one would cost digits. */
static bool prefersLines(const FilterModel& model)
{
    const AxisModel& columns = model.axes[ALONG_COLUMNS];
    const auto meetsValue = [&](const AxisModel& axis) {
        return axis.borderType == BORDER_CONSTANT && !axis.isPointwise() && model.borderValue != Scalar();
    };
    return std::min(orderOf(columns.filter.causal), orderOf(columns.filter.anticausal)) >= tuning::LINES_ORDER &&
           std::none_of(model.axes.begin(), model.axes.end(), meetsValue);
}

/** The choices of a filter. The filter alone decides between whole lines and bands: a part of an image takes the engine
of the whole. Few lines come before both. */
static std::vector<Choice> choicesFor(const FilterModel& model)
{
    const bool takesFewLines = FewLinesPlan<float>::takes(model), takesLines = prefersLines(model);
    std::vector<Choice> choices;
    for (const Choice& choice : choicesOf(scheduleOf(model.algorithm), &Schedule::onHost))
        if ((takesFewLines || !(choice.needs & NEEDS_FEW_LINES)) && (takesLines || !(choice.needs & NEEDS_LINES)))
            choices.push_back(choice);
    return choices;
}

//! The first choice whose needs are met, of those that one engine runs. The last one takes every array.
template <typename W>
static const Schedule& chosen(std::vector<Choice>::const_iterator choice, std::vector<Choice>::const_iterator end,
                              const FilterModel& model, const ArrayShape& shape)
{
    while (choice + 1 != end && (choice->needs & NEEDS_FADING) && !BandPlan<W>::fades(model, shape))
        ++choice;
    return scheduleOf(choice->algorithm);
}

struct RecursiveCpu::Plans
{
    explicit Plans(const FilterModel& model) : choices(choicesFor(model)) {}

    const std::vector<Choice> choices;
    PlansOf<float> single;
    PlansOf<double> twice;
    ScratchPool scratch;
};

RecursiveCpu::RecursiveCpu(const FilterModel& m) : model(m), plans(std::make_shared<Plans>(m)) {}

template <typename W>
static void applyAs(PlansOf<W>& plans, const std::vector<Choice>& choices, const FilterModel& model, const Mat& src,
                    Mat& dst, ScratchPool& scratch)
{
    const ArrayShape shape = ArrayShape::ofImage(src.size(), src.channels());
    const auto runPlan = [&](auto& cache, const auto& schedule) {
        typedef typename std::decay_t<decltype(cache)>::ValueType Plan;
        const auto plan = cache.get({shape, 0}, [&] { return std::make_shared<const Plan>(model, shape, schedule()); });
        plan->run(src, dst, scratch);
    };
    const auto runs = [&](const Choice& choice) {
        return !(choice.needs & NEEDS_FEW_LINES) || FewLinesPlan<W>::areFew(model, shape);
    };
    // Whether bands look ahead is asked when they are planned: it takes a plan of the columns.
    const auto first = std::find_if(choices.begin(), choices.end(), runs);
    const auto schedule = [&]() -> const Schedule& { return chosen<W>(first, choices.end(), model, shape); };
    switch (scheduleOf(first->algorithm).onHost)
    {
    case Engine::FEW_LINES:
        return runPlan(plans.fewLines, schedule);
    case Engine::BANDS:
        return runPlan(plans.band, schedule);
    case Engine::WHOLE_LINES:
        return runPlan(plans.lines, schedule);
    case Engine::PADDED:
        return runPlan(plans.padded, schedule);
    default:
        runPlan(plans.tiles, schedule);
    }
}

void RecursiveCpu::apply(const Mat& src, Mat& dst, bool inDouble) const
{
    // Without fused multiply-adds, float loses more than promised: order 3, slow poles, 1.5e-5 instead of 1e-5.
    if (inDouble || !filterKernels(float()).fuses)
        applyAs(plans->twice, plans->choices, model, src, dst, plans->scratch);
    else
        applyAs(plans->single, plans->choices, model, src, dst, plans->scratch);
}

void RecursiveCpu::clear()
{
    plans->single.clear();
    plans->twice.clear();
    plans->scratch.clear();
}

}} // namespace cv::recfilter
