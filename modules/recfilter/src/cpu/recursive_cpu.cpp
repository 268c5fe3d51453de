// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "cpu/recursive_cpu.hpp"

#include "plan/overlap.hpp"
#include "plan/plan_cache.hpp"
#include "cpu/band/band.hpp"
#include "cpu/tiles/lines.hpp"
#include "cpu/tiles/tiles.hpp"

namespace cv { namespace recfilter {

//! The plans in one working type.
template <typename W>
struct PlansOf
{
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

template <typename Plan>
static void runPlan(PlanCache<Plan>& cache, const FilterModel& model, const Mat& src, Mat& dst, ScratchPool& scratch)
{
    const auto plan = cache.get({src.size(), src.channels(), 0}, [&] {
        return std::make_shared<const Plan>(model, src.size(), src.channels(), model.algorithm == cuda::RECURSIVE_AUTO);
    });
    plan->run(src, dst, scratch);
}

template <typename W>
static void applyAs(PlansOf<W>& plans, const FilterModel& model, const Mat& src, Mat& dst, ScratchPool& scratch)
{
    switch (model.algorithm)
    {
    case cuda::RECURSIVE_AUTO:
    case cuda::RECURSIVE_BAND:
        return runPlan(plans.band, model, src, dst, scratch);
    case cuda::RECURSIVE_ALG_RT:
        return runPlan(plans.lines, model, src, dst, scratch);
    }
    runPlan(plans.tiles, model, src, dst, scratch);
}

void RecursiveCpu::apply(const Mat& src, Mat& dst, bool inDouble) const
{
    // In place is as good; of any other overlap the engines would read what they have written.
    const Mat source = overlap(src, dst) && !samePixels(src, dst) ? src.clone() : src;
    // Two roundings a step are more than float filters are promised to lose: order 3, slow poles, 1.5e-5 instead of 1e-5.
    if (inDouble || !filterKernels(float()).fuses)
        applyAs(plans->twice, model, source, dst, plans->scratch);
    else
        applyAs(plans->single, model, source, dst, plans->scratch);
}

}} // namespace cv::recfilter
