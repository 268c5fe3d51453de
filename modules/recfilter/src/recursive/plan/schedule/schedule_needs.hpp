// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_SCHEDULE_SCHEDULE_NEEDS_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_SCHEDULE_SCHEDULE_NEEDS_HPP

// Checks that a row of the table takes a filter and runs on a side. Errors name the row and what is accepted.

#include "recursive/model/filter_model.hpp"
#include "recursive/plan/schedule/schedule.hpp"

namespace cv { namespace recfilter {

//! Whether an algorithm takes a filter.
bool takes(const Schedule& schedule, const FilterModel& model);

//! Refuses a number that is no algorithm, and a filter that its algorithm does not take; throws cv::Exception.
void checkSchedule(const FilterModel& model);

//! Refuses a GpuMat if the algorithm runs only on the CPU, and a Mat if only on the GPU; throws cv::Exception.
void checkSide(const Schedule& schedule, bool onDevice);

}} // namespace cv::recfilter

#endif
