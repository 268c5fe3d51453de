// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CPU_SAT_TILTED_HPP
#define OPENCV_RECFILTER_SAT_CPU_SAT_TILTED_HPP

// One row of the table of the image rotated by 45 degrees. Only sat_kernels.simd.hpp may include it.

#include "sat/cpu/sat_vectors.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

//! The first row: nothing lies above it.
template <typename L>
static void firstTiltedRow(const SatTiltedRow& row)
{
    using S = typename L::Table;
    const auto* src = reinterpret_cast<const typename L::Source*>(row.src);
    for (int x = 0; x < row.cols; x++)
        static_cast<S*>(row.dst)[x] = static_cast<S*>(row.diagonals)[x] = L::value(src[x]);
}

//! Runs from right to left: each element overwrites a sum that its right neighbour has already read.
template <typename L>
static void tiltedRow(const SatTiltedRow& row)
{
    using S = typename L::Table;
    if (!row.previous)
        return firstTiltedRow<L>(row);
    const auto* src = reinterpret_cast<const typename L::Source*>(row.src);
    S* diagonals = static_cast<S*>(row.diagonals);
    const S* previous = static_cast<const S*>(row.previous);
    S* dst = static_cast<S*>(row.dst);
    const int cn = row.channels;

    int x = row.cols;
#if RECFILTER_SAT_VECTORS
    using V = typename TableVector<S>::type;
    constexpr int lanes = tableLanes<S>(), count = loadCount<typename L::Source, S>(), vectors = count / lanes;
    for (; x - count >= cn; x -= count)
    {
        V v[vectors];
        loadVectors<L>(src + x - count, v);
        RECFILTER_UNROLL
        for (int i = vectors - 1; i >= 0; i--)
        {
            const int at = x - count + i * lanes;
            const V left = vx_load(diagonals + at - cn);
            const V diagonal = v_add(v[i], vx_load(diagonals + at));
            v_store(diagonals + at, diagonal);
            v_store(dst + at, v_add(vx_load(previous + at - cn), v_add(diagonal, left)));
        }
    }
#endif
    const S* leftTable = static_cast<const S*>(row.leftTable);
    const S* leftDiagonal = static_cast<const S*>(row.leftDiagonal);
    while (--x >= 0)
    {
        const S left = x < cn ? leftDiagonal[x] : diagonals[x - cn];
        const S table = x < cn ? leftTable[x] : previous[x - cn];
        diagonals[x] += L::value(src[x]);
        dst[x] = table + (diagonals[x] + left);
    }
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif
