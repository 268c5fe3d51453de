// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_MODEL_SPLINE_JOB_HPP
#define OPENCV_RECFILTER_FUNCTIONS_MODEL_SPLINE_JOB_HPP

// Values of splines at positions: what both sides get.

#include "precomp.hpp"

#include "opencv2/core/cuda.hpp"

namespace cv { namespace recfilter {

//! Positions beyond are no positions: a result there is not a number, of integers 0.
constexpr double MOST_POSITION = 1e9;

//! Where the pixels of a result lie in the source: (x, y, 1) times the rows of a matrix.
struct AffineMap
{
    double x[3], y[3];
};

//! A checked call. @tparam Array Mat or GpuMat
template <typename Array>
struct SplineJob
{
    Array coefficients; //!< CV_32F or CV_64F, with a margin on all sides
    int margin;         //!< beyond it the outermost coefficients repeat; 0: coefficients go on as borderType says
    int borderType;
    int degree;
    Array map; //!< positions (x, y) of the results, CV_32FC2 or CV_64FC2; empty: affine
    AffineMap affine;
    Array dst;
};

void sampleSpline(const SplineJob<Mat>& job);
void sampleSpline(const SplineJob<cuda::GpuMat>& job, cuda::Stream& stream);

//! Queues a copy with `margin` pixels of a border around it, BORDER_CONSTANT (0) or BORDER_REPLICATE, in another depth.
void padOnDevice(const cuda::GpuMat& src, const cuda::GpuMat& padded, int margin, int borderType, cuda::Stream& stream);

//! Calls body with the degree as a constant. @param degree 2 to 9
template <typename Body>
void withDegree(int degree, const Body& body)
{
    switch (degree)
    {
    case 2:
        return body(std::integral_constant<int, 2>());
    case 3:
        return body(std::integral_constant<int, 3>());
    case 4:
        return body(std::integral_constant<int, 4>());
    case 5:
        return body(std::integral_constant<int, 5>());
    case 6:
        return body(std::integral_constant<int, 6>());
    case 7:
        return body(std::integral_constant<int, 7>());
    case 8:
        return body(std::integral_constant<int, 8>());
    default:
        return body(std::integral_constant<int, 9>());
    }
}

}} // namespace cv::recfilter

#endif
