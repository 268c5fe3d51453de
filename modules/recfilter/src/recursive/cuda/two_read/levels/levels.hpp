// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_LEVELS_LEVELS_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_LEVELS_LEVELS_HPP

// Several filters of one image at once, the levels of a scale space: each kernel is launched once for all of them.

#include "recursive/cuda/two_read/round.hpp"

#include <vector>

namespace cv { namespace recfilter { namespace gpu {

//! Whole rounds of one image shape.
typedef std::vector<const Round<float>*> LevelRounds;

//! Most filters like this one that run at once on the current device; 1: none do.
size_t mostLevels(const Round<float>& round);

//! Whether both may run at once.
bool areLevels(const Round<float>& a, const Round<float>& b);

size_t levelBytes(const LevelRounds& rounds);

/** Queues the filters: kernels of all levels, one after the other. None of the results is the source.
@param memory levelBytes() of it */
void runLevels(const LevelRounds& rounds, const ImageView& src, const std::vector<ImageView>& dst, uchar* memory,
               cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
