// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The GPU half of a RecursiveFilter, and its empty stand-in for builds without CUDA.

#include "cuda/recursive_gpu.hpp"

#ifdef HAVE_CUDA

#include "plan/overlap.hpp"
#include "plan/plan_cache.hpp"
#include "cuda/filter_plan.hpp"

namespace cv { namespace recfilter {

using gpu::FilterPlan;

struct RecursiveGpu::Plans
{
    explicit Plans(bool alwaysInDouble) : inDouble(alwaysInDouble) {}

    //! Calls body with the plan of an image shape on the current device.
    template <typename Body>
    void with(const FilterModel& filter, const PlanKey& key, bool asDouble, const Body& body)
    {
        const auto find = [&](auto& cache) {
            typedef typename std::decay_t<decltype(cache)>::PlanType Plan;
            body(cache.get(key, [&] { return std::make_shared<const Plan>(filter, key.shape); }));
        };
        if (asDouble || inDouble)
            find(twice);
        else
            find(single);
    }

    //! Keeps a plan as long as the filter: a captured graph may run it at any time.
    void keep(const std::shared_ptr<const void>& plan)
    {
        std::lock_guard<std::mutex> lock(mutex);
        if (std::find(captured.begin(), captured.end(), plan) == captured.end())
            captured.push_back(plan);
    }

    const bool inDouble; //!< whatever the depth of the images is
    PlanCache<FilterPlan<float>> single;
    PlanCache<FilterPlan<double>> twice;
    const std::shared_ptr<Workspace> workspace = Workspace::shared();
    std::mutex mutex;
    std::vector<std::shared_ptr<const void>> captured;
};

RecursiveGpu::RecursiveGpu(const FilterModel& m) : model(m), plans(new Plans(gpu::needsDouble(m))) {}

RecursiveGpu::~RecursiveGpu() = default;

void RecursiveGpu::apply(const cuda::GpuMat& src, cuda::GpuMat& dst, bool inDouble, cuda::Stream& stream) const
{
    const Queue queue(stream);
    const bool copies = (overlap(src, dst) && !samePixels(src, dst)) || !isAligned(src, src.elemSize1());
    plans->with(model, {ArrayShape::ofImage(src.size(), src.channels()), queue.device}, inDouble,
                [&](const auto& plan) {
                    if (queue.isCaptured)
                        plans->keep(plan);
                    plan->run(src, dst, copies, queue, *plans->workspace);
                });
}

size_t RecursiveGpu::workBytes(Size size, int channels, bool inDouble) const
{
    size_t bytes = 0;
    plans->with(model, {ArrayShape::ofImage(size, channels), currentDevice()}, inDouble,
                [&](const auto& plan) { bytes = plan->workBytes(); });
    return bytes;
}

void RecursiveGpu::clear()
{
    plans->single.clear();
    plans->twice.clear();
}

void releaseDeviceMemory()
{
    Workspace::shared()->release();
}

}} // namespace cv::recfilter

#else

// Without CUDA there are no devices: RecursiveFilter refuses a GpuMat before it comes here.
namespace cv { namespace recfilter {

struct RecursiveGpu::Plans
{};

RecursiveGpu::RecursiveGpu(const FilterModel& m) : model(m) {}

RecursiveGpu::~RecursiveGpu() = default;

void RecursiveGpu::apply(const cuda::GpuMat&, cuda::GpuMat&, bool, cuda::Stream&) const {}

size_t RecursiveGpu::workBytes(Size, int, bool) const
{
    return 0;
}

void RecursiveGpu::clear() {}

void releaseDeviceMemory() {}

}} // namespace cv::recfilter

#endif
