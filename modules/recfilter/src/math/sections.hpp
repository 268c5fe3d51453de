// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// A filter along one axis as sections of one and two poles, and the factors of taps. Knows no image.

#ifndef OPENCV_RECFILTER_MATH_SECTIONS_HPP
#define OPENCV_RECFILTER_MATH_SECTIONS_HPP

#include "math/limits.hpp"
#include "math/roots.hpp"

namespace cv { namespace recfilter {

/** A recursive section of one or two poles, direct form II:
    w[i] = x[i] + f1 w[i-1] + f2 w[i-2],   y[i] = c0 w[i] + c1 w[i-1] + c2 w[i-2]. */
struct Section
{
    int order = 1;
    double f1 = 0, f2 = 0;
    double c0 = 1, c1 = 0, c2 = 0;

    bool isAllPole() const { return c0 == 1 && c1 == 0 && c2 == 0; }
};

inline bool operator==(const Section& s, const Section& t)
{
    return s.order == t.order && s.f1 == t.f1 && s.f2 == t.f2 && s.c0 == t.c0 && s.c1 == t.c1 && s.c2 == t.c2;
}

//! Sections in series, then a factor.
struct Branch
{
    std::vector<Section> sections;
    double gain = 1;
};

inline bool operator==(const Branch& a, const Branch& b)
{
    return a.gain == b.gain && a.sections == b.sections;
}

//! The branches of one direction, whose results are added. A cascade has one branch.
using Branches = std::vector<Branch>;

inline int orderOf(const Branches& branches)
{
    int order = 0;
    for (const Branch& branch : branches)
        for (const Section& section : branch.sections)
            order += section.order;
    return order;
}

//! A filter along one axis by a causal and an anticausal part: y = R(F(x)), or F(x) + R(x) in the parallel form.
struct AxisFilter
{
    Branches causal, anticausal;
    bool parallel = false;
};

inline bool operator==(const AxisFilter& a, const AxisFilter& b)
{
    return a.parallel == b.parallel && a.causal == b.causal && a.anticausal == b.anticausal;
}

//! Whether only one direction has sections, as a cascade.
inline bool isOneWay(const AxisFilter& filter)
{
    return !filter.parallel && filter.causal.size() == 1 && filter.anticausal.size() == 1 &&
           (filter.causal[0].sections.empty() || filter.anticausal[0].sections.empty());
}

/** Whether AddedPair may represent a section. Its direct tap, -c2 / f2, must not be so large that cancellation loses
digits (poles close to 0 with a second tap). Gaussians have a direct tap for the curvature's middle pixel only. */
inline bool isAddedPair(const Section& s)
{
    const double taps = std::abs(s.c0) + std::abs(s.c1) + std::abs(s.c2);
    return s.order == 2 && s.f2 != 0 && std::abs(s.c2) <= 256 * std::abs(s.f2) * taps;
}

//! Branches of one two-pole section each, as recursive Gaussians have them.
inline bool areAddedPairs(const Branches& branches)
{
    return branches.size() <= MAX_ADDED_PAIRS &&
           std::all_of(branches.begin(), branches.end(), [](const Branch& branch) {
               return branch.sections.size() == 1 && isAddedPair(branch.sections[0]);
           });
}

inline bool areAddedPairs(const AxisFilter& filter)
{
    return filter.parallel && areAddedPairs(filter.causal) && areAddedPairs(filter.anticausal);
}

//! At least two added pairs in each direction, with the same poles in both directions.
inline bool areMirroredPairs(const AxisFilter& filter)
{
    if (!areAddedPairs(filter) || filter.causal.size() < 2 || filter.causal.size() != filter.anticausal.size())
        return false;
    return std::equal(filter.causal.begin(), filter.causal.end(), filter.anticausal.begin(),
                      [](const Branch& a, const Branch& b) {
                          return a.sections[0].f1 == b.sections[0].f1 && a.sections[0].f2 == b.sections[0].f2;
                      });
}

/** A section of two poles by its value w and its difference d[i] = w[i] - w[i-1]:
 d[i] = x[i] - gap w[i-1] - f2 d[i-1],   w[i] = w[i-1] + d[i],   y[i] = value w[i] + slope d[i] + direct x[i].
For poles close to 1 (gap = 1 - f1 - f2 is about sigma^-2 for a Gaussian) w[i] and w[i-1] are nearly equal. Direct form
II loses the digits of their difference, which is the result. */
struct AddedPair
{
    double gap, f2, value, slope, direct;

    explicit AddedPair(const Section& s) : gap(1 - s.f1 - s.f2), f2(s.f2)
    {
        direct = -s.c2 / s.f2; // c(z) / a(z), from which the second tap is divided out
        const double c0 = s.c0 - direct, c1 = s.c1 + direct * s.f1;
        value = c0 + c1;
        slope = -c1;
    }

    /** The pair by the states before a pixel: y[i] = value w[i-1] + slope d[i-1] + direct x[i]. `direct` is 0 where the
    other direction adds the pixel's own share. */
    static AddedPair ofStatesBefore(const Section& s)
    {
        AddedPair pair(s);
        const double c1 = s.c1 + s.c0 * s.f1, c2 = s.c2 + s.c0 * s.f2;
        pair.value = c1 + c2;
        pair.slope = -c2;
        pair.direct = s.c0;
        return pair;
    }
};

namespace detail {

//! The factors of the numerator: its roots, and delays for leading zeros.
inline std::vector<std::vector<double>> numeratorFactors(std::vector<double> b, double& gain)
{
    while (b.back() == 0)
        b.pop_back();
    std::vector<std::vector<double>> factors;
    while (b.front() == 0)
    {
        b.erase(b.begin());
        factors.push_back({0.0, 1.0});
    }
    gain = b.front();
    for (auto& factor : factorizePolynomial(normalized(b)))
        factors.push_back(factor);
    return factors;
}

//! Whether a section can hold all taps of a pass.
inline bool takesTaps(const Section& section, const std::vector<double>& b)
{
    return std::all_of(b.begin() + std::min<ptrdiff_t>(b.end() - b.begin(), section.order + 1), b.end(),
                       [](double tap) { return tap == 0; });
}

inline void setTaps(Section& section, const std::vector<double>& factor)
{
    section.c0 = factor[0];
    section.c1 = factor[1];
    section.c2 = factor.size() > 2 ? factor[2] : 0;
}

} // namespace detail

/** A pass of any order as sections of one and two poles. In float they lose far less than the direct form: 1e-5 against
2e-4 and more for order 3 with slow poles (doc/accuracy.md). */
inline Branch factorize(const std::vector<double>& feedforward, const std::vector<double>& feedback)
{
    Branch branch;
    std::vector<double> a = feedback;
    while (a.back() == 0)
        a.pop_back();
    for (const auto& factor : factorizePolynomial(normalized(a)))
    {
        Section section;
        section.order = int(factor.size()) - 1;
        section.f1 = -factor[1];
        section.f2 = section.order > 1 ? -factor[2] : 0;
        branch.sections.push_back(section);
    }
    if (branch.sections.size() == 1 && detail::takesTaps(branch.sections[0], feedforward))
    {
        branch.gain = feedforward[0] != 0 ? feedforward[0] : 1;
        std::vector<double> taps = feedforward;
        taps.resize(3, 0);
        for (double& tap : taps)
            tap /= branch.gain;
        detail::setTaps(branch.sections[0], taps);
        return branch;
    }
    for (const auto& factor : detail::numeratorFactors(feedforward, branch.gain))
    {
        const int degree = int(factor.size()) - 1;
        auto host = std::find_if(branch.sections.begin(), branch.sections.end(), [&](const Section& section) {
            return section.isAllPole() && section.order >= degree;
        });
        if (host == branch.sections.end())
        {
            Section delay; // no poles, only memory
            delay.order = degree;
            host = branch.sections.insert(branch.sections.end(), delay);
        }
        detail::setTaps(*host, factor);
    }
    // First-order sections come first, as the specialised kernels expect.
    std::stable_sort(branch.sections.begin(), branch.sections.end(),
                     [](const Section& s, const Section& t) { return s.order < t.order; });
    return branch;
}

}} // namespace cv::recfilter

#endif
