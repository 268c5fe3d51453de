// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_TABLES_AXIS_TABLES_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_TABLES_AXIS_TABLES_HPP

// One axis with the tables that every CPU engine needs, in the working type. Knows no image, only the length of a line.

#include "recursive/plan/axis_plan.hpp"
#include "recursive/cpu/blocks/block_tables.hpp"
#include "recursive/cpu/kernels/filter_kernels.hpp"

namespace cv { namespace recfilter {

template <typename W>
AxisRounding roundingOf()
{
    return {DataType<W>::depth == CV_32F, areAddedPairs};
}

template <typename W>
struct AxisTables : AxisPlan
{
    AxisTables(const AxisModel& model, int64 length);
    //! An axis that runs by blocks.
    AxisTables(const AxisModel& model, int64 length, const BlockStates& states, const std::vector<int>& stretches);

    Chain<W> causal, anticausal;
    BlockTables<W> blocks;                 //!< without tables: the chains run pixel by pixel
    SmallMatrix<W> join;                   //!< X: e = z + X p
    std::vector<W> startOffset, endOffset; //!< SumClosure::offset
};

//! Whether an axis runs by blocks. @param losesBySections sections would lose too much in the working type
bool runsByBlocks(const AxisModel& axis, bool losesBySections);

//! The border value; 0 if neither axis ever meets it.
inline Scalar metBorderValue(const AxisPlan& x, const AxisPlan& y, const Scalar& borderValue)
{
    return x.meetsBorderValue || y.meetsBorderValue ? borderValue : Scalar();
}

//! The rows of `moments` as the weights of pixels 0, 1, ..., repeated for every channel.
template <typename W>
WeightTable<W> weightTable(const Matrix& moments, int channels);

/** Tables of mirrored pairs for blocks of pixels, which kernels filter without recursion.
@param pixels of a block, an even number. @param groupBlocks for rows: the blocks of a group, which have powers. */
template <typename W>
PairBlocks<W> makePairBlocks(const AxisTables<W>& axis, int pixels, int64 groupBlocks = 0);

}} // namespace cv::recfilter

#endif
