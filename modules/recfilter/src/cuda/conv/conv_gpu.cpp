// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Non-separable filters on the GPU: copies of arrays that cannot be used in place, and the algorithm.

#include "cuda/conv/conv_gpu.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "cuda/conv/conv_choice.hpp"
#include "cuda/conv/pixels/result_planes.hpp"
#include "cuda/conv/common/tuning.hpp"
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
    // Blocks read rows and columns of the border that no VALID window sees: a value there must not count.
    for (int i = 0; i < 4; i++)
        job.src.borderValue[i] = bank.valid ? 0 : bank.borderValue[i];
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

ConvResult wholeResult(const GpuMat& array)
{
    const bool hasVectors = array.channels() == 1 && isAligned(array, 4 * array.elemSize1());
    return {array.data, array.step, array.depth(), array.channels(), 1, hasVectors};
}

ConvResult convResultOf(const BankResult& result, const ConvCall& call)
{
    const int number = call.inPlanes ? result.firstChannel : call.count == 1 ? 0 : result.filter;
    ConvResult place = wholeResult(call.dst[number]);
    const size_t element = call.dst[number].elemSize1();
    if (!call.inPlanes)
        place.data += size_t(result.firstChannel) * element;
    place.channelStep = result.channelStep;
    const int64 vector = 4 * int64(element);
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

/** Whether the channels of results are stored as arrays first.
@param size of a result along the axes t, z, y, x @param channels of it */
bool takesPlanes(const ConvAlgorithmGpu& algorithm, int srcType, const AxisInts& size, int depth, int channels)
{
    const double elements = double(size[0]) * size[1] * size[2] * size[3] * channels;
    return algorithm.prefersPlanes() && CV_MAT_CN(srcType) == 1 && (depth == CV_32F || depth == CV_8U) &&
           channels >= gpu::tuning::planesChannels(depth == CV_8U) && elements >= gpu::tuning::PLANES_ELEMENTS &&
           elements <= gpu::tuning::PLANES_MOST_ELEMENTS;
}

} // namespace

ConvGpu::ConvGpu(const KernelBank& bank) : parts(std::make_shared<Parts>(bank)) {}

void ConvGpu::apply(const GpuMat& src, const GpuMat* dst, int count, cuda::Stream& stream) const
{
    const Queue queue(stream);
    parts->choice.prepare(queue.device);
    const ConvAlgorithmGpu& algorithm = parts->choice.of({1, 1, src.rows, src.cols}, src.type());
    const int channels = dst[0].channels();
    const AxisInts resultSize = {1, 1, dst[0].rows, dst[0].cols};
    const bool inPlanes = takesPlanes(algorithm, src.type(), resultSize, dst[0].depth(), channels);
    const ResultPlanes planes(resultSize, dst[0].depth(), count * channels, inPlanes);
    const size_t algorithmBytes = alignSize(algorithm.workBytes({1, 1, src.rows, src.cols}, src.type()), 256);
    bool copies = !isAligned(src, src.elemSize1()) || (src.rows > 1 && src.step % algorithm.rowAlignment() != 0);
    std::vector<Stage> results;
    size_t bytes = algorithmBytes + planes.bytes();
    for (int i = 0; i < count; i++)
    {
        copies = copies || (!inPlanes && overlap(src, dst[i]));
        results.emplace_back(dst[i], !isAligned(dst[i], dst[i].elemSize1()));
        bytes += results.back().bytes();
    }
    const Stage source(src, copies);
    std::optional<Workspace::Lease> lease;
    if (bytes + source.bytes() > 0)
        lease.emplace(*parts->workspace, bytes + source.bytes(), queue);
    uchar* const memory = lease ? lease->data() : nullptr;
    uchar* stages = memory + algorithmBytes;
    const std::vector<GpuMat> byChannel = planes.at(stages);
    const GpuMat from = source.at(stages);
    std::vector<GpuMat> to;
    to.reserve(results.size());
    for (const Stage& result : results)
        to.push_back(result.at(stages));
    source.copy(src, from, queue.stream);
    algorithm.queue(
        {from, inPlanes ? byChannel.data() : to.data(), inPlanes ? int(byChannel.size()) : count, inPlanes, memory},
        queue);
    for (int i = 0; i < count; i++)
    {
        if (inPlanes)
            planes.merge(byChannel[size_t(i) * size_t(channels)], VolumeView(to[size_t(i)]), queue.stream);
        results[size_t(i)].copy(to[size_t(i)], dst[i], queue.stream);
    }
}

void ConvGpu::apply(const cuda::GpuMatND& src, const cuda::GpuMatND& dst, cuda::Stream& stream) const
{
    const VolumeView volume(src), result(dst);
    if (parts->bank.dims == 2)
        return apply(volume.plane, &result.plane, 1, stream);
    const Queue queue(stream);
    parts->choice.prepare(queue.device);
    const ConvAlgorithmGpu& algorithm = parts->choice.of(volume.size(), src.type());
    const VolumeStage to(result, !result.isAligned(result.plane.elemSize1()));
    const size_t alignment = algorithm.rowAlignment();
    const int channels = result.plane.channels();
    const bool inPlanes = takesPlanes(algorithm, src.type(), result.size(), result.plane.depth(), channels);
    const ResultPlanes planes(result.size(), result.plane.depth(), channels, inPlanes);
    const VolumeStage from(volume, !volume.isAligned(volume.plane.elemSize1()) ||
                                       (!inPlanes && overlap(volume, result)) ||
                                       (alignment > 1 && !volume.isImage(alignment)));
    const size_t algorithmBytes = alignSize(algorithm.workBytes(volume.size(), src.type()), 256);
    const Workspace::Lease lease(*parts->workspace, algorithmBytes + planes.bytes() + to.bytes() + from.bytes(), queue);
    uchar* stages = lease.data() + algorithmBytes;
    const std::vector<GpuMat> byChannel = planes.at(stages);
    const VolumeView results = to.at(stages), source = from.at(stages);
    from.copy(volume, source, queue.stream);
    if (inPlanes)
        algorithm.queue({source.plane, byChannel.data(), channels, true, lease.data(),
                         gpu::outerOf(parts->bank, source, planes.viewOf(byChannel[0]))},
                        queue);
    else
        algorithm.queue(
            {source.plane, &results.plane, 1, false, lease.data(), gpu::outerOf(parts->bank, source, results)}, queue);
    if (inPlanes)
        planes.merge(byChannel[0], results, queue.stream);
    to.copy(results, result, queue.stream);
}

size_t ConvGpu::workBytes(const AxisInts& size, int type) const
{
    const KernelBank& bank = parts->bank;
    const ConvAlgorithmGpu& algorithm = parts->choice.of(size, type);
    AxisInts results;
    for (int axis = 0; axis < CONV_AXES; axis++)
        results[size_t(axis)] = bank.resultLength(axis, size[size_t(axis)]);
    const int channels = bank.filters * bank.resultChannels(CV_MAT_CN(type));
    const int depth = bank.ddepth < 0 ? CV_MAT_DEPTH(type) : bank.ddepth;
    const bool inPlanes = takesPlanes(algorithm, type, results, depth, channels);
    return alignSize(algorithm.workBytes(size, type), 256) + ResultPlanes(results, depth, channels, inPlanes).bytes();
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
