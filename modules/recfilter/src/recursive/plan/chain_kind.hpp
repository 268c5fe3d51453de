// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_CHAIN_KIND_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_CHAIN_KIND_HPP

// Kinds of axes: which ones have kernels of their own.

#include "math/limits.hpp"

#include <vector>

namespace cv { namespace recfilter {

struct Branch;
struct AxisFilter;

//! States of the largest cascade with kernels on the GPU.
constexpr int MAX_CASCADE = 3;

/** These axes have kernels of their own: cascades of all-pole sections of first and second order, alike in both
directions, and added pairs with the same poles in both directions. */
enum ChainKind
{
    CHAIN_NONE,    //!< the axis is not filtered
    CHAIN_1,       //!< one pole
    CHAIN_2,       //!< a pair
    CHAIN_3,       //!< a pole and a pair
    CHAIN_PAIRS_2, //!< two pairs, added
    CHAIN_PAIRS_3, //!< three pairs, added
    CHAIN_GENERAL, //!< any other: block states run it on a GPU
};

inline bool isCascade(ChainKind kind)
{
    return kind == CHAIN_1 || kind == CHAIN_2 || kind == CHAIN_3;
}

inline bool isPairs(ChainKind kind)
{
    return kind == CHAIN_PAIRS_2 || kind == CHAIN_PAIRS_3;
}

//! The sections of one direction.
struct ChainShape
{
    int firstOrder = 0, secondOrder = 0;
    bool isCascade = false;     //!< one branch without taps, its first-order sections first
    bool areAddedPairs = false; //!< AddedPair (math/sections.hpp)
};

ChainShape shapeOf(const std::vector<Branch>& branches, bool parallel);

//! @param shared one set of states serves both directions (MomentSystem)
ChainKind kindOf(const AxisFilter& filter, bool shared);

}} // namespace cv::recfilter

#endif
