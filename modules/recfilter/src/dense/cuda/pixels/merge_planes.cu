// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Joins arrays of one channel to one of several. A thread stores four neighbouring floats.

#include "dense/cuda/pixels/merge_planes.hpp"
#include "runtime/cuda/io/pixel_io.cuh"
#include "runtime/cuda/launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

constexpr int MERGE_THREADS = 128; // a row of 64 pixels of two channels has 32 vectors

//! @param blocks of a row
template <typename T, bool HAS_VECTORS>
__global__ void __launch_bounds__(MERGE_THREADS)
    mergeKernel(const __grid_constant__ MergeJob job, const __grid_constant__ unsigned blocks)
{
    const int64 row = blockIdx.x / blocks, plane = row / job.height;
    const int64 first = 4 * (int64(blockIdx.x % blocks) * MERGE_THREADS + threadIdx.x);
    const int64 length = int64(job.width) * job.channels;
    if (first >= length)
        return;
    T* const to = reinterpret_cast<T*>(job.data + plane / job.z * job.stepT + plane % job.z * job.stepZ +
                                       size_t(row % job.height) * job.step) +
                  first;
    const uchar* const from = job.channel + size_t(row) * job.rowBytes;
    int64 x = first / job.channels;
    int channel = int(first % job.channels);
    PixelGroup<T, 4> values;
#pragma unroll
    for (int i = 0; i < 4; i++)
    {
        const bool isThere = first + i < length;
        values.v[i] = isThere ? reinterpret_cast<const T*>(from + size_t(channel) * job.channelBytes)[x] : T(0);
        const bool isLast = ++channel == job.channels;
        channel = isLast ? 0 : channel;
        x += isLast;
    }
    if (HAS_VECTORS && first + 4 <= length)
        *reinterpret_cast<PixelGroup<T, 4>*>(to) = values;
    else
#pragma unroll
        for (int i = 0; i < 4; i++)
            if (first + i < length)
                to[i] = values.v[i];
}

//! Four neighbours of a row, which begins with a word. @param count of them that are there
__device__ inline unsigned loadBytes(const uchar* from, int64 count)
{
    if (count >= 4)
        return *reinterpret_cast<const unsigned*>(from);
    unsigned bytes = 0;
    for (int i = 0; i < int(count); i++)
        bytes |= unsigned(from[i]) << (8 * i);
    return bytes;
}

//! C channels of bytes: words in, words out.
template <int C>
__global__ void __launch_bounds__(MERGE_THREADS)
    mergeBytesKernel(const __grid_constant__ MergeJob job, const __grid_constant__ unsigned blocks)
{
    const int64 row = blockIdx.x / blocks, plane = row / job.height;
    const int64 x = 4 * (int64(blockIdx.x % blocks) * MERGE_THREADS + threadIdx.x);
    if (x >= job.width)
        return;
    uchar* const to =
        job.data + plane / job.z * job.stepT + plane % job.z * job.stepZ + size_t(row % job.height) * job.step + x * C;
    const uchar* const from = job.channel + size_t(row) * job.rowBytes + x;
    unsigned in[C];
#pragma unroll
    for (int c = 0; c < C; c++)
        in[c] = loadBytes(from + size_t(c) * job.channelBytes, job.width - x);
    PixelGroup<uchar, 4> out[C];
#pragma unroll
    for (int i = 0; i < 4 * C; i++)
        out[i / 4].v[i % 4] = uchar(in[i % C] >> (8 * (i / C)));
    const bool areAligned = (reinterpret_cast<size_t>(to) & 3) == 0 && x + 4 <= job.width;
#pragma unroll
    for (int i = 0; i < C; i++)
        if (areAligned)
            reinterpret_cast<PixelGroup<uchar, 4>*>(to)[i] = out[i];
        else
#pragma unroll
            for (int k = 0; k < 4; k++)
                if (x + (4 * i + k) / C < job.width)
                    to[4 * i + k] = out[i].v[k];
}

template <int C>
void mergeBytes(const MergeJob& job, cudaStream_t stream)
{
    const int64 words = (int64(job.width) + 3) / 4, blocks = (words + MERGE_THREADS - 1) / MERGE_THREADS;
    launch<mergeBytesKernel<C>>({blocks * job.t * job.z * job.height, MERGE_THREADS, 0, stream}, job, unsigned(blocks));
}

template <typename T>
void mergeElements(const MergeJob& job, cudaStream_t stream)
{
    const int64 vectors = (int64(job.width) * job.channels + 3) / 4;
    const int64 blocks = (vectors + MERGE_THREADS - 1) / MERGE_THREADS;
    const Grid grid = {blocks * job.t * job.z * job.height, MERGE_THREADS, 0, stream};
    const size_t vectorBytes = sizeof(PixelGroup<T, 4>);
    const bool hasVectors =
        (reinterpret_cast<size_t>(job.data) | job.step | size_t(job.stepZ) | size_t(job.stepT)) % vectorBytes == 0;
    if (hasVectors)
        launch<mergeKernel<T, true>>(grid, job, unsigned(blocks));
    else
        launch<mergeKernel<T, false>>(grid, job, unsigned(blocks));
}

} // namespace

void mergePlanes(const MergeJob& job, cudaStream_t stream)
{
    if (job.depth != CV_8U)
        return mergeElements<float>(job, stream);
    switch (job.channels)
    {
    case 2:
        return mergeBytes<2>(job, stream);
    case 3:
        return mergeBytes<3>(job, stream);
    case 4:
        return mergeBytes<4>(job, stream);
    default:
        return mergeElements<uchar>(job, stream);
    }
}

}}} // namespace cv::recfilter::gpu
