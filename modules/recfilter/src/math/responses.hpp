// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Impulse responses in any arithmetic: of given taps, and of the sections that represent them.

#ifndef OPENCV_RECFILTER_MATH_RESPONSES_HPP
#define OPENCV_RECFILTER_MATH_RESPONSES_HPP

#include "math/sections.hpp"

namespace cv { namespace recfilter {

//! n samples from the taps (direct form I), in arithmetic T.
template <typename T>
inline std::vector<T> directResponse(const std::vector<double>& feedforward, const std::vector<double>& feedback,
                                     size_t n)
{
    std::vector<T> y(n, T(0.0));
    for (size_t i = 0; i < n; i++)
    {
        if (i < feedforward.size())
            y[i] = T(feedforward[i]);
        for (size_t k = 1; k < feedback.size() && k <= i; k++)
            y[i] = y[i] - T(feedback[k]) * y[i - k];
    }
    return y;
}

//! n samples of a branch, in arithmetic T.
template <typename T>
inline std::vector<T> impulseResponse(const Branch& branch, size_t n)
{
    std::vector<T> x(n, T(0));
    x[0] = T(branch.gain);
    for (const Section& s : branch.sections)
    {
        T w1 = 0, w2 = 0;
        for (T& value : x)
        {
            const T w = value + T(s.f1) * w1 + T(s.f2) * w2;
            value = T(s.c0) * w + T(s.c1) * w1 + T(s.c2) * w2;
            w2 = w1;
            w1 = w;
        }
    }
    return x;
}

//! n samples of one section as an AddedPair, in arithmetic T.
template <typename T>
inline std::vector<T> pairResponse(const Section& section, size_t n)
{
    const AddedPair pair(section);
    std::vector<T> y(n, T(0));
    T w = 0, d = 0;
    for (size_t i = 0; i < n; i++)
    {
        const T x = i == 0 ? T(1) : T(0);
        d = x - T(pair.gap) * w - T(pair.f2) * d;
        w += d;
        y[i] = T(pair.value) * w + T(pair.slope) * d + T(pair.direct) * x;
    }
    return y;
}

//! The largest difference, relative to the largest value.
template <typename T>
inline double largestDifference(const std::vector<long double>& exact, const std::vector<T>& other)
{
    double largest = 0, error = 0;
    for (size_t i = 0; i < exact.size(); i++)
    {
        largest = std::max(largest, double(std::abs(exact[i])));
        error = std::max(error, double(std::abs(exact[i] - (long double)other[i])));
    }
    return !std::isfinite(error) ? HUGE_VAL : error == 0 ? 0 : error / largest;
}

}} // namespace cv::recfilter

#endif
