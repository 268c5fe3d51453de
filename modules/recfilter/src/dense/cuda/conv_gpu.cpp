// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Non-separable filters on the GPU: copies of arrays that cannot be used in place, and the engine.

#include "dense/cuda/conv_gpu.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "dense/cuda/conv_choice.hpp"
#include "dense/cuda/pixels/result_planes.hpp"
#include "dense/cuda/common/tuning.hpp"
#include "runtime/cuda/workspace.hpp"
#include "arrays/overlap.hpp"

#include <optional>

namespace cv { namespace recfilter {

using cuda::GpuMat;

struct ConvGpu::Parts
{
    explicit Parts(const KernelBank& kernels) : bank(std::make_shared<const ResidentBank>(kernels)), choice(bank) {}

    /** @param dst one array for all results, or one for each filter
    @param sharesMemory the source with a result */
    void queue(const ArrayView& src, const std::vector<ArrayView>& dst, bool sharesMemory, cuda::Stream& stream) const;

    const SharedBank bank;
    ConvChoice choice;
    const std::shared_ptr<Workspace> workspace = Workspace::shared();
};

namespace {

/** Whether the channels of results are stored as arrays first.
@param size of a result @param channels of it */
bool takesPlanes(const ConvEngineGpu& engine, int srcType, const Extents& size, int depth, int channels)
{
    const double elements = double(size.total()) * channels;
    return engine.prefersPlanes() && CV_MAT_CN(srcType) == 1 && (depth == CV_32F || depth == CV_8U) &&
           channels >= gpu::tuning::planesChannels(depth == CV_8U) && elements >= gpu::tuning::PLANES_ELEMENTS &&
           elements <= gpu::tuning::PLANES_MOST_ELEMENTS;
}

} // namespace

ConvGpu::ConvGpu(const KernelBank& bank) : parts(std::make_shared<Parts>(bank)) {}

void ConvGpu::Parts::queue(const ArrayView& src, const std::vector<ArrayView>& dst, bool sharesMemory,
                           cuda::Stream& stream) const
{
    const Queue queue(stream);
    choice.prepare(queue.device);
    const int type = src.type(), depth = dst[0].depth, channels = dst[0].channels;
    const ConvEngineGpu& engine = choice.of(src.size, type);
    const bool inPlanes = takesPlanes(engine, type, dst[0].size, depth, channels);
    const ResultPlanes planes(dst[0].size, depth, int(dst.size()) * channels, inPlanes);
    const size_t engineBytes = alignSize(engine.workBytes(src.size, type), 256), alignment = engine.rowAlignment();
    const VolumeStage source(src, !src.isAligned(src.elementBytes()) || (!inPlanes && sharesMemory) ||
                                      (alignment > 1 && !src.isImage(alignment)));
    size_t bytes = engineBytes + planes.bytes() + source.bytes();
    std::vector<VolumeStage> results;
    for (const ArrayView& result : dst)
    {
        results.emplace_back(result, !result.isAligned(result.elementBytes()));
        bytes += results.back().bytes();
    }
    std::optional<Workspace::Lease> lease;
    if (bytes > 0)
        lease.emplace(*workspace, bytes, queue);
    uchar* const memory = lease ? lease->data() : nullptr;
    uchar* stages = memory + engineBytes;
    const std::vector<ArrayView> byChannel = planes.at(stages);
    const ArrayView from = source.at(stages);
    std::vector<ArrayView> to;
    to.reserve(results.size());
    for (const VolumeStage& result : results)
        to.push_back(result.at(stages));
    source.copy(src, from, queue.stream);
    engine.queue({from, inPlanes ? byChannel : to, inPlanes, memory, precisionOf(CV_MAT_DEPTH(type), depth)}, queue);
    for (size_t i = 0; i < dst.size(); i++)
    {
        if (inPlanes)
            planes.merge(byChannel[i * size_t(channels)], to[i], queue.stream);
        results[i].copy(to[i], dst[i], queue.stream);
    }
}

void ConvGpu::apply(const GpuMat& src, const GpuMat* dst, int count, cuda::Stream& stream) const
{
    bool sharesMemory = false;
    for (int i = 0; i < count; i++)
        sharesMemory = sharesMemory || overlap(src, dst[i]);
    parts->queue(ArrayView(src), std::vector<ArrayView>(dst, dst + count), sharesMemory, stream);
}

void ConvGpu::apply(const cuda::GpuMatND& src, const cuda::GpuMatND& dst, cuda::Stream& stream) const
{
    const ArrayView volume(src), result(dst);
    if (parts->bank->bank.dims > 2)
        return parts->queue(volume, {result}, overlap(volume, result), stream);
    const GpuMat image = result.planeOnDevice();
    apply(volume.planeOnDevice(), &image, 1, stream);
}

size_t ConvGpu::workBytes(const Extents& size, int type) const
{
    const KernelBank& bank = parts->bank->bank;
    const ConvEngineGpu& engine = parts->choice.of(size, type);
    const Extents results = bank.resultSize(size);
    const int channels = bank.filters * bank.resultChannels(CV_MAT_CN(type));
    const int depth = bank.resultDepth(CV_MAT_DEPTH(type));
    const bool inPlanes = takesPlanes(engine, type, results, depth, channels);
    return alignSize(engine.workBytes(size, type), 256) + ResultPlanes(results, depth, channels, inPlanes).bytes();
}

int ConvGpu::algorithm() const
{
    return parts->choice.algorithmOfLargeFloats();
}

void ConvGpu::clear()
{
    parts->choice.clear();
}

}} // namespace cv::recfilter

#endif
