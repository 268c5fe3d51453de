// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_SCHEDULE_PASS_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_SCHEDULE_PASS_HPP

// Sets of passes, for host and device code.

#include "math/host_device.hpp"

namespace cv { namespace recfilter {

//! A set of the four passes of an image filter, in the notation of Nehab et al. 2011.
enum class Pass : unsigned
{
    NONE = 0,
    D = 1, //!< down the columns, causal
    U = 2, //!< up the columns, anticausal
    R = 4, //!< right along the rows, causal
    L = 8, //!< left along the rows, anticausal
    DU = D | U,
    RL = R | L,
    DURL = DU | RL
};

RECFILTER_HOST_DEVICE constexpr Pass operator&(Pass a, Pass b)
{
    return Pass(unsigned(a) & unsigned(b));
}

RECFILTER_HOST_DEVICE constexpr bool has(Pass set, Pass any)
{
    return (set & any) != Pass::NONE;
}

}} // namespace cv::recfilter

#endif
