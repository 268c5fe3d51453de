// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// A line of recursive Gaussians: pairs of poles whose results are added, in both directions from the pixels themselves.

#ifndef OPENCV_RECFILTER_CUDA_PAIRS_LINE_CUH
#define OPENCV_RECFILTER_CUDA_PAIRS_LINE_CUH

#include "axis_view.hpp"
#include "line_access.cuh"
#include "policy.hpp"

#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

//! COUNT pairs of them, from one on, by value w and difference d (AddedPair, math/sections.hpp). A state is (w, d) of each.
template <int COUNT, typename W>
__device__ inline void takePixel(W x, const PairTables<W>& pairs, int from, W (&s)[2 * COUNT])
{
#pragma unroll
    for (int i = 0; i < COUNT; i++)
    {
        W &w = s[2 * i], &d = s[2 * i + 1];
        d = fma(-pairs.gap[from + i], w, fma(-pairs.f2[from + i], d, x)); // the last w comes last
        w += d;
    }
}

/** What pixels k and l = run - 1 - k of a run add to the sums of COUNT pairs (PairsLine::sum): their sum and their difference are
weighed once each. */
template <int COUNT, typename W>
__device__ inline void takeFolded(W up, W down, const W (&weights)[4 * COUNT], W (&plus)[2 * COUNT],
                                  W (&minus)[2 * COUNT])
{
    const W sum = up + down, difference = up - down;
#pragma unroll
    for (int m = 0; m < 2 * COUNT; m++)
    {
        plus[m] = fma(weights[m], sum, plus[m]);
        minus[m] = fma(weights[2 * COUNT + m], difference, minus[m]);
    }
}

//! Pixels of a run that count: causal sums over the first `count` ones, anticausal ones from `first` on.
struct RunRange
{
    int first, count;

    __device__ bool isWhole(int run) const { return first == 0 && count == run; }
};

/** Lines in shared memory of N pairs. The sums f and a of a run (math/moments.hpp) need no recursion: pixels k and l = RUN - 1 - k
have the same two weights w_k and w_l, which x_k + x_l meets as (w_k + w_l) / 2 and x_k - x_l as (w_k - w_l) / 2; a is the sum of both, f
their difference. That is 7 operations a pixel for both directions of three pairs in place of 18. */
template <typename W, int RUN, int N>
struct PairsLine
{
    enum
    {
        moments = 2 * N,
        capacity = moments,
        pairs = N,
        quad = 16 / sizeof(W)
    };

    __device__ static int momentsOf(const AxisView<W>&) { return moments; }

    //! result += A^n x for a power of the axis.
    __device__ static void addPower(const AxisView<W>& axis, AxisMatrix which, const W (&x)[capacity],
                                    W (&result)[capacity])
    {
        const W* M = axis.small.matrices + which * 2 * moments;
#pragma unroll
        for (int m = 0; m < moments; m++)
            result[m] = fma(M[2 * m], x[m / 2 * 2], fma(M[2 * m + 1], x[m / 2 * 2 + 1], result[m]));
    }

    //! The sums of LINES lines, `apart` from each other, by one thread: weights are read once for all of them.
    template <int STRIDE, int LINES>
    __device__ static void sum(const W* line, int apart, const AxisView<W>& axis, const RunRange (&ranges)[LINES],
                               W (&f)[LINES][capacity], W (&a)[LINES][capacity])
    {
        bool whole = true;
#pragma unroll
        for (int l = 0; l < LINES; l++)
        {
            whole = whole && ranges[l].isWhole(RUN);
#pragma unroll
            for (int m = 0; m < moments; m++)
                f[l][m] = a[l][m] = 0;
        }
        if (whole)
            return sumWhole<STRIDE, LINES>(line, apart, axis.folded, f, a);
#pragma unroll
        for (int l = 0; l < LINES; l++)
            sumPart<STRIDE, N>(line + l * apart, axis.small.pairs, 0, ranges[l], f[l], a[l]);
    }

    /** The sums of one pair alone, of pixels that lie side by side, by two neighbouring threads: what both return is to be
    added. */
    __device__ static void sumPair(const W* line, const AxisView<W>& axis, int pair, const RunRange& range, W (&f)[2],
                                   W (&a)[2])
    {
        const int lane = threadIdx.x % 2;
        f[0] = f[1] = a[0] = a[1] = 0;
        if (!range.isWhole(RUN))
            return sumPart<1, 1>(line, axis.small.pairs, pair,
                                 lane ? RunRange{range.first, 0} : RunRange{RUN, range.count}, f, a);
        W plus[2] = {}, minus[2] = {};
#pragma unroll 2
        for (int i = lane * RUN / 4; i < (lane + 1) * RUN / 4; i += quad)
        {
            W up[quad], down[quad];
            readLine<1>(line + i, up);
            readLine<1>(line + RUN - quad - i, down);
#pragma unroll
            for (int k = 0; k < quad; k++)
            {
                const Two* const own = reinterpret_cast<const Two*>(axis.folded + (i + k) * 2 * moments) + pair;
                const Two even = own[0], odd = own[N];
                const W weights[4] = {even.v[0], even.v[1], odd.v[0], odd.v[1]};
                takeFolded<1>(up[k], down[quad - 1 - k], weights, plus, minus);
            }
        }
        unfold(plus, minus, f, a);
    }

