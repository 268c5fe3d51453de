// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_TABLES_PAIR_BLOCKS_HPP
#define OPENCV_RECFILTER_CPU_TABLES_PAIR_BLOCKS_HPP

// Tables of mirrored pairs for blocks of pixels, for the kernels that run these without recursion.

#include "cpu/tables/axis_tables.hpp"

namespace cv { namespace recfilter {

//! @param pixels of a block, an even number. @param groupBlocks for rows: the blocks of a group, which have powers.
template <typename W>
PairBlocks<W> makePairBlocks(const AxisTables<W>& axis, int pixels, int64 groupBlocks = 0);

}} // namespace cv::recfilter

#endif
