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

//! sums += weights * x for the elements [first, end) of a transposed block, of one channel.
template <typename W>
inline void addClosingSums(const WeightTable<W>& table, W* sums, const W* block, int64 begin, int first, int end)
{
    using T = Vector<W>;
    for (int m = 0; m < table.states; m++)
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
}

//! The same for interleaved channels, one after the other.
template <typename W>
inline void addClosingSums(const WeightTable<W>& table, W* sums, int channels, const W* block, int64 begin, int first,
                           int end)
{
    using T = Vector<W>;
    int channel = int((begin + first) % channels);
    for (int k = first; k < std::min(end, first + channels); k++, channel = channel + 1 == channels ? 0 : channel + 1)
        for (int m = 0; m < table.states; m++)
        {
            W* sum = ofChannel(sums, channel, table.states) + m * T::lanes;
            typename T::type total = T::load(sum);
            for (int j = k; j < end; j += channels)
                total = T::madd(T::all(table.at(begin + j)[m]), T::load(block + j * T::lanes), total);
            T::store(sum, total);
        }
}

//! The closing sums of a transposed block of count elements.
template <typename W>
inline void addClosingSums(const WeightTable<W>& table, W* sums, int channels, const W* block, int64 begin, int count)
{
    const int first = int(std::max<int64>(table.first - begin, 0));
    const int end = int(std::min<int64>(table.first + table.count - begin, count));
    if (channels == 1)
        addClosingSums(table, sums, block, begin, first, end);
    else
        addClosingSums(table, sums, channels, block, begin, first, end);
}

//! block += response * (state before the line), for the elements that still feel it.
template <typename W>
inline void addResponse(const WeightTable<W>& table, W* start, int channels, W* block, int64 begin, int count)
{
    using T = Vector<W>;
    const int end = int(std::min<int64>(table.count - begin, count));
    int channel = int(begin % channels);
    for (int j = 0; j < end; j++, channel = channel + 1 == channels ? 0 : channel + 1)
    {
        const W* s = ofChannel(start, channel, table.states);
        const W* weights = table.at(begin + j);
        typename T::type x = T::load(block + j * T::lanes);
        for (int m = 0; m < table.states; m++)
            x = T::madd(T::all(weights[m]), T::load(s + m * T::lanes), x);
        T::store(block + j * T::lanes, x);
    }
}

/** Runs the chain over a whole block in registers. Element j is of channel (firstChannel + j) % Channels, so that the states
of element 0's channel and of those after it are the ones that elements 0, 1, ... find. */
template <typename W, typename ChainType, bool Backward, int Channels>
inline void recurse(const ChainType& chain, typename Vector<W>::type (&x)[Vector<W>::lanes], W* state, int firstChannel)
{
    using T = Vector<W>;
    enum
    {
        lanes = T::lanes
    };
    typename ChainType::State s[Channels];
    RECFILTER_UNROLL
    for (int c = 0; c < Channels; c++)
        chain.load(s[c], ofChannel(state, (firstChannel + c) % Channels, ChainType::size), lanes);
    RECFILTER_UNROLL
    for (int k = 0; k < lanes; k++)
    {
        const int j = Backward ? lanes - 1 - k : k;
        x[j] = chain.step(x[j], s[j % Channels]);
    }
    RECFILTER_UNROLL
    for (int c = 0; c < Channels; c++)
        chain.save(s[c], ofChannel(state, (firstChannel + c) % Channels, ChainType::size), lanes);
}

//! The same in memory, channel by channel: blocks at the end of a line and any number of channels.
template <typename W, typename ChainType, bool Backward>
inline void recurse(const ChainType& chain, W* block, int count, W* state, int channels, int firstChannel)
{
    using T = Vector<W>;
    typename ChainType::State s;
    for (int k = 0; k < std::min(count, channels); k++)
    {
        const int first = Backward ? count - 1 - k : k;
        W* memory = ofChannel(state, (firstChannel + first) % channels, ChainType::statesOf(chain));
        chain.load(s, memory, T::lanes);
        for (int j = first; j >= 0 && j < count; j += Backward ? -channels : channels)
            T::store(block + j * T::lanes, chain.step(T::load(block + j * T::lanes), s));
        chain.save(s, memory, T::lanes);
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

template <typename W, typename ChainType, int Channels>
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
    const int firstChannel = Channels == 1 ? 0 : int(begin % pass.channels);
    if constexpr (Channels > 0)
        if (count == lanes)
        {
            recurse<W, ChainType, false, Channels>(chain, x, bundle.state, firstChannel);
            storeBlock<W>(out, x);
            return;
        }
    storeBlock<W>(out, x);
    recurse<W, ChainType, false>(chain, out, count, bundle.state, pass.channels, firstChannel);
}

template <typename W, typename ChainType, int Channels>
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
    const int firstChannel = Channels == 1 ? 0 : int(begin % pass.channels);
    const bool inRegisters = Channels > 0 && count == lanes;
    if (!inRegisters)
        recurse<W, ChainType, true>(chain, block, count, bundle.state, pass.channels, firstChannel);
    loadBlock<W>(block, x);
    if constexpr (Channels > 0)
        if (inRegisters)
            recurse<W, ChainType, true, Channels>(chain, x, bundle.state, firstChannel);
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

//! Calls body with the number of channels whose states the chain can keep in registers, else with 0.
template <typename ChainType, typename Body>
inline void withChannels(int channels, const Body& body)
{
    if (channels == 1)
        return body(std::integral_constant<int, 1>());
    if constexpr (ChainType::isInRegisters)
        switch (channels)
        {
        case 2:
            return body(std::integral_constant<int, 2>());
        case 3:
            return body(std::integral_constant<int, 3>());
        case 4:
            return body(std::integral_constant<int, 4>());
        }
    body(std::integral_constant<int, 0>());
}

/** Block columns of both tiles in turn, and in a block column bundle by bundle: neighbouring blocks in time belong to
different rows, so that the processor overlaps their recursions. */
template <typename W, int Channels, typename ChainType>
inline void rowPasses(const ChainType& backChain, const RowPass<W>* backward, const ChainType& forthChain,
                      const RowPass<W>* forward, const Prefetch& wanted)
{
    enum
    {
        lanes = Vector<W>::lanes
    };
    const int backBlocks = backward ? backward->blocks(lanes) : 0, forthBlocks = forward ? forward->blocks(lanes) : 0;
    const int steps = std::max(backBlocks, forthBlocks);
    const int bundles = std::max(backward ? backward->bundles : 0, forward ? forward->bundles : 0);
    for (int k = 0; k < steps; k++)
        for (int g = 0; g < bundles; g++)
        {
            if (wanted.lines)
                prefetchShare(wanted, k * bundles + g, steps * bundles);
            const int b = backBlocks - 1 - k;
            if (b >= 0 && g < backward->bundles)
                backwardBlock<W, ChainType, Channels>(backChain, *backward, g, b * lanes,
                                                      b * backward->blockStep + g * lanes * lanes);
            if (k < forthBlocks && g < forward->bundles)
                forwardBlock<W, ChainType, Channels>(forthChain, *forward, g, k * lanes,
                                                     k * forward->blockStep + g * lanes * lanes);
        }
}

template <typename W>
void rowPasses(const RowPass<W>* backward, const RowPass<W>* forward, const Prefetch& wanted)
{
    withChains(backward, forward, [&](const auto& backChain, const auto& forthChain) {
        using ChainType = std::decay_t<decltype(backChain)>;
        withChannels<ChainType>((backward ? backward : forward)->channels, [&](auto channels) {
            rowPasses<W, decltype(channels)::value>(backChain, backward, forthChain, forward, wanted);
        });
    });
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter
