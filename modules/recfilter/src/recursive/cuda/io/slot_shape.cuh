// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// How a tile lies in shared memory: its slot.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_IO_SLOT_SHAPE_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_IO_SLOT_SHAPE_CUH

#include "runtime/cuda/io/image_view.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Rows are padded by 16 bytes: threads that read a row each, 16 bytes at a time, have no bank conflicts.
template <typename W>
struct PaddedTile : TileShape<W>
{
    enum
    {
        padding = 16 / sizeof(W)
    };
};

//! How a tile lies in shared memory. @tparam Tile its shape, and how many numbers pad a row
template <typename W, typename Tile = PaddedTile<W>>
struct SlotShape
{
    enum
    {
        run = Tile::run,
        span = Tile::span,
        width = run * span,
        threads = width,
        quad = 16 / sizeof(W),
        rowPitch = width + Tile::padding,
        size = run * rowPitch,
        rowThreads = width / quad, //!< that load or store a row
        rowsAtOnce = threads / rowThreads
    };
};

namespace detail {

template <typename W, typename Tile>
struct SlotOf
{
    typedef SlotShape<W, Tile> Shape;
};
template <typename W>
struct SlotOf<W, TileShape<W>>
{
    typedef SlotShape<W> Shape;
};

} // namespace detail

//! The slot of the tiles of a TilePlace.
template <typename Place>
using SlotOf = typename detail::SlotOf<typename Place::Number, typename Place::Shape>::Shape;

}}} // namespace cv::recfilter::gpu

#endif
