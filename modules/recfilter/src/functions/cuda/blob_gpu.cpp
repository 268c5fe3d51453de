// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Extrema of responses on the GPU: working memory, and the way of the points to the host.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "functions/cuda/blob_kernels.hpp"
#include "runtime/cuda/check_cuda.hpp"
#include "runtime/cuda/io/array_scratch.hpp"
#include "runtime/cuda/io/view_of.hpp"

#include "opencv2/core/cuda_stream_accessor.hpp"

namespace cv { namespace recfilter {

void findExtrema(const ScaleNeighbours<cuda::GpuMat>& scale, std::vector<BlobPoint>& points, cuda::Stream& stream)
{
    const auto viewOf = [](const cuda::GpuMat& image) { return image.empty() ? gpu::ImageView() : gpu::viewOf(image); };
    const cuda::GpuMat& response = scale.response;
    const size_t most = size_t((response.cols + 1) / 2) * size_t((response.rows + 1) / 2) * 2; // maxima and minima
    const size_t first = 256;                                                                  // the count is before
    const ArrayScratch memory(first + most * sizeof(BlobPoint), stream);
    const cudaStream_t queue = cuda::StreamAccessor::getStream(stream);
    gpu::ExtremaJob job = {viewOf(scale.below),
                           viewOf(response),
                           viewOf(scale.above),
                           scale.threshold,
                           scale.bright,
                           scale.dark,
                           reinterpret_cast<BlobPoint*>(memory.data() + first),
                           reinterpret_cast<unsigned*>(memory.data())};
    checkCuda(cudaMemsetAsync(job.count, 0, sizeof(unsigned), queue), "cudaMemsetAsync");
    gpu::runExtrema(job, queue);
    unsigned count = 0;
    checkCuda(cudaMemcpyAsync(&count, job.count, sizeof(count), cudaMemcpyDeviceToHost, queue), "cudaMemcpyAsync");
    checkCuda(cudaStreamSynchronize(queue), "cudaStreamSynchronize");
    const size_t before = points.size();
    points.resize(before + count);
    if (count)
        checkCuda(
            cudaMemcpyAsync(&points[before], job.points, count * sizeof(BlobPoint), cudaMemcpyDeviceToHost, queue),
            "cudaMemcpyAsync");
    checkCuda(cudaStreamSynchronize(queue), "cudaStreamSynchronize");
}

}} // namespace cv::recfilter

#endif
