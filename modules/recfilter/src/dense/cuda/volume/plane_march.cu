// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Launches of the direct convolution that marches across planes.

#include "dense/cuda/common/compiled_size.hpp"
#include "dense/cuda/common/tuning.hpp"
#include "dense/cuda/volume/plane_launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <int K, bool BY_ROWS, bool TOTALS>
void runShape(ConvJob job, bool marchesT, const float* taps, const ConvFilter& filter, cudaStream_t stream)
{
    typedef PlaneShape<K, BY_ROWS, TOTALS> Shape;
    const PlaneMarches marches = marchesOf<Shape>(job, marchesT);
    launch<planeKernel<Shape>>({marches.blocks, Shape::THREADS, 0, stream}, job, marches, filter, taps);
}

template <int K>
void runSize(const ConvJob& job, bool marchesT, const float* taps, const ConvFilter& filter, bool byRows,
             cudaStream_t stream)
{
    const int middle = marchesT ? job.outer.z.kernel : job.outer.t.kernel;
    if (byRows)
        runShape<K, true, false>(job, marchesT, taps, filter, stream);
    else if (K * K * K * middle > tuning::VOLUME_SUM)
        runShape<K, false, true>(job, marchesT, taps, filter, stream);
    else if constexpr (K * K * K <= tuning::VOLUME_SUM)
        runShape<K, false, false>(job, marchesT, taps, filter, stream);
}

} // namespace

void runPlanes(const ConvJob& job, bool marchesT, int size, const float* taps, const ConvFilter& filter, bool byRows,
               cudaStream_t stream)
{
    withCompiledSize<3, tuning::VOLUME_KERNEL>(
        size, [&](auto k) { runSize<k>(job, marchesT, taps, filter, byRows, stream); });
}

}}} // namespace cv::recfilter::gpu
