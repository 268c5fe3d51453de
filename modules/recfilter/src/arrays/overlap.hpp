// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_ARRAYS_OVERLAP_HPP
#define OPENCV_RECFILTER_ARRAYS_OVERLAP_HPP

// Whether arrays share memory, and how they are aligned.

#include "precomp.hpp"

namespace cv { namespace recfilter {

template <typename Array>
bool samePixels(const Array& a, const Array& b)
{
    return a.data == b.data && size_t(a.step) == size_t(b.step) && a.type() == b.type() && a.size() == b.size();
}

//! The same for arrays of any dimensions.
inline bool samePixels(const Mat& a, const Mat& b)
{
    return a.data == b.data && a.type() == b.type() && a.size == b.size &&
           std::equal(a.step.p, a.step.p + a.dims, b.step.p);
}

//! Whether every row begins at a multiple of `bytes`.
template <typename Array>
bool isAligned(const Array& a, size_t bytes)
{
    return reinterpret_cast<size_t>(a.data) % bytes == 0 && (a.rows == 1 || size_t(a.step) % bytes == 0);
}

/** Whether two arrays share a byte. ROIs side by side in one array share none, though their rows interleave in memory.
b begins `row` rows below a and `column` bytes to the right. It may reach into the next row of a. */
template <typename Array>
bool overlap(const Array& a, const Array& b)
{
    if (a.empty() || b.empty())
        return false;
    const int64 step = int64(size_t(a.step));
    const int64 widthA = int64(a.cols) * int64(a.elemSize()), widthB = int64(b.cols) * int64(b.elemSize());
    const uchar* const endA = a.data + (a.rows - 1) * step + widthA;
    const uchar* const endB = b.data + (b.rows - 1) * int64(size_t(b.step)) + widthB;
    if (a.data >= endB || b.data >= endA)
        return false;
    if (size_t(a.step) != size_t(b.step) || widthA > step || widthB > step)
        return true;
    const int64 distance = b.data - a.data;
    const int64 row = distance >= 0 ? distance / step : -((-distance + step - 1) / step);
    const int64 column = distance - row * step;
    const auto meetsRows = [&](int64 first) { return first < a.rows && first + b.rows > 0; };
    return (column < widthA && meetsRows(row)) || (column + widthB > step && meetsRows(row + 1));
}

//! The same for arrays of any dimensions; of more than two their memory from the first to the last element.
inline bool overlap(const Mat& a, const Mat& b)
{
    if (a.dims <= 2 && b.dims <= 2)
        return overlap<Mat>(a, b);
    return !a.empty() && !b.empty() && a.data < b.dataend && b.data < a.dataend;
}

}} // namespace cv::recfilter

#endif
