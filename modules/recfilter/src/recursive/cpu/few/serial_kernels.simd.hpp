// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Recursions along single lines, sample by sample. No include guard: OpenCV compiles it once per instruction set.

#include "recursive/cpu/few/serial_kernels.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

const SerialKernels<float>& serialFloatKernels();
const SerialKernels<double>& serialDoubleKernels();

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#ifndef CV_CPU_OPTIMIZATION_DECLARATIONS_ONLY

#include "runtime/cpu/vectors/vector.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

//! One line. Rounds as the lanes of a vector do: lines of finite numbers have the same bits alone and side by side.
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

//! A section in registers. w1, which the next sample waits for, enters last: one multiply-add a sample is serial.
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
        sections[n].load(pass.sections[n], pass.state + size_t(n) * 2 * pass.stateStep, pass.stateStep);
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
        sections[n].save(pass.state + size_t(n) * 2 * pass.stateStep, pass.stateStep);
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

//! Four lanes, one for each section of a pipeline.
template <typename W>
struct Lanes4
{
    static constexpr bool exists = false;
};

#if CV_SIMD128
template <>
struct Lanes4<float> : SideBySide<float>
{
    static constexpr bool exists = true;
    //! The lanes move down, and a number enters the last one.
    static type enter(const type& v, float last) { return v_rotate_right<1>(v, all(last)); }
    static float first(const type& v) { return v_get0(v); }
};
#endif

#if CV_SIMD256_64F
template <>
struct Lanes4<double>
{
    using type = v_float64x4;
    static constexpr bool exists = true;
    static type load(const double* p) { return v256_load(p); }
    static type all(double value) { return v256_setall_f64(value); }
    static void store(double* p, const type& v) { v_store(p, v); }
    static type mul(const type& a, const type& b) { return v_mul(a, b); }
    static type madd(const type& a, const type& b, const type& c) { return v_fma(a, b, c); }
    static type enter(const type& v, double last) { return v_rotate_right<1>(v, all(last)); }
    static double first(const type& v) { return v_get0(v); }
};
#elif CV_SIMD128_64F
template <>
struct Lanes4<double>
{
    using Half = SideBySide<double>;
    struct type
    {
        v_float64x2 low, high;
    };
    static constexpr bool exists = true;
    static type load(const double* p) { return {Half::load(p), Half::load(p + 2)}; }
    static type all(double value) { return {Half::all(value), Half::all(value)}; }
    static void store(double* p, const type& v)
    {
        Half::store(p, v.low);
        Half::store(p + 2, v.high);
    }
    static type mul(const type& a, const type& b) { return {Half::mul(a.low, b.low), Half::mul(a.high, b.high)}; }
    static type madd(const type& a, const type& b, const type& c)
    {
        return {Half::madd(a.low, b.low, c.low), Half::madd(a.high, b.high, c.high)};
    }
    static type enter(const type& v, double last)
    {
        return {v_rotate_right<1>(v.low, v.high), v_rotate_right<1>(v.high, Half::all(last))};
    }
    static double first(const type& v) { return v_get0(v.low); }
};
#endif

/** Section k is in lane 3 - k, so that results leave from lane 0. At step t it takes sample t - k LAG, the result that
the section before it had at step t - LAG. The first and the last samples, for which some sections have nothing to do,
run section by section. */
template <typename W>
class Pipeline
{
public:
    explicit Pipeline(const SerialPass<W>& p) : pass(p)
    {
        for (int k = 0; k < N; k++)
        {
            const SectionCoefs<W> none = {1, 0, 0, 1, 0, 0}; // its results are its samples
            const bool isThere = k < pass.count;
            const W zeros[2] = {0, 0};
            sections[k].load(isThere ? pass.sections[k] : none,
                             isThere ? pass.state + size_t(k) * 2 * pass.stateStep : zeros,
                             isThere ? pass.stateStep : 1);
        }
    }

    void run()
    {
        const int64 start = (N - 1) * LAG, end = start + (pass.samples - start) / LAG * LAG;
        if (pass.samples < start)
        {
            for (int64 i = 0; i < pass.samples; i++)
                pass.out[i * pass.outStep] = pass.gain * through(pass.in[i * pass.inStep]);
        }
        else
        {
            fill();
            steps(start, end);
            drain(end);
        }
        for (int k = 0; k < pass.count; k++)
            sections[k].save(pass.state + size_t(k) * 2 * pass.stateStep, pass.stateStep);
    }

private:
    using V = Lanes4<W>;
    static constexpr int N = PIPELINE_SECTIONS, LAG = PIPELINE_LAG;

    W through(W x)
    {
        for (auto& section : sections)
            x = section.take(x);
        return x;
    }

    //! The samples before the first step: section k takes (N - 1 - k) LAG of them. Their last results wait in
    //! `lagging`.
    void fill()
    {
        W results[(N - 1) * LAG];
        for (int i = 0; i < (N - 1) * LAG; i++)
            results[i] = pass.in[i * pass.inStep];
        for (int k = 0; k < N; k++)
        {
            const int count = (N - 1 - k) * LAG;
            for (int i = 0; i < count; i++)
                results[i] = sections[k].take(results[i]);
            for (int j = 0; j < LAG; j++)
                lagging[j][N - 1 - k] = count ? results[count - LAG + j] : W(0);
        }
    }

    void steps(int64 start, int64 end)
    {
        W numbers[7][N];
        for (int k = 0; k < N; k++)
        {
            const auto& s = sections[k];
            const W of[7] = {s.f1, s.f2, s.c0, s.c1, s.c2, s.w1, s.w2};
            for (int i = 0; i < 7; i++)
                numbers[i][N - 1 - k] = of[i];
        }
        const typename V::type f1 = V::load(numbers[0]), f2 = V::load(numbers[1]), c0 = V::load(numbers[2]),
                               c1 = V::load(numbers[3]), c2 = V::load(numbers[4]);
        typename V::type w1 = V::load(numbers[5]), w2 = V::load(numbers[6]), waiting[LAG];
        RECFILTER_UNROLL
        for (int j = 0; j < LAG; j++)
            waiting[j] = V::load(lagging[j]);
        const ptrdiff_t inStep = pass.inStep, outStep = pass.outStep;
        const W* in = pass.in + start * inStep;
        W* out = pass.out;
        const W gain = pass.gain;
        for (int64 t = start; t < end; t += LAG)
        {
            RECFILTER_UNROLL
            for (int j = 0; j < LAG; j++, in += inStep, out += outStep)
            {
                const typename V::type x = V::enter(waiting[j], *in);
                const typename V::type w = V::madd(f1, w1, V::madd(f2, w2, x));
                waiting[j] = V::madd(c0, w, V::madd(c2, w2, V::mul(c1, w1)));
                w2 = w1;
                w1 = w;
                *out = gain * V::first(waiting[j]);
            }
        }
        RECFILTER_UNROLL
        for (int j = 0; j < LAG; j++)
            V::store(lagging[j], waiting[j]);
        V::store(numbers[5], w1);
        V::store(numbers[6], w2);
        for (int k = 0; k < N; k++)
        {
            sections[k].w1 = numbers[5][N - 1 - k];
            sections[k].w2 = numbers[6][N - 1 - k];
        }
    }

    //! Runs each section to the end: over the waiting results of the section before, then over later samples.
    void drain(int64 end)
    {
        W results[N * LAG + LAG];
        int count = int(pass.samples - end);
        for (int i = 0; i < count; i++)
            results[i] = pass.in[(end + i) * pass.inStep];
        for (int k = 0; k < N; k++)
        {
            for (int i = 0; i < count; i++)
                results[i] = sections[k].take(results[i]);
            if (k + 1 == N)
                break;
            std::copy_backward(results, results + count, results + count + LAG);
            for (int j = 0; j < LAG; j++)
                results[j] = lagging[j][N - 1 - k];
            count += LAG;
        }
        for (int i = 0; i < count; i++)
            pass.out[(pass.samples - count + i) * pass.outStep] = pass.gain * results[i];
    }

    const SerialPass<W>& pass;
    SerialSection<W, OneLine<W>, SectionKind::WITH_TAPS> sections[N];
    W lagging[LAG][N]; //!< results of the last LAG steps
};

template <typename W>
void runPipeline(const SerialPass<W>& pass)
{
    Pipeline<W>(pass).run();
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
    SerialKernels<W> kernels = {SideBySide<W>::lanes, runSerial<W, OneLine<W>>, runSerial<W, SideBySide<W>>, nullptr,
                                addSerialSums<W>};
    if constexpr (Lanes4<W>::exists)
        kernels.pipeline = runPipeline<W>;
    return kernels;
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
