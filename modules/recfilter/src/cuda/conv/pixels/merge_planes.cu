// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Joins arrays of one channel to one of several. A thread stores four neighbouring floats.

#include "cuda/conv/pixels/merge_planes.hpp"
#include "cuda/runtime/launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

constexpr int MERGE_THREADS = 128; // a row of 64 pixels of two channels has 32 vectors

//! @param blocks of a row
template <bool HAS_VECTORS>
__global__ void __launch_bounds__(MERGE_THREADS)
    mergeKernel(const __grid_constant__ MergeJob job, const __grid_constant__ unsigned blocks)
{
    const int64 row = blockIdx.x / blocks, plane = row / job.height;
    const int64 first = 4 * (int64(blockIdx.x % blocks) * MERGE_THREADS + threadIdx.x);
    const int64 length = int64(job.width) * job.channels;
    if (first >= length)
        return;
    float* const to = reinterpret_cast<float*>(job.data + plane / job.z * job.stepT + plane % job.z * job.stepZ +
                                               size_t(row % job.height) * job.step) +
                      first;
    const uchar* const from = job.channel + size_t(row) * job.rowBytes;
    int64 x = first / job.channels;
    int channel = int(first % job.channels);
    float values[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
    {
        const bool isThere = first + i < length;
        values[i] = isThere ? reinterpret_cast<const float*>(from + size_t(channel) * job.channelBytes)[x] : 0.f;
        const bool isLast = ++channel == job.channels;
        channel = isLast ? 0 : channel;
        x += isLast;
    }
    if (HAS_VECTORS && first + 4 <= length)
        *reinterpret_cast<float4*>(to) = make_float4(values[0], values[1], values[2], values[3]);
    else
#pragma unroll
        for (int i = 0; i < 4; i++)
            if (first + i < length)
                to[i] = values[i];
}

} // namespace

void mergePlanes(const MergeJob& job, cudaStream_t stream)
{
    const int64 vectors = (int64(job.width) * job.channels + 3) / 4;
    const int64 blocks = (vectors + MERGE_THREADS - 1) / MERGE_THREADS;
    const Grid grid = {blocks * job.t * job.z * job.height, MERGE_THREADS, 0, stream};
    const size_t vectorBytes = sizeof(float4);
    const bool hasVectors =
        (reinterpret_cast<size_t>(job.data) | job.step | size_t(job.stepZ) | size_t(job.stepT)) % vectorBytes == 0;
    if (hasVectors)
        launch<mergeKernel<true>>(grid, job, unsigned(blocks));
    else
        launch<mergeKernel<false>>(grid, job, unsigned(blocks));
}

}}} // namespace cv::recfilter::gpu
