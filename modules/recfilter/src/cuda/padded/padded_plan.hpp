// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_PADDED_PADDED_PLAN_HPP
#define OPENCV_RECFILTER_CUDA_PADDED_PADDED_PLAN_HPP

// Algorithm 6b on the GPU: pads an image by its border, filters it and crops it.

#include "cuda/filter_plan.hpp"
#include "cuda/padded/padding_job.hpp"
#include "plan/padding.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Has the interface of FilterPlan.
template <typename W>
class PaddedPlan
{
public:
    PaddedPlan(const FilterModel& model, const Extents& shape);

    void run(const cuda::GpuMat& src, cuda::GpuMat& dst, bool copies, const Queue& queue, Workspace& workspace) const;
    size_t workBytes() const { return filter.workBytes() + imageBytes(); }

private:
    Size size() const;
    size_t step() const { return alignSize(size_t(size().width) * size_t(channels) * sizeof(W), 256); }
    size_t imageBytes() const { return step() * size_t(size().height); }

    const Padding padding;
    const int channels;
    const FilterPlan<W> filter;
    PaddingJob job = {}; //!< without the padded image
};

extern template class PaddedPlan<float>;
extern template class PaddedPlan<double>;

}}} // namespace cv::recfilter::gpu

#endif
