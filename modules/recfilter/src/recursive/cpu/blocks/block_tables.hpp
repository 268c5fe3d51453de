// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_BLOCKS_BLOCK_TABLES_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_BLOCKS_BLOCK_TABLES_HPP

// Packs an axis for the kernels of blocks. Knows no image.

#include "recursive/cpu/blocks/block_kernels.hpp"
#include "recursive/plan/block_states.hpp"

namespace cv { namespace recfilter {

//! @param stretches the numbers of pixels that kernels will cut into blocks and a rest
template <typename W>
BlockTables<W> makeBlockTables(const BlockStates& axis, const std::vector<int>& stretches);

//! The pixels of each channel in tiles of a row of so many elements.
std::vector<int> rowStretches(int64 elements, int channels, int tile);

}} // namespace cv::recfilter

#endif
