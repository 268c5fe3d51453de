// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_API_ARRAYS_ARRAY_SIZES_HPP
#define OPENCV_RECFILTER_API_ARRAYS_ARRAY_SIZES_HPP

// The lengths of an array, from its slowest dimension to its fastest.

#include "precomp.hpp"

#include "opencv2/core/cuda.hpp"

#include <algorithm>
#include <array>

namespace cv { namespace recfilter {

class ArraySizes
{
public:
    static constexpr int MAX_DIMS = 4;

    ArraySizes() = default;
    ArraySizes(Size image) : count(2), lengths{image.height, image.width, 0, 0} {} // NOLINT: an image is an array
    explicit ArraySizes(const cuda::GpuMatND& array) : count(array.dims)
    {
        if (count <= MAX_DIMS)
            std::copy(array.size.begin(), array.size.end(), lengths.begin());
    }
    //! Of an array of more than MAX_DIMS dimensions only their number, which makes it differ from all results.
    explicit ArraySizes(const _InputArray& array) : count(array.dims())
    {
        if (isGpuMatND(array)) // which _InputArray knows no sizes of
            *this = ArraySizes(*static_cast<const cuda::GpuMatND*>(array.getObj()));
        else if (count <= 2)
            *this = ArraySizes(array.size());
        else if (count <= MAX_DIMS)
            array.sizend(lengths.data());
    }

    //! @param lengths of up to MAX_DIMS dimensions
    static ArraySizes of(const std::vector<int>& lengths)
    {
        CV_Assert(lengths.size() <= MAX_DIMS);
        ArraySizes sizes;
        sizes.count = int(lengths.size());
        std::copy(lengths.begin(), lengths.end(), sizes.lengths.begin());
        return sizes;
    }

    int dims() const { return count; }
    bool isEmpty() const
    {
        return std::any_of(lengths.begin(), lengths.begin() + count, [](int length) { return length < 1; });
    }
    const int* data() const { return lengths.data(); }
    int operator[](int i) const { return lengths[size_t(i)]; }
    int& operator[](int i) { return lengths[size_t(i)]; }
    //! Of an array of two dimensions.
    Size image() const { return {lengths[1], lengths[0]}; }

    bool operator==(const ArraySizes& other) const { return count == other.count && lengths == other.lengths; }
    bool operator!=(const ArraySizes& other) const { return !(*this == other); }

    //! As the constructors of a GpuMatND take it.
    cuda::GpuMatND::SizeArray list() const { return cuda::GpuMatND::SizeArray(lengths.data(), lengths.data() + count); }

    //! As users write it: width first for an image.
    String text() const
    {
        if (count == 2)
            return format("%d x %d", lengths[1], lengths[0]);
        if (count > MAX_DIMS)
            return format("of %d dimensions", count);
        String list;
        for (int i = 0; i < count; i++)
            list += (i ? " x " : "") + format("%d", lengths[size_t(i)]);
        return list;
    }

private:
    int count = 0;
    std::array<int, MAX_DIMS> lengths = {};
};

}} // namespace cv::recfilter

#endif
