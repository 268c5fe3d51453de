// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_WORKING_TYPE_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_WORKING_TYPE_HPP

// Float or double: the one place that decides in which type an image is filtered.

#include "arrays/explanation.hpp"
#include "recursive/model/float_loss.hpp"

namespace cv { namespace recfilter {

//! The working types of a filter.
class WorkingTypes
{
public:
    explicit WorkingTypes(const FilterModel& model);

    //! @param depth of the source @param fuses whether the kernels have fused multiply-adds
    WorkingType onHost(int depth, Size size, bool fuses) const;
    WorkingType onDevice(int depth, Size size) const;
    //! FilterModel::losesBySections of each side.
    bool needsBlocksOnHost() const { return blocksOnHost; }
    bool needsBlocksOnDevice() const { return blocksOnDevice; }

private:
    WorkingType ofFilter(int depth, Size size, const FloatSizes& inFloat) const;

    const int ddepth;
    const bool isExact;      //!< FilterModel::inDouble
    const bool losesByParts; //!< on both sides
    const FloatRange floatRange;
    //! Whether float is exact enough whatever the size by blocks, and on large images by nothing else.
    const bool blocksOnHost, blocksOnDevice;
    const bool losesOnDevice; //!< as the GPU runs the algorithm
};

}} // namespace cv::recfilter

#endif
