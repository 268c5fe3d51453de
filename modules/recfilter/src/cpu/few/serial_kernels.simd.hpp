// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Recursions along single lines, sample by sample. No include guard: OpenCV compiles it once per instruction set.

#include "cpu/few/serial_kernels.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

const SerialKernels<float>& serialFloatKernels();
const SerialKernels<double>& serialDoubleKernels();

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#ifndef CV_CPU_OPTIMIZATION_DECLARATIONS_ONLY

#include "cpu/kernels/vector.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

//! One line. Rounds as the lanes of a vector do.
template <typename W>
struct OneLine
{
    using type = W;
    static constexpr int lanes = 1;
    static W load(const W* p) { return *p; }
    static W all(W value) { return value; }
    static void store(W* p, W v) { *p = v; }
    static W mul(W a, W b) { return a * b; }
#if defined(FP_FAST_FMA) || CV_FMA3 || CV_AVX512_SKX
    static W madd(W a, W b, W c)
    {
        return std::fma(a, b, c);
    }
#else
    static W madd(W a, W b, W c)
    {
        return a * b + c;
    }
#endif
};

//! Lines side by side in 16 bytes, which every processor has.
template <typename W>
struct SideBySide : OneLine<W>
{
};

#if CV_SIMD128
template <>
struct SideBySide<float>
{
    using type = v_float32x4;
    static constexpr int lanes = 4;
    static type load(const float* p) { return v_load(p); }
    static type all(float value) { return v_setall_f32(value); }
    static void store(float* p, const type& v) { v_store(p, v); }
    static type mul(const type& a, const type& b) { return v_mul(a, b); }
    static type madd(const type& a, const type& b, const type& c) { return v_fma(a, b, c); }
};
#endif

#if CV_SIMD128_64F
template <>
struct SideBySide<double>
{
    using type = v_float64x2;
    static constexpr int lanes = 2;
    static type load(const double* p) { return v_load(p); }
    static type all(double value) { return v_setall_f64(value); }
    static void store(double* p, const type& v) { v_store(p, v); }
    static type mul(const type& a, const type& b) { return v_mul(a, b); }
    static type madd(const type& a, const type& b, const type& c) { return v_fma(a, b, c); }
};
#endif

/** A section in registers. w1, which the next sample waits for, enters last: one multiply-add a sample is serial. The
order of operations is that of GeneralChain (chains.hpp), so that a line has the same bits there. */
template <typename W, typename V, SectionKind Kind>
struct SerialSection
{
    typename V::type f1, f2, c0, c1, c2, w1, w2;

    void load(const SectionCoefs<W>& s, const W* state, size_t step)
    {
        f1 = V::all(s.f1), f2 = V::all(s.f2);
        c0 = V::all(s.c0), c1 = V::all(s.c1), c2 = V::all(s.c2);
        w1 = V::load(state), w2 = V::load(state + step);
    }

    void save(W* state, size_t step) const
    {
        V::store(state, w1);
        V::store(state + step, w2);
    }

    CV_ALWAYS_INLINE typename V::type take(const typename V::type& x)
    {
        if constexpr (Kind == SectionKind::ONE_POLE)
            return w1 = V::madd(f1, w1, x);
        const typename V::type w = V::madd(f1, w1, V::madd(f2, w2, x));
        typename V::type y = w;
        if constexpr (Kind == SectionKind::WITH_TAPS)
            y = V::madd(c0, w, V::madd(c2, w2, V::mul(c1, w1)));
        w2 = w1;
        w1 = w;
        return y;
    }
};

template <typename W, typename V, SectionKind Kind, int N>
void runSections(const SerialPass<W>& pass)
{
    SerialSection<W, V, Kind> sections[N];
    RECFILTER_UNROLL
    for (int n = 0; n < N; n++)
        sections[n].load(pass.sections[n], pass.state + size_t(2 * n) * pass.stateStep, pass.stateStep);
    const typename V::type gain = V::all(pass.gain);
    const W* in = pass.in;
    W* out = pass.out;
    const ptrdiff_t inStep = pass.inStep, outStep = pass.outStep;
    for (int64 i = 0; i < pass.samples; i++, in += inStep, out += outStep)
    {
        typename V::type x = V::load(in);
        RECFILTER_UNROLL
        for (int n = 0; n < N; n++)
            x = sections[n].take(x);
        V::store(out, V::mul(gain, x));
    }
    RECFILTER_UNROLL
    for (int n = 0; n < N; n++)
        sections[n].save(pass.state + size_t(2 * n) * pass.stateStep, pass.stateStep);
}

template <typename W, typename V, SectionKind Kind>
void runKind(const SerialPass<W>& pass)
{
    if (pass.count == 1)
        runSections<W, V, Kind, 1>(pass);
    else
        runSections<W, V, Kind, SERIAL_SECTIONS>(pass);
}

template <typename W, typename V>
void runSerial(const SerialPass<W>& pass)
{
    switch (pass.kind)
    {
    case SectionKind::ONE_POLE:
        return runKind<W, V, SectionKind::ONE_POLE>(pass);
    case SectionKind::TWO_POLES:
        return runKind<W, V, SectionKind::TWO_POLES>(pass);
    case SectionKind::WITH_TAPS:
        return runKind<W, V, SectionKind::WITH_TAPS>(pass);
    }
}

//! M sums in registers over all samples. @param weights `count` a sample
template <typename W, int M>
void addSums(const W* in, ptrdiff_t inStep, int64 samples, const W* weights, int count, W* sums)
{
    W sum[M];
    RECFILTER_UNROLL
    for (int m = 0; m < M; m++)
        sum[m] = sums[m];
    for (int64 i = 0; i < samples; i++, in += inStep, weights += count)
    {
        RECFILTER_UNROLL
        for (int m = 0; m < M; m++)
            sum[m] = OneLine<W>::madd(weights[m], *in, sum[m]);
    }
    RECFILTER_UNROLL
    for (int m = 0; m < M; m++)
        sums[m] = sum[m];
}

template <typename W>
void addSerialSums(const W* in, ptrdiff_t inStep, int64 samples, const W* weights, int count, W* sums)
{
    int m = 0;
    for (; m + 8 <= count; m += 8)
        addSums<W, 8>(in, inStep, samples, weights + m, count, sums + m);
    for (; m + 2 <= count; m += 2)
        addSums<W, 2>(in, inStep, samples, weights + m, count, sums + m);
    for (; m < count; m++)
        addSums<W, 1>(in, inStep, samples, weights + m, count, sums + m);
}

template <typename W>
static SerialKernels<W> makeSerialKernels()
{
    return {SideBySide<W>::lanes, runSerial<W, OneLine<W>>, runSerial<W, SideBySide<W>>, addSerialSums<W>};
}

const SerialKernels<float>& serialFloatKernels()
{
    static const SerialKernels<float> kernels = makeSerialKernels<float>();
    return kernels;
}

const SerialKernels<double>& serialDoubleKernels()
{
    static const SerialKernels<double> kernels = makeSerialKernels<double>();
    return kernels;
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif
