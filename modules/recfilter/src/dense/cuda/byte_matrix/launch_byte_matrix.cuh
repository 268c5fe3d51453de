// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_LAUNCH_BYTE_MATRIX_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_LAUNCH_BYTE_MATRIX_CUH

// Launches of the convolution of bytes by tensor cores.

#include "dense/cuda/byte_matrix/byte_matrix.cuh"
#include "dense/cuda/common/launch_conv.cuh"

namespace cv { namespace recfilter { namespace gpu {

template <int K, int C, int D, bool A>
bool runByteShape(ConvJob job, const ByteFilters& filters, cudaStream_t stream)
{
    typedef ByteShape<K, C, D, A> Shape;
    if (KernelOnDevices<byteMatrixKernel<Shape>>::architecture() < 80)
        return false;
    const int step = 2 * Shape::WARPS_DOWN; // rows that a block has at a time
    const int64 across = int64(ceilDiv(job.width, Shape::COLUMNS)) * job.src.image.channels;
    const int rows = step * lengthOfMarch(across, ceilDiv(job.height, step), 1, Shape::ROWS / step,
                                          double(K - 1) / step, Shape::BLOCKS);
    Grid grid = gridOf(job, Shape::COLUMNS, rows, Shape::THREADS, stream);
    const unsigned tiles = unsigned(grid.blocks);
    const int processors = deviceAttribute(cudaDevAttrMultiProcessorCount, currentDevice());
    grid.blocks = std::min(grid.blocks, int64_t(Shape::BLOCKS) * processors);
    grid.shared = sizeof(ByteShared<Shape>);
    launch<byteMatrixKernel<Shape>>(grid, job, filters, rows, tiles);
    return true;
}

template <int K, int C, int D>
bool runByteDigits(const ConvJob& job, const ByteFilters& filters, cudaStream_t stream)
{
    const ImageView& image = job.src.image;
    const bool isAligned = image.channels == 1 && (reinterpret_cast<size_t>(image.data) | image.step) % 16 == 0 &&
                           (job.startX - bytesBefore(K, C)) % 16 == 0;
    return isAligned ? runByteShape<K, C, D, true>(job, filters, stream)
                     : runByteShape<K, C, D, false>(job, filters, stream);
}

//! @param job of one channel if there is more than one
template <int K, int C>
bool runByteSize(const ConvJob& job, int digits, const ByteFilters& filters, cudaStream_t stream)
{
    return digits == 1   ? runByteDigits<K, C, 1>(job, filters, stream)
           : digits == 2 ? runByteDigits<K, C, 2>(job, filters, stream)
                         : runByteDigits<K, C, 3>(job, filters, stream);
}

}}} // namespace cv::recfilter::gpu

#endif
