// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_ARRAYS_ARRAY_MEMORY_HPP
#define OPENCV_RECFILTER_ARRAYS_ARRAY_MEMORY_HPP

// An array of any dimensions in memory that it does not own.

#include "arrays/extents.hpp"
#include "arrays/overlap.hpp"

namespace cv { namespace recfilter {

struct ArrayMemory
{
    uchar* data;
    int type;
    Extents sizes; //!< with their steps

    explicit ArrayMemory(const Mat& array)
        : data(array.data), type(array.type()), sizes(Extents::ofMemory(array, array.dims))
    {
    }
    explicit ArrayMemory(const cuda::GpuMat& image)
        : data(image.data), type(image.type()), sizes(Extents::ofMemory(image, 2))
    {
    }
    //! At least two axes.
    explicit ArrayMemory(const cuda::GpuMatND& array)
        : data(array.getDevicePtr()), type(array.type()), sizes(Extents::ofMemory(array, std::max(array.dims, 2)))
    {
    }
    //! Without gaps.
    ArrayMemory(uchar* memory, int ofType, const Extents& lengths) : data(memory), type(ofType)
    {
        const auto element = size_t(CV_ELEM_SIZE(type));
        sizes = lengths.inRows(size_t(lengths[lengths.axes() - 1]) * element, element);
    }

    size_t bytes() const { return size_t(sizes.total()) * size_t(CV_ELEM_SIZE(type)); }

    //! Behind the last element.
    const uchar* end() const
    {
        const uchar* last = data;
        for (int i = 0; i < sizes.axes(); i++)
            last += size_t(sizes[i] - 1) * sizes.step(i);
        return last + size_t(CV_ELEM_SIZE(type));
    }

    //! Whether every element begins at a multiple of the bytes of a channel.
    bool isAligned() const
    {
        const auto bytes = size_t(CV_ELEM_SIZE1(type));
        bool aligned = reinterpret_cast<size_t>(data) % bytes == 0;
        for (int i = 0; i < sizes.axes(); i++)
            aligned = aligned && (sizes[i] == 1 || sizes.step(i) % bytes == 0);
        return aligned;
    }
};

//! Arrays of the same lengths.
inline bool samePixels(const ArrayMemory& a, const ArrayMemory& b)
{
    bool same = a.data == b.data && a.type == b.type;
    for (int i = 0; i < a.sizes.axes(); i++)
        same = same && (a.sizes[i] == 1 || a.sizes.step(i) == b.sizes.step(i));
    return same;
}

namespace detail {

//! An array of two axes as overlap() takes images.
struct MemoryRows
{
    const uchar* data;
    size_t step;
    int64 rows, cols;
    size_t element;

    explicit MemoryRows(const ArrayMemory& array)
        : data(array.data), step(array.sizes.step(0)), rows(array.sizes[0]), cols(array.sizes[1]),
          element(size_t(CV_ELEM_SIZE(array.type)))
    {
    }

    bool empty() const { return rows < 1 || cols < 1; }
    size_t elemSize() const { return element; }
};

} // namespace detail

//! Whether two arrays share a byte. Of more than two axes, whether the ranges from the first to the last element meet.
inline bool overlap(const ArrayMemory& a, const ArrayMemory& b)
{
    if (!a.data || !b.data)
        return false;
    if (a.sizes.axes() == 2 && b.sizes.axes() == 2)
        return overlap(detail::MemoryRows(a), detail::MemoryRows(b));
    return a.data < b.end() && b.data < a.end();
}
inline bool overlap(const cuda::GpuMatND& a, const cuda::GpuMatND& b)
{
    return overlap(ArrayMemory(a), ArrayMemory(b));
}

}} // namespace cv::recfilter

#endif
