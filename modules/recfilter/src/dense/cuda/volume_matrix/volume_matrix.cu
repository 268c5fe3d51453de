// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Launches of the convolution of volumes by tensor cores.

#include "dense/cuda/common/compiled_size.hpp"
#include "dense/cuda/common/tuning.hpp"
#include "dense/cuda/volume/plane_launch.cuh"
#include "dense/cuda/volume_matrix/volume_matrix.cuh"

#include <climits>

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <int K, bool P>
bool runShape(ConvJob job, bool marchesT, const VolumeMatrixFilter& filter, LostBox* lost, cudaStream_t stream)
{
    typedef VolumeMatrixShape<K, P> Shape;
    typedef KernelOnDevices<volumeMatrixKernel<Shape>> Kernel;
    const size_t bytes = volumeMatrixBytes<Shape>(marchesT ? job.outer.z.kernel : job.outer.t.kernel);
    const double planeFloats = double(job.src.image.height) * double(job.src.image.step) / sizeof(float);
    const bool isHuge =
        planeFloats > UINT_MAX || job.width > INT_MAX - Shape::COLUMNS || job.height > INT_MAX - Shape::ROWS;
    if (Kernel::architecture() < 80 || bytes > Kernel::maxShared() || isHuge)
        return false;
    const PlaneMarches marches =
        marchesOf(job, marchesT, Shape::COLUMNS, Shape::ROWS, Shape::Window::LEFT, tuning::VOLUME_MATRIX_PLANES,
                  (K - 1) * tuning::VOLUME_MATRIX_EMPTY_PLANE, Kernel::residentBlocks(Shape::THREADS, bytes));
    const LostBoxes boxes = {lost, Shape::COLUMNS, Shape::ROWS, K};
    launch<volumeMatrixKernel<Shape>>({marches.blocks, Shape::THREADS, bytes, stream}, job, marches, filter, boxes);
    addLostBoxes(job, marches, boxes, filter, stream);
    return true;
}

template <int K>
bool runSize(const ConvJob& job, bool marchesT, const VolumeMatrixFilter& filter, LostBox* lost, cudaStream_t stream)
{
    const ConvResult& result = filter.filter.result;
    const bool arePairs = !result.hasVectors && result.depth == CV_32F && result.pixelStep == 1;
    return arePairs ? runShape<K, true>(job, marchesT, filter, lost, stream)
                    : runShape<K, false>(job, marchesT, filter, lost, stream);
}

} // namespace

bool runVolumeMatrix(const ConvJob& job, bool marchesT, int size, const VolumeMatrixFilter& filter, LostBox* lost,
                     cudaStream_t stream)
{
    if (refusesTensorCores())
        return false;
    return withCompiledSize<3, tuning::VOLUME_KERNEL>(
        size, [&](auto k) { return runSize<k>(job, marchesT, filter, lost, stream); });
}

}}} // namespace cv::recfilter::gpu
