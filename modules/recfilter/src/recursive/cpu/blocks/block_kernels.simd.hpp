// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filters tiles by blocks of pixels. No include guard: OpenCV compiles it once per instruction set.

#include "recursive/cpu/blocks/block_kernels.hpp"
#include "runtime/cpu/memory/prefetch.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

const BlockKernels<float>& floatBlockKernels();
const BlockKernels<double>& doubleBlockKernels();

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#ifndef CV_CPU_OPTIMIZATION_DECLARATIONS_ONLY

#include "runtime/cpu/vectors/vector.hpp"
#include "runtime/cpu/pixels/pixel_vectors.hpp"
#include "recursive/cpu/kernels/chains.hpp"
#include "recursive/cpu/kernels/row_kernels.hpp"

#include <utility>

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

//! Most rows of a part: two sums of each stay in registers, beside two inputs and a weight.
constexpr int PART_ROWS = CV_SIMD_WIDTH >= 64 ? 10 : 6;
//! The same of a folded part: four sums of each row, beside four inputs and a weight.
constexpr int FOLDED_PART_ROWS = CV_SIMD_WIDTH >= 64 ? 6 : 2;

//! sums[m] += sum over n inputs of w[m] v. Weights and inputs follow each other in steps.
template <typename W, int M, int U>
CV_ALWAYS_INLINE void addProducts(typename Vector<W>::type (&sums)[M][U], const W* w, ptrdiff_t wStep, const W* v,
                                  ptrdiff_t vStep, int n)
{
    using T = Vector<W>;
    for (; n > 0; n--, w += wStep, v += vStep)
    {
        typename T::type x[U];
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
            x[u] = T::load(v + u * T::lanes);
        RECFILTER_UNROLL
        for (int m = 0; m < M; m++)
        {
            const typename T::type weight = T::all(w[m]);
            RECFILTER_UNROLL
            for (int u = 0; u < U; u++)
                sums[m][u] = T::madd(weight, x[u], sums[m][u]);
        }
    }
}

//! The rows of a part, in registers.
template <typename W, int M, int U>
struct PartSums
{
    using T = Vector<W>;

    void clear()
    {
        forAll([&](int m, int u) { v[m][u] = T::zero(); });
    }
    void load(const W* from)
    {
        forAll([&](int m, int u) { v[m][u] = T::load(from + (m * U + u) * T::lanes); });
    }
    void store(W* to, ptrdiff_t step) const
    {
        forAll([&](int m, int u) { T::store(to + m * step + u * T::lanes, v[m][u]); });
    }
    template <typename Body>
    static CV_ALWAYS_INLINE void forAll(const Body& body)
    {
        RECFILTER_UNROLL
        for (int m = 0; m < M; m++)
        {
            RECFILTER_UNROLL
            for (int u = 0; u < U; u++)
                body(m, u);
        }
    }

    typename T::type v[M][U];
};

//! One part of a product. Inputs and init lie U vectors apart, rows of out `step` elements. @param init null: 0
template <typename W, int M, int U>
RECFILTER_NOINLINE void productPart(const W* weights, const W* v1, int n1, const W* v2, int n2, const W* init, W* out,
                                    size_t step)
{
    constexpr int vStep = U * Vector<W>::lanes;
    PartSums<W, M, U> sums;
    if (init)
        sums.load(init);
    else
        sums.clear();
    addProducts<W, M, U>(sums.v, weights, M, v1, vStep, n1);
    addProducts<W, M, U>(sums.v, weights + size_t(n1) * M, M, v2, vStep, n2);
    sums.store(out, ptrdiff_t(step));
}

