// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The states that enter one tile of a line, from the moments of all its tiles, by threads that share nothing: for lines
// of so few tiles that propagation would take longer. Knows no image.
// One launch has such loops of its own (one_launch/shared.cu): with these it took 6 to 11 % longer.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_LINES_ENTER_TILE_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_LINES_ENTER_TILE_CUH

#include "recursive/cuda/lines/propagate.cuh"

namespace cv { namespace recfilter { namespace gpu {

/** Sums the moments of the first `count` tiles in the order of a direction. `entering` becomes the sum of the tiles
before number `before` of that order.
@param line a LinePropagation of the whole line @param tiles of the line */
template <typename Line>
__device__ inline void sumTiles(const Line& line, bool backward, int tiles, int before, int count,
                                typename Line::Vector& sum, typename Line::Vector& entering)
{
#pragma unroll
    for (int m = 0; m < Line::capacity; m++)
        sum[m] = entering[m] = 0;
#pragma unroll 8
    for (int i = 0; i < count; i++)
    {
        typename Line::Vector more;
        line.load(line.at(backward ? tiles - 1 - i : i, backward), more);
        if (i == before)
            line.copy(sum, entering);
        line.advanceTile(i == tiles - 1, backward ? TILE_FIRST_A : TILE_LAST_F, sum, more);
    }
    if (count == before)
        line.copy(sum, entering);
}

//! Takes a state that enters the line over the first `count` tiles in the order of a direction.
template <typename Line>
__device__ inline void crossTiles(const Line& line, bool backward, int count, typename Line::Vector& state)
{
    const typename Line::Vector nothing = {};
    for (int i = 0; i < count; i++)
        line.advanceTile(backward && i == 0, TILE_LAST, state, nothing);
}

}}} // namespace cv::recfilter::gpu

#endif
