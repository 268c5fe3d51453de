// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Kernels of C. W. Lee et al. 2014: one thread for every line of a channel, or three, as in the paper.

#include "papers/cuda/lee/lee_kernels.hpp"

#include "runtime/cuda/launch.cuh"
#include "runtime/cuda/io/pixel_io.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Lines of a block, with a warp for each part, so that none diverges. From 32 on the paper's figure 11 is flat.
const int LINES = 32;

//! A line of pixels of one channel in an image of T.
template <typename T, typename W>
struct PixelLine
{
    uchar* first;
    size_t stride;

    __device__ W get(int i) const { return widen(*reinterpret_cast<const T*>(first + size_t(i) * stride), W()); }
    __device__ void set(int i, W value) const
    {
        *reinterpret_cast<T*>(first + size_t(i) * stride) = Narrow<T>::from(value);
    }
};

//! Lines are numbered channel first, so that neighbouring columns are neighbours in memory.
template <typename T, typename W>
__device__ PixelLine<T, W> lineOf(const ImageView& image, bool alongX, int64 line)
{
    if (!alongX)
        return {image.data + size_t(line) * sizeof(T), image.step};
    const int64 y = line / image.channels, c = line % image.channels;
    return {image.data + size_t(y) * image.step + size_t(c) * sizeof(T), size_t(image.channels) * sizeof(T)};
}

template <typename W>
__host__ __device__ int64 linesOf(const LeeJob<W>& job)
{
    return int64(job.alongX ? job.src.height : job.src.width) * job.src.channels;
}

template <typename W>
__device__ int lengthOf(const LeeJob<W>& job)
{
    return job.alongX ? job.src.width : job.src.height;
}

//! Calls body with a line of an image of any depth.
template <typename W, typename Body>
__device__ void withLine(const LeeJob<W>& job, const ImageView& image, int64 line, const Body& body)
{
    withDepth<W>(image.depth, [&](auto type) { body(lineOf<decltype(type), W>(image, job.alongX, line)); });
}

template <typename W>
__global__ void __launch_bounds__(LINES) oneWayKernel(const LeeJob<W> job)
{
    const int64 line = int64(blockIdx.x) * LINES + threadIdx.x;
    if (line >= linesOf(job))
        return;
    const int n = lengthOf(job);
    const auto w = lineOf<W, W>(job.w, job.alongX, line);
    withLine(job, job.src, line, [&](const auto& in) { leeOneWayForth(job.axis, n, in, w); });
    withLine(job, job.dst, line, [&](const auto& out) { leeOneWayBack(job.axis, n, w, out); });
}

//! Algorithm 1. The barrier separates the passes: every part reads what the other parts of the line have written.
template <typename W>
__global__ void __launch_bounds__(LEE_PARTS* LINES) twoWayKernel(const LeeJob<W> job)
{
    const int64 line = int64(blockIdx.x) * LINES + threadIdx.x % LINES;
    const int part = int(threadIdx.x) / LINES, n = lengthOf(job);
    const bool isInside = line < linesOf(job);
    const auto w = lineOf<W, W>(job.w, job.alongX, line);
    if (isInside)
        withLine(job, job.src, line, [&](const auto& in) { leeTwoWayForth(job.axis, part, n, in, w); });
    __syncthreads();
    if (isInside)
        withLine(job, job.dst, line, [&](const auto& out) { leeTwoWayBack(job.axis, part, n, w, out); });
}

} // namespace

template <typename W>
void runLee(const LeeJob<W>& job)
{
    const int64 blocks = (linesOf(job) + LINES - 1) / LINES;
    if (job.split)
        launch<twoWayKernel<W>>({blocks, LEE_PARTS * LINES, 0, job.stream}, job);
    else
        launch<oneWayKernel<W>>({blocks, LINES, 0, job.stream}, job);
}

template void runLee(const LeeJob<float>&);
template void runLee(const LeeJob<double>&);

}}} // namespace cv::recfilter::gpu
