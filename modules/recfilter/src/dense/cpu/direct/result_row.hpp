// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CPU_DIRECT_RESULT_ROW_HPP
#define OPENCV_RECFILTER_DENSE_CPU_DIRECT_RESULT_ROW_HPP

// Writes sums into the channels of a row of results.

#include "runtime/cpu/pixels/pixel_kernels.hpp"

namespace cv { namespace recfilter {

//! Some channels of the pixels of a row.
struct ResultRow
{
    uchar* to; //!< the first of these channels at the first pixel
    int depth;
    int pixelStep;   //!< channels of the array
    int channels;    //!< that are written, of each pixel
    int channelStep; //!< from one to the next
    bool streams;    //!< around the cache, where rows begin at cache lines
};

namespace result_row {

template <typename T>
void spread(const uchar* converted, const ResultRow& row, int pixels)
{
    const T* from = reinterpret_cast<const T*>(converted);
    T* pixel = reinterpret_cast<T*>(row.to);
    for (int i = 0; i < pixels; i++, pixel += row.pixelStep)
        for (int c = 0; c < row.channels; c++)
            pixel[ptrdiff_t(c) * row.channelStep] = *from++;
}

} // namespace result_row

/** Rounds and saturates sums.
@param sums pixels * channels
@param converted room for as many elements of the row's depth */
template <typename W>
void storeRow(const PixelKernels<W>& kernels, const W* sums, const ResultRow& row, int pixels, uchar* converted)
{
    const int count = pixels * row.channels;
    if (row.pixelStep == row.channels)
        return kernels.store(sums, row.to, row.depth, count, row.streams && reinterpret_cast<size_t>(row.to) % 64 == 0);
    kernels.store(sums, converted, row.depth, count, false);
    switch (CV_ELEM_SIZE1(row.depth))
    {
    case 1:
        return result_row::spread<uchar>(converted, row, pixels);
    case 2:
        return result_row::spread<ushort>(converted, row, pixels);
    case 4:
        return result_row::spread<unsigned>(converted, row, pixels);
    default:
        return result_row::spread<uint64>(converted, row, pixels);
    }
}

}} // namespace cv::recfilter

#endif
