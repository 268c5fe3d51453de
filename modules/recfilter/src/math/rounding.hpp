// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filters with coefficients rounded to the working type.

#ifndef OPENCV_RECFILTER_MATH_ROUNDING_HPP
#define OPENCV_RECFILTER_MATH_ROUNDING_HPP

#include "math/sections.hpp"

namespace cv { namespace recfilter {

//! The least 1 - |p| of a pole p inside the circle (SINGLE in check_taps.cpp).
const double ON_CIRCLE = 1e-10;

//! Rounds through memory: compilers have kept the unrounded double in a register.
template <typename W>
inline double rounded(double value)
{
    volatile W narrow = W(value);
    return narrow;
}

/** A section with coefficients rounded to W. `gain` makes up for the change of the largest response: the response to a
constant or, for a negative pole, to an alternating line. For slow poles this change is by far the largest error: 1 / (1
- f1 - f2) = 84 for the pair 0.95 e^(+-0.1i). */
template <typename W>
inline Section rounded(const Section& s, double& gain)
{
    Section result = s;
    result.f1 = rounded<W>(s.f1);
    result.f2 = rounded<W>(s.f2);
    const double sign = s.f1 < 0 ? -1 : 1;
    const double before = 1 - sign * s.f1 - s.f2, after = 1 - sign * result.f1 - result.f2;
    if (before > ON_CIRCLE && after > 0)
        gain *= after / before;
    result.c0 = rounded<W>(s.c0);
    result.c1 = rounded<W>(s.c1);
    result.c2 = rounded<W>(s.c2);
    return result;
}

//! The section with gap and f2 (AddedPair) rounded to W.
template <typename W>
inline Section roundedPair(const Section& s)
{
    Section result = s;
    result.f2 = rounded<W>(s.f2);
    result.f1 = 1 - rounded<W>(1 - s.f1 - s.f2) - result.f2;
    return result;
}

template <typename W>
inline AxisFilter roundedPairs(AxisFilter filter)
{
    for (Branches* direction : {&filter.causal, &filter.anticausal})
        for (Branch& branch : *direction)
            branch.sections[0] = roundedPair<W>(branch.sections[0]);
    return filter;
}

//! Rounds every section. A cascade returns the changed gains in `gain`; added branches apply theirs to their taps.
template <typename W>
inline AxisFilter rounded(const AxisFilter& filter, double& gain)
{
    AxisFilter result = filter;
    for (Branches* direction : {&result.causal, &result.anticausal})
        for (Branch& branch : *direction)
        {
            double branchGain = 1;
            for (Section& section : branch.sections)
                section = rounded<W>(section, branchGain);
            if (!filter.parallel)
                gain *= branchGain;
            else
                for (double* c : {&branch.sections.back().c0, &branch.sections.back().c1, &branch.sections.back().c2})
                    *c = rounded<W>(*c * branchGain);
        }
    return result;
}

}} // namespace cv::recfilter

#endif
