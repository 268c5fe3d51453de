// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Turns a ChainKind into a compile-time line type.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_LINES_CHAIN_DISPATCH_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_LINES_CHAIN_DISPATCH_CUH

#include "recursive/cuda/lines/chains.cuh"
#include "recursive/cuda/pairs/pairs_line.cuh"
#include "recursive/plan/chain_kind.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Calls body with the line of a cascade.
template <typename W, int RUN, int CHUNK, typename Body>
void withCascadeLine(ChainKind kind, const Body& body)
{
    switch (kind)
    {
    case CHAIN_1:
        return body(AllPoleLine<W, RUN, 1, 0, CHUNK>());
    case CHAIN_2:
        return body(AllPoleLine<W, RUN, 0, 1, CHUNK>());
    default:
        return body(AllPoleLine<W, RUN, 1, 1, CHUNK>());
    }
}

//! Calls body with the line of added pairs.
template <typename W, int RUN, typename Body>
void withPairsLine(ChainKind kind, const Body& body)
{
    if (kind == CHAIN_PAIRS_2)
        body(PairsLine<W, RUN, 2>());
    else
        body(PairsLine<W, RUN, 3>());
}

}}} // namespace cv::recfilter::gpu

#endif
