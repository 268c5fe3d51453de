// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Part of filter_kernels.simd.hpp, which alone includes it: sums and both directions of mirrored pairs along columns.

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

//! storeStates by non-temporal stores.
template <typename W, int N>
CV_ALWAYS_INLINE void streamStates(const typename Vector<W>::type (&from)[2 * N], W* to, size_t step)
{
    RECFILTER_UNROLL
    for (int m = 0; m < 2 * N; m++)
        Vector<W>::stream(to + m * step, from[m]);
}

//! f and a of N pairs for U vectors of columns. They stay in registers over all rows.
template <typename W, typename Pixel, int N, int U>
inline void foldColumns(const FoldedSums<W>& job, int c)
{
    using T = Vector<W>;
    using V = typename T::type;
    constexpr int lanes = T::lanes;
    constexpr int lineElements = 64 / int(sizeof(Pixel));
    V plus[U][2 * N], minus[U][2 * N];
    RECFILTER_UNROLL
    for (int u = 0; u < U; u++)
    {
        clearStates<W, N>(plus[u]);
        clearStates<W, N>(minus[u]);
    }
    const Pixel* up = static_cast<const Pixel*>(job.in.data) + c;
    const Pixel* down = up + size_t(job.rows - 1) * job.in.step;
    const W* weights = job.weights;
    for (int row = 0; row < job.rows / 2; row++, up += job.in.step, down -= job.in.step, weights += 4 * N)
    {
        if (job.prefetch)
            for (int e = 0; e < U * lanes; e += lineElements)
            {
                prefetchLine(up + job.cols + e);
                prefetchLine(down + job.cols + e);
            }
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
        {
            const V x = loadPixels<W>(up + u * lanes), y = loadPixels<W>(down + u * lanes);
            addFolded<W, N>(weights, T::add(x, y), T::sub(x, y), plus[u], minus[u]);
        }
    }
    RECFILTER_UNROLL
    for (int u = 0; u < U; u++)
    {
        V f[2 * N], a[2 * N], other[2 * N];
        splitSums<W, N>(plus[u], minus[u], f, a);
        if (job.power)
        {
            loadStates<W, N>(job.below + c + u * lanes, other, job.step);
            addPairPower<W, N>(job.power, other, a);
        }
        storeStates<W, N>(a, job.z + c + u * lanes, job.step);
        if (job.kept)
            streamStates<W, N>(a, job.kept + c + u * lanes, job.step);
        if (job.toEnd)
        {
            loadStates<W, N>(job.sent + c + u * lanes, other, job.step);
            addPairPower<W, N>(job.toEnd, f, other);
            storeStates<W, N>(other, job.sent + c + u * lanes, job.step);
        }
    }
}

template <typename W, typename Pixel, int N>
inline void foldColumns(const FoldedSums<W>& job)
{
    constexpr int lanes = Vector<W>::lanes;
    constexpr int U = 8 * N + 4 <= VECTOR_REGISTERS ? 2 : 1;
    int c = 0;
    for (; c + U * lanes <= job.cols; c += U * lanes)
        foldColumns<W, Pixel, N, U>(job, c);
    for (; c < job.cols; c += lanes)
        foldColumns<W, Pixel, N, 1>(job, c);
}

template <typename W>
void foldedSums(const FoldedSums<W>& job)
{
    static_assert(MAX_ADDED_PAIRS == 3, "mirrored pairs are two or three");
    withPixels<W>(job.in.depth, [&](auto* pixels) {
        using Pixel = std::decay_t<decltype(*pixels)>;
        if (job.pairs == 2)
            foldColumns<W, Pixel, 2>(job);
        else
            foldColumns<W, Pixel, 3>(job);
    });
}

