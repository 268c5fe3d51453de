// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filters runs of lines in shared memory whose states come from the pixels beside them. Knows no image.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_ONE_READ_HALO_RUN_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_ONE_READ_HALO_RUN_CUH

#include "recursive/cuda/lines/chains.cuh"
#include "recursive/cuda/one_read/halo_rows.cuh"
#include "recursive/cuda/one_read/one_read.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! A warp owns as many rows, a thread a run of a row.
constexpr int HALO_WARP_ROWS = 8;

template <typename Line>
__device__ inline void rest(typename Line::Number (&state)[Line::capacity])
{
#pragma unroll
    for (int m = 0; m < Line::moments; m++)
        state[m] = 0;
}

//! The running state before the first pixel that a run looks at: at rest.
template <typename Line>
__device__ inline void beginAt(const AxisView<float>&, float, float (&state)[Line::capacity])
{
    rest<Line>(state);
}

//! The same of filters that fade less: as if all pixels before were like the first one.
template <typename Line>
__device__ inline void beginAt(const WideCascade& axis, float pixel, double (&state)[Line::capacity])
{
#pragma unroll
    for (int m = 0; m < Line::moments; m++)
        state[m] = axis.still[m] * pixel;
}

//! The causal state behind the last pixels before a run. @param seen these, in their order
template <typename Line, int HALO, typename Axis>
__device__ inline void stateBehind(const Axis& axis, const float (&seen)[HALO],
                                   typename Line::Number (&state)[Line::capacity])
{
    const typename Line::Chain chain(axis);
    beginAt<Line>(axis, seen[0], state);
#pragma unroll
    for (int i = 0; i < HALO; i++)
        chain.step(seen[i], state);
    chain.turn(state);
}

//! The anticausal sum of the first pixels behind a run. @tparam STRIDE from pixel to pixel
template <typename Line, int HALO, int STRIDE, typename Axis>
__device__ inline void sumBehind(const Axis& axis, const float* run, typename Line::Number (&sum)[Line::capacity])
{
    const typename Line::Chain chain(axis);
    float seen[HALO];
    readLine<STRIDE>(run + HaloShape<HALO>::run * STRIDE, seen);
    beginAt<Line>(axis, seen[HALO - 1], sum);
#pragma unroll
    for (int i = HALO - 1; i >= 0; i--)
        chain.step(seen[i], sum);
    chain.turn(sum);
}

//! The states that enter a run of a line from both sides. @tparam STRIDE from pixel to pixel
template <typename Line, int HALO, int STRIDE, typename Axis>
__device__ inline void statesFromHalo(const Axis& axis, const float* run,
                                      typename Line::Number (&before)[Line::capacity],
                                      typename Line::Number (&behind)[Line::capacity])
{
    float seen[HALO];
    readLine<STRIDE>(run - HALO * STRIDE, seen);
    stateBehind<Line>(axis, seen, before);
    sumBehind<Line, HALO, STRIDE>(axis, run, behind);
}

/** A warp filters its rows. Neighbouring lanes own the first runs of all rows, then the second runs, and so on.
@param rows the first pixel of the first row, behind its halo */
template <typename Line, int HALO, typename Axis>
__device__ inline void filterHaloRows(const Axis& axis, float* rows)
{
    typedef HaloShape<HALO> Shape;
    const int lane = threadIdx.x % 32;
    float* const run = rows + lane % HALO_WARP_ROWS * Shape::pitch + lane / HALO_WARP_ROWS * Shape::run;
    typename Line::Number before[Line::capacity], behind[Line::capacity];
    statesFromHalo<Line, HALO, 1>(axis, run, before, behind);
    __syncwarp();
    Line::template filter<1>(run, Shape::run, axis, before, behind);
    __syncwarp();
}

}}} // namespace cv::recfilter::gpu

#endif