//! Both sums of a folded part: of u by the first M weights of an input, of d by the others.
template <typename W, int M, int U>
CV_ALWAYS_INLINE void addFoldedProducts(PartSums<W, M, U>& ofU, PartSums<W, M, U>& ofD, const W* weights, const W* u,
                                        const W* d, int n)
{
    using T = Vector<W>;
    for (; n > 0; n--, weights += 2 * M, u += U * T::lanes, d += U * T::lanes)
    {
        typename T::type x[2][U];
        RECFILTER_UNROLL
        for (int i = 0; i < U; i++)
        {
            x[0][i] = T::load(u + i * T::lanes);
            x[1][i] = T::load(d + i * T::lanes);
        }
        RECFILTER_UNROLL
        for (int m = 0; m < M; m++)
        {
            const typename T::type ofSum = T::all(weights[m]), ofDifference = T::all(weights[M + m]);
            RECFILTER_UNROLL
            for (int i = 0; i < U; i++)
            {
                ofU.v[m][i] = T::madd(ofSum, x[0][i], ofU.v[m][i]);
                ofD.v[m][i] = T::madd(ofDifference, x[1][i], ofD.v[m][i]);
            }
        }
    }
}

//! Halves of results by u and d.
template <typename W, int M, int U>
RECFILTER_NOINLINE void foldedResults(const W* weights, const W* u, const W* d, int n, W* y1, W* y2)
{
    PartSums<W, M, U> ofU, ofD;
    ofU.clear();
    ofD.clear();
    addFoldedProducts(ofU, ofD, weights, u, d, n);
    ofU.store(y1, U * Vector<W>::lanes);
    ofD.store(y2, U * Vector<W>::lanes);
}

//! p behind the block, and z of the block.
template <typename W, int M, int U>
RECFILTER_NOINLINE void foldedStates(const W* weights, const W* u, const W* d, int n1, const W* p, int n2, int parity,
                                     W* next, W* z)
{
    using T = Vector<W>;
    PartSums<W, M, U> ofU, ofD;
    ofU.clear();
    ofD.clear();
    addFoldedProducts(ofU, ofD, weights, u, d, n1);
    PartSums<W, M, U>::forAll([&](int m, int i) {
        const auto a = ofU.v[m][i], b = ofD.v[m][i];
        T::store(z + (m * U + i) * T::lanes, parity > 0 ? T::sub(a, b) : T::sub(b, a));
        ofU.v[m][i] = T::add(a, b);
    });
    addProducts<W, M, U>(ofU.v, weights + size_t(n1) * 2 * M, M, p, U * T::lanes, n2);
    ofU.store(next, U * T::lanes);
}

//! Completes both halves of M results, and unfolds them from both ends of the block.
template <typename W, int M, int U>
RECFILTER_NOINLINE void foldedBack(const W* weights, const W* u, const W* d, int n, const W* y1, const W* y2, W* first,
                                   W* last, ptrdiff_t step)
{
    using T = Vector<W>;
    PartSums<W, M, U> ofU, ofD;
    ofU.load(y1);
    ofD.load(y2);
    addFoldedProducts(ofU, ofD, weights, u, d, n);
    PartSums<W, M, U>::forAll([&](int m, int i) {
        T::store(first + m * step + i * T::lanes, T::add(ofU.v[m][i], ofD.v[m][i]));
        T::store(last - m * step + i * T::lanes, T::sub(ofU.v[m][i], ofD.v[m][i]));
    });
}

//! Adds weighted elements of one channel to the sums of M states.
template <typename W, int M, int U>
RECFILTER_NOINLINE void sumPart(const W* weights, ptrdiff_t wStep, const W* v, ptrdiff_t vStep, int n, W* sums,
                                size_t bundleStep)
{
    using T = Vector<W>;
    typename T::type total[M][U];
    RECFILTER_UNROLL
    for (int m = 0; m < M; m++)
    {
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
            total[m][u] = T::load(sums + m * T::lanes + u * bundleStep);
    }
    addProducts<W, M, U>(total, weights, wStep, v, vStep, n);
    RECFILTER_UNROLL
    for (int m = 0; m < M; m++)
    {
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
            T::store(sums + m * T::lanes + u * bundleStep, total[m][u]);
    }
}

template <typename W, int U, typename Rows, typename FoldedRows>
struct PartTable;

