// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_ARRAYS_EXTENTS_HPP
#define OPENCV_RECFILTER_ARRAYS_EXTENTS_HPP

// The axes of an array, from its slowest to its fastest, and the lines along each of them. Knows neither where the
// array lies nor its depth.

#include "precomp.hpp"

#include "opencv2/core/cuda.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

namespace cv { namespace recfilter {

//! Most axes of an array, without its channels.
constexpr int MAX_AXES = 8;

//! The axes of an image.
enum ImageAxis
{
    ALONG_COLUMNS,
    ALONG_ROWS
};

/** One axis of an array as lines of n samples. `inner` lines lie side by side in memory, and there are `outer` such
groups. Along the columns of an image: {1, rows, cols * channels}; along its rows: {rows, cols, channels}. Engines take
these; they know no width and height. */
struct LineSpace
{
    int64 outer, n, inner;
};

class Extents
{
public:
    Extents() = default;
    Extents(Size image) : count(2), lengths{image.height, image.width} {} // NOLINT: an image is an array
    explicit Extents(const cuda::GpuMatND& array) : Extents(of(array.size)) {}
    //! Of an array of more than MAX_AXES axes only their number, which makes it differ from all results.
    explicit Extents(const _InputArray& array) : count(array.dims())
    {
        int sizes[MAX_AXES] = {};
        if (count > MAX_AXES)
            return;
        if (isGpuMatND(array)) // which _InputArray knows no sizes of
            *this = Extents(*static_cast<const cuda::GpuMatND*>(array.getObj()));
        else if (count <= 2)
            *this = Extents(array.size());
        else
            std::copy_n(sizes, array.sizend(sizes), lengths.begin());
    }

    //! @param sizes of up to MAX_AXES axes
    static Extents of(const std::vector<int>& sizes)
    {
        CV_Assert(sizes.size() <= MAX_AXES);
        Extents array;
        array.count = int(sizes.size());
        std::copy(sizes.begin(), sizes.end(), array.lengths.begin());
        return array;
    }

    //! Of an image whose pixels have channels, which lie side by side.
    static Extents ofImage(Size size, int channels)
    {
        Extents image(size);
        image.samples = channels;
        return image;
    }

    /** Of the last axes of an array and its memory. Axes that it lacks have length 1. A single row has its length as
    step, as in a GpuMat, and a single plane has step 0.
    @tparam Array Mat or cuda::GpuMatND */
    template <typename Array>
    static Extents ofMemory(const Array& array, int axes)
    {
        Extents memory = ofOnes(axes);
        for (int i = 1; i <= std::min(axes, array.dims); i++)
        {
            const int length = array.size[array.dims - i];
            const size_t single = i == 2 ? memory.steps[size_t(axes - 1)] * size_t(memory[axes - 1]) : 0;
            memory[axes - i] = length;
            memory.steps[size_t(axes - i)] = i > 1 && length == 1 ? single : array.step[array.dims - i];
        }
        return memory;
    }
    static Extents ofMemory(const cuda::GpuMat& image, int axes)
    {
        Extents memory = ofOnes(axes);
        memory[axes - 1] = image.cols;
        memory[axes - 2] = image.rows;
        memory.steps[size_t(axes - 1)] = image.elemSize();
        memory.steps[size_t(axes - 2)] = image.step;
        return memory;
    }
    //! The same lengths in memory whose rows, of all planes, are `step` bytes apart. @param element bytes of a pixel
    Extents inRows(size_t step, size_t element) const
    {
        Extents memory = *this;
        for (int axis = count - 1; axis >= 0; axis--)
        {
            memory.steps[size_t(axis)] = axis == count - 1 ? element : step;
            step *= axis == count - 1 ? 1 : size_t(lengths[size_t(axis)]);
        }
        return memory;
    }

    int axes() const { return count; }
    int channels() const { return samples; }
    int64 operator[](int axis) const { return lengths[size_t(axis)]; }
    int64& operator[](int axis) { return lengths[size_t(axis)]; }
    int64 total() const
    {
        return std::accumulate(lengths.begin(), lengths.begin() + count, int64(1), std::multiplies<int64>());
    }
    //! Bytes from one element to the next along an axis; 0 if not known.
    size_t step(int axis) const { return steps[size_t(axis)]; }

    //! Takes the axes behind an axis away: their elements become channels. Returns how many.
    int mergeBehind(int axis)
    {
        for (; count > axis + 1; count--)
            samples *= int(lengths[size_t(count) - 1]);
        return samples;
    }

    LineSpace along(int axis) const
    {
        LineSpace lines = {1, lengths[size_t(axis)], samples};
        for (int i = 0; i < count; i++)
            if (i != axis)
                (i < axis ? lines.outer : lines.inner) *= lengths[size_t(i)];
        return lines;
    }

    bool isEmpty() const
    {
        return std::any_of(lengths.begin(), lengths.begin() + count, [](int64 n) { return n < 1; });
    }
    //! Whether the array has only one sample along an axis, or along any.
    bool isFlat(int axis) const { return lengths[size_t(axis)] == 1; }
    bool isFlat() const { return std::find(lengths.begin(), lengths.begin() + count, 1) != lengths.begin() + count; }

    //! The steps may differ.
    bool operator==(const Extents& other) const
    {
        return count == other.count && samples == other.samples && lengths == other.lengths;
    }
    bool operator!=(const Extents& other) const { return !(*this == other); }

    //! Of an array of two axes.
    Size image() const { return {int(lengths[1]), int(lengths[0])}; }
    //! As the constructors of a GpuMatND take it.
    cuda::GpuMatND::SizeArray list() const
    {
        return cuda::GpuMatND::SizeArray(lengths.begin(), lengths.begin() + count);
    }
    //! The lengths of the last N axes as OpenCV takes them. Axes that the array lacks have length 1.
    template <size_t N>
    std::array<int, N> last() const
    {
        std::array<int, N> sizes;
        sizes.fill(1);
        std::copy_backward(lengths.begin() + std::max(count - int(N), 0), lengths.begin() + count, sizes.end());
        return sizes;
    }

    //! As users write it: width first for an image.
    String text() const
    {
        if (count == 2)
            return format("%d x %d", image().width, image().height);
        if (count > MAX_AXES)
            return format("of %d dimensions", count);
        String list;
        for (int i = 0; i < count; i++)
            list += (i ? " x " : "") + std::to_string(lengths[size_t(i)]);
        return list;
    }

private:
    static Extents ofOnes(int axes)
    {
        Extents ones;
        ones.count = axes;
        std::fill_n(ones.lengths.begin(), axes, 1);
        return ones;
    }

    int count = 0, samples = 1;
    std::array<int64, MAX_AXES> lengths = {};
    std::array<size_t, MAX_AXES> steps = {};
};

}} // namespace cv::recfilter

#endif
