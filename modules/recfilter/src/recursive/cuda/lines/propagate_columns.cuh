// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// propagate along the columns of the image, and along the row moments, which act as further columns.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_LINES_PROPAGATE_COLUMNS_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_LINES_PROPAGATE_COLUMNS_CUH

#include "runtime/cuda/io/pixel_io.cuh"
#include "recursive/cuda/io/tile_job.hpp"
#include "recursive/cuda/lines/propagate.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! An end pixel of a line of the columns: of an image column or of a column of row moments.
template <typename W>
__device__ W endPixel(const TileJob<W>& job, int64 line, bool last)
{
    const int channels = job.src.channels;
    const int64 pixelLines = int64(channels) * job.src.width;
    if (line < pixelLines)
    {
        const int channel = int(line / job.src.width);
        return loadPixel<W>(job.src, line % job.src.width, last ? job.src.height - 1 : 0, channel) -
               job.offset[channel & 3];
    }
    const int64 perChannel = job.x.tiles * 2 * job.x.moments, k = line - pixelLines;
    const int64 tile = last ? job.y.tiles - 1 : 0, row = last ? job.y.lastTile - 1 : 0;
    const W* block = job.carries.rows + (tile * channels + k / perChannel) * job.carries.block;
    return block[k % perChannel * job.carries.pitch + row];
}

//! Propagates LINES neighbouring lines by LINES x SEGMENTS threads.
template <typename W, int MOMENTS, int SEGMENTS, int LINES, int KEPT, bool PAIRED = false>
struct ColumnPropagation
{
    typedef LinePropagation<W, MOMENTS, SEGMENTS, LINES, KEPT, PAIRED> Propagation;
    enum
    {
        exchanged = Propagation::exchanged
    };

    __device__ static void run(const TileJob<W>& job, int64 firstLine, W* shared, int pair = 0)
    {
        const int lane = threadIdx.x % LINES, segment = threadIdx.x / LINES;
        const int64 line = firstLine + lane, stride = job.carries.lines, moments = job.y.moments;
        const bool inside = line < job.carries.lines;
        W* const carries = job.carries.columns + pair * MOMENTS * stride + line;
        Propagation propagation(job.y,
                                {carries, 2 * moments * stride, moments * stride, stride,
                                 inside ? job.carries.columnTail + line : nullptr, stride},
                                segment, pair);
        W first = 0, last = 0;
        if (job.y.replicates && inside && segment < 2) // the threads that close the line
        {
            first = endPixel(job, line, false);
            last = endPixel(job, line, true);
        }
        propagation.run(inside && segment < job.y.segments, shared + lane, first, last);
    }
};

}}} // namespace cv::recfilter::gpu

#endif
