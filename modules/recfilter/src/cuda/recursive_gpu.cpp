// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The GPU half of a RecursiveFilter: finds the plan of a call and runs it.

#include "cuda/recursive_gpu.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "cuda/padded/padded_plan.hpp"
#include "cuda/runtime/device_plans.hpp"

namespace cv { namespace recfilter {

struct RecursiveGpu::Plans
{
    explicit Plans(const FilterModel& filter)
        : model(filter), isPadded(scheduleOf(filter.algorithm).onDevice == Engine::PADDED),
          inDouble(gpu::needsDouble(filter))
    {
    }

    //! Calls body with the plan of a shape on the current device.
    template <typename Body>
    void with(const Extents& shape, bool wantsDouble, bool isCaptured, const Body& body)
    {
        const PlanKey key = {shape, currentDevice()};
        if (isPadded)
            padded.with(model, key, wantsDouble || inDouble, isCaptured, body);
        else
            filters.with(model, key, wantsDouble || inDouble, isCaptured, body);
    }

    const FilterModel model;
    const bool isPadded;
    const bool inDouble; //!< whatever the depth of the images is
    DevicePlans<gpu::FilterPlan> filters;
    DevicePlans<gpu::PaddedPlan> padded;
};

RecursiveGpu::RecursiveGpu(const FilterModel& model) : plans(std::make_shared<Plans>(model)) {}

void RecursiveGpu::apply(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat& dst, bool inDouble,
                         cuda::Stream& stream) const
{
    const Queue queue(stream);
    plans->with(Extents::ofImage(src.size(), src.channels()), inDouble, queue.isCaptured,
                [&](const auto& plan) { plan.run(src, dst, mustCopy, queue, *plans->filters.workspace); });
}

size_t RecursiveGpu::workBytes(Size size, int channels, bool inDouble) const
{
    size_t bytes = 0;
    plans->with(Extents::ofImage(size, channels), inDouble, false, [&](const auto& plan) { bytes = plan.workBytes(); });
    return bytes;
}

void RecursiveGpu::clear()
{
    plans->filters.clear();
    plans->padded.clear();
}

}} // namespace cv::recfilter

#endif
