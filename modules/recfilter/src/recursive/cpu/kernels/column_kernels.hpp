// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Part of filter_kernels.simd.hpp, which alone includes it: passes along columns, one column a lane, and weighted sums.

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

constexpr int VECTOR_REGISTERS = CV_SIMD_WIDTH >= 64 ? 32 : 16;

//! Vectors side by side in a column pass: enough chains to hide the latency of a multiply-add, if registers allow.
template <typename ChainType>
constexpr int columnVectors()
{
    return (ChainType::size + 1) * 4 + ChainType::size <= VECTOR_REGISTERS   ? 4
           : (ChainType::size + 1) * 2 + ChainType::size <= VECTOR_REGISTERS ? 2
                                                                             : 1;
}

template <typename W, typename T, typename ChainType, int U, bool Up>
inline void columnsOf(const ChainType& chainOfPass, const ColumnPass<W>& pass, int c)
{
    const ChainType chain = chainOfPass; // copied into registers: a store might change the original
    using V = Vector<W>;
    constexpr int lanes = V::lanes;
    typename ChainType::State state[U];
    RECFILTER_UNROLL
    for (int u = 0; u < U; u++)
        chain.load(state[u], pass.state + c + u * lanes, pass.stateStep);
    const ptrdiff_t inStep = Up ? -ptrdiff_t(pass.in.step) : ptrdiff_t(pass.in.step);
    const ptrdiff_t outStep = Up ? -ptrdiff_t(pass.out.step) : ptrdiff_t(pass.out.step);
    const size_t start = Up ? size_t(pass.rows - 1) : 0;
    const T* in = static_cast<const T*>(pass.in.data) + start * pass.in.step + c;
    const W* add = pass.add ? pass.add + start * pass.out.step + c : nullptr;
    W* out = pass.out.data + start * pass.out.step + c;
    for (int row = 0; row < pass.rows; row++, in += inStep, out += outStep)
    {
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
        {
            typename V::type y = chain.step(loadPixels<W>(in + u * lanes), state[u]);
            if (add)
                y = V::add(y, V::load(add + u * lanes));
            V::store(out + u * lanes, y);
        }
        if (add)
            add += outStep;
    }
    RECFILTER_UNROLL
    for (int u = 0; u < U; u++)
        chain.save(state[u], pass.state + c + u * lanes, pass.stateStep);
}

template <typename W, typename T, bool Up, typename ChainType>
inline void columnsOf(const ChainType& chain, const ColumnPass<W>& pass)
{
    constexpr int U = columnVectors<ChainType>(), lanes = Vector<W>::lanes;
    int c = 0;
    for (; c + U * lanes <= pass.cols; c += U * lanes)
        columnsOf<W, T, ChainType, U, Up>(chain, pass, c);
    for (; c < pass.cols; c += lanes)
        columnsOf<W, T, ChainType, 1, Up>(chain, pass, c);
}

template <typename W, bool Up>
void columnPass(const ColumnPass<W>& pass)
{
    withChain(*pass.chain, [&](const auto& chain) {
        if constexpr (Up && !std::decay_t<decltype(chain)>::mayBeParallel)
        {
            CV_Assert(pass.in.depth == DataType<W>::depth); // the result of the pass down
            columnsOf<W, W, Up>(chain, pass);
        }
        else
            withPixels<W>(pass.in.depth,
                          [&](auto* pixels) { columnsOf<W, std::decay_t<decltype(*pixels)>, Up>(chain, pass); });
    });
}

