// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Reads and writes pixels of a line in shared memory.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_IO_LINE_ACCESS_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_IO_LINE_ACCESS_CUH

#include "runtime/cuda/io/pixel_io.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Two numbers that are read in one load.
template <typename W>
struct alignas(2 * sizeof(W)) Two
{
    W v[2];
};

//! Reads N pixels of a line in shared memory, STRIDE apart. Pixels of rows are read in vectors of 16 bytes.
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

//! Calls body(i, pixel i from the start, pixel i from the end) for i < RUN, with PART pixels of each end in registers.
template <int STRIDE, int RUN, int PART, typename W, typename Body>
__device__ __forceinline__ void fromBothEnds(const W* line, const Body& body)
{
#pragma unroll 1
    for (int i = 0; i < RUN; i += PART)
    {
        W up[PART], down[PART];
        readLine<STRIDE>(line + i * STRIDE, up);
        readLine<STRIDE>(line + (RUN - PART - i) * STRIDE, down);
#pragma unroll
        for (int k = 0; k < PART; k++)
            body(i + k, up[k], down[PART - 1 - k]);
    }
}

}}} // namespace cv::recfilter::gpu

#endif
