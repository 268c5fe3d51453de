// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Part of filter_kernels.simd.hpp, which alone includes it: row passes of mirrored added pairs, block by block.

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

/* The forward pass keeps the pixels and the causal state before every block, and adds up the anticausal sum a
(math/moments.hpp) over the line. The backward pass starts from exact states at both ends. So the border does not change
the cost. Closing sums and a response to the state before the line would take 12 multiply-adds a pixel (three pairs).

A block has `lanes` pixels of one channel. C interleaved channels share C neighbouring blocks of the transposed tile, a
group: pixel k of channel c is vector k C + c of the group. Each channel has the kept states of one of its blocks. */

//! The vectors of a transposed block.
template <typename W>
struct BlockPixels
{
    const W* block;

    CV_ALWAYS_INLINE const W* at(int k) const { return block + k * Vector<W>::lanes; }
};

//! Those of one channel in a group of transposed blocks.
template <typename W>
struct ChannelPixels
{
    W* group;
    const ptrdiff_t* offsets; //!< of the channel's pixels

    CV_ALWAYS_INLINE W* at(int k) const { return group + offsets[k]; }
};

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

//! Loads a block of a tile and stores it transposed.
template <typename W>
CV_ALWAYS_INLINE void transposeBlock(const W* in, size_t step, W* block,
                                     typename Vector<W>::type (&x)[Vector<W>::lanes])
{
    loadVectors<W>(in, x, step);
    transpose<W>(x);
    storeBlock<W>(block, x);
}

//! @param powerOfLine A to the pixels before the block; null: faded @param before receives the state before it
template <typename W, int N>
CV_ALWAYS_INLINE void sumForward(const PairBlocks<W>& tables, const W* powerOfLine,
                                 const typename Vector<W>::type (&x)[Vector<W>::lanes], W* before, W* p, W* total)
{
    using T = Vector<W>;
    typename T::type f[2 * N], a[2 * N], state[2 * N];
    sumBlock<W, N, T::lanes>(tables, x, f, a);
    storeStates<W, N>(a, before + 2 * N * T::lanes);
    loadStates<W, N>(p, state);
    storeStates<W, N>(state, before);
    addPairPower<W, N>(tables.block.data(), state, f);
    keepSums<W, N>(powerOfLine, f, a, p, total);
}

//! sumForward of only `count` pixels, at the end of a line.
template <typename W, int N, typename Pixels>
CV_ALWAYS_INLINE void sumPixelsForward(const PairsChain<W, N>& chain, const W* powerOfLine, const Pixels& pixels,
                                       W* before, W* p, W* total, int count)
{
    using T = Vector<W>;
    typename PairsChain<W, N>::State f, a;
    loadStates<W, N>(p, f.s);
    storeStates<W, N>(f.s, before);
    clearStates<W, N>(a.s);
    for (int j = 0; j < count; j++)
        chain.step(T::load(pixels.at(j)), f);
    for (int j = count - 1; j >= 0; j--)
        chain.step(T::load(pixels.at(j)), a);
    keepSums<W, N>(powerOfLine, f.s, a.s, p, total);
}

template <typename W, int N>
RECFILTER_NOINLINE void forwardPairBlock(const PairBlocks<W>& tables, const W* powerOfLine, const W* in, size_t step,
                                         W* block, W* before, W* p, W* total)
{
    typename Vector<W>::type x[Vector<W>::lanes];
    transposeBlock<W>(in, step, block, x);
    sumForward<W, N>(tables, powerOfLine, x, before, p, total);
}

template <typename W, int N>
RECFILTER_NOINLINE void forwardPairPixels(const PairsChain<W, N>& chain, const W* powerOfLine, const W* in, size_t step,
                                          W* block, W* before, W* p, W* total, int count)
{
    typename Vector<W>::type x[Vector<W>::lanes];
    transposeBlock<W>(in, step, block, x);
    sumPixelsForward<W, N>(chain, powerOfLine, BlockPixels<W>{block}, before, p, total, count);
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
template <typename W, int N, typename Pixels>
CV_ALWAYS_INLINE void respondToPairs(const PairBlocks<W>& tables, const W* powerOfLine, const Pixels& pixels,
                                     const W* before, const W* start, W* z,
                                     typename Vector<W>::type (&y)[Vector<W>::lanes])
{
    constexpr int lanes = Vector<W>::lanes;
    alignas(64) W entering[2 * N * lanes];
    const W* p = before;
    if (powerOfLine)
    {
        typename Vector<W>::type states[2 * N];
        loadStatesBefore<W, N>(powerOfLine, before, start, states);
        storeStates<W, N>(states, entering);
        p = entering;
    }
    respondBlock<W, N, lanes>(tables, pixels, p, z, before + 2 * N * lanes, y);
}

/** Both directions by recursion: over the first `count` pixels of a block, or for filters that are neither even nor
odd. The steps of both directions alternate, so that neither direction waits for the other.
@param causal its `direct` has the pixel's own share of both directions @param y results; beyond `count` undefined */
template <typename W, int N, typename Pixels>
CV_ALWAYS_INLINE void recursePairs(const PairsChain<W, N>& causal, const PairsChain<W, N>& anticausal,
                                   const W* powerOfLine, const Pixels& pixels, const W* before, const W* start, W* z,
                                   int count, typename Vector<W>::type (&y)[Vector<W>::lanes])
{
    using T = Vector<W>;
    constexpr int lanes = T::lanes;
    alignas(64) W forth[lanes * lanes], back[lanes * lanes];
    typename PairsChain<W, N>::State p, e;
    loadStatesBefore<W, N>(powerOfLine, before, start, p.s);
    loadStates<W, N>(z, e.s);
    for (int j = 0; j < count; j++)
    {
        const int k = count - 1 - j;
        const typename T::type near = T::load(pixels.at(j)), far = T::load(pixels.at(k));
        causal.take(near, p);
        causal.take(far, e);
        T::store(forth + j * lanes, causal.resultOf(p, T::mul(causal.direct, near)));
        T::store(back + k * lanes, anticausal.resultOf(e, T::zero()));
    }
    storeStates<W, N>(e.s, z);
    RECFILTER_UNROLL
    for (int j = 0; j < lanes; j++)
        y[j] = T::add(T::load(forth + j * lanes), T::load(back + j * lanes));
}

template <typename W, int N, bool NonTemporal>
RECFILTER_NOINLINE void backwardPairBlock(const PairBlocks<W>& tables, const W* powerOfLine, const W* block,
                                          const W* before, const W* start, W* z, W* out, size_t step,
                                          LineWriter<W> lines, W gain)
{
    typename Vector<W>::type y[Vector<W>::lanes];
    respondToPairs<W, N>(tables, powerOfLine, BlockPixels<W>{block}, before, start, z, y);
    writeBlock<W, NonTemporal>(y, gain, out, step, lines);
}

template <typename W, int N, bool NonTemporal>
RECFILTER_NOINLINE void backwardPairPixels(const PairsChain<W, N>& causal, const PairsChain<W, N>& anticausal,
                                           const W* powerOfLine, const W* block, const W* before, const W* start, W* z,
                                           W* out, size_t step, LineWriter<W> lines, W gain, int count)
{
    typename Vector<W>::type y[Vector<W>::lanes];
    recursePairs<W, N>(causal, anticausal, powerOfLine, BlockPixels<W>{block}, before, start, z, count, y);
    writeBlock<W, NonTemporal>(y, gain, out, step, lines);
}

//! A pass in pixels instead of elements. Computed once for each tile: divisions in each column took 3 % of the time.
template <typename W>
struct PairPass
{
    explicit PairPass(const RowPass<W>& p)
        : pass(p), pixels(p.channels == 1 ? p.cols : p.cols / p.channels),
          firstPlace((p.channels == 1 ? p.weightElement[0] : p.weightElement[0] / p.channels) / Vector<W>::lanes)
    {
    }

    int columns() const { return (pixels + Vector<W>::lanes - 1) / Vector<W>::lanes; }

    const RowPass<W>& pass;
    const int pixels;
    const int64 firstPlace; //!< of its first column in the powers of the line
};

//! One column of blocks of a pass, or of groups of blocks, common to all bundles.
template <typename W>
struct PairColumn
{
    PairColumn(const PairPass<W>& pairs, int index)
    {
        constexpr int lanes = Vector<W>::lanes;
        const RowPass<W>& pass = pairs.pass;
        const PairBlocks<W>& tables = *pass.pairBlocks;
        count = std::min(lanes, pairs.pixels - index * lanes);
        first = index * lanes * pass.channels;
        offset = ptrdiff_t(index) * pass.channels * pass.blockStep;
        const int64 place = pairs.firstPlace + index;
        powerOfLine = place < tables.powerCount ? &tables.powers[size_t(place) * tables.block.size()] : nullptr;
    }

    int count; //!< pixels
    int first; //!< element
    ptrdiff_t offset;
    const W* powerOfLine;
};

//! Of images of one channel, whose blocks are one pixel's vector after the other.
template <typename W>
struct NoOffsets
{
    explicit NoOffsets(const RowPass<W>&) {}
};

//! Position of a block's kept states. No gaps: a gap of 10 in 16 cache lines would leave as many cache sets unused.
template <typename W, int N>
CV_ALWAYS_INLINE ptrdiff_t statesAt(ptrdiff_t block)
{
    return block / Vector<W>::lanes * pairBlockStates(N);
}

template <typename W, int N>
CV_ALWAYS_INLINE void forwardPairs(const PairsChain<W, N>& chain, const RowPass<W>& pass, const PairColumn<W>& column,
                                   const NoOffsets<W>&, int g)
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
                                    const RowPass<W>& pass, const PairColumn<W>& column, const NoOffsets<W>&, int g)
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

//! Where the pixels of interleaved channels lie in a group of transposed blocks. Set once a tile, so without divisions.
template <typename W>
struct ChannelOffsets
{
    explicit ChannelOffsets(const RowPass<W>& pass)
    {
        constexpr int lanes = Vector<W>::lanes;
        for (int b = 0, k = 0, c = 0; b < pass.channels; b++)
            for (int j = 0; j < lanes; j++)
            {
                of[c][k] = b * pass.blockStep + j * lanes;
                k += c + 1 == pass.channels;
                c = c + 1 == pass.channels ? 0 : c + 1;
            }
    }

    ptrdiff_t of[MAX_PAIR_CHANNELS][Vector<W>::lanes];
};

//! A channel of one bundle in a column of groups.
template <typename W, int N>
struct PairChannel
{
    PairChannel(const RowPass<W>& pass, const PairColumn<W>& column, const ChannelOffsets<W>& offsets, int g, int c)
    {
        constexpr int lanes = Vector<W>::lanes;
        const ptrdiff_t at = column.offset + ptrdiff_t(g) * lanes * lanes;
        const int line = g * pass.channels + c;
        pixels = {pass.transposed + at, offsets.of[c]};
        kept = pass.parallelSum + statesAt<W, N>(at + c * pass.blockStep);
        state = pass.state + line * 2 * N * lanes;
        ofLine = pass.sums[0] + line * 2 * N * lanes;
    }

    ChannelPixels<W> pixels;
    W *kept, *state, *ofLine;
};

template <typename W, int N>
RECFILTER_NOINLINE void forwardPairs(const PairsChain<W, N>& chain, const RowPass<W>& pass, const PairColumn<W>& column,
                                     const ChannelOffsets<W>& offsets, int g)
{
    using T = Vector<W>;
    typename T::type x[T::lanes];
    const W* const in = pass.rows.data + size_t(g) * T::lanes * pass.rows.step + column.first;
    W* const group = pass.transposed + column.offset + ptrdiff_t(g) * T::lanes * T::lanes;
    for (int b = 0; b < pass.channels; b++)
        transposeBlock<W>(in + b * T::lanes, pass.rows.step, group + b * pass.blockStep, x);
    for (int c = 0; c < pass.channels; c++)
    {
        const PairChannel<W, N> channel(pass, column, offsets, g, c);
        if (column.count < T::lanes)
        {
            sumPixelsForward<W, N>(chain, column.powerOfLine, channel.pixels, channel.kept, channel.state,
                                   channel.ofLine, column.count);
            continue;
        }
        RECFILTER_UNROLL
        for (int k = 0; k < T::lanes; k++)
            x[k] = T::load(channel.pixels.at(k));
        sumForward<W, N>(*pass.pairBlocks, column.powerOfLine, x, channel.kept, channel.state, channel.ofLine);
    }
}