//! The functions for parts of 1, 2, ... rows.
template <typename W, int U, int... M, int... N>
struct PartTable<W, U, std::integer_sequence<int, M...>, std::integer_sequence<int, N...>>
{
    static constexpr decltype(&productPart<W, 1, U>) product[] = {productPart<W, M + 1, U>...};
    static constexpr decltype(&sumPart<W, 1, U>) sum[] = {sumPart<W, M + 1, U>...};
    static constexpr decltype(&foldedResults<W, 1, U>) results[] = {foldedResults<W, N + 1, U>...};
    static constexpr decltype(&foldedStates<W, 1, U>) states[] = {foldedStates<W, N + 1, U>...};
    static constexpr decltype(&foldedBack<W, 1, U>) back[] = {foldedBack<W, N + 1, U>...};
};

template <typename W, int U>
using Parts =
    PartTable<W, U, std::make_integer_sequence<int, PART_ROWS>, std::make_integer_sequence<int, FOLDED_PART_ROWS>>;

template <typename W, int U>
inline void multiply(const BlockProduct<W>& product, const W* v1, const W* v2, const W* init, W* out, size_t step)
{
    for (const auto& part : product.parts)
        Parts<W, U>::product[part.rows - 1](product.weights.data() + part.weights, v1, part.n1, v2, part.n2,
                                            init ? init + part.first * U * Vector<W>::lanes : nullptr,
                                            out + part.first * step, step);
}

//! Cuts the memory of a kernel into arrays of vectors.
template <typename W, int U>
class Vectors
{
public:
    static constexpr int step = U * Vector<W>::lanes;

    explicit Vectors(W* memory) : next(memory) {}

    W* take(int count)
    {
        W* const taken = next;
        next += size_t(count) * step;
        return taken;
    }

private:
    W* next;
};

//! Copies `count` times U vectors.
template <typename W, int U>
CV_ALWAYS_INLINE void copyVectors(const W* from, size_t fromStep, W* to, size_t toStep, int count)
{
    using T = Vector<W>;
    for (int i = 0; i < count; i++, from += fromStep, to += toStep)
    {
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
            T::store(to + u * T::lanes, T::load(from + u * T::lanes));
    }
}

//! sums = left + sign right and differences = left - sign right of `count` vectors, which left(i) and right(i) load.
template <typename W, int U, typename Left, typename Right>
CV_ALWAYS_INLINE void addSubtract(const Left& left, const Right& right, int sign, int count, W* sums, W* differences)
{
    using T = Vector<W>;
    if (sign < 0)
        std::swap(sums, differences);
    for (int i = 0; i < count; i++, sums += U * T::lanes, differences += U * T::lanes)
    {
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
        {
            const typename T::type a = left(i, u), b = right(i, u);
            T::store(sums + u * T::lanes, T::add(a, b));
            T::store(differences + u * T::lanes, T::sub(a, b));
        }
    }
}

//! Both directions over one block, U vectors of lines.
template <typename W, int U>
class BlockFilter
{
public:
    using T = Vector<W>;
    static constexpr int step = U * T::lanes;

    BlockFilter(const BlockTables<W>& blockTables, Vectors<W, U>& memory)
        : tables(blockTables), r(blockTables.causalStates), folds(blockTables.folds()),
          half1(memory.take(std::max(tables.pixels / 2, r))), half2(memory.take(std::max(tables.pixels / 2, r))),
          copied(memory.take(tables.pixels))
    {
        for (W*& vectors : states)
            vectors = memory.take(std::max(r, tables.anticausalStates));
    }

    //! Where forth() finds p before a block. Folded blocks keep it.
    W* before(W* kept) const { return folds ? kept + r * step : states[0]; }
    //! p behind the last block after forth(); e behind a block before back(), and before it afterwards.
    W* state() const { return states[0]; }

    /** The causal direction: pixels to y, of a folded block to the halves of y. @param load (i, u) gives vector u of
    pixel i @param x the pixels, if they lie side by side; or null @param nextKept of the next block, or null */
    template <typename Load>
    void forth(int pixels, const Load& load, const W* x, W* y, W* kept, W* nextKept)
    {
        const BlockTable<W>& table = tables.of(pixels);
        const W* const p = before(kept);
        W* const next = !folds ? states[1] : nextKept ? before(nextKept) : states[0];
        if (table.parity)
            foldForth(table, load, p, y, kept, next);
        else
        {
            for (int i = 0; !x && i < pixels; i++)
                for (int u = 0; u < U; u++)
                    T::store(copied + i * step + u * T::lanes, load(i, u));
            x = x ? x : copied;
            multiply<W, U>(table.results, x, p, nullptr, y, step);
            multiply<W, U>(table.sums, x, nullptr, nullptr, kept, step);
            multiply<W, U>(table.ahead, x, p, nullptr, next, step);
        }
        if (!folds)
            std::swap(states[0], states[1]);
    }

    //! The anticausal direction: what forth() left to results.
    void back(int pixels, const W* y, const W* kept, W* out, size_t outStep)
    {
        const BlockTable<W>& table = tables.of(pixels);
        if (table.parity)
            foldBack(table, y, kept + r * step, out, ptrdiff_t(outStep));
        else
            multiply<W, U>(table.back, states[0], nullptr, y, out, outStep);
        multiply<W, U>(table.aheadBack, nullptr, states[0], kept, states[1], step);
        std::swap(states[0], states[1]);
    }

private:
    template <typename Load>
    void foldForth(const BlockTable<W>& table, const Load& load, const W* p, W* y, W* kept, W* next)
    {
        const int half = table.pixels / 2, last = table.pixels - 1;
        addSubtract<W, U>(
            load, [&](int i, int u) { return load(last - i, u); }, table.parity, half, half1, half2);
        for (const auto& part : table.results.parts)
            Parts<W, U>::results[part.rows - 1](table.results.weights.data() + part.weights, half1, half2, part.n1,
                                                y + part.first * step, y + (half + part.first) * step);
        for (const auto& part : table.ahead.parts)
            Parts<W, U>::states[part.rows - 1](table.ahead.weights.data() + part.weights, half1, half2, part.n1, p,
                                               part.n2, table.parity, next + part.first * step,
                                               kept + part.first * step);
    }

    void foldBack(const BlockTable<W>& table, const W* y, const W* p, W* out, ptrdiff_t outStep)
    {
        const int half = table.pixels / 2;
        const auto from = [](const W* v) { return [v](int i, int u) { return T::load(v + i * step + u * T::lanes); }; };
        addSubtract<W, U>(from(p), from(states[0]), table.parity, r, half1, half2);
        for (const auto& part : table.back.parts)
            Parts<W, U>::back[part.rows - 1](table.back.weights.data() + part.weights, half1, half2, part.n1,
                                             y + part.first * step, y + (half + part.first) * step,
                                             out + part.first * outStep,
                                             out + (table.pixels - 1 - part.first) * outStep, outStep);
    }

    const BlockTables<W>& tables;
    const int r;
    const bool folds;
    W *const half1, *const half2; //!< u and d of pixels or states
    W* const copied;              //!< the pixels of a plain block
    W* states[2];
};

template <typename W, typename Pixel, int U>
inline void columnBlocks(const BlockColumnPass<W>& pass, int column)
{
    using T = Vector<W>;
    constexpr int step = U * T::lanes;
    const BlockTables<W>& tables = *pass.tables;
    const int K = tables.pixels, blocks = (pass.rows + K - 1) / K, kept = tables.kept();
    Vectors<W, U> memory(pass.memory);
    BlockFilter<W, U> filter(tables, memory);
    W *const y = memory.take(blocks * K), *const sums = memory.take(blocks * kept);
    const auto keptOf = [&](int block) { return block < blocks ? sums + block * kept * step : nullptr; };
    copyVectors<W, U>(pass.p + column, pass.pStep, filter.before(sums), step, tables.causalStates);
    for (int b = 0; b < blocks; b++)
    {
        const Pixel* const in = static_cast<const Pixel*>(pass.in.data) + size_t(b * K) * pass.in.step + column;
        filter.forth(
            std::min(K, pass.rows - b * K),
            [&](int i, int u) { return loadPixels<W>(in + size_t(i) * pass.in.step + u * T::lanes); }, nullptr,
            y + b * K * step, keptOf(b), keptOf(b + 1));
    }
    copyVectors<W, U>(filter.state(), step, pass.p + column, pass.pStep, tables.causalStates);
    copyVectors<W, U>(pass.e + column, pass.eStep, filter.state(), step, tables.anticausalStates);
    for (int b = blocks - 1; b >= 0; b--)
        filter.back(std::min(K, pass.rows - b * K), y + b * K * step, keptOf(b),
                    pass.out.data + size_t(b * K) * pass.out.step + column, pass.out.step);
}

