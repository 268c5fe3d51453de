// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The recursions of one line, a thread each.

#ifndef OPENCV_RECFILTER_CUDA_CHAINS_CUH
#define OPENCV_RECFILTER_CUDA_CHAINS_CUH

#include "math/limits.hpp"
#include "cuda/tables/axis_view.hpp"
#include "cuda/io/line_access.cuh"

namespace cv { namespace recfilter { namespace gpu {

/** N1 first-order and then N2 second-order all-pole sections, the same in both directions, in registers. A stored state
is (w1, w1 - w2) for a pair (math/state_space.hpp), a running one (w1, w2). */
template <typename W, int N1, int N2>
struct AllPoleChain
{
    enum
    {
        states = N1 + 2 * N2,
        capacity = states > 0 ? states : 1,
        general = 0
    };

    __device__ explicit AllPoleChain(const AxisView<W>& axis)
    {
#pragma unroll
        for (int i = 0; i < states; i++)
            f[i] = axis.small.cascade.coefficients[i];
    }

    __device__ W step(W x, W (&s)[capacity]) const
    {
#pragma unroll
        for (int i = 0; i < N1; i++)
            x = s[i] = fma(f[i], s[i], x);
#pragma unroll
        for (int i = N1; i < states; i += 2)
        {
            // The older state first: one multiply-add less to wait for.
            x = fma(f[i], s[i], fma(f[i + 1], s[i + 1], x));
            s[i + 1] = s[i];
            s[i] = x;
        }
        return x;
    }

    //! (w1, w1 - w2) to (w1, w2) and back.
    __device__ static void turn(W (&s)[capacity])
    {
#pragma unroll
        for (int i = N1; i < states; i += 2)
            s[i + 1] = s[i] - s[i + 1];
    }

    W f[capacity];
};

//! Any sections in any branches of one direction, from memory.
template <typename W>
struct GeneralChain
{
    enum
    {
        capacity = MAX_STATES
    };

    __device__ GeneralChain(const SectionView<W>* list, int n) : sections(list), count(n) {}

    __device__ void turn(W (&s)[capacity]) const
    {
        for (int i = 0, k = 0; i < count; k += sections[i++].order)
            if (sections[i].order == 2)
                s[k + 1] = s[k] - s[k + 1];
    }

    __device__ W step(W input, W (&s)[capacity]) const
    {
        W sum = 0, x = input;
        for (int i = 0, k = 0; i < count; k += sections[i++].order)
        {
            const SectionView<W> section = sections[i];
            const W w1 = s[k], w2 = section.order == 2 ? s[k + 1] : W(0);
            const W w = fma(section.f1, w1, fma(section.f2, w2, x));
            x = fma(section.c0, w, fma(section.c1, w1, section.c2 * w2));
            s[k] = w;
            if (section.order == 2)
                s[k + 1] = w1;
            if (section.endsBranch)
            {
                sum += x;
                x = input;
            }
        }
        return sum;
    }

    const SectionView<W>* sections;
    int count;
};

//! result += M x for a matrix whose size is known to the compiler.
template <int MOMENTS, typename W, int X, int R>
__device__ inline void addProduct(const W* M, const W (&x)[X], W (&result)[R])
{
#pragma unroll
    for (int i = 0; i < MOMENTS; i++)
#pragma unroll
        for (int j = 0; j < MOMENTS; j++)
            result[i] = fma(M[i * MOMENTS + j], x[j], result[i]);
}

//! The same of a size known only when it runs.
template <typename W, int X, int R>
__device__ inline void addProduct(const W* M, int moments, const W (&x)[X], W (&result)[R])
{
    for (int i = 0; i < moments; i++)
        for (int j = 0; j < moments; j++)
            result[i] = fma(M[i * moments + j], x[j], result[i]);
}

//! e = lift a + X p.
template <typename W, int A, int P, int E>
__device__ inline void joinStates(const W* lift, const W* join, const W (&a)[A], const W (&p)[P], W (&e)[E],
                                  int anticausal, int moments, int causal)
{
#pragma unroll
    for (int i = 0; i < anticausal; i++)
    {
        W sum = 0;
#pragma unroll
        for (int j = 0; j < moments; j++)
            sum = fma(lift[i * moments + j], a[j], sum);
#pragma unroll
        for (int j = 0; j < causal; j++)
            sum = fma(join[i * causal + j], p[j], sum);
        e[i] = sum;
    }
}

/** Lines of up to RUN pixels in shared memory, STRIDE apart, CHUNK of them at a time in registers. With whole lines there
pixels are read and written once; with short chunks the code is short, and a kernel that runs for some microseconds waits
for its code (one launch for 1024 x 1024 pixels: 2.2 cycles an instruction of a warp with lines of 64, 0.5 with 16). */
template <typename W, int RUN, int N1, int N2, int CHUNK>
struct AllPoleLine
{
    typedef AllPoleChain<W, N1, N2> Chain;
    enum
    {
        moments = Chain::states,
        capacity = Chain::capacity
    };

