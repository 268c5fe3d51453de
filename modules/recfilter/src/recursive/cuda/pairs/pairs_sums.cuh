// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The sums f and a (math/moments.hpp) of runs of added pairs, without recursion. Pixels k and l = run - 1 - k have the
// same two weights. x_k + x_l is weighted by (w_k + w_l) / 2, x_k - x_l by (w_k - w_l) / 2. a is the sum of both, f
// their difference. Both directions of three pairs take 7 operations a pixel instead of 18.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_PAIRS_PAIRS_SUMS_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_PAIRS_PAIRS_SUMS_CUH

#include "recursive/cuda/pairs/pairs_line.cuh"
#include "recursive/cuda/pairs/tuning.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! foldedWeightsOf (math/pair_weights.hpp) of an axis, in shared memory, where one load takes 16 bytes.
template <typename W, typename Line>
struct FoldedWeights
{
    static constexpr int perPixel = 2 * Line::moments;
    static constexpr int count = Line::run / 2 * perPixel;
    W v[count];
};

//! The pixels of a run that count: the first `count` for causal sums, the pixels from `first` on for anticausal sums.
struct RunRange
{
    int first, count;

    __device__ bool isWhole(int run) const { return first == 0 && count == run; }
};

template <typename W, typename Line>
struct PairsSums
{
    static constexpr int run = Line::run;
    static constexpr int moments = Line::moments;
    static constexpr int pairs = Line::pairs;
    static constexpr int quad = 16 / int(sizeof(W));
    typedef FoldedWeights<W, Line> Weights;
    typedef W Sums[moments];

    //! Sums several whole runs by one thread, each with its own stride. Every weight is read once for all runs.
    template <int... STRIDES>
    __device__ static void sum(const W* const (&lines)[sizeof...(STRIDES)], const Weights& weights,
                               Sums (&f)[sizeof...(STRIDES)], Sums (&a)[sizeof...(STRIDES)])
    {
        const int count = sizeof...(STRIDES);
        W plus[count][moments] = {}, minus[count][moments] = {};
#pragma unroll 2
        for (int i = 0; i < run / 2; i += quad)
        {
            W up[count][quad], down[count][quad];
            int l = 0;
            ((readLine<STRIDES>(lines[l] + i * STRIDES, up[l]),
              readLine<STRIDES>(lines[l] + (run - quad - i) * STRIDES, down[l]), l++),
             ...);
#pragma unroll
            for (int k = 0; k < quad; k++)
            {
                W w[Weights::perPixel];
                readVectors(&weights.v[(i + k) * Weights::perPixel], w);
#pragma unroll
                for (int n = 0; n < count; n++)
                    takeFolded<moments>(up[n][k], down[n][quad - 1 - k], w, plus[n], minus[n]);
            }
        }
#pragma unroll
        for (int n = 0; n < count; n++)
            unfold(plus[n], minus[n], f[n], a[n]);
    }

    //! Sums one whole run.
    template <int STRIDE>
    __device__ static void sum(const W* line, const Weights& weights, Sums& f, Sums& a)
    {
        Sums both[2][1];
        sum<STRIDE>({line}, weights, both[0], both[1]);
#pragma unroll
        for (int m = 0; m < moments; m++)
        {
            f[m] = both[0][0][m];
            a[m] = both[1][0][m];
        }
    }

    /** Sums part of a run, pixels outside of which are 0. The weights are the same by distance from either end of the
    part, so both ends do not mirror each other, and weights are unfolded. */
    template <int STRIDE>
    __device__ static void sumPart(const W* line, const Weights& weights, const RunRange& range, Sums& f, Sums& a)
    {
        clear(f);
        clear(a);
#pragma unroll 2 // few tiles run this code, which is fetched the longer the more there is of it
        for (int i = 0; i < run / 2; i++)
        {
            W w[Weights::perPixel];
            readVectors(&weights.v[i * Weights::perPixel], w);
            takeUnfolded<STRIDE>(line, range, i, w, f, a);
        }
    }

    //! Sums one pair over neighbouring pixels by two neighbouring threads, to be added. @param folded FoldedWeights::v
    __device__ static void sumPair(const W* line, const W* folded, int pair, const RunRange& range, W (&f)[2],
                                   W (&a)[2])
    {
        const int first = threadIdx.x % 2 * run / 4, last = first + run / 4;
        const auto weightsOf = [&](int i, W(&w)[4]) {
            const Two<W>* const own = reinterpret_cast<const Two<W>*>(folded + i * Weights::perPixel) + pair;
            const Two<W> even = own[0], odd = own[pairs];
            w[0] = even.v[0], w[1] = even.v[1], w[2] = odd.v[0], w[3] = odd.v[1];
        };
        W weights[4];
        if (!range.isWhole(run))
        {
            clear(f);
            clear(a);
#pragma unroll 2
            for (int i = first; i < last; i++)
            {
                weightsOf(i, weights);
                takeUnfolded<1>(line, range, i, weights, f, a);
            }
            return;
        }
        W plus[2] = {}, minus[2] = {};
#pragma unroll 2
        for (int i = first; i < last; i += quad)
        {
            W up[quad], down[quad];
            readLine<1>(line + i, up);
            readLine<1>(line + run - quad - i, down);
#pragma unroll
            for (int k = 0; k < quad; k++)
            {
                weightsOf(i + k, weights);
                takeFolded<2>(up[k], down[quad - 1 - k], weights, plus, minus);
            }
        }
        unfold(plus, minus, f, a);
    }

private:
    //! Adds two opposite pixels to the sums: their sum and their difference have one weight each.
    template <int COUNT>
    __device__ static void takeFolded(W up, W down, const W* weights, W (&plus)[COUNT], W (&minus)[COUNT])
    {
        const W sum = up + down, difference = up - down;
#pragma unroll
        for (int m = 0; m < COUNT; m++)
        {
            plus[m] = fma(weights[m], sum, plus[m]);
            minus[m] = fma(weights[COUNT + m], difference, minus[m]);
        }
    }

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

    template <int COUNT>
    __device__ static void clear(W (&sums)[COUNT])
    {
#pragma unroll
        for (int m = 0; m < COUNT; m++)
            sums[m] = 0;
    }

    //! Adds the pixels at distance i, and at its mirror image in a whole run, from both ends of a part.
    template <int STRIDE, int COUNT>
    __device__ static void takeUnfolded(const W* line, const RunRange& range, int i, const W* weights, W (&f)[COUNT],
                                        W (&a)[COUNT])
    {
        const auto pixel = [&](int k) { // loads without conditions are in flight together
            const int inside = ::min(::max(k, 0), run - 1);
            const W x = line[inside * STRIDE];
            return inside == k ? x : W(0);
        };
        const int last = range.count - 1, mirrored = run - 1 - i;
        const W ofCausal[2] = {pixel(last - i), pixel(last - mirrored)},
                ofAnticausal[2] = {pixel(range.first + i), pixel(range.first + mirrored)};
#pragma unroll
        for (int m = 0; m < COUNT; m++)
        {
            const W near = weights[m] + weights[COUNT + m], far = weights[m] - weights[COUNT + m];
            f[m] = fma(near, ofCausal[0], fma(far, ofCausal[1], f[m]));
            a[m] = fma(near, ofAnticausal[0], fma(far, ofAnticausal[1], a[m]));
        }
    }
};

}}} // namespace cv::recfilter::gpu

#endif
