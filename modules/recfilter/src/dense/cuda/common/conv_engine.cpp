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
ConvAxis outerAxis(const KernelBank& bank, int axis, const Extents& src, const Extents& dst)
{
    ConvAxis result;
    result.srcSize = int(src[axis]);
    result.size = int(dst[axis]);
    result.kernel = bank.size[size_t(axis)];
    result.start = bank.windowStart(axis);
    result.border = borderKindOf(bank.border[size_t(axis)]);
    result.srcStep = int64(src.step(axis));
    result.step = int64(dst.step(axis));
    return result;
}

} // namespace

ConvJob convJobOf(const KernelBank& bank, const ArrayView& src, const ArrayView& dst)
{
    ConvJob job = {};
    job.src.image = viewOf(src.planeOnDevice());
    job.src.borderY = borderKindOf(bank.border[2]);
    job.src.borderX = borderKindOf(bank.border[3]);
    // Blocks read rows and columns of the border that no VALID window sees: a value there must not count.
    for (int i = 0; i < 4; i++)
        job.src.borderValue[i] = bank.valid ? 0 : bank.borderValue[i];
    job.width = int(dst.size[3]);
    job.height = int(dst.size[2]);
    job.kernelWidth = bank.size[3];
    job.kernelHeight = bank.size[2];
    job.startX = bank.windowStart(3);
    job.startY = bank.windowStart(2);
    job.delta = bank.delta;
    job.recheck = RECHECK_NONE;
    job.outer = {outerAxis(bank, 0, src.size, dst.size), outerAxis(bank, 1, src.size, dst.size)};
    return job;
}

ConvResult wholeResult(const ArrayView& array)
{
    const bool hasVectors = array.channels == 1 && array.isAligned(4 * array.elementBytes());
    return {array.data, array.rowStep(), array.depth, array.channels, 1, hasVectors};
}

ConvResult convResultOf(const BankResult& result, const ConvCall& call)
{
    const int number = call.inPlanes ? result.firstChannel : call.dst.size() == 1 ? 0 : result.filter;
    ConvResult place = wholeResult(call.dst[size_t(number)]);
    if (!call.inPlanes)
        place.data += size_t(result.firstChannel) * call.dst[0].elementBytes();
    place.channelStep = result.channelStep;
    return place;
}

}}} // namespace cv::recfilter::gpu

#endif
