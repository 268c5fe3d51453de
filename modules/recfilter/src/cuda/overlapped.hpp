// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_OVERLAPPED_HPP
#define OPENCV_RECFILTER_CUDA_OVERLAPPED_HPP

#include "axis_tables.hpp"

#include "opencv2/core/cuda.hpp"

namespace cv { namespace recfilter { namespace gpu {

/** Algorithms 5 and 6 for images of one size: gather, propagate along columns and rows, apply (doc/architecture.md). Axes
with the same kind of chain are filtered at once, two reads and one write; others one after the other. */
template <typename W>
class OverlappedPlan
{
public:
    OverlappedPlan(const FilterModel& model, Size size, int channels);

    /** Queues the filter.
        @param copies src must be copied first: it shares memory with dst without being the same pixels, or is not aligned. */
    void run(const cuda::GpuMat& src, cuda::GpuMat& dst, bool copies, cudaStream_t stream,
             StreamScratch& scratch) const;

private:
    //! Which axes one step filters.
    enum Step
    {
        BOTH_AXES,
        COLUMNS_ONLY,
        ROWS_ONLY
    };

    TileJob<W> makeJob(Step step, cudaStream_t stream) const;
    void runStep(TileJob<W> job, uchar* memory) const;
    size_t carryBytes(const TileJob<W>& job) const;

    //! Whether both axes have the same kind of chain, known to the kernels.
    bool hasKernels() const;

    //! Whether all tiles are on chip at once.
    bool isResident() const;

    const Size size;
    const int channels;
    const bool choosesFreely; //!< RECURSIVE_AUTO
    const AxisTables<W> x, y;
    int64 capacity = 0;       //!< tiles that the device holds at once
    bool looksAround = false; //!< one read is enough: both axes fade soon, in float, by passes there is a kernel for
    double offset[4];         //!< the value of constant borders
    double restored[4];       //!< what the filter makes of it
};

extern template class OverlappedPlan<float>;
extern template class OverlappedPlan<double>;

}}} // namespace cv::recfilter::gpu

#endif
