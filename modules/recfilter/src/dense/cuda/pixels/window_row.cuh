// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_PIXELS_WINDOW_ROW_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_PIXELS_WINDOW_ROW_CUH

// A row of the source in registers, as 16-byte vectors, and its products with a row of taps.

#include "dense/cuda/pixels/source_tile.cuh"

#include <cstring>

namespace cv { namespace recfilter { namespace gpu {

/** What a thread needs of a row for N neighbouring results by K taps. Its window begins LEFT pixels behind an aligned
one if the anchor is the middle and N * sizeof(float) is a multiple of 16. */
template <int K, int N>
struct WindowRow
{
    enum
    {
        LEFT = (4 - K / 2 % 4) % 4,
        VECTORS = (LEFT + N + K - 1 + 3) / 4
    };

    float x[4 * VECTORS];

    //! From global memory. @param from the aligned pixel
    __device__ __forceinline__ void loadGlobal(const float* from)
    {
#pragma unroll
        for (int i = 0; i < VECTORS; i++)
        {
            const float4 vector = __ldg(reinterpret_cast<const float4*>(from) + i);
            memcpy(x + 4 * i, &vector, sizeof(vector));
        }
    }

    __device__ __forceinline__ void loadShared(const float* from)
    {
#pragma unroll
        for (int i = 0; i < VECTORS; i++)
        {
            const float4 vector = reinterpret_cast<const float4*>(from)[i];
            memcpy(x + 4 * i, &vector, sizeof(vector));
        }
    }

    /** from + the products with a row of taps, into `to`, which may be `from`.
    @tparam BY_ROWS adds the products up before they meet `from` */
    template <bool BY_ROWS>
    __device__ __forceinline__ void correlate(const float* taps, const float (&from)[N], float (&to)[N]) const
    {
        float sums[N];
#pragma unroll
        for (int dx = 0; dx < K; dx++)
#pragma unroll
            for (int i = 0; i < N; i++)
                sums[i] = dx == 0 && BY_ROWS ? x[LEFT + i] * taps[0]
                                             : fmaf(x[LEFT + dx + i], taps[dx], dx == 0 ? from[i] : sums[i]);
#pragma unroll
        for (int i = 0; i < N; i++)
            to[i] = BY_ROWS ? from[i] + sums[i] : sums[i];
    }
};

/** Whether all results of a block or warp may read whole vectors of CV_32F: the columns from x on lie inside the image.
The pixel at x is then aligned. */
__device__ inline bool readsVectors(const ImageView& image, int64 x, int columns)
{
    return image.copies && x >= 0 && x + columns <= image.width;
}

}}} // namespace cv::recfilter::gpu

#endif
