// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CUDA_SAT_STAGED_CUH
#define OPENCV_RECFILTER_SAT_CUDA_SAT_STAGED_CUH

// Stores of rows that are not aligned, as those of arrays without gaps often are.

#include "sat/cuda/sat_tile.cuh"

namespace cv { namespace recfilter { namespace sat {

/** Neighbouring lanes write neighbouring elements, which they exchange in shared memory. Else each store of a warp
would write parts of four times as many sectors. */
template <typename T>
struct StagedRows
{
    T* stage; //!< of the warp, for all its elements of a row

    //! All lanes of a warp call it for the same row.
    template <typename U, int ELEMENTS>
    __device__ __forceinline__ void store(const U (&v)[ELEMENTS], unsigned char* dst, const Image& image, int64 x) const
    {
        if (image.dstAligned)
            return storeRow<T, ELEMENTS>(v, dst, image, x);
        const int lane = int(threadIdx.x) % WARP;
        const int64 left = image.dstCols - (x - lane * ELEMENTS); // of the row, from the first lane's elements on
        T* const row = reinterpret_cast<T*>(dst) - lane * ELEMENTS;
#pragma unroll
        for (int e = 0; e < ELEMENTS; e++)
            stage[lane * ELEMENTS + e] = v[e];
        __syncwarp();
#pragma unroll
        for (int i = lane; i < WARP * ELEMENTS; i += WARP)
            if (i < left)
                row[i] = stage[i];
        __syncwarp();
    }
};

}}} // namespace cv::recfilter::sat

#endif
