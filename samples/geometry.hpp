// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAMPLES_GEOMETRY_HPP
#define OPENCV_RECFILTER_SAMPLES_GEOMETRY_HPP

// Rotations and bounding boxes: in imgproc until OpenCV 4, in a module of their own from OpenCV 5 on.

#include <opencv2/imgproc.hpp>
#include <opencv2/opencv_modules.hpp>

#ifdef HAVE_OPENCV_GEOMETRY
#include <opencv2/geometry.hpp>
#endif

#endif
