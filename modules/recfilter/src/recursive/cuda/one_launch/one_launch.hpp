// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_ONE_LAUNCH_ONE_LAUNCH_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_ONE_LAUNCH_ONE_LAUNCH_HPP

// A whole filter in one launch, for images whose tiles are all on chip at once.

#include "recursive/cuda/io/tile_job.hpp"

namespace cv { namespace recfilter { namespace gpu {

enum OneLaunchKind
{
    NOT_ONE_LAUNCH,               //!< not at all
    ONE_LAUNCH_SHARED,            //!< blocks share the work of propagating, and wait for each other three times
    ONE_LAUNCH_REDUNDANT,         //!< every block propagates all states that enter its tile, and all blocks wait once
    ONE_LAUNCH_REDUNDANT_TWO_SETS //!< the redundant kernel with a second set of threads for the rows of the tile
};

/** The faster kind for an image whose tiles the device holds all at once, else NOT_ONE_LAUNCH. Both axes must have the
same kind of chain. */
template <typename W>
OneLaunchKind oneLaunchKind(const TileJob<W>& job);

/** Queues a whole filter in one launch. Each tile stays on chip: one read and one write. Returns false if the device
cannot hold all tiles after all, because other programs hold a share of it. */
template <typename W>
bool launchAtOnce(OneLaunchKind kind, const TileJob<W>& job);

//! The two kinds (shared.cu, redundant.cu): whether the device holds all tiles, and the launch.
template <typename W>
bool fitsShared(const TileJob<W>& job);
template <typename W>
bool launchShared(const TileJob<W>& job);
template <typename W>
bool fitsRedundant(OneLaunchKind kind, const TileJob<W>& job);
template <typename W>
bool launchRedundant(OneLaunchKind kind, const TileJob<W>& job);

}}} // namespace cv::recfilter::gpu

#endif
