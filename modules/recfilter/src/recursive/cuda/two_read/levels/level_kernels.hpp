// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_LEVELS_LEVEL_KERNELS_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_LEVELS_LEVEL_KERNELS_HPP

// The kernels of several filters of one image, in the order in which they are launched.

#include "recursive/cuda/io/tile_job.hpp"

#include <vector>

namespace cv { namespace recfilter { namespace gpu {

//! One of each filter: alike but for tables, carries and results.
typedef std::vector<TileJob<float>> LevelJobs;

//! Most filters of a launch, whose jobs are its parameter; 1: such filters, or the device, have no kernels for several.
int mostLevelsOfLaunch(const TileJob<float>& job);

void launchLevelsGather(const LevelJobs& jobs);
void launchLevelsPropagateColumns(const LevelJobs& jobs);
//! False: the device does not run it (launchPairRowStates).
bool launchLevelsRowStates(const LevelJobs& jobs);
void launchLevelsApply(const LevelJobs& jobs);

}}} // namespace cv::recfilter::gpu

#endif
