// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The kernels of banded systems. No include guard: OpenCV compiles it once per instruction set.

#include "banded/cpu/banded_kernels.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

const BandedKernels<float>& bandedFloatKernels();
const BandedKernels<double>& bandedDoubleKernels();

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#ifndef CV_CPU_OPTIMIZATION_DECLARATIONS_ONLY

#include "runtime/cpu/vectors/vector.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

//! One number instead of a vector, for the last lines of a group.
template <typename W>
struct OneLane
{
    using type = W;
    enum
    {
        lanes = 1
    };
    static W load(const W* p) { return *p; }
    static W all(W value) { return value; }
    static void store(W* p, W v) { *p = v; }
    static W zero() { return 0; }
    static W madd(W a, W b, W c) { return a * b + c; }
    static W mul(W a, W b) { return a * b; }
};

//! One substitution over U vectors of lines. One function of many lines: the last K pixels stay in registers.
template <typename W, typename V, int K, int U, bool Back>
inline void substitute(const BandedPass<W>& pass, int c)
{
    enum
    {
        lanes = V::lanes
    };
    typename V::type last[K][U];
    RECFILTER_UNROLL
    for (int m = 0; m < K; m++)
    {
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
            last[m][u] = pass.before ? V::load(pass.before + size_t(m) * pass.stateStep + c + u * lanes) : V::zero();
    }
    const BandedRows<W> rows = pass.rows;
    for (int k = 0; k < pass.count; k++)
    {
        const int i = Back ? pass.count - 1 - k : k;
        const W* coefs = rows.at(pass.first + i) + (Back ? K : 0);
        W* const pixels = pass.data + size_t(i) * pass.step + c;
        typename V::type x[U];
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
            x[u] = V::load(pixels + u * lanes);
        if (Back)
        {
            const typename V::type inverse = V::all(*coefs++);
            RECFILTER_UNROLL
            for (int u = 0; u < U; u++)
                x[u] = V::mul(x[u], inverse);
        }
        RECFILTER_UNROLL
        for (int m = K - 1; m >= 0; m--) // the newest last: the others do not wait for it
        {
            const typename V::type coef = V::all(coefs[m]);
            RECFILTER_UNROLL
            for (int u = 0; u < U; u++)
                x[u] = V::madd(coef, last[m][u], x[u]);
        }
        RECFILTER_UNROLL
        for (int m = K - 1; m > 0; m--)
        {
            RECFILTER_UNROLL
            for (int u = 0; u < U; u++)
                last[m][u] = last[m - 1][u];
        }
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
        {
            last[0][u] = x[u];
            V::store(pixels + u * lanes, x[u]);
        }
    }
    if (!pass.after)
        return;
    RECFILTER_UNROLL
    for (int m = 0; m < K; m++)
    {
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
            V::store(pass.after + size_t(m) * pass.stateStep + c + u * lanes, last[m][u]);
    }
}

template <typename W, int K, bool Back>
inline void substituteOrder(const BandedPass<W>& pass)
{
    using V = Vector<W>;
    enum
    {
        lanes = V::lanes,
        registers = CV_SIMD_WIDTH >= 64 ? 32 : 16,
        U = (K + 1) * 4 + 1 <= registers   ? 4
            : (K + 1) * 2 + 1 <= registers ? 2
                                           : 1
    };
    int c = 0;
    for (; c + U * lanes <= pass.width; c += U * lanes)
        substitute<W, V, K, U, Back>(pass, c);
    if (U > 2)
        for (; c + 2 * lanes <= pass.width; c += 2 * lanes)
            substitute<W, V, K, 2, Back>(pass, c);
    for (; c + lanes <= pass.width; c += lanes)
        substitute<W, V, K, 1, Back>(pass, c);
    for (; c < pass.width; c++)
        substitute<W, OneLane<W>, K, 1, Back>(pass, c);
}

template <typename W, bool Back>
void substituteLines(const BandedPass<W>& pass)
{
    switch (pass.rows.order)
    {
    case 1:
        return substituteOrder<W, 1, Back>(pass);
    case 2:
        return substituteOrder<W, 2, Back>(pass);
    case 3:
        return substituteOrder<W, 3, Back>(pass);
    case 4:
        return substituteOrder<W, 4, Back>(pass);
    case 8:
        return substituteOrder<W, 8, Back>(pass);
    case 16:
        return substituteOrder<W, 16, Back>(pass);
    }
    CV_DbgAssert(!"an order without kernels");
}

template <typename W>
void transposeTile(const W* in, size_t inStep, int rows, int cols, W* out, size_t outStep)
{
    using V = Vector<W>;
    constexpr int lanes = V::lanes;
    int wholeRows = 0;
    if constexpr (lanes > 1)
        for (; wholeRows + lanes <= rows; wholeRows += lanes)
        {
            const W* const block = in + size_t(wholeRows) * inStep;
            int j = 0;
            for (; j + lanes <= cols; j += lanes)
            {
                typename V::type x[lanes];
                RECFILTER_UNROLL
                for (int k = 0; k < lanes; k++)
                    x[k] = V::load(block + size_t(k) * inStep + j);
                transpose<W>(x);
                RECFILTER_UNROLL
                for (int k = 0; k < lanes; k++)
                    V::store(out + size_t(j + k) * outStep + wholeRows, x[k]);
            }
            for (; j < cols; j++)
                for (int k = 0; k < lanes; k++)
                    out[size_t(j) * outStep + wholeRows + k] = block[size_t(k) * inStep + j];
        }
    for (int j = 0; j < cols; j++)
        for (int i = wholeRows; i < rows; i++)
            out[size_t(j) * outStep + i] = in[size_t(i) * inStep + j];
}

template <typename W>
static BandedKernels<W> makeBandedKernels()
{
    return {substituteLines<W, false>, substituteLines<W, true>, transposeTile<W>};
}

const BandedKernels<float>& bandedFloatKernels()
{
    static const BandedKernels<float> kernels = makeBandedKernels<float>();
    return kernels;
}

const BandedKernels<double>& bandedDoubleKernels()
{
    static const BandedKernels<double> kernels = makeBandedKernels<double>();
    return kernels;
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif
