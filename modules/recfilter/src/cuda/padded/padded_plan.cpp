// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// How a PaddedPlan runs.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "cuda/io/stage.hpp"
#include "cuda/io/view_of.hpp"
#include "cuda/padded/padded_plan.hpp"
#include "cuda/tables/border_kind.hpp"

namespace cv { namespace recfilter { namespace gpu {

template <typename W>
PaddedPlan<W>::PaddedPlan(const FilterModel& model, const Extents& shape)
    : padding(Padding::of<W>(model, shape)), channels(shape.channels()), filter(padding.model, padding.shape)
{
    job.left = padding.x;
    job.above = padding.y;
    job.borderX = borderKindOf(model.axes[ALONG_ROWS].borderType);
    job.borderY = borderKindOf(model.axes[ALONG_COLUMNS].borderType);
    for (int c = 0; c < 4; c++)
        job.borderValue[c] = model.borderValue[c];
}

template <typename W>
Size PaddedPlan<W>::size() const
{
    return {int(padding.shape.along(ALONG_ROWS).n), int(padding.shape.along(ALONG_COLUMNS).n)};
}

template <typename W>
void PaddedPlan<W>::run(const cuda::GpuMat& src, cuda::GpuMat& dst, bool, const Queue& queue,
                        Workspace& workspace) const
{
    // The source is read before the result is written, so that they may overlap.
    const Stage source(src), result(dst);
    const Workspace::Lease lease(workspace, workBytes() + source.bytes() + result.bytes(), queue);
    uchar* stages = lease.data() + workBytes();
    const cuda::GpuMat from = source.at(stages), to = result.at(stages);
    const cuda::GpuMat padded(size(), CV_MAKETYPE(DataType<W>::depth, channels), lease.data() + filter.workBytes(),
                              step());
    PaddingJob call = job;
    call.padded = viewOf(padded);
    source.copy(src, from, queue.stream);
    pad<W>(call, viewOf(from), queue.stream);
    filter.runIn(lease.data(), padded, padded, false, queue.stream);
    crop<W>(call, viewOf(to), queue.stream);
    result.copy(to, dst, queue.stream);
}

template class PaddedPlan<float>;
template class PaddedPlan<double>;

}}} // namespace cv::recfilter::gpu

#endif