    /** One direction over [begin, end), begin a multiple of policy::PAIRS_CHUNK. Its results go to `scratch`, whose pixels are KEPT
    apart, or, where that holds those of the other direction, ADDS them and replaces the pixels. */
    template <int DIRECTION, bool ADDS, int STRIDE, int KEPT = STRIDE>
    __device__ static void sweep(W* line, W* scratch, int begin, int end, const AxisView<W>& axis, W (&s)[capacity])
    {
        const PairTables<W>& tables = axis.small.pairs;
        const int chunk = policy::PAIRS_CHUNK, whole = begin + (end - begin) / chunk * chunk;
        const auto run = [&](auto count, int i) {
            sweepPixels<DIRECTION, ADDS, STRIDE, KEPT, decltype(count)::value>(line + i * STRIDE, scratch + i * KEPT,
                                                                               tables, s);
        };
        const std::integral_constant<int, chunk> many;
        const std::integral_constant<int, 1> one;
        if (DIRECTION == 0)
        {
#pragma unroll 1
            for (int i = begin; i < whole; i += chunk)
                run(many, i);
#pragma unroll 1
            for (int i = whole; i < end; i++)
                run(one, i);
            return;
        }
#pragma unroll 1
        for (int i = end - 1; i >= whole; i--)
            run(one, i);
#pragma unroll 1
        for (int i = whole - chunk; i >= begin; i -= chunk)
            run(many, i);
    }

    //! Both directions, by one thread, of up to LENGTH pixels: what one has made waits in local memory.
    template <int STRIDE, int LENGTH = RUN>
    __device__ static void filter(W* line, int length, const AxisView<W>& axis, W (&p)[capacity], W (&a)[capacity])
    {
        alignas(16) W scratch[LENGTH];
        sweep<0, false, STRIDE, 1>(line, scratch, 0, length, axis, p);
        sweep<1, true, STRIDE, 1>(line, scratch, 0, length, axis, a);
    }

private:
    //! Read at once.
    struct alignas(2 * sizeof(W)) Two
    {
        W v[2];
    };

    template <int COUNT>
    __device__ static void unfold(const W (&plus)[COUNT], const W (&minus)[COUNT], W (&f)[COUNT], W (&a)[COUNT])
    {
#pragma unroll
        for (int m = 0; m < COUNT; m++)
        {
            f[m] = plus[m] - minus[m];
            a[m] = plus[m] + minus[m];
        }
    }

    template <int STRIDE, int COUNT>
    __device__ static void sumPart(const W* line, const PairTables<W>& tables, int from, const RunRange& range,
                                   W (&f)[2 * COUNT], W (&a)[2 * COUNT])
    {
#pragma unroll 1
        for (int i = 0; i < range.count; i++)
            takePixel<COUNT>(line[i * STRIDE], tables, from, f);
#pragma unroll 1
        for (int i = RUN - 1; i >= range.first; i--)
            takePixel<COUNT>(line[i * STRIDE], tables, from, a);
    }

    template <int STRIDE, int LINES>
    __device__ static void sumWhole(const W* line, int apart, const W* folded, W (&f)[LINES][capacity],
                                    W (&a)[LINES][capacity])
    {
        const int chunk = policy::PAIRS_GATHER_CHUNK;
        W plus[LINES][capacity] = {}, minus[LINES][capacity] = {};
#pragma unroll 1
        for (int i = 0; i < RUN / 2; i += chunk)
        {
            W up[LINES][chunk], down[LINES][chunk];
#pragma unroll
            for (int l = 0; l < LINES; l++)
            {
                readLine<STRIDE>(line + l * apart + i * STRIDE, up[l]);
                readLine<STRIDE>(line + l * apart + (RUN - chunk - i) * STRIDE, down[l]);
            }
#pragma unroll
            for (int k = 0; k < chunk; k++)
            {
                W weights[2 * moments];
                readVectors(folded + (i + k) * 2 * moments, weights);
#pragma unroll
                for (int l = 0; l < LINES; l++)
                    takeFolded<N>(up[l][k], down[l][chunk - 1 - k], weights, plus[l], minus[l]);
            }
        }
#pragma unroll
        for (int l = 0; l < LINES; l++)
            unfold(plus[l], minus[l], f[l], a[l]);
    }

    template <int DIRECTION, bool ADDS, int STRIDE, int KEPT, int COUNT>
    __device__ static void sweepPixels(W* line, W* scratch, const PairTables<W>& tables, W (&s)[capacity])
    {
        W v[COUNT], other[COUNT];
        readPixels<STRIDE>(line, v);
        if (ADDS)
            readPixels<KEPT>(scratch, other);
#pragma unroll
        for (int i = 0; i < COUNT; i++)
        {
            const int k = DIRECTION ? COUNT - 1 - i : i;
            const W x = v[k];
            takePixel<N>(x, tables, 0, s);
            W y = DIRECTION == 0 ? (ADDS ? fma(tables.direct, x, other[k]) : tables.direct * x)
                  : ADDS         ? fma(tables.slope[1][0], s[1], other[k])
                                 : tables.slope[1][0] * s[1];
#pragma unroll
            for (int n = DIRECTION; n < N; n++)
                y = fma(tables.slope[DIRECTION][n], s[2 * n + 1], y);
#pragma unroll
            for (int n = 0; n < N; n++)
                y = fma(tables.value[DIRECTION][n], s[2 * n], y);
            v[k] = y;
        }
        if (ADDS)
            writePixels<STRIDE>(v, line);
        else
            writePixels<KEPT>(v, scratch);
    }

    template <int STRIDE, int COUNT>
    __device__ static void readPixels(const W* from, W (&to)[COUNT])
    {
        if constexpr (COUNT == 1)
            to[0] = from[0];
        else
            readLine<STRIDE>(from, to);
    }

    template <int STRIDE, int COUNT>
    __device__ static void writePixels(const W (&from)[COUNT], W* to)
    {
        if constexpr (COUNT == 1)
            to[0] = from[0];
        else
            writeLine<STRIDE>(from, to);
    }
};

}}} // namespace cv::recfilter::gpu

#endif
