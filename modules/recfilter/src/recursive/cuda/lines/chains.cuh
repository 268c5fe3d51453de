// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The recursions of a line in shared memory, one thread a line. Knows no image.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_LINES_CHAINS_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_LINES_CHAINS_CUH

#include "math/limits.hpp"
#include "recursive/cuda/tables/axis_view.hpp"
#include "recursive/cuda/io/line_access.cuh"

namespace cv { namespace recfilter { namespace gpu {

/** N1 first-order and then N2 second-order all-pole sections, alike in both directions, in registers. A stored state is
(w1, w1 - w2) for a pair of poles (math/state_space.hpp), a running state (w1, w2). */
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
            // The older state comes first, which shortens the dependency by one multiply-add.
            x = fma(f[i], s[i], fma(f[i + 1], s[i + 1], x));
            s[i + 1] = s[i];
            s[i] = x;
        }
        return x;
    }

    //! Converts (w1, w1 - w2) to (w1, w2) and back.
    __device__ static void turn(W (&s)[capacity])
    {
#pragma unroll
        for (int i = N1; i < states; i += 2)
            s[i + 1] = s[i] - s[i + 1];
    }

    W f[capacity];
};

//! Any sections in any branches of one direction. Coefficients are read from memory.
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

//! result += M x for a matrix whose size is known at compile time.
template <int MOMENTS, typename W, int X, int R>
__device__ inline void addProduct(const W* M, const W (&x)[X], W (&result)[R])
{
#pragma unroll
    for (int i = 0; i < MOMENTS; i++)
#pragma unroll
        for (int j = 0; j < MOMENTS; j++)
            result[i] = fma(M[i * MOMENTS + j], x[j], result[i]);
}

//! result += M x for a matrix whose size is known at run time.
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

/** Lines of up to RUN pixels in shared memory, STRIDE apart, CHUNK of them in registers at a time. Whole lines read and
write pixels once. Short chunks make short code, for kernels of some microseconds that wait for their code.
One launch for 1024 x 1024 pixels, cycles an instruction of a warp: 2.2 with lines of 64, 0.5 with 16. */
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

    /** The sums f and a (math/moments.hpp): the states that pixels leave in a chain that starts at rest, in either
    order. This takes as many multiply-adds as weighted sums and no weights.
    f is over the first `count` pixels, a over those from `first`, 0 or 1, on. Behind the last pixel lie zeros. */
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

    //! f, or a if `backward`, of RUN neighbouring pixels. Both take the same steps, so that a warp does not diverge.
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

    //! Filters in both directions, from the causal state before the line and the anticausal sum behind it.
    template <int STRIDE>
    __device__ static void filter(W* line, int length, const AxisView<W>& axis, W (&p)[capacity],
                                  const W (&a)[capacity])
    {
        const Chain chain(axis);
        if (CHUNK >= RUN && length == RUN)
            return filterWhole<STRIDE>(line, chain, axis, p, a);
        filterCausal<STRIDE>(line, length, axis, p);
        W e[capacity];
        joinStates(axis.small.cascade.lift, axis.small.cascade.join, a, p, e, moments, moments, moments);
        filterAnticausal<STRIDE>(line, length, axis, e);
    }

    //! The causal pass alone. p becomes the state behind the line.
    template <int STRIDE>
    __device__ static void filterCausal(W* line, int length, const AxisView<W>& axis, W (&p)[capacity])
    {
        const Chain chain(axis);
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
    }

    //! The anticausal pass alone. e becomes the state before the line.
    template <int STRIDE>
    __device__ static void filterAnticausal(W* line, int length, const AxisView<W>& axis, W (&e)[capacity])
    {
        const Chain chain(axis);
        const int whole = length / part * part;
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
        chain.turn(e);
    }

private:
    enum
    {
        part = CHUNK < RUN ? CHUNK : 8
    };

    /** Running states of both directions. With REFLECT_101, the ends of a line leave out at most the last pixel of
    either direction. Then only the last step of every `part` has a condition; otherwise each step has one.
    Without this, REFLECT_101 took up to 5.9 % longer than other borders (4096 x 4096, H200, order 3). */
    template <int STRIDE, bool ALMOST_WHOLE>
    __device__ static void sumParts(const W* line, const Chain& chain, int first, int count, W (&f)[capacity],
                                    W (&a)[capacity])
    {
        fromBothEnds<STRIDE, RUN, part>(line, [&](int distance, W up, W down) {
            const bool counts = ALMOST_WHOLE && distance % part != part - 1; // known at compile time
            if (counts || distance < count)
                chain.step(up, f);
            if (counts || RUN - 1 - distance >= first)
                chain.step(down, a);
        });
    }
};

//! Any axis. The states and a copy of the line are in local memory.
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

    //! The directions may have different states, so that only weights give the anticausal sum.
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

    //! The causal pass alone. p becomes the state behind the line.
    template <int STRIDE>
    __device__ static void filterCausal(W* line, int length, const AxisView<W>& axis, W (&p)[capacity])
    {
        if (axis.causalSections || axis.parallel)
            step<STRIDE>(line, 0, length, 1, GeneralChain<W>(axis.causal, axis.causalSections), axis.causalStates, p);
    }

    //! The anticausal pass alone. e becomes the state before the line.
    template <int STRIDE>
    __device__ static void filterAnticausal(W* line, int length, const AxisView<W>& axis, W (&e)[capacity])
    {
        if (axis.anticausalSections || axis.parallel)
            step<STRIDE>(line, length - 1, length, -1, GeneralChain<W>(axis.anticausal, axis.anticausalSections),
                         axis.anticausalStates, e);
    }

private:
    template <int STRIDE>
    __device__ static void step(W* line, int first, int length, int direction, const GeneralChain<W>& chain, int states,
                                W (&entering)[capacity])
    {
        W s[MAX_STATES];
        for (int i = 0; i < states; i++)
            s[i] = entering[i];
        chain.turn(s);
        for (int k = 0, i = first; k < length; k++, i += direction)
            line[i * STRIDE] = chain.step(line[i * STRIDE], s);
        chain.turn(s);
        for (int i = 0; i < states; i++)
            entering[i] = s[i];
    }
};

}}} // namespace cv::recfilter::gpu

#endif
