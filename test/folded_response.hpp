// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_FOLDED_RESPONSE_HPP
#define OPENCV_RECFILTER_TEST_FOLDED_RESPONSE_HPP

// A second truth, which shares nothing with the reference. The impulse response of an axis, in closed form and in long
// double, is folded over the border. No line is extended, so poles may lie as close to the circle as 1e-10.

#include "test_precomp.hpp"

#include <complex>

namespace opencv_test { namespace {

typedef long double Real;
typedef std::complex<long double> Root;

//! exp(z) - 1 without cancellation.
inline Root expMinus1(const Root& z)
{
    const Real half = std::sin(z.imag() / 2);
    return Root(std::expm1(z.real()) * std::cos(z.imag()) - 2 * half * half, std::exp(z.real()) * std::sin(z.imag()));
}

//! A pole of a pass, as its taps define it.
struct TruePole
{
    Root value, logarithm;

    explicit TruePole(Real real) : value(real), logarithm(std::log1p(std::abs(real) - 1), real < 0 ? pi() : 0) {}
    //! @param square |p|^2, exactly.
    TruePole(const Root& v, Real square) : value(v), logarithm(std::log1p(square - 1) / 2, std::arg(v)) {}

    Root power(Real n) const { return std::exp(n * logarithm); }
    Root oneMinusPower(Real n) const { return -expMinus1(n * logarithm); }

    static Real pi() { return 3.14159265358979323846264338327950288L; }

    //! The poles of a pass of order 0 to 2.
    static std::vector<TruePole> of(const std::vector<double>& feedback)
    {
        CV_Assert(feedback.size() <= 3);
        const Real a1 = feedback.size() > 1 ? feedback[1] : 0, a2 = feedback.size() > 2 ? feedback[2] : 0;
        const Real discriminant = a1 * a1 / 4 - a2;
        if (a2 == 0)
            return a1 == 0 ? std::vector<TruePole>() : std::vector<TruePole>{TruePole(-a1)};
        if (discriminant < 0)
        {
            const Root pole(-a1 / 2, std::sqrt(-discriminant));
            return {TruePole(pole, a2), TruePole(std::conj(pole), a2)};
        }
        // The larger root first. The other one follows from the product.
        const Real larger = -a1 / 2 + (a1 > 0 ? -1 : 1) * std::sqrt(discriminant);
        return {TruePole(larger), TruePole(a2 / larger)};
    }
};

/** Passes one after the other, of order 0 to 2 and with different poles: first the partial fractions

    g[n] = sum C_k p_k^n for n >= 0,   g[n] = sum D_k q_k^-n for n < 0

of the causal poles p and the anticausal poles q, then the feedforward taps. */
class CascadeResponse
{
public:
    explicit CascadeResponse(const std::vector<RecursivePass>& passes) : taps(1, 1), first(0)
    {
        for (const RecursivePass& pass : passes)
        {
            for (const TruePole& pole : TruePole::of(pass.feedback))
                (pass.anticausal ? anticausal : causal).push_back({pole, 0});
            multiplyTaps(pass.feedforward, pass.anticausal);
        }
        weigh(causal, anticausal);
        weigh(anticausal, causal);
    }

    //! h[n].
    Real at(int n) const
    {
        return filtered(n, [this](int i) { return response(i); });
    }

    //! The sum of h[n + k period] over all k.
    Real periodic(int n, int period) const
    {
        return filtered(n, [&](int i) {
            const int ahead = (i % period + period) % period;
            if (causal.empty() && anticausal.empty())
                return Real(ahead == 0);
            // Without causal poles n = 0 belongs to the anticausal ones.
            const int back = causal.empty() && ahead == 0 ? 0 : period - ahead;
            Root sum = 0;
            for (const Mode& mode : causal)
                sum += mode.weight * mode.pole.power(ahead) / mode.pole.oneMinusPower(period);
            for (const Mode& mode : anticausal)
                sum += mode.weight * mode.pole.power(back) / mode.pole.oneMinusPower(period);
            return sum.real();
        });
    }

    //! The sum of h[i] over all i >= n.
    Real from(int n) const
    {
        return filtered(n, [this](int i) { return i <= 0 ? all() - tail(anticausal, 1 - i) : tail(causal, i); });
    }

    //! The sum of h[i] over all i <= n.
    Real upTo(int n) const { return sum() - from(n + 1); }

    //! The sum of h[i] over all i.
    Real sum() const
    {
        return filtered(0, [this](int) { return all(); });
    }

    //! An upper bound of the sum of |h| over all distances, before the border folds the response and parts cancel.
    Real bound() const
    {
        Real modes = causal.empty() && anticausal.empty(), sum = 0;
        for (const Modes* direction : {&causal, &anticausal})
            for (const Mode& mode : *direction)
                modes -= std::abs(mode.weight) / std::expm1(mode.pole.logarithm.real());
        for (Real tap : taps)
            sum += std::abs(tap);
        return modes * sum;
    }

private:
    struct Mode
    {
        TruePole pole;
        Root weight;
    };
    typedef std::vector<Mode> Modes;

    void multiplyTaps(const std::vector<double>& b, bool back)
    {
        std::vector<Real> factor(b.begin(), b.end()), product(taps.size() + b.size() - 1, 0);
        if (back)
        {
            std::reverse(factor.begin(), factor.end());
            first -= int(b.size()) - 1;
        }
        for (size_t i = 0; i < taps.size(); i++)
            for (size_t k = 0; k < factor.size(); k++)
                product[i + k] += taps[i] * factor[k];
        taps = product;
    }

    static void weigh(Modes& own, const Modes& others)
    {
        for (Mode& mode : own)
        {
            mode.weight = 1;
            for (const Mode& other : own)
                if (&other != &mode)
                    mode.weight /= Root(1) - other.pole.value / mode.pole.value;
            for (const Mode& other : others)
                mode.weight /= Root(1) - other.pole.value * mode.pole.value;
        }
    }

    //! g[n].
    Real response(int n) const
    {
        if (causal.empty() && anticausal.empty())
            return n == 0;
        Root sum = 0;
        for (const Mode& mode : n > 0 || (n == 0 && !causal.empty()) ? causal : anticausal)
            sum += mode.weight * mode.pole.power(std::abs(n));
        return sum.real();
    }

    //! The sum of g over all distances of n > 0 and more in one direction.
    static Real tail(const Modes& modes, int n)
    {
        Root sum = 0;
        for (const Mode& mode : modes)
            sum += mode.weight * mode.pole.power(n) / mode.pole.oneMinusPower(1);
        return sum.real();
    }

    Real all() const { return response(0) + tail(causal, 1) + tail(anticausal, 1); }

    template <typename Function>
    Real filtered(int n, const Function& g) const
    {
        Real sum = 0;
        for (size_t i = 0; i < taps.size(); i++)
            if (taps[i] != 0)
                sum += taps[i] * g(n - first - int(i));
        return sum;
    }

    Modes causal, anticausal;
    std::vector<Real> taps;
    int first; //!< index of the first tap
};

//! A dense matrix of long double.
class RealMatrix
{
public:
    RealMatrix(int r, int c) : rows(r), cols(c), values(size_t(r) * size_t(c), 0) {}

    Real& operator()(int i, int j) { return values[size_t(i) * size_t(cols) + size_t(j)]; }
    Real operator()(int i, int j) const { return values[size_t(i) * size_t(cols) + size_t(j)]; }

    //! The largest sum of magnitudes in a row.
    Real norm() const
    {
        Real largest = 0;
        for (int i = 0; i < rows; i++)
        {
            Real sum = 0;
            for (int j = 0; j < cols; j++)
                sum += std::abs((*this)(i, j));
            largest = std::max(largest, sum);
        }
        return largest;
    }

    int rows, cols;

private:
    std::vector<Real> values;
};

//! The responses that an axis adds up: a cascade, or the passes of the parallel form.
inline std::vector<CascadeResponse> partsOf(const RecursiveAxis& axis)
{
    std::vector<CascadeResponse> parts;
    if (axis.form == RECURSIVE_PARALLEL && !axis.passes.empty())
        for (const RecursivePass& pass : axis.passes)
            parts.emplace_back(std::vector<RecursivePass>{pass});
    else
        parts.emplace_back(axis.passes);
    return parts;
}

template <typename Function>
Real sumOfParts(const RecursiveAxis& axis, const Function& f)
{
    Real sum = 0;
    for (const CascadeResponse& part : partsOf(axis))
        sum += f(part);
    return sum;
}

//! A function of the distance between two pixels, which is called once for each distance.
class ByDistance
{
public:
    template <typename Function>
    ByDistance(int from, int to, const Function& f) : first(from)
    {
        for (int n = from; n <= to; n++)
            values.push_back(f(n));
    }

