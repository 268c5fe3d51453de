// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CPU_SAT_BYTES_HPP
#define OPENCV_RECFILTER_SAT_CPU_SAT_BYTES_HPP

// Running sums of bytes by fours of neighbouring pixels, for AVX-512. The sums of the 16 fours in a load of 64 bytes
// are scanned in one vector, where the pixels would take four vectors. Only sat_strip.hpp may include it.

#include "sat/cpu/sat_vectors.hpp"

#define RECFILTER_SAT_BYTES (RECFILTER_SAT_VECTORS && CV_SIMD_WIDTH == 64 && CV_AVX512_SKX)

#if RECFILTER_SAT_BYTES

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

//! Pixels of a vector of sums, and vectors of sums in a load of bytes.
constexpr int BYTE_LANES = 16, BYTE_VECTORS = 4;

//! The sum of the four bytes of each lane.
inline v_uint32 sumFours(__m512i bytes)
{
    return v_uint32(_mm512_madd_epi16(_mm512_maddubs_epi16(bytes, _mm512_set1_epi8(1)), _mm512_set1_epi16(1)));
}

//! The sums of the 16 fours in 64 pixels.
inline v_uint32 sumFours(const uchar* pixels)
{
    return sumFours(_mm512_loadu_si512(pixels));
}

/** The running sums of 16 pixels of 64.
@param vector which: pixels 16 vector to 16 vector + 15
@param before the sums before each four of the 64 pixels */
inline v_uint32 sumsOfBytes(const uchar* pixels, int vector, const v_uint32& before)
{
    // Lane 4 f + i takes the first i + 1 bytes of four f, and the sum before that four.
    const __m512i first = _mm512_set_epi32(0x0F0E0D0C, int(0x800E0D0C), int(0x80800D0C), int(0x8080800C), //
                                           0x0B0A0908, int(0x800A0908), int(0x80800908), int(0x80808008), //
                                           0x07060504, int(0x80060504), int(0x80800504), int(0x80808004), //
                                           0x03020100, int(0x80020100), int(0x80800100), int(0x80808000));
    const __m512i fours = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(pixels + BYTE_LANES * vector));
    const v_uint32 inFour = sumFours(_mm512_shuffle_epi8(_mm512_broadcast_i32x4(bytes), first));
    const __m512i lanes = _mm512_add_epi32(fours, _mm512_set1_epi32(4 * vector));
    return v_add(inFour, v_uint32(_mm512_maskz_permutexvar_epi32(0xFFFF, lanes, before.val)));
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif

#endif
