// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_CONV_ARRAY_VIEW_HPP
#define OPENCV_RECFILTER_CPU_CONV_ARRAY_VIEW_HPP

// An array of up to four dimensions as rows of elements.

#include "model/conv/kernel_bank.hpp"

namespace cv { namespace recfilter {

struct ArrayView
{
    uchar* data;
    int depth, channels;
    AxisInts size;                          //!< t, z, y, x; 1 where the array has no such axis
    std::array<size_t, CONV_AXES - 1> step; //!< bytes along t, z, y

    explicit ArrayView(const Mat& array) : data(array.data), depth(array.depth()), channels(array.channels())
    {
        size.fill(1);
        step.fill(0);
        for (int i = 0; i < array.dims; i++)
        {
            const int axis = CONV_AXES - array.dims + i;
            size[size_t(axis)] = array.size[i];
            if (axis < CONV_AXES - 1)
                step[size_t(axis)] = array.step[i];
        }
    }

    size_t elementBytes() const { return size_t(CV_ELEM_SIZE1(depth)); }
    int64 rowElements() const { return int64(size[3]) * channels; }
    uchar* row(int t, int z, int y) const
    {
        return data + size_t(t) * step[0] + size_t(z) * step[1] + size_t(y) * step[2];
    }
};

}} // namespace cv::recfilter

#endif
