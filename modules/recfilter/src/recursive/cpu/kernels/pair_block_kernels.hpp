// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Part of filter_kernels.simd.hpp, which alone includes it: mirrored pairs over a block of pixels without recursion.

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

/* Pixels k and K - 1 - k of a block of K pixels have the same two weights, in swapped order. Their sum is multiplied
by half the sum of the weights, their difference by half the difference. That halves the multiply-adds. */

//! out += M in. M has 2 x 2 numbers for each pair.
template <typename W, int N>
CV_ALWAYS_INLINE void addPairPower(const W* M, const typename Vector<W>::type (&in)[2 * N],
                                   typename Vector<W>::type (&out)[2 * N])
{
    using T = Vector<W>;
    RECFILTER_UNROLL
    for (int m = 0; m < 2 * N; m++)
        out[m] = T::madd(T::all(M[2 * m + 0]), in[m / 2 * 2], T::madd(T::all(M[2 * m + 1]), in[m / 2 * 2 + 1], out[m]));
}

//! States of one vector of lines, `step` elements apart.
template <typename W, int N>
CV_ALWAYS_INLINE void loadStates(const W* from, typename Vector<W>::type (&to)[2 * N], size_t step = Vector<W>::lanes)
{
    RECFILTER_UNROLL
    for (int m = 0; m < 2 * N; m++)
        to[m] = Vector<W>::load(from + m * step);
}

template <typename W, int N>
CV_ALWAYS_INLINE void storeStates(const typename Vector<W>::type (&from)[2 * N], W* to, size_t step = Vector<W>::lanes)
{
    RECFILTER_UNROLL
    for (int m = 0; m < 2 * N; m++)
        Vector<W>::store(to + m * step, from[m]);
}

/** Adds pixels k and K - 1 - k to plus and minus: the causal sum f is plus - minus, the anticausal sum a plus + minus.
@param weights foldedWeightsOf (math/pair_weights.hpp) of k. Parameters are arrays: GCC leaves structures in memory. */
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

/** Adds the share of one folded input, its sum and its difference, to both halves of the results. An input is two
mirrored pixels, or a state p and the same state of e.
@param ofSum, ofDifference weights of the first result; the weights of the next results are STRIDE further
@param first sets the results instead of adding */
template <typename W, int STRIDE, int HALF>
CV_ALWAYS_INLINE void respond(const W* ofSum, const W* ofDifference, const typename Vector<W>::type& sum,
                              const typename Vector<W>::type& difference, bool first,
                              typename Vector<W>::type (&sums)[HALF], typename Vector<W>::type (&differences)[HALF])
{
    using T = Vector<W>;
    RECFILTER_UNROLL
    for (int i = 0; i < HALF; i++, ofSum += STRIDE, ofDifference += STRIDE)
    {
        sums[i] = first ? T::mul(T::all(*ofSum), sum) : T::madd(T::all(*ofSum), sum, sums[i]);
        differences[i] = first ? T::mul(T::all(*ofDifference), difference)
                               : T::madd(T::all(*ofDifference), difference, differences[i]);
    }
}

//! f and a of a block from the sums that addFolded made.
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

//! The pixels of a block, `step` elements apart.
template <typename W>
struct PixelsApart
{
    const W* data;
    size_t step;

    CV_ALWAYS_INLINE const W* at(int k) const { return data + size_t(k) * step; }
};

/** The results of K pixels by math/block_response.hpp. If the filter is odd, sums and differences swap roles. Loading
pixels and states only when needed lets sixteen registers suffice:
1024 x 1024, AVX2, one core of a Zen 3, ms, with all loaded first and now: ACCURATE 3.03, 2.75; DERICHE 2.30, 2.13.
With thirty-two registers (AVX-512) both are equally fast.
@param pixels at(k) points to pixel k @param p causal state before them @param a their anticausal sum
@param e anticausal state behind them; becomes the one before them */
template <typename W, int N, int K, typename Pixels>
CV_ALWAYS_INLINE void respondBlock(const PairBlocks<W>& tables, const Pixels& pixels, const W* p, W* e, const W* a,
                                   typename Vector<W>::type (&y)[K])
{
    using T = Vector<W>;
    using V = typename T::type;
    constexpr int half = K / 2;
    constexpr int stride = half + 2 * N;
    const V parity = T::all(W(tables.response.parity)), opposite = T::all(W(-tables.response.parity));
    const W *const ofSums = tables.response.ofSums.data(), *const ofDifferences = tables.response.ofDifferences.data();
    V sums[half], differences[half];
    RECFILTER_UNROLL
    for (int k = 0; k < half; k++)
    {
        const V near = T::load(pixels.at(k)), far = T::load(pixels.at(K - 1 - k));
        respond<W, stride>(ofSums + k, ofDifferences + k, T::madd(parity, far, near), T::madd(opposite, far, near),
                           k == 0, sums, differences);
    }
    RECFILTER_UNROLL
    for (int m = 0; m < 2 * N; m++)
    {
        const V before = T::load(p + m * T::lanes), behind = T::load(e + m * T::lanes);
        respond<W, stride>(ofSums + half + m, ofDifferences + half + m, T::madd(parity, behind, before),
                           T::madd(opposite, behind, before), false, sums, differences);
    }
    RECFILTER_UNROLL
    for (int k = 0; k < half; k++)
    {
        y[k] = T::add(sums[k], differences[k]);
        y[K - 1 - k] = T::sub(sums[k], differences[k]);
    }
    V behind[2 * N], before[2 * N];
    loadStates<W, N>(e, behind);
    loadStates<W, N>(a, before);
    addPairPower<W, N>(tables.block.data(), behind, before);
    storeStates<W, N>(before, e);
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter
