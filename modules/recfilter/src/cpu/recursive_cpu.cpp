// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Finds the engine and the plan of a call, and runs it in float or double.

#include "cpu/recursive_cpu.hpp"

#include "plan/overlap.hpp"
#include "plan/plan_cache.hpp"
#include "cpu/band/band.hpp"
#include "cpu/tiles/lines.hpp"
#include "cpu/tiles/tiles.hpp"

namespace cv { namespace recfilter {

template <typename W>
struct PlansOf
{
    void clear()
    {
        band.clear();
        tiles.clear();
        lines.clear();
    }

    PlanCache<BandPlan<W>> band;
    PlanCache<TilePlan<W>> tiles;
    PlanCache<LinePlan<W>> lines;
};

struct RecursiveCpu::Plans
{
    PlansOf<float> single;
    PlansOf<double> twice;
    ScratchPool scratch;
};

RecursiveCpu::RecursiveCpu(const FilterModel& m) : model(m), plans(new Plans) {}

RecursiveCpu::~RecursiveCpu() = default;

template <typename W>
static void applyAs(PlansOf<W>& plans, const FilterModel& model, const Mat& src, Mat& dst, ScratchPool& scratch)
{
    // The first choice takes every filter: bands that look ahead gather if the filter fades too slowly.
    const Schedule& row = scheduleOf(choicesOf(scheduleOf(model.algorithm), &Schedule::onHost).front());
    const auto runPlan = [&](auto& cache) {
        typedef typename std::decay_t<decltype(cache)>::PlanType Plan;
        const ArrayShape shape = ArrayShape::ofImage(src.size(), src.channels());
        const auto plan = cache.get({shape, 0}, [&] { return std::make_shared<const Plan>(model, shape, row); });
        plan->run(src, dst, scratch);
    };
    switch (row.onHost)
    {
    case Engine::BANDS:
        return runPlan(plans.band);
    case Engine::WHOLE_LINES:
        return runPlan(plans.lines);
    default:
        CV_Assert(row.onHost == Engine::TILES);
        runPlan(plans.tiles);
    }
}

void RecursiveCpu::apply(const Mat& src, Mat& dst, bool inDouble) const
{
    // Engines may work in place. With any other overlap they would read pixels that they have already written.
    const Mat source = overlap(src, dst) && !samePixels(src, dst) ? src.clone() : src;
    // Without fused multiply-adds, float loses more than promised: order 3, slow poles, 1.5e-5 instead of 1e-5.
    if (inDouble || !filterKernels(float()).fuses)
        applyAs(plans->twice, model, source, dst, plans->scratch);
    else
        applyAs(plans->single, model, source, dst, plans->scratch);
}

void RecursiveCpu::clear()
{
    plans->single.clear();
    plans->twice.clear();
    plans->scratch.clear();
}

}} // namespace cv::recfilter
