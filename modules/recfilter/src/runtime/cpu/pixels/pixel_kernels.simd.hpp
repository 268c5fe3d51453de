// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Converts rows of any depth to the working type and back. No include guard: OpenCV compiles it once per instruction
// set.

#include "runtime/cpu/pixels/pixel_kernels.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

const PixelKernels<float>& floatPixelKernels();
const PixelKernels<double>& doublePixelKernels();

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#ifndef CV_CPU_OPTIMIZATION_DECLARATIONS_ONLY

#include "runtime/cpu/vectors/vector.hpp"
#include "runtime/cpu/pixels/pixel_vectors.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

template <typename T, typename W>
inline void widen(const void* src, W* dst, int count)
{
    const T* in = static_cast<const T*>(src);
    int i = 0;
    if constexpr (std::is_same<W, float>::value && !std::is_same<T, double>::value)
        for (; i + Vector<W>::lanes <= count; i += Vector<W>::lanes)
            Vector<W>::store(dst + i, loadPixels<W>(in + i));
    for (; i < count; i++)
        dst[i] = W(in[i]);
}

template <typename W>
void loadRow(const void* src, int depth, W* dst, int count)
{
    withAnyPixels(depth, [&](auto* pixels) { widen<std::decay_t<decltype(*pixels)>>(src, dst, count); });
}

//! Clamps integers before rounding: cvRound wraps beyond 2^31.
template <typename T, typename W>
inline void narrow(const W* src, void* dst, int from, int count)
{
    T* out = static_cast<T*>(dst);
    for (int i = from; i < count; i++)
    {
        if constexpr (std::is_integral<T>::value)
            out[i] = saturate_cast<T>(
                std::min(std::max(src[i], W(std::numeric_limits<T>::min())), W(std::numeric_limits<T>::max())));
        else if constexpr (std::is_same<T, hfloat>::value)
            out[i] = hfloat(float(src[i]));
        else
            out[i] = T(src[i]);
    }
}

#if CV_AVX512_SKX
#define RECFILTER_STREAMS_HALF 1
inline void streamHalf(hfloat* dst, const v_float32& x)
{
    _mm256_stream_si256(reinterpret_cast<__m256i*>(dst), _mm512_cvtps_ph(x.val, 0));
}
#elif CV_AVX2 && CV_FP16
#define RECFILTER_STREAMS_HALF 1
inline void streamHalf(hfloat* dst, const v_float32& x)
{
    _mm_stream_si128(reinterpret_cast<__m128i*>(dst), _mm256_cvtps_ph(x.val, 0));
}
#else
#define RECFILTER_STREAMS_HALF 0
#endif

//! Whether storeRow has non-temporal stores for results of this depth.
template <typename W>
bool storesAroundCache(int depth)
{
#if CV_SIMD && !CV_SIMD_SCALABLE
    return std::is_same<W, float>::value && depth != CV_64F && (depth != CV_16F || RECFILTER_STREAMS_HALF);
#else
    CV_UNUSED(depth);
    return false;
#endif
}

#if CV_SIMD && !CV_SIMD_SCALABLE
//! Stores whole vectors of T; returns the number of elements stored.
template <typename T, typename Pack>
inline int packRow(T* dst, int count, int lanes, bool nonTemporal, const Pack& pack)
{
    int i = 0;
    for (; i + lanes <= count; i += lanes)
    {
        if (nonTemporal)
            v_store_aligned_nocache(dst + i, pack(i));
        else
            v_store(dst + i, pack(i));
    }
    return i;
}

inline int storeVectors(const float* src, void* dst, int depth, int count, bool nonTemporal)
{
    const int lanes = Vector<float>::lanes;
    const v_float32 low = vx_setall_f32(depth == CV_16S ? -32768.f : 0.f);
    const v_float32 high = vx_setall_f32(depth == CV_8U ? 255.f : depth == CV_16S ? 32767.f : 65535.f);
    const auto rounded = [&](int i) { return v_round(v_min(v_max(vx_load(src + i), low), high)); };
    switch (depth)
    {
    case CV_8U:
        return packRow(static_cast<uchar*>(dst), count, 4 * lanes, nonTemporal, [&](int i) {
            return v_pack_u(v_pack(rounded(i), rounded(i + lanes)),
                            v_pack(rounded(i + 2 * lanes), rounded(i + 3 * lanes)));
        });
    case CV_16U:
        return packRow(static_cast<ushort*>(dst), count, 2 * lanes, nonTemporal,
                       [&](int i) { return v_pack_u(rounded(i), rounded(i + lanes)); });
    case CV_16S:
        return packRow(static_cast<short*>(dst), count, 2 * lanes, nonTemporal,
                       [&](int i) { return v_pack(rounded(i), rounded(i + lanes)); });
    case CV_32F:
        return packRow(static_cast<float*>(dst), count, lanes, nonTemporal, [&](int i) { return vx_load(src + i); });
    }
    int i = 0;
#if RECFILTER_STREAMS_HALF
    for (; depth == CV_16F && nonTemporal && i + lanes <= count; i += lanes)
        streamHalf(static_cast<hfloat*>(dst) + i, vx_load(src + i));
#endif
    for (; depth == CV_16F && i + lanes <= count; i += lanes)
        v_pack_store(static_cast<hfloat*>(dst) + i, vx_load(src + i));
    return i;
}
#endif

inline int storeVectors(const double*, void*, int, int, bool)
{
    return 0;
}

template <typename W>
void storeRow(const W* src, void* dst, int depth, int count, bool nonTemporal)
{
    int from = 0;
#if CV_SIMD && !CV_SIMD_SCALABLE
    from = storeVectors(src, dst, depth, count, nonTemporal);
#else
    CV_UNUSED(nonTemporal);
#endif
    withAnyPixels(depth, [&](auto* pixels) { narrow<std::decay_t<decltype(*pixels)>>(src, dst, from, count); });
}

inline void streamLines(const void* src, void* dst, size_t bytes)
{
#if CV_SIMD && !CV_SIMD_SCALABLE
    const uchar* in = static_cast<const uchar*>(src);
    uchar* out = static_cast<uchar*>(dst);
    for (size_t i = 0; i < bytes; i += VTraits<v_uint8>::max_nlanes)
        v_store_aligned_nocache(out + i, vx_load(in + i));
#else
    memcpy(dst, src, bytes);
#endif
}

template <typename W>
static PixelKernels<W> makePixelKernels()
{
    return {loadRow<W>, storeRow<W>, storesAroundCache<W>, streamLines};
}

const PixelKernels<float>& floatPixelKernels()
{
    static const PixelKernels<float> kernels = makePixelKernels<float>();
    return kernels;
}

const PixelKernels<double>& doublePixelKernels()
{
    static const PixelKernels<double> kernels = makePixelKernels<double>();
    return kernels;
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif
