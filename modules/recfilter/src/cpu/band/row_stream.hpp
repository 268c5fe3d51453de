// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_ROW_STREAM_HPP
#define OPENCV_RECFILTER_CPU_ROW_STREAM_HPP

#include "precomp.hpp"

#include <cstring>

namespace cv { namespace recfilter {

/** Rows of an image written around the cache though they start anywhere, or are packed from double, tile by tile from right to left: a tile's rows are made in a buffer, whole cache lines leave it, and the piece of a line that remains at its left edge waits behind the next
tile's row. */
class RowStream
{
public:
    enum
    {
        LINE = 64
    };
    typedef void (*StreamLines)(const void* src, void* dst, size_t bytes);

    //! Bytes of the buffer for a tile.
    static size_t bytesFor(int rows, size_t tileBytes) { return size_t(rows) * (tileBytes + LINE); }

    RowStream() = default;
    RowStream(uchar* memory, size_t bytesOfTile, StreamLines streamLines)
        : buffer(memory), tileBytes(bytesOfTile), stream(streamLines)
    {
    }

    //! From row to row of the buffer.
    size_t step() const { return tileBytes + LINE; }
    //! Where a row of the tile is to be made.
    uchar* row(int i) const { return buffer + size_t(i) * step(); }

    //! Writes a row of a tile to dst, as far as it can. @param rowEnd end of the image's row. @param isFirst no tile is left.
    void write(int i, uchar* dst, size_t bytes, const uchar* rowEnd, bool isFirst) const
    {
        uchar* const made = row(i);
        uchar* const tileEnd = dst + bytes;
        uchar* const end = tileEnd == rowEnd ? tileEnd : std::min(alignPtr(tileEnd, LINE), dst + (rowEnd - dst));
        uchar* const begin = isFirst ? dst : std::min(alignPtr(dst, LINE), end);
        uchar* const firstLine = std::min(alignPtr(begin, LINE), end);
        const size_t lines = size_t(end - firstLine) / LINE * LINE;
        if (firstLine != begin)
            memcpy(begin, made + (begin - dst), size_t(firstLine - begin));
        stream(made + (firstLine - dst), firstLine, lines);
        if (firstLine + lines != end)
            memcpy(firstLine + lines, made + (firstLine - dst) + lines, size_t(end - firstLine) - lines);
        memmove(made + tileBytes, made, LINE); // 8-bit tiles of double are half a line
    }

private:
    uchar* buffer = nullptr;
    size_t tileBytes = 0;
    StreamLines stream = nullptr;
};

}} // namespace cv::recfilter

#endif
