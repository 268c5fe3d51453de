// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_TENSOR_FLOAT_PRODUCTS_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_TENSOR_FLOAT_PRODUCTS_CUH

// Products of two rows of floats with a pair of rows of taps.

#include "dense/cuda/tensor/matrix_ops.cuh"
#include "dense/cuda/tensor/matrix_window.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Units of two rows for 16 places, for pairs of steps of a sum, and for the odd one.
template <typename Shape>
struct MatrixFragments
{
    static constexpr int STEPS = Shape::UNITS / 2, ODD = Shape::UNITS % 2;

    unsigned steps[Shape::SPLITS][STEPS][4];
    unsigned odd[4]; //!< its low and its high parts

    //! @param halves of two rows: of(split) begins with the first place of all parts
    template <typename Halves>
    __device__ __forceinline__ void load(Halves& halves, int part, int lane)
    {
        const int place = 16 * part + lane / 8 % 2 * 8 + lane % 8, second = lane / 16;
#pragma unroll
        for (int s = 0; s < STEPS; s++)
#pragma unroll
            for (int i = 0; i < Shape::SPLITS; i++)
                loadMatrices(steps[i][s], halves.of(i) + 4 * (place + 2 * s + second));
        if (ODD)
            loadMatrices(odd, halves.of(!second) + 4 * (place + Shape::UNITS - 1));
    }
};

//! The products of a pair of rows of floats with a pair of rows of taps, step by step.
template <typename Shape>
struct FloatChain
{
    typedef MatrixFragments<Shape> Rows;
    static constexpr int STEPS = 3 * Rows::STEPS + 2 * Rows::ODD;

    //! Small products first.
    static __device__ __forceinline__ void multiplyStep(int step, float (&chain)[4],
                                                        const MatrixTaps (&taps)[Shape::UNITS], const Rows& rows)
    {
        const int s = step < 3 * Rows::STEPS ? step / 3 : 0, kind = step - 3 * s;
        const MatrixTaps &a = taps[2 * s], &b = taps[2 * s + 1], &odd = taps[Shape::UNITS - 1];
        if (step == 3 * Rows::STEPS)
            multiplyAdd16(chain, rows.odd, odd.high, odd.low, chain);
        else if (step > 3 * Rows::STEPS)
            multiplyAdd8(chain, rows.odd[2], rows.odd[3], odd.high, chain);
        else if (kind == 0)
            multiplyAdd16(chain, rows.steps[1][s], a.high, b.high, chain);
        else if (kind == 1)
            multiplyAdd16(chain, rows.steps[0][s], a.low, b.low, chain);
        else
            multiplyAdd16(chain, rows.steps[0][s], a.high, b.high, chain);
    }
};

}}} // namespace cv::recfilter::gpu

#endif
