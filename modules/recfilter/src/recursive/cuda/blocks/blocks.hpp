// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_BLOCKS_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_BLOCKS_HPP

// The kernels of block states, in the order in which they are launched: two reads and one write.

#include "recursive/cuda/blocks/blocks_job.hpp"
#include "recursive/cuda/blocks/tuning.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Shared memory that a block of the kernels of block states takes at most, without propagation.
template <typename W>
size_t sharedMemoryOfBlocks();
//! The same of a march.
template <typename W>
size_t sharedMemoryOfMarch();

//! gather: the sums of every tile, from one read of the image.
template <typename W>
void launchBlocksGather(const BlocksJob<W>& job);

//! Shared memory of propagate: tiles that are requested, and the states at the ends of segments.
template <typename W>
constexpr size_t sharedMemoryOfPropagation(int stateTiles, int warps, int segments)
{
    const size_t tiles = size_t(stateTiles ? stateTiles : 1), lanes = 32;
    const size_t requested = size_t(tuning::blockTilesAtOnce(int(tiles * sizeof(W)))) * tiles * lanes * 4 * sizeof(W);
    return size_t(warps) * requested + 2 * size_t(segments + 1) * tiles * lanes * 4 * sizeof(double);
}

//! What propagate takes the sums of tiles to.
enum class Propagated
{
    COLUMNS,   //!< the states that enter the tiles of columns
    ROWS,      //!< ... of rows
    TO_PARTS,  //!< the sums of rows that are parts of lines (LineParts)
    FROM_PARTS //!< the states that enter the tiles of rows, from the states that enter the parts
};

//! propagate: sums of tiles become the states that enter the tiles.
template <typename W>
void launchBlocksPropagate(const BlocksJob<W>& job, Propagated kind);

//! The column passes over the row sums: exact sums of the column-filtered image.
template <typename W>
void launchBlocksMoments(const BlocksJob<W>& job);

//! apply: filters every tile from the states that enter it.
template <typename W>
void launchBlocksApply(const BlocksJob<W>& job);

/** The same along the only axis that has states: any number of them, from 48 KB of shared memory or less. These kernels
run for what the other ones have no room for. They step from pixel to pixel. */
template <typename W>
void launchPlainBlocks(const BlocksJob<W>& job);

/** One axis in one direction, up to eight states, in one read: images of the working type with one channel, whose rows
begin and end at multiples of 16 bytes. The border is 0 or repeats the end pixel. */
template <typename W>
void launchBlocksMarch(const BlocksJob<W>& job);

}}} // namespace cv::recfilter::gpu

#endif