//! M weighted sums of U vectors of columns. They stay in registers over all rows.
template <typename W, typename Pixel, int M, int U>
inline void sumColumns(const WeightedSums<W>& job, int m, int c)
{
    using T = Vector<W>;
    using V = typename T::type;
    constexpr int lanes = T::lanes;
    constexpr int lineElements = 64 / int(sizeof(Pixel));
    V sums[M][U];
    RECFILTER_UNROLL
    for (int k = 0; k < M; k++)
    {
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
            sums[k][u] = T::load(job.sums + (m + k) * job.sumStep + c + u * lanes);
    }
    const Pixel* in = static_cast<const Pixel*>(job.in.data) + c;
    const W* weights = job.weights + m;
    for (int row = 0; row < job.rows; row++, in += job.in.step, weights += job.count)
    {
        if (job.prefetch)
            for (int e = 0; e < U * lanes; e += lineElements)
                prefetchLine(in + job.cols + e);
        V x[U];
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
            x[u] = loadPixels<W>(in + u * lanes);
        RECFILTER_UNROLL
        for (int k = 0; k < M; k++)
        {
            const V weight = T::all(weights[k]);
            RECFILTER_UNROLL
            for (int u = 0; u < U; u++)
                sums[k][u] = T::madd(weight, x[u], sums[k][u]);
        }
    }
    RECFILTER_UNROLL
    for (int k = 0; k < M; k++)
    {
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
            T::store(job.sums + (m + k) * job.sumStep + c + u * lanes, sums[k][u]);
    }
}

template <typename W, typename Pixel, int M>
inline void sumColumns(const WeightedSums<W>& job, int m)
{
    constexpr int lanes = Vector<W>::lanes;
    constexpr int U = M * 4 + 5 <= VECTOR_REGISTERS ? 4 : 2;
    int c = 0;
    for (; c + U * lanes <= job.cols; c += U * lanes)
        sumColumns<W, Pixel, M, U>(job, m, c);
    for (; c < job.cols; c += lanes)
        sumColumns<W, Pixel, M, 1>(job, m, c);
}

template <typename W, typename Pixel>
inline void sumsOf(const WeightedSums<W>& job)
{
    int m = 0;
    // 5 and 6 at once, if four vectors of each fit in registers, read the pixels less often.
    constexpr int most = VECTOR_REGISTERS > 16 ? 6 : 4;
    for (; job.count - m > most; m += 4)
        sumColumns<W, Pixel, 4>(job, m);
    switch (job.count - m)
    {
    case 6:
        return sumColumns<W, Pixel, 6>(job, m);
    case 5:
        return sumColumns<W, Pixel, 5>(job, m);
    case 4:
        return sumColumns<W, Pixel, 4>(job, m);
    case 3:
        return sumColumns<W, Pixel, 3>(job, m);
    case 2:
        return sumColumns<W, Pixel, 2>(job, m);
    case 1:
        return sumColumns<W, Pixel, 1>(job, m);
    }
}

template <typename W>
void weightedSums(const WeightedSums<W>& job)
{
    withPixels<W>(job.in.depth, [&](auto* pixels) { sumsOf<W, std::decay_t<decltype(*pixels)>>(job); });
}

//! One row of a matrix product, for U vectors of columns.
template <typename W, int U>
CV_ALWAYS_INLINE void addProductRow(const typename SmallMatrix<W>::Entry* entry,
                                    const typename SmallMatrix<W>::Entry* end, const W* in, size_t inStep, W* out)
{
    using T = Vector<W>;
    typename T::type sums[U];
    RECFILTER_UNROLL
    for (int u = 0; u < U; u++)
        sums[u] = T::load(out + u * T::lanes);
    for (; entry != end; entry++)
    {
        const W* const row = in + size_t(entry->column) * inStep;
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
            sums[u] = T::madd(T::all(entry->value), T::load(row + u * T::lanes), sums[u]);
    }
    RECFILTER_UNROLL
    for (int u = 0; u < U; u++)
        T::store(out + u * T::lanes, sums[u]);
}

template <typename W>
void multiplyAdd(const SmallMatrix<W>& M, const W* in, size_t inStep, W* out, size_t outStep, int columns)
{
    constexpr int lanes = Vector<W>::lanes;
    constexpr int U = 4;
    const auto* entry = M.entries.data();
    for (int rowEnd : M.ends)
    {
        const auto* const end = M.entries.data() + rowEnd;
        int c = 0;
        for (; c + U * lanes <= columns; c += U * lanes)
            addProductRow<W, U>(entry, end, in + c, inStep, out + c);
        for (; c < columns; c += lanes)
            addProductRow<W, 1>(entry, end, in + c, inStep, out + c);
        entry = end;
        out += outStep;
    }
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter
