// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPER_SHEET_HPP
#define OPENCV_RECFILTER_PAPER_SHEET_HPP

// The contact sheet of samples/paper_algorithms.cpp: a row for each algorithm and backend, a column for each border.

#include "demo_picture.hpp"

#include <sstream>

struct SheetCell
{
    cv::Mat result, difference; //!< CV_32F; empty if the row does not take the border
    std::string text;
};

struct SheetRow
{
    std::string title;
    std::vector<std::string> details;
    std::vector<SheetCell> cells;
};

class ContactSheet
{
public:
    ContactSheet(cv::Size image, const std::vector<std::string>& columns_, double gain_)
        : columns(columns_), gain(gain_),
          panel(PANEL_WIDTH, std::max(PANEL_WIDTH * image.height / image.width, PANEL_WIDTH / 2))
    {
    }

    cv::Mat draw(const std::vector<std::string>& heading, const std::vector<SheetRow>& rows) const
    {
        const int top = HEADING + LINE * int(heading.size());
        cv::Mat sheet(top + int(rows.size()) * rowHeight(), GAP + TITLE_WIDTH + int(columns.size()) * cellWidth(),
                      CV_8UC3, ink::paper);
        for (size_t i = 0; i < heading.size(); ++i)
            writeWithin(sheet, heading[i], cv::Point(GAP, 30 + LINE * int(i)), sheet.cols - 2 * GAP, i ? 0.5 : 0.8,
                        i ? ink::faint : ink::text);
        for (size_t c = 0; c < columns.size(); ++c)
            write(sheet, columns[c], cv::Point(leftOf(c), top - 12), 0.6, ink::text);
        for (size_t r = 0; r < rows.size(); ++r)
            drawRow(sheet, top + int(r) * rowHeight(), rows[r]);
        return sheet;
    }

private:
    enum
    {
        PANEL_WIDTH = 140,
        TITLE_WIDTH = 270,
        GAP = 14,
        LINE = 22,
        SMALL_LINE = 18,
        HEADING = 50
    };

    int cellWidth() const { return 2 * panel.width + 4 + GAP; }
    int rowHeight() const { return panel.height + LINE + GAP; }
    int leftOf(size_t column) const { return GAP + TITLE_WIDTH + int(column) * cellWidth(); }

    void drawRow(cv::Mat& sheet, int y, const SheetRow& row) const
    {
        cv::line(sheet, cv::Point(GAP, y), cv::Point(sheet.cols - GAP, y), ink::line);
        write(sheet, row.title, cv::Point(GAP, y + LINE), 0.6, ink::text);
        writeLines(sheet, row.details, cv::Point(GAP, y + 2 * LINE), TITLE_WIDTH - GAP, ink::faint);
        for (size_t c = 0; c < row.cells.size(); ++c)
            drawCell(sheet, cv::Point(leftOf(c), y + 6), row.cells[c]);
    }

    //! Texts below each other, broken between words where they are wider than the width.
    static void writeLines(cv::Mat& sheet, const std::vector<std::string>& texts, cv::Point at, int width,
                           const cv::Scalar& color)
    {
        for (const std::string& text : texts)
        {
            std::istringstream words(text);
            std::string line;
            for (std::string word; words >> word;)
            {
                const std::string longer = line.empty() ? word : line + " " + word;
                if (!line.empty() && cv::getTextSize(longer, cv::FONT_HERSHEY_DUPLEX, 0.45, 1, nullptr).width > width)
                {
                    write(sheet, line, at, 0.45, color);
                    at.y += SMALL_LINE;
                    line = word;
                }
                else
                    line = longer;
            }
            write(sheet, line, at, 0.45, color);
            at.y += SMALL_LINE;
        }
    }

    void drawCell(cv::Mat& sheet, cv::Point at, const SheetCell& cell) const
    {
        const cv::Rect left(at, panel), right(at + cv::Point(panel.width + 4, 0), panel);
        if (cell.result.empty())
        {
            cv::rectangle(sheet, left | right, ink::line);
            writeLines(sheet, {cell.text}, at + cv::Point(8, LINE), left.width + right.width - 12, ink::text);
            return;
        }
        cv::Mat small;
        cv::resize(cell.result, small, panel, 0, 0, cv::INTER_AREA);
        asBytes(small, 255).copyTo(sheet(left));
        asBytes(largestOfBlocks(cell.difference), 255 * gain).copyTo(sheet(right));
        writeWithin(sheet, cell.text, at + cv::Point(0, panel.height + 16), left.width + right.width, 0.43, ink::text);
    }

    static cv::Mat asBytes(const cv::Mat& image, double scale)
    {
        cv::Mat bytes, colours;
        image.convertTo(bytes, CV_8U, scale);
        cv::cvtColor(bytes, colours, cv::COLOR_GRAY2BGR);
        return colours;
    }

    //! A panel's pixel shows the largest difference of the pixels that it stands for.
    cv::Mat largestOfBlocks(const cv::Mat& difference) const
    {
        const cv::Size block((difference.cols + panel.width - 1) / panel.width,
                             (difference.rows + panel.height - 1) / panel.height);
        cv::Mat largest, small;
        cv::dilate(difference, largest, cv::getStructuringElement(cv::MORPH_RECT, block));
        cv::resize(largest, small, panel, 0, 0, cv::INTER_NEAREST);
        return small;
    }

    const std::vector<std::string> columns;
    const double gain; //!< of differences
    const cv::Size panel;
};

#endif
