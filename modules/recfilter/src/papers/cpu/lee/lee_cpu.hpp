// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPERS_CPU_LEE_LEE_CPU_HPP
#define OPENCV_RECFILTER_PAPERS_CPU_LEE_LEE_CPU_HPP

// Lee's Gaussians on the CPU: the class that runs them.

#include "papers/model/lee_model.hpp"
#include "runtime/cpu/memory/scratch.hpp"

namespace cv { namespace recfilter {

//! The CPU filters of C. W. Lee et al. 2014: rows, then strips of columns. Keeps memory of an image between calls.
class LeeCpu
{
public:
    explicit LeeCpu(const LeeModel& m) : model(m) {}

    //! Validated arrays of one size and channel count; dst may share memory with src. @param inDouble not in float
    void apply(const Mat& src, Mat& dst, bool inDouble) const;

    //! Frees the memory that no call uses.
    void clear() { pool.clear(); }

private:
    const LeeModel model;
    mutable ScratchPool pool;
};

}} // namespace cv::recfilter

#endif
