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

/** How lines are cut into tiles. A part of a longer line is cut like a line. Only the first part begins as the line
does, and only the last one ends so. */
struct BlockCut
{
    int64 length; //!< pixels of a line or part
    int tile;     //!< pixels
    int64 lines;  //!< how many, about
    int64 whole;  //!< pixels of the line
    bool begins = true, ends = true;
    bool isOfParts = false; //!< tiles are parts: they are not gathered or applied, but propagated

    BlockCut(int64 n, int tilePixels, int64 count) : length(n), tile(tilePixels), lines(count), whole(n) {}
};

template <typename W>
class BlockTables
{
public:
    /** @param stateTiles of both axes
    @param folds blocks of both axes are folded, which the directions of each must allow (BlockStates::parity)
    @param sideBySide pixels of a line lie side by side */
    BlockTables(const BlockStates& axis, const BlockCut& cut, int stateTiles, bool folds, bool sideBySide);

    BlockAxisView<W> view;

private:
    DeviceBuffer memory;
};

extern template class BlockTables<float>;
extern template class BlockTables<double>;

}}} // namespace cv::recfilter::gpu

#endif
