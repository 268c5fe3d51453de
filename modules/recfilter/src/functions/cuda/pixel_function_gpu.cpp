// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Functions of pixels on the GPU: what their kernels get.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "functions/cuda/pixel_job.hpp"
#include "runtime/cuda/io/view_of.hpp"

#include "opencv2/core/cuda_stream_accessor.hpp"

namespace cv { namespace recfilter {

namespace {

template <typename W>
void compute(const PixelFunction& function, const cuda::GpuMat* planes, const cuda::GpuMat& src,
             const cuda::GpuMat& dst, cudaStream_t stream)
{
    gpu::PixelJob<W> job = {};
    const bool isOneImage = function.kind == PixelFunction::EIGENVALUES;
    for (int i = 0; i < MAX_PLANES; i++)
    {
        const cuda::GpuMat& plane = planes[isOneImage ? 0 : i];
        job.planes[i] = plane.data + (isOneImage ? size_t(i) * sizeof(W) : 0);
        job.steps[i] = plane.step;
        job.weights[i] = W(function.weights[size_t(i)]);
    }
    job.inputStride = isOneImage ? 3 : 1;
    job.amount = W(function.amount);
    job.threshold = W(function.threshold);
    if (function.kind == PixelFunction::SHARPEN)
        job.src = gpu::viewOf(src);
    job.dst = gpu::viewOf(dst);
    job.width = int64(dst.cols) * (isOneImage ? 1 : planes[0].channels());
    gpu::computePixels(function.kind, job, stream);
}

} // namespace

void computeOnDevice(const PixelFunction& function, const cuda::GpuMat* planes, const cuda::GpuMat& src,
                     const cuda::GpuMat& dst, cuda::Stream& stream)
{
    const cudaStream_t queue = cuda::StreamAccessor::getStream(stream);
    if (planes[0].depth() == CV_64F)
        compute<double>(function, planes, src, dst, queue);
    else
        compute<float>(function, planes, src, dst, queue);
}

}} // namespace cv::recfilter

#endif
