// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CPU_SAT_VECTORS_HPP
#define OPENCV_RECFILTER_SAT_CPU_SAT_VECTORS_HPP

// Vectors of table elements, their scans and loads of pixels. Only sat_kernels.simd.hpp may include it.

#include "runtime/cpu/vectors/vector.hpp"

#define RECFILTER_SAT_VECTORS (CV_SIMD && CV_SIMD_64F && !CV_SIMD_SCALABLE)

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

#if RECFILTER_SAT_VECTORS

//! A vector of a table's elements.
template <typename S>
struct TableVector : Vector<S>
{
};
template <>
struct TableVector<unsigned>
{
    using type = v_uint32;
    static type zero() { return vx_setzero_u32(); }
};

template <typename S>
constexpr int tableLanes()
{
    return VTraits<typename TableVector<S>::type>::max_nlanes;
}

// moveUp<K>(v): lane i takes lane i - K; the first K lanes become 0. repeatLast<CN>(v): lane i takes lane
// lastLane(lanes, CN, i). OpenCV's rotations also move up, but take two operations on AVX-512 (expand and compress).
// maskz with all lanes avoids a warning of g++ 12 about an uninitialised operand in its own header.

//! Of n lanes, the last one that is a whole number of pixels before lane i of the next vector.
constexpr int lastLane(int n, int channels, int i)
{
    return n - channels + i % channels;
}

#if CV_SIMD_WIDTH == 64 && CV_AVX512_SKX
template <int K>
inline v_uint32 moveUp(const v_uint32& v)
{
    return v_uint32(_mm512_maskz_alignr_epi32(0xFFFF, v.val, _mm512_setzero_si512(), 16 - K));
}
template <int K>
inline v_float32 moveUp(const v_float32& v)
{
    return v_reinterpret_as_f32(moveUp<K>(v_reinterpret_as_u32(v)));
}
template <int K>
inline v_float64 moveUp(const v_float64& v)
{
    return v_reinterpret_as_f64(moveUp<2 * K>(v_reinterpret_as_u32(v)));
}

template <int CN>
inline __m512i lastOf16()
{
    return _mm512_setr_epi32(lastLane(16, CN, 0), lastLane(16, CN, 1), lastLane(16, CN, 2), lastLane(16, CN, 3),
                             lastLane(16, CN, 4), lastLane(16, CN, 5), lastLane(16, CN, 6), lastLane(16, CN, 7),
                             lastLane(16, CN, 8), lastLane(16, CN, 9), lastLane(16, CN, 10), lastLane(16, CN, 11),
                             lastLane(16, CN, 12), lastLane(16, CN, 13), lastLane(16, CN, 14), lastLane(16, CN, 15));
}
template <int CN>
inline __m512i lastOf8()
{
    return _mm512_setr_epi64(lastLane(8, CN, 0), lastLane(8, CN, 1), lastLane(8, CN, 2), lastLane(8, CN, 3),
                             lastLane(8, CN, 4), lastLane(8, CN, 5), lastLane(8, CN, 6), lastLane(8, CN, 7));
}

template <int CN>
inline v_uint32 repeatLast(const v_uint32& v)
{
    return v_uint32(_mm512_maskz_permutexvar_epi32(0xFFFF, lastOf16<CN>(), v.val));
}
template <int CN>
inline v_float32 repeatLast(const v_float32& v)
{
    return v_float32(_mm512_maskz_permutexvar_ps(0xFFFF, lastOf16<CN>(), v.val));
}
template <int CN>
inline v_float64 repeatLast(const v_float64& v)
{
    return v_float64(_mm512_maskz_permutexvar_pd(0xFF, lastOf8<CN>(), v.val));
}
#else
template <int K, typename V>
inline V moveUp(const V& v)
{
    return v_rotate_left<K>(v);
}

