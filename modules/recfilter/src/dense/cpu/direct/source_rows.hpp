// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CPU_DIRECT_SOURCE_ROWS_HPP
#define OPENCV_RECFILTER_DENSE_CPU_DIRECT_SOURCE_ROWS_HPP

// Rows of the source as direct convolution reads them: continued by the border, in the working type.

#include "arrays/array_view.hpp"
#include "dense/cpu/direct/conv_kernels.hpp"
#include "dense/cpu/direct/tuning.hpp"
#include "runtime/cpu/pixels/pixel_kernels.hpp"
#include "runtime/cpu/memory/prefetch.hpp"

namespace cv { namespace recfilter {

/** The position in a line of n pixels that continues it at any position, or -1 for the constant. Kernels may be many
times as long as the line, and cv::borderInterpolate would walk there reflection by reflection. */
inline int positionInside(int position, int n, int border)
{
    if (0 <= position && position < n)
        return position;
    if (border == BORDER_CONSTANT)
        return -1;
    if (border == BORDER_REPLICATE || n == 1)
        return position < 0 ? 0 : n - 1;
    const int64 period = border == BORDER_WRAP ? n : border == BORDER_REFLECT ? 2 * int64(n) : 2 * int64(n) - 2;
    const int64 k = (position % period + period) % period;
    return int(k < n ? k : border == BORDER_REFLECT ? period - 1 - k : period - k);
}

//! Some pixels of a row. The first may lie left of the array, the last right of it.
struct RowPart
{
    int first, count; //!< pixels
};

template <typename W>
class SourceRows
{
public:
    SourceRows(const ArrayView& source, const KernelBank& kernelBank) : src(source), bank(kernelBank) {}

    //! Elements of a buffer for a part of a row.
    size_t bufferSize(int pixels) const { return size_t(pixels) * size_t(src.channels) + convOverrun<W>(); }

    /** The part of row (t, z, y), which may lie outside of the array: where it is if the kernels can read it there,
    else in the buffer. convOverrun elements behind it can be read, too. */
    const W* get(int t, int z, int y, const RowPart& part, W* buffer) const
    {
        const int rowT = inside(0, t), rowZ = inside(1, z), rowY = inside(2, y);
        if (rowT < 0 || rowZ < 0 || rowY < 0)
            return fillConstant(buffer, part.count);
        const uchar* const row = src.row(rowT, rowZ, rowY);
        const int64 end = (int64(part.first) + part.count) * src.channels + convOverrun<W>();
        if (src.depth == DataType<W>::depth && part.first >= 0 && end <= src.rowElements() &&
            reinterpret_cast<size_t>(row) % sizeof(W) == 0)
            return reinterpret_cast<const W*>(row) + int64(part.first) * src.channels;
        stage(row, part, buffer);
        return buffer;
    }

    //! Multiplies complex pixels by i.
    static void rotate(const W* from, W* to, int elements)
    {
        for (int i = 0; i < elements; i += 2)
        {
            const W real = from[i];
            to[i] = -from[i + 1];
            to[i + 1] = real;
        }
    }

private:
    //! The position in the array that continues it by the border, or -1 for the constant.
    int inside(int axis, int position) const
    {
        return positionInside(position, int(src.size[axis]), bank.border[size_t(axis)]);
    }

    const W* fillConstant(W* buffer, int pixels) const
    {
        for (int i = 0; i < pixels; i++)
            setPixel(buffer + int64(i) * src.channels);
        finish(buffer, pixels);
        return buffer;
    }

    void setPixel(W* pixel) const
    {
        for (int c = 0; c < src.channels; c++)
            pixel[c] = W(bank.borderValue[c % 4]);
    }

    void finish(W* buffer, int pixels) const
    {
        std::fill_n(buffer + int64(pixels) * src.channels, convOverrun<W>(), W(0));
    }

    void load(const uchar* row, int pixel, W* to, int pixels) const
    {
        kernels.load(row + size_t(pixel) * size_t(src.channels) * src.elementBytes(), src.depth, to,
                     pixels * src.channels);
    }

    void stage(const uchar* row, const RowPart& part, W* buffer) const
    {
        const int end = part.first + part.count;
        const int begin = std::min(std::max(part.first, 0), end),
                  stop = std::max(std::min(end, int(src.size[3])), begin);
        const size_t pixelBytes = size_t(src.channels) * src.elementBytes();
        prefetchBytes(row + tuning::CONV_PREFETCH_ROWS * src.size.step(2) + size_t(begin) * pixelBytes,
                      size_t(stop - begin) * pixelBytes);
        load(row, begin, buffer + int64(begin - part.first) * src.channels, stop - begin);
        const auto border = [&](int pixel) {
            W* const to = buffer + int64(pixel - part.first) * src.channels;
            const int from = inside(3, pixel);
            if (from < 0)
                setPixel(to);
            else
                load(row, from, to, 1);
        };
        for (int pixel = part.first; pixel < begin; pixel++)
            border(pixel);
        for (int pixel = stop; pixel < end; pixel++)
            border(pixel);
        finish(buffer, part.count);
    }

    const ArrayView& src;
    const KernelBank& bank;
    const PixelKernels<W>& kernels = pixelKernels(W());
};

}} // namespace cv::recfilter

#endif
