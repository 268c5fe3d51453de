// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_VECTOR_HPP
#define OPENCV_RECFILTER_CPU_VECTOR_HPP

// Included inside .simd.hpp files only: what a vector is depends on the instruction set they are compiled for.

#include "opencv2/core/hal/intrin.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

/** A vector of the working type behind one set of names. Processors without fixed-length vectors take the primary
template: one lane. */
template <typename W>
struct Vector
{
    using type = W;
    enum { lanes = 1 };
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
template <>
struct Vector<float>
{
    using type = v_float32;
    enum { lanes = VTraits<v_float32>::max_nlanes };
    static type load(const float* p) { return vx_load(p); }
    static type all(float value) { return vx_setall_f32(value); }
    static void store(float* p, const type& v) { v_store(p, v); }
    static void stream(float* p, const type& v) { v_store_aligned_nocache(p, v); }
    static type zero() { return vx_setzero_f32(); }
    static type madd(const type& a, const type& b, const type& c) { return v_fma(a, b, c); }
    static type add(const type& a, const type& b) { return v_add(a, b); }
    static type sub(const type& a, const type& b) { return v_sub(a, b); }
    static type mul(const type& a, const type& b) { return v_mul(a, b); }
};
#endif

#if CV_SIMD_64F && !CV_SIMD_SCALABLE
template <>
struct Vector<double>
{
    using type = v_float64;
    enum { lanes = VTraits<v_float64>::max_nlanes };
    static type load(const double* p) { return vx_load(p); }
    static type all(double value) { return vx_setall_f64(value); }
    static void store(double* p, const type& v) { v_store(p, v); }
    static void stream(double* p, const type& v) { v_store_aligned_nocache(p, v); }
    static type zero() { return vx_setzero_f64(); }
    static type madd(const type& a, const type& b, const type& c) { return v_fma(a, b, c); }
    static type add(const type& a, const type& b) { return v_add(a, b); }
    static type sub(const type& a, const type& b) { return v_sub(a, b); }
    static type mul(const type& a, const type& b) { return v_mul(a, b); }
};
#endif

/** Transposes lanes x lanes numbers in place by log2(lanes) perfect shuffles of the rows. */
template <typename W>
inline void transpose(typename Vector<W>::type (&x)[Vector<W>::lanes])
{
    using V = typename Vector<W>::type;
    enum { lanes = Vector<W>::lanes };
    if constexpr (lanes > 1)
    {
        for (int round = 1; round < lanes; round *= 2)
        {
            V t[lanes];
            for (int i = 0; i < lanes / 2; i++)
                v_zip(x[i], x[i + lanes / 2], t[2 * i], t[2 * i + 1]);
            for (int i = 0; i < lanes; i++)
                x[i] = t[i];
        }
    }
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif
