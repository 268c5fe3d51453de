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

The methods are those of Nehab et al. @cite Nehab2011, and of Nehab and Maximo @cite NehabMaximo2016.

@{
    @defgroup recfilter_recursive Recursive filters
    @defgroup recfilter_gaussian Gaussian blurs and derivatives
    @defgroup recfilter_systems B-spline coefficients and banded systems
    @defgroup recfilter_functions Functions of images
    @defgroup recfilter_sat Summed-area tables
    @defgroup recfilter_dense Dense kernels
    @defgroup recfilter_papers Algorithms of the papers
@}
*/

#endif
