// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CPU_SAT_STRIP_HPP
#define OPENCV_RECFILTER_SAT_CPU_SAT_STRIP_HPP

// The table over a strip of columns, from the row above it and the sums left of it:
// table(x, y) = table(x, y-1) + left(y) + running sum along the row. Only sat_kernels.simd.hpp may include it.

#include "sat/cpu/tuning.hpp"
#include "runtime/cpu/memory/prefetch.hpp"
#include "sat/cpu/sat_bytes.hpp"
#include "sat/cpu/sat_vectors.hpp"
#include "runtime/cpu/memory/stream_fence.hpp"

#include <cstring>

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

//! Row by row, for channels that do not fit a vector and for processors without fixed-length vectors.
template <typename L>
static void stripOfAnyChannels(const SatStrip& strip)
{
    using T = typename L::Source;
    using S = typename L::Table;
    const size_t channels = size_t(strip.channels);
    AutoBuffer<S> running(channels);
    S* const sums = running.data();
    S* const above = static_cast<S*>(strip.above);
    for (int y = 0; y < strip.rows; y++)
    {
        const T* src = reinterpret_cast<const T*>(strip.src + size_t(y) * strip.srcStep);
        S* dst = reinterpret_cast<S*>(strip.dst + size_t(y) * strip.dstStep);
        if (strip.left)
            std::copy_n(static_cast<const S*>(strip.left) + size_t(y) * channels, channels, sums);
        else
            std::fill_n(sums, channels, S(0));
        for (int x = 0; x < strip.cols; x += strip.channels)
            for (int c = 0; c < strip.channels; c++)
            {
                sums[c] += L::value(src[x + c]);
                dst[x + c] = above[x + c] += sums[c];
            }
        if (strip.right)
            std::copy_n(sums, channels, static_cast<S*>(strip.right) + size_t(y) * channels);
    }
}

#if RECFILTER_SAT_VECTORS

//! Destination rows, in the image or in a buffer. The step counts elements.
template <typename S>
struct SatRows
{
    S* data;
    size_t step;
};

//! The running sums of N rows, vector by vector: log2(lanes) shuffles inside a vector, plus the row's sum so far.
template <typename S, int CN, int N>
class RowScan
{
public:
    using V = typename TableVector<S>::type;

    //! @param left sums left of the first vector; null: zeros
    void start(const S* left)
    {
        for (int k = 0; k < N; k++)
            sums[k] = left ? repeated(left + k * CN) : TableVector<S>::zero();
    }

    //! Turns a vector of every row into running sums.
    void scan(V (&rows)[N])
    {
        RECFILTER_UNROLL
        for (int k = 0; k < N; k++)
        {
            rows[k] = v_add(scanVector<CN>(rows[k]), sums[k]);
            sums[k] = repeatLast<CN>(rows[k]);
        }
    }

    void finish(S* right) const
    {
        S all[tableLanes<S>()];
        for (int k = 0; k < N; k++)
        {
            v_store(all, sums[k]);
            std::copy_n(all, CN, right + k * CN);
        }
    }

private:
    static V repeated(const S* pixel)
    {
        S all[tableLanes<S>()];
        for (int i = 0; i < tableLanes<S>(); i++)
            all[i] = pixel[i % CN];
        return vx_load(all);
    }

    V sums[N];
};

/** The running sums of one channel of four-byte elements, four rows together, transposed in groups of four lanes. Three
additions make the sums in all groups of four rows. The four rows share the shuffles over the whole vector. */
template <typename S, int N>
class TransposedRowScan
{
public:
    using V = typename TableVector<S>::type;

    void start(const S* left)
    {
        for (int g = 0; g < N / 4; g++)
        {
            S all[tableLanes<S>()];
            for (int i = 0; i < tableLanes<S>(); i++)
                all[i] = left ? left[4 * g + i % 4] : S(0);
            sums[g] = vx_load(all);
        }
    }

    void scan(V (&rows)[N])
    {
        RECFILTER_UNROLL
        for (int g = 0; g < N / 4; g++)
        {
            V *r = rows + 4 * g, c0, c1, c2, c3;
            v_transpose4x4(r[0], r[1], r[2], r[3], c0, c1, c2, c3);
            c1 = v_add(c1, c0);
            c2 = v_add(c2, c1);
            c3 = v_add(c3, c2);
            const V groups = scanVector<4>(c3);
            const V left = v_add(moveUp<4>(groups), sums[g]);
            sums[g] = v_add(sums[g], repeatLast<4>(groups));
            v_transpose4x4(v_add(c0, left), v_add(c1, left), v_add(c2, left), v_add(c3, left), r[0], r[1], r[2], r[3]);
        }
    }

    void finish(S* right) const
    {
        S all[tableLanes<S>()];
        for (int g = 0; g < N / 4; g++)
        {
            v_store(all, sums[g]);
            std::copy_n(all, 4, right + 4 * g);
        }
    }

private:
    V sums[N / 4];
};

template <typename S, int CN, int N>
using BestRowScan = typename std::conditional<CN == 1 && N % 4 == 0 && sizeof(S) == 4, TransposedRowScan<S, N>,
                                              RowScan<S, CN, N>>::type;

//! Whether the kernel sums bytes of one channel.
template <typename L, int CN>
constexpr bool isByteSum()
{
    return CN == 1 && std::is_same<L, SatLoader<uchar, unsigned, false>>::value;
}

#if RECFILTER_SAT_BYTES

//! As makeColumns, for bytes of one channel, 64 at a time. Returns the columns done.
template <int N, bool Prefetch>
static int makeColumnsOfBytes(const uchar* src, size_t srcStep, int cols, unsigned* above,
                              BestRowScan<unsigned, 1, N>& running, SatRows<unsigned> out)
{
    int x = 0;
    for (; x + BYTE_LANES * BYTE_VECTORS <= cols; x += BYTE_LANES * BYTE_VECTORS)
    {
        v_uint32 before[N], sums[BYTE_VECTORS];
        RECFILTER_UNROLL
        for (int k = 0; k < N; k++)
            before[k] = sumFours(src + size_t(k) * srcStep + x);
        running.scan(before);
        RECFILTER_UNROLL
        for (int i = 0; i < BYTE_VECTORS; i++)
            sums[i] = vx_load(above + x + i * BYTE_LANES);
        RECFILTER_UNROLL
        for (int k = 0; k < N; k++)
        {
            const uchar* pixels = src + size_t(k) * srcStep + x;
            if (Prefetch)
                prefetchLine(pixels + tuning::SAT_PREFETCH_BYTES);
            before[k] = v_sub(before[k], sumFours(pixels));
            RECFILTER_UNROLL
            for (int i = 0; i < BYTE_VECTORS; i++)
            {
                sums[i] = v_add(sums[i], sumsOfBytes(pixels, i, before[k]));
                v_store(out.data + x + size_t(k) * out.step + i * BYTE_LANES, sums[i]);
            }
        }
        RECFILTER_UNROLL
        for (int i = 0; i < BYTE_VECTORS; i++)
            v_store(above + x + i * BYTE_LANES, sums[i]);
    }
    return x;
}

#endif

//! N table rows over cols elements, a whole number of loads. N independent running sums hide the latency.
template <typename L, int CN, int N, bool Prefetch>
static void makeColumns(const uchar* src, size_t srcStep, int cols, typename L::Table* above,
                        BestRowScan<typename L::Table, CN, N>& rowSums, SatRows<typename L::Table> out)
{
    using T = typename L::Source;
    using S = typename L::Table;
    using V = typename TableVector<S>::type;
    constexpr int lanes = tableLanes<S>(), count = loadCount<T, S>(), vectors = count / lanes;
    BestRowScan<S, CN, N> running = rowSums; // copied into registers
    int x = 0;
#if RECFILTER_SAT_BYTES
    if constexpr (isByteSum<L, CN>())
        x = makeColumnsOfBytes<N, Prefetch>(src, srcStep, cols, above, running, out);
#endif
    for (; x < cols; x += count)
    {
        V rows[vectors][N];
        RECFILTER_UNROLL
        for (int k = 0; k < N; k++)
        {
            const uchar* pixels = src + size_t(k) * srcStep + size_t(x) * sizeof(T);
            V v[vectors];
            loadVectors<L>(reinterpret_cast<const T*>(pixels), v);
            if (Prefetch && (count * sizeof(T) >= 64 || x * int(sizeof(T)) % 64 == 0))
                prefetchLine(pixels + tuning::SAT_PREFETCH_BYTES);
            RECFILTER_UNROLL
            for (int i = 0; i < vectors; i++)
                rows[i][k] = v[i];
        }
        RECFILTER_UNROLL
        for (int i = 0; i < vectors; i++)
        {
            running.scan(rows[i]);
            V sums = vx_load(above + x + i * lanes);
            RECFILTER_UNROLL
            for (int k = 0; k < N; k++)
            {
                sums = v_add(sums, rows[i][k]);
                v_store(out.data + x + size_t(k) * out.step + i * lanes, sums);
            }
            v_store(above + x + i * lanes, sums);
        }
    }
    rowSums = running;
}

template <typename L, int CN, int N>
static void makeColumns(const uchar* src, size_t srcStep, int cols, typename L::Table* above,
                        BestRowScan<typename L::Table, CN, N>& rowSums, SatRows<typename L::Table> out, bool prefetch)
{
    if (prefetch)
        makeColumns<L, CN, N, true>(src, srcStep, cols, above, rowSums, out);
    else
        makeColumns<L, CN, N, false>(src, srcStep, cols, above, rowSums, out);
}

/** Writes rows by non-temporal stores of whole aligned vectors. Rows of an integral image, one pixel wider than the
source, may begin anywhere. So a chunk of table rows is made in a buffer that stays in L1. */
template <typename S, int N>
class StreamedRows
{
public:
    static constexpr int LANES = tableLanes<S>();
    static constexpr int CHUNK = tuning::SAT_CHUNK_BYTES / int(sizeof(S));

    StreamedRows(uchar* dst, size_t dstStep)
    {
        for (int k = 0; k < N; k++)
            next[k] = start[k] = reinterpret_cast<S*>(dst + size_t(k) * dstStep);
    }

    SatRows<S> chunk() { return {buffer[0] + LANES, ROW}; }

    //! Writes the aligned part of the chunk and of the pending rest of the last one.
    void write(int cols)
    {
        for (int k = 0; k < N; k++)
        {
            S* const row = buffer[k] + LANES - written;
            S* const end = start[k] + written + cols;
            if (written == 0)
                next[k] = copy(row, start[k], std::min(alignPtr(start[k], LANES * int(sizeof(S))), end));
            for (; end - next[k] >= LANES; next[k] += LANES)
                v_store_aligned_nocache(next[k], vx_load(row + (next[k] - start[k])));
            // The last vector may be partly pending: it moves to before the next chunk.
            v_store(buffer[k], vx_load(buffer[k] + cols));
        }
        written += cols;
    }

    void finish()
    {
        for (int k = 0; k < N; k++)
            copy(buffer[k] + LANES + (next[k] - start[k]) - written, next[k], start[k] + written);
    }

private:
    static constexpr int ROW = LANES + CHUNK;

    static S* copy(const S* from, S* to, S* end)
    {
        while (to < end)
            *to++ = *from++;
        return end;
    }

    S* start[N];
    S* next[N]; //!< first element of the row not written yet
    ptrdiff_t written = 0;
    alignas(64) S buffer[N][ROW];
};

