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

template <typename W>
__device__ inline const CascadeTables<W>& cascadeOf(const AxisView<W>& axis)
{
    return axis.small.cascade;
}

//! A cascade without the other tables of an axis.
template <typename W, int N>
__device__ inline const CascadeOf<W, N>& cascadeOf(const CascadeOf<W, N>& axis)
{
    return axis;
}

/** N1 first-order and then N2 second-order all-pole sections, alike in both directions, in registers. A stored state is
(w1, w1 - w2) for a pair of poles (math/state_space.hpp), a running state (w1, w2). */
template <typename W, int N1, int N2>
struct AllPoleChain
{
    enum
    {
        states = N1 + 2 * N2,
        capacity = states > 0 ? states : 1
    };

    //! @param axis AxisView or CascadeOf
    template <typename Axis>
    __device__ explicit AllPoleChain(const Axis& axis)
    {
#pragma unroll
        for (int i = 0; i < states; i++)
            f[i] = cascadeOf(axis).coefficients[i];
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
One launch for 1024 x 1024 pixels, cycles an instruction of a warp: 2.2 with lines of 64, 0.5 with 16.
@tparam Pixel numbers of the line, in memory and between the passes */
template <typename W, int RUN, int N1, int N2, int CHUNK, typename Pixel = W>
struct AllPoleLine
{
    typedef W Number;
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

    template <int STRIDE, typename Axis>
    __device__ static void filterWhole(Pixel* line, const Chain& chain, const Axis& axis, W (&p)[capacity],
                                       const W (&a)[capacity])
    {
        Pixel v[RUN];
        W e[capacity];
        readLine<STRIDE>(line, v);
        chain.turn(p);
#pragma unroll
        for (int i = 0; i < RUN; i++)
            v[i] = Pixel(chain.step(v[i], p));
        chain.turn(p);
        joinStates(cascadeOf(axis).lift, cascadeOf(axis).join, a, p, e, moments, moments, moments);
        chain.turn(e);
#pragma unroll
        for (int i = RUN - 1; i >= 0; i--)
            v[i] = Pixel(chain.step(v[i], e));
        writeLine<STRIDE>(v, line);
    }

    //! Filters in both directions, from the causal state before the line and the anticausal sum behind it.
    template <int STRIDE, typename Axis>
    __device__ static void filter(Pixel* line, int length, const Axis& axis, W (&p)[capacity], const W (&a)[capacity])
    {
        const Chain chain(axis);
        if (CHUNK >= RUN && length == RUN)
            return filterWhole<STRIDE>(line, chain, axis, p, a);
        filterCausal<STRIDE>(line, length, axis, p);
        W e[capacity];
        joinStates(cascadeOf(axis).lift, cascadeOf(axis).join, a, p, e, moments, moments, moments);
        filterAnticausal<STRIDE>(line, length, axis, e);
    }

    //! The causal pass alone. p becomes the state behind the line.
    template <int STRIDE, typename Axis>
    __device__ static void filterCausal(Pixel* line, int length, const Axis& axis, W (&p)[capacity])
    {
        const Chain chain(axis);
        const int whole = length / part * part;
        chain.turn(p);
#pragma unroll 1
        for (int i = 0; i < whole; i += part)
        {
            Pixel v[part];
            readLine<STRIDE>(line + i * STRIDE, v);
#pragma unroll
            for (int k = 0; k < part; k++)
                v[k] = Pixel(chain.step(v[k], p));
            writeLine<STRIDE>(v, line + i * STRIDE);
        }
#pragma unroll 1
        for (int i = whole; i < length; i++)
            line[i * STRIDE] = Pixel(chain.step(line[i * STRIDE], p));
        chain.turn(p);
    }

    //! The anticausal pass alone. e becomes the state before the line.
    template <int STRIDE, typename Axis>
    __device__ static void filterAnticausal(Pixel* line, int length, const Axis& axis, W (&e)[capacity])
    {
        const Chain chain(axis);
        const int whole = length / part * part;
        chain.turn(e);
#pragma unroll 1
        for (int i = length - 1; i >= whole; i--)
            line[i * STRIDE] = Pixel(chain.step(line[i * STRIDE], e));
#pragma unroll 1
        for (int i = whole - part; i >= 0; i -= part)
        {
            Pixel v[part];
            readLine<STRIDE>(line + i * STRIDE, v);
#pragma unroll
            for (int k = part - 1; k >= 0; k--)
                v[k] = Pixel(chain.step(v[k], e));
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

}}} // namespace cv::recfilter::gpu

#endif
