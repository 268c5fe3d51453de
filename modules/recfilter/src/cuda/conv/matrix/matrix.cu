// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Launches of the convolution by tensor cores.

#include "cuda/conv/launch_conv.cuh"
#include "cuda/conv/matrix/matrix.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Strips of such a height that the device runs them all at once, or of the largest height.
static int rowsOfStrip(const ConvJob& job, int strips, int warpsOfDevice)
{
    const int64 down = std::max<int64>(warpsOfDevice / (int64(strips) * job.src.image.channels), 1);
    const int64 rows = (job.height + down - 1) / down;
    return int(std::min<int64>(std::max<int64>((rows + 1) / 2 * 2, tuning::LEAST_MARCH_ROWS), tuning::MATRIX_ROWS));
}

template <int K>
bool runSize(ConvJob job, const MatrixFilter& filter, cudaStream_t stream)
{
    typedef MatrixShape<K> Shape;
    if (KernelOnDevices<matrixKernel<Shape>>::architecture() < 80)
        return false;
    markVectors(job, Shape::Window::LEFT);
    const int warps =
        deviceAttribute(cudaDevAttrMultiProcessorCount, currentDevice()) * tuning::matrixResidency(K) * Shape::WARPS;
    const int rows = rowsOfStrip(job, ceilDiv(job.width, Shape::COLUMNS), warps);
    const Grid grid = gridOf(job, Shape::WARPS * Shape::COLUMNS, rows, Shape::THREADS, stream);
    launch<matrixKernel<Shape>>(grid, job, filter, rows);
    return true;
}

} // namespace

bool runMatrix(const ConvJob& job, int size, const MatrixFilter& filter, cudaStream_t stream)
{
    if (refusesTensorCores())
        return false;
    switch (size)
    {
    case 5:
        return runSize<5>(job, filter, stream);
    case 7:
        return runSize<7>(job, filter, stream);
    case 9:
        return runSize<9>(job, filter, stream);
    case 11:
        return runSize<11>(job, filter, stream);
    case 13:
        return runSize<13>(job, filter, stream);
    case 15:
        return runSize<15>(job, filter, stream);
    default:
        return runSize<17>(job, filter, stream);
    }
}

}}} // namespace cv::recfilter::gpu
