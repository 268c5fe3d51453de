// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_PLAN_CACHE_HPP
#define OPENCV_RECFILTER_RUNTIME_PLAN_CACHE_HPP

// Keeps the plans of the last image shapes. Any number of threads may share a cache.

#include "arrays/extents.hpp"
#include "runtime/recent.hpp"

namespace cv { namespace recfilter {

struct PlanKey
{
    Extents shape;
    int device; //!< of a GPU; 0 for the CPU

    bool operator==(const PlanKey& other) const { return shape == other.shape && device == other.device; }
};

template <typename Plan>
using PlanCache = Recent<PlanKey, const Plan>;

}} // namespace cv::recfilter

#endif
