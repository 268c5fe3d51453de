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

template <typename W>
struct EndPixels
{
    W first, last;
};

/** The end pixels of a line of the columns, of all images: of an image column or of a column of row moments. Not
inlined, to leave the kernel its registers. */
template <typename W>
__device__ __noinline__ EndPixels<W> endPixels(const TileJob<W>& job, int64 line)
{
    int64 image = 0;
    if (job.src.images > 1)
    {
        image = line / job.carries.imageLines;
        line -= image * job.carries.imageLines;
    }
    const int channels = job.src.channels;
    const int64 pixelLines = int64(channels) * job.src.width;
    if (line < pixelLines)
    {
        ImageView pixels = job.src;
        pixels.data += image * pixels.imageStep;
        if (pixels.isList)
            pixels.data = listedImage(pixels.data);
        const int channel = int(line / pixels.width);
        const int64 x = line - int64(channel) * pixels.width;
        const W offset = job.offset[channel & 3];
        return {loadPixel<W>(pixels, x, 0, channel) - offset,
                loadPixel<W>(pixels, x, pixels.height - 1, channel) - offset};
    }
    const int64 perChannel = job.x.tiles * 2 * job.x.moments, k = line - pixelLines, channel = k / perChannel;
    const W* const first = job.carries.rows + image * job.carries.imageRows + channel * job.carries.block +
                           (k - channel * perChannel) * job.carries.pitch;
    return {first[0], first[(job.y.tiles - 1) * channels * job.carries.block + job.y.lastTile - 1]};
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
        EndPixels<W> ends = {};
        if (job.y.replicates && inside && segment < 2) // the threads that close the line
            ends = endPixels(job, line);
        propagation.run(inside && segment < job.y.segments, shared + lane, ends.first, ends.last);
    }
};

}}} // namespace cv::recfilter::gpu

#endif