//! One vector of columns, downwards: converts pixels, keeps each block's causal state before it and anticausal sum.
template <typename W, typename Pixel, int N>
RECFILTER_NOINLINE void pairColumnDown(const PairColumnPass<W>& pass, int c, W* states)
{
    using T = Vector<W>;
    using V = typename T::type;
    const PairBlocks<W>& tables = *pass.tables;
    V p[2 * N];
    loadStates<W, N>(pass.p + c, p, pass.pStep);
    const Pixel* in = static_cast<const Pixel*>(pass.in.data) + c;
    W* out = pass.out.data + c;
    const size_t inStep = pass.in.step, outStep = pass.out.step;
    for (int row = 0; row < pass.rows; row += PAIR_BLOCK_ROWS, states += 4 * N * T::lanes)
    {
        V plus[2 * N], minus[2 * N], f[2 * N], a[2 * N];
        clearStates<W, N>(plus);
        clearStates<W, N>(minus);
        const W* weights = tables.folded.data();
        for (int up = 0, down = PAIR_BLOCK_ROWS - 1; up < down; up++, down--, weights += 4 * N)
        {
            const V x = loadPixels<W>(in + size_t(up) * inStep), y = loadPixels<W>(in + size_t(down) * inStep);
            T::store(out + size_t(up) * outStep, x);
            T::store(out + size_t(down) * outStep, y);
            addFolded<W, N>(weights, T::add(x, y), T::sub(x, y), plus, minus);
        }
        splitSums<W, N>(plus, minus, f, a);
        storeStates<W, N>(p, states);
        storeStates<W, N>(a, states + 2 * N * T::lanes);
        addPairPower<W, N>(tables.block.data(), p, f);
        RECFILTER_UNROLL
        for (int m = 0; m < 2 * N; m++)
            p[m] = f[m];
        in += PAIR_BLOCK_ROWS * inStep;
        out += PAIR_BLOCK_ROWS * outStep;
    }
    storeStates<W, N>(p, pass.p + c, pass.pStep);
}

//! One vector of columns, upwards: writes the results over the pixels.
template <typename W, int N>
RECFILTER_NOINLINE void pairColumnUp(const PairColumnPass<W>& pass, int c, const W* states)
{
    using T = Vector<W>;
    using V = typename T::type;
    V first[2 * N];
    loadStates<W, N>(pass.e + c, first, pass.eStep);
    if (pass.toEnd)
    {
        V end[2 * N];
        loadStates<W, N>(pass.end + c, end, pass.eStep);
        addPairPower<W, N>(pass.toEnd, end, first);
    }
    alignas(64) W e[2 * N * T::lanes];
    storeStates<W, N>(first, e);
    const size_t step = pass.out.step;
    for (int row = pass.rows - PAIR_BLOCK_ROWS; row >= 0; row -= PAIR_BLOCK_ROWS)
    {
        W* const out = pass.out.data + size_t(row) * step + c;
        const W* const ofBlock = states + row / PAIR_BLOCK_ROWS * 4 * N * T::lanes;
        V y[PAIR_BLOCK_ROWS];
        respondBlock<W, N, PAIR_BLOCK_ROWS>(*pass.tables, PixelsApart<W>{out, step}, ofBlock, e,
                                            ofBlock + 2 * N * T::lanes, y);
        storeRows<W, false, PAIR_BLOCK_ROWS>(out, step, y);
    }
}

template <typename W, typename Pixel, int N>
inline void pairColumns(const PairColumnPass<W>& pass)
{
    alignas(64) W states[PAIR_COLUMN_BLOCKS * 4 * N * Vector<W>::lanes];
    for (int c = 0; c < pass.cols; c += Vector<W>::lanes)
    {
        pairColumnDown<W, Pixel, N>(pass, c, states);
        pairColumnUp<W, N>(pass, c, states);
    }
}

template <typename W>
void pairColumns(const PairColumnPass<W>& pass)
{
    static_assert(MAX_ADDED_PAIRS == 3, "mirrored pairs are two or three");
    withPixels<W>(pass.in.depth, [&](auto* pixels) {
        using Pixel = std::decay_t<decltype(*pixels)>;
        if (pass.tables->causal->pairs.size() == 2)
            pairColumns<W, Pixel, 2>(pass);
        else
            pairColumns<W, Pixel, 3>(pass);
    });
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter
