// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CPU_SAT_GATHER_HPP
#define OPENCV_RECFILTER_SAT_CPU_SAT_GATHER_HPP

// Sums of the columns and rows of a tile. Only sat_kernels.simd.hpp may include it.

#include "sat/cpu/sat_vectors.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

//! Adds the columns [first, cols) of one row.
template <typename L>
static void gatherElements(const typename L::Source* src, int first, const SatGather& tile, typename L::Table* rowSums)
{
    using S = typename L::Table;
    S* columnSums = static_cast<S*>(tile.columnSums);
    for (int x = first, c = first % tile.channels; x < tile.cols; x++)
    {
        const S value = L::value(src[x]);
        columnSums[x] += value;
        rowSums[c] += value;
        c = c + 1 == tile.channels ? 0 : c + 1;
    }
}

template <typename L>
static void clearSums(const SatGather& tile)
{
    using S = typename L::Table;
    std::fill_n(static_cast<S*>(tile.columnSums), tile.cols, S(0));
    std::fill_n(static_cast<S*>(tile.rowSums), size_t(tile.rows) * size_t(tile.channels), S(0));
}

template <typename L>
static const typename L::Source* rowOf(const SatGather& tile, int y)
{
    return reinterpret_cast<const typename L::Source*>(tile.src + size_t(y) * tile.srcStep);
}

template <typename L>
static void gatherOfAnyChannels(const SatGather& tile)
{
    using S = typename L::Table;
    clearSums<L>(tile);
    for (int y = 0; y < tile.rows; y++)
        gatherElements<L>(rowOf<L>(tile, y), 0, tile,
                          static_cast<S*>(tile.rowSums) + size_t(y) * size_t(tile.channels));
}

#if RECFILTER_SAT_VECTORS

/** Adds whole vectors of N rows and returns the columns done. The sum of a row takes as many vectors as it takes for
lanes and channels to repeat together: one, or three for three channels. */
template <typename L, int CN, int N>
static int gatherVectors(const SatGather& tile, int y)
{
    using T = typename L::Source;
    using S = typename L::Table;
    using V = typename TableVector<S>::type;
    constexpr int lanes = tableLanes<S>(), count = loadCount<T, S>(), vectors = count / lanes;
    constexpr int loads = lanes % CN == 0 ? 1 : CN;
    S* columnSums = static_cast<S*>(tile.columnSums);
    V rowSums[N][loads];
    for (int k = 0; k < N; k++)
        for (int i = 0; i < loads; i++)
            rowSums[k][i] = TableVector<S>::zero();

    int x = 0;
    for (; x + loads * count <= tile.cols; x += loads * count)
    {
        RECFILTER_UNROLL
        for (int load = 0; load < loads; load++)
        {
            S* column = columnSums + x + load * count;
            V sums[vectors];
            for (int i = 0; i < vectors; i++)
                sums[i] = vx_load(column + i * lanes);
            RECFILTER_UNROLL
            for (int k = 0; k < N; k++)
            {
                V v[vectors];
                loadVectors<L>(rowOf<L>(tile, y + k) + x + load * count, v);
                RECFILTER_UNROLL
                for (int i = 0; i < vectors; i++)
                {
                    V& rowSum = rowSums[k][(load * vectors + i) % loads];
                    rowSum = v_add(rowSum, v[i]);
                    sums[i] = v_add(sums[i], v[i]);
                }
            }
            for (int i = 0; i < vectors; i++)
                v_store(column + i * lanes, sums[i]);
        }
    }
    for (int k = 0; k < N; k++)
    {
        S all[loads * lanes];
        for (int i = 0; i < loads; i++)
            v_store(all + i * lanes, rowSums[k][i]);
        S* sums = static_cast<S*>(tile.rowSums) + (y + k) * CN;
        for (int i = 0; i < loads * lanes; i++)
            sums[i % CN] += all[i];
    }
    return x;
}

template <typename L, int CN>
static void gather(const SatGather& tile)
{
    using S = typename L::Table;
    constexpr int N = 4;
    clearSums<L>(tile);
    for (int y = 0, rows = 0; y < tile.rows; y += rows)
    {
        rows = y + N <= tile.rows ? N : 1;
        const int done = rows == N ? gatherVectors<L, CN, N>(tile, y) : gatherVectors<L, CN, 1>(tile, y);
        for (int k = y; k < y + rows; k++)
            gatherElements<L>(rowOf<L>(tile, k), done, tile, static_cast<S*>(tile.rowSums) + k * CN);
    }
}

#endif // RECFILTER_SAT_VECTORS

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif
