// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Non-separable filters on the GPU: copies of arrays that cannot be used in place, and the algorithm.

#include "cuda/conv/conv_gpu.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "cuda/conv/conv_choice.hpp"
#include "cuda/io/stage.hpp"
#include "cuda/io/view_of.hpp"
#include "cuda/runtime/workspace.hpp"
#include "cuda/tables/border_kind.hpp"
#include "plan/overlap.hpp"

#include <optional>

namespace cv { namespace recfilter {

using cuda::GpuMat;

namespace gpu {

ConvJob convJobOf(const KernelBank& bank, const GpuMat& src, Size result)
{
    ConvJob job = {};
    job.src.image = viewOf(src);
    job.src.borderY = borderKindOf(bank.border[2]);
    job.src.borderX = borderKindOf(bank.border[3]);
    for (int i = 0; i < 4; i++)
        job.src.borderValue[i] = bank.borderValue[i];
    job.width = result.width;
    job.height = result.height;
    job.kernelWidth = bank.size[3];
    job.kernelHeight = bank.size[2];
    job.startX = bank.windowStart(3);
    job.startY = bank.windowStart(2);
    job.delta = bank.delta;
    job.recheck = RECHECK_NONE;
    return job;
}

ConvResult convResultOf(const BankResult& result, const GpuMat* dst, int count)
{
    const GpuMat& array = dst[count == 1 ? 0 : result.filter];
    const size_t element = array.elemSize1();
    const bool hasVectors = array.channels() == 1 && isAligned(array, 4 * element);
    return {array.data + size_t(result.firstChannel) * element,
            array.step,
            array.depth(),
            array.channels(),
            result.channelStep,
            hasVectors};
}

ConvResult convResultOf(const BankResult& result, const ConvCall& call)
{
    ConvResult place = convResultOf(result, call.dst, 1);
    const int64 vector = 4 * int64(call.dst[0].elemSize1());
    place.hasVectors = place.hasVectors && call.outer.t.step % vector == 0 && call.outer.z.step % vector == 0;
    return place;
}

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

ConvOuter outerOf(const KernelBank& bank, const VolumeView& src, const VolumeView& dst)
{
    return {outerAxis(bank, 0, src.t, dst.t, src.stepT, dst.stepT),
            outerAxis(bank, 1, src.z, dst.z, src.stepZ, dst.stepZ)};
}

} // namespace gpu

struct ConvGpu::Parts
{
    explicit Parts(const KernelBank& kernels) : bank(kernels), choice(bank) {}

    const KernelBank bank;
    ConvChoice choice;
    const std::shared_ptr<Workspace> workspace = Workspace::shared();
};

namespace {

int64 pixelsOf(const AxisInts& size)
{
    return int64(size[0]) * size[1] * size[2] * size[3];
}

} // namespace

ConvGpu::ConvGpu(const KernelBank& bank) : parts(std::make_shared<Parts>(bank)) {}

void ConvGpu::apply(const GpuMat& src, const GpuMat* dst, int count, cuda::Stream& stream) const
{
    const Queue queue(stream);
    parts->choice.prepare(queue.device);
    const ConvAlgorithmGpu& algorithm = parts->choice.of(int64(src.rows) * src.cols, src.type());
    const size_t algorithmBytes = alignSize(algorithm.workBytes({1, 1, src.rows, src.cols}, src.type()), 256);
    bool copies = !isAligned(src, src.elemSize1()) || (src.rows > 1 && src.step % algorithm.rowAlignment() != 0);
    std::vector<Stage> results;
    size_t bytes = algorithmBytes;
    for (int i = 0; i < count; i++)
    {
        copies = copies || overlap(src, dst[i]);
        results.emplace_back(dst[i], !isAligned(dst[i], dst[i].elemSize1()));
        bytes += results.back().bytes();
    }
    const Stage source(src, copies);
    std::optional<Workspace::Lease> lease;
    if (bytes + source.bytes() > 0)
        lease.emplace(*parts->workspace, bytes + source.bytes(), queue);
    uchar* const memory = lease ? lease->data() : nullptr;
    uchar* stages = memory + algorithmBytes;
    const GpuMat from = source.at(stages);
    std::vector<GpuMat> to;
    to.reserve(results.size());
    for (const Stage& result : results)
        to.push_back(result.at(stages));
    source.copy(src, from, queue.stream);
    algorithm.queue({from, to.data(), count, memory}, queue);
    for (int i = 0; i < count; i++)
        results[size_t(i)].copy(to[size_t(i)], dst[i], queue.stream);
}

void ConvGpu::apply(const cuda::GpuMatND& src, const cuda::GpuMatND& dst, cuda::Stream& stream) const
{
    const VolumeView volume(src), result(dst);
    if (parts->bank.dims == 2)
        return apply(volume.plane, &result.plane, 1, stream);
    const Queue queue(stream);
    const ConvAlgorithmGpu& algorithm = parts->choice.of(pixelsOf(volume.size()), src.type());
    const VolumeStage to(result, !result.isAligned(result.plane.elemSize1()));
    const VolumeStage from(volume, !volume.isAligned(volume.plane.elemSize1()) || overlap(volume, result));
    const size_t algorithmBytes = alignSize(algorithm.workBytes(volume.size(), src.type()), 256);
    const Workspace::Lease lease(*parts->workspace, algorithmBytes + to.bytes() + from.bytes(), queue);
    uchar* stages = lease.data() + algorithmBytes;
    const VolumeView results = to.at(stages), source = from.at(stages);
    from.copy(volume, source, queue.stream);
    algorithm.queue({source.plane, &results.plane, 1, lease.data(), gpu::outerOf(parts->bank, source, results)}, queue);
    to.copy(results, result, queue.stream);
}

size_t ConvGpu::workBytes(const AxisInts& size, int type) const
{
    return parts->choice.of(pixelsOf(size), type).workBytes(size, type);
}

int ConvGpu::algorithm() const
{
    return parts->choice.algorithm();
}

void ConvGpu::clear()
{
    parts->choice.clear();
}

}} // namespace cv::recfilter

#endif
