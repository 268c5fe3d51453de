// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "cuda/recursive_gpu.hpp"

#ifdef HAVE_CUDA

#include "plan/overlap.hpp"
#include "plan/plan_cache.hpp"
#include "cuda/filter_plan.hpp"

namespace cv { namespace recfilter {

using gpu::FilterPlan;

struct RecursiveGpu::Plans
{
    PlanCache<FilterPlan<float>> single;
    PlanCache<FilterPlan<double>> twice;
    StreamScratch scratch;

    //! A captured graph may run a plan at any time: it lives as long as the filter.
    void keep(const std::shared_ptr<const void>& plan)
    {
        std::lock_guard<std::mutex> lock(mutex);
        if (std::find(captured.begin(), captured.end(), plan) == captured.end())
            captured.push_back(plan);
    }

    std::mutex mutex;
    std::vector<std::shared_ptr<const void>> captured;
};

RecursiveGpu::RecursiveGpu(const FilterModel& m) : model(m), plans(new Plans) {}

RecursiveGpu::~RecursiveGpu() = default;

void RecursiveGpu::apply(const cuda::GpuMat& src, cuda::GpuMat& dst, bool inDouble, cuda::Stream& stream) const
{
    const Queue queue(stream);
    const bool copies = (overlap(src, dst) && !samePixels(src, dst)) || !isAligned(src, src.elemSize1());
    const auto runPlan = [&](auto& cache) {
        typedef typename std::decay_t<decltype(cache)>::PlanType Plan;
        const auto plan = cache.get({src.size(), src.channels(), queue.device},
                                    [&] { return std::make_shared<const Plan>(model, src.size(), src.channels()); });
        if (queue.isCaptured)
            plans->keep(plan);
        plan->run(src, dst, copies, queue, plans->scratch);
    };
    if (inDouble)
        runPlan(plans->twice);
    else
        runPlan(plans->single);
}

}} // namespace cv::recfilter

#else

// Without CUDA there are no devices, and RecursiveFilter refuses a GpuMat before it comes here.
namespace cv { namespace recfilter {

struct RecursiveGpu::Plans
{};

RecursiveGpu::RecursiveGpu(const FilterModel& m) : model(m) {}

RecursiveGpu::~RecursiveGpu() = default;

void RecursiveGpu::apply(const cuda::GpuMat&, cuda::GpuMat&, bool, cuda::Stream&) const {}

}} // namespace cv::recfilter

#endif
