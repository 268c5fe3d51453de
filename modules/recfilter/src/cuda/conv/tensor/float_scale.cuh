// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_TENSOR_FLOAT_SCALE_CUH
#define OPENCV_RECFILTER_CUDA_CONV_TENSOR_FLOAT_SCALE_CUH

// What floats are multiplied with, so that halves hold them.

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

//! The largest and the smallest absolute value of floats but zeros, as bits.
struct FloatRange
{
    unsigned largest = 0, smallest = ~0u;

    __device__ __forceinline__ void add(float x)
    {
        const unsigned bits = __float_as_uint(x) & 0x7fffffffu;
        largest = ::max(largest, bits);
        smallest = ::min(smallest, bits - 1); // less one, so that zeros are the largest of all
    }
};

/** The power of two that floats are scaled with. It changes when a larger one comes.
Halves lose up to 2^-25 of a scaled float, which is 2^-17 of one of 2^-8. Where all pixels of a window are smaller, its
sum wants other ways. */
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

    //! What windows must reach, somewhere. 0: what has been scaled is not finite, and all sums are lost.
    __device__ __forceinline__ float least() const { return isFinite ? __uint_as_float((exponent - DIGITS) << 23) : 0; }

    //! Whether some sums are lost, of floats of which none but zeros is smaller.
    __device__ __forceinline__ bool loses(unsigned smallest) const
    {
        return !isFinite || smallest < (exponent - DIGITS) << 23;
    }

private:
    enum
    {
        LEAST = 54, // the inverse, times what takes the scale of taps back, is a normal number
        MOST = 240,
        DIGITS = 21 // from 2^13 to 2^-8
    };
    bool isFinite = true; //!< and not too large to be scaled
    unsigned exponent = LEAST;
};

}}} // namespace cv::recfilter::gpu

#endif
