// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_ROUND_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_ROUND_HPP

// One round of a schedule: gather the carries of a set of passes, propagate them, apply the passes.

#include "recursive/cuda/engine/device_engine.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! The job of a round without its images and its memory, and the bytes of the carries.
template <typename W>
struct Round
{
    TileJob<W> job;
    size_t columnBytes, rowBytes;         //!< of carries
    size_t columnTailBytes, rowTailBytes; //!< of a causal pass alone

    size_t carryBytes() const { return columnBytes + rowBytes + columnTailBytes + rowTailBytes; }
};

//! @param passes of each axis both, one or none
template <typename W>
Round<W> makeRound(const AxisTables<W>& x, const AxisTables<W>& y, Pass passes, const LineSpace& rows);

//! The round of a part that gathers and applies both axes at once.
template <typename W>
Round<W> makeWholeRound(const EngineInput<W>& input);

//! Which L2 evict-first hints images of a size, or a batch of them, get on the current device (EvictFirst).
template <typename W>
EvictFirst evictionOf(const LineSpace& rows, int images = 1);

//! The job of a round for these images and carries.
template <typename W>
TileJob<W> jobOf(const Round<W>& round, const ImageView& src, const ImageView& dst, uchar* carries,
                 cudaStream_t stream);

//! The same job with its images in reverse order. L2 still holds what gather has read last.
template <typename Job>
Job lastImageFirst(Job job)
{
    const int64 last = job.src.images - 1;
    for (ImageView* const view : {&job.src, &job.dst})
    {
        view->data += last * view->imageStep;
        view->imageStep = -view->imageStep;
    }
    job.carries.columns += last * job.carries.imageLines;
    job.carries.rows += last * job.carries.imageRows;
    job.carries.imageLines = -job.carries.imageLines;
    job.carries.imageRows = -job.carries.imageRows;
    return job;
}

//! Queues the kernels that gather the carries of both passes of an axis, or of both axes.
template <typename W>
void gatherRound(const TileJob<W>& job);

//! Queues the kernels that make the gathered carries exact.
template <typename W>
void propagateRound(const TileJob<W>& job);

//! Queues the kernels: two reads and one write.
template <typename W>
void runInTwoReads(const TileJob<W>& job);

}}} // namespace cv::recfilter::gpu

#endif
