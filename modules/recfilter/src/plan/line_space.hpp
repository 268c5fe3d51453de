// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PLAN_LINE_SPACE_HPP
#define OPENCV_RECFILTER_PLAN_LINE_SPACE_HPP

// The lines of an array along each of its axes. Engines take these; they know no width and height.

#include "precomp.hpp"

#include <array>

namespace cv { namespace recfilter {

/** One axis of an array as lines of n samples. `inner` lines lie side by side in memory, and there are `outer` such
groups. Along the columns of an image: {1, rows, cols * channels}; along its rows: {rows, cols, channels}. */
struct LineSpace
{
    int64 outer, n, inner;
};

//! The sizes of an array from its slowest axis to its fastest, and its channels, which lie side by side.
class ArrayShape
{
public:
    static constexpr int MAX_AXES = 4;

    static ArrayShape ofImage(Size size, int channels)
    {
        return ArrayShape({size.height, size.width, 1, 1}, 2, channels);
    }

    int axes() const { return count; }
    int channels() const { return samples; }

    LineSpace along(int axis) const
    {
        LineSpace lines = {1, sizes[size_t(axis)], samples};
        for (int i = 0; i < count; i++)
            if (i != axis)
                (i < axis ? lines.outer : lines.inner) *= sizes[size_t(i)];
        return lines;
    }

    //! Whether the array has only one sample along an axis, or along any.
    bool isFlat(int axis) const { return sizes[size_t(axis)] == 1; }
    bool isFlat() const
    {
        return std::any_of(sizes.begin(), sizes.begin() + count, [](int64 n) { return n == 1; });
    }

    bool operator==(const ArrayShape& other) const
    {
        return count == other.count && samples == other.samples && sizes == other.sizes;
    }

private:
    ArrayShape(const std::array<int64, MAX_AXES>& lengths, int axisCount, int channelCount)
        : sizes(lengths), count(axisCount), samples(channelCount)
    {
    }

    std::array<int64, MAX_AXES> sizes;
    int count, samples;
};

}} // namespace cv::recfilter

#endif
