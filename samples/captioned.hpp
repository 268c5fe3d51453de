// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CAPTIONED_HPP
#define OPENCV_RECFILTER_CAPTIONED_HPP

// A picture with two lines of text above it.

#include "demo_picture.hpp"

inline cv::Mat captioned(const cv::Mat& picture, const std::string& title, const std::string& detail)
{
    const int caption = 50, gap = 12;
    cv::Mat panel(picture.rows + caption + gap, picture.cols + 2 * gap, CV_8UC3, ink::paper);
    picture.copyTo(panel(cv::Rect(gap, caption, picture.cols, picture.rows)));
    writeWithin(panel, title, cv::Point(gap, 20), picture.cols, 0.55, ink::text);
    writeWithin(panel, detail, cv::Point(gap, 41), picture.cols, 0.5, ink::faint);
    return panel;
}

#endif
