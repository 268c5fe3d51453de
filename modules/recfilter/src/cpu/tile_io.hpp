// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_TILE_IO_HPP
#define OPENCV_RECFILTER_CPU_TILE_IO_HPP

#include "filter_kernels.hpp"

namespace cv { namespace recfilter {

//! Elements of an image row of any depth.
inline const uchar* elementPtr(const Mat& image, int64 row, int64 element)
{
    return image.data + image.step[0] * size_t(row) + size_t(element) * image.elemSize1();
}

inline uchar* elementPtr(Mat& image, int64 row, int64 element)
{
    return image.data + image.step[0] * size_t(row) + size_t(element) * image.elemSize1();
}

//! Always inlined: GCC drops calls of functions that only prefetch.
CV_ALWAYS_INLINE void prefetchBytes(const void* p, size_t bytes)
{
#if defined(__GNUC__)
    for (size_t b = 0; b < bytes; b += 64)
        __builtin_prefetch(static_cast<const uchar*>(p) + b);
#else
    CV_UNUSED(p);
    CV_UNUSED(bytes);
#endif
}

/** Tiles of an image in the working type: in place where the image has it and the tile is whole, else converted into a
buffer and padded with zeros. */
template <typename W>
class TileReader
{
public:
    //! @param padRows rows are padded to a multiple of this.
    TileReader(const FilterKernels<W>& k, const Mat& image, W* memory, size_t tileWidth, int padRows = 1)
        : kernels(k), src(image), buffer(memory), width(tileWidth), multiple(padRows)
    {
    }

    TileView<const W> read(int64 firstRow, int rows, int64 element, int cols)
    {
        direct = src.depth() == DataType<W>::depth && size_t(cols) == width && rows % multiple == 0;
        if (direct)
            return {reinterpret_cast<const W*>(elementPtr(src, firstRow, element)), src.step[0] / sizeof(W)};
        const size_t ahead = width * src.elemSize1();
        for (int i = 0; i < rows; i++)
        {
            const uchar* row = elementPtr(src, firstRow + i, element);
            prefetchBytes(row + ahead, ahead);
            kernels.load(row, src.depth(), buffer + size_t(i) * width, cols);
            std::fill(buffer + size_t(i) * width + cols, buffer + size_t(i + 1) * width, W(0));
        }
        std::fill(buffer + size_t(rows) * width, buffer + size_t(alignSize(rows, multiple)) * width, W(0));
        return {buffer, width};
    }

    bool isDirect() const { return direct; }

private:
    const FilterKernels<W>& kernels;
    const Mat& src;
    W* buffer;
    size_t width;
    int multiple;
    bool direct = false;
};

}} // namespace cv::recfilter

#endif
