// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Launches of the kernels that march across planes and read from L1.

#include "dense/cuda/volume/plane_launch.cuh"
#include "dense/cuda/volume/plane_from_l1.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <int K, int M>
bool runShape(ConvJob job, bool marchesT, const float* taps, const ConvResult& result, cudaStream_t stream)
{
    typedef NearShape<K, M> Shape;
    const PlaneMarches marches = marchesOf<Shape>(job, marchesT);
    const int columns = job.src.image.width;
    if (!job.src.image.copies || job.startX != -(K / 2) || job.width != columns || columns % 4 != 0 ||
        !storesVectors(job, result, 0, columns))
        return false;
    NearTaps<Shape> list;
    float* to = &list.v[0][0][0][0];
    for (int row = 0; row < M * K * K; row++)
        to = std::copy_n(taps + row * paddedTaps(K), K, to);
    launch<nearKernel<Shape>>({marches.blocks, Shape::THREADS, 0, stream}, job, marches, result, list);
    return true;
}

} // namespace

bool runNear(const ConvJob& job, bool marchesT, int size, const float* taps, const ConvResult& result,
             cudaStream_t stream)
{
    const int middle = marchesT ? job.outer.z.kernel : job.outer.t.kernel;
    if (size == 3 && middle == 1)
        return runShape<3, 1>(job, marchesT, taps, result, stream);
    if (size == 3 && middle == 3)
        return runShape<3, 3>(job, marchesT, taps, result, stream);
    return size == 5 && middle == 1 && runShape<5, 1>(job, marchesT, taps, result, stream);
}

}}} // namespace cv::recfilter::gpu
