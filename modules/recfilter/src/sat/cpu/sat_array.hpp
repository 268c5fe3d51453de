// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Summed-area tables along any dimensions of an array on the CPU. Knows no arguments of users.

#ifndef OPENCV_RECFILTER_SAT_CPU_SAT_ARRAY_HPP
#define OPENCV_RECFILTER_SAT_CPU_SAT_ARRAY_HPP

#include "sat/cpu/sat.hpp"

namespace cv { namespace recfilter {

/** Computes a table along some dimensions of an array: first the sums along the last dimension, and the one before it,
by the kernels of images, then along each other dimension by adding what lies before. The result does not depend on the
number of threads.
@param table has the depth of the sums; with zeros it is one longer along each dimension, else it may be src
@param dimensions ascending */
void computeArrayTable(const Mat& src, Mat& table, const std::vector<int>& dimensions, bool squared, bool withZeros,
                       ScratchPool& pool);

}} // namespace cv::recfilter

#endif
