// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Part of filter_kernels.simd.hpp: passes along rows, one row a lane, over transposed blocks.

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

/** One bundle of rows of a pass: where its states and sums are. */
template <typename W>
struct Bundle
{
    W* state;
    W* sums[2];
};

template <typename W>
inline Bundle<W> bundleOf(const RowPass<W>& pass, int g)
{
    Bundle<W> bundle;
    bundle.state = pass.state + size_t(g) * pass.channels * pass.chain->states * Vector<W>::lanes;
    for (int k = 0; k < 2; k++)
        bundle.sums[k] = pass.weights[k]
                             ? pass.sums[k] + size_t(g) * pass.channels * pass.weights[k]->states * Vector<W>::lanes
                             : nullptr;
    return bundle;
}

//! A channel's vectors in an array of count vectors a channel.
template <typename W>
inline W* ofChannel(W* vectors, int channel, int count)
{
    return vectors + size_t(channel) * count * Vector<W>::lanes;
}

//! sums += weights * x for the elements of a transposed block that have weights.
template <typename W>
inline void addClosingSums(const WeightTable<W>& table, W* sums, int channels, const W* block, int64 begin, int count)
{
    using T = Vector<W>;
    const int first = int(std::max<int64>(table.first - begin, 0));
    const int end = int(std::min<int64>(table.first + table.count - begin, count));
    int channel = int((begin + first) % channels);
    for (int m = 0; m < table.states && channels == 1; m++)
    {
        // Four sums: a single one would wait for itself at every element.
        typename T::type part[4] = {T::load(sums + m * T::lanes), T::zero(), T::zero(), T::zero()};
        const W* weights = table.at(begin + first) + m;
        int j = first;
        for (; j + 4 <= end; j += 4, weights += 4 * table.states)
        {
            RECFILTER_UNROLL
            for (int k = 0; k < 4; k++)
                part[k] = T::madd(T::all(weights[k * table.states]), T::load(block + (j + k) * T::lanes), part[k]);
        }
        for (; j < end; j++, weights += table.states)
            part[0] = T::madd(T::all(*weights), T::load(block + j * T::lanes), part[0]);
        T::store(sums + m * T::lanes, T::add(T::add(part[0], part[1]), T::add(part[2], part[3])));
    }
    for (int j = first; j < end && channels > 1; j++)
    {
        W* sum = ofChannel(sums, channel, table.states);
        const W* weights = table.at(begin + j);
        for (int m = 0; m < table.states; m++, sum += T::lanes)
            T::store(sum, T::madd(T::all(weights[m]), T::load(block + j * T::lanes), T::load(sum)));
        channel = channel + 1 == channels ? 0 : channel + 1;
    }
}

//! block += response * (state before the line), for the elements that still feel it.
template <typename W>
inline void addResponse(const WeightTable<W>& table, W* start, int channels, W* block, int64 begin, int count)
{
    using T = Vector<W>;
    const int end = int(std::min<int64>(table.count - begin, count));
    for (int j = 0; j < end; j++)
    {
        const W* s = channels == 1 ? start : ofChannel(start, int((begin + j) % channels), table.states);
        const W* weights = table.at(begin + j);
        typename T::type x = T::load(block + j * T::lanes);
        for (int m = 0; m < table.states; m++)
            x = T::madd(T::all(weights[m]), T::load(s + m * T::lanes), x);
        T::store(block + j * T::lanes, x);
    }
}

//! Runs the chain over a whole block of one channel in registers.
template <typename W, typename ChainType, bool Backward>
inline void recurse(const ChainType& chain, typename Vector<W>::type (&x)[Vector<W>::lanes], W* state)
{
    using T = Vector<W>;
    enum
    {
        lanes = T::lanes
    };
    typename ChainType::State s;
    chain.load(s, state, lanes);
    RECFILTER_UNROLL
    for (int k = 0; k < lanes; k++)
    {
        const int j = Backward ? lanes - 1 - k : k;
        x[j] = chain.step(x[j], s);
    }
    chain.save(s, state, lanes);
}

//! A whole block of interleaved channels, states in registers: which channel an element is of is known to the compiler.
template <typename W, typename ChainType, bool Backward, int Channels, int FirstChannel>
RECFILTER_NOINLINE void recurseChannels(const ChainType& chain, W* block, W* state)
{
    using T = Vector<W>;
    enum
    {
        lanes = T::lanes
    };
    typename ChainType::State s[Channels];
    RECFILTER_UNROLL
    for (int c = 0; c < Channels; c++)
        chain.load(s[c], ofChannel(state, c, ChainType::size), lanes);
    RECFILTER_UNROLL
    for (int k = 0; k < lanes; k++)
    {
        const int j = Backward ? lanes - 1 - k : k;
        T::store(block + j * lanes, chain.step(T::load(block + j * lanes), s[(FirstChannel + j) % Channels]));
    }
    RECFILTER_UNROLL
    for (int c = 0; c < Channels; c++)
        chain.save(s[c], ofChannel(state, c, ChainType::size), lanes);
}

//! Two, three or four channels in whole blocks that start with a channel known here; tells whether this was one.
template <typename W, typename ChainType, bool Backward>
inline bool recurseWholeBlock(const ChainType& chain, W* block, int count, W* state, int channels, int firstChannel)
{
    if constexpr (ChainType::isInRegisters && Vector<W>::lanes % 4 == 0)
    {
        if (count == Vector<W>::lanes)
            switch (channels * 4 + firstChannel)
            {
            case 8:
                recurseChannels<W, ChainType, Backward, 2, 0>(chain, block, state);
                return true;
            case 12:
                recurseChannels<W, ChainType, Backward, 3, 0>(chain, block, state);
                return true;
            case 13:
                recurseChannels<W, ChainType, Backward, 3, 1>(chain, block, state);
                return true;
            case 14:
                recurseChannels<W, ChainType, Backward, 3, 2>(chain, block, state);
                return true;
            case 16:
                recurseChannels<W, ChainType, Backward, 4, 0>(chain, block, state);
                return true;
            }
    }
    return false;
}

//! The same in memory, for blocks at the end of a line and for interleaved channels.
template <typename W, typename ChainType, bool Backward>
inline void recurse(const ChainType& chain, W* block, int count, W* state, int channels, int firstChannel)
{
    using T = Vector<W>;
    if (recurseWholeBlock<W, ChainType, Backward>(chain, block, count, state, channels, firstChannel))
        return;
    typename ChainType::State s;
    int channel = Backward ? (firstChannel + count - 1) % channels : firstChannel;
    for (int k = 0; k < count; k++)
    {
        W* x = block + (Backward ? count - 1 - k : k) * T::lanes;
        W* memory = ofChannel(state, channel, ChainType::statesOf(chain));
        chain.load(s, memory, T::lanes);
        T::store(x, chain.step(T::load(x), s));
        chain.save(s, memory, T::lanes);
        channel = Backward ? (channel == 0 ? channels - 1 : channel - 1) : (channel + 1 == channels ? 0 : channel + 1);
    }
}

template <typename W>
inline void storeBlock(W* block, const typename Vector<W>::type (&x)[Vector<W>::lanes])
{
    RECFILTER_UNROLL
    for (int j = 0; j < Vector<W>::lanes; j++)
        Vector<W>::store(block + j * Vector<W>::lanes, x[j]);
}

template <typename W>
inline void loadBlock(const W* block, typename Vector<W>::type (&x)[Vector<W>::lanes])
{
    RECFILTER_UNROLL
    for (int j = 0; j < Vector<W>::lanes; j++)
        x[j] = Vector<W>::load(block + j * Vector<W>::lanes);
}

//! The share of the wanted lines that one of the steps over a tile asks for: all at once they would stall.
CV_ALWAYS_INLINE void prefetchShare(const Prefetch& wanted, int step, int steps)
{
    const int64 end = wanted.firstLine + int64(wanted.lines) * (step + 1) / steps;
    for (int64 line = wanted.firstLine + int64(wanted.lines) * step / steps; line < end;)
    {
        const int64 row = line / wanted.linesPerRow, column = line % wanted.linesPerRow;
        const int64 count = std::min(end - line, wanted.linesPerRow - column);
        const uchar* p = wanted.image + size_t(row) * wanted.step + size_t(column) * 64;
        for (int64 i = 0; i < count; i++)
            prefetchLine(p + i * 64);
        line += count;
    }
}

/* The two block functions stay functions of their own: merged into the loop over the tile their registers spill, and the
forward one takes 7.2 cycles for 16 floats instead of 4.3. */

template <typename W, typename ChainType>
RECFILTER_NOINLINE void forwardBlock(const ChainType& chain, const RowPass<W>& pass, int g, int c, ptrdiff_t offset)
{
    using T = Vector<W>;
    enum
    {
        lanes = T::lanes
    };
    const Bundle<W> bundle = bundleOf(pass, g);
    const int count = std::min(int(lanes), pass.cols - c);
    const int64 begin = pass.element + c;
    typename T::type x[lanes];
    const W* in = pass.rows.data + size_t(g) * lanes * pass.rows.step + c;
    RECFILTER_UNROLL
    for (int i = 0; i < lanes; i++)
        x[i] = T::load(in + size_t(i) * pass.rows.step);
    transpose<W>(x);
    W* raw = pass.transposed + offset;
    W* out = pass.parallelSum ? pass.parallelSum + offset : raw;
    for (int k = 0; k < 2; k++)
        if (pass.weights[k] && pass.weights[k]->meets(begin, begin + count))
        {
            storeBlock<W>(raw, x);
            addClosingSums(*pass.weights[k], bundle.sums[k], pass.channels, raw, begin, count);
        }
    if (pass.parallelSum)
        storeBlock<W>(raw, x);
    if (count == lanes && pass.channels == 1)
    {
        recurse<W, ChainType, false>(chain, x, bundle.state);
        storeBlock<W>(out, x);
        return;
    }
    storeBlock<W>(out, x);
    recurse<W, ChainType, false>(chain, out, count, bundle.state, pass.channels, int(begin % pass.channels));
}

