// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Sums lines of a tile for their states: products of pixels and fixed factors (doc/block_states.md). Knows no image.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_KERNELS_LINE_SUMS_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_KERNELS_LINE_SUMS_CUH

#include "recursive/cuda/blocks/block_shape.hpp"
#include "recursive/cuda/blocks/kernels/products.cuh"

namespace cv { namespace recfilter { namespace gpu {

/** Sums of TILES tiles of states of UNITS units of 16 lines, of STEPS pixel tiles. Of a folded shape, sums and
differences of pixels that lie alike from both ends give halves of the causal and the anticausal sum. */
template <typename W, typename Shape, int STEPS, int TILES, int UNITS>
struct LineSums
{
    enum
    {
        signs = Shape::signs,
        folds = Shape::isFolded,
        factors = STEPS * TILES //!< [pixel tile][sign][tile]
    };

    W own[signs][UNITS][TILES][4];

    __device__ LineSums() : own{} {}

    /** @param parity BlockAxisView::parity
    @param read (unit, step, numbers): numbers[0] become eight pixels in the order of a sum, numbers[1] those that lie
    alike from the end of the lines
    @param factor (i): number i of `factors`
    @tparam SWAPS a sign adds to the sums of the other one */
    template <bool SWAPS, typename Read, typename Factor>
    __device__ void add(W parity, const Read& read, const Factor& factor)
    {
        constexpr int unrolled = SWAPS ? 1 : folds ? 2 : 4; // more take registers from other blocks
#pragma unroll unrolled
        for (int k = 0; k < STEPS / signs; k++)
        {
            LeftFactor<W> x[signs][UNITS];
#pragma unroll
            for (int u = 0; u < UNITS; u++)
            {
                W numbers[signs][4];
                read(u, k, numbers);
                if constexpr (folds)
#pragma unroll
                    for (int i = 0; i < 4; i++)
                        foldNumbers(numbers[0][i], numbers[1][i], parity);
#pragma unroll
                for (int sign = 0; sign < signs; sign++)
                    setStates(x[sign][u], numbers[sign]);
            }
#pragma unroll
            for (int sign = 0; sign < signs; sign++)
            {
                RightFactor<W> weights[TILES];
#pragma unroll
                for (int n = 0; n < TILES; n++)
                    weights[n] = factor((k * signs + sign) * TILES + n);
                addProducts(own[SWAPS ? signs - 1 - sign : sign], x[sign], weights);
            }
        }
    }

    //! Calls body(place, line, sum) for this lane's sums of a unit. @param first of the tiles, counted in the shape
    template <typename Body>
    __device__ void forStates(int unit, int first, W parity, const Body& body) const
    {
        const FragmentLane lane;
#pragma unroll
        for (int n = 0; n < TILES; n++)
#pragma unroll
            for (int i = 0; i < 4; i++)
            {
                const StatePlace place = Shape::placeOf(first + n, 2 * lane.t + i % 2);
                const int line = lane.g + i / 2 * 8;
                const W plus = own[0][unit][n][i], minus = own[signs - 1][unit][n][i];
                if constexpr (folds)
                {
                    body(StatePlace{0, place.state}, line, plus + minus);
                    body(StatePlace{1, place.state}, line, parity * (plus - minus));
                }
                else
                    body(place, line, plus);
            }
    }
};

}}} // namespace cv::recfilter::gpu

#endif
