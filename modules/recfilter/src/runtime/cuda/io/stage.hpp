// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_IO_STAGE_HPP
#define OPENCV_RECFILTER_RUNTIME_CUDA_IO_STAGE_HPP

// Copies, in the workspace, of images that kernels cannot use in place.

#include "precomp.hpp"
#include "runtime/cuda/check_cuda.hpp"
#include "arrays/overlap.hpp"

#include "opencv2/core/cuda.hpp"

namespace cv { namespace recfilter {

//! A copy in scratch memory of an image that kernels cannot use: its rows are not aligned, or the caller says so.
class Stage
{
public:
    explicit Stage(const cuda::GpuMat& image, bool mustCopy = false)
        : original(image), needed(!image.empty() && (mustCopy || !isAligned(image, image.elemSize1())))
    {
    }

    size_t bytes() const { return needed ? step() * size_t(original.rows) : 0; }

    cuda::GpuMat at(uchar*& memory) const
    {
        if (!needed)
            return original;
        const cuda::GpuMat staged(original.rows, original.cols, original.type(), memory, step());
        memory += bytes();
        return staged;
    }

    void copy(const cuda::GpuMat& from, const cuda::GpuMat& to, cudaStream_t stream) const
    {
        if (needed)
            copyPixels(from, to, stream);
    }

private:
    size_t step() const { return alignSize(size_t(original.cols) * original.elemSize(), 256); }

    //! A 2D copy takes rows up to 2^31 - 1 bytes apart. Rows further apart and single rows are copied one by one.
    static void copyPixels(const cuda::GpuMat& from, const cuda::GpuMat& to, cudaStream_t stream)
    {
        const size_t rowBytes = size_t(from.cols) * from.elemSize(), rows = size_t(from.rows);
        const bool oneByOne = rows == 1 || std::max(from.step, to.step) > size_t(largestPitch());
        if (!oneByOne)
            return checkCuda(cudaMemcpy2DAsync(to.data, to.step, from.data, from.step, rowBytes, rows,
                                               cudaMemcpyDeviceToDevice, stream),
                             "cudaMemcpy2DAsync");
        for (size_t y = 0; y < rows; y++)
            checkCuda(cudaMemcpyAsync(to.data + y * to.step, from.data + y * from.step, rowBytes,
                                      cudaMemcpyDeviceToDevice, stream),
                      "cudaMemcpyAsync");
    }

    static int largestPitch() { return deviceAttribute(cudaDevAttrMaxPitch, currentDevice()); }

    const cuda::GpuMat original;
    const bool needed;
};

}} // namespace cv::recfilter

#endif
