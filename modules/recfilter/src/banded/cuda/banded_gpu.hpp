// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_BANDED_CUDA_BANDED_GPU_HPP
#define OPENCV_RECFILTER_BANDED_CUDA_BANDED_GPU_HPP

// Where solvers of banded systems enter the GPU code. This header also compiles without CUDA.

#include "banded/model/banded_model.hpp"

#include "opencv2/core/cuda.hpp"

namespace cv { namespace recfilter {

//! The GPU engine of banded systems. Keeps the plans of the image shapes that it has met.
class BandedGpu
{
public:
    explicit BandedGpu(const BandedModel& model);

    //! Queues the solver. Validated arrays of one size and channel count; dst may be src.
    //! @param mustCopy src before dst is written @param inDouble not in float
    void apply(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat& dst, bool inDouble, cuda::Stream& stream) const;

    //! Most bytes that a call takes of the workspace of its stream on the current device.
    size_t workBytes(Size size, int channels, bool inDouble) const;

    //! Forgets the plans, except those of captured graphs.
    void clear();

private:
    struct Plans;
    const BandedModel model;
    const std::shared_ptr<Plans> plans;
};

}} // namespace cv::recfilter

#endif
