// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Part of filter_kernels.simd.hpp: what both directions of mirrored pairs make of a block of pixels, without recursion.

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

/* Pixels k and K - 1 - k of a block of K have the same two weights in all that follows, in one order and in the other. Their sum
meets half the sum of the weights, their difference half the difference: half the multiply-adds. */

//! out += M in, M of 2 x 2 numbers for each pair.
template <typename W, int N>
CV_ALWAYS_INLINE void addPairPower(const W* M, const typename Vector<W>::type (&in)[2 * N],
                                   typename Vector<W>::type (&out)[2 * N])
{
    using T = Vector<W>;
    RECFILTER_UNROLL
    for (int m = 0; m < 2 * N; m++)
        out[m] = T::madd(T::all(M[2 * m]), in[m / 2 * 2], T::madd(T::all(M[2 * m + 1]), in[m / 2 * 2 + 1], out[m]));
}

template <typename W, int N>
CV_ALWAYS_INLINE void loadStates(const W* from, typename Vector<W>::type (&to)[2 * N])
{
    RECFILTER_UNROLL
    for (int m = 0; m < 2 * N; m++)
        to[m] = Vector<W>::load(from + m * Vector<W>::lanes);
}

template <typename W, int N>
CV_ALWAYS_INLINE void storeStates(const typename Vector<W>::type (&from)[2 * N], W* to)
{
    RECFILTER_UNROLL
    for (int m = 0; m < 2 * N; m++)
        Vector<W>::store(to + m * Vector<W>::lanes, from[m]);
}

/** Adds pixels k and K - 1 - k to what makes f and a of a block: the causal sum f is plus - minus, the anticausal sum a plus + minus.
@param weights foldedWeightsOf (math/pair_weights.hpp), those of k. Arrays, not a structure of them: that GCC would leave in memory. */
template <typename W, int N>
CV_ALWAYS_INLINE void addFolded(const W* weights, const typename Vector<W>::type& sum,
                                const typename Vector<W>::type& difference, typename Vector<W>::type (&plus)[2 * N],
                                typename Vector<W>::type (&minus)[2 * N])
{
    using T = Vector<W>;
    RECFILTER_UNROLL
    for (int m = 0; m < 2 * N; m++)
    {
        plus[m] = T::madd(T::all(weights[m]), sum, plus[m]);
        minus[m] = T::madd(T::all(weights[2 * N + m]), difference, minus[m]);
    }
}

template <typename W, int N>
CV_ALWAYS_INLINE void clearStates(typename Vector<W>::type (&states)[2 * N])
{
    RECFILTER_UNROLL
    for (int m = 0; m < 2 * N; m++)
        states[m] = Vector<W>::zero();
}

//! Half of the results of a block, of sums or of differences alone: K / 2 pixels and 2 N states.
template <typename W, int N, int HALF>
CV_ALWAYS_INLINE void respond(const W* weights, const typename Vector<W>::type (&x)[HALF],
                              const typename Vector<W>::type (&states)[2 * N], typename Vector<W>::type (&y)[HALF])
{
    using T = Vector<W>;
    RECFILTER_UNROLL
    for (int i = 0; i < HALF; i++, weights += HALF + 2 * N)
    {
        y[i] = T::mul(T::all(weights[0]), x[0]);
        RECFILTER_UNROLL
        for (int k = 1; k < HALF; k++)
            y[i] = T::madd(T::all(weights[k]), x[k], y[i]);
        RECFILTER_UNROLL
        for (int m = 0; m < 2 * N; m++)
            y[i] = T::madd(T::all(weights[HALF + m]), states[m], y[i]);
    }
}

//! f and a of a block from what addFolded has added.
template <typename W, int N>
CV_ALWAYS_INLINE void splitSums(const typename Vector<W>::type (&plus)[2 * N],
                                const typename Vector<W>::type (&minus)[2 * N], typename Vector<W>::type (&f)[2 * N],
                                typename Vector<W>::type (&a)[2 * N])
{
    RECFILTER_UNROLL
    for (int m = 0; m < 2 * N; m++)
    {
        f[m] = Vector<W>::sub(plus[m], minus[m]);
        a[m] = Vector<W>::add(plus[m], minus[m]);
    }
}

//! f and a of K pixels.
template <typename W, int N, int K>
CV_ALWAYS_INLINE void sumBlock(const PairBlocks<W>& tables, const typename Vector<W>::type (&x)[K],
                               typename Vector<W>::type (&f)[2 * N], typename Vector<W>::type (&a)[2 * N])
{
    using T = Vector<W>;
    typename T::type plus[2 * N], minus[2 * N];
    clearStates<W, N>(plus);
    clearStates<W, N>(minus);
    RECFILTER_UNROLL
    for (int k = 0; k < K / 2; k++)
        addFolded<W, N>(tables.folded.data() + k * 4 * N, T::add(x[k], x[K - 1 - k]), T::sub(x[k], x[K - 1 - k]), plus,
                        minus);
    splitSums<W, N>(plus, minus, f, a);
}

/** The results of K pixels x, in place: math/block_response.hpp, where sums are differences and differences are sums if the filter is
odd. @param p the causal state before them. @param e the anticausal state behind them, which becomes that before them. @param a their
sum. */
template <typename W, int N, int K>
CV_ALWAYS_INLINE void respondBlock(const PairBlocks<W>& tables, const typename Vector<W>::type (&p)[2 * N],
                                   typename Vector<W>::type (&e)[2 * N], const typename Vector<W>::type (&a)[2 * N],
                                   typename Vector<W>::type (&x)[K])
{
    using T = Vector<W>;
    using V = typename T::type;
    enum
    {
        half = K / 2
    };
    V sums[half], differences[half], ofSums[half], ofDifferences[half], plus[2 * N], minus[2 * N], before[2 * N];
    const V parity = T::all(W(tables.response.parity)), opposite = T::all(W(-tables.response.parity));
    RECFILTER_UNROLL
    for (int k = 0; k < half; k++)
    {
        sums[k] = T::madd(parity, x[K - 1 - k], x[k]);
        differences[k] = T::madd(opposite, x[K - 1 - k], x[k]);
    }
    RECFILTER_UNROLL
    for (int m = 0; m < 2 * N; m++)
    {
        plus[m] = T::madd(parity, e[m], p[m]);
        minus[m] = T::madd(opposite, e[m], p[m]);
        before[m] = a[m];
    }
    respond<W, N, half>(tables.response.ofSums.data(), sums, plus, ofSums);
    respond<W, N, half>(tables.response.ofDifferences.data(), differences, minus, ofDifferences);
    RECFILTER_UNROLL
    for (int k = 0; k < half; k++)
    {
        x[k] = T::add(ofSums[k], ofDifferences[k]);
        x[K - 1 - k] = T::sub(ofSums[k], ofDifferences[k]);
    }
    addPairPower<W, N>(tables.block.data(), e, before);
    RECFILTER_UNROLL
    for (int m = 0; m < 2 * N; m++)
        e[m] = before[m];
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter
