// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CPU_SAT_TABLE_HPP
#define OPENCV_RECFILTER_SAT_CPU_SAT_TABLE_HPP

// Shared by the algorithms of the summed-area tables: tiles, a table with its kernels, and the parts of a line.

#include "sat/cpu/tuning.hpp"
#include "sat/cpu/sat.hpp"

#include <cstring>

namespace cv { namespace recfilter {

//! A part of an image, in rows and pixels.
struct Tile
{
    int firstRow, endRow;
    int firstPixel, endPixel;

    int rows() const { return endRow - firstRow; }
    int pixels() const { return endPixel - firstPixel; }
};

//! A table and the kernels that make its elements.
struct Table
{
    Table(const SatJob& job, const Mat& table, bool squared)
        : kernels(satKernels(job.src.depth(), table.depth(), squared, table.channels())), data(table.data),
          depth(table.depth()), step(table.step), pixelBytes(table.elemSize()), elementBytes(table.elemSize1()),
          zeros(job.withZeros)
    {
        streamed = !job.isNew &&
                   double(job.src.total()) * double(pixelBytes + job.src.elemSize()) >= tuning::SAT_STREAMED_BYTES &&
                   size_t(data) % elementBytes == 0 && step % elementBytes == 0;
        if (zeros)
            data += step + pixelBytes;
    }

    //! The address of the sum that ends at a pixel.
    uchar* at(int y, int x) const
    {
        return data + ptrdiff_t(y) * ptrdiff_t(step) + ptrdiff_t(x) * ptrdiff_t(pixelBytes);
    }

    //! Writes the zeros above and left of a tile at the edge of the image.
    void writeZeros(const Tile& tile) const
    {
        writeZerosAbove(tile);
        if (zeros && tile.firstPixel == 0)
            for (int y = tile.firstRow; y < tile.endRow; y++)
                memset(at(y, -1), 0, pixelBytes);
    }

    void writeZerosAbove(const Tile& tile) const
    {
        if (!zeros || tile.firstRow != 0)
            return;
        const int first = tile.firstPixel == 0 ? -1 : tile.firstPixel;
        memset(at(-1, first), 0, size_t(tile.endPixel - first) * pixelBytes);
    }

    SatKernels kernels;
    uchar* data; //!< the sum that ends at the first pixel
    int depth;
    size_t step, pixelBytes, elementBytes;
    bool zeros, streamed;
};

//! Cuts a line of pixels into parts.
struct Parts
{
    Parts(int length_, int elements, int channels) : length(length_)
    {
        const int pixels = int(alignSize(size_t(std::max(elements / channels, 1)), SAT_PART_PIXELS));
        size = std::min(length, pixels);
        count = int((int64(length) + size - 1) / size);
    }

    int first(int part) const { return part * size; }
    int end(int part) const { return part + 1 == count ? length : (part + 1) * size; }

    int length, size, count;
};

inline SatStrip stripOf(const SatJob& job, const Table& table, const Tile& tile)
{
    SatStrip strip;
    strip.src = job.src.ptr(tile.firstRow) + size_t(tile.firstPixel) * job.src.elemSize();
    strip.srcStep = job.src.step;
    strip.dst = table.at(tile.firstRow, tile.firstPixel);
    strip.dstStep = table.step;
    strip.rows = tile.rows();
    strip.channels = job.src.channels();
    strip.cols = tile.pixels() * strip.channels;
    strip.streamed = table.streamed;
    strip.prefetch = double(job.src.total()) * double(job.src.elemSize()) >= tuning::SAT_PREFETCHED_BYTES;
    return strip;
}

/** SAT_OVERLAPPED, the paper's algorithm SAT (Nehab et al. 2011, section 6): two reads, one write. */
void runOverlapped(const SatJob& job, const Table& table, ScratchPool& pool);

/** The table of the image rotated by 45 degrees. */
void runTilted(const SatJob& job, ScratchPool& pool);

}} // namespace cv::recfilter

#endif
