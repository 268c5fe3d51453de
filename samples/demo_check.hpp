// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DEMO_CHECK_HPP
#define OPENCV_RECFILTER_DEMO_CHECK_HPP

// Checks the demo's picture: compares it with what OpenCV alone computes from the photograph.

#include "demo_filters.hpp"
#include "demo_picture.hpp"

#include <iostream>

class PictureCheck
{
public:
    PictureCheck(const cv::Mat& picture_, const cv::Mat& image_) : picture(picture_), image(image_), grid(image_.size())
    {
    }

    //! Prints what is wrong. Returns true if nothing is.
    bool passes(const std::vector<Comparison>& comparisons)
    {
        expect(picture.size() == grid.size(), "the picture's size");
        if (!right)
            return false;
        expect(cv::norm(panel(0, 0), grid.fit(image), cv::NORM_INF) == 0, "the input's panel");
        expect(drawn(panel(1, 0), ink::recfilter) && drawn(panel(1, 0), ink::opencv), "bars of the times");
        expect(drawn(panel(2, 0), ink::curves[2]), "curves of the gray levels");
        for (int row = 0; row < Grid::rows; ++row)
            checkRow(row, comparisons[row]);
        return right;
    }

private:
    void checkRow(int row, const Comparison& comparison)
    {
        cv::Mat expected;
        comparison.opencv(image, expected);
        expected = grid.fit(expected);
        expect(cv::norm(panel(row, 1), expected, cv::NORM_INF) <= 1, comparison.title); // may round differently
        expect(cv::norm(panel(row, 2), expected, cv::NORM_INF) <= 1, comparison.opencvTitle);
        expect(detail(panel(row, 1)) < 0.5 * detail(panel(0, 0)), comparison.title + ": smoother than the input");
        expect(cv::norm(panel(row, 1), panel(0, 0), cv::NORM_INF, middle(comparison.sharpPart)) == 0,
               comparison.title + ": sharp in the middle");
        expect(cv::mean(panel(row, 3))[0] < 128, comparison.title + ": small difference");
        for (int column = 0; column < Grid::columns; ++column)
            expect(isLegible(picture(grid.captionAt(row, column))), comparison.title + ": captions");
    }

    cv::Mat panel(int row, int column) const { return picture(grid.panelAt(row, column)); }

    // An ellipse that goes nearly this part of the way to the edges: where the radius grows, panels mix it with 0.
    cv::Mat middle(double part) const
    {
        cv::Mat mask = cv::Mat::zeros(grid.panel, CV_8U);
        if (part > 0)
            cv::ellipse(mask, {cv::Point(grid.panel / 2), cv::Size2d(grid.panel) * (0.9 * part), 0}, 255, cv::FILLED);
        return mask;
    }

    // Mean absolute slope.
    static double detail(const cv::Mat& panel)
    {
        cv::Mat dx, dy;
        cv::Sobel(panel, dx, CV_32F, 1, 0);
        cv::Sobel(panel, dy, CV_32F, 0, 1);
        return (cv::norm(dx, cv::NORM_L1) + cv::norm(dy, cv::NORM_L1)) / double(panel.total());
    }

    static bool drawn(const cv::Mat& panel, const cv::Scalar& color)
    {
        cv::Mat mask;
        cv::inRange(panel, color, color, mask);
        return cv::countNonZero(mask) > 20;
    }

    // Dark strokes on mostly empty paper.
    static bool isLegible(const cv::Mat& caption)
    {
        cv::Mat gray;
        cv::cvtColor(caption, gray, cv::COLOR_BGR2GRAY);
        const double inked = cv::countNonZero(gray < 160) / double(gray.total());
        const double empty = cv::countNonZero(gray == 255) / double(gray.total());
        return inked > 0.01 && empty > 0.5;
    }

    void expect(bool condition, const std::string& what)
    {
        if (!condition)
            std::cerr << "not as it should be: " << what << "\n";
        right = right && condition;
    }

    const cv::Mat picture, image;
    const Grid grid;
    bool right = true;
};

#endif
