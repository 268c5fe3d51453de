// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_SHORT_COLUMNS_SHORT_COLUMNS_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_SHORT_COLUMNS_SHORT_COLUMNS_HPP

// Cascades along columns of up to SHORT_COLUMN_TILES tiles: blocks of threads hold whole columns in registers. One read
// and one write, in place, too.

#include "recursive/cuda/io/tile_job.hpp"

namespace cv { namespace recfilter { namespace gpu {

template <typename W>
void launchShortColumns(const TileJob<W>& job);

}}} // namespace cv::recfilter::gpu

#endif
