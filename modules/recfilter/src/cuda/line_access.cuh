// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_LINE_ACCESS_CUH
#define OPENCV_RECFILTER_CUDA_LINE_ACCESS_CUH

#include "pixel_io.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Read at once.
template <typename W>
struct alignas(2 * sizeof(W)) Two
{
    W v[2];
};

//! N pixels of a line in shared memory, STRIDE apart; those of rows 16 bytes at a time.
template <int STRIDE, int N, typename W>
__device__ inline void readLine(const W* from, W (&to)[N])
{
    if constexpr (STRIDE == 1)
        readVectors(from, to);
    else
#pragma unroll
        for (int i = 0; i < N; i++)
            to[i] = from[i * STRIDE];
}

template <int STRIDE, int N, typename W>
__device__ inline void writeLine(const W (&from)[N], W* to)
{
    if constexpr (STRIDE == 1)
        writeVectors(from, to);
    else
#pragma unroll
        for (int i = 0; i < N; i++)
            to[i * STRIDE] = from[i];
}

}}} // namespace cv::recfilter::gpu

#endif
