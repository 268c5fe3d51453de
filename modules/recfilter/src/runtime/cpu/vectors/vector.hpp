// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CPU_VECTORS_VECTOR_HPP
#define OPENCV_RECFILTER_RUNTIME_CPU_VECTORS_VECTOR_HPP

// SIMD vectors of float and double behind one set of names, by instruction set. For .simd.hpp files only.

#include "runtime/cpu/vectors/older_vectors.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

//! A vector of the working type W. This primary template has one lane, for processors without fixed-length vectors.
template <typename W>
struct Vector
{
    using type = W;
    static constexpr int lanes = 1;
    static W load(const W* p) { return *p; }
    static W all(W value) { return value; }
    static void store(W* p, W v) { *p = v; }
    static void stream(W* p, W v) { *p = v; }
    static W zero() { return 0; }
    static W madd(W a, W b, W c) { return a * b + c; }
    static W add(W a, W b) { return a + b; }
    static W sub(W a, W b) { return a - b; }
    static W mul(W a, W b) { return a * b; }
};

#if CV_SIMD && !CV_SIMD_SCALABLE
//! The operations that all of OpenCV's vectors V, with elements W, share.
template <typename W, typename V>
struct SimdVector
{
    using type = V;
    static constexpr int lanes = VTraits<V>::max_nlanes;

    static V load(const W* p) { return vx_load(p); }
    static void store(W* p, const V& v) { v_store(p, v); }
    static void stream(W* p, const V& v) { v_store_aligned_nocache(p, v); }
    static V madd(const V& a, const V& b, const V& c) { return v_fma(a, b, c); }
    static V add(const V& a, const V& b) { return v_add(a, b); }
    static V sub(const V& a, const V& b) { return v_sub(a, b); }
    static V mul(const V& a, const V& b) { return v_mul(a, b); }
};

template <>
struct Vector<float> : SimdVector<float, v_float32>
{
    static v_float32 all(float value) { return vx_setall_f32(value); }
    static v_float32 zero() { return vx_setzero_f32(); }
};
#endif

#if CV_SIMD_64F && !CV_SIMD_SCALABLE
template <>
struct Vector<double> : SimdVector<double, v_float64>
{
    static v_float64 all(double value) { return vx_setall_f64(value); }
    static v_float64 zero() { return vx_setzero_f64(); }
};
#endif

//! Loops over the vectors of an array must unroll. Otherwise the array lives in memory instead of registers.
#if defined(__clang__)
#define RECFILTER_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define RECFILTER_UNROLL _Pragma("GCC unroll 16")
#else
#define RECFILTER_UNROLL
#endif

#if defined(__GNUC__)
#define RECFILTER_NOINLINE __attribute__((noinline))
#elif defined(_MSC_VER)
#define RECFILTER_NOINLINE __declspec(noinline)
#else
#define RECFILTER_NOINLINE
#endif

//! Transposes lanes x lanes numbers in place, by log2(lanes) perfect shuffles of the rows.
template <typename W, int Round = 1>
CV_ALWAYS_INLINE void transpose(typename Vector<W>::type (&x)[Vector<W>::lanes])
{
    constexpr int lanes = Vector<W>::lanes;
    if constexpr (Round < lanes)
    {
        typename Vector<W>::type t[lanes];
        RECFILTER_UNROLL
        for (int i = 0; i < lanes / 2; i++)
            v_zip(x[i], x[i + lanes / 2], t[2 * i], t[2 * i + 1]);
        RECFILTER_UNROLL
        for (int i = 0; i < lanes; i++)
            x[i] = t[i];
        transpose<W, 2 * Round>(x);
    }
}

#if CV_AVX512_SKX || CV_AVX2
/* Shuffles within 16 bytes of a register are twice as fast as v_zip's, which cross it.
AVX-512, cycles for 16 floats, forward and backward row pass of order 1: 5.3 and 5.4 with v_zip, 4.3 and 4.3 now;
5.0 and 4.9 with the rows gathered by quarters from memory (vinsertf32x4, masked broadcasts).
AVX2: 24 shuffles instead of v_zip's 60 shuffles and blends (GCC 12). ms at 1024 x 1024, one core of a Zen 3, runs in
turn: B-spline of degree 3 1.16 and 0.99, ACCURATE 3.42 and 3.30, DERICHE 2.44 and 2.30. For double, no gain. */
#if CV_AVX512_SKX
#define RECFILTER_MM(operation) _mm512_##operation
#else
#define RECFILTER_MM(operation) _mm256_##operation
#endif

//! Transposes the 4 x 4 pieces of four registers, each in its own 16 bytes.
CV_ALWAYS_INLINE void transposePieces(v_float32& a, v_float32& b, v_float32& c, v_float32& d)
{
    const auto ab0 = RECFILTER_MM(castps_pd)(RECFILTER_MM(unpacklo_ps)(a.val, b.val));
    const auto ab1 = RECFILTER_MM(castps_pd)(RECFILTER_MM(unpackhi_ps)(a.val, b.val));
    const auto cd0 = RECFILTER_MM(castps_pd)(RECFILTER_MM(unpacklo_ps)(c.val, d.val));
    const auto cd1 = RECFILTER_MM(castps_pd)(RECFILTER_MM(unpackhi_ps)(c.val, d.val));
    a = v_float32(RECFILTER_MM(castpd_ps)(RECFILTER_MM(unpacklo_pd)(ab0, cd0)));
    b = v_float32(RECFILTER_MM(castpd_ps)(RECFILTER_MM(unpackhi_pd)(ab0, cd0)));
    c = v_float32(RECFILTER_MM(castpd_ps)(RECFILTER_MM(unpacklo_pd)(ab1, cd1)));
    d = v_float32(RECFILTER_MM(castpd_ps)(RECFILTER_MM(unpackhi_pd)(ab1, cd1)));
}
#undef RECFILTER_MM
#endif

#if CV_AVX512_SKX
template <>
CV_ALWAYS_INLINE void transpose<float, 1>(v_float32 (&x)[16])
{
    __m512 q[16];
    RECFILTER_UNROLL
    for (int k = 0; k < 16; k += 4)
        transposePieces(x[k], x[k + 1], x[k + 2], x[k + 3]);
    RECFILTER_UNROLL
    for (int i = 0; i < 16; i++)
        q[i] = x[i].val;
    RECFILTER_UNROLL
    for (int i = 0; i < 4; i++) // the same, with quarters as elements
    {
        const __m512 ab0 = _mm512_shuffle_f32x4(q[i], q[4 + i], 0x44), ab1 = _mm512_shuffle_f32x4(q[i], q[4 + i], 0xee);
        const __m512 cd0 = _mm512_shuffle_f32x4(q[8 + i], q[12 + i], 0x44);
        const __m512 cd1 = _mm512_shuffle_f32x4(q[8 + i], q[12 + i], 0xee);
        x[i] = v_float32(_mm512_shuffle_f32x4(ab0, cd0, 0x88));
        x[4 + i] = v_float32(_mm512_shuffle_f32x4(ab0, cd0, 0xdd));
        x[8 + i] = v_float32(_mm512_shuffle_f32x4(ab1, cd1, 0x88));
        x[12 + i] = v_float32(_mm512_shuffle_f32x4(ab1, cd1, 0xdd));
    }
}
#elif CV_AVX2
template <>
CV_ALWAYS_INLINE void transpose<float, 1>(v_float32 (&x)[8])
{
    transposePieces(x[0], x[1], x[2], x[3]);
    transposePieces(x[4], x[5], x[6], x[7]);
    RECFILTER_UNROLL
    for (int i = 0; i < 4; i++)
    {
        const __m256 above = x[i].val, below = x[4 + i].val;
        x[i] = v_float32(_mm256_permute2f128_ps(above, below, 0x20));
        x[4 + i] = v_float32(_mm256_permute2f128_ps(above, below, 0x31));
    }
}
#endif

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif
