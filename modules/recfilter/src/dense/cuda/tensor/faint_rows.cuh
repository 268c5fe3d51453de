// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_TENSOR_FAINT_ROWS_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_TENSOR_FAINT_ROWS_CUH

/* Where tensor cores may lose results of windows that hold nothing but faint pixels and zeros.
Noise has single faint pixels, so they do not suffice: a pair of rows of the source is noted if it has
- two neighbours in a row, an aligned pair, of which each is faint or zero, and
- a faint pixel that is not zero: images anywhere in the strip, volumes in the pair's unit or in one of those beside it.
This finds all lost results. Halves lose up to 2^-25 of the scale of a row, zeros lose nothing. So a result is right to
2^-17 if, for each row of its window that is not all zeros there, some pixel of the window reaches 2^-8 of that scale,
half of least(). If none does, the row's part of the window holds a faint pixel that is not zero, and nothing but faint
pixels and zeros. As it is three or more columns wide, that pixel is in, or beside, an aligned pair that lies in it: the
row is noted.
4096 x 4096 pixels of noise have such a pair with a probability of 2e-6 (uniform) to 3e-5 (normal).
Only windows of rows that were noted are looked through. */

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

//! A bit for each row, pair of rows, or plane. Words are read up to the one behind that of the last bit.
template <int COUNT>
struct NotedRows
{
    static constexpr int WORDS = COUNT / 32 + 2;

    unsigned words[WORDS];

    __device__ __forceinline__ void clear(int thread)
    {
        if (thread < WORDS)
            words[thread] = 0;
    }

    __device__ __forceinline__ void note(int i) { atomicOr(&words[i / 32], 1u << i % 32); }

    __device__ __forceinline__ void noteAll()
    {
#pragma unroll
        for (int i = 0; i < WORDS; i++)
            words[i] = ~0u;
    }

    //! @param last less than `first` + 32
    __device__ __forceinline__ bool hasAny(int first, int last) const
    {
        const unsigned bits = __funnelshift_r(words[first / 32], words[first / 32 + 1], unsigned(first));
        return (bits & ~0u >> (31 - (last - first))) != 0;
    }

    __device__ __forceinline__ bool hasAny() const
    {
        unsigned bits = 0;
#pragma unroll
        for (int i = 0; i < WORDS; i++)
            bits |= words[i];
        return bits != 0;
    }
};

/** The windows of a lane in a row of the source, 32 columns apart. Calls found(k, whether window k has a pixel that is
such a one). All lanes of the warp come here.
@param pixels the lane's, 32 columns apart @param across a bit for each column of a window */
template <int COUNT, typename Is, typename Found>
__device__ __forceinline__ void findInWindows(const float (&pixels)[COUNT], unsigned across, const Is& is,
                                              const Found& found)
{
    unsigned next = __ballot_sync(~0u, is(pixels[0]));
#pragma unroll
    for (int k = 0; k + 1 < COUNT; k++)
    {
        const unsigned first = next;
        next = __ballot_sync(~0u, is(pixels[k + 1]));
        found(k, (__funnelshift_r(first, next, threadIdx.x) & across) != 0);
    }
}

//! For each of a lane's windows a bit for each of the last 32 rows, or planes, of the source. The last is the lowest.
template <int WINDOWS>
struct SeenRows
{
    unsigned reached[WINDOWS] = {}, notZero[WINDOWS] = {};

    //! The next row, of which nothing has been seen.
    __device__ __forceinline__ void advance()
    {
#pragma unroll
        for (int k = 0; k < WINDOWS; k++)
        {
            reached[k] <<= 1;
            notZero[k] <<= 1;
        }
    }

    //! Looks at pixels of the last row; see findInWindows().
    __device__ __forceinline__ void look(const float (&pixels)[WINDOWS + 1], unsigned across, float least)
    {
        findInWindows(
            pixels, across, [=](float x) { return fabsf(x) >= least; },
            [&](int k, bool isFound) { reached[k] |= unsigned(isFound); });
        findInWindows(
            pixels, across, [](float x) { return x != 0; },
            [&](int k, bool isFound) { notZero[k] |= unsigned(isFound); });
    }

    //! Bits of windows that hold nothing but faint pixels, and not zeros alone.
    //! @param down a bit for each row of a window @param behind rows seen behind the window
    __device__ __forceinline__ unsigned lost(unsigned down, int behind) const
    {
        unsigned bits = 0;
#pragma unroll
        for (int k = 0; k < WINDOWS; k++)
            bits |= unsigned((reached[k] >> behind & down) == 0 && (notZero[k] >> behind & down) != 0) << k;
        return bits;
    }
};

}}} // namespace cv::recfilter::gpu

#endif