//! The results of each channel replace its pixels. Then the blocks are written, from the last one on.
template <typename W, int N>
RECFILTER_NOINLINE void backwardPairs(const PairsChain<W, N>& causal, const PairsChain<W, N>& anticausal,
                                      const RowPass<W>& pass, const PairColumn<W>& column,
                                      const ChannelOffsets<W>& offsets, int g)
{
    using T = Vector<W>;
    typename T::type y[T::lanes];
    const bool whole = column.count == T::lanes && pass.pairBlocks->response.parity != 0;
    for (int c = 0; c < pass.channels; c++)
    {
        const PairChannel<W, N> channel(pass, column, offsets, g, c);
        if (whole)
            respondToPairs<W, N>(*pass.pairBlocks, column.powerOfLine, channel.pixels, channel.kept, channel.ofLine,
                                 channel.state, y);
        else
            recursePairs<W, N>(causal, anticausal, column.powerOfLine, channel.pixels, channel.kept, channel.ofLine,
                               channel.state, column.count, y);
        RECFILTER_UNROLL
        for (int k = 0; k < T::lanes; k++)
            T::store(channel.pixels.at(k), y[k]);
    }
    W* const out = pass.rows.data + size_t(g) * T::lanes * pass.rows.step + column.first;
    W* const group = pass.transposed + column.offset + ptrdiff_t(g) * T::lanes * T::lanes;
    const LineWriter<W> lines(pass, g);
    for (int b = pass.channels - 1; b >= 0; b--)
    {
        loadVectors<W>(group + b * pass.blockStep, y);
        if (pass.nonTemporal)
            writeBlock<W, true>(y, pass.gain, out + b * T::lanes, pass.rows.step, lines);
        else
            writeBlock<W, false>(y, pass.gain, out + b * T::lanes, pass.rows.step, lines);
    }
}

/** Both passes, block by block in turn. One channel has a loop of its own: with both kinds in one, a plane of 1024^2
took 5 % longer. */
template <typename W, int N, bool AreInterleaved>
void pairRowPasses(const RowPass<W>* backward, const RowPass<W>* forward, const Prefetch& wanted)
{
    const PairBlocks<W>& tables = *(backward ? backward : forward)->pairBlocks;
    const PairsChain<W, N> anticausal(*tables.anticausal);
    PairsChain<W, N> causal(*tables.causal);
    causal.direct = Vector<W>::add(causal.direct, anticausal.direct);
    const PairPass<W> backPass(*(backward ? backward : forward)), forthPass(*(forward ? forward : backward));
    const std::conditional_t<AreInterleaved, ChannelOffsets<W>, NoOffsets<W>> backOffsets(backPass.pass),
        forthOffsets(forthPass.pass);
    const int backBlocks = backward ? backPass.columns() : 0, forthBlocks = forward ? forthPass.columns() : 0;
    const int steps = std::max(backBlocks, forthBlocks);
    const int bundles = std::max(backward ? backward->bundles : 0, forward ? forward->bundles : 0);
    PrefetchCursor prefetch(wanted, steps * bundles);
    for (int k = 0; k < steps; k++)
    {
        const PairColumn<W> back(backPass, std::max(backBlocks - 1 - k, 0)), forth(forthPass, k);
        for (int g = 0; g < bundles; g++)
        {
            prefetch.step();
            if (k < backBlocks && g < backward->bundles)
                backwardPairs<W, N>(causal, anticausal, *backward, back, backOffsets, g);
            if (k < forthBlocks && g < forward->bundles)
                forwardPairs<W, N>(causal, *forward, forth, forthOffsets, g);
        }
    }
}

template <typename W, int N>
void pairRowPasses(const RowPass<W>* backward, const RowPass<W>* forward, const Prefetch& wanted)
{
    if ((backward ? backward : forward)->channels == 1)
        pairRowPasses<W, N, false>(backward, forward, wanted);
    else
        pairRowPasses<W, N, true>(backward, forward, wanted);
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
