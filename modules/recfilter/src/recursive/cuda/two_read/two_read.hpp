// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_TWO_READ_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_TWO_READ_HPP

// The kernels of two reads and one write, in the order in which they are launched.

#include "recursive/cuda/io/tile_job.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! gather: moments of every tile, from one read of the image.
template <typename W>
void launchGather(const TileJob<W>& job);

//! gather of added pairs.
template <typename W>
void launchPairsGather(const TileJob<W>& job);

//! propagate along columns: moments become the states that enter the tiles.
template <typename W>
void launchPropagateColumns(const TileJob<W>& job);

//! The column passes over the row moments and the end columns: exact moments of the column-filtered image.
template <typename W>
void launchFilterMoments(const TileJob<W>& job);

//! launchFilterMoments and launchPropagateRows in one kernel. False if a row of tiles has too many moments for it.
template <typename W>
bool launchRowStates(const TileJob<W>& job);

//! launchRowStates for added pairs.
template <typename W>
bool launchPairRowStates(const TileJob<W>& job);

/** The same for two filters whose moments are the same.
@param job of the first one: its row sums become the states of both, imageRows numbers apart
@param second column taps of the second one */
bool launchTwinRowStates(const TileJob<float>& job, const PairTables<float>& second);

//! propagate along rows.
template <typename W>
void launchPropagateRows(const TileJob<W>& job);

//! apply: every pass of the tiles, from exact carries.
template <typename W>
void launchApply(const TileJob<W>& job);

//! apply of added pairs.
template <typename W>
void launchPairsApply(const TileJob<W>& job);

//! apply of added pairs by tensor cores, if usesSquares.
void launchSquaresApply(const TileJob<float>& job);

//! Whether device and code have tensor cores, a block gets 50 KB of shared memory, and the filter is even or odd.
bool usesSquares(const TileJob<float>& job);

}}} // namespace cv::recfilter::gpu

#endif
