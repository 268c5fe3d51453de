// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CPU_DIRECT_ARRAY_VIEW_HPP
#define OPENCV_RECFILTER_DENSE_CPU_DIRECT_ARRAY_VIEW_HPP

// An array of up to four dimensions as rows of elements.

#include "arrays/extents.hpp"
#include "dense/model/kernel_bank.hpp"

namespace cv { namespace recfilter {

struct ArrayView
{
    uchar* data;
    int depth, channels;
    Extents size; //!< t, z, y, x

    explicit ArrayView(const Mat& array)
        : data(array.data), depth(array.depth()), channels(array.channels()), size(Extents::ofMemory(array, CONV_AXES))
    {
    }

    size_t elementBytes() const { return size_t(CV_ELEM_SIZE1(depth)); }
    int64 rowElements() const { return size[3] * channels; }
    uchar* row(int t, int z, int y) const
    {
        return data + size_t(t) * size.step(0) + size_t(z) * size.step(1) + size_t(y) * size.step(2);
    }
};

}} // namespace cv::recfilter

#endif