template <typename W>
void blockColumns(const BlockColumnPass<W>& pass)
{
    withPixels<W>(pass.in.depth, [&](auto* pixels) {
        using Pixel = std::decay_t<decltype(*pixels)>;
        for (int column = 0; column < pass.cols; column += BLOCK_VECTORS * Vector<W>::lanes)
            columnBlocks<W, Pixel, BLOCK_VECTORS>(pass, column);
    });
}

//! f and a of M states and U vectors of columns, over all rows. They stay in registers.
template <typename W, typename Pixel, int M, int U>
RECFILTER_NOINLINE void foldRows(const FoldedBlockSums<W>& job, int first, int column, W* f, W* a)
{
    using T = Vector<W>;
    constexpr int lineElements = 64 / int(sizeof(Pixel));
    const bool prefetch = job.prefetch && first == 0;
    PartSums<W, M, U> ofSum, ofDifference;
    ofSum.clear();
    ofDifference.clear();
    const Pixel* up = static_cast<const Pixel*>(job.in.data) + column;
    const Pixel* down = up + size_t(job.rows - 1) * job.in.step;
    const W* weights = job.weights + first;
    for (int k = 0; k < job.rows / 2; k++, up += job.in.step, down -= job.in.step, weights += 2 * job.states)
    {
        for (int e = 0; prefetch && e < U * T::lanes; e += lineElements)
        {
            prefetchLine(up + job.cols + e);
            prefetchLine(down + job.cols + e);
        }
        typename T::type sum[U], difference[U];
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
        {
            const auto x = loadPixels<W>(up + u * T::lanes), y = loadPixels<W>(down + u * T::lanes);
            sum[u] = T::add(x, y);
            difference[u] = T::sub(x, y);
        }
        RECFILTER_UNROLL
        for (int m = 0; m < M; m++)
        {
            const auto ofSums = T::all(weights[m]), ofDifferences = T::all(weights[job.states + m]);
            RECFILTER_UNROLL
            for (int u = 0; u < U; u++)
            {
                ofSum.v[m][u] = T::madd(ofSums, sum[u], ofSum.v[m][u]);
                ofDifference.v[m][u] = T::madd(ofDifferences, difference[u], ofDifference.v[m][u]);
            }
        }
    }
    PartSums<W, M, U>::forAll([&](int m, int u) {
        T::store(a + ((first + m) * U + u) * T::lanes, T::add(ofSum.v[m][u], ofDifference.v[m][u]));
        T::store(f + ((first + m) * U + u) * T::lanes, T::sub(ofSum.v[m][u], ofDifference.v[m][u]));
    });
}

//! out = initial + M in, for U vectors of columns.
template <typename W, int U>
CV_ALWAYS_INLINE void addSmallProduct(const SmallMatrix<W>& M, const W* in, size_t inStep, const W* initial,
                                      size_t initialStep, W* out, size_t outStep)
{
    using T = Vector<W>;
    const auto* entry = M.entries.data();
    for (int rowEnd : M.ends)
    {
        typename T::type sums[U];
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
            sums[u] = T::load(initial + u * T::lanes);
        for (const auto* const end = M.entries.data() + rowEnd; entry != end; entry++)
        {
            const W* const row = in + size_t(entry->column) * inStep;
            RECFILTER_UNROLL
            for (int u = 0; u < U; u++)
                sums[u] = T::madd(T::all(entry->value), T::load(row + u * T::lanes), sums[u]);
        }
        RECFILTER_UNROLL
        for (int u = 0; u < U; u++)
            T::store(out + u * T::lanes, sums[u]);
        initial += initialStep;
        out += outStep;
    }
}

template <typename W>
void foldedBlockSums(const FoldedBlockSums<W>& job)
{
    constexpr int U = BLOCK_VECTORS, step = U * Vector<W>::lanes, M = CV_SIMD_WIDTH >= 64 ? 4 : 2;
    W CV_DECL_ALIGNED(64) f[MAX_STATES * step], CV_DECL_ALIGNED(64) a[MAX_STATES * step];
    withPixels<W>(job.in.depth, [&](auto* pixels) {
        using Pixel = std::decay_t<decltype(*pixels)>;
        for (int c = 0; c < job.cols; c += step)
        {
            int m = 0;
            for (; m + M <= job.states; m += M)
                foldRows<W, Pixel, M, U>(job, m, c, f, a);
            for (; m + 2 <= job.states; m += 2)
                foldRows<W, Pixel, 2, U>(job, m, c, f, a);
            if (m < job.states)
                foldRows<W, Pixel, 1, U>(job, m, c, f, a);
            addSmallProduct<W, U>(*job.power, job.below + c, job.step, a, step, job.z + c, job.step);
            if (job.toEnd)
                addSmallProduct<W, U>(*job.toEnd, f, step, job.sent + c, job.step, job.sent + c, job.step);
        }
    });
}

//! A tile of U bundles of rows in one direction. Pixels of one channel lie apart by the number of channels.
template <typename W, int U>
class BlockRows
{
public:
    BlockRows(const RowPass<W>& rowPass, const BlockTables<W>& blockTables, int width, int firstBundle, W* memory)
        : pass(rowPass), tables(blockTables), g(firstBundle), channels(rowPass.channels), vectors(memory),
          filter(blockTables, vectors), tile(vectors.take(width)), y(vectors.take(blockTables.pixels)),
          slot(rowPass.transposed + size_t(firstBundle) * width * lanes),
          kept(rowPass.parallelSum +
               size_t(firstBundle) * blockTables.blocksOf(width, rowPass.channels) * blockTables.kept() * lanes)
    {
    }

    void forth(PrefetchCursor& prefetch)
    {
        for (int k = 0; k < pass.blocks(lanes); k++)
        {
            prefetch.step();
            for (int u = 0; u < U; u++)
                loadTransposed(k, u);
        }
        addClosingSums();
        forChannels([&](int channel, int first, int count, int block) {
            loadStates(channel, tables.causalStates, filter.before(keptOf(block)));
            for (int i = 0; i < count; i += tables.pixels, block++)
                forthBlock(first + i * channels, std::min(tables.pixels, count - i), keptOf(block),
                           i + tables.pixels < count ? keptOf(block + 1) : nullptr);
            storeStates(channel, tables.causalStates);
        });
    }

    void back(PrefetchCursor& prefetch)
    {
        forChannels([&](int channel, int first, int count, int block) {
            loadStates(channel, tables.anticausalStates, filter.state());
            const int blocks = (count + tables.pixels - 1) / tables.pixels;
            for (int b = blocks - 1; b >= 0; b--)
                backBlock(first + b * tables.pixels * channels, std::min(tables.pixels, count - b * tables.pixels),
                          keptOf(block + b));
            storeStates(channel, tables.anticausalStates);
            addResponse(channel, first, count);
        });
        for (int k = pass.blocks(lanes) - 1; k >= 0; k--)
        {
            prefetch.step();
            for (int u = 0; u < U; u++)
                storeTransposed(k, u);
        }
    }

private:
    using T = Vector<W>;
    static constexpr int lanes = T::lanes, step = U * T::lanes;

