// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_CONV_GPU_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_CONV_GPU_HPP

// Non-separable filters on the GPU: the class that queues them. This header also compiles without CUDA.

#include "dense/model/kernel_bank.hpp"

#include "opencv2/core/cuda.hpp"

#include <memory>

namespace cv { namespace recfilter {

//! The GPU half of a NonSeparableFilter. Keeps its kernels on each device that it has met.
class ConvGpu
{
public:
    explicit ConvGpu(const KernelBank& bank);

    /** Queues the filter. Validated arrays of two dimensions, which may share memory with src.
    @param dst an array for all filters, or one for each */
    void apply(const cuda::GpuMat& src, const cuda::GpuMat* dst, int count, cuda::Stream& stream) const;

    //! Queues the filter. Validated arrays of as many dimensions as the kernels, which may share memory.
    void apply(const cuda::GpuMatND& src, const cuda::GpuMatND& dst, cuda::Stream& stream) const;

    //! Most bytes that a call takes of the workspace of its stream if its arrays are aligned and share no memory.
    size_t workBytes(const Extents& size, int type) const;

    //! What runs: one of cuda::NonSeparableAlgorithm or cuda::PaperConvolution.
    int algorithm() const;

    void clear();

private:
    struct Parts;
    const std::shared_ptr<Parts> parts;
};

}} // namespace cv::recfilter

#endif
