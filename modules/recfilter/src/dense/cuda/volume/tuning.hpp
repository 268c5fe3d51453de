// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_TUNING_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_TUNING_HPP

// Numbers of the convolution of volumes on the GPU, CUDA 13.0. Those of an H100 are of these kernels, in microseconds,
// others of prototypes with zero borders on an H200.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

// ---- Marches across planes

//! Rows of results of a thread, 4 columns each. H100, 256^3: K = 3 74 with 4, 86 with 2. K = 7, 9 340, 610 with 2;
//! K = 9 712 with 1; K = 11 1215 with 2, 1292 with 1.
constexpr int volumeRows(int kernel)
{
    return kernel == 3 ? 4 : 2;
}

//! Blocks of a multiprocessor that registers must suffice for: the most without spills. One block less: K = 7, 9 379,
//! 679.
constexpr int volumeResidency(int kernel)
{
    return kernel == 5 ? 5 : kernel == 11 ? 3 : 4;
}

//! The same of kernels that read from L1, by the taps along the march and the other axis. H100, with rows and blocks of
//! a multiprocessor, 256^3: K = 3 58 with 2 and 6, 60 with 2 and 5, 61 with 4 and 4; K = 5 137 with 2 and 4, 148 with 2
//! and 5, 199 with 4 and 3. 4D, K = 3 482 with 4 and 4, 503 with 2 and 6. With branches around the loads K = 3 took 73.
constexpr int nearRows(int middle)
{
    return middle == 1 ? 2 : 4;
}
constexpr int nearResidency(int kernel, int middle)
{
    return kernel == 3 && middle == 1 ? 6 : 4;
}

//! Rows of taps are known to the compiler up to this size. Larger ones leave the instruction cache (3D, K = 11 unrolled
//! 14.5, by loops 20 T multiply-adds a second).
constexpr int VOLUME_UNROLLED_KERNEL = 5;

//! Most planes of results of a march. A march reads K - 1 planes more. Prototypes: 32.
constexpr int VOLUME_PLANES = 32;

//! What reading a plane without results costs, of what a plane with results costs. Not measured.
constexpr double VOLUME_EMPTY_PLANE = 0.4;

}}}} // namespace cv::recfilter::gpu::tuning

#endif
