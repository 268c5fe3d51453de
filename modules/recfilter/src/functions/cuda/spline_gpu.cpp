// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Values of splines on the GPU: what their kernels get.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "functions/cuda/spline_kernels.hpp"
#include "runtime/cuda/io/border_kind.hpp"
#include "runtime/cuda/io/view_of.hpp"

#include "opencv2/core/cuda_stream_accessor.hpp"

namespace cv { namespace recfilter {

void sampleSpline(const SplineJob<cuda::GpuMat>& job, cuda::Stream& stream)
{
    gpu::SplineKernelJob kernel = {};
    kernel.coefficients = gpu::viewOf(job.coefficients);
    if (!job.map.empty())
        kernel.map = gpu::viewOf(job.map);
    kernel.dst = gpu::viewOf(job.dst);
    kernel.affine = job.affine;
    kernel.margin = job.margin;
    kernel.border = gpu::borderKindOf(job.borderType);
    kernel.degree = job.degree;
    gpu::runSampling(kernel, cuda::StreamAccessor::getStream(stream));
}

void padOnDevice(const cuda::GpuMat& src, const cuda::GpuMat& padded, int margin, int borderType, cuda::Stream& stream)
{
    gpu::runPadding(gpu::viewOf(src), gpu::viewOf(padded), margin, gpu::borderKindOf(borderType),
                    cuda::StreamAccessor::getStream(stream));
}

}} // namespace cv::recfilter

#endif
