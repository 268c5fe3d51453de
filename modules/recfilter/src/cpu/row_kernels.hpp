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
            ? pass.sums[k] + size_t(g) * pass.channels * pass.weights[k]->states * Vector<W>::lanes : nullptr;
    return bundle;
}

//! A channel's vectors in an array of count vectors a channel.
template <typename W>
inline W* ofChannel(W* vectors, int channel, int count)
{
    return vectors + size_t(channel) * count * Vector<W>::lanes;
}

//! sums += weights * x for the elements begin .. begin + count that have weights.
template <typename W>
inline void addClosingSums(const WeightTable<W>& table, W* sums, int channels,
                           const typename Vector<W>::type* x, int64 begin, int count)
{
    using T = Vector<W>;
    if (!table.meets(begin, begin + count))
        return;
    const int first = int(std::max<int64>(table.first - begin, 0));
    const int end = int(std::min<int64>(table.first + table.count - begin, count));
    if (channels == 1)
    {
        for (int m = 0; m < table.states; m++)
        {
            typename T::type even = T::load(sums + m * T::lanes), odd = T::zero();
            const W* weights = table.at(begin + first) + m;
            int j = first;
            for (; j + 1 < end; j += 2, weights += 2 * table.states)
            {
                even = T::madd(T::all(weights[0]), x[j], even);
                odd = T::madd(T::all(weights[table.states]), x[j + 1], odd);
            }
            if (j < end)
                even = T::madd(T::all(weights[0]), x[j], even);
            T::store(sums + m * T::lanes, T::add(even, odd));
        }
        return;
    }
    for (int j = first; j < end; j++)
    {
        W* sum = ofChannel(sums, int((begin + j) % channels), table.states);
        const W* weights = table.at(begin + j);
        for (int m = 0; m < table.states; m++)
            T::store(sum + m * T::lanes, T::madd(T::all(weights[m]), x[j], T::load(sum + m * T::lanes)));
    }
}

//! x += response * (state before the line), for the elements that still feel it.
template <typename W>
inline void addResponse(const WeightTable<W>& table, const W* start, int channels,
                        typename Vector<W>::type* x, int64 begin, int count)
{
    using T = Vector<W>;
    if (!table.meets(begin, begin + count))
        return;
    const int end = int(std::min<int64>(table.first + table.count - begin, count));
    for (int j = 0; j < end; j++)
    {
        const W* s = start + (channels == 1 ? 0 : size_t((begin + j) % channels) * table.states * T::lanes);
        const W* weights = table.at(begin + j);
        for (int m = 0; m < table.states; m++)
            x[j] = T::madd(T::all(weights[m]), T::load(s + m * T::lanes), x[j]);
    }
}

//! Runs the chain over x[0 .. count), forwards or backwards.
template <typename W, typename ChainType, bool Backward, bool Full>
inline void recurse(const ChainType& chain, typename Vector<W>::type* x, int count, W* state, int channels,
                    int firstChannel)
{
    using T = Vector<W>;
    const int n = Full ? int(T::lanes) : count;
    typename ChainType::State s;
    if (channels == 1)
    {
        chain.load(s, state, T::lanes);
        for (int k = 0; k < n; k++)
        {
            const int j = Backward ? n - 1 - k : k;
            x[j] = chain.step(x[j], s);
        }
        chain.save(s, state, T::lanes);
        return;
    }
    int channel = Backward ? (firstChannel + n - 1) % channels : firstChannel;
    for (int k = 0; k < n; k++)
    {
        const int j = Backward ? n - 1 - k : k;
        W* memory = state + size_t(channel) * ChainType::statesOf(chain) * T::lanes;
        chain.load(s, memory, T::lanes);
        x[j] = chain.step(x[j], s);
        chain.save(s, memory, T::lanes);
        channel = Backward ? (channel == 0 ? channels - 1 : channel - 1) : (channel + 1 == channels ? 0 : channel + 1);
    }
}

template <typename W, typename ChainType, bool Backward>
inline void recurse(const ChainType& chain, typename Vector<W>::type* x, int count, W* state, int channels,
                    int firstChannel)
{
    if (count == Vector<W>::lanes)
        recurse<W, ChainType, Backward, true>(chain, x, count, state, channels, firstChannel);
    else
        recurse<W, ChainType, Backward, false>(chain, x, count, state, channels, firstChannel);
}

