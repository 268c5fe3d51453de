// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The states of mirrored pairs in the lanes of a warp, and their products by tensor cores. A factor has room for eight
// moments of a line: the six of three pairs in one direction, or the four of two pairs in both.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_PAIRS_SQUARE_STATES_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_PAIRS_SQUARE_STATES_CUH

#include "recursive/cuda/pairs/tensor_cores.cuh"

namespace cv { namespace recfilter { namespace gpu {

/** A lane's states of its two lines: `ofLine` numbers of the first line, then of the second, from moment ofLine * t on.
@tparam PAIRS this primary template is for 3: a lane has pair t, and every fourth lane nothing */
template <int PAIRS>
struct SquareStates
{
    static constexpr int ofLine = 2;
    static constexpr int numbers = 2 * ofLine;
    typedef float States[numbers];

    //! Advances the states over a square. @param power A^16 of the lane's pair, row by row
    __device__ static void advance(const float4& power, States& states, const States& more)
    {
#pragma unroll
        for (int i = 0; i < numbers; i += 2)
        {
            const float w = states[i], d = states[i + 1];
            states[i] = fmaf(power.x, w, fmaf(power.y, d, more[i]));
            states[i + 1] = fmaf(power.z, w, fmaf(power.w, d, more[i + 1]));
        }
    }

    //! f and s a of a square, by y * SUMS_OF_Y and z * SUMS_OF_Z; s is the filter's parity.
    __device__ static void sum(const LeftFactor& y, const LeftFactor& z, const RightFactor& ofY, const RightFactor& ofZ,
                               States& f, States& a)
    {
        const Product zero = {};
        Product plus, minus;
        multiplyAdd(y, ofY, zero, plus);
        multiplyAdd(z, ofZ, zero, minus);
#pragma unroll
        for (int i = 0; i < numbers; i++)
        {
            f[i] = plus[i] - minus[i];
            a[i] = plus[i] + minus[i];
        }
    }

    //! Prepares y * RESULTS_OF_Y and z * RESULTS_OF_Z for addStates.
    __device__ static void prepare(Product (&)[2]) {}

    //! The results of pixels k < 8 and of their mirror images. @param made by prepare
    __device__ static void addStates(const States& p, const States& e, const RightFactor& ofSums,
                                     const RightFactor& ofDifferences, const Product (&made)[2], Product (&results)[2])
    {
        LeftFactor sums, differences;
#pragma unroll
        for (int i = 0; i < numbers; i++)
        {
            const int at = i % ofLine * 2 + i / ofLine;
            sums.set(at, p[i] + e[i]);
            differences.set(at, p[i] - e[i]);
        }
        Product half[2];
        multiplyAdd(sums, ofSums, made[0], half[0]);
        multiplyAdd(differences, ofDifferences, made[1], half[1]);
#pragma unroll
        for (int i = 0; i < 4; i++)
        {
            results[0][i] = half[0][i] + half[1][i];
            results[1][i] = half[0][i] - half[1][i];
        }
    }
};

//! Two pairs: a lane has moment t, and the lane beside it the other moment of the pair.
template <>
struct SquareStates<2>
{
    static constexpr int ofLine = 1;
    static constexpr int numbers = 2 * ofLine;
    typedef float States[numbers];

    //! @param power factors of the lane's own number and of its neighbour's
    __device__ static void advance(const float4& power, States& states, const States& more)
    {
#pragma unroll
        for (int i = 0; i < numbers; i++)
        {
            const float other = __shfl_xor_sync(~0u, states[i], 1);
            states[i] = fmaf(power.x, states[i], fmaf(power.y, other, more[i]));
        }
    }

    //! The columns of a product are f and s a alternately.
    __device__ static void sum(const LeftFactor& y, const LeftFactor& z, const RightFactor& ofY, const RightFactor& ofZ,
                               States& f, States& a)
    {
        const Product zero = {};
        Product low, sums;
        multiplyAddLow(y, ofY, zero, low);
        multiplyAddLow(z, ofZ, low, sums);
        multiply(y.high, ofY.high, sums, low);
        multiply(z.high, ofZ.high, low, sums);
#pragma unroll
        for (int i = 0; i < numbers; i++)
        {
            f[i] = sums[2 * i];
            a[i] = sums[2 * i + 1];
        }
    }

    //! Turns both products into results of pixels k < 8 and of their mirror images: their sum and their difference.
    __device__ static void prepare(Product (&made)[2])
    {
#pragma unroll
        for (int i = 0; i < 4; i++)
        {
            const float half = made[0][i], other = made[1][i];
            made[0][i] = half + other;
            made[1][i] = half - other;
        }
    }

    //! p and s e are columns of one factor.
    __device__ static void addStates(const States& p, const States& e, const RightFactor& toNear,
                                     const RightFactor& toFar, const Product (&made)[2], Product (&results)[2])
    {
        LeftFactor states;
#pragma unroll
        for (int i = 0; i < numbers; i++)
        {
            states.set(i, p[i]);
            states.set(2 + i, e[i]);
        }
        multiplyAdd(states, toNear, made[0], results[0]);
        multiplyAdd(states, toFar, made[1], results[1]);
    }
};

}}} // namespace cv::recfilter::gpu

#endif