#if CV_SIMD_WIDTH == 32 && CV_AVX2
template <int CN>
inline __m256i lastWords()
{
    return _mm256_setr_epi32(lastLane(8, CN, 0), lastLane(8, CN, 1), lastLane(8, CN, 2), lastLane(8, CN, 3),
                             lastLane(8, CN, 4), lastLane(8, CN, 5), lastLane(8, CN, 6), lastLane(8, CN, 7));
}
template <int CN>
inline v_uint32 repeatLast(const v_uint32& v)
{
    return v_uint32(_mm256_permutevar8x32_epi32(v.val, lastWords<CN>()));
}
template <int CN>
inline v_float32 repeatLast(const v_float32& v)
{
    return v_float32(_mm256_permutevar8x32_ps(v.val, lastWords<CN>()));
}
template <int CN>
inline v_float64 repeatLast(const v_float64& v)
{
    constexpr int lanes =
        lastLane(4, CN, 0) | lastLane(4, CN, 1) << 2 | lastLane(4, CN, 2) << 4 | lastLane(4, CN, 3) << 6;
    return v_float64(_mm256_permute4x64_pd(v.val, lanes));
}
#else
//! Repeats the first CN lanes over the vector by doubling.
template <int CN, typename V, int Filled = CN>
inline V repeatFirst(const V& v)
{
    if constexpr (Filled >= VTraits<V>::max_nlanes)
        return v;
    else
        return repeatFirst<CN, V, 2 * Filled>(v_add(v, v_rotate_left<Filled>(v)));
}
template <int CN, typename V>
inline V repeatLast(const V& v)
{
    constexpr int N = VTraits<V>::max_nlanes;
    if constexpr (CN == N)
        return v;
    else
        return repeatFirst<CN>(v_rotate_right<N - CN>(v));
}
#endif
#endif

//! Running sums inside a vector, for each of CN interleaved channels.
template <int CN, int K = CN, typename V>
inline V scanVector(const V& v)
{
    if constexpr (K >= VTraits<V>::max_nlanes)
        return v;
    else
        return scanVector<CN, 2 * K>(v_add(v, moveUp<K>(v)));
}

#endif // RECFILTER_SAT_VECTORS

// From source elements T to table elements S, plain or squared.

template <typename T, typename S, bool Squared>
struct SatLoader
{
    using Source = T;
    using Table = S;
    static constexpr bool squares = Squared;
    static S value(T x)
    {
        const S v = S(x);
        return Squared ? v * v : v;
    }
};

#if RECFILTER_SAT_VECTORS

//! Elements of one load, which fills one vector, or two of double from smaller pixels.
template <typename T, typename S>
constexpr int loadCount()
{
    return (sizeof(S) == 8 && sizeof(T) < 8 ? 2 : 1) * tableLanes<S>();
}

inline void loadAs(const uchar* p, v_uint32 (&v)[1])
{
    v[0] = vx_load_expand_q(p);
}
inline void loadAs(const int* p, v_uint32 (&v)[1])
{
    v[0] = v_reinterpret_as_u32(vx_load(p));
}
inline void loadAs(const uchar* p, v_float32 (&v)[1])
{
    v[0] = v_cvt_f32(v_reinterpret_as_s32(vx_load_expand_q(p)));
}
template <typename S>
inline void loadAs(const S* p, typename TableVector<S>::type (&v)[1])
{
    v[0] = vx_load(p);
}
template <typename V>
inline void widen(const V& x, v_float64 (&v)[2])
{
    v[0] = v_cvt_f64(x);
    v[1] = v_cvt_f64_high(x);
}
inline void loadAs(const uchar* p, v_float64 (&v)[2])
{
    widen(v_reinterpret_as_s32(vx_load_expand_q(p)), v);
}
inline void loadAs(const ushort* p, v_float64 (&v)[2])
{
    widen(v_reinterpret_as_s32(vx_load_expand(p)), v);
}
inline void loadAs(const short* p, v_float64 (&v)[2])
{
    widen(vx_load_expand(p), v);
}
inline void loadAs(const int* p, v_float64 (&v)[2])
{
#if CV_SSE2
    widen(vx_load(p), v);
#else // NEON's v_cvt_f64 of v_int32 converts to float first, which rounds numbers beyond 2^24
    v_int64 low, high;
    v_expand(vx_load(p), low, high);
    v[0] = v_cvt_f64(low);
    v[1] = v_cvt_f64(high);
#endif
}
inline void loadAs(const float* p, v_float64 (&v)[2])
{
    widen(vx_load(p), v);
}

template <typename L, int Vectors>
inline void loadVectors(const typename L::Source* p, typename TableVector<typename L::Table>::type (&v)[Vectors])
{
    loadAs(p, v);
    if (L::squares)
        for (int i = 0; i < Vectors; i++)
            v[i] = v_mul(v[i], v[i]);
}

#endif // RECFILTER_SAT_VECTORS

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif
