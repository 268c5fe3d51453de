// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_BUILD_OPTIONS_HPP
#define OPENCV_RECFILTER_BUILD_OPTIONS_HPP

// What this build has, for the tables of algorithms.

namespace cv { namespace recfilter {

//! papers/ (the CMake option RECFILTER_PAPERS).
#ifdef RECFILTER_WITHOUT_PAPERS
constexpr bool HAS_PAPERS = false;
#else
constexpr bool HAS_PAPERS = true;
#endif

//! In the refusal of what papers/ has.
constexpr char WITHOUT_PAPERS[] = "which this build leaves out (RECFILTER_PAPERS=OFF)";

//! Fourier transforms for a GPU. Without CUDA all calls with a GpuMat are refused alike.
#if defined(HAVE_RECFILTER_CUDA) && !defined(HAVE_RECFILTER_CUFFT)
constexpr bool HAS_DEVICE_FFT = false;
#else
constexpr bool HAS_DEVICE_FFT = true;
#endif

}} // namespace cv::recfilter

#endif