template <typename L, int CN, int N>
struct StripRows
{
    using T = typename L::Source;
    using S = typename L::Table;
    using RowSums = BestRowScan<S, CN, N>;
    static constexpr int COUNT = loadCount<T, S>();

    //! The columns behind the last whole load. Zeros stand in for pixels beyond the strip.
    static void scanRest(const SatStrip& strip, int first, RowSums& rowSums)
    {
        T pixels[N][COUNT] = {};
        S made[N][COUNT];
        const size_t rest = size_t(strip.cols - first);
        for (int k = 0; k < N; k++)
            memcpy(pixels[k], strip.src + size_t(k) * strip.srcStep + size_t(first) * sizeof(T), rest * sizeof(T));
        makeColumns<L, CN, N>(reinterpret_cast<const uchar*>(pixels), sizeof(pixels[0]), COUNT,
                              static_cast<S*>(strip.above) + first, rowSums, {made[0], COUNT}, false);
        for (int k = 0; k < N; k++)
            memcpy(strip.dst + size_t(k) * strip.dstStep + size_t(first) * sizeof(S), made[k], rest * sizeof(S));
    }

    static void scanStreamed(const SatStrip& strip, int cols, RowSums& rowSums)
    {
        using Rows = StreamedRows<S, N>;
        static_assert(Rows::CHUNK % COUNT == 0, "chunks are whole loads");
        Rows rows(strip.dst, strip.dstStep);
        for (int x = 0; x < cols; x += Rows::CHUNK)
        {
            const int n = std::min(Rows::CHUNK, cols - x);
            makeColumns<L, CN, N>(strip.src + size_t(x) * sizeof(T), strip.srcStep, n, static_cast<S*>(strip.above) + x,
                                  rowSums, rows.chunk(), strip.prefetch);
            rows.write(n);
        }
        rows.finish();
    }

    static void scan(const SatStrip& strip)
    {
        static_assert(COUNT * sizeof(S) <= SAT_ABOVE_ROOM, "the last load reaches beyond the row above");
        static_assert(SAT_PART_PIXELS % COUNT == 0, "parts but the last are whole loads, so that sums are handed on");
        RowSums rowSums;
        rowSums.start(static_cast<const S*>(strip.left));
        const int whole = strip.cols - strip.cols % COUNT;
        if (strip.streamed)
            scanStreamed(strip, whole, rowSums);
        else
            makeColumns<L, CN, N>(strip.src, strip.srcStep, whole, static_cast<S*>(strip.above), rowSums,
                                  {reinterpret_cast<S*>(strip.dst), strip.dstStep / sizeof(S)}, strip.prefetch);
        if (whole < strip.cols)
            scanRest(strip, whole, rowSums);
        if (strip.right)
            rowSums.finish(static_cast<S*>(strip.right));
    }
};

//! Rows that a kernel makes at once.
template <typename L, int CN>
constexpr int rowsAtOnce()
{
    return isByteSum<L, CN>() && CV_SIMD_WIDTH < 64 ? tuning::SAT_BYTE_ROWS : SAT_KERNEL_ROWS;
}

template <typename L, int CN>
static void strip(const SatStrip& whole)
{
    using S = typename L::Table;
    SatStrip part = whole;
    const auto advance = [&](int rows) {
        part.src += size_t(rows) * part.srcStep;
        part.dst += size_t(rows) * part.dstStep;
        if (part.left)
            part.left = static_cast<const S*>(part.left) + rows * CN;
        if (part.right)
            part.right = static_cast<S*>(part.right) + rows * CN;
    };
    constexpr int rows = rowsAtOnce<L, CN>();
    int y = 0;
    for (; y + rows <= whole.rows; y += rows, advance(rows))
        StripRows<L, CN, rows>::scan(part);
    for (; y < whole.rows; y++, advance(1))
        StripRows<L, CN, 1>::scan(part);
    if (whole.streamed)
        fenceStreamedStores(); // before the next worker learns of these rows
}

#endif // RECFILTER_SAT_VECTORS

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif
