// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PRECOMP_HPP
#define OPENCV_RECFILTER_PRECOMP_HPP

// What nearly every file needs of OpenCV; OpenCV's build asks for this name. Includes none of OpenCV's private headers,
// which an installed OpenCV lacks.

#include "opencv2/recfilter.hpp"

#include "opencv2/core/utility.hpp"

#include "older_opencv.hpp"

#endif
