// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The recursions of one line, a thread each.

#ifndef OPENCV_RECFILTER_CUDA_CHAINS_CUH
#define OPENCV_RECFILTER_CUDA_CHAINS_CUH

#include "axis_view.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! States of one direction at most; the API accepts no more.
enum
{
    MAX_STATES = 64
};

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
            f[i] = axis.small.coefficients[i];
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

/** Both directions of an axis over a run of `length` pixels (RUN unless it is the last one of a line), from the causal
state before and the anticausal sum behind it. */
template <typename W, int RUN, int N1, int N2>
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

    template <bool FULL>
    __device__ static void runAs(W (&v)[RUN], int length, const AxisView<W>& axis, W (&p)[capacity], W (&a)[capacity])
    {
        const Chain chain(axis);
        chain.turn(p);
#pragma unroll
        for (int i = 0; i < RUN; i++)
            if (FULL || i < length)
                v[i] = chain.step(v[i], p);
        chain.turn(p);
        W e[capacity];
        joinStates(axis.small.lift, axis.small.join, a, p, e, moments, moments, moments);
        chain.turn(e);
#pragma unroll
        for (int i = RUN - 1; i >= 0; i--)
            if (FULL || i < length)
                v[i] = chain.step(v[i], e);
    }

    __device__ static void run(W (&v)[RUN], int length, const AxisView<W>& axis, W (&p)[capacity], W (&a)[capacity])
    {
        if (length == RUN)
            runAs<true>(v, length, axis, p, a);
        else
            runAs<false>(v, length, axis, p, a);
    }
};

//! Any axis; values and states in local memory.
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

    __device__ static void run(W (&v)[RUN], int length, const AxisView<W>& axis, W (&p)[capacity], W (&a)[capacity])
    {
        const GeneralChain<W> causal(axis.causal, axis.causalSections);
        const GeneralChain<W> anticausal(axis.anticausal, axis.anticausalSections);
        W s[MAX_STATES], e[MAX_STATES], input[RUN];
        for (int i = 0; i < axis.causalStates; i++)
            s[i] = p[i];
        causal.turn(s);
        for (int i = 0; i < length; i++)
        {
            input[i] = v[i];
            if (axis.causalSections || axis.parallel)
                v[i] = causal.step(v[i], s);
        }
        causal.turn(s);
        if (!axis.anticausalSections)
            return;
        joinStates(axis.lift, axis.join, a, s, e, axis.anticausalStates, axis.moments, axis.causalStates);
        anticausal.turn(e);
        for (int i = length - 1; i >= 0; i--)
            v[i] = axis.parallel ? v[i] + anticausal.step(input[i], e) : anticausal.step(v[i], e);
    }
};

}}} // namespace cv::recfilter::gpu

#endif
