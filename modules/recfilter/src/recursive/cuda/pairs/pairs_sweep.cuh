// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Both directions of added pairs along a line in shared memory, by recursion.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_PAIRS_PAIRS_SWEEP_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_PAIRS_PAIRS_SWEEP_CUH

#include "recursive/cuda/pairs/pairs_line.cuh"
#include "recursive/cuda/pairs/tuning.hpp"

#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

/** A line of added pairs in shared memory, its pixels STRIDE apart. Both directions read the pixels. So the first
result of a pixel stays in scratch memory, SCRATCH_STRIDE apart, until the other direction adds to it. */
template <typename W, typename Line, int STRIDE, int SCRATCH_STRIDE>
struct PairsSweep
{
    static constexpr int chunk = tuning::PAIRS_CHUNK;
    typedef W States[Line::capacity];

    W* const line;
    W* const scratch;
    const PairTables<W>& tables;

    /** Filters a line by two threads, one in each direction. Each begins with the half where it enters. All threads of
    the block call it; those of a warp have the same direction.
    @param active the thread owns a line @param s the states that enter the line in this direction */
    __device__ void filterHalves(bool active, int direction, int length, States& s) const
    {
        const int middle = length / 2 / chunk * chunk;
        if (active && direction == 0)
            sweep<0, false>(0, middle, s);
        else if (active)
            sweep<1, false>(middle, length, s);
        __syncthreads();
        if (active && direction == 0)
            sweep<0, true>(middle, length, s);
        else if (active)
            sweep<1, true>(0, middle, s);
    }

private:
    //! Filters pixels [begin, end). begin is a multiple of the chunk.
    template <int DIRECTION, bool ADDS>
    __device__ void sweep(int begin, int end, States& s) const
    {
        if (DIRECTION == 0 && tables.direct != 0)
            sweepPixels<DIRECTION, ADDS, true>(begin, end, s);
        else
            sweepPixels<DIRECTION, ADDS, false>(begin, end, s);
    }

    template <int DIRECTION, bool ADDS, bool DIRECT>
    __device__ void sweepPixels(int begin, int end, States& s) const
    {
        const int whole = begin + (end - begin) / chunk * chunk;
        if constexpr (DIRECTION == 0)
        {
#pragma unroll 1
            for (int i = begin; i < whole; i += chunk)
                filterPixels<DIRECTION, ADDS, DIRECT, chunk>(i, s);
#pragma unroll 1
            for (int i = whole; i < end; i++)
                filterPixels<DIRECTION, ADDS, DIRECT, 1>(i, s);
        }
        else
        {
#pragma unroll 1
            for (int i = end - 1; i >= whole; i--)
                filterPixels<DIRECTION, ADDS, DIRECT, 1>(i, s);
#pragma unroll 1
            for (int i = whole - chunk; i >= begin; i -= chunk)
                filterPixels<DIRECTION, ADDS, DIRECT, chunk>(i, s);
        }
    }

    template <int DIRECTION, bool ADDS, bool DIRECT, int COUNT>
    __device__ void filterPixels(int at, States& s) const
    {
        W* const pixels = line + at * STRIDE;
        W* const kept = scratch + at * SCRATCH_STRIDE;
        W v[COUNT], other[COUNT];
        read<STRIDE>(pixels, v);
        if (ADDS)
            read<SCRATCH_STRIDE>(kept, other);
#pragma unroll
        for (int i = 0; i < COUNT; i++)
        {
            const int k = DIRECTION ? COUNT - 1 - i : i;
            v[k] = Line::template filterPixel<DIRECTION, ADDS, DIRECT>(v[k], other[k], tables, s);
        }
        if (ADDS)
            write<STRIDE>(v, pixels);
        else
            write<SCRATCH_STRIDE>(v, kept);
    }

    template <int PITCH, int COUNT>
    __device__ static void read(const W* from, W (&to)[COUNT])
    {
        if constexpr (COUNT == 1)
            to[0] = from[0];
        else
            readLine<PITCH>(from, to);
    }

    template <int PITCH, int COUNT>
    __device__ static void write(const W (&from)[COUNT], W* to)
    {
        if constexpr (COUNT == 1)
            to[0] = from[0];
        else
            writeLine<PITCH>(from, to);
    }
};

}}} // namespace cv::recfilter::gpu

#endif
