// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_PAIR_BLOCKS_HPP
#define OPENCV_RECFILTER_CPU_PAIR_BLOCKS_HPP

#include "cpu/tables/axis_tables.hpp"

namespace cv { namespace recfilter {

//! The tables of mirrored pairs for blocks of so many pixels, an even number.
template <typename W>
PairBlocks<W> makePairBlocks(const AxisTables<W>& axis, int pixels);

//! 2 x 2 numbers for each pair of a matrix that has nothing else; none if it is 0.
template <typename W>
std::vector<W> pairsOf(const Matrix& matrix);

//! Those that only the rows need: A to the pixels before every block of a group of so many.
template <typename W>
void addPowers(const AxisPlan& plan, int pixels, int64 groupBlocks, PairBlocks<W>& blocks);

}} // namespace cv::recfilter

#endif