    W* keptOf(int block) const { return kept + size_t(block) * tables.kept() * step; }

    //! Calls body with each channel, its first element in the tile, its pixels, and the index of its first block.
    template <typename Body>
    void forChannels(const Body& body) const
    {
        const int ofChannel = tables.blocksOf(pass.cols, channels) / channels;
        for (int k = 0; k < std::min(channels, pass.cols); k++)
            body(int((pass.element + k) % channels), k, (pass.cols - k + channels - 1) / channels, k * ofChannel);
    }

    W* stateOf(int channel, int count, int u) const
    {
        return pass.state + (size_t(g + u) * channels + channel) * count * lanes;
    }

    void loadStates(int channel, int count, W* to) const
    {
        for (int u = 0; u < U; u++)
            for (int m = 0; m < count; m++)
                T::store(to + m * step + u * lanes, T::load(stateOf(channel, count, u) + m * lanes));
    }

    void storeStates(int channel, int count) const
    {
        for (int u = 0; u < U; u++)
            for (int m = 0; m < count; m++)
                T::store(stateOf(channel, count, u) + m * lanes, T::load(filter.state() + m * step + u * lanes));
    }

    void loadTransposed(int k, int u) const
    {
        typename T::type v[lanes];
        loadVectors<W>(pass.rows.data + size_t(g + u) * lanes * pass.rows.step + k * lanes, v, pass.rows.step);
        transpose<W>(v);
        W* out = tile + k * lanes * step + u * lanes;
        RECFILTER_UNROLL
        for (int j = 0; j < lanes; j++)
            T::store(out + j * step, v[j]);
    }

    void storeTransposed(int k, int u) const
    {
        typename T::type v[lanes];
        loadVectors<W>(tile + k * lanes * step + u * lanes, v, step);
        W* const out = pass.rows.data + size_t(g + u) * lanes * pass.rows.step + k * lanes;
        const LineWriter<W> lines(pass, g + u);
        if (pass.nonTemporal)
            writeBlock<W, true>(v, pass.gain, out, pass.rows.step, lines);
        else
            writeBlock<W, false>(v, pass.gain, out, pass.rows.step, lines);
    }

    void forthBlock(int element, int count, W* keptOfBlock, W* nextKept)
    {
        W *const results = slot + element * step, *const x = tile + element * step;
        const size_t pixelStep = size_t(channels) * step;
        const auto load = [&](int i, int u) { return T::load(x + i * pixelStep + u * lanes); };
        filter.forth(count, load, channels == 1 ? x : nullptr, channels == 1 ? results : y, keptOfBlock, nextKept);
        if (channels > 1)
            copyVectors<W, U>(y, step, results, pixelStep, count);
    }

    void backBlock(int element, int count, const W* keptOfBlock)
    {
        const W* results = slot + element * step;
        if (channels > 1)
        {
            copyVectors<W, U>(results, size_t(channels) * step, y, step, count);
            results = y;
        }
        filter.back(count, results, keptOfBlock, tile + element * step, size_t(channels) * step);
    }

    //! The sums that close the line, over the elements of the tile that have weights.
    void addClosingSums() const
    {
        for (int k = 0; k < 2; k++)
        {
            const WeightTable<W>* const weights = pass.weights[k];
            const int64 begin = pass.weightElement[k];
            if (!weights || !weights->meets(begin, begin + pass.cols))
                continue;
            const int first = int(std::max<int64>(weights->first - begin, 0)),
                      end = int(std::min<int64>(weights->first + weights->count - begin, pass.cols));
            for (int c = 0; c < std::min(channels, end - first); c++)
                addSumsOf(*weights, weights->at(begin + first + c), first + c, end, pass.sums[k]);
        }
    }

