// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Moments of a tile as weighted sums of its pixels: the weights of the pixels, also at the ends of a line.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_LINES_WEIGHT_RANGE_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_LINES_WEIGHT_RANGE_CUH

#include "runtime/cuda/io/pixel_io.cuh"
#include "recursive/cuda/tables/axis_view.hpp"

namespace cv { namespace recfilter { namespace gpu {

/** The pixels of a tile that have weights. Pixel i has weight A^(last - i) B in the causal sum and A^(i - first) B in
the anticausal sum. Its weight is 0 if the power would be negative. */
struct WeightRange
{
    int length, first, last;

    template <typename W>
    __device__ WeightRange(const AxisView<W>& axis, int64 tile)
        : length(tile == axis.tiles - 1 ? axis.lastTile : axis.tile), first(tile == 0 ? axis.shift : 0),
          last(length - 1 - (tile == axis.tiles - 1 ? axis.shift : 0))
    {
    }

    template <typename W>
    __device__ W causal(const W* weights, int i) const
    {
        return i <= last ? __ldg(weights + (last - i)) : W(0);
    }

    //! The weights of moment m for pixels i, i + 1, ... of a tile: copied from the tables except at the ends of a line.
    template <typename W, int N>
    __device__ void read(const AxisView<W>& axis, int m, int i, W (&f)[N], W (&a)[N]) const
    {
        const W* weights = axis.weights + 2 * m * axis.tile;
        if (first == 0 && last == axis.tile - 1)
        {
            readVectors(weights + i, f);
            readVectors(weights + axis.tile + i, a);
            return;
        }
#pragma unroll
        for (int j = 0; j < N; j++)
        {
            f[j] = causal(weights + axis.tile, i + j);
            a[j] = anticausal(weights + axis.tile, i + j);
        }
    }

    template <typename W>
    __device__ W anticausal(const W* weights, int i) const
    {
        return i >= first ? __ldg(weights + (i - first)) : W(0);
    }
};

}}} // namespace cv::recfilter::gpu

#endif
