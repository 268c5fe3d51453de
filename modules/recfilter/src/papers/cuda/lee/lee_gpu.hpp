// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPERS_CUDA_LEE_LEE_GPU_HPP
#define OPENCV_RECFILTER_PAPERS_CUDA_LEE_LEE_GPU_HPP

// Lee's Gaussians on the GPU: the class that queues them. This header also compiles without CUDA.

#include "papers/model/lee_model.hpp"
#include "precomp.hpp"

#include "opencv2/core/cuda.hpp"

#include <memory>

namespace cv { namespace recfilter {

class Workspace;

//! The GPU filters of C. W. Lee et al. 2014. Keeps scratch memory for each stream.
class LeeGpu
{
public:
    explicit LeeGpu(const LeeModel& model);

    //! Queues the filter. Validated arrays of one size and channel count; dst may be src.
    //! @param mustCopy src before dst is written @param inDouble not in float
    void apply(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat& dst, bool inDouble, cuda::Stream& stream) const;

    //! Working memory that a call takes of the workspace of its stream, at most.
    size_t workBytes(Size size, int channels, bool inDouble) const;

private:
    const LeeModel model;
    const std::shared_ptr<Workspace> workspace;
};

}} // namespace cv::recfilter

#endif
