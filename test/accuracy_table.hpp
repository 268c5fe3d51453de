// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_ACCURACY_TABLE_HPP
#define OPENCV_RECFILTER_TEST_ACCURACY_TABLE_HPP

// Tables of doc/accuracy_tables.md and doc/architecture.md. A test of a row compares it with the page, or writes it.

#include "test_precomp.hpp"

#include <cstdlib>
#include <fstream>

namespace opencv_test { namespace {

//! The text of a table's cell, and how closely it must agree.
struct Cell
{
    std::string text;
    double atMost = 0; //!< > 0: the measured error of float

    Cell(const char* words) : text(words) {}
    Cell(const std::string& words) : text(words) {}

    //! Rounded down to 0.1 dB, so that the page never says more than was measured.
    static Cell decibels(double value) { return cv::format("%.1f", std::floor(value * 10) / 10); }

    //! Rounded up to some digits: 1.3e-5, 0.16.
    static Cell error(double value, int digits = 2)
    {
        if (!(value > 0 && value < HUGE_VAL))
            return cv::format("%g", value);
        const int exponent = int(std::floor(std::log10(value)));
        const double unit = std::pow(10., exponent - digits + 1);
        // A value of so many digits is not rounded up again.
        const double rounded = std::ceil(value / unit - 1e-6) * unit;
        if (exponent >= -2)
            return cv::format("%.*f", std::max(digits - 1 - exponent, 0), rounded);
        const std::string up = cv::format("%.*e", digits - 1, rounded);
        return cv::format("%se%d", up.substr(0, up.find('e')).c_str(), atoi(up.c_str() + up.find('e') + 1));
    }

    //! An error of float arithmetic.
    static Cell floatError(double value, int digits = 1)
    {
        Cell cell = error(value, digits);
        cell.atMost = std::max(value, 1e-300); // 0 where float is computed in double
        return cell;
    }
};

/** A table of a page of doc/, between "<!-- table NAME: ... -->" and "<!-- end -->". The page has its heading. Each row
belongs to the test that calls row(), and its first cell is its name.

row() compares with the page. Numbers may differ by one in the last digit, because libm does between machines. Errors
of float may be 1.5 times what the page says, because they depend on the instruction set. With
RECFILTER_WRITE_TABLES=PAGE row() writes that page. Errors of float only rise then, so that the page has the worst of
several instruction sets. Delete a row to measure it anew. */
class AccuracyTable
{
public:
    explicit AccuracyTable(const std::string& tableName, const std::string& pageName = "accuracy_tables.md")
        : name(tableName), page(pageName)
    {
    }

    void row(const std::vector<Cell>& cells) const
    {
        const char* written = getenv("RECFILTER_WRITE_TABLES");
        if (written && std::string(written).find(page) == std::string::npos)
            written = nullptr; // another page
        const std::string path = written ? written : pathOfPage();
        std::vector<std::string> lines = linesOf(path);
        if (lines.empty() && !written && linesOf(__FILE__).empty())
            throw SkipTestException("installed without " + path);
        const size_t begin = find(lines, 0, "<!-- table " + name + ":"), end = find(lines, begin, "<!-- end -->");
        ASSERT_LT(end, lines.size()) << path << " has no table " << name;
        const size_t at = std::min(find(lines, begin, "| " + cells[0].text + " |"), end);
        if (written)
            write(path, lines, at, at == end, cells);
        else if (at == end)
            ADD_FAILURE() << path << ", table " << name << ", has no row: " << textOf(cells);
        else
            compare(cellsOf(lines[at]), cells);
    }

    //! Whether numbers differ by no more than one in the page's last digit, and words are the same.
    static bool agree(const std::string& page, const std::string& measured)
    {
        char* end = nullptr;
        const double value = strtod(page.c_str(), &end);
        if (end == page.c_str() || *end)
            return page == measured;
        const size_t point = page.find('.'), exponent = std::min(page.find('e'), page.size());
        const int decimals = point < exponent ? int(exponent - point - 1) : 0;
        const int power = exponent < page.size() ? atoi(page.c_str() + exponent + 1) : 0;
        return std::abs(atof(measured.c_str()) - value) <= 1.001 * std::pow(10., power - decimals);
    }

private:
    std::string pathOfPage() const
    {
        const std::string here = __FILE__;
        const size_t folder = here.find_last_of("/\\");
        return (folder == std::string::npos ? "" : here.substr(0, folder + 1)) + "../doc/" + page;
    }

    static std::vector<std::string> linesOf(const std::string& path)
    {
        std::ifstream file(path);
        std::vector<std::string> lines;
        for (std::string line; std::getline(file, line);)
            lines.push_back(line);
        return lines;
    }

    static size_t find(const std::vector<std::string>& lines, size_t from, const std::string& start)
    {
        while (from < lines.size() && lines[from].compare(0, start.size(), start) != 0)
            from++;
        return from;
    }

    static std::vector<std::string> cellsOf(const std::string& line)
    {
        std::vector<std::string> cells;
        for (size_t from = 2, to; (to = line.find(" |", from)) != std::string::npos; from = to + 3)
            cells.push_back(line.substr(from, to - from));
        return cells;
    }

    static std::string textOf(const std::vector<Cell>& cells)
    {
        std::string text = "|";
        for (const Cell& cell : cells)
            text += " " + cell.text + " |";
        return text;
    }

    static void write(const std::string& path, std::vector<std::string>& lines, size_t at, bool isNew,
                      std::vector<Cell> cells)
    {
        if (isNew)
            lines.insert(lines.begin() + ptrdiff_t(at), "");
        const std::vector<std::string> before = cellsOf(lines[at]);
        for (size_t i = 0; i < cells.size() && before.size() == cells.size(); i++)
            if (cells[i].atMost > 0 && atof(before[i].c_str()) > cells[i].atMost)
                cells[i].text = before[i];
        lines[at] = textOf(cells);
        std::ofstream file(path);
        for (const std::string& line : lines)
            file << line << "\n";
        EXPECT_TRUE(file.good()) << path << " cannot be written";
    }

    void compare(const std::vector<std::string>& written, const std::vector<Cell>& cells) const
    {
        const std::string where = "table " + name + ", measured: " + textOf(cells);
        ASSERT_EQ(cells.size(), written.size()) << where;
        for (size_t i = 0; i < cells.size(); i++)
            if (cells[i].atMost > 0)
                EXPECT_LE(cells[i].atMost, 1.5 * atof(written[i].c_str())) << where;
            else
                EXPECT_TRUE(agree(written[i], cells[i].text)) << where << " and not " << written[i];
    }

    const std::string name, page;
};

}} // namespace

#endif
