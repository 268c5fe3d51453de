// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Launches of the convolution of floats by tensor cores.

#include "dense/cuda/common/compiled_size.hpp"
#include "dense/cuda/common/tuning.hpp"
#include "dense/cuda/common/launch_conv.cuh"
#include "dense/cuda/matrix/matrix.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <int K, int N>
bool runShape(ConvJob job, const MatrixFilter* filters, LostStrip* lost, cudaStream_t stream)
{
    typedef MatrixShape<K, N> Shape;
    if (KernelOnDevices<matrixKernel<Shape>>::architecture() < 80)
        return false;
    markVectors(job, Shape::Window::LEFT);
    const int across = ceilDiv(job.width, Shape::WARPS * Shape::COLUMNS);
    const int rows =
        2 * lengthOfMarch(int64(across) * job.src.image.channels, ceilDiv(job.height, 2), tuning::LEAST_MARCH_ROWS / 2,
                          tuning::MATRIX_ROWS / 2, Shape::PAIRS - 1, Shape::BLOCKS);
    const Grid grid = gridOf(job, Shape::WARPS * Shape::COLUMNS, rows, Shape::THREADS, stream);
    MatrixFilters<N> bank;
    std::copy_n(filters, N, bank.list);
    const LostStrips strips = {lost, job.across * Shape::WARPS, rows, K};
    launch<matrixKernel<Shape>>(grid, job, bank, strips);
    for (const MatrixFilter& filter : bank.list)
        addLostResults(job, strips, filter, stream);
    return true;
}

template <int K>
bool runSize(const ConvJob& job, const MatrixFilter* filters, int count, LostStrip* lost, cudaStream_t stream)
{
    if constexpr (K <= tuning::MATRIX_SHARED_KERNEL)
        if (count == 2)
            return runShape<K, 2>(job, filters, lost, stream);
    return runShape<K, 1>(job, filters, lost, stream);
}

} // namespace

bool runMatrix(const ConvJob& job, int size, const MatrixFilter* filters, int count, LostStrip* lost,
               cudaStream_t stream)
{
    if (refusesTensorCores())
        return false;
    return withCompiledSize<tuning::MATRIX_LEAST, tuning::MARCH_KERNEL>(
        size, [&](auto k) { return runSize<k>(job, filters, count, lost, stream); });
}

}}} // namespace cv::recfilter::gpu
