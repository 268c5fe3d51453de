// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_FUNCTIONS_REFERENCE_HPP
#define OPENCV_RECFILTER_TEST_FUNCTIONS_REFERENCE_HPP

// The functions beside a Gaussian blur by their definitions: sums with the sampled Gaussian, in double.

#include "gaussian_common.hpp"

namespace opencv_test { namespace {

//! A line of pixels and their channels with the sampled Gaussian, along the columns of an image.
inline Mat convolvedDown(const Mat& image, double sigma, int derivative, int border)
{
    const int reach = reachOf(sigma);
    const std::vector<double> taps = sampled(sigma, derivative, reach);
    Mat result = Mat::zeros(image.size(), image.type());
    for (int y = 0; y < image.rows; y++)
        for (int k = -reach; k <= reach; k++)
            if (const int row = borderInterpolate(y - k, image.rows, border); row >= 0)
                result.row(y) += taps[size_t(k + reach)] * image.row(row);
    return result;
}

inline Mat joined(const std::vector<Mat>& channels)
{
    Mat image;
    merge(channels, image);
    return image;
}

//! A derivative of the Gaussian of an image.
inline Mat gaussianByDefinition(const Mat& image, double sigmaX, double sigmaY, int dx, int dy, int border)
{
    const Mat source = asDouble(image).reshape(image.channels());
    Mat turned;
    std::vector<Mat> channels; // one by one: cv::transpose takes at most 32 bytes a pixel
    split(convolvedDown(source, sigmaY, dy, border), channels);
    for (Mat& channel : channels)
    {
        cv::transpose(channel, turned);
        cv::transpose(convolvedDown(turned, sigmaX, dx, border), channel);
    }
    return joined(channels);
}

inline Mat rootOf(const Mat& squares)
{
    Mat root;
    sqrt(squares, root);
    return root;
}

}} // namespace

#endif
