// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_HPP
#define OPENCV_RECFILTER_HPP

#include "opencv2/recfilter/banded.hpp"
#include "opencv2/recfilter/bspline.hpp"
#include "opencv2/recfilter/convolve.hpp"
#include "opencv2/recfilter/functions.hpp"
#include "opencv2/recfilter/gaussian.hpp"
#include "opencv2/recfilter/papers.hpp"
#include "opencv2/recfilter/recursive.hpp"
#include "opencv2/recfilter/sat.hpp"
#include "opencv2/recfilter/scale_space.hpp"

/**
@defgroup recfilter Recursive filters and summed-area tables

Infinite impulse response filters of images by block-overlapped algorithms, with exact borders, and summed-area
tables. Factories create the objects, which are immutable afterwards: any number of threads may use one at once. The
kind of the source array picks the backend: Mat and UMat run on the CPU through cv::parallel_for_, GpuMat on the GPU.

The methods are those of @cite Nehab2011 and @cite NehabMaximo2016.
*/

#endif
