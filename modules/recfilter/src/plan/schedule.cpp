// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "plan/schedule.hpp"

#include "precomp.hpp"

namespace cv { namespace recfilter {

/* The algorithms of Nehab et al. 2011, each a line; an apply costs a read and a write of the image, a gather alone a read.
Algorithm 5 and 6 differ by what closes the lines: zeros, or the borders of Nehab and Maximo 2016 (6c, 6p, 6e). */
const std::vector<Step>& scheduleOf(int algorithm)
{
    static const std::vector<Step> schedules[] = {
        /* 1, section 4.2 */ {{NONE, D}, {D, NONE}, {NONE, U}, {U, NONE}, {NONE, R}, {R, NONE}, {NONE, L}, {L, NONE}},
        /* 2, section 4.3 */ {{NONE, D}, {D, U}, {U, R}, {R, L}, {L, NONE}},
        /* 3, section 4.4 */ {{NONE, D | U}, {D | U, NONE}, {NONE, R | L}, {R | L, NONE}},
        /* 4, section 5.1 */ {{NONE, D | U}, {D | U, R | L}, {R | L, NONE}},
        /* 5, section 5.2 */ {{NONE, D | U | R | L}, {D | U | R | L, NONE}},
        /* 6              */ {{NONE, D | U | R | L}, {D | U | R | L, NONE}},
    };
    /* section 8: filters 0 and 1 are the first-order and the second-order sections; neighbouring steps are one */
    static const std::vector<Step> fiveFour = {
        {NONE, D | U | R | L, 0, 0}, {D | U | R | L, D | U, 0, 1}, {D | U, R | L, 1, 1}, {R | L, NONE, 1, 1}};
    static_assert(
        cuda::RECURSIVE_ALG_2 - cuda::RECURSIVE_ALG_1 == 1 && cuda::RECURSIVE_ALG_3 - cuda::RECURSIVE_ALG_1 == 2 &&
            cuda::RECURSIVE_ALG_4 - cuda::RECURSIVE_ALG_1 == 3 && cuda::RECURSIVE_ALG_5 - cuda::RECURSIVE_ALG_1 == 4 &&
            cuda::RECURSIVE_ALG_6 - cuda::RECURSIVE_ALG_1 == 5,
        "the schedules are in the order of the names");
    if (algorithm == cuda::RECURSIVE_ALG_5_4)
        return fiveFour;
    CV_Assert(algorithm >= cuda::RECURSIVE_ALG_1 && algorithm <= cuda::RECURSIVE_ALG_6);
    return schedules[algorithm - cuda::RECURSIVE_ALG_1];
}

}} // namespace cv::recfilter
