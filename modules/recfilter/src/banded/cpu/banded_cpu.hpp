// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_BANDED_CPU_BANDED_CPU_HPP
#define OPENCV_RECFILTER_BANDED_CPU_BANDED_CPU_HPP

// Banded systems on the CPU: the class that solves them.

#include "banded/model/banded_model.hpp"

namespace cv { namespace recfilter {

//! The CPU engine of banded systems. Keeps the plans of the last image shapes.
class BandedCpu
{
public:
    explicit BandedCpu(const BandedModel& model);
    ~BandedCpu();
    BandedCpu(const BandedCpu&) = delete;
    BandedCpu& operator=(const BandedCpu&) = delete;

    //! Solves for validated arrays of the same size and channels; dst may be src. @param inDouble computes in double.
    void apply(const Mat& src, Mat& dst, bool inDouble) const;

    //! Forgets the plans and frees the memory that no call uses.
    void clear();

private:
    struct Plans;
    const BandedModel model;
    const std::unique_ptr<Plans> plans;
};

}} // namespace cv::recfilter

#endif
