// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_STAGE_HPP
#define OPENCV_RECFILTER_CUDA_STAGE_HPP

#include "../precomp.hpp"
#include "check_cuda.hpp"

#include "opencv2/core/cuda.hpp"

namespace cv { namespace recfilter {

//! An image in scratch memory in the place of one that cannot be used where it is.
class Stage
{
public:
    Stage(const cuda::GpuMat& original_, bool needed_) : original(original_), needed(needed_ && !original.empty()) {}

    size_t bytes() const { return needed ? step() * size_t(original.rows) : 0; }

    cuda::GpuMat at(uchar*& memory) const
    {
        if (!needed)
            return original;
        const cuda::GpuMat staged(original.rows, original.cols, original.type(), memory, step());
        memory += bytes();
        return staged;
    }

    void copy(const cuda::GpuMat& from, cuda::GpuMat to, cudaStream_t stream) const
    {
        if (needed)
            checkCuda(cudaMemcpy2DAsync(to.data, to.step, from.data, from.step, from.cols * from.elemSize(),
                                        size_t(from.rows), cudaMemcpyDeviceToDevice, stream),
                      "cudaMemcpy2DAsync");
    }

private:
    size_t step() const { return alignSize(original.cols * original.elemSize(), 256); }

    const cuda::GpuMat original;
    const bool needed;
};

}} // namespace cv::recfilter

#endif
