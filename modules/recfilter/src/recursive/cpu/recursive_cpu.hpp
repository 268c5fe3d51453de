// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_RECURSIVE_CPU_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_RECURSIVE_CPU_HPP

// The CPU half of a RecursiveFilter: keeps the engines of the last image shapes.

#include "recursive/plan/choice/explanation.hpp"

#include <memory>

namespace cv { namespace recfilter {

class RecursiveCpu
{
public:
    explicit RecursiveCpu(const FilterModel& model);

    /** Filters validated arrays of the same size and channels; dst may be src.
    @param inDouble computes in double. @param isLarge see HostCall */
    void apply(const Mat& src, Mat& dst, bool inDouble, bool isLarge) const;

    //! What runs for an image; plans its size.
    Explanation explain(Size size, int channels, bool inDouble) const;

    //! Whether the kernels have fused multiply-adds.
    static bool fuses();

    //! Forgets the plans and frees the memory that no call uses.
    void clear();

private:
    struct Plans;
    const FilterModel model;
    const std::shared_ptr<Plans> plans;
};

}} // namespace cv::recfilter

#endif
