// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PLAN_SCHEDULE_NEEDS_HPP
#define OPENCV_RECFILTER_PLAN_SCHEDULE_NEEDS_HPP

// Whether a row of the table takes a filter and runs on a side. The errors name the row and what would do.

#include "model/filter_model.hpp"
#include "plan/schedule.hpp"

namespace cv { namespace recfilter {

//! Refuses a number that is no algorithm, and a filter that its algorithm does not take; throws cv::Exception.
void checkSchedule(const FilterModel& model);

//! Refuses a GpuMat where the algorithm runs on the CPU alone, and the other way round; throws cv::Exception.
void checkSide(const Schedule& schedule, bool onDevice);

}} // namespace cv::recfilter

#endif