template <typename W, typename ChainType>
RECFILTER_NOINLINE void backwardBlock(const ChainType& chain, const RowPass<W>& pass, int g, int c, ptrdiff_t offset)
{
    using T = Vector<W>;
    enum
    {
        lanes = T::lanes
    };
    const Bundle<W> bundle = bundleOf(pass, g);
    const int count = std::min(int(lanes), pass.cols - c);
    const int64 begin = pass.element + c;
    W* block = pass.transposed + offset;
    W* sum = pass.parallelSum ? pass.parallelSum + offset : nullptr;
    if (pass.weights[0] && pass.weights[0]->meets(begin, begin + count))
        addResponse(*pass.weights[0], bundle.sums[0], pass.channels, sum ? sum : block, begin, count);
    typename T::type x[lanes];
    const bool inRegisters = count == lanes && pass.channels == 1;
    if (!inRegisters)
        recurse<W, ChainType, true>(chain, block, count, bundle.state, pass.channels, int(begin % pass.channels));
    loadBlock<W>(block, x);
    if (inRegisters)
        recurse<W, ChainType, true>(chain, x, bundle.state);
    if (sum)
    {
        RECFILTER_UNROLL
        for (int j = 0; j < lanes; j++)
            x[j] = T::add(x[j], T::load(sum + j * lanes));
    }
    const typename T::type gain = T::all(pass.gain);
    RECFILTER_UNROLL
    for (int j = 0; j < lanes; j++)
        x[j] = T::mul(x[j], gain);
    transpose<W>(x);
    W* out = pass.rows.data + size_t(g) * lanes * pass.rows.step + c;
    if (pass.nonTemporal)
    {
        RECFILTER_UNROLL
        for (int i = 0; i < lanes; i++)
            T::stream(out + size_t(i) * pass.rows.step, x[i]);
        return;
    }
    RECFILTER_UNROLL
    for (int i = 0; i < lanes; i++)
        T::store(out + size_t(i) * pass.rows.step, x[i]);
}

//! The chains of two passes, both specialised where they are of one kind.
template <typename W, typename Body>
inline void withChains(const RowPass<W>* a, const RowPass<W>* b, const Body& body)
{
    if (a && b && a->chain->isLike(*b->chain))
        withChain(*a->chain, [&](const auto& chain) {
            const std::decay_t<decltype(chain)> other(*b->chain);
            body(chain, other);
        });
    else if (a && b)
        body(GeneralChain<W>(*a->chain), GeneralChain<W>(*b->chain));
    else
        withChain(a ? *a->chain : *b->chain, [&](const auto& chain) { body(chain, chain); });
}

/** Block columns of both tiles in turn, and in a block column bundle by bundle: neighbouring blocks in time belong to
different rows, so that the processor overlaps their recursions. */
template <typename W>
void rowPasses(const RowPass<W>* backward, const RowPass<W>* forward, const Prefetch& wanted)
{
    enum
    {
        lanes = Vector<W>::lanes
    };
    const int backBlocks = backward ? backward->blocks(lanes) : 0, forthBlocks = forward ? forward->blocks(lanes) : 0;
    const int steps = std::max(backBlocks, forthBlocks);
    const int bundles = std::max(backward ? backward->bundles : 0, forward ? forward->bundles : 0);
    withChains(backward, forward, [&](const auto& backChain, const auto& forthChain) {
        for (int k = 0; k < steps; k++)
            for (int g = 0; g < bundles; g++)
            {
                if (wanted.lines)
                    prefetchShare(wanted, k * bundles + g, steps * bundles);
                const int b = backBlocks - 1 - k;
                if (b >= 0 && g < backward->bundles)
                    backwardBlock(backChain, *backward, g, b * lanes, b * backward->blockStep + g * lanes * lanes);
                if (k < forthBlocks && g < forward->bundles)
                    forwardBlock(forthChain, *forward, g, k * lanes, k * forward->blockStep + g * lanes * lanes);
            }
    });
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter
