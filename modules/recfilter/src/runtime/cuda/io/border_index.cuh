// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Indices of pixels outside a line, by border type.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_IO_BORDER_INDEX_CUH
#define OPENCV_RECFILTER_RUNTIME_CUDA_IO_BORDER_INDEX_CUH

#include "runtime/cuda/io/image_view.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! The index of the pixel that stands in for pixel i outside a line of n pixels, by divisions. Rare, so not inlined.
static __device__ __noinline__ int64 farIndex(int64 i, int64 n, int border)
{
    if (border == BORDER_IS_WRAP)
        return (i % n + n) % n;
    const int64 shared = border == BORDER_IS_REFLECT ? 0 : 1, period = n == 1 ? 1 : 2 * (n - shared);
    const int64 k = (i % period + period) % period;
    return k < n ? k : period - k - 1 + shared;
}

//! The index of the pixel that stands in for pixel i, inside or outside the line. No divisions within a line's length
//! of the line. -1: the constant border.
__device__ inline int64 borderIndex(int64 i, int64 n, int border)
{
    if (0 <= i && i < n)
        return i;
    if (border == BORDER_IS_CONSTANT)
        return -1;
    if (border == BORDER_IS_REPLICATE)
        return i < 0 ? 0 : n - 1;
    if (i <= -n || i >= 2 * n - 1)
        return farIndex(i, n, border);
    if (border == BORDER_IS_WRAP)
        return i < 0 ? i + n : i - n;
    const int64 shared = border == BORDER_IS_REFLECT ? 0 : 1;
    return i < 0 ? -i - 1 + shared : 2 * n - i - 1 - shared;
}

}}} // namespace cv::recfilter::gpu

#endif
