// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_WARP_METHODS_HPP
#define OPENCV_RECFILTER_WARP_METHODS_HPP

// Images turned and enlarged around their middle, by B-splines or by OpenCV's interpolation.

#include <opencv2/imgproc.hpp>
#include <opencv2/recfilter.hpp>

#include <cmath>

//! [map]
// The map from a result, turned and so many times larger, back to the image, middle onto middle.
inline cv::Matx23d inverseMap(cv::Size image, cv::Size result, double degrees, double scale)
{
    const double c = std::cos(degrees * CV_PI / 180) / scale, s = std::sin(degrees * CV_PI / 180) / scale;
    const double x = (image.width - 1) / 2., y = (image.height - 1) / 2.;
    const double u = (result.width - 1) / 2., v = (result.height - 1) / 2.;
    return cv::Matx23d(c, -s, x - c * u + s * v, s, c, y - s * u - c * v);
}
//! [map]

struct Method
{
    const char* title;
    int degree;        //!< of a B-spline; 0 for OpenCV's interpolation
    int interpolation; //!< of OpenCV
};

//! [methods]
inline cv::Mat warped(const Method& by, const cv::Mat& image, cv::Size size, double degrees, double scale)
{
    const cv::Matx23d inverse = inverseMap(image.size(), size, degrees, scale);
    cv::Mat result;
    if (by.degree > 0)
        cv::cuda::splineWarpAffine(image, result, inverse, size, by.degree, cv::BORDER_REFLECT_101, true);
    else
        cv::warpAffine(image, result, inverse, size, by.interpolation | cv::WARP_INVERSE_MAP, cv::BORDER_REFLECT_101);
    return result;
}
//! [methods]

#endif
