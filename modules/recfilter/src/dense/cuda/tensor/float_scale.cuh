// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_TENSOR_FLOAT_SCALE_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_TENSOR_FLOAT_SCALE_CUH

// What floats are multiplied with, so that halves hold them.

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

/** The power of two that floats are scaled with. It changes when a larger one comes.
Halves lose up to 2^-25 of a scaled float, 2^-18 of one of 2^-7. A smaller float is faint: see faint_rows.cuh. */
class FloatScale
{
public:
    //! @param bits of the largest float that follows. Returns what older sums must be multiplied with.
    __device__ __forceinline__ float update(unsigned bits)
    {
        isFinite = isFinite && bits >> 23 <= MOST;
        const unsigned largest = ::min(::max(bits >> 23, unsigned(LEAST)), unsigned(MOST));
        const bool grows = largest >= exponent + 2; // pixels stay below 2^15: halves go up to 65504
        const unsigned step = grows ? largest - exponent : 0;
        exponent += step;
        return __uint_as_float((127 - ::min(step, 127u)) << 23);
    }

    //! To 2^13 and more, below 2^14.
    __device__ __forceinline__ float scale() const { return __uint_as_float((267 - exponent) << 23); }
    __device__ __forceinline__ float inverse() const { return __uint_as_float((exponent - 13) << 23); }

    //! What a float that is not faint reaches: 2^-7 when it is scaled.
    __device__ __forceinline__ float least() const { return __uint_as_float((exponent - 20) << 23); }

    //! Whether sums that were multiplied with all that update() has returned may have lost digits by underflow.
    __device__ __forceinline__ bool mayUnderflow() const { return exponent > LEAST + 108; }

    bool isFinite = true; //!< and not too large to be scaled

private:
    enum
    {
        LEAST = 54, // the inverse, times what takes the scale of taps back, is a normal number
        MOST = 240
    };
    unsigned exponent = LEAST;
};

}}} // namespace cv::recfilter::gpu

#endif
