// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Splits a filter into the two filters of algorithms 5_4 and 2X5_1, which run one after the other over the image.

#ifndef OPENCV_RECFILTER_RECURSIVE_MODEL_FILTER_SPLIT_HPP
#define OPENCV_RECFILTER_RECURSIVE_MODEL_FILTER_SPLIT_HPP

#include "recursive/model/filter_model.hpp"

namespace cv { namespace recfilter {

//! All-pole cascades with the same poles in both directions.
inline bool areMirroredAllPole(const AxisFilter& filter)
{
    if (filter.parallel || filter.causal.size() != 1 || filter.anticausal.size() != 1)
        return false;
    const auto &causal = filter.causal[0].sections, &anticausal = filter.anticausal[0].sections;
    return std::equal(causal.begin(), causal.end(), anticausal.begin(), anticausal.end(),
                      [](const Section& s, const Section& t) {
                          return s.order == t.order && s.f1 == t.f1 && s.f2 == t.f2 && s.isAllPole() && t.isAllPole();
                      });
}

//! Moves gains of sections, which keep numbers in range (make_model.cpp), back into the gain of the axis.
inline AxisModel withoutSectionGains(AxisModel axis)
{
    for (Branches* direction : {&axis.filter.causal, &axis.filter.anticausal})
        for (Branch& branch : *direction)
            for (Section& section : branch.sections)
                if (!axis.filter.parallel && section.c0 != 0 && section.c1 == 0 && section.c2 == 0)
                {
                    axis.gain *= section.c0;
                    section.c0 = 1;
                }
    return axis;
}

namespace detail {

/** The sections of one part of a cascade, in both directions.
@param isOfPart called with a section and the number of sections of its order before it */
template <typename IsOfPart>
AxisModel partOf(AxisModel axis, const IsOfPart& isOfPart)
{
    for (Branches* direction : {&axis.filter.causal, &axis.filter.anticausal})
    {
        std::vector<Section> sections;
        int before[3] = {};
        for (const Section& section : (*direction)[0].sections)
            if (isOfPart(section, before[section.order]++))
                sections.push_back(section);
        (*direction)[0].sections = sections;
    }
    return axis;
}

//! The largest gain of all-pole sections, over a grid of frequencies and the frequencies of the poles.
inline double largestResponse(const std::vector<Section>& sections)
{
    std::vector<double> frequencies;
    for (int k = 0; k <= 64; k++)
        frequencies.push_back(CV_PI * k / 64);
    for (const Section& s : sections)
        if (s.f1 * s.f1 + 4 * s.f2 < 0)
            frequencies.push_back(std::acos(s.f1 / (2 * std::sqrt(-s.f2))));
    double largest = 0;
    for (double frequency : frequencies)
    {
        double response = 1;
        for (const Section& s : sections)
            response /= std::abs(1.0 - s.f1 * std::polar(1.0, -frequency) - s.f2 * std::polar(1.0, -2 * frequency));
        largest = std::max(largest, response);
    }
    return largest;
}

/** How much rounding between the parts counts in the result, compared to rounding of the result itself. Smoothing has a
loss of 1: all its parts amplify constants most. The loss grows if one part amplifies frequencies that the other parts
suppress. Both directions square it. Poles 0.93, 0.8 e^(+-0.5i) and 0.6 e^(+-2.5i) have a loss of 37 for each axis, and
lost 5e-5 in float. */
inline double lossOf(const AxisModel& whole, const std::vector<AxisModel>& parts)
{
    double product = 1;
    for (const AxisModel& part : parts)
        product *= largestResponse(part.filter.causal[0].sections);
    const double loss = product / largestResponse(whole.filter.causal[0].sections);
    return loss * loss; // both directions
}

} // namespace detail

/** Two filters, each with some sections of the cascades. The first one has the gain.
@param isOfPart called with a section, the number of sections of its order before it, and the part */
template <typename IsOfPart>
std::vector<FilterModel> splitInTwo(const FilterModel& model, const IsOfPart& isOfPart)
{
    std::vector<FilterModel> parts(2, model);
    for (size_t part = 0; part < parts.size(); part++)
        for (AxisModel& axis : parts[part].axes)
        {
            axis = detail::partOf(axis,
                                  [&](const Section& section, int before) { return isOfPart(section, before, part); });
            if (part > 0)
                axis.gain = 1;
        }
    return parts;
}

//! For algorithm 5_4: the first-order sections of cascades, then the second-order ones.
inline std::vector<FilterModel> splitByOrder(const FilterModel& model)
{
    return splitInTwo(model, [](const Section& section, int, size_t part) { return section.order == int(part) + 1; });
}

//! Sections with pairs of real poles as two of one pole each. make_model.cpp joins fast ones.
inline std::vector<Section> withoutRealPairs(const std::vector<Section>& sections)
{
    std::vector<Section> apart;
    for (Section section : sections)
    {
        const double square = section.f1 * section.f1 / 4 + section.f2;
        if (section.order == 2 && section.isAllPole() && square >= 0)
        {
            // The larger root first. The other one, from their product, loses no digits.
            const double larger = section.f1 / 2 + std::copysign(std::sqrt(square), section.f1);
            const double smaller = larger == 0 ? 0 : -section.f2 / larger;
            section = Section();
            section.f1 = larger;
            apart.push_back(section);
            section.f1 = smaller;
        }
        apart.push_back(section);
    }
    return apart;
}

//! For algorithm 2x5_1: one of two first-order sections, then the other.
inline std::vector<FilterModel> splitBySection(FilterModel model)
{
    for (AxisModel& axis : model.axes)
        for (Branches* direction : {&axis.filter.causal, &axis.filter.anticausal})
            for (Branch& branch : *direction)
                branch.sections = withoutRealPairs(branch.sections);
    return splitInTwo(model, [](const Section&, int before, size_t part) { return before == int(part); });
}

}} // namespace cv::recfilter

#endif
