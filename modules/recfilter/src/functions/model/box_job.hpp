// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_MODEL_BOX_JOB_HPP
#define OPENCV_RECFILTER_FUNCTIONS_MODEL_BOX_JOB_HPP

// Means of windows from summed-area tables: what both sides get.

#include "precomp.hpp"

#include "opencv2/core/cuda.hpp"

namespace cv { namespace recfilter {

/** A checked call. @tparam Array Mat or GpuMat
Sums are CV_32S tables, of which windows are exact modulo 2^32, or CV_64F; squares CV_64F. Tables begin with zeros. */
template <typename Array>
struct BoxJob
{
    Array sum, squares; //!< squares: empty if no variance is wanted
    Array radius;       //!< CV_8U, CV_16U or CV_32F, of one channel; empty: all windows have the size `window`
    Size window;
    int borderType;
    Array mean, variance; //!< each may be empty
};

//! Radii of windows beyond are refused: a window has fewer than 2^31 pixels along an axis, and weights are int.
constexpr int MAX_RADIUS = 1 << 20;

void computeBoxes(const BoxJob<Mat>& job);
void computeBoxes(const BoxJob<cuda::GpuMat>& job, cuda::Stream& stream);

}} // namespace cv::recfilter

#endif
