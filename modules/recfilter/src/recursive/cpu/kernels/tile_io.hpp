// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Reads tiles of images of any depth.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_KERNELS_TILE_IO_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_KERNELS_TILE_IO_HPP

#include "recursive/cpu/kernels/filter_kernels.hpp"
#include "runtime/cpu/memory/prefetch.hpp"

namespace cv { namespace recfilter {

//! Reads tiles: in place if whole and of a depth that the kernels load, else converted into a zero-padded buffer.
template <typename W>
class TileReader
{
public:
    TileReader(const FilterKernels<W>& k, const Mat& image, W* memory, size_t tileWidth)
        : kernels(k), src(image), buffer(memory), width(tileWidth)
    {
    }

    //! The tile in the depth of the image if the kernels load it, else in the working type.
    PixelView read(int64 firstRow, int rows, int64 element, int cols)
    {
        direct = readsPixels<W>(src.depth()) && size_t(cols) == width;
        if (direct)
            return {elementPtr(src, firstRow, element), src.step[0] / src.elemSize1(), src.depth()};
        convert(firstRow, rows, element, cols, rows);
        return pixelView(static_cast<const W*>(buffer), width);
    }

    //! The tile in the working type. Rows are padded to a multiple.
    TileView<const W> readConverted(int64 firstRow, int rows, int64 element, int cols, int multiple)
    {
        direct = src.depth() == DataType<W>::depth && size_t(cols) == width && rows % multiple == 0;
        if (direct)
            return {reinterpret_cast<const W*>(elementPtr(src, firstRow, element)), src.step[0] / sizeof(W)};
        convert(firstRow, rows, element, cols, int(alignSize(size_t(rows), multiple)));
        return {buffer, width};
    }

    //! The tile in the working type, in the buffer.
    void load(int64 firstRow, int rows, int64 element, int cols) { convert(firstRow, rows, element, cols, rows); }

    bool isDirect() const { return direct; }

private:
    void convert(int64 firstRow, int rows, int64 element, int cols, int paddedRows)
    {
        const size_t ahead = width * src.elemSize1();
        for (int i = 0; i < rows; i++)
        {
            const uchar* row = elementPtr(src, firstRow + i, element);
            prefetchBytes(row + ahead, ahead);
            kernels.load(row, src.depth(), buffer + size_t(i) * width, cols);
            std::fill(buffer + size_t(i) * width + cols, buffer + size_t(i + 1) * width, W(0));
        }
        std::fill(buffer + size_t(rows) * width, buffer + size_t(paddedRows) * width, W(0));
    }

    const FilterKernels<W>& kernels;
    const Mat& src;
    W* buffer;
    size_t width;
    bool direct = false;
};

}} // namespace cv::recfilter

#endif
