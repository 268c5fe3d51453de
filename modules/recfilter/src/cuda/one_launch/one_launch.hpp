// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_ONE_LAUNCH_ONE_LAUNCH_HPP
#define OPENCV_RECFILTER_CUDA_ONE_LAUNCH_ONE_LAUNCH_HPP

// A whole filter in one launch, for images whose tiles are all on the chip at once.

#include "cuda/io/tile_job.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! How images are filtered in one launch.
enum ResidentKind
{
    RESIDENT_NONE,          //!< not at all
    RESIDENT_SHARING,       //!< blocks share the work of propagating, and wait three times for each other
    RESIDENT_ALONE,         //!< every block propagates what it needs, and they wait once
    RESIDENT_ALONE_TWO_SETS //!< the same with a second set of threads for the rows of the tile
};

/** Whether the device holds all tiles of an image at once, and what is faster for it then. Both axes have the same kind of
chain. */
template <typename W>
ResidentKind residentKind(const TileJob<W>& job);

/** All of a filter in one launch, each tile staying on chip: one read and one write. False where the device does not take
it after all, because other programs hold a share of it. */
template <typename W>
bool launchResident(ResidentKind kind, const TileJob<W>& job);

//! The two kinds: whether the device holds all tiles, and the launch. resident_sharing.cu, resident_alone.cu
template <typename W>
bool fitsSharing(const TileJob<W>& job);
template <typename W>
bool launchSharing(const TileJob<W>& job);
template <typename W>
bool fitsAlone(ResidentKind kind, const TileJob<W>& job);
template <typename W>
bool launchAlone(ResidentKind kind, const TileJob<W>& job);

}}} // namespace cv::recfilter::gpu

#endif
