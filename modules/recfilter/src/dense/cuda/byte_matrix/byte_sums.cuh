// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_BYTE_SUMS_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_BYTE_SUMS_CUH

// The sums of a warp: 64 columns of two rows.

#include "dense/cuda/byte_matrix/byte_ops.cuh"
#include "dense/cuda/byte_matrix/byte_tile.cuh"

namespace cv { namespace recfilter { namespace gpu {

/** Where a lane reads words of quads and has results. Products leave it two results each of a place and of the one 8
places on: lanes in pairs swap, so that each has four neighbours. */
struct ByteLane
{
    int place, word; //!< of 8, of 4 of a quad
    bool isSecond;   //!< of a pair of lanes
    unsigned order;  //!< of bytes that swapBytes() takes

    explicit __device__ ByteLane(int lane)
        : place(lane / 4), word(lane % 4), isSecond(word % 2), order(isSecond ? 0x3276 : 0x5410)
    {
    }

    __device__ __forceinline__ int row() const { return word / 2; }
    //! Of result i of 4, before they are swapped.
    __device__ __forceinline__ int column(int i) const { return 4 * place + i / 2 * 32 + word % 2 * 2 + i % 2; }
    //! Of the first of the four neighbours.
    __device__ __forceinline__ int column() const { return 4 * place + (isSecond ? 32 : 0); }

    template <typename T>
    __device__ __forceinline__ void swap(T (&values)[4]) const
    {
        const T a = __shfl_xor_sync(~0u, isSecond ? values[0] : values[2], 1);
        const T b = __shfl_xor_sync(~0u, isSecond ? values[1] : values[3], 1);
        (isSecond ? values[0] : values[2]) = a;
        (isSecond ? values[1] : values[3]) = b;
    }

    //! The same for bytes in a word.
    __device__ __forceinline__ unsigned swapBytes(unsigned mine) const
    {
        return __byte_perm(mine, __shfl_xor_sync(~0u, mine, 1), order);
    }
};

//! The taps of a lane.
template <typename Shape>
struct ByteTapsOfLane
{
    unsigned digits[Shape::DIGITS][Shape::QUADS];

    __device__ __forceinline__ void load(const unsigned* taps, int lane)
    {
#pragma unroll
        for (int i = 0; i < Shape::DIGITS * Shape::QUADS; i++)
            digits[i / Shape::QUADS][i % Shape::QUADS] = taps[i * WARP_LANES + lane];
    }
};

//! The words of all quads for two rows of results.
template <typename Shape>
struct ByteQuads
{
    typedef typename Shape::Window Window;
    unsigned words[Shape::QUADS][2];

    //! @param first words of the first line at the warp's first place
    __device__ __forceinline__ ByteQuads(const unsigned* first, const ByteLane& lane)
    {
        const unsigned* const fours = first + lane.word * Shape::PITCH + lane.place + Shape::BEFORE / 4;
        const unsigned* const rest =
            first + (4 * Window::FOURS + lane.word / 2) * Shape::PITCH + lane.place + lane.word % 2 + Shape::BEFORE / 4;
#pragma unroll
        for (int i = 0; i < Shape::QUADS; i++)
        {
            const unsigned* const from = i < Window::OF_FOURS
                                             ? fours + i / Shape::WORDS * 4 * Shape::PITCH + i % Shape::WORDS
                                             : rest + 2 * (i - Window::OF_FOURS);
            words[i][0] = from[0];
            words[i][1] = from[8];
        }
    }
};

//! Products with each digit of the taps. The sums are exact.
template <typename Shape>
class ByteSums
{
public:
    __device__ __forceinline__ ByteSums(const ByteTapsOfLane<Shape>& taps, const ByteQuads<Shape>& quads)
    {
#pragma unroll
        for (int i = 0; i < Shape::QUADS; i += 2)
#pragma unroll
            for (int d = 0; d < Shape::DIGITS; d++)
                if (i + 1 < Shape::QUADS)
                    multiplyAddBytes32(sums[d], quads.words[i], quads.words[i + 1], taps.digits[d][i],
                                       taps.digits[d][i + 1]);
                else
                    multiplyAddBytes16(sums[d], quads.words[i], taps.digits[d][i]);
    }

    //! In units of 2^-bits, rounded down.
    __device__ __forceinline__ int units(int i) const
    {
        return IS_EXACT ? high(i) : high(i) + (sums[Shape::DIGITS - 1][i] >> 8);
    }

    __device__ __forceinline__ float result(int i, const ByteRounding& rounding) const
    {
        const float low =
            IS_EXACT ? rounding.delta : fmaf(float(sums[Shape::DIGITS - 1][i]), rounding.step / 256, rounding.delta);
        return fmaf(float(high(i)), rounding.step, low);
    }

private:
    static constexpr bool IS_EXACT = Shape::IS_EXACT;

    __device__ __forceinline__ int high(int i) const
    {
        // What overflows on the way comes back: the sum of both fits.
        return Shape::DIGITS == 1 ? sums[0][i]
                                  : int(unsigned(sums[0][i]) * 256u + unsigned(sums[Shape::DIGITS > 1][i]));
    }

    int sums[Shape::DIGITS][4] = {};
};

//! Sums as integers. Halves of exact sums become even. Others are doubtful if the least of `doubts` is small.
struct ByteResults
{
    int values[4];
    unsigned doubts[4];

    template <typename Shape>
    __device__ __forceinline__ ByteResults(const ByteSums<Shape>& sums, const ByteRounding& rounding)
    {
#pragma unroll
        for (int i = 0; i < 4; i++)
        {
            const int sum = sums.units(i) + rounding.offset;
            values[i] = sum >> rounding.bits;
            doubts[i] = unsigned(sum) << (32 - rounding.bits);
            if (Shape::IS_EXACT && doubts[i] == 0)
                values[i] &= ~1;
        }
    }

    __device__ __forceinline__ unsigned least() const
    {
        return ::min(::min(doubts[0], doubts[1]), ::min(doubts[2], doubts[3]));
    }
};

}}} // namespace cv::recfilter::gpu

#endif
