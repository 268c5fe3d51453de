// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_FILTER_PLAN_HPP
#define OPENCV_RECFILTER_CUDA_FILTER_PLAN_HPP

#include "cuda/io/tile_job.hpp"
#include "cuda/one_launch/one_launch.hpp"
#include "cuda/tables/axis_tables.hpp"
#include "cuda/runtime/stream_scratch.hpp"

#include "opencv2/core/cuda.hpp"

#include <memory>

namespace cv { namespace recfilter { namespace gpu {

/** Algorithms 5 and 6 for images of one size: gather, propagate along columns and rows, apply (doc/architecture.md). Axes
with the same kind of chain are filtered at once, two reads and one write; others one after the other. AUTO takes
cascades for which there are no kernels apart where their border allows it (filter_split.hpp). */
template <typename W>
class FilterPlan
{
public:
    FilterPlan(const FilterModel& model, Size size, int channels);

    /** Queues the filter.
        @param copies src must be copied first: it shares memory with dst without being the same pixels, or is not aligned. */
    void run(const cuda::GpuMat& src, cuda::GpuMat& dst, bool copies, const Queue& queue, StreamScratch& scratch) const;

private:
    //! Which axes a step filters.
    enum Axes
    {
        BOTH_AXES,
        COLUMNS_ONLY,
        ROWS_ONLY
    };

    struct Tables
    {
        Tables(const FilterModel& model, Size size);

        const AxisTables<W> x, y;
    };

    //! What the kernels need but for the images and the memory, and how much of that.
    struct Step
    {
        TileJob<W> job;
        size_t columnBytes, rowBytes; //!< of carries
        ResidentKind resident;        //!< all tiles are on chip at once
    };

    //! Tables and steps of a filter. Returns what it makes of a constant.
    double addParts(const FilterModel& model);
    void addSteps(const Tables& part, bool automatic);
    //! The value of a constant border, off the source of the first step and back on the result of the last one.
    void setOffset(const FilterModel& model, double gainOfConstants);
    void decideWhatPasses();
    Step makeStep(const Tables& part, Axes axes) const;
    //! @param isResult dst is the caller's, not to be read again by this call
    void runStep(const Step& step, const ImageView& src, const ImageView& dst, bool isResult, uchar* carries,
                 cudaStream_t stream) const;
    void lookAround(const ImageView& src, const ImageView& dst, cudaStream_t stream) const;

    const Size size;
    const int channels;
    std::vector<std::unique_ptr<const Tables>> parts;
    std::vector<Step> steps;
    size_t carryBytes = 0;
    bool looksAround = false;  //!< one read is enough: both axes fade soon, in float, by passes there is a kernel for
    TileJob<W> lookJob = {};   //!< then
    int reach = 0;             //!< and how far it looks
    bool resultPasses = false; //!< PassingData
};

extern template class FilterPlan<float>;
extern template class FilterPlan<double>;

}}} // namespace cv::recfilter::gpu

#endif
