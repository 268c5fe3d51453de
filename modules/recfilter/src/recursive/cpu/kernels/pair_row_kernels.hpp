// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Part of filter_kernels.simd.hpp, which alone includes it: row passes of mirrored added pairs, block by block.

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

/* The forward pass keeps the pixels and the causal state before every block, and adds up the anticausal sum a
(math/moments.hpp) over the line. The backward pass starts from exact states at both ends. So the border does not change
the cost. Closing sums and a response to the state before the line would take 12 multiply-adds a pixel (three pairs). */

//! Stores the state behind a forward block and adds the block to a over the line. @param f sum, state included
template <typename W, int N>
CV_ALWAYS_INLINE void keepSums(const W* powerOfLine, const typename Vector<W>::type (&f)[2 * N],
                               const typename Vector<W>::type (&a)[2 * N], W* p, W* total)
{
    storeStates<W, N>(f, p);
    if (!powerOfLine)
        return;
    typename Vector<W>::type sum[2 * N];
    loadStates<W, N>(total, sum);
    addPairPower<W, N>(powerOfLine, a, sum);
    storeStates<W, N>(sum, total);
}

//! @param powerOfLine A to the pixels before the block; null: faded @param before receives the state before it
template <typename W, int N>
RECFILTER_NOINLINE void forwardPairBlock(const PairBlocks<W>& tables, const W* powerOfLine, const W* in, size_t step,
                                         W* block, W* before, W* p, W* total)
{
    using T = Vector<W>;
    using V = typename T::type;
    V x[T::lanes], f[2 * N], a[2 * N], state[2 * N];
    loadVectors<W>(in, x, step);
    transpose<W>(x);
    storeBlock<W>(block, x);
    sumBlock<W, N, T::lanes>(tables, x, f, a);
    storeStates<W, N>(a, before + 2 * N * T::lanes);
    loadStates<W, N>(p, state);
    storeStates<W, N>(state, before);
    addPairPower<W, N>(tables.block.data(), state, f);
    keepSums<W, N>(powerOfLine, f, a, p, total);
}

//! A forward block of only `count` pixels, at the end of a line.
template <typename W, int N>
RECFILTER_NOINLINE void forwardPairPixels(const PairsChain<W, N>& chain, const W* powerOfLine, const W* in, size_t step,
                                          W* block, W* before, W* p, W* total, int count)
{
    using T = Vector<W>;
    typename T::type x[T::lanes];
    loadVectors<W>(in, x, step);
    transpose<W>(x);
    storeBlock<W>(block, x);
    typename PairsChain<W, N>::State f, a;
    loadStates<W, N>(p, f.s);
    storeStates<W, N>(f.s, before);
    clearStates<W, N>(a.s);
    for (int j = 0; j < count; j++)
        chain.step(T::load(block + j * T::lanes), f);
    for (int j = count - 1; j >= 0; j--)
        chain.step(T::load(block + j * T::lanes), a);
    keepSums<W, N>(powerOfLine, f.s, a.s, p, total);
}

//! @param before state before the block if the line began with 0. @param start state that the line begins with
template <typename W, int N>
CV_ALWAYS_INLINE void loadStatesBefore(const W* powerOfLine, const W* before, const W* start,
                                       typename Vector<W>::type (&p)[2 * N])
{
    loadStates<W, N>(before, p);
    if (!powerOfLine)
        return;
    typename Vector<W>::type first[2 * N];
    loadStates<W, N>(start, first);
    addPairPower<W, N>(powerOfLine, first, p);
}

//! Both directions over a block. @param z anticausal state behind the block; becomes the one before it
template <typename W, int N, bool NonTemporal>
RECFILTER_NOINLINE void backwardPairBlock(const PairBlocks<W>& tables, const W* powerOfLine, const W* block,
                                          const W* before, const W* start, W* z, W* out, size_t step,
                                          LineWriter<W> lines, W gain)
{
    using T = Vector<W>;
    using V = typename T::type;
    constexpr int lanes = T::lanes;
    alignas(64) W entering[2 * N * lanes];
    const W* p = before;
    if (powerOfLine)
    {
        V states[2 * N];
        loadStatesBefore<W, N>(powerOfLine, before, start, states);
        storeStates<W, N>(states, entering);
        p = entering;
    }
    V x[lanes];
    respondBlock<W, N, lanes>(tables, block, lanes, p, z, before + 2 * N * lanes, x);
    writeBlock<W, NonTemporal>(x, gain, out, step, lines);
}

/** Both directions by recursion: over the first `count` pixels of a block, or for filters that are neither even nor
odd. The steps of both directions alternate, so that neither direction waits for the other.
@param causal its `direct` has the pixel's own share of both directions */
template <typename W, int N, bool NonTemporal>
RECFILTER_NOINLINE void backwardPairPixels(const PairsChain<W, N>& causal, const PairsChain<W, N>& anticausal,
                                           const W* powerOfLine, const W* block, const W* before, const W* start, W* z,
                                           W* out, size_t step, LineWriter<W> lines, W gain, int count)
{
    using T = Vector<W>;
    constexpr int lanes = T::lanes;
    alignas(64) W forth[lanes * lanes], back[lanes * lanes];
    typename PairsChain<W, N>::State p, e;
    loadStatesBefore<W, N>(powerOfLine, before, start, p.s);
    loadStates<W, N>(z, e.s);
    for (int j = 0; j < count; j++)
    {
        const int k = (count - 1 - j) * lanes;
        const typename T::type x = T::load(block + j * lanes), y = T::load(block + k);
        causal.take(x, p);
        causal.take(y, e);
        T::store(forth + j * lanes, causal.resultOf(p, T::mul(causal.direct, x)));
        T::store(back + k, anticausal.resultOf(e, T::zero()));
    }
    storeStates<W, N>(e.s, z);
    typename T::type x[lanes];
    RECFILTER_UNROLL
    for (int j = 0; j < lanes; j++)
        x[j] = T::add(T::load(forth + j * lanes), T::load(back + j * lanes));
    writeBlock<W, NonTemporal>(x, gain, out, step, lines);
}

//! One block column of a pass, common to all bundles.
template <typename W>
struct PairColumn
{
    PairColumn(const RowPass<W>& pass, int index)
        : count(std::min(Vector<W>::lanes, pass.cols - index * Vector<W>::lanes)), first(index * Vector<W>::lanes),
          offset(index * pass.blockStep)
    {
        const PairBlocks<W>& tables = *pass.pairBlocks;
        const int64 place = pass.weightElement[0] / Vector<W>::lanes + index;
        powerOfLine = place < tables.powerCount ? &tables.powers[size_t(place) * tables.block.size()] : nullptr;
    }

    int count, first;
    ptrdiff_t offset;
    const W* powerOfLine;
};

//! Position of a block's kept states. No gaps: a gap of 10 in 16 cache lines would leave as many cache sets unused.
template <typename W, int N>
CV_ALWAYS_INLINE ptrdiff_t statesAt(ptrdiff_t block)
{
    return block / Vector<W>::lanes * pairBlockStates(N);
}

template <typename W, int N>
CV_ALWAYS_INLINE void forwardPairs(const PairsChain<W, N>& chain, const RowPass<W>& pass, const PairColumn<W>& column,
                                   int g)
{
    constexpr int lanes = Vector<W>::lanes;
    const W* in = pass.rows.data + size_t(g) * lanes * pass.rows.step + column.first;
    const ptrdiff_t at = column.offset + ptrdiff_t(g) * lanes * lanes;
    W* const before = pass.parallelSum + statesAt<W, N>(at);
    W *p = pass.state + g * 2 * N * lanes, *total = pass.sums[0] + g * 2 * N * lanes;
    if (column.count == lanes)
        forwardPairBlock<W, N>(*pass.pairBlocks, column.powerOfLine, in, pass.rows.step, pass.transposed + at, before,
                               p, total);
    else
        forwardPairPixels<W, N>(chain, column.powerOfLine, in, pass.rows.step, pass.transposed + at, before, p, total,
                                column.count);
}

template <typename W, int N>
CV_ALWAYS_INLINE void backwardPairs(const PairsChain<W, N>& causal, const PairsChain<W, N>& anticausal,
                                    const RowPass<W>& pass, const PairColumn<W>& column, int g)
{
    constexpr int lanes = Vector<W>::lanes;
    W* out = pass.rows.data + size_t(g) * lanes * pass.rows.step + column.first;
    const ptrdiff_t at = column.offset + ptrdiff_t(g) * lanes * lanes;
    const W* const before = pass.parallelSum + statesAt<W, N>(at);
    W *z = pass.state + g * 2 * N * lanes, *start = pass.sums[0] + g * 2 * N * lanes;
    const LineWriter<W> lines(pass, g);
    const bool whole = column.count == lanes && pass.pairBlocks->response.parity != 0;
    withTruth(pass.nonTemporal, [&](auto nonTemporal) {
        if (whole)
            backwardPairBlock<W, N, nonTemporal.value>(*pass.pairBlocks, column.powerOfLine, pass.transposed + at,
                                                       before, start, z, out, pass.rows.step, lines, pass.gain);
        else
            backwardPairPixels<W, N, nonTemporal.value>(causal, anticausal, column.powerOfLine, pass.transposed + at,
                                                        before, start, z, out, pass.rows.step, lines, pass.gain,
                                                        column.count);
    });
}

template <typename W, int N>
void pairRowPasses(const RowPass<W>* backward, const RowPass<W>* forward, const Prefetch& wanted)
{
    constexpr int lanes = Vector<W>::lanes;
    const PairBlocks<W>& tables = *(backward ? backward : forward)->pairBlocks;
    const PairsChain<W, N> anticausal(*tables.anticausal);
    PairsChain<W, N> causal(*tables.causal);
    causal.direct = Vector<W>::add(causal.direct, anticausal.direct);
    const int backBlocks = backward ? backward->blocks(lanes) : 0, forthBlocks = forward ? forward->blocks(lanes) : 0;
    const int steps = std::max(backBlocks, forthBlocks);
    const int bundles = std::max(backward ? backward->bundles : 0, forward ? forward->bundles : 0);
    PrefetchCursor prefetch(wanted, steps * bundles);
    for (int k = 0; k < steps; k++)
    {
        const PairColumn<W> back(*(backward ? backward : forward), std::max(backBlocks - 1 - k, 0));
        const PairColumn<W> forth(*(forward ? forward : backward), k);
        for (int g = 0; g < bundles; g++)
        {
            prefetch.step();
            if (k < backBlocks && g < backward->bundles)
                backwardPairs<W, N>(causal, anticausal, *backward, back, g);
            if (k < forthBlocks && g < forward->bundles)
                forwardPairs<W, N>(causal, *forward, forth, g);
        }
    }
}

template <typename W>
void pairRowPasses(const RowPass<W>* backward, const RowPass<W>* forward, const Prefetch& wanted)
{
    static_assert(MAX_ADDED_PAIRS == 3, "mirrored pairs are two or three");
    const size_t pairs = (backward ? backward : forward)->pairBlocks->causal->pairs.size();
    if constexpr (Vector<W>::lanes >= 4)
        if (pairs == 2)
            return pairRowPasses<W, 2>(backward, forward, wanted);
    if constexpr (Vector<W>::lanes >= 8)
        if (pairs == 3)
            return pairRowPasses<W, 3>(backward, forward, wanted);
    CV_Error(Error::StsInternal, "blocks of vectors shorter than the states of pairs");
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter
