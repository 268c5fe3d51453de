// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_TWO_READ_TWO_READ_HPP
#define OPENCV_RECFILTER_CUDA_TWO_READ_TWO_READ_HPP

// The kernels of two reads and one write, in the order in which they are launched.

#include "cuda/io/tile_job.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! gather: moments of every tile, from one read of the image.
template <typename W>
void launchGather(const TileJob<W>& job);

//! The same for an axis of any kind, alone.
template <typename W>
void launchGeneralGather(const TileJob<W>& job);

//! The same for pairs that are added.
template <typename W>
void launchPairsGather(const TileJob<W>& job);

//! The column moments of the row moments, where both axes have any kind of chain. All other kinds gather them at once.
void launchGatherMoments(const TileJob<double>& job);

//! propagate along the columns: moments become the states that enter the tiles.
template <typename W>
void launchPropagateColumns(const TileJob<W>& job);

//! The column passes over the row moments and over the end columns: exact moments of the column-filtered image.
template <typename W>
void launchFilterMoments(const TileJob<W>& job);

//! The last one and the next one at once. False where a row of tiles has too many row moments for it.
template <typename W>
bool launchRowStates(const TileJob<W>& job);

//! The same for pairs that are added.
template <typename W>
bool launchPairRowStates(const TileJob<W>& job);

//! propagate along the rows.
template <typename W>
void launchPropagateRows(const TileJob<W>& job);

//! apply: every pass of the tiles, from exact carries.
template <typename W>
void launchApply(const TileJob<W>& job);

//! The same for pairs that are added.
template <typename W>
void launchPairsApply(const TileJob<W>& job);

//! The same by tensor cores, where usesSquares.
void launchSquaresApply(const TileJob<float>& job);

//! Whether the device and the code it runs have tensor cores, a block the shared memory that is needed (50 KB), and the filter is even or odd.
bool usesSquares(const TileJob<float>& job);

}}} // namespace cv::recfilter::gpu

#endif
