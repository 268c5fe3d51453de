// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Part of filter_kernels.simd.hpp, which alone includes it: the recursions, one pixel a step and one line a lane.

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

/** Stored states hold (w1, w1 - w2) for a second-order section (math/state_space.hpp); a running chain holds (w1, w2).
The difference is exact in floating point while w1 and w2 are within a factor of two.

Kernels are compiled only for the forms of an axis that have a chain: mayCascade, mayBeParallel. Cascades of all-pole
sections are never in the parallel form, added pairs always are (shapeOf, recursive/plan/chain_kind.hpp). */

//! Cascade of N1 first-order and then N2 second-order all-pole sections. States stay in registers.
template <typename W, int N1, int N2>
struct AllPoleChain
{
    using T = Vector<W>;
    using V = typename T::type;
    static constexpr int size = N1 + 2 * N2;
    static constexpr bool isInRegisters = true, mayCascade = true, mayBeParallel = false;

    struct State
    {
        V s[size > 0 ? size : 1];
    };

    explicit AllPoleChain(const Chain<W>& chain)
    {
        for (int i = 0; i < N1; i++)
            f[i] = T::all(chain.sections[i].f1);
        for (int i = 0; i < N2; i++)
        {
            f[N1 + 2 * i] = T::all(chain.sections[N1 + i].f1);
            f[N1 + 2 * i + 1] = T::all(chain.sections[N1 + i].f2);
        }
    }

    void load(State& state, const W* p, size_t step) const
    {
        for (int i = 0; i < size; i++)
            state.s[i] = T::load(p + i * step);
        for (int i = N1; i < size; i += 2)
            state.s[i + 1] = T::sub(state.s[i], state.s[i + 1]);
    }

    void save(const State& state, W* p, size_t step) const
    {
        for (int i = 0; i < N1; i++)
            T::store(p + i * step, state.s[i]);
        for (int i = N1; i < size; i += 2)
        {
            T::store(p + i * step, state.s[i]);
            T::store(p + (i + 1) * step, T::sub(state.s[i], state.s[i + 1]));
        }
    }

    V step(V x, State& state) const
    {
        RECFILTER_UNROLL
        for (int i = 0; i < N1; i++)
            x = state.s[i] = T::madd(f[i], state.s[i], x);
        RECFILTER_UNROLL
        for (int i = N1; i < size; i += 2)
        {
            x = T::madd(f[i], state.s[i], T::madd(f[i + 1], state.s[i + 1], x));
            state.s[i + 1] = state.s[i];
            state.s[i] = x;
        }
        return x;
    }

    static int statesOf(const AllPoleChain&) { return size; }

    V f[size > 0 ? size : 1];
};

//! Sum of N sections of two poles, by value and difference (AddedPair). States stay in registers, in the stored form.
template <typename W, int N>
struct PairsChain
{
    using T = Vector<W>;
    using V = typename T::type;
    static constexpr int size = 2 * N;
    static constexpr bool isInRegisters = true, mayCascade = false, mayBeParallel = true;

    struct State
    {
        V s[size];
    };

    explicit PairsChain(const Chain<W>& chain) : direct(T::all(chain.direct))
    {
        for (int i = 0; i < N; i++)
        {
            gap[i] = T::all(-chain.pairs[i].gap);
            f2[i] = T::all(-chain.pairs[i].f2);
            value[i] = T::all(chain.pairs[i].value);
            slope[i] = T::all(chain.pairs[i].slope);
        }
    }

    void load(State& state, const W* p, size_t step) const
    {
        for (int i = 0; i < size; i++)
            state.s[i] = T::load(p + i * step);
    }

    void save(const State& state, W* p, size_t step) const
    {
        for (int i = 0; i < size; i++)
            T::store(p + i * step, state.s[i]);
    }

    //! Adds a pixel to the states. In this order a step depends on two operations of the last step, not on three.
    CV_ALWAYS_INLINE void take(const V& x, State& state) const
    {
        RECFILTER_UNROLL
        for (int i = 0; i < N; i++)
        {
            V& w = state.s[2 * i];
            V& d = state.s[2 * i + 1];
            d = T::madd(gap[i], w, T::madd(f2[i], d, x));
            w = T::add(w, d);
        }
    }

    //! The result without the pixel's own share, which `share` brings.
    CV_ALWAYS_INLINE V resultOf(const State& state, const V& share) const
    {
        V y = share;
        RECFILTER_UNROLL
        for (int i = 0; i < N; i++)
            y = T::madd(value[i], state.s[2 * i], T::madd(slope[i], state.s[2 * i + 1], y));
        return y;
    }

    V step(const V& x, State& state) const
    {
        take(x, state);
        return resultOf(state, T::mul(direct, x));
    }

    static int statesOf(const PairsChain&) { return size; }

    V direct, gap[N], f2[N], value[N], slope[N];
};

//! Any sections in any branches. States stay in memory.
template <typename W>
struct GeneralChain
{
    using T = Vector<W>;
    using V = typename T::type;
    static constexpr int size = MAX_STATES;
    static constexpr bool isInRegisters = false, mayCascade = true, mayBeParallel = true;

    struct State
    {
        V s[MAX_STATES];
    };

    explicit GeneralChain(const Chain<W>& c) : chain(c) {}

    void load(State& state, const W* p, size_t step) const
    {
        int k = 0;
        for (const SectionCoefs<W>& section : chain.sections)
        {
            state.s[k] = T::load(p + k * step);
            if (section.order == 2)
                state.s[k + 1] = T::sub(state.s[k], T::load(p + (k + 1) * step));
            k += section.order;
        }
    }

    void save(const State& state, W* p, size_t step) const
    {
        int k = 0;
        for (const SectionCoefs<W>& section : chain.sections)
        {
            T::store(p + k * step, state.s[k]);
            if (section.order == 2)
                T::store(p + (k + 1) * step, T::sub(state.s[k], state.s[k + 1]));
            k += section.order;
        }
    }

    V step(const V& x, State& state) const
    {
        V sum = T::zero();
        V* s = state.s;
        int next = 0;
        for (int end : chain.branchEnds)
        {
            V v = x;
            for (; next < end; next++)
            {
                v = stepSection(chain.sections[next], v, s);
                s += chain.sections[next].order;
            }
            sum = T::add(sum, v);
        }
        return sum;
    }

    static int statesOf(const GeneralChain& c) { return c.chain.states; }

    const Chain<W>& chain;

private:
    static V stepSection(const SectionCoefs<W>& c, const V& x, V* s)
    {
        V w = T::madd(T::all(c.f1), s[0], x);
        V y = T::mul(T::all(c.c1), s[0]);
        if (c.order == 2)
        {
            w = T::madd(T::all(c.f2), s[1], w);
            y = T::madd(T::all(c.c2), s[1], y);
            s[1] = s[0];
        }
        s[0] = w;
        return T::madd(T::all(c.c0), w, y);
    }
};

//! Calls body with the specialised chain if there is one, else with GeneralChain.
template <typename W, typename Body>
inline void withChain(const Chain<W>& chain, const Body& body)
{
    if (chain.cascadeOfAllPoles && chain.secondOrder < 10)
    {
        switch (chain.firstOrder * 10 + chain.secondOrder)
        {
        case 0:
            return body(AllPoleChain<W, 0, 0>(chain));
        case 10:
            return body(AllPoleChain<W, 1, 0>(chain));
        case 20:
            return body(AllPoleChain<W, 2, 0>(chain));
        case 1:
            return body(AllPoleChain<W, 0, 1>(chain));
        case 11:
            return body(AllPoleChain<W, 1, 1>(chain));
        case 21:
            return body(AllPoleChain<W, 2, 1>(chain));
        case 2:
            return body(AllPoleChain<W, 0, 2>(chain));
        case 12:
            return body(AllPoleChain<W, 1, 2>(chain));
        case 22:
            return body(AllPoleChain<W, 2, 2>(chain));
        case 3:
            return body(AllPoleChain<W, 0, 3>(chain));
        case 13:
            return body(AllPoleChain<W, 1, 3>(chain));
        case 23:
            return body(AllPoleChain<W, 2, 3>(chain));
        case 4:
            return body(AllPoleChain<W, 0, 4>(chain));
        }
    }
    switch (chain.pairs.size())
    {
    case 1:
        return body(PairsChain<W, 1>(chain));
    case 2:
        return body(PairsChain<W, 2>(chain));
    case 3:
        return body(PairsChain<W, 3>(chain));
    }
    body(GeneralChain<W>(chain));
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter
