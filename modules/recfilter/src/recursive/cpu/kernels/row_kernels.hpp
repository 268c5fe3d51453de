// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Part of filter_kernels.simd.hpp, which alone includes it: passes along rows, one row a lane, over transposed blocks.

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

//! States and sums of one bundle of rows of a pass.
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

//! A channel's vectors in an array of `count` vectors a channel.
template <typename W>
inline W* ofChannel(W* vectors, int channel, int count)
{
    return vectors + size_t(channel) * count * Vector<W>::lanes;
}

//! sums += weights * x over the elements [first, end) of a transposed block of one channel.
template <typename W>
inline void addClosingSums(const WeightTable<W>& table, W* sums, const W* block, int64 begin, int first, int end)
{
    using T = Vector<W>;
    for (int m = 0; m < table.states; m++)
    {
        // Four sums hide the latency of the multiply-adds.
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

//! sums += weights * x for interleaved channels, one channel after the other.
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

//! The closing sums of a transposed block of `count` elements.
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

//! block += response * (state before the line), up to where the response has faded.
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

//! The closing sums of a whole block in registers. Element 0 is of firstChannel. @param weights of element 0
template <typename W, int Channels>
inline void addClosingSums(const W* weights, int states, W* sums, const typename Vector<W>::type (&x)[Vector<W>::lanes],
                           int firstChannel)
{
    using T = Vector<W>;
    constexpr int lanes = T::lanes;
    constexpr int parts = Channels < 3 ? 4 : Channels; // enough sums a channel to hide the latency
    for (int m = 0; m < states; m++)
    {
        typename T::type part[parts];
        RECFILTER_UNROLL
        for (int k = 0; k < parts; k++)
            part[k] = T::zero();
        RECFILTER_UNROLL
        for (int j = 0; j < lanes; j++)
            part[j % parts] = T::madd(x[j], T::all(weights[j * states + m]), part[j % parts]);
        RECFILTER_UNROLL
        for (int k = Channels; k < parts; k++)
            part[k % Channels] = T::add(part[k % Channels], part[k]);
        RECFILTER_UNROLL
        for (int c = 0; c < Channels; c++)
        {
            W* sum = ofChannel(sums, (firstChannel + c) % Channels, states) + m * lanes;
            T::store(sum, T::add(T::load(sum), part[c]));
        }
    }
}

//! x += response * (state before the line), for a whole block in registers.
template <typename W, int Channels>
inline void addResponse(const W* weights, int states, W* start, typename Vector<W>::type (&x)[Vector<W>::lanes],
                        int firstChannel)
{
    using T = Vector<W>;
    constexpr int lanes = T::lanes;
    for (int m = 0; m < states; m++)
    {
        typename T::type s[Channels];
        RECFILTER_UNROLL
        for (int c = 0; c < Channels; c++)
            s[c] = T::load(ofChannel(start, (firstChannel + c) % Channels, states) + m * lanes);
        RECFILTER_UNROLL
        for (int j = 0; j < lanes; j++)
            x[j] = T::madd(s[j % Channels], T::all(weights[j * states + m]), x[j]);
    }
}

//! Runs a section over a whole block in registers. The same bits as AllPoleChain::step or GeneralChain::step.
template <typename W, int Order, bool AllPole, bool Backward>
CV_ALWAYS_INLINE void recurseSection(const SectionCoefs<W>& c, typename Vector<W>::type (&x)[Vector<W>::lanes],
                                     W* state)
{
    using T = Vector<W>;
    using V = typename T::type;
    const V f1 = T::all(c.f1), f2 = T::all(c.f2), c0 = T::all(c.c0), c1 = T::all(c.c1), c2 = T::all(c.c2);
    V w1 = T::load(state), w2 = Order == 2 ? T::sub(w1, T::load(state + T::lanes)) : T::zero();
    RECFILTER_UNROLL
    for (int k = 0; k < T::lanes; k++)
    {
        V& v = x[Backward ? T::lanes - 1 - k : k];
        if (AllPole)
        {
            v = T::madd(f1, w1, Order == 2 ? T::madd(f2, w2, v) : v);
            w2 = w1;
            w1 = v;
            continue;
        }
        V w = T::madd(f1, w1, v), y = T::mul(c1, w1);
        if (Order == 2)
        {
            w = T::madd(f2, w2, w);
            y = T::madd(c2, w2, y);
            w2 = w1;
        }
        w1 = w;
        v = T::madd(c0, w, y);
    }
    T::store(state, w1);
    if (Order == 2)
        T::store(state + T::lanes, T::sub(w1, w2));
}

//! Runs any sections over a whole block in registers, section by section: the processor overlaps them.
template <typename W, bool AllPole, bool Backward>
inline void recurseSections(const Chain<W>& chain, typename Vector<W>::type (&x)[Vector<W>::lanes], W* state)
{
    using T = Vector<W>;
    using V = typename T::type;
    size_t next = 0;
    const auto runTo = [&](int end, V(&v)[T::lanes]) {
        for (; next < size_t(end); next++)
        {
            const SectionCoefs<W>& section = chain.sections[next];
            if (section.order == 2)
                recurseSection<W, 2, AllPole, Backward>(section, v, state);
            else
                recurseSection<W, 1, AllPole, Backward>(section, v, state);
            state += section.order * T::lanes;
        }
    };
    if (chain.branchEnds.size() == 1)
        return runTo(chain.branchEnds[0], x);
    V sum[T::lanes];
    RECFILTER_UNROLL
    for (int j = 0; j < T::lanes; j++)
        sum[j] = T::zero();
    for (int end : chain.branchEnds)
    {
        V v[T::lanes];
        RECFILTER_UNROLL
        for (int j = 0; j < T::lanes; j++)
            v[j] = x[j];
        runTo(end, v);
        RECFILTER_UNROLL
        for (int j = 0; j < T::lanes; j++)
            sum[j] = T::add(sum[j], v[j]);
    }
    RECFILTER_UNROLL
    for (int j = 0; j < T::lanes; j++)
        x[j] = sum[j];
}

//! Runs the chain over a whole block in registers. Element j is of channel (firstChannel + j) % Channels, as is s[j].
template <typename W, typename ChainType, bool Backward, int Channels>
CV_ALWAYS_INLINE void recurse(const ChainType& chain, typename Vector<W>::type (&x)[Vector<W>::lanes], W* state,
                              int firstChannel)
{
    using T = Vector<W>;
    constexpr int lanes = T::lanes;
    if constexpr (!ChainType::isInRegisters)
        return recurseSections<W, false, Backward>(chain.chain, x, state);
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

//! Runs the chain over a block in memory, channel by channel: at the end of a line, or for any number of channels.
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
CV_ALWAYS_INLINE void storeBlock(W* block, const typename Vector<W>::type (&x)[Vector<W>::lanes])
{
    RECFILTER_UNROLL
    for (int j = 0; j < Vector<W>::lanes; j++)
        Vector<W>::store(block + j * Vector<W>::lanes, x[j]);
}

//! Loads a vector of each row, or a block, whose vectors follow each other.
template <typename W>
CV_ALWAYS_INLINE void loadVectors(const W* in, typename Vector<W>::type (&x)[Vector<W>::lanes],
                                  size_t step = Vector<W>::lanes)
{
    RECFILTER_UNROLL
    for (int i = 0; i < Vector<W>::lanes; i++, in += step)
        x[i] = Vector<W>::load(in);
}

template <typename W, bool NonTemporal, int Rows = Vector<W>::lanes>
CV_ALWAYS_INLINE void storeRows(W* out, size_t step, const typename Vector<W>::type (&x)[Rows])
{
    RECFILTER_UNROLL
    for (int i = 0; i < Rows; i++, out += step)
    {
        if (NonTemporal)
            Vector<W>::stream(out, x[i]);
        else
            Vector<W>::store(out, x[i]);
    }
}

/** Prefetches the wanted lines a few a step: all at once would stall. Every step takes the same number and has no
divisions or varying branches, so that the processor can look ahead. */
class PrefetchCursor
{
public:
    PrefetchCursor(const Prefetch& wanted, int steps)
        : left(wanted.lines), perStep((wanted.lines + steps - 1) / std::max(steps, 1)),
          lastColumn(wanted.linesPerRow - 1), column(wanted.firstLine % wanted.linesPerRow),
          toNextRow(ptrdiff_t(wanted.step) - ptrdiff_t(lastColumn) * 64),
          line(wanted.image + size_t(wanted.firstLine / wanted.linesPerRow) * wanted.step + size_t(column) * 64)
    {
    }

    CV_ALWAYS_INLINE void step()
    {
        for (int i = std::min(perStep, left); i > 0; i--)
        {
            prefetchLine(line);
            const bool atEnd = column == lastColumn;
            line += atEnd ? toNextRow : 64;
            column = atEnd ? 0 : column + 1;
        }
        left -= perStep;
    }

private:
    int left, perStep;
    int64 lastColumn, column;
    ptrdiff_t toNextRow;
    const uchar* line;
};

//! A column of blocks, one block of each bundle: the numbers that its blocks share.
template <typename W>
struct BlockColumn
{
    BlockColumn(const RowPass<W>& pass, int index)
        : first(index * Vector<W>::lanes), count(std::min(Vector<W>::lanes, pass.cols - first)),
          channel(pass.channels == 1 ? 0 : int((pass.element + first) % pass.channels)),
          isWhole(count == Vector<W>::lanes)
    {
        for (int k = 0; k < 2; k++)
        {
            begins[k] = pass.weightElement[k] + first;
            const bool meets = pass.weights[k] && pass.weights[k]->meets(begins[k], begins[k] + count);
            weights[k] = meets ? pass.weights[k] : nullptr;
            isWhole = isWhole && (!weights[k] || weights[k]->covers(begins[k], begins[k] + count));
        }
        isPlain = isWhole && !weights[0] && !weights[1];
    }

    int first, count;
    int channel;                      //!< of the first element
    const WeightTable<W>* weights[2]; //!< null where they are 0
    int64 begins[2];                  //!< the first element, as each table counts
    bool isWhole;                     //!< whole in registers, weights included
    bool isPlain;                     //!< isWhole, and no weights
};

/* Three functions filter a block in each direction:

    forwardPlainBlock, backwardPlainBlock  whole blocks without weights; most blocks of a line
    forwardWholeBlock, backwardWholeBlock  whole blocks in registers, with weights
    forwardBlock, backwardBlock            blocks in memory: the end of a line, a part of the weights, any channels

forwardAt and backwardAt choose between the last two. The functions stay separate and take few arguments. Merged into
the loop over the tile, or with each other, their registers spill. */

//! @param raw where the pixels go in the parallel form
template <typename W, typename ChainType, int Channels, bool Parallel>
RECFILTER_NOINLINE void forwardPlainBlock(const ChainType& chain, const W* in, size_t step, W* raw, W* out, W* state,
                                          int channel)
{
    typename Vector<W>::type x[Vector<W>::lanes];
    loadVectors<W>(in, x, step);
    transpose<W>(x);
    if (Parallel)
        storeBlock<W>(raw, x);
    recurse<W, ChainType, false, Channels>(chain, x, state, channel);
    storeBlock<W>(out, x);
}

template <typename W, typename ChainType, int Channels>
RECFILTER_NOINLINE void forwardWholeBlock(const ChainType& chain, const BlockColumn<W>& column, const Bundle<W>& bundle,
                                          const W* in, size_t step, W* raw, W* out)
{
    typename Vector<W>::type x[Vector<W>::lanes];
    loadVectors<W>(in, x, step);
    transpose<W>(x);
    for (int k = 0; k < 2; k++)
        if (column.weights[k])
            addClosingSums<W, Channels>(column.weights[k]->at(column.begins[k]), column.weights[k]->states,
                                        bundle.sums[k], x, column.channel);
    if (raw != out)
        storeBlock<W>(raw, x);
    recurse<W, ChainType, false, Channels>(chain, x, bundle.state, column.channel);
    storeBlock<W>(out, x);
}

//! A block at the end of a line, where weights begin or end, or of any number of channels.
template <typename W, typename ChainType>
RECFILTER_NOINLINE void forwardBlock(const ChainType& chain, const BlockColumn<W>& column, const Bundle<W>& bundle,
                                     int channels, const W* in, size_t step, W* raw, W* out)
{
    typename Vector<W>::type x[Vector<W>::lanes];
    loadVectors<W>(in, x, step);
    transpose<W>(x);
    storeBlock<W>(raw, x);
    for (int k = 0; k < 2; k++)
        if (column.weights[k])
            addClosingSums(*column.weights[k], bundle.sums[k], channels, raw, column.begins[k], column.count);
    if (raw != out)
        storeBlock<W>(out, x);
    recurse<W, ChainType, false>(chain, out, column.count, bundle.state, channels, column.channel);
}

/** Writes rows by non-temporal stores of whole cache lines: vectors are pieces of a line and wait for the last one, on
the way back the leftmost one. Stores of separate pieces, with other rows in between, cost four times as much.
ms when whole tiles were collected and copied, and now: cubic B-spline 8.7 and 7.0, ACCURATE 25.5 and 24.3
(AVX2, 4096 x 4096, two threads of a Zen 3). */
template <typename W, bool WholeLines = sizeof(W) * Vector<W>::lanes == 64>
struct LineWriter
{
    static constexpr int lanes = Vector<W>::lanes;
    static constexpr int ofLine = 64 / (lanes * int(sizeof(W)));
    static constexpr int bundleElements = (ofLine - 1) * lanes * lanes;
    LineWriter(const RowPass<W>& pass, int g) : waiting(pass.nonTemporal ? pass.pieces + g * bundleElements : nullptr)
    {
    }

    void nextBundle() { waiting = waiting ? waiting + bundleElements : nullptr; }

    template <bool Backward>
    CV_ALWAYS_INLINE void write(W* out, size_t step, const typename Vector<W>::type (&x)[lanes]) const
    {
        using T = Vector<W>;
        constexpr int last = Backward ? 0 : ofLine - 1, firstWaiting = Backward ? 1 : 0;
        const int piece = int(reinterpret_cast<size_t>(out) % 64 / sizeof(W)) / lanes;
        if (piece != last)
            return storeBlock<W>(waiting + (piece - firstWaiting) * lanes * lanes, x);
        out -= last * lanes;
        RECFILTER_UNROLL
        for (int i = 0; i < lanes; i++, out += step)
        {
            T::stream(out + last * lanes, x[i]);
            RECFILTER_UNROLL
            for (int k = firstWaiting; k < ofLine - 1 + firstWaiting; k++)
                T::stream(out + k * lanes, T::load(waiting + ((k - firstWaiting) * lanes + i) * lanes));
        }
    }

    W* waiting;
};

//! For vectors that are whole cache lines. The empty structure takes no argument register.
template <typename W>
struct LineWriter<W, true>
{
    LineWriter(const RowPass<W>&, int) {}
    void nextBundle() {}
    template <bool Backward>
    CV_ALWAYS_INLINE void write(W* out, size_t step, const typename Vector<W>::type (&x)[Vector<W>::lanes]) const
    {
        storeRows<W, true>(out, step, x);
    }
};

//! Scales, transposes back and writes a block.
template <typename W, bool NonTemporal, bool Backward = true>
CV_ALWAYS_INLINE void writeBlock(typename Vector<W>::type (&x)[Vector<W>::lanes], W gainOfPass, W* out, size_t step,
                                 LineWriter<W> lines)
{
    using T = Vector<W>;
    constexpr int lanes = T::lanes;
    if (gainOfPass != 1)
    {
        const typename T::type gain = T::all(gainOfPass);
        RECFILTER_UNROLL
        for (int j = 0; j < lanes; j++)
            x[j] = T::mul(x[j], gain);
    }
    transpose<W>(x);
    if (NonTemporal)
        lines.template write<Backward>(out, step, x);
    else
        storeRows<W, false>(out, step, x);
}

template <typename W>
inline void addBlock(typename Vector<W>::type (&x)[Vector<W>::lanes], const W* sum)
{
    RECFILTER_UNROLL
    for (int j = 0; j < Vector<W>::lanes; j++)
        x[j] = Vector<W>::add(x[j], Vector<W>::load(sum + j * Vector<W>::lanes));
}

//! @param sum result of the other direction, in the parallel form
template <typename W, typename ChainType, int Channels, bool Parallel, bool NonTemporal>
RECFILTER_NOINLINE void backwardPlainBlock(const ChainType& chain, const W* block, const W* sum, W* out, size_t step,
                                           LineWriter<W> lines, W* state, int channel, W gain)
{
    typename Vector<W>::type x[Vector<W>::lanes];
    loadVectors<W>(block, x);
    recurse<W, ChainType, true, Channels>(chain, x, state, channel);
    if (Parallel)
        addBlock<W>(x, sum);
    writeBlock<W, NonTemporal>(x, gain, out, step, lines);
}

template <typename W, typename ChainType, int Channels>
RECFILTER_NOINLINE void backwardWholeBlock(const ChainType& chain, const BlockColumn<W>& column,
                                           const Bundle<W>& bundle, const W* block, const W* sum, W* out,
                                           LineWriter<W> lines, const RowPass<W>& pass)
{
    typename Vector<W>::type x[Vector<W>::lanes];
    loadVectors<W>(block, x);
    const auto respond = [&] {
        if (column.weights[0])
            addResponse<W, Channels>(column.weights[0]->at(column.begins[0]), column.weights[0]->states, bundle.sums[0],
                                     x, column.channel);
    };
    if (!sum)
        respond();
    recurse<W, ChainType, true, Channels>(chain, x, bundle.state, column.channel);
    if (sum)
    {
        addBlock<W>(x, sum);
        respond();
    }
    if (pass.nonTemporal)
        writeBlock<W, true>(x, pass.gain, out, pass.rows.step, lines);
    else
        writeBlock<W, false>(x, pass.gain, out, pass.rows.step, lines);
}

template <typename W, typename ChainType>
RECFILTER_NOINLINE void backwardBlock(const ChainType& chain, const BlockColumn<W>& column, const Bundle<W>& bundle,
                                      W* block, W* sum, W* out, LineWriter<W> lines, const RowPass<W>& pass)
{
    if (column.weights[0])
        addResponse(*column.weights[0], bundle.sums[0], pass.channels, sum ? sum : block, column.begins[0],
                    column.count);
    recurse<W, ChainType, true>(chain, block, column.count, bundle.state, pass.channels, column.channel);
    typename Vector<W>::type x[Vector<W>::lanes];
    loadVectors<W>(block, x);
    if (sum)
        addBlock<W>(x, sum);
    if (pass.nonTemporal)
        writeBlock<W, true>(x, pass.gain, out, pass.rows.step, lines);
    else
        writeBlock<W, false>(x, pass.gain, out, pass.rows.step, lines);
}

//! Offset of a bundle's block in the transposed rows of a tile.
template <typename W>
inline ptrdiff_t blockOffset(const RowPass<W>& pass, const BlockColumn<W>& column, int g)
{
    return column.first / Vector<W>::lanes * pass.blockStep + g * Vector<W>::lanes * Vector<W>::lanes;
}

//! Any block that is not plain.
template <typename W, int Channels, typename ChainType>
RECFILTER_NOINLINE void forwardAt(const ChainType& chain, const RowPass<W>& pass, const BlockColumn<W>& column, int g)
{
    const Bundle<W> bundle = bundleOf(pass, g);
    const size_t step = pass.rows.step;
    const W* in = pass.rows.data + size_t(g) * Vector<W>::lanes * step + column.first;
    W* raw = pass.transposed + blockOffset(pass, column, g);
    W* out = pass.parallelSum ? pass.parallelSum + blockOffset(pass, column, g) : raw;
    if constexpr (Channels > 0)
        if (column.isWhole)
            return forwardWholeBlock<W, ChainType, Channels>(chain, column, bundle, in, step, raw, out);
    forwardBlock<W>(chain, column, bundle, pass.channels, in, step, raw, out);
}

template <typename W, int Channels, typename ChainType>
RECFILTER_NOINLINE void backwardAt(const ChainType& chain, const RowPass<W>& pass, const BlockColumn<W>& column, int g)
{
    const Bundle<W> bundle = bundleOf(pass, g);
    W* block = pass.transposed + blockOffset(pass, column, g);
    W* sum = pass.parallelSum ? pass.parallelSum + blockOffset(pass, column, g) : nullptr;
    W* out = pass.rows.data + size_t(g) * Vector<W>::lanes * pass.rows.step + column.first;
    const LineWriter<W> lines(pass, g);
    if constexpr (Channels > 0)
        if (column.isWhole)
            return backwardWholeBlock<W, ChainType, Channels>(chain, column, bundle, block, sum, out, lines, pass);
    backwardBlock<W>(chain, column, bundle, block, sum, out, lines, pass);
}

/** A column of plain blocks of both passes, bundle by bundle. All variables are scalars: the copy of a structure that
was written member by member would wait for earlier stores, and so for the recursions. */
template <typename W, int Channels, bool Parallel, bool NonTemporal, typename ChainType>
CV_ALWAYS_INLINE void plainColumn(const ChainType& backChain, const RowPass<W>& backward, const BlockColumn<W>& back,
                                  const ChainType& forthChain, const RowPass<W>& forward, const BlockColumn<W>& forth,
                                  int bundles, PrefetchCursor& prefetch)
{
    constexpr int lanes = Vector<W>::lanes;
    const size_t outStep = backward.rows.step, inStep = forward.rows.step;
    W* out = backward.rows.data + back.first;
    LineWriter<W> lines(backward, 0);
    const W* in = forward.rows.data + forth.first;
    const W* block = backward.transposed + blockOffset(backward, back, 0);
    const W* sum = Parallel ? backward.parallelSum + blockOffset(backward, back, 0) : nullptr;
    W* transposed = forward.transposed + blockOffset(forward, forth, 0);
    W* results = Parallel ? forward.parallelSum + blockOffset(forward, forth, 0) : transposed;
    W *backState = backward.state, *forthState = forward.state;
    const size_t backStates = size_t(backward.channels) * ChainType::statesOf(backChain) * lanes;
    const size_t forthStates = size_t(forward.channels) * ChainType::statesOf(forthChain) * lanes;
    const int backChannel = back.channel, forthChannel = forth.channel;
    const W gain = backward.gain;
    for (int g = 0; g < bundles; g++)
    {
        prefetch.step();
        backwardPlainBlock<W, ChainType, Channels, Parallel, NonTemporal>(backChain, block, sum, out, outStep, lines,
                                                                          backState, backChannel, gain);
        forwardPlainBlock<W, ChainType, Channels, Parallel>(forthChain, in, inStep, transposed, results, forthState,
                                                            forthChannel);
        out += lanes * outStep;
        lines.nextBundle();
        in += lanes * inStep;
        block += lanes * lanes;
        transposed += lanes * lanes;
        if (Parallel)
            sum += lanes * lanes;
        results += lanes * lanes;
        backState += backStates;
        forthState += forthStates;
    }
}

//! Calls body with the chains of two passes of one kind, or of one pass.
template <typename W, typename Body>
inline void withChains(const RowPass<W>* a, const RowPass<W>* b, const Body& body)
{
    if (a && b)
        withChain(*a->chain, [&](const auto& chain) {
            const std::decay_t<decltype(chain)> other(*b->chain);
            body(chain, other);
        });
    else
        withChain(a ? *a->chain : *b->chain, [&](const auto& chain) { body(chain, chain); });
}

//! Calls body with the number of channels if the chain can keep their states in registers, else with 0.
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

//! Calls body with `value` as a compile-time constant.
template <typename Body>
inline void withTruth(bool value, const Body& body)
{
    if (value)
        body(std::true_type());
    else
        body(std::false_type());
}

//! Calls body with whether the form is parallel, for the forms that have the chain.
template <typename ChainType, typename Body>
inline void withForm(bool isParallel, const Body& body)
{
    if constexpr (ChainType::mayCascade && ChainType::mayBeParallel)
        withTruth(isParallel, body);
    else
        body(std::integral_constant<bool, ChainType::mayBeParallel>());
}

/** Runs block columns of both tiles alternately and, within a block column, bundle by bundle. Successive blocks belong
to different rows, so that the processor overlaps their recursions. */
template <typename W, int Channels, typename ChainType>
inline void rowPasses(const ChainType& backChain, const RowPass<W>* backward, const ChainType& forthChain,
                      const RowPass<W>* forward, const Prefetch& wanted)
{
    constexpr int lanes = Vector<W>::lanes;
    const int backBlocks = backward ? backward->blocks(lanes) : 0, forthBlocks = forward ? forward->blocks(lanes) : 0;
    const int steps = std::max(backBlocks, forthBlocks);
    const int backBundles = backward ? backward->bundles : 0, forthBundles = forward ? forward->bundles : 0;
    const int bundles = std::max(backBundles, forthBundles);
    PrefetchCursor prefetch(wanted, steps * bundles);
    for (int k = 0; k < steps; k++)
    {
        const bool goesBack = k < backBlocks, goesForth = k < forthBlocks;
        const BlockColumn<W> back(goesBack ? *backward : *forward, goesBack ? backBlocks - 1 - k : 0);
        const BlockColumn<W> forth(goesForth ? *forward : *backward, goesForth ? k : 0);
        if constexpr (Channels > 0)
            if (goesBack && goesForth && back.isPlain && forth.isPlain && backBundles == forthBundles &&
                (forward->parallelSum ? ChainType::mayBeParallel : ChainType::mayCascade))
            {
                withForm<ChainType>(forward->parallelSum != nullptr, [&](auto parallel) {
                    withTruth(backward->nonTemporal, [&](auto nonTemporal) {
                        plainColumn<W, Channels, decltype(parallel)::value, decltype(nonTemporal)::value>(
                            backChain, *backward, back, forthChain, *forward, forth, bundles, prefetch);
                    });
                });
                continue;
            }
        for (int g = 0; g < bundles; g++)
        {
            prefetch.step();
            if (goesBack && g < backBundles)
                backwardAt<W, Channels>(backChain, *backward, back, g);
            if (goesForth && g < forthBundles)
                forwardAt<W, Channels>(forthChain, *forward, forth, g);
        }
    }
}

template <typename W>
void rowPasses(const RowPass<W>* backward, const RowPass<W>* forward, const Prefetch& wanted)
{
    if (backward && forward && !backward->chain->isLike(*forward->chain))
    {
        // In this order: the forward tile may reuse the slots that the backward tile frees.
        rowPasses<W>(backward, nullptr, wanted);
        return rowPasses<W>(nullptr, forward, Prefetch());
    }
    withChains(backward, forward, [&](const auto& backChain, const auto& forthChain) {
        using ChainType = std::decay_t<decltype(backChain)>;
        withChannels<ChainType>((backward ? backward : forward)->channels, [&](auto channels) {
            rowPasses<W, decltype(channels)::value>(backChain, backward, forthChain, forward, wanted);
        });
    });
}

template <typename W, bool AllPole, bool Backward, bool NonTemporal>
RECFILTER_NOINLINE void oneWayBlock(const Chain<W>& chain, const W* in, W* out, size_t inStep, size_t outStep,
                                    LineWriter<W> lines, W* state, W gain)
{
    typename Vector<W>::type x[Vector<W>::lanes];
    loadVectors<W>(in, x, inStep);
    transpose<W>(x);
    recurseSections<W, AllPole, Backward>(chain, x, state);
    writeBlock<W, NonTemporal, Backward>(x, gain, out, outStep, lines);
}

template <typename W, bool AllPole, bool Backward, bool NonTemporal>
inline void oneWayBlocks(const RowPass<W>& pass, const TileView<W>& out, const Prefetch& wanted)
{
    constexpr int lanes = Vector<W>::lanes;
    const int blocks = pass.cols / lanes;
    const size_t states = size_t(pass.chain->states) * lanes;
    PrefetchCursor prefetch(wanted, blocks * pass.bundles);
    for (int k = 0; k < blocks; k++)
    {
        const size_t first = size_t(Backward ? blocks - 1 - k : k) * lanes;
        LineWriter<W> lines(pass, 0);
        for (int g = 0; g < pass.bundles; g++, lines.nextBundle())
        {
            prefetch.step();
            const size_t row = size_t(g) * lanes;
            oneWayBlock<W, AllPole, Backward, NonTemporal>(*pass.chain, pass.rows.data + row * pass.rows.step + first,
                                                           out.data + row * out.step + first, pass.rows.step, out.step,
                                                           lines, pass.state + size_t(g) * states, pass.gain);
        }
    }
}

template <typename W>
void oneWayRows(const RowPass<W>& pass, const TileView<W>& out, bool backward, const Prefetch& wanted)
{
    withChain(*pass.chain, [&](const auto& chain) {
        constexpr bool isAllPole = std::decay_t<decltype(chain)>::isInRegisters;
        withTruth(backward, [&](auto back) {
            withTruth(pass.nonTemporal, [&](auto nonTemporal) {
                oneWayBlocks<W, isAllPole, decltype(back)::value, decltype(nonTemporal)::value>(pass, out, wanted);
            });
        });
    });
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter
