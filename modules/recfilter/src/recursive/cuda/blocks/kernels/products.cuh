// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Products of 16 x 8 by 8 x 8 numbers, by one warp, on tensor cores: float as three products of TF32, double as it is.
// Devices without such products take fused multiply-adds. Knows no image.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_KERNELS_PRODUCTS_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_KERNELS_PRODUCTS_CUH

#include <cuda_runtime.h>

namespace cv { namespace recfilter { namespace gpu {

/** The place of a lane in all factors and sums (PTX ISA, mma.m16n8k8): g = lane / 4, t = lane % 4. Of a left factor it
holds (g, t), (g + 8, t), (g, t + 4), (g + 8, t + 4), of a right factor (t, g), (t + 4, g), of a sum (g, 2 t),
(g, 2 t + 1), (g + 8, 2 t), (g + 8, 2 t + 1). */
struct FragmentLane
{
    int g, t;

    __device__ FragmentLane() : g(int(threadIdx.x & 31) >> 2), t(int(threadIdx.x & 3)) {}
};

//! 16 x 8 numbers on the left.
template <typename W>
struct LeftFactor;
//! 8 x 8 numbers on the right, as tables hold them for each lane.
template <typename W>
struct RightFactor;

//! A float as the sum of two TF32 numbers: 11 bits, and what they leave, of which the product reads 11 more.
template <>
struct LeftFactor<float>
{
    float high[4], low[4];

    __device__ void set(int i, float value)
    {
        high[i] = __uint_as_float(__float_as_uint(value) & 0xffffe000u);
        low[i] = value - high[i];
    }
};

template <>
struct alignas(16) RightFactor<float>
{
    float high[2], low[2];
};

template <>
struct LeftFactor<double>
{
    double value[4];

    __device__ void set(int i, double v) { value[i] = v; }
};

template <>
struct alignas(16) RightFactor<double>
{
    double value[2];
};

namespace detail {

//! sum += left right, by shuffles, for devices without the product.
template <typename W>
__device__ inline void addByShuffles(W (&sum)[4], const W (&left)[4], const W (&right)[2])
{
    const FragmentLane lane;
#pragma unroll
    for (int k = 0; k < 8; k++)
    {
        const int half = k / 4, of = k % 4;
        const W upper = __shfl_sync(0xffffffffu, left[2 * half], lane.g * 4 + of);
        const W lower = __shfl_sync(0xffffffffu, left[2 * half + 1], lane.g * 4 + of);
#pragma unroll
        for (int n = 0; n < 2; n++)
        {
            const W weight = __shfl_sync(0xffffffffu, right[half], (2 * lane.t + n) * 4 + of);
            sum[n] = fma(upper, weight, sum[n]);
            sum[2 + n] = fma(lower, weight, sum[2 + n]);
        }
    }
}

// `volatile` keeps the products in their order: moved apart, they hold more registers than a thread has.
__device__ inline void addProduct(float (&sum)[4], const float (&left)[4], const float (&right)[2])
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%0,%1,%2,%3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(__float_as_uint(left[0])), "r"(__float_as_uint(left[1])), "r"(__float_as_uint(left[2])),
                   "r"(__float_as_uint(left[3])), "r"(__float_as_uint(right[0])), "r"(__float_as_uint(right[1])));
#else
    addByShuffles(sum, left, right);
#endif
}

//! sum = left right
__device__ inline void setProduct(float (&sum)[4], const float (&left)[4], const float (&right)[2])
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%10,%10,%10,%10};"
                 : "=f"(sum[0]), "=f"(sum[1]), "=f"(sum[2]), "=f"(sum[3])
                 : "r"(__float_as_uint(left[0])), "r"(__float_as_uint(left[1])), "r"(__float_as_uint(left[2])),
                   "r"(__float_as_uint(left[3])), "r"(__float_as_uint(right[0])), "r"(__float_as_uint(right[1])),
                   "f"(0.f));
#else
    sum[0] = sum[1] = sum[2] = sum[3] = 0;
    addByShuffles(sum, left, right);
#endif
}

__device__ inline void addProduct(double (&sum)[4], const double (&left)[4], const double (&right)[2])
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 && __CUDA_ARCH__ < 900
#pragma unroll
    for (int k = 0; k < 2; k++)
#pragma unroll
        for (int half = 0; half < 2; half++)
            asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                         : "+d"(sum[2 * half]), "+d"(sum[2 * half + 1])
                         : "d"(left[2 * k + half]), "d"(right[k]));
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%0,%1,%2,%3};"
                 : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
                 : "d"(left[0]), "d"(left[1]), "d"(left[2]), "d"(left[3]), "d"(right[0]), "d"(right[1]));
#else
    addByShuffles(sum, left, right);
#endif
}

//! Part k of a product: of floats the parts with low halves come first, as they meet the sum before it has grown.
__device__ inline void addPart(int k, float (&sum)[4], const LeftFactor<float>& left, const RightFactor<float>& right)
{
    addProduct(sum, k == 0 ? left.low : left.high, k == 1 ? right.low : right.high);
}

__device__ inline void addPart(int, double (&sum)[4], const LeftFactor<double>& left, const RightFactor<double>& right)
{
    addProduct(sum, left.value, right.value);
}

//! sum = part 0
__device__ inline void setFirstPart(float (&sum)[4], const LeftFactor<float>& left, const RightFactor<float>& right)
{
    setProduct(sum, left.low, right.high);
}

__device__ inline void setFirstPart(double (&sum)[4], const LeftFactor<double>& left, const RightFactor<double>& right)
{
    sum[0] = sum[1] = sum[2] = sum[3] = 0;
    addPart(0, sum, left, right);
}

template <typename W>
constexpr int productParts = sizeof(W) == sizeof(float) ? 3 : 1;

} // namespace detail

//! sums[n] += left rights[n]
template <typename W, int N>
__device__ inline void addProducts(W (&sums)[N][4], const LeftFactor<W>& left, const RightFactor<W> (&rights)[N])
{
#pragma unroll
    for (int k = 0; k < detail::productParts<W>; k++)
#pragma unroll
        for (int n = 0; n < N; n++)
            detail::addPart(k, sums[n], left, rights[n]);
}

/** sums[u][n] += lefts[u] rights[n]. A product waits for the one before of its sum: the others are between them.
Tensor cores round toward zero, which a long sum would feel. So an addition of its own adds products to it, but not to
three sums, for which a thread has no registers (gather of order 20: 107 us instead of 92). */
template <typename W, int UNITS, int N>
__device__ inline void addProducts(W (&sums)[UNITS][N][4], const LeftFactor<W> (&lefts)[UNITS],
                                   const RightFactor<W> (&rights)[N])
{
    constexpr bool apart = sizeof(W) == sizeof(float) && N < 3;
    W products[UNITS][N][4];
#pragma unroll
    for (int k = 0; k < detail::productParts<W>; k++)
#pragma unroll
        for (int n = 0; n < N; n++)
#pragma unroll
            for (int u = 0; u < UNITS; u++)
                if (apart && k == 0)
                    detail::setFirstPart(products[u][n], lefts[u], rights[n]);
                else
                    detail::addPart(k, apart ? products[u][n] : sums[u][n], lefts[u], rights[n]);
    if (apart)
#pragma unroll
        for (int u = 0; u < UNITS; u++)
#pragma unroll
            for (int n = 0; n < N; n++)
#pragma unroll
                for (int i = 0; i < 4; i++)
                    sums[u][n][i] += products[u][n][i];
}

/** The next state, (A - I) s + s + more. Tensor cores round toward zero, which slow poles would feel in every block of
pixels. So what such a pole keeps of a state is added as it is.
Parts of different size are added at the end: short chains, and digits that last. */
template <typename W>
struct NextState;

template <>
struct NextState<float>
{
    float start[4], large[4] = {}, small[4] = {};

    __device__ NextState(const float (&state)[4], const float (&more)[4])
    {
#pragma unroll
        for (int i = 0; i < 4; i++)
            start[i] = state[i] + more[i];
    }

    __device__ void add(const LeftFactor<float>& left, const RightFactor<float>& right)
    {
        detail::addProduct(small, left.low, right.high);
        detail::addProduct(large, left.high, right.high);
        detail::addProduct(small, left.high, right.low);
    }

    __device__ float operator[](int i) const
    {
        return start[i] + (large[i] + small[i]);
    }
};

template <>
struct NextState<double>
{
    double sum[4];

    __device__ NextState(const double (&state)[4], const double (&more)[4])
    {
#pragma unroll
        for (int i = 0; i < 4; i++)
            sum[i] = state[i] + more[i];
    }

    __device__ void add(const LeftFactor<double>& left, const RightFactor<double>& right)
    {
        detail::addProduct(sum, left.value, right.value);
    }

    __device__ double operator[](int i) const
    {
        return sum[i];
    }
};

/** The numbers of a sum in the order of a left factor. Number 2 t + n of the sum's rows becomes number t + 4 n of the
factor's: rows of the right factors follow that order (numberOfRow). */
template <typename E>
__device__ inline void orderStates(E (&left)[4], const E (&sum)[4])
{
    left[0] = sum[0];
    left[1] = sum[2];
    left[2] = sum[1];
    left[3] = sum[3];
}

//! A sum as the next left factor.
template <typename W>
__device__ inline void setStates(LeftFactor<W>& factor, const W (&sum)[4])
{
    W ordered[4];
    orderStates(ordered, sum);
#pragma unroll
    for (int i = 0; i < 4; i++)
        factor.set(i, ordered[i]);
}

/** A number of propagation. Products of TF32 round toward zero, which slow poles would add up from tile to tile. So
states are advanced in double where tensor cores have it. Elsewhere double is slow, and they are advanced as stored. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000
template <typename W>
using PropagatedNumber = double;
#else
template <typename W>
using PropagatedNumber = W;
#endif

//! sum += left right, without a rounding of either factor that the sum's type would not have.
__device__ inline void addExactly(double (&sum)[4], const double (&left)[4], const RightFactor<double>& right)
{
    detail::addProduct(sum, left, right.value);
}
__device__ inline void addExactly(float (&sum)[4], const float (&left)[4], const RightFactor<double>& right)
{
    const float weights[2] = {float(right.value[0]), float(right.value[1])};
    detail::addByShuffles(sum, left, weights);
}

//! Both become first + parity second and first - parity second.
template <typename W>
__device__ inline void foldNumbers(W& first, W& second, W parity)
{
    const W other = parity * second;
    second = first - other;
    first += other;
}

/** Reads a table's factor. Volatile: the compiler would move reads out of loops, and keep in registers what does not
fit there. */
__device__ inline RightFactor<float> readFactor(const RightFactor<float>* at)
{
    RightFactor<float> factor;
    asm volatile("ld.global.nc.v4.f32 {%0,%1,%2,%3}, [%4];"
                 : "=f"(factor.high[0]), "=f"(factor.high[1]), "=f"(factor.low[0]), "=f"(factor.low[1])
                 : "l"(at));
    return factor;
}

__device__ inline RightFactor<double> readFactor(const RightFactor<double>* at)
{
    RightFactor<double> factor;
    asm volatile("ld.global.nc.v2.f64 {%0,%1}, [%2];" : "=d"(factor.value[0]), "=d"(factor.value[1]) : "l"(at));
    return factor;
}

}}} // namespace cv::recfilter::gpu

#endif
