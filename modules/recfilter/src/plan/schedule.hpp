// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_SCHEDULE_HPP
#define OPENCV_RECFILTER_CPU_SCHEDULE_HPP

#include <vector>

namespace cv { namespace recfilter {

//! The four passes of an image filter, in the notation of Nehab et al. 2011, as a set.
enum Passes
{
    NONE = 0,
    D = 1, //!< down the columns, causal
    U = 2, //!< up the columns, anticausal
    R = 4, //!< right along the rows, causal
    L = 8  //!< left along the rows, anticausal
};

/** One pass over all tiles: load a tile, apply the passes of one set with exact carries, gather the carries of the next
set, store the tile if anything was applied. Between steps the gathered carries are propagated. */
struct Step
{
    int apply, gather;
    int applied = 0, gathered = 0; //!< which of several filters, one after the other, the sets are of
};

//! The steps of one of #cv::cuda::RecursiveAlgorithm, 1 to 6 and 5_4.
const std::vector<Step>& scheduleOf(int algorithm);

}} // namespace cv::recfilter

#endif