    __device__ static int momentsOf(const AxisView<W>&) { return moments; }

    __device__ static const W* matrix(const AxisView<W>& axis, AxisMatrix which)
    {
        return axis.small.matrices + which * moments * moments;
    }

    /** The sums f and a (math/moments.hpp), which are the states that pixels leave behind in a chain that starts at rest,
    in either order: as many multiply-adds as weighted sums take, and no weights. f is over the first `count` pixels, a over
    all from `first`, 0 or 1, on; behind the last pixel lie zeros. */
    template <int STRIDE>
    __device__ static void sum(const W* line, const AxisView<W>& axis, int first, int count, W (&f)[capacity],
                               W (&a)[capacity])
    {
        const Chain chain(axis);
#pragma unroll
        for (int m = 0; m < moments; m++)
            f[m] = a[m] = 0;
        if (count >= RUN - 1)
            sumParts<STRIDE, true>(line, chain, first, count, f, a);
        else
            sumParts<STRIDE, false>(line, chain, first, count, f, a);
        chain.turn(f);
        chain.turn(a);
    }

    //! f, or a where `backward`, of RUN pixels that lie side by side. Both are the same steps, for threads of one warp.
    __device__ static void sumOne(const W* line, const AxisView<W>& axis, bool backward, W (&s)[capacity])
    {
        enum
        {
            quad = 16 / sizeof(W)
        };
        const Chain chain(axis);
#pragma unroll
        for (int m = 0; m < moments; m++)
            s[m] = 0;
#pragma unroll 4
        for (int i = 0; i < RUN; i += quad)
        {
            W v[quad];
            readLine<1>(line + (backward ? RUN - quad - i : i), v);
#pragma unroll
            for (int k = 0; k < quad; k++)
                chain.step(backward ? v[quad - 1 - k] : v[k], s);
        }
        chain.turn(s);
    }

    template <int STRIDE>
    __device__ static void filterWhole(W* line, const Chain& chain, const AxisView<W>& axis, W (&p)[capacity],
                                       const W (&a)[capacity])
    {
        W v[RUN], e[capacity];
        readLine<STRIDE>(line, v);
        chain.turn(p);
#pragma unroll
        for (int i = 0; i < RUN; i++)
            v[i] = chain.step(v[i], p);
        chain.turn(p);
        joinStates(axis.small.cascade.lift, axis.small.cascade.join, a, p, e, moments, moments, moments);
        chain.turn(e);
#pragma unroll
        for (int i = RUN - 1; i >= 0; i--)
            v[i] = chain.step(v[i], e);
        writeLine<STRIDE>(v, line);
    }

    //! Both directions, from the causal state before and the anticausal sum behind the line.
    template <int STRIDE>
    __device__ static void filter(W* line, int length, const AxisView<W>& axis, W (&p)[capacity],
                                  const W (&a)[capacity])
    {
        const Chain chain(axis);
        if (CHUNK >= RUN && length == RUN)
            return filterWhole<STRIDE>(line, chain, axis, p, a);
        const int whole = length / part * part;
        chain.turn(p);
#pragma unroll 1
        for (int i = 0; i < whole; i += part)
        {
            W v[part];
            readLine<STRIDE>(line + i * STRIDE, v);
#pragma unroll
            for (int k = 0; k < part; k++)
                v[k] = chain.step(v[k], p);
            writeLine<STRIDE>(v, line + i * STRIDE);
        }
#pragma unroll 1
        for (int i = whole; i < length; i++)
            line[i * STRIDE] = chain.step(line[i * STRIDE], p);
        chain.turn(p);
        W e[capacity];
        joinStates(axis.small.cascade.lift, axis.small.cascade.join, a, p, e, moments, moments, moments);
        chain.turn(e);
#pragma unroll 1
        for (int i = length - 1; i >= whole; i--)
            line[i * STRIDE] = chain.step(line[i * STRIDE], e);
#pragma unroll 1
        for (int i = whole - part; i >= 0; i -= part)
        {
            W v[part];
            readLine<STRIDE>(line + i * STRIDE, v);
#pragma unroll
            for (int k = part - 1; k >= 0; k--)
                v[k] = chain.step(v[k], e);
            writeLine<STRIDE>(v, line + i * STRIDE);
        }
    }

private:
    enum
    {
        part = CHUNK < RUN ? CHUNK : 8
    };

    /** Running states of both directions. Where no more than the last pixel of either is left out, as REFLECT_101 does at
    the ends of a line, only the last step of every `part` has a condition; else each one has. With one for each step at
    those ends, 4096 x 4096 took up to 5.9 % longer with REFLECT_101 than with other borders (H200, order 3). */
    template <int STRIDE, bool ALMOST_WHOLE>
    __device__ static void sumParts(const W* line, const Chain& chain, int first, int count, W (&f)[capacity],
                                    W (&a)[capacity])
    {
        fromBothEnds<STRIDE, RUN, part>(line, [&](int distance, W up, W down) {
            const bool counts = ALMOST_WHOLE && distance % part != part - 1; // known to the compiler
            if (counts || distance < count)
                chain.step(up, f);
            if (counts || RUN - 1 - distance >= first)
                chain.step(down, a);
        });
    }
};

//! Any axis; states and a copy of the line in local memory.
template <typename W, int RUN>
struct GeneralLine
{
    enum
    {
        moments = 0,
        capacity = 2 * MAX_STATES
    };

    __device__ static int momentsOf(const AxisView<W>& axis) { return axis.moments; }

    __device__ static const W* matrix(const AxisView<W>& axis, AxisMatrix which)
    {
        return axis.matrices + which * axis.moments * axis.moments;
    }

    //! Where the directions share no states, only weights tell the anticausal sum.
    __device__ static void sumOne(const W* line, const AxisView<W>& axis, bool backward, W (&s)[capacity])
    {
        for (int m = 0; m < axis.moments; m++)
        {
            const W* weights = axis.weights + (2 * m + 1) * axis.tile;
            W sum = 0;
            for (int i = 0; i < RUN; i++)
                sum = fma(__ldg(weights + (backward ? i : RUN - 1 - i)), line[i], sum);
            s[m] = sum;
        }
    }

    template <int STRIDE>
    __device__ static void filter(W* line, int length, const AxisView<W>& axis, W (&p)[capacity],
                                  const W (&a)[capacity])
    {
        const GeneralChain<W> causal(axis.causal, axis.causalSections);
        const GeneralChain<W> anticausal(axis.anticausal, axis.anticausalSections);
        W s[MAX_STATES], e[MAX_STATES], input[RUN];
        for (int i = 0; i < axis.causalStates; i++)
            s[i] = p[i];
        causal.turn(s);
        for (int i = 0; i < length; i++)
        {
            input[i] = line[i * STRIDE];
            if (axis.causalSections || axis.parallel)
                line[i * STRIDE] = causal.step(input[i], s);
        }
        causal.turn(s);
        if (!axis.anticausalSections)
            return;
        joinStates(axis.lift, axis.join, a, s, e, axis.anticausalStates, axis.moments, axis.causalStates);
        anticausal.turn(e);
        for (int i = length - 1; i >= 0; i--)
            line[i * STRIDE] =
                axis.parallel ? line[i * STRIDE] + anticausal.step(input[i], e) : anticausal.step(line[i * STRIDE], e);
    }
};

}}} // namespace cv::recfilter::gpu

#endif
