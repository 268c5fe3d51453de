// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PRECOMP_HPP
#define OPENCV_RECFILTER_PRECOMP_HPP

// What nearly every file needs of OpenCV; OpenCV's build asks for this name. Includes none of OpenCV's private headers,
// which an installed OpenCV lacks, and of this module's those of filters and tables: functions include their own.

#include "opencv2/recfilter/banded.hpp"
#include "opencv2/recfilter/bspline.hpp"
#include "opencv2/recfilter/convolve.hpp"
#include "opencv2/recfilter/gaussian.hpp"
#include "opencv2/recfilter/papers.hpp"
#include "opencv2/recfilter/recursive.hpp"
#include "opencv2/recfilter/sat.hpp"

#include "opencv2/core/utility.hpp"

#include "older_opencv.hpp"

#endif
