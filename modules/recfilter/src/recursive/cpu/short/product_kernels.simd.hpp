// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Products of small matrices. No include guard: OpenCV compiles it once per instruction set.

#include "recursive/cpu/short/product_kernels.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

const ProductKernels<float>& productFloatKernels();
const ProductKernels<double>& productDoubleKernels();

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#ifndef CV_CPU_OPTIMIZATION_DECLARATIONS_ONLY

#include "runtime/cpu/vectors/vector.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

//! The first `count` elements of a vector.
template <typename W>
inline void storePart(W* out, const typename Vector<W>::type& v, int count)
{
    W elements[Vector<W>::lanes];
    Vector<W>::store(elements, v);
    std::copy_n(elements, count, out);
}

//! R rows of V vectors of c. @param part elements of the last vector that are stored; all lanes where the next row, or
//! nothing, follows
template <typename W, int R, int V>
inline void multiplyTile(const SmallProduct<W>& p, const W* a, const W* b, W* c, int part)
{
    using T = Vector<W>;
    typename T::type sum[R][V];
    RECFILTER_UNROLL
    for (int r = 0; r < R; r++)
    {
        RECFILTER_UNROLL
        for (int v = 0; v < V; v++)
            sum[r][v] = T::zero();
    }
    for (int k = 0; k < p.sums; k++, b += p.bStep)
    {
        typename T::type x[V];
        RECFILTER_UNROLL
        for (int v = 0; v < V; v++)
            x[v] = T::load(b + v * T::lanes);
        RECFILTER_UNROLL
        for (int r = 0; r < R; r++)
        {
            const typename T::type weight = T::all(a[size_t(r) * p.aStep + size_t(k)]);
            RECFILTER_UNROLL
            for (int v = 0; v < V; v++)
                sum[r][v] = T::madd(weight, x[v], sum[r][v]);
        }
    }
    RECFILTER_UNROLL
    for (int r = 0; r < R; r++, c += p.cStep)
    {
        RECFILTER_UNROLL
        for (int v = 0; v + 1 < V; v++)
            T::store(c + v * T::lanes, sum[r][v]);
        if (part == T::lanes)
            T::store(c + (V - 1) * T::lanes, sum[r][V - 1]);
        else
            storePart(c + (V - 1) * T::lanes, sum[r][V - 1], part);
    }
}

//! All rows of V vectors, R at once.
template <typename W, int R, int V>
inline void multiplyStrip(const SmallProduct<W>& p, int first, int part)
{
    const W* a = p.a;
    W* c = p.c + first;
    int64 row = 0;
    for (; row + R <= p.rows; row += R, a += R * p.aStep, c += R * p.cStep)
        multiplyTile<W, R, V>(p, a, p.b + first, c, part);
    for (; row < p.rows; row++, a += p.aStep, c += p.cStep)
        multiplyTile<W, 1, V>(p, a, p.b + first, c, part);
}

template <typename W>
void multiplySmall(const SmallProduct<W>& p)
{
    constexpr int lanes = Vector<W>::lanes;
    if (p.cols <= lanes) // what lies behind a row is written over by the next one
        return multiplyStrip<W, 8, 1>(p, 0, lanes);
    if (p.cols <= 2 * lanes)
        return multiplyStrip<W, 4, 2>(p, 0, lanes);
    for (int first = 0; first < p.cols;)
    {
        const int left = p.cols - first, part = (left - 1) % lanes + 1;
        if (left > lanes)
            multiplyStrip<W, 4, 2>(p, first, left >= 2 * lanes ? lanes : part);
        else
            multiplyStrip<W, 8, 1>(p, first, part);
        first += left > lanes ? 2 * lanes : lanes;
    }
}

const ProductKernels<float>& productFloatKernels()
{
    static const ProductKernels<float> kernels = {Vector<float>::lanes, multiplySmall<float>};
    return kernels;
}

const ProductKernels<double>& productDoubleKernels()
{
    static const ProductKernels<double> kernels = {Vector<double>::lanes, multiplySmall<double>};
    return kernels;
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif
