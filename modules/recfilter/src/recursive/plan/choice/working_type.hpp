// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_WORKING_TYPE_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_WORKING_TYPE_HPP

// Float or double: the one place that decides in which type an image is filtered.

#include "recursive/model/float_loss.hpp"

namespace cv { namespace recfilter {

struct WorkingType
{
    bool isDouble;
    const char* reason; //!< for users
};

//! Reasons that other operators have, too.
constexpr const char *DOUBLE_ARRAYS = "source or destination is CV_64F",
                     *INEXACT_FLOAT = "float would lose too much of this filter", *EXACT_FLOAT = "exact enough";

/** Memory (AxisModel::memory), in pixels, up to which blocks hold a filter of two directions in float. Largest error of
1504 x 4096 pixels of noise on a GPU, as a share of the largest result, orders 1 to 20, both directions along both axes:
memory 33 3.7e-6, 100 4.8e-6, 333 8.8e-6 (of a constant image by resonances 1.6e-5), 1000 1.5e-5. One direction along one
axis: at most 3.8e-6 up to 10000. */
constexpr double LONGEST_FLOAT_MEMORY = 300;

//! The working types of a filter.
class WorkingTypes
{
public:
    explicit WorkingTypes(const FilterModel& model);

    //! @param depth of the source @param fuses whether the kernels have fused multiply-adds
    WorkingType onHost(int depth, Size size, bool fuses) const;
    //! @param runsBlocks the device has room for block states
    WorkingType onDevice(int depth, Size size, bool runsBlocks) const;
    //! Whether float is exact enough on the CPU by blocks only (doc/block_states.md).
    bool needsBlocks() const { return byBlocks && !floatRange.onHost.take(Size(1, 1)); }

private:
    WorkingType ofFilter(int depth, Size size, const FloatSizes& inFloat) const;

    const int ddepth;
    const bool isExact;       //!< FilterModel::inDouble
    const bool losesByParts;  //!< on both sides
    const bool losesOnDevice; //!< as the GPU runs the algorithm
    const FloatRange floatRange;
    const bool blocksHold; //!< on the device, in float, whatever the size
    const bool byBlocks;   //!< the CPU may run blocks in float
};

}} // namespace cv::recfilter

#endif
