// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Means and variances of windows on the GPU: what their kernel gets.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "functions/cuda/box_kernels.hpp"
#include "functions/model/box_job.hpp"
#include "runtime/cuda/io/view_of.hpp"

#include "opencv2/core/cuda_stream_accessor.hpp"

namespace cv { namespace recfilter {

void computeBoxes(const BoxJob<cuda::GpuMat>& job, cuda::Stream& stream)
{
    const auto tableOf = [](const cuda::GpuMat& table) {
        return gpu::BoxTable{table.data, table.step, table.channels()};
    };
    const auto imageOf = [](const cuda::GpuMat& image) {
        return image.empty() ? gpu::ImageView() : gpu::viewOf(image);
    };
    gpu::BoxKernelJob kernel = {};
    kernel.sum = tableOf(job.sum);
    kernel.squares = tableOf(job.squares);
    kernel.radius = imageOf(job.radius);
    kernel.mean = imageOf(job.mean);
    kernel.variance = imageOf(job.variance);
    kernel.columns = job.sum.cols - 1;
    kernel.rows = job.sum.rows - 1;
    kernel.width = job.window.width;
    kernel.height = job.window.height;
    kernel.border = job.borderType;
    kernel.maxRadius = MAX_RADIUS;
    gpu::runBoxes(kernel, job.sum.depth() == CV_32S, cuda::StreamAccessor::getStream(stream));
}

}} // namespace cv::recfilter

#endif
