// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_RECURSIVE_GPU_HPP
#define OPENCV_RECFILTER_CUDA_RECURSIVE_GPU_HPP

#include "model/filter_model.hpp"

#include "opencv2/core/cuda.hpp"

#include <memory>

namespace cv { namespace recfilter {

/** The GPU half of a RecursiveFilter: keeps the plans of the image shapes it has met, and scratch for each stream. */
class RecursiveGpu
{
public:
    explicit RecursiveGpu(const FilterModel& model);
    ~RecursiveGpu();
    RecursiveGpu(const RecursiveGpu&) = delete;
    RecursiveGpu& operator=(const RecursiveGpu&) = delete;

    //! Queues the filter; validated arrays of the same size and channels; dst may be src. @param inDouble what is computed in.
    void apply(const cuda::GpuMat& src, cuda::GpuMat& dst, bool inDouble, cuda::Stream& stream) const;

    //! Working memory that a call takes of the workspace of its stream on the current device, at most.
    size_t workBytes(Size size, int channels, bool inDouble) const;

    //! Forgets the plans, but for those of captured graphs.
    void clear();

private:
    struct Plans;
    const FilterModel model;
    const std::unique_ptr<Plans> plans;
};

//! Gives back the workspaces of all streams that no call uses.
void releaseDeviceMemory();

}} // namespace cv::recfilter

#endif
