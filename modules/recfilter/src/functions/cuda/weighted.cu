// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The steps around the two blurs of normalised convolution on the GPU. Neighbouring threads take neighbouring elements.

#include "functions/cuda/weighted_kernels.hpp"
#include "runtime/cuda/io/pixel_io.cuh"
#include "runtime/cuda/launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

constexpr int THREADS = 256;

//! The element of a thread. @param blocks of a row
struct Element
{
    int64 i, y;

    __device__ explicit Element(unsigned blocks)
        : i(int64(blockIdx.x % blocks) * THREADS + threadIdx.x), y(blockIdx.x / blocks)
    {
    }
};

template <typename W>
__global__ void __launch_bounds__(THREADS)
    multiplyKernel(const __grid_constant__ WeightedKernelJob job, const __grid_constant__ unsigned blocks)
{
    const Element at(blocks);
    const int channels = job.products.channels;
    if (at.i >= int64(job.products.width) * channels)
        return;
    const int64 x = at.i / channels;
    const int channel = int(at.i % channels);
    const W value = loadPixel<W>(job.src, x, at.y, channel);
    W weight = 1;
    if (job.mask.data)
    {
        const W given = loadPixel<W>(job.mask, x, at.y, 0);
        weight = job.mask.depth == CV_8U ? W(given != 0) : given > 0 && given <= W(3.402823466e38) ? given : W(0);
    }
    if (job.ignoresNaN && value != value)
        weight = 0;
    rowOf<W>(job.products, at.y)[at.i] = weight == 0 ? W(0) : weight * value;
    if (job.weights.channels == channels)
        rowOf<W>(job.weights, at.y)[at.i] = weight;
    else if (channel == 0)
        rowOf<W>(job.weights, at.y)[x] = weight;
}

template <typename W>
__global__ void __launch_bounds__(THREADS)
    divideKernel(const __grid_constant__ WeightedKernelJob job, const __grid_constant__ unsigned blocks)
{
    const Element at(blocks);
    const int channels = job.products.channels;
    if (at.i >= int64(job.products.width) * channels)
        return;
    const W weight = rowOf<W>(job.weights, at.y)[job.weights.channels == channels ? at.i : at.i / channels];
    const W value = weight >= W(job.leastWeight) ? rowOf<W>(job.products, at.y)[at.i] / weight : W(job.fill);
    withDepth<double>(job.dst.depth, [&](auto type) {
        rowOf<decltype(type)>(job.dst, at.y)[at.i] = Narrow<decltype(type)>::from(value);
    });
}

} // namespace

void runMultiply(const WeightedKernelJob& job, cudaStream_t stream)
{
    const int64 blocks = (int64(job.products.width) * job.products.channels + THREADS - 1) / THREADS;
    const Grid grid = {blocks * job.products.height, THREADS, 0, stream};
    if (job.products.depth == CV_64F)
        launch<multiplyKernel<double>>(grid, job, unsigned(blocks));
    else
        launch<multiplyKernel<float>>(grid, job, unsigned(blocks));
}

void runDivide(const WeightedKernelJob& job, cudaStream_t stream)
{
    const int64 blocks = (int64(job.products.width) * job.products.channels + THREADS - 1) / THREADS;
    const Grid grid = {blocks * job.products.height, THREADS, 0, stream};
    if (job.products.depth == CV_64F)
        launch<divideKernel<double>>(grid, job, unsigned(blocks));
    else
        launch<divideKernel<float>>(grid, job, unsigned(blocks));
}

}}} // namespace cv::recfilter::gpu
