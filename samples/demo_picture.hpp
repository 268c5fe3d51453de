// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DEMO_PICTURE_HPP
#define OPENCV_RECFILTER_DEMO_PICTURE_HPP

// The demo's picture: a grid of panels with captions above them. Shared with the check of that picture.

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <string>
#include <vector>

struct Panel
{
    cv::Mat image; //!< 8 bits, three channels, Grid::panel large
    std::string title;
    std::string detail;
};

//! Sizes and places in the picture, in pixels.
struct Grid
{
    enum
    {
        columns = 4,
        rows = 3,
        gap = 16,
        heading = 56,
        caption = 50
    };

    cv::Size panel;

    //! Panels show the whole image, 480 pixels wide or high. Very long images are distorted.
    explicit Grid(cv::Size image)
    {
        const double scale = 480. / std::max(image.width, image.height);
        panel = cv::Size(std::max(cvRound(image.width * scale), 240), std::max(cvRound(image.height * scale), 240));
    }

    cv::Size size() const
    {
        return cv::Size(gap + columns * (panel.width + gap), heading + rows * (caption + panel.height + gap));
    }

    cv::Rect panelAt(int row, int column) const
    {
        return cv::Rect(
            cv::Point(gap + column * (panel.width + gap), heading + caption + row * (caption + panel.height + gap)),
            panel);
    }

    cv::Rect captionAt(int row, int column) const
    {
        const cv::Rect below = panelAt(row, column);
        return cv::Rect(below.x, below.y - caption, below.width, caption);
    }

    cv::Mat fit(const cv::Mat& image) const
    {
        cv::Mat fitted;
        cv::resize(image, fitted, panel, 0, 0, cv::INTER_AREA);
        return fitted;
    }
};

namespace ink {
const cv::Scalar paper(255, 255, 255), text(40, 40, 40), faint(120, 120, 120), line(215, 215, 215);
const cv::Scalar recfilter(40, 120, 230), opencv(170, 120, 60); // orange, blue
const cv::Scalar curves[] = {{190, 190, 190}, {200, 90, 30}, {50, 150, 50}, {40, 60, 210}};
}

inline void write(cv::Mat& canvas, const std::string& text, cv::Point at, double scale, const cv::Scalar& color)
{
    cv::putText(canvas, text, at, cv::FONT_HERSHEY_DUPLEX, scale, color, 1, cv::LINE_AA);
}

//! Writes text, smaller if it would be wider than the given width.
inline void writeWithin(cv::Mat& canvas, const std::string& text, cv::Point at, int width, double scale,
                        const cv::Scalar& color)
{
    const int needed = cv::getTextSize(text, cv::FONT_HERSHEY_DUPLEX, scale, 1, nullptr).width;
    write(canvas, text, at, needed > width ? scale * width / needed : scale, color);
}

inline void drawPanel(cv::Mat& canvas, const Grid& grid, int row, int column, const Panel& panel)
{
    panel.image.copyTo(canvas(grid.panelAt(row, column)));
    const cv::Rect caption = grid.captionAt(row, column);
    writeWithin(canvas, panel.title, caption.tl() + cv::Point(0, 20), caption.width, 0.55, ink::text);
    writeWithin(canvas, panel.detail, caption.tl() + cv::Point(0, 41), caption.width, 0.5, ink::faint);
}

//! Panels row by row.
inline cv::Mat drawPicture(const Grid& grid, const std::string& heading, const std::vector<Panel>& panels)
{
    cv::Mat canvas(grid.size(), CV_8UC3, ink::paper);
    writeWithin(canvas, heading, cv::Point(Grid::gap, 36), canvas.cols - 2 * Grid::gap, 0.8, ink::text);
    for (size_t i = 0; i < panels.size(); ++i)
        drawPanel(canvas, grid, int(i) / Grid::columns, int(i) % Grid::columns, panels[i]);
    return canvas;
}

struct Bar
{
    std::string title;
    double recfilter;
    double opencv;
};

inline void drawBar(cv::Mat& chart, cv::Point at, int width, int height, const std::string& text,
                    const cv::Scalar& color)
{
    cv::rectangle(chart, cv::Rect(at, cv::Size(std::max(width, 2), height)), color, cv::FILLED);
    write(chart, text, at + cv::Point(width + 6, height / 2 + 5), 0.45, ink::text);
}

//! Times in milliseconds, a pair of bars for each comparison.
inline cv::Mat drawBars(cv::Size size, const std::vector<Bar>& bars)
{
    cv::Mat chart(size, CV_8UC3, ink::paper);
    double longest = 0;
    for (const Bar& bar : bars)
        longest = std::max(longest, std::max(bar.recfilter, bar.opencv));
    const int step = size.height / int(bars.size()), height = std::max(8, (step - 26) / 2);
    for (size_t i = 0; i < bars.size(); ++i)
    {
        const cv::Point at(0, int(i) * step);
        const auto width = [&](double time) { return cvRound(time / longest * (size.width - 110)); };
        writeWithin(chart, bars[i].title, at + cv::Point(0, 14), size.width, 0.45, ink::text);
        drawBar(chart, at + cv::Point(0, 20), width(bars[i].recfilter), height,
                cv::format("%.1f ms", bars[i].recfilter), ink::recfilter);
        drawBar(chart, at + cv::Point(0, 20 + height), width(bars[i].opencv), height,
                cv::format("%.1f ms", bars[i].opencv), ink::opencv);
    }
    return chart;
}

struct Curve
{
    cv::Mat image;
    std::string title;
};

inline void drawCurve(cv::Mat& plot, const cv::Mat& image, const cv::Scalar& color)
{
    cv::Mat gray, row;
    cv::cvtColor(image.row(image.rows / 2), gray, cv::COLOR_BGR2GRAY);
    cv::resize(gray, row, cv::Size(plot.cols, 1), 0, 0, cv::INTER_AREA);
    std::vector<cv::Point> points;
    for (int x = 0; x < plot.cols; ++x)
        points.push_back(cv::Point(x, cvRound((255 - row.at<uchar>(x)) / 255. * (plot.rows - 1))));
    cv::polylines(plot, points, false, color, 2, cv::LINE_AA);
}

//! Gray levels along the middle row.
inline cv::Mat drawProfile(cv::Size size, const std::vector<Curve>& curves)
{
    cv::Mat plot(size, CV_8UC3, ink::paper);
    cv::rectangle(plot, cv::Rect(cv::Point(), size), ink::line);
    for (size_t i = 0; i < curves.size(); ++i)
    {
        drawCurve(plot, curves[i].image, ink::curves[i]);
        write(plot, curves[i].title, cv::Point(8, size.height - 60 + 16 * int(i)), 0.45, ink::curves[i]);
    }
    return plot;
}

#endif
