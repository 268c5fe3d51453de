// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_FILTER_PLAN_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_FILTER_PLAN_HPP

// A filter for images of one size on one device: the engines that run it, and their tables.

#include "recursive/cuda/engine/device_engine.hpp"
#include "runtime/cuda/workspace.hpp"
#include "recursive/plan/choice/device_choice.hpp"
#include "recursive/plan/choice/explanation.hpp"
#include "arrays/image_batch.hpp"

#include "opencv2/core/cuda.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! The first of its engines that takes a call runs.
template <typename W>
class FilterPlan
{
public:
    FilterPlan(const DeviceChoice& filter, const Extents& arrayShape);

    //! Queues the filter. dst may be src. @param mustCopy they overlap otherwise
    void run(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat& dst, const Queue& queue, Workspace& workspace) const;
    //! Bytes of the workspace that run() takes if no engine refuses.
    size_t workBytesOf(const cuda::GpuMat& src, bool mustCopy, const cuda::GpuMat& dst) const;

    /** The same for aligned arrays, which may be batches of images.
        @param memory workBytes() of it for each image, aligned to 256 bytes */
    void runIn(uchar* memory, const EngineJob& job, cudaStream_t stream) const;

    /** The same for any number of images.
        @param memory workBytesOf(src) of it @param isResult EngineJob::isResult */
    void runBatchIn(uchar* memory, const ImageBatch& src, const ImageBatch& dst, bool isResult,
                    cudaStream_t stream) const;

    //! Most working memory of a call with aligned arrays, in bytes.
    size_t workBytes() const { return carryBytes + (usesImage ? imageBytes() : 0); }
    size_t workBytesOf(const ImageBatch& batch) const { return size_t(imagesAtOnce(batch)) * workBytes(); }

    //! DeviceEngine::wholeRound of the engine that takes every image.
    const Round<float>* wholeRound() const { return engines.size() == 1 ? engines[0].engine->wholeRound() : nullptr; }

    //! Whether batches may be lists: all engines that take batches take lists.
    bool takesLists() const;

    Explanation explain() const;

private:
    //! The tables of a filter.
    struct Tables
    {
        Tables(const ChainedFilter& filter, const Extents& shape);

        const AxisTables<W> x, y;
    };

    struct Staged;

    struct Entry
    {
        Choice choice;
        Pass passes; //!< of the axes that are filtered
        std::unique_ptr<const DeviceEngine> engine;
    };

    /** Adds the engines of the rows that may run a filter, up to the first one that takes every call.
        @param model the filter, or what is left of it on images of one line */
    void addEngines(const FilterModel& model, const DeviceRows& rows, const FilterEnds<W>& ends);
    bool has(const Engine& engine) const;
    void measure();
    //! How many images of a batch are filtered by the same kernels.
    int64 imagesAtOnce(const ImageBatch& batch) const;

    size_t imageStep() const { return alignSize(size_t(rows.n * rows.inner) * sizeof(W), 256); }
    size_t imageBytes() const { return imageStep() * size_t(rows.outer); }

    const Extents shape;
    const LineSpace rows;
    const Schedule& asked;
    std::vector<std::unique_ptr<const Tables>> tables;
    std::vector<Entry> engines; //!< the best first; the last takes every call
    size_t carryBytes = 0;
    bool usesImage = false;
};

extern template class FilterPlan<float>;
extern template class FilterPlan<double>;

}}} // namespace cv::recfilter::gpu

#endif