    Real operator()(int n) const { return values[size_t(n - first)]; }

private:
    const int first;
    std::vector<Real> values;
};

//! The matrix that an axis multiplies a line of n pixels with.
inline RealMatrix foldedResponse(const RecursiveAxis& axis, int n)
{
    const int border = axis.borderType == BORDER_REFLECT_101 && n == 1 ? int(BORDER_REPLICATE) : axis.borderType;
    const int period = border == BORDER_WRAP ? n : border == BORDER_REFLECT ? 2 * n : 2 * n - 2;
    const bool repeats = border != BORDER_CONSTANT && border != BORDER_REPLICATE;
    RealMatrix matrix(n, n);
    for (const CascadeResponse& part : partsOf(axis))
    {
        const ByDistance h(1 - n, 2 * n, [&](int d) { return repeats ? part.periodic(d, period) : part.at(d); });
        const auto entry = [&](int i, int j) -> Real {
            switch (border)
            {
            case BORDER_REFLECT: // -1 - j is the mirror image of j
                return h(i - j) + h(i + j + 1);
            case BORDER_REFLECT_101: // the end pixels are their own mirror images
                return h(i - j) + (j % (n - 1) ? h(i + j) : 0);
            default:
                return h(i - j);
            }
        };
        for (int i = 0; i < n; i++)
        {
            for (int j = 0; j < n; j++)
                matrix(i, j) += entry(i, j);
            if (border == BORDER_REPLICATE)
            {
                matrix(i, 0) += part.from(i + 1);
                matrix(i, n - 1) += part.upTo(i - n);
            }
        }
    }
    return matrix;
}

//! The filtered image, CV_64F. The border value is taken off the image first, and the filter's answer to it added.
struct FoldedTruth
{
    Mat result;
    double largest = 0; //!< largest value that the filter could make of such pixels
    double bound = 0;   //!< the same, no less, before the response is folded: roundings in double are a share of it

    FoldedTruth(const Mat& src, const RecursiveAxis& x, const RecursiveAxis& y, const Scalar& borderValue)
    {
        const RealMatrix alongX = foldedResponse(x, src.cols), alongY = foldedResponse(y, src.rows);
        const auto isConstant = [](const RecursiveAxis& axis) {
            return axis.borderType == BORDER_CONSTANT && !axis.passes.empty();
        };
        const bool hasValue = isConstant(x) || isConstant(y);
        const Real gain = hasValue ? sumOf(x) * sumOf(y) : 0;
        std::vector<Mat> planes;
        Mat image;
        src.convertTo(image, CV_64F);
        split(image, planes);
        for (size_t c = 0; c < planes.size(); c++)
        {
            const Real value = hasValue ? borderValue[int(c % 4)] : 0;
            const double deviation = cv::norm(planes[c] - double(value), NORM_INF);
            bound = std::max(bound, deviation * double(boundOf(x) * boundOf(y)));
            largest =
                std::max(largest, deviation * double(alongX.norm() * alongY.norm()) + double(std::abs(gain * value)));
            RealMatrix pixels(src.rows, src.cols);
            for (int i = 0; i < src.rows; i++)
                for (int j = 0; j < src.cols; j++)
                    pixels(i, j) = planes[c].at<double>(i, j) - value;
            const RealMatrix filtered = product(alongY, pixels, alongX);
            for (int i = 0; i < src.rows; i++)
                for (int j = 0; j < src.cols; j++)
                    planes[c].at<double>(i, j) = double(filtered(i, j) + gain * value);
        }
        merge(planes, result);
    }

private:
    static Real sumOf(const RecursiveAxis& axis)
    {
        return sumOfParts(axis, [](const CascadeResponse& part) { return part.sum(); });
    }

    static Real boundOf(const RecursiveAxis& axis)
    {
        return sumOfParts(axis, [](const CascadeResponse& part) { return part.bound(); });
    }

    //! a m b^T
    static RealMatrix product(const RealMatrix& a, const RealMatrix& m, const RealMatrix& b)
    {
        RealMatrix left(a.rows, m.cols), result(a.rows, b.rows);
        for (int i = 0; i < a.rows; i++)
            for (int k = 0; k < a.cols; k++)
                for (int j = 0; j < m.cols; j++)
                    left(i, j) += a(i, k) * m(k, j);
        for (int i = 0; i < a.rows; i++)
            for (int j = 0; j < b.rows; j++)
                for (int k = 0; k < b.cols; k++)
                    result(i, j) += left(i, k) * b(j, k);
        return result;
    }
};

}} // namespace opencv_test

#endif
