// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PLAN_CHAIN_KIND_HPP
#define OPENCV_RECFILTER_PLAN_CHAIN_KIND_HPP

// The kinds of axes for which there are kernels of their own.

namespace cv { namespace recfilter {

/** What has kernels of its own: cascades of first- and second-order all-pole sections, alike in both directions, and added
pairs of poles that are the same in both. */
enum ChainKind
{
    CHAIN_NONE,    //!< the axis is not filtered
    CHAIN_1,       //!< one pole
    CHAIN_2,       //!< a pair
    CHAIN_3,       //!< a pole and a pair
    CHAIN_PAIRS_2, //!< two pairs, added
    CHAIN_PAIRS_3, //!< three
    CHAIN_GENERAL, //!< anything
};

inline bool isCascade(ChainKind kind)
{
    return kind == CHAIN_1 || kind == CHAIN_2 || kind == CHAIN_3;
}

inline bool isPairs(ChainKind kind)
{
    return kind == CHAIN_PAIRS_2 || kind == CHAIN_PAIRS_3;
}

}} // namespace cv::recfilter

#endif
