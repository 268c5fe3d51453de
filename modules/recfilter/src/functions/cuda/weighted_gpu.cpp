// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Normalised convolution on the GPU: what the kernels around its blurs get.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "functions/cuda/weighted_kernels.hpp"
#include "functions/model/weighted_job.hpp"
#include "runtime/cuda/io/view_of.hpp"

#include "opencv2/core/cuda_stream_accessor.hpp"

namespace cv { namespace recfilter {

static gpu::WeightedKernelJob kernelJobOf(const WeightedJob<cuda::GpuMat>& job)
{
    gpu::WeightedKernelJob kernel = {};
    kernel.src = gpu::viewOf(job.src);
    if (!job.mask.empty())
        kernel.mask = gpu::viewOf(job.mask);
    kernel.products = gpu::viewOf(job.products);
    kernel.weights = gpu::viewOf(job.weights);
    kernel.dst = gpu::viewOf(job.dst);
    kernel.ignoresNaN = job.ignoresNaN;
    kernel.leastWeight = job.leastWeight;
    kernel.fill = job.fill;
    return kernel;
}

void multiplyWeights(const WeightedJob<cuda::GpuMat>& job, cuda::Stream& stream)
{
    gpu::runMultiply(kernelJobOf(job), cuda::StreamAccessor::getStream(stream));
}

void divideByWeights(const WeightedJob<cuda::GpuMat>& job, cuda::Stream& stream)
{
    gpu::runDivide(kernelJobOf(job), cuda::StreamAccessor::getStream(stream));
}

}} // namespace cv::recfilter

#endif
