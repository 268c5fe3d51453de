// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// What engines make of a call: the job of their kernels.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "dense/cuda/common/conv_engine.hpp"
#include "runtime/cuda/io/view_of.hpp"
#include "runtime/cuda/io/border_kind.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! @param axis 0: t, 1: z
ConvAxis outerAxis(const KernelBank& bank, int axis, int srcSize, int size, size_t srcStep, size_t step)
{
    ConvAxis result;
    result.srcSize = srcSize;
    result.size = size;
    result.kernel = bank.size[size_t(axis)];
    result.start = bank.windowStart(axis);
    result.border = borderKindOf(bank.border[size_t(axis)]);
    result.srcStep = int64(srcStep);
    result.step = int64(step);
    return result;
}

} // namespace

ConvJob convJobOf(const KernelBank& bank, const VolumeView& src, const VolumeView& dst)
{
    ConvJob job = {};
    job.src.image = viewOf(src.plane);
    job.src.borderY = borderKindOf(bank.border[2]);
    job.src.borderX = borderKindOf(bank.border[3]);
    // Blocks read rows and columns of the border that no VALID window sees: a value there must not count.
    for (int i = 0; i < 4; i++)
        job.src.borderValue[i] = bank.valid ? 0 : bank.borderValue[i];
    job.width = dst.plane.cols;
    job.height = dst.plane.rows;
    job.kernelWidth = bank.size[3];
    job.kernelHeight = bank.size[2];
    job.startX = bank.windowStart(3);
    job.startY = bank.windowStart(2);
    job.delta = bank.delta;
    job.recheck = RECHECK_NONE;
    job.outer = {outerAxis(bank, 0, src.t, dst.t, src.stepT, dst.stepT),
                 outerAxis(bank, 1, src.z, dst.z, src.stepZ, dst.stepZ)};
    return job;
}

ConvResult wholeResult(const VolumeView& array)
{
    const cuda::GpuMat& plane = array.plane;
    const bool hasVectors = plane.channels() == 1 && array.isAligned(4 * plane.elemSize1());
    return {plane.data, plane.step, plane.depth(), plane.channels(), 1, hasVectors};
}

ConvResult convResultOf(const BankResult& result, const ConvCall& call)
{
    const int number = call.inPlanes ? result.firstChannel : call.dst.size() == 1 ? 0 : result.filter;
    ConvResult place = wholeResult(call.dst[size_t(number)]);
    if (!call.inPlanes)
        place.data += size_t(result.firstChannel) * call.dst[0].plane.elemSize1();
    place.channelStep = result.channelStep;
    return place;
}

}}} // namespace cv::recfilter::gpu

#endif