    void addSumsOf(const WeightTable<W>& table, const W* weights, int first, int end, W* sums) const
    {
        const int channel = int((pass.element + first) % channels), states = table.states;
        const size_t bundleStep = size_t(channels) * states * lanes;
        W* const ofChannel = sums + (size_t(g) * channels + channel) * states * lanes;
        for (int m = 0; m < states; m += PART_ROWS)
            Parts<W, U>::sum[std::min(PART_ROWS, states - m) - 1](
                weights + m, ptrdiff_t(channels) * states, tile + first * step, ptrdiff_t(channels) * step,
                (end - first + channels - 1) / channels, ofChannel + m * lanes, bundleStep);
    }

    //! Adds the response to the state before the line.
    void addResponse(int channel, int first, int count) const
    {
        const WeightTable<W>* const table = pass.weights[0];
        const int64 begin = pass.weightElement[0];
        if (!table || !table->meets(begin, begin + pass.cols))
            return;
        for (int i = 0, element = first; i < count && begin + element < table->count; i++, element += channels)
        {
            const W* const weights = table->at(begin + element);
            for (int u = 0; u < U; u++)
            {
                const W* state = pass.sums[0] + (size_t(g + u) * channels + channel) * table->states * lanes;
                typename T::type sum = T::load(tile + element * step + u * lanes);
                for (int m = 0; m < table->states; m++)
                    sum = T::madd(T::all(weights[m]), T::load(state + m * lanes), sum);
                T::store(tile + element * step + u * lanes, sum);
            }
        }
    }

    const RowPass<W>& pass;
    const BlockTables<W>& tables;
    const int g, channels;
    Vectors<W, U> vectors;
    BlockFilter<W, U> filter;
    W *const tile, *const y; //!< transposed pixels or results; results of a block of a channel
    W *const slot, *const kept;
};

template <typename W, int U>
inline void blockRows(const RowPass<W>* backward, const RowPass<W>* forward, const BlockTables<W>& tables, int width,
                      int bundle, W* memory, PrefetchCursor& prefetch)
{
    // In this order: the forward tile may reuse the slot that the backward tile frees.
    if (backward && bundle < backward->bundles)
        BlockRows<W, U>(*backward, tables, width, bundle, memory).back(prefetch);
    if (forward && bundle < forward->bundles)
        BlockRows<W, U>(*forward, tables, width, bundle, memory).forth(prefetch);
}

template <typename W>
void blockRowPasses(const RowPass<W>* backward, const RowPass<W>* forward, const BlockTables<W>& tables, int width,
                    W* memory, const Prefetch& wanted)
{
    const int backBundles = backward ? backward->bundles : 0, forthBundles = forward ? forward->bundles : 0;
    const int bundles = std::max(backBundles, forthBundles);
    PrefetchCursor prefetch(wanted, (bundles + 1) / 2 * 2 * (width / Vector<W>::lanes));
    // Passes of different heights, the last one of an image, run one after the other: pairs of bundles would differ.
    if (backward && forward && backBundles != forthBundles)
    {
        blockRowPasses<W>(backward, nullptr, tables, width, memory, wanted);
        return blockRowPasses<W>(nullptr, forward, tables, width, memory, Prefetch());
    }
    int g = 0;
    for (; g + BLOCK_VECTORS <= bundles; g += BLOCK_VECTORS)
        blockRows<W, BLOCK_VECTORS>(backward, forward, tables, width, g, memory, prefetch);
    for (; g < bundles; g++)
        blockRows<W, 1>(backward, forward, tables, width, g, memory, prefetch);
}

template <typename W>
static BlockKernels<W> makeBlockKernels()
{
    BlockKernels<W> kernels;
    kernels.partRows = PART_ROWS;
    kernels.foldedPartRows = FOLDED_PART_ROWS;
    kernels.columns = blockColumns<W>;
    kernels.foldedSums = foldedBlockSums<W>;
    kernels.rows = blockRowPasses<W>;
    return kernels;
}

const BlockKernels<float>& floatBlockKernels()
{
    static const BlockKernels<float> kernels = makeBlockKernels<float>();
    return kernels;
}

const BlockKernels<double>& doubleBlockKernels()
{
    static const BlockKernels<double> kernels = makeBlockKernels<double>();
    return kernels;
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif
