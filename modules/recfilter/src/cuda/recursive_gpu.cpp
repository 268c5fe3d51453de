// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The GPU half of a RecursiveFilter: finds the plan of a call and runs it.

#include "cuda/recursive_gpu.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "plan/overlap.hpp"
#include "cuda/filter_plan.hpp"
#include "cuda/runtime/device_plans.hpp"

namespace cv { namespace recfilter {

struct RecursiveGpu::Plans : DevicePlans<gpu::FilterPlan>
{
    explicit Plans(bool alwaysInDouble) : inDouble(alwaysInDouble) {}

    const bool inDouble; //!< whatever the depth of the images is
};

RecursiveGpu::RecursiveGpu(const FilterModel& m) : model(m), plans(std::make_shared<Plans>(gpu::needsDouble(m))) {}

void RecursiveGpu::apply(const cuda::GpuMat& src, cuda::GpuMat& dst, bool inDouble, cuda::Stream& stream) const
{
    const Queue queue(stream);
    const bool copies = (overlap(src, dst) && !samePixels(src, dst)) || !isAligned(src, src.elemSize1());
    plans->with(model, {ArrayShape::ofImage(src.size(), src.channels()), queue.device}, inDouble || plans->inDouble,
                queue.isCaptured, [&](const auto& plan) { plan.run(src, dst, copies, queue, *plans->workspace); });
}

size_t RecursiveGpu::workBytes(Size size, int channels, bool inDouble) const
{
    size_t bytes = 0;
    plans->with(model, {ArrayShape::ofImage(size, channels), currentDevice()}, inDouble || plans->inDouble, false,
                [&](const auto& plan) { bytes = plan.workBytes(); });
    return bytes;
}

void RecursiveGpu::clear()
{
    plans->clear();
}

bool hasDevice()
{
    return cuda::getCudaEnabledDeviceCount() > 0;
}

void releaseDeviceMemory()
{
    Workspace::shared()->release();
}

}} // namespace cv::recfilter

#endif
