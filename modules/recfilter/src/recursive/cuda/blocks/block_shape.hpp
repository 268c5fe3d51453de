// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_BLOCK_SHAPE_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_BLOCK_SHAPE_HPP

// How states and pixels are laid out in factors of 8 x 8 numbers: what kernels and tables share.

#include "math/host_device.hpp"

namespace cv { namespace recfilter { namespace gpu {

enum
{
    FACTOR_SIDE = 8,
    MAX_STATE_TILES = 3, //!< of a direction
    PLAIN_STATES = -1,   //!< in place of a number of tiles: any number of states, one after the other
    MARCH_RUN = 64       //!< pixels of a line that a warp of a march filters at once
};

//! A state by its direction (0: causal) and its index there.
struct StatePlace
{
    int direction, state;
};

/** Axes of up to 8 STATE_TILES states in each direction, or of up to four (0): then a tile of eight numbers has causal
and anticausal states in turn. Lines are cut into blocks of `block` pixels. */
template <int STATE_TILES>
struct BlockShape
{
    enum
    {
        stateTiles = STATE_TILES,
        isPacked = STATE_TILES == 0,
        ofDirection = isPacked ? 1 : STATE_TILES, //!< tiles with states of a direction
        tiles = isPacked ? 1 : 2 * STATE_TILES,   //!< of both directions
        numbers = tiles * FACTOR_SIDE,
        pixelTiles = STATE_TILES <= 1 ? 2 : 4, //!< of a block, of eight pixels each
        block = pixelTiles * FACTOR_SIDE,
        // The table of factors that filter a line.
        response = 0,                          //!< [distance of two pixel tiles]
        sums = response + 2 * pixelTiles - 1,  //!< [pixel tile][tile]
        results = sums + pixelTiles * tiles,   //!< [tile][pixel tile]
        powers = results + tiles * pixelTiles, //!< the lower triangle of each direction, row by row
        triangle = ofDirection * (ofDirection + 1) / 2,
        factors = powers + (isPacked ? 1 : 2 * triangle)
        // Of STATE_TILES 1, a march over lines has two more: each direction's power over a run of MARCH_RUN pixels.
    };

    //! The state of a number of a tile.
    RECFILTER_HOST_DEVICE static constexpr StatePlace placeOf(int tile, int number)
    {
        return isPacked ? StatePlace{number % 2, number / 2}
                        : StatePlace{tile / ofDirection, tile % ofDirection * FACTOR_SIDE + number};
    }

    RECFILTER_HOST_DEVICE static constexpr int factorOfResponse(int from, int to)
    {
        return response + to - from + pixelTiles - 1;
    }
    RECFILTER_HOST_DEVICE static constexpr int factorOfSums(int pixels, int tile)
    {
        return sums + pixels * tiles + tile;
    }
    RECFILTER_HOST_DEVICE static constexpr int factorOfResults(int tile, int pixels)
    {
        return results + tile * pixelTiles + pixels;
    }
    //! Of a direction: from tile `from` to tile `to` >= from.
    RECFILTER_HOST_DEVICE static constexpr int factorOfPower(int direction, int from, int to)
    {
        return powers + direction * triangle + to * (to + 1) / 2 + from;
    }
};

//! Calls body with the shape of a number of state tiles.
template <typename Body>
void withBlockShape(int stateTiles, const Body& body)
{
    switch (stateTiles)
    {
    case 0:
        return body(BlockShape<0>());
    case 1:
        return body(BlockShape<1>());
    case 2:
        return body(BlockShape<2>());
    default:
        return body(BlockShape<MAX_STATE_TILES>());
    }
}

//! The number that row k of a right factor multiplies, if the left factor is a sum before (setStates).
RECFILTER_HOST_DEVICE constexpr int numberOfRow(int k)
{
    return 2 * (k % 4) + k / 4;
}

//! The pixel that row k of a right factor multiplies. Pixels side by side are read in pairs.
RECFILTER_HOST_DEVICE constexpr int pixelOfRow(bool sideBySide, int k)
{
    return sideBySide ? numberOfRow(k) : k;
}

//! The pixel of column n of a sum.
RECFILTER_HOST_DEVICE constexpr int pixelOfColumn(bool sideBySide, int n)
{
    return sideBySide ? n : n / 2 + n % 2 * 4;
}

}}} // namespace cv::recfilter::gpu

#endif
