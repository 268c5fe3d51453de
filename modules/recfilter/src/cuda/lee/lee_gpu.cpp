// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "cuda/lee/lee_gpu.hpp"

#ifdef HAVE_CUDA

#include "api/overlap.hpp"
#include "cuda/lee/lee_kernels.hpp"
#include "cuda/io/stage.hpp"
#include "cuda/runtime/stream_scratch.hpp"

namespace cv { namespace recfilter {

namespace {

gpu::ImageView viewOf(const cuda::GpuMat& image)
{
    return {image.data, image.step, image.cols, image.rows, image.depth(), image.channels(), 0, 0};
}

template <typename W>
void filterAxis(const LeeModel& model, bool alongX, const cuda::GpuMat& src, const cuda::GpuMat& w,
                const cuda::GpuMat& dst, cudaStream_t stream)
{
    const bool split = model.splits(alongX ? src.cols : src.rows);
    const double sigma = alongX ? model.sigmaX : model.sigmaY;
    gpu::runLee(gpu::LeeJob<W>{viewOf(src), viewOf(w), viewOf(dst), leeAxis<W>(sigma), alongX, split, stream});
}

/** The rows into an image between both axes, of which the columns are made; an axis with sigma 0 is skipped. */
template <typename W>
void filter(const LeeModel& model, const cuda::GpuMat& src, const cuda::GpuMat& dst, StreamScratch& scratch,
            const Queue& queue)
{
    const bool both = model.sigmaX > 0 && model.sigmaY > 0;
    // What cannot be used where it is: threads of one axis alone would read what others overwrite.
    const Stage source(src, (overlap(src, dst) && !samePixels(src, dst)) || !isAligned(src, src.elemSize1()));
    const Stage result(dst, !isAligned(dst, dst.elemSize1()));
    const int type = CV_MAKETYPE(DataType<W>::depth, src.channels());
    const size_t step = alignSize(size_t(src.cols) * size_t(src.channels()) * sizeof(W), 256);
    const size_t bytes = step * size_t(src.rows);
    const StreamScratch::Lease lease(scratch, (both ? 2 : 1) * bytes + source.bytes() + result.bytes(), queue);

    uchar* images = lease.data() + (both ? 2 : 1) * bytes;
    const cuda::GpuMat from = source.at(images), to = result.at(images);
    const cuda::GpuMat w(src.rows, src.cols, type, lease.data(), step);
    const cuda::GpuMat between = both ? cuda::GpuMat(src.rows, src.cols, type, lease.data() + bytes, step) : to;
    source.copy(src, from, queue.stream);
    if (model.sigmaX > 0)
        filterAxis<W>(model, true, from, w, between, queue.stream);
    if (model.sigmaY > 0)
        filterAxis<W>(model, false, both ? between : from, w, to, queue.stream);
    result.copy(to, dst, queue.stream);
}

} // namespace

struct LeeGpu::Memory
{
    StreamScratch scratch;
};

LeeGpu::LeeGpu(const LeeModel& m) : model(m), memory(new Memory) {}

LeeGpu::~LeeGpu() = default;

void LeeGpu::apply(const cuda::GpuMat& src, cuda::GpuMat& dst, bool inDouble, cuda::Stream& stream) const
{
    const Queue queue(stream);
    if (inDouble)
        filter<double>(model, src, dst, memory->scratch, queue);
    else
        filter<float>(model, src, dst, memory->scratch, queue);
}

}} // namespace cv::recfilter

#else

// Without CUDA there are no devices, and a GpuMat is refused before it comes here.
namespace cv { namespace recfilter {

struct LeeGpu::Memory
{};

LeeGpu::LeeGpu(const LeeModel& m) : model(m) {}

LeeGpu::~LeeGpu() = default;

void LeeGpu::apply(const cuda::GpuMat&, cuda::GpuMat&, bool, cuda::Stream&) const {}

}} // namespace cv::recfilter

#endif
