// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Queues the GPU filters of C. W. Lee et al. 2014: axis by axis, with their images in scratch memory.

#include "papers/cuda/lee/lee_gpu.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "papers/cuda/lee/lee_kernels.hpp"
#include "runtime/cuda/io/stage.hpp"
#include "runtime/cuda/io/view_of.hpp"
#include "runtime/cuda/workspace.hpp"

namespace cv { namespace recfilter {

namespace {

template <typename W>
void filterAxis(const LeeModel& model, bool alongX, const cuda::GpuMat& src, const cuda::GpuMat& w,
                const cuda::GpuMat& dst, cudaStream_t stream)
{
    const bool split = model.splits(alongX ? src.cols : src.rows);
    const double sigma = alongX ? model.sigmaX : model.sigmaY;
    gpu::runLee(
        gpu::LeeJob<W>{gpu::viewOf(src), gpu::viewOf(w), gpu::viewOf(dst), leeAxis<W>(sigma), alongX, split, stream});
}

//! Bytes from row to row of an image in W between the passes.
template <typename W>
size_t stepOf(int width, int channels)
{
    return alignSize(size_t(width) * size_t(channels) * sizeof(W), 256);
}

//! Bytes of an image between both passes of an axis, and of an image between the axes.
template <typename W>
size_t workBytesOf(const LeeModel& model, Size size, int channels)
{
    const size_t images = model.sigmaX > 0 && model.sigmaY > 0 ? 2 : 1;
    return images * stepOf<W>(size.width, channels) * size_t(size.height);
}

//! Filters the rows into an image between the axes, and then its columns. An axis with sigma 0 is skipped.
template <typename W>
void filter(const LeeModel& model, const cuda::GpuMat& src, bool mustCopy, const cuda::GpuMat& dst,
            Workspace& workspace, const Queue& queue)
{
    const bool both = model.sigmaX > 0 && model.sigmaY > 0;
    const Stage source(src, mustCopy), result(dst);
    const int type = CV_MAKETYPE(DataType<W>::depth, src.channels());
    const size_t step = stepOf<W>(src.cols, src.channels()), bytes = workBytesOf<W>(model, src.size(), src.channels());
    const Workspace::Lease lease(workspace, bytes + source.bytes() + result.bytes(), queue);

    uchar* images = lease.data() + bytes;
    const cuda::GpuMat from = source.at(images), to = result.at(images);
    const cuda::GpuMat w(src.rows, src.cols, type, lease.data(), step);
    const cuda::GpuMat between = both ? cuda::GpuMat(src.rows, src.cols, type, lease.data() + bytes / 2, step) : to;
    source.copy(src, from, queue.stream);
    if (model.sigmaX > 0)
        filterAxis<W>(model, true, from, w, between, queue.stream);
    if (model.sigmaY > 0)
        filterAxis<W>(model, false, both ? between : from, w, to, queue.stream);
    result.copy(to, dst, queue.stream);
}

} // namespace

LeeGpu::LeeGpu(const LeeModel& m) : model(m), workspace(Workspace::shared()) {}

void LeeGpu::apply(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat& dst, bool inDouble, cuda::Stream& stream) const
{
    const Queue queue(stream);
    if (inDouble)
        filter<double>(model, src, mustCopy, dst, *workspace, queue);
    else
        filter<float>(model, src, mustCopy, dst, *workspace, queue);
}

size_t LeeGpu::workBytes(Size size, int channels, bool inDouble) const
{
    return inDouble ? workBytesOf<double>(model, size, channels) : workBytesOf<float>(model, size, channels);
}

}} // namespace cv::recfilter

#endif
