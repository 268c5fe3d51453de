// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_BAND_ROW_STREAM_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_BAND_ROW_STREAM_HPP

// Writes rows of an image by non-temporal stores of whole cache lines, wherever the rows begin.

#include "precomp.hpp"

#include <cstring>

namespace cv { namespace recfilter {

/** For rows that do not begin at a cache line, or are converted from double. Tiles come from right to left. The rows
of a tile are made in a buffer, and whole cache lines leave it. The rest of a line, at the left edge, stays in the
buffer and is written with the next tile. */
class RowStream
{
public:
    static constexpr int LINE = 64;
    typedef void (*StreamLines)(const void* src, void* dst, size_t bytes);

    static size_t bytesFor(int rows, size_t tileBytes) { return size_t(rows) * (tileBytes + LINE); }

    RowStream() = default;
    RowStream(uchar* memory, size_t bytesOfTile, StreamLines streamLines)
        : buffer(memory), tileBytes(bytesOfTile), stream(streamLines)
    {
    }

    //! Bytes from row to row of the buffer.
    size_t step() const { return tileBytes + LINE; }
    //! Where row i of the tile is made.
    uchar* row(int i) const { return buffer + size_t(i) * step(); }

    //! Writes the complete lines of a tile's row.
    //! @param rowEnd end of the image's row. @param isFirst whether the tile is the leftmost, which leaves nothing.
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
        memmove(made + tileBytes, made, LINE); // may overlap: 8-bit tiles of double are half a line
    }

private:
    uchar* buffer = nullptr;
    size_t tileBytes = 0;
    StreamLines stream = nullptr;
};

}} // namespace cv::recfilter

#endif
