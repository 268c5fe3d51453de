// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The shapes of blocks of propagate, and which of them a line takes.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_PROPAGATE_SHAPES_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_PROPAGATE_SHAPES_CUH

#include "recursive/cuda/tables/axis_view.hpp"
#include "recursive/cuda/tables/tuning.hpp"

#include <algorithm>
#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

//! Neighbouring lines of a block.
template <int SEGMENTS>
constexpr int linesAtOnce = std::min(int(tuning::MAX_LINES), int(tuning::PROPAGATE_THREADS) / SEGMENTS);

//! Threads that share a line: one for each segment, and at least the two that close it. With a thread for each of the
//! SEGMENTS, columns of 128 images of 512 x 512 take 62 us in place of 26 (H200, three pairs).
template <typename W>
int threadsOfLine(const AxisView<W>& axis)
{
    return int(std::max<int64>(axis.segments, 2));
}

/** Calls body with the moments propagated together, enough segments, the tiles of a segment that stay in registers, and
whether there are pairs. */
template <typename W, typename Body>
void withSegments(ChainKind kind, const AxisView<W>& axis, const Body& body)
{
    const auto withMoments = [&](auto moments, auto paired) {
        const auto withKept = [&](auto kept) {
            // More tiles stay in registers only where there are 15 segments or more (AxisTables).
            constexpr bool mayBeFew = decltype(kept)::value == int(tuning::KEPT_TILES);
            if (mayBeFew && axis.segments <= 8)
                body(moments, std::integral_constant < int, mayBeFew ? 8 : 16 > (), kept, paired);
            else if (axis.segments <= 16)
                body(moments, std::integral_constant<int, 16>(), kept, paired);
            else
                body(moments, std::integral_constant<int, int(tuning::MAX_SEGMENTS)>(), kept, paired);
        };
        if constexpr (decltype(moments)::value <= 2)
            if (axis.segmentTiles > tuning::KEPT_TILES && axis.segmentTiles <= tuning::KEPT_TILES_OF_TWO)
                return withKept(std::integral_constant<int, int(tuning::KEPT_TILES_OF_TWO)>());
        withKept(std::integral_constant<int, int(tuning::KEPT_TILES)>());
    };
    switch (kind)
    {
    case CHAIN_1:
        return withMoments(std::integral_constant<int, 1>(), std::false_type());
    case CHAIN_2:
        return withMoments(std::integral_constant<int, 2>(), std::false_type());
    case CHAIN_3:
        return withMoments(std::integral_constant<int, 3>(), std::false_type());
    default:
        return withMoments(std::integral_constant<int, 2>(), std::true_type());
    }
}

}}} // namespace cv::recfilter::gpu

#endif
