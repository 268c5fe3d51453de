// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Extrema of responses over place and scale on the GPU: a thread for each pixel.

#include "functions/cuda/blob_kernels.hpp"
#include "runtime/cuda/io/pixel_io.cuh"
#include "runtime/cuda/launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

constexpr int THREADS = 128;

//! Whether no pixel of a scale around a place is in the way. @param order -1: all come before; 0: its own scale; 1
__device__ inline bool isLargest(const ImageView& image, int x, int y, float value, float sign, int order)
{
    if (!image.data)
        return true;
    for (int j = ::max(y - 1, 0); j <= ::min(y + 1, image.height - 1); j++)
    {
        const float* const row = rowOf<float>(image, j);
        for (int i = ::max(x - 1, 0); i <= ::min(x + 1, image.width - 1); i++)
        {
            const bool isItself = order == 0 && i == x && j == y;
            const bool isBefore = order < 0 || (order == 0 && (j < y || (j == y && i < x)));
            const float other = sign * row[i];
            if (!isItself && (isBefore ? other >= value : other > value))
                return false;
        }
    }
    return true;
}

//! @param blocks of a row
__global__ void __launch_bounds__(THREADS)
    extremaKernel(const __grid_constant__ ExtremaJob job, const __grid_constant__ unsigned blocks)
{
    const int64 column = int64(blockIdx.x % blocks) * THREADS + threadIdx.x;
    const int y = int(blockIdx.x / blocks);
    if (column >= job.response.width)
        return;
    const int x = int(column);
    const float response = rowOf<float>(job.response, y)[x], sign = response < 0 ? -1.f : 1.f, value = sign * response;
    if (value > job.threshold && (sign > 0 ? job.bright : job.dark) && isLargest(job.response, x, y, value, sign, 0) &&
        isLargest(job.below, x, y, value, sign, -1) && isLargest(job.above, x, y, value, sign, 1))
        job.points[atomicAdd(job.count, 1u)] = {x, y, response};
}

} // namespace

void runExtrema(const ExtremaJob& job, cudaStream_t stream)
{
    const int64 blocks = (int64(job.response.width) + THREADS - 1) / THREADS;
    launch<extremaKernel>({blocks * job.response.height, THREADS, 0, stream}, job, unsigned(blocks));
}

}}} // namespace cv::recfilter::gpu
