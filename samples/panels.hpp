// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PANELS_HPP
#define OPENCV_RECFILTER_PANELS_HPP

// Panels, which are pictures of three channels with text above them, and rows of panels. Knows no filter and no option.

#include "demo_picture.hpp"

#include <algorithm>
#include <string>
#include <vector>

//! The plane of an array of floats through a place, along a dimension and the last one.
inline cv::Mat planeOf(const cv::Mat& array, int dim, const std::vector<int>& place)
{
    return cv::Mat(array.size[dim], array.size[array.dims - 1], CV_32F, const_cast<uchar*>(array.ptr(place.data())),
                   array.step[dim]);
}

//! Values from black to white.
inline cv::Mat inGray(const cv::Mat& values, double black = 0, double white = 255)
{
    cv::Mat gray;
    values.convertTo(gray, CV_8U, 255 / (white - black), -255 * black / (white - black));
    cv::cvtColor(gray, gray, cv::COLOR_GRAY2BGR);
    return gray;
}

//! Values from black, 0, to white, this share of the largest value.
inline cv::Mat fromBlack(const cv::Mat& values, double share)
{
    return inGray(values, 0, share * cv::norm(values, cv::NORM_INF));
}

//! Values of either sign, 0 in gray. White, and of negative values black, is this share of the largest one.
inline cv::Mat aroundGray(const cv::Mat& values, double share)
{
    const double largest = share * cv::norm(values, cv::NORM_INF);
    return inGray(values, -largest, largest);
}

//! Colours by their hues, 0 (red) to 180 (red again), and their brightness, 0 to 255.
inline cv::Mat inHues(const cv::Mat& hues, const cv::Mat& brightness)
{
    cv::Mat planes[3], picture;
    hues.convertTo(planes[0], CV_8U);
    planes[1] = cv::Mat(hues.size(), CV_8U, cv::Scalar(200));
    brightness.convertTo(planes[2], CV_8U);
    cv::merge(planes, 3, picture);
    cv::cvtColor(picture, picture, cv::COLOR_HSV2BGR);
    return picture;
}

//! The middle of a picture, of this size where the picture is as large.
inline cv::Mat middleOf(const cv::Mat& picture, cv::Size size)
{
    size = cv::Size(std::min(size.width, picture.cols), std::min(size.height, picture.rows));
    return picture(cv::Rect(cv::Point((picture.cols - size.width) / 2, (picture.rows - size.height) / 2), size));
}

//! The middle of a picture, its pixels so many times larger.
inline cv::Mat pixelsOf(const cv::Mat& picture, cv::Size size, int times)
{
    cv::Mat large;
    cv::resize(middleOf(picture, size / times), large, size, 0, 0, cv::INTER_NEAREST);
    return large;
}

//! A picture with two lines of text above it.
inline cv::Mat captioned(const cv::Mat& picture, const std::string& title, const std::string& detail)
{
    const int caption = 50, gap = 12;
    cv::Mat panel(picture.rows + caption + gap, picture.cols + 2 * gap, CV_8UC3, ink::paper);
    picture.copyTo(panel(cv::Rect(gap, caption, picture.cols, picture.rows)));
    writeWithin(panel, title, cv::Point(gap, 20), picture.cols, 0.55, ink::text);
    writeWithin(panel, detail, cv::Point(gap, 41), picture.cols, 0.5, ink::faint);
    return panel;
}

//! Rows of so many panels. Those of a row have one height. The first row is the widest.
inline cv::Mat inRows(const std::vector<cv::Mat>& panels, size_t columns)
{
    cv::Mat picture;
    for (size_t first = 0; first < panels.size(); first += columns)
    {
        cv::Mat row;
        cv::hconcat(panels.data() + first, std::min(columns, panels.size() - first), row);
        const int missing = std::max(picture.cols - row.cols, 0);
        cv::copyMakeBorder(row, row, 0, 0, 0, missing, cv::BORDER_CONSTANT, ink::paper);
        picture.push_back(row);
    }
    return picture;
}

#endif
