// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_BLOCK_TABLES_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_BLOCK_TABLES_HPP

// The tables of one axis for block states on one device.

#include "recursive/cuda/blocks/blocks_job.hpp"
#include "runtime/cuda/device_buffer.hpp"
#include "recursive/plan/block_states.hpp"

namespace cv { namespace recfilter { namespace gpu {

/** BlocksJob::stateTiles of an image filter: tiles of eight states that hold those of each direction and axis.
PLAIN_STATES if they are too many for such kernels, or need more shared memory than the current device has. */
template <typename W>
int stateTilesOf(const BlockStates& x, const BlockStates& y);

template <typename W>
class BlockTables
{
public:
    /** @param length pixels of a line
    @param lines how many, about
    @param tile pixels of a tile along the axis
    @param stateTiles of both axes
    @param folds blocks of both axes are folded, which the directions of each must allow (BlockStates::parity)
    @param sideBySide pixels of a line lie side by side */
    BlockTables(const BlockStates& axis, int64 length, int64 lines, int tile, int stateTiles, bool folds,
                bool sideBySide);

    BlockAxisView<W> view;

private:
    DeviceBuffer memory;
};

extern template class BlockTables<float>;
extern template class BlockTables<double>;

}}} // namespace cv::recfilter::gpu

#endif
