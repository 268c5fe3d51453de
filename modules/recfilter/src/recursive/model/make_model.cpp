// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Turns taps into sections of one and two poles, and scales them.

#include "recursive/model/make_model.hpp"

#include "arrays/border_type.hpp"
#include "recursive/model/check_taps.hpp"
#include "math/responses.hpp"

namespace cv { namespace recfilter {

using cuda::RecursiveAxis;
using cuda::RecursivePass;

static void scaleTaps(Section& section, double factor)
{
    section.c0 *= factor;
    section.c1 *= factor;
    section.c2 *= factor;
}

/** The sum of magnitudes of each section's impulse response. They bound the results of an unscaled cascade. Sections
run side by side, as each step waits for the last one of its section. */
static std::vector<double> peakGains(const std::vector<Section>& sections)
{
    constexpr size_t together = 4;
    typedef double Numbers[together];
    std::vector<double> sums(sections.size());
    for (size_t first = 0; first < sections.size(); first += together)
    {
        const size_t count = std::min(sections.size() - first, together);
        Numbers f1 = {}, f2 = {}, c0 = {}, c1 = {}, c2 = {}, w1 = {}, w2 = {}, sum = {}, rings = {};
        for (size_t k = 0; k < count; k++)
        {
            const Section& s = sections[first + k];
            f1[k] = s.f1, f2[k] = s.f2, c0[k] = s.c0, c1[k] = s.c1, c2[k] = s.c2, rings[k] = 1;
        }
        double x = 1;
        for (int i = 0; i < 100000 && (i % 64 || std::count(rings, rings + together, 1.)); i++, x = 0)
            for (size_t k = 0; k < together; k++)
            {
                const double w = x + f1[k] * w1[k] + f2[k] * w2[k];
                const double y = c0[k] * w + c1[k] * w1[k] + c2[k] * w2[k];
                w2[k] = w1[k];
                w1[k] = w;
                sum[k] += rings[k] * std::abs(y);
                rings[k] = std::abs(w1[k]) + std::abs(w2[k]) < 1e-6 ? 0 : rings[k];
            }
        std::copy_n(sum, count, &sums[first]);
    }
    return sums;
}

/** Takes the gain out of a cascade: one factor at the end costs less. If the sections would then make numbers too large
for float, each keeps a gain in its taps. */
static double takeGain(Branch& branch)
{
    double gain = branch.gain, peak = 1;
    branch.gain = 1;
    const std::vector<double> peaks = peakGains(branch.sections);
    for (double ofSection : peaks)
        peak *= ofSection;
    if (peak < 1e12)
        return gain;
    for (size_t i = 0; i < peaks.size(); i++)
    {
        const double factor = 1 / peaks[i];
        scaleTaps(branch.sections[i], factor);
        gain /= factor;
    }
    return gain;
}

static void append(Branch& to, const Branch& more)
{
    to.sections.insert(to.sections.end(), more.sections.begin(), more.sections.end());
    to.gain *= more.gain;
}

//! The response of the taps in 106 bits.
static std::vector<long double> exactResponse(const RecursivePass& pass, size_t samples)
{
    const auto response = directResponse<DoubleDouble>(pass.feedforward, pass.feedback, samples);
    std::vector<long double> result;
    result.reserve(response.size());
    for (const DoubleDouble& value : response)
        result.push_back(static_cast<long double>(value));
    return result;
}

/** Throws if the sections are not the filter of the taps. Where poles lie close together, the response depends so much
on the taps that even the rounded taps of the sections may change it. Rounding errors of a recursion by the original
taps would change it more, mostly a hundred times and more. */
static void checkSections(const Branch& branch, const RecursivePass& pass, const String& name)
{
    const size_t samples = 1024, moreSamples = 4096;
    const double negligible = 1e-10, most = 1e-6;
    const auto ofTaps = directResponse<long double>(pass.feedforward, pass.feedback, samples);
    if (largestDifference(ofTaps, impulseResponse<long double>(branch, samples)) < negligible)
        return;
    const auto exact = exactResponse(pass, moreSamples);
    const double error = largestDifference(exact, impulseResponse<long double>(branch, moreSamples));
    const double ofDirectForm =
        largestDifference(exact, directResponse<double>(pass.feedforward, pass.feedback, moreSamples));
    if (error < negligible || (error < most && error < ofDirectForm))
        return;
    CV_Error(Error::StsOutOfRange,
             format("%s.feedback: its poles lie too close to each other; sections of one and two poles would be off by "
                    "%.2g of the largest response, a recursion by the taps in double by %.2g; errors below 1e-10 are "
                    "accepted, and up to 1e-6 if they are the smaller ones. Give second-order sections instead: a "
                    "cascade of passes, in Python sosfilt",
                    name.c_str(), error, ofDirectForm));
}

//! The sections of a pass; throws if they are not the filter of the taps.
static Branch checkedSections(const RecursivePass& pass, const String& name)
{
    Branch branch;
    branch.gain = 0;
    if (std::all_of(pass.feedforward.begin(), pass.feedforward.end(), [](double tap) { return tap == 0; }))
        return branch;
    branch = factorize(pass.feedforward, pass.feedback);
    if (branch.sections.size() > 1) // a single one has the taps of the pass
        checkSections(branch, pass, name);
    return branch;
}

/** Joins real poles that fade within a few pixels into sections of two poles: as exact, and cheaper. B-splines of
degree 4 to 9 then have the kernels of one or two pairs. Slow poles stay apart, because rounding would move them. */
static void pairFastPoles(std::vector<Section>& sections)
{
    const auto isFast = [](const Section& s) { return s.order == 1 && s.isAllPole() && std::abs(s.f1) < 0.7; };
    for (;;)
    {
        const auto first = std::find_if(sections.begin(), sections.end(), isFast);
        const auto second = first == sections.end() ? first : std::find_if(first + 1, sections.end(), isFast);
        if (second == sections.end())
            return;
        Section pair;
        pair.order = 2;
        pair.f1 = first->f1 + second->f1;
        pair.f2 = -first->f1 * second->f1;
        *first = pair;
        sections.erase(second);
    }
}

static AxisModel makeAxis(const RecursiveAxis& axis, const String& name)
{
    AxisModel model;
    model.borderType = axis.borderType;
    model.filter.parallel = axis.form == cuda::RECURSIVE_PARALLEL && !axis.passes.empty();
    Branches& causal = model.filter.causal;
    Branches& anticausal = model.filter.anticausal;
    std::vector<Branch> found; // causal and anticausal passes mostly have the same branch
    const auto sectionsOf = [&](size_t i) {
        const RecursivePass& pass = axis.passes[i];
        const auto isLike = [&](const RecursivePass& other) {
            return other.feedforward == pass.feedforward && other.feedback == pass.feedback;
        };
        const size_t first = size_t(std::find_if(axis.passes.begin(), axis.passes.end(), isLike) - axis.passes.begin());
        found.push_back(first < i ? found[first]
                                  : checkedSections(pass, format("%s.passes[%d]", name.c_str(), int(i))));
        return found.back();
    };
    if (model.filter.parallel)
    {
        for (size_t i = 0; i < axis.passes.size(); i++)
        {
            Branch branch = sectionsOf(i);
            if (branch.sections.empty())
                branch.sections.push_back(Section()); // a pure gain
            scaleTaps(branch.sections.back(), branch.gain);
            branch.gain = 1;
            (axis.passes[i].anticausal ? anticausal : causal).push_back(branch);
        }
        return model;
    }
    causal.resize(1);
    anticausal.resize(1);
    for (size_t i = 0; i < axis.passes.size(); i++)
        append((axis.passes[i].anticausal ? anticausal : causal)[0], sectionsOf(i));
    const Branch forth = causal[0], back = anticausal[0];
    double gain = 1;
    for (Branches* direction : {&causal, &anticausal})
    {
        std::vector<Section>& sections = (*direction)[0].sections;
        if (direction == &anticausal && forth.sections == back.sections && forth.gain == back.gain)
            *direction = causal;
        else
        {
            pairFastPoles(sections);
            std::stable_sort(sections.begin(), sections.end(),
                             [](const Section& s, const Section& t) { return s.order < t.order; });
            gain = takeGain((*direction)[0]);
        }
        model.gain *= gain;
    }
    return model;
}

static AxisModel checkedAxis(RecursiveAxis axis, const String& name, const Scalar& borderValue)
{
    axis.borderType = withoutIsolated(axis.borderType);
    const double memory = checkAxis(axis, name, borderValue);
    AxisModel model = makeAxis(axis, name);
    model.memory = memory;
    for (const Branches* direction : {&model.filter.causal, &model.filter.anticausal})
        if (orderOf(*direction) > MAX_STATES)
            CV_Error(Error::StsOutOfRange, format("%s.passes need %d numbers of state in one direction; up to %d are "
                                                  "accepted",
                                                  name.c_str(), orderOf(*direction), MAX_STATES));
    return model;
}

static bool areSame(const RecursiveAxis& a, const RecursiveAxis& b)
{
    return a.borderType == b.borderType && a.form == b.form &&
           std::equal(a.passes.begin(), a.passes.end(), b.passes.begin(), b.passes.end(),
                      [](const RecursivePass& p, const RecursivePass& q) {
                          return p.feedforward == q.feedforward && p.feedback == q.feedback &&
                                 p.anticausal == q.anticausal;
                      });
}

//! All but the axes.
static FilterModel makeModel(const Scalar& borderValue, int ddepth, int algorithm)
{
    checkResultDepth(ddepth);
    checkBorderValue(borderValue);
    FilterModel model;
    model.borderValue = borderValue;
    model.ddepth = ddepth;
    model.algorithm = algorithm;
    return model;
}

FilterModel makeFilterModel(const RecursiveAxis& axisX, const RecursiveAxis& axisY, const Scalar& borderValue,
                            int ddepth, int algorithm)
{
    FilterModel model = makeModel(borderValue, ddepth, algorithm);
    model.axes[ALONG_ROWS] = checkedAxis(axisX, "axisX", borderValue);
    model.axes[ALONG_COLUMNS] =
        areSame(axisX, axisY) ? model.axes[ALONG_ROWS] : checkedAxis(axisY, "axisY", borderValue);
    return model;
}

FilterModel makeArrayModel(const std::vector<RecursiveAxis>& axes, const Scalar& borderValue, int ddepth, int algorithm)
{
    FilterModel model = makeModel(borderValue, ddepth, algorithm);
    model.axes.clear();
    for (size_t i = 0; i < axes.size(); i++)
        model.axes.push_back(i > 0 && areSame(axes[i], axes[i - 1])
                                 ? model.axes.back()
                                 : checkedAxis(axes[i], format("axes[%d]", int(i)), borderValue));
    return model;
}

}} // namespace cv::recfilter
