// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_RECURSIVE_COMMON_HPP
#define OPENCV_RECFILTER_TEST_RECURSIVE_COMMON_HPP

// Filters, images and their comparison, for the tests of recursive filters on both sides.

#include "test_precomp.hpp"

#include "recursive/plan/schedule/schedule.hpp"
#include "reference.hpp"

#include <complex>
#include <numeric>

namespace opencv_test { namespace {

using cv::recfilter::ReferenceFilter;

typedef RecursivePass Pass;
typedef RecursiveAxis Axis;
typedef std::vector<double> Taps;
typedef std::complex<double> Pole;

const std::vector<int> BORDERS = {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP};

// ---- Algorithms, from the table of schedules ----

inline bool needs(int algorithm, unsigned what)
{
    return (cv::recfilter::scheduleOf(algorithm).needs & what) != 0;
}

//! The algorithms of a side that need none of these (cv::recfilter::Needs).
inline std::vector<int> algorithmsWithout(unsigned what, cv::recfilter::Engine cv::recfilter::Schedule::*side)
{
    std::vector<int> list = cv::recfilter::algorithmsOf(side);
    list.erase(std::remove_if(list.begin(), list.end(), [&](int algorithm) { return needs(algorithm, what); }),
               list.end());
    return list;
}

//! The algorithms that take filters of any poles.
const std::vector<int> ALGORITHMS = algorithmsWithout(cv::recfilter::NEEDS_MIRRORED_POLES | cv::recfilter::NEEDS_DECAY,
                                                      &cv::recfilter::Schedule::onHost);

//! Whether an algorithm takes a border of value 0 along an axis that is filtered.
inline bool takesBorder(int algorithm, int border)
{
    if (needs(algorithm, cv::recfilter::NEEDS_ZERO_BORDER))
        return border == BORDER_CONSTANT;
    return !needs(algorithm, cv::recfilter::NEEDS_REPEATING_BORDER) ||
           (border != BORDER_CONSTANT && border != BORDER_REPLICATE);
}

// ---- Filters ----

//! A Gaussian with all its parameters. @param sigmaX, sigmaY 0 leaves that axis out
inline Ptr<RecursiveFilter> gaussianFilter(double sigmaX, double sigmaY, int dx = 0, int dy = 0,
                                           int border = BORDER_DEFAULT, const Scalar& borderValue = Scalar(),
                                           int approximation = GAUSSIAN_ACCURATE, int ddepth = -1,
                                           int algorithm = RECURSIVE_AUTO)
{
    RecursiveGaussianParams params(sigmaX, sigmaY);
    params.axes = (sigmaX != 0 ? GAUSSIAN_X : 0) | (sigmaY != 0 ? GAUSSIAN_Y : 0);
    params.dx = dx;
    params.dy = dy;
    params.borderType = border;
    params.borderValue = borderValue;
    params.approximation = approximation;
    params.ddepth = ddepth;
    params.algorithm = algorithm;
    return createRecursiveGaussianFilter(params);
}

//! The feedback taps with these poles. Complex poles are given once and bring their conjugates along.
inline Taps feedbackOf(const std::vector<Pole>& poles)
{
    std::vector<Pole> a(1, 1.0);
    const auto multiply = [&a](Pole pole) {
        a.push_back(0.0);
        for (size_t k = a.size() - 1; k > 0; k--)
            a[k] -= pole * a[k - 1];
    };
    for (const Pole& pole : poles)
    {
        multiply(pole);
        if (pole.imag() != 0)
            multiply(std::conj(pole));
    }
    Taps taps;
    for (const Pole& tap : a)
        taps.push_back(tap.real());
    return taps;
}

inline double sumOf(const Taps& taps)
{
    return std::accumulate(taps.begin(), taps.end(), 0.0);
}

//! An all-pole pass of gain 1 for constants.
inline Pass unitPass(const std::vector<Pole>& poles, bool anticausal = false)
{
    const Taps a = feedbackOf(poles);
    return Pass({sumOf(a)}, a, anticausal);
}

//! Each pole in both directions, with gain 1 for constants.
inline Axis smoothing(const std::vector<Pole>& poles, int border)
{
    return Axis({unitPass(poles), unitPass(poles, true)}, border);
}

//! The same with a pass for every pole.
inline Axis cascadeOf(const std::vector<Pole>& poles, int border)
{
    Axis axis;
    axis.borderType = border;
    for (const Pole& pole : poles)
        for (bool anticausal : {false, true})
            axis.passes.push_back(unitPass({pole}, anticausal));
    return axis;
}

//! The poles of the prefilter that turns samples into B-spline coefficients (Unser 1999), degrees 2 to 9.
inline std::vector<Pole> splinePoles(int degree)
{
    static const std::vector<Pole> poles[] = {
        {-0.17157287525380990},
        {-0.26794919243112270},
        {-0.36134122590022018, -0.013725429297339109},
        {-0.43057534709997379, -0.043096288203264655},
        {-0.48829458930304476, -0.081679271076237513, -0.0014141518083258177},
        {-0.53528043079643817, -0.12255461519232669, -0.0091486948096082769},
        {-0.57468690924876543, -0.16303526929728094, -0.023632294694844850, -0.00015382131064169087},
        {-0.60799738916862578, -0.20175052019315324, -0.043222608540481752, -0.0021213069031808184}};
    return poles[degree - 2];
}

//! The poles of a Butterworth low-pass filter with its cut-off at this fraction of pi.
inline std::vector<Pole> butterworthPoles(int order, double cutoff)
{
    std::vector<Pole> poles;
    const double warped = std::tan(CV_PI * cutoff / 2);
    for (int k = 0; k < (order + 1) / 2; k++)
    {
        const Pole s = std::polar(warped, CV_PI / 2 + CV_PI * (2 * k + 1) / (2 * order));
        const Pole z = (1.0 + s) / (1.0 - s);
        poles.push_back(order % 2 && k == order / 2 ? Pole(z.real()) : z);
    }
    return poles;
}

//! Pairs of poles spread around the circle.
inline std::vector<Pole> spreadPoles(int pairs, double radius)
{
    std::vector<Pole> poles;
    for (int k = 0; k < pairs; k++)
        poles.push_back(std::polar(radius, CV_PI * (k + 0.5) / pairs));
    return poles;
}

const std::vector<Pole> SLOW_POLE = {0.97};
const std::vector<Pole> SLOW_POLES = {0.93, std::polar(0.95, 0.1)};
//! Two pairs: a cascade without kernels of its own on the GPU.
const std::vector<Pole> POLES_IN_PARTS = {std::polar(0.9, 0.2), std::polar(0.8, 0.3)};

inline std::vector<Pole> polesOfOrder(int order)
{
    switch (order)
    {
    case 1:
        return SLOW_POLE;
    case 2:
        return {std::polar(0.95, 0.1)};
    case 3:
        return SLOW_POLES;
    case 4:
        return {0.9, 0.5, std::polar(0.9, 0.3)};
    case 5:
        return {0.93, std::polar(0.8, 0.5), std::polar(0.6, 2.5)};
    case 8:
        return butterworthPoles(8, 0.3);
    case 12:
        return spreadPoles(6, 0.85);
    default:
        return spreadPoles(10, 0.9);
    }
}

//! Smoothing as in Deriche 1993. The anticausal pass does not count the pixel itself; the causal one does.
inline Axis deriche(double alpha, int border)
{
    const double e = std::exp(-alpha), k = (1 - e) * (1 - e) / (1 + 2 * alpha * e - e * e);
    const Taps a = {1, -2 * e, e * e};
    return Axis({Pass({k, k * e * (alpha - 1)}, a), Pass({0, k * e * (alpha + 1), -k * e * e}, a, true)}, border,
                RECURSIVE_PARALLEL);
}

//! The response behind a pixel is `sign` times the response ahead. The pixel may have a share of its own.
struct Mirroring
{
    double sign;
    bool direct;
};

//! Even, odd, and neither.
const std::vector<Mirroring> MIRRORINGS = {{1, true}, {-1, false}, {-1, true}, {0.5, true}};

//! Pairs with the same poles in both directions.
inline Axis mirroredPairs(const std::vector<Pole>& poles, const Mirroring& mirroring, int border)
{
    Axis axis({}, border, RECURSIVE_PARALLEL);
    double share = 0.7;
    for (const Pole& pole : poles)
    {
        const Taps a = feedbackOf({pole}), b = {share * sumOf(a), -0.4 * share * sumOf(a)};
        const double first = b[1] - b[0] * a[1], second = -b[0] * a[2];
        axis.passes.push_back(Pass(mirroring.direct ? b : Taps{0, first, second}, a));
        axis.passes.push_back(Pass({0, mirroring.sign * first, mirroring.sign * second}, a, true));
        share *= -0.6;
    }
    return axis;
}

// ---- Images and their comparison ----

//! Uniform noise: in [0, 1) for floating point, over the whole range for integers.
inline Mat noise(Size size, int type, uint64 seed = 1)
{
    RNG rng(seed * 7919 + uint64(size.width) * 31 + uint64(size.height));
    const int depth = CV_MAT_DEPTH(type), channels = CV_MAT_CN(type);
    const double low = depth == CV_16S ? -32768 : 0;
    const double high = depth == CV_8U ? 256 : depth == CV_16U ? 65536 : depth == CV_16S ? 32768 : 1;
    Mat values(size.height, size.width * channels, CV_64F), image;
    rng.fill(values, RNG::UNIFORM, low, high);
    if (depth < CV_32F)
        values -= 0.5; // conversion rounds
    values.convertTo(image, depth);
    return image.reshape(channels);
}

inline Mat filtered(const Ptr<RecursiveFilter>& filter, const Mat& src)
{
    Mat dst;
    filter->apply(src, dst);
    return dst;
}

inline Mat filtered(const Axis& axisX, const Axis& axisY, const Mat& src, const Scalar& borderValue = Scalar(),
                    int algorithm = RECURSIVE_AUTO)
{
    return filtered(createRecursiveFilter(axisX, axisY, borderValue, -1, algorithm), src);
}

/** Largest error of float arithmetic. The slowest filter here has poles 0.93 and 0.95 e^(+-0.1i). They amplify a
rounding about 1 / (1 - 0.95) = 20 times in each direction and axis, in all to 80 epsilons. Double has 2^-29 of that. */
inline double tolerance(int depth)
{
    return depth == CV_64F ? 1e-12 : 1e-5;
}

//! The filtered image by definition. Channels one by one: more than four cannot be transposed in double.
inline Mat reference(const Mat& src, const Axis& axisX, const Axis& axisY, const Scalar& borderValue = Scalar())
{
    std::vector<Mat> planes;
    split(src, planes);
    for (size_t c = 0; c < planes.size(); c++)
        planes[c] = ReferenceFilter::filter(planes[c], axisX, axisY, Scalar::all(borderValue[int(c % 4)]));
    Mat result;
    merge(planes, result);
    return result;
}

const Scalar BORDER_VALUES(0.3, -0.6, 0.9, 1.7);

inline void expectReference(const Axis& axisX, const Axis& axisY, const Mat& src, double maxError,
                            int algorithm = RECURSIVE_AUTO)
{
    const Mat expected = reference(src, axisX, axisY, BORDER_VALUES);
    const Mat actual = filtered(axisX, axisY, src, BORDER_VALUES, algorithm);
    EXPECT_EQ(src.type(), actual.type());
    EXPECT_LE(relativeError(actual, expected), maxError)
        << "borders " << axisX.borderType << ", " << axisY.borderType << ", size " << src.size() << ", type "
        << typeToString(src.type()) << ", algorithm " << algorithm;
}

//! Whether an algorithm takes the form of both axes. If it hands the image from pass to pass, it refuses added passes.
inline bool takesForms(int algorithm, const Axis& axisX, const Axis& axisY)
{
    const auto isParallel = [](const Axis& axis) { return axis.form == RECURSIVE_PARALLEL && !axis.passes.empty(); };
    return !needs(algorithm, cv::recfilter::NEEDS_CASCADE) || !(isParallel(axisX) || isParallel(axisY));
}

// ---- Random configurations ----

struct RandomFilter
{
    explicit RandomFilter(int seed) : rng(uint64(seed) * 1000003 + 17 + freshSeed())
    {
        for (int i = 0; i < 10; i++)
            rng.next();
        x = axis();
        y = axis();
        const int edges[] = {1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129};
        const auto length = [&] { return rng.uniform(0, 2) ? edges[rng.uniform(0, 13)] : rng.uniform(1, 180); };
        size = Size(length(), length());
        type = CV_MAKETYPE(rng.uniform(0, 2) ? CV_32F : CV_64F, rng.uniform(1, 5));
        algorithm = ALGORITHMS[size_t(rng.uniform(0, int(ALGORITHMS.size())))];
        if (algorithm == RECURSIVE_ALG_5 || !takesForms(algorithm, x, y))
            algorithm = cv::recfilter::HAS_PAPERS ? int(RECURSIVE_ALG_6) : int(RECURSIVE_AUTO);
    }

    Axis axis()
    {
        Axis result;
        result.borderType = BORDERS[size_t(rng.uniform(0, 5))];
        result.form = rng.uniform(0, 4) ? RECURSIVE_CASCADE : RECURSIVE_PARALLEL;
        for (int count = rng.uniform(0, 4); count > 0; count--)
            result.passes.push_back(pass());
        return result;
    }

    Pass pass()
    {
        std::vector<Pole> poles;
        for (int count = rng.uniform(0, 3); count > 0; count--)
            poles.push_back(rng.uniform(0, 2) ? Pole(rng.uniform(-0.95, 0.95))
                                              : std::polar(rng.uniform(0.2, 0.95), rng.uniform(0.05, 3.0)));
        Taps b;
        for (int count = rng.uniform(1, 5); count > 0; count--)
            b.push_back(rng.uniform(-1., 1.));
        return Pass(b, feedbackOf(poles), rng.uniform(0, 2) == 1);
    }

    RNG rng;
    Axis x, y;
    Size size;
    int type, algorithm;
};

inline std::ostream& operator<<(std::ostream& out, const Axis& axis)
{
    out << (axis.form == RECURSIVE_PARALLEL ? "parallel" : "cascade");
    for (const Pass& pass : axis.passes)
        out << (pass.anticausal ? ", back b = " : ", b = ") << Mat(pass.feedforward).t()
            << " a = " << Mat(pass.feedback).t();
    return out << "\n";
}

}} // namespace opencv_test

#endif
