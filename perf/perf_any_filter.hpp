// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PERF_ANY_FILTER_HPP
#define OPENCV_RECFILTER_PERF_ANY_FILTER_HPP

// Filters that users bring: any order, zeros, one direction, unlike directions and axes. For both sides.

#include "perf_filters.hpp"

#include <complex>
#include <ostream>

namespace opencv_test {

namespace any_filter {

typedef std::vector<std::complex<double>> Poles;

//! The polynomial 1 + a1 z + ... of poles. A complex one stands for its pair.
inline std::vector<double> polynomial(const Poles& poles)
{
    std::vector<double> a(1, 1.);
    const auto multiply = [&](const std::vector<double>& factor) {
        std::vector<double> product(a.size() + factor.size() - 1, 0.);
        for (size_t i = 0; i < a.size(); i++)
            for (size_t j = 0; j < factor.size(); j++)
                product[i + j] += a[i] * factor[j];
        a = product;
    };
    for (const std::complex<double>& pole : poles)
        if (pole.imag() == 0)
            multiply({1, -pole.real()});
        else
            multiply({1, -2 * pole.real(), std::norm(pole)});
    return a;
}

//! Poles from 0.97 inwards, slow ones first. Up to 20.
inline Poles slowPoles(int order)
{
    const double radii[] = {0.95, 0.93, 0.9, 0.9, 0.88, 0.85, 0.85, 0.8, 0.8},
                 angles[] = {0.1, 0.3, 0.5, 0.8, 1.1, 1.5, 1.9, 2.3, 2.8};
    Poles poles;
    int pairs = order / 2;
    if (order % 2)
        poles.push_back(0.97);
    else if (order > 2)
    {
        poles = {0.97, 0.9};
        pairs--;
    }
    for (int k = 0; k < pairs; k++)
        poles.push_back(std::polar(radii[k], angles[k]));
    return poles;
}

//! Butterworth's low-pass filter of a cutoff, as a share of half the sampling rate, by the bilinear transform.
inline RecursivePass butterworth(int order, double cutoff, bool anticausal)
{
    const double warped = std::tan(CV_PI * cutoff / 2);
    Poles poles, zeros;
    for (int k = 0; k < (order + 1) / 2; k++)
    {
        const std::complex<double> s = std::polar(warped, CV_PI * (order + 1 + 2 * k) / (2. * order));
        const std::complex<double> z = (1. + s) / (1. - s);
        poles.push_back(std::abs(z.imag()) < 1e-12 ? std::complex<double>(z.real()) : z);
    }
    RecursivePass pass;
    pass.feedback = polynomial(poles);
    pass.feedforward = polynomial(Poles(size_t(order), -1.));
    double gain = 0, ofZeros = 0;
    for (double a : pass.feedback)
        gain += a;
    for (double b : pass.feedforward)
        ofZeros += b;
    for (double& b : pass.feedforward)
        b *= gain / ofZeros;
    pass.anticausal = anticausal;
    return pass;
}

inline RecursivePass allPole(const Poles& poles, bool anticausal)
{
    RecursivePass pass;
    pass.feedback = polynomial(poles);
    double gain = 0;
    for (double a : pass.feedback)
        gain += a;
    pass.feedforward = {gain};
    pass.anticausal = anticausal;
    return pass;
}

//! Taps before and behind, as many as poles.
inline RecursivePass withZeros(RecursivePass pass)
{
    const size_t order = pass.feedback.size() - 1;
    const double gain = pass.feedforward[0];
    pass.feedforward.assign(order + 1, gain / (2 * double(order)));
    pass.feedforward[0] = gain / 2;
    return pass;
}

} // namespace any_filter

//! A filter that has a row in the table of any filters.
struct AnyFilter
{
    const char* name;
    RecursiveAxis x, y;

    Ptr<RecursiveFilter> make(int algorithm = RECURSIVE_AUTO) const
    {
        return createRecursiveFilter(x, y, Scalar(), -1, algorithm);
    }

    static std::vector<AnyFilter> all()
    {
        using namespace any_filter;
        const auto both = [](const RecursivePass& forth, const RecursivePass& back, int border = BORDER_REFLECT) {
            return RecursiveAxis(std::vector<RecursivePass>{forth, back}, border);
        };
        const auto mirrored = [&](const Poles& poles) { return both(allPole(poles, false), allPole(poles, true)); };
        const auto smooth = [&](int order) {
            return both(butterworth(order, 0.1, false), butterworth(order, 0.1, true));
        };
        const auto forth = [](const RecursivePass& pass) {
            return RecursiveAxis(std::vector<RecursivePass>(1, pass), BORDER_CONSTANT);
        };
        const RecursiveAxis none, unlike = both(allPole({0.97}, false), allPole({0.9}, true));
        const RecursiveAxis sum = forth(RecursivePass({1}, {1, -1}));
        std::vector<AnyFilter> list;
        static std::vector<String> names; // of orders
        if (names.empty())
            for (int order = 1; order <= 20; order++)
                names.push_back(format("order_%d", order));
        for (int order = 1; order <= 20; order++)
            list.push_back({names[size_t(order - 1)].c_str(), mirrored(slowPoles(order)), mirrored(slowPoles(order))});
        const RecursiveAxis zeros = both(withZeros(allPole(slowPoles(6), false)), allPole(slowPoles(6), true)),
                            other = mirrored(slowPoles(4)), one = forth(withZeros(allPole(slowPoles(2), false))),
                            eight = forth(withZeros(allPole(slowPoles(8), false))),
                            resonant = mirrored({std::polar(0.995, 0.3)}),
                            four =
                                both(withZeros(allPole(slowPoles(4), false)), withZeros(allPole(slowPoles(4), true)));
        list.insert(list.end(), {{"butterworth_1", smooth(1), smooth(1)},
                                 {"butterworth_2", smooth(2), smooth(2)},
                                 {"butterworth_4", smooth(4), smooth(4)},
                                 {"unlike_poles", unlike, unlike},
                                 {"unlike_axes", other, zeros},
                                 {"resonant", resonant, resonant},
                                 {"forth_2_along_x", one, none},
                                 {"forth_2_along_y", none, one},
                                 {"forth_8_along_x", eight, none},
                                 {"forth_8_along_y", none, eight},
                                 {"both_ways_4_along_x", four, none},
                                 {"both_ways_4_along_y", none, four},
                                 {"forth_2_both_axes", one, one},
                                 {"running_sum_along_x", sum, none},
                                 {"running_sum_along_y", none, sum}});
        return list;
    }
};

inline void PrintTo(const AnyFilter& filter, std::ostream* out)
{
    *out << filter.name;
}

} // namespace opencv_test

#endif
