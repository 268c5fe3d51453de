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
and anticausal states in turn. Lines are cut into blocks of `block` pixels.
@tparam FOLDED both directions mirror each other. Pixels k and block-1-k of a block enter as their sum and difference,
and so do both states: half the products (doc/block_states.md, Folding). All of a sign is one part of the table. */
template <int STATE_TILES, bool FOLDED = false>
struct BlockShape
{
    enum
    {
        stateTiles = STATE_TILES,
        isPacked = STATE_TILES == 0,
        isFolded = FOLDED,
        gathersFolded = FOLDED && STATE_TILES > 0, //!< packed tiles would gain nothing
        ofDirection = isPacked ? 1 : STATE_TILES,  //!< tiles with states of a direction
        tiles = isPacked ? 1 : 2 * STATE_TILES,    //!< of both directions
        numbers = tiles * FACTOR_SIDE,
        pixelTiles = STATE_TILES <= 1 ? 2 : 4, //!< of a block, of eight pixels each
        block = pixelTiles * FACTOR_SIDE,
        // What a sign of a folded block has.
        signs = FOLDED ? 2 : 1,
        ownPixels = pixelTiles / signs,                       //!< pixel tiles
        ownTiles = isPacked || !FOLDED ? tiles : ofDirection, //!< tiles of states
        // The table of factors that filter a line.
        response = 0, //!< [distance of two pixel tiles], folded [sign][from][to]
        sums = response + (FOLDED ? signs * ownPixels * ownPixels : 2 * pixelTiles - 1), //!< [sign][pixel tile][tile]
        results = sums + signs * ownPixels * ownTiles,                                   //!< [sign][tile][pixel tile]
        powers = results + signs * ownTiles * ownPixels, //!< A - I, the lower triangle of each direction, row by row
        triangle = ofDirection * (ofDirection + 1) / 2,
        factors = powers + (isPacked ? 1
                            : FOLDED ? triangle
                                     : 2 * triangle) // folded: of both directions
        // Of STATE_TILES 1, a march over lines has two more: each direction's power over a run of MARCH_RUN pixels.
    };

    //! The state of a number of a tile.
    RECFILTER_HOST_DEVICE static constexpr StatePlace placeOf(int tile, int number)
    {
        return isPacked ? StatePlace{number % 2, number / 2}
                        : StatePlace{tile / ofDirection, tile % ofDirection * FACTOR_SIDE + number};
    }

    //! The inverse: the number of a state among those of all tiles.
    RECFILTER_HOST_DEVICE static constexpr int numberOf(const StatePlace& place)
    {
        return isPacked ? 2 * place.state + place.direction : place.direction * ofDirection * FACTOR_SIDE + place.state;
    }

    RECFILTER_HOST_DEVICE static constexpr int factorOfResponse(int from, int to, int sign = 0)
    {
        return isFolded ? response + (sign * ownPixels + from) * ownPixels + to : response + to - from + pixelTiles - 1;
    }
    RECFILTER_HOST_DEVICE static constexpr int factorOfSums(int pixels, int tile, int sign = 0)
    {
        return sums + (sign * ownPixels + pixels) * ownTiles + tile;
    }
    RECFILTER_HOST_DEVICE static constexpr int factorOfResults(int tile, int pixels, int sign = 0)
    {
        return results + (sign * ownTiles + tile) * ownPixels + pixels;
    }
    //! Of a direction: from tile `from` to tile `to` >= from.
    RECFILTER_HOST_DEVICE static constexpr int factorOfPower(int direction, int from, int to)
    {
        return powers + (isFolded ? 0 : direction * triangle) + to * (to + 1) / 2 + from;
    }
};

//! Calls body with the shape of a number of state tiles.
template <bool FOLDED = false, typename Body>
void withBlockShape(int stateTiles, const Body& body)
{
    switch (stateTiles)
    {
    case 0:
        return body(BlockShape<0, FOLDED>());
    case 1:
        return body(BlockShape<1, FOLDED>());
    case 2:
        return body(BlockShape<2, FOLDED>());
    default:
        return body(BlockShape<MAX_STATE_TILES, FOLDED>());
    }
}

//! The same with the shape of folded blocks, where they are.
template <typename Body>
void withBlockShape(int stateTiles, bool folds, const Body& body)
{
    if (folds)
        withBlockShape<true>(stateTiles, body);
    else
        withBlockShape<false>(stateTiles, body);
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