template <typename W>
inline void prefetchRows(const RowPass<W>& pass, int firstRow, int rows, int firstByte, int bytes)
{
    for (int k = 0; k < 2; k++)
        if (pass.prefetch[k])
            for (int row = firstRow; row < firstRow + rows; row++)
                for (int b = firstByte; b < firstByte + bytes; b += 64)
                    prefetchLine(static_cast<const uchar*>(pass.prefetch[k]) + row * pass.prefetchStep + b);
}

template <typename W, typename ChainType>
inline void forwardBlock(const ChainType& chain, const RowPass<W>& pass, int g, int c, size_t offset)
{
    using T = Vector<W>;
    enum { lanes = T::lanes };
    const Bundle<W> bundle = bundleOf(pass, g);
    const int count = std::min(int(lanes), pass.cols - c);
    const int64 begin = pass.element + c;
    typename T::type x[lanes];
    for (int i = 0; i < lanes; i++)
        x[i] = T::load(pass.rows.data + (size_t(g) * lanes + i) * pass.rows.step + c);
    transpose<W>(x);
    for (int k = 0; k < 2; k++)
        if (pass.weights[k])
            addClosingSums(*pass.weights[k], bundle.sums[k], pass.channels, x, begin, count);
    if (pass.parallelSum)
        for (int j = 0; j < lanes; j++)
            T::store(pass.transposed + offset + j * lanes, x[j]);
    recurse<W, ChainType, false>(chain, x, count, bundle.state, pass.channels, int(begin % pass.channels));
    W* out = (pass.parallelSum ? pass.parallelSum : pass.transposed) + offset;
    for (int j = 0; j < lanes; j++)
        T::store(out + j * lanes, x[j]);
}

template <typename W, typename ChainType>
inline void backwardBlock(const ChainType& chain, const RowPass<W>& pass, int g, int c, size_t offset)
{
    using T = Vector<W>;
    enum { lanes = T::lanes };
    const Bundle<W> bundle = bundleOf(pass, g);
    const int count = std::min(int(lanes), pass.cols - c);
    const int64 begin = pass.element + c;
    typename T::type x[lanes], sum[lanes];
    for (int j = 0; j < lanes; j++)
        x[j] = T::load(pass.transposed + offset + j * lanes);
    if (pass.parallelSum)
        for (int j = 0; j < lanes; j++)
            sum[j] = T::load(pass.parallelSum + offset + j * lanes);
    if (pass.weights[0])
        addResponse(*pass.weights[0], bundle.sums[0], pass.channels, pass.parallelSum ? sum : x, begin, count);
    recurse<W, ChainType, true>(chain, x, count, bundle.state, pass.channels, int(begin % pass.channels));
    if (pass.parallelSum)
        for (int j = 0; j < lanes; j++)
            x[j] = T::add(x[j], sum[j]);
    const typename T::type gain = T::all(pass.gain);
    for (int j = 0; j < lanes; j++)
        x[j] = T::mul(x[j], gain);
    transpose<W>(x);
    W* out = pass.rows.data + size_t(g) * lanes * pass.rows.step + c;
    for (int i = 0; i < lanes; i++, out += pass.rows.step)
    {
        if (pass.nonTemporal)
            T::stream(out, x[i]);
        else
            T::store(out, x[i]);
    }
}

/** The blocks of a tile, bundle by bundle for each block of columns: neighbouring blocks in time belong to different
rows, so that the processor overlaps their recursions. */
template <typename W, bool Backward>
inline void rowPass(const RowPass<W>& pass)
{
    withChain(*pass.chain, [&](const auto& chain) {
        enum { lanes = Vector<W>::lanes };
        const int blocks = (pass.cols + lanes - 1) / lanes;
        for (int k = 0; k < blocks; k++)
        {
            const int b = Backward ? blocks - 1 - k : k;
            for (int g = 0; g < pass.bundles; g++)
            {
                const size_t offset = (size_t(b) * pass.bundles + g) * lanes * lanes;
                prefetchRows(pass, g * lanes, lanes, b * lanes * int(sizeof(W)), lanes * int(sizeof(W)));
                if (Backward)
                    backwardBlock(chain, pass, g, b * lanes, offset);
                else
                    forwardBlock(chain, pass, g, b * lanes, offset);
            }
        }
    });
}

template <typename W>
void rowForward(const RowPass<W>& pass)
{
    rowPass<W, false>(pass);
}

template <typename W>
void rowBackward(const RowPass<W>& pass)
{
    rowPass<W, true>(pass);
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter
