// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_MATH_HOST_DEVICE_HPP
#define OPENCV_RECFILTER_MATH_HOST_DEVICE_HPP

// Marks functions that host and device code share.

#ifdef __CUDACC__
#define RECFILTER_HOST_DEVICE __host__ __device__
#else
#define RECFILTER_HOST_DEVICE
#endif

#endif
