// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "model/filter_validation.hpp"

#include "model/filter_split.hpp"
#include "math/limits.hpp"
#include "math/responses.hpp"

namespace cv { namespace recfilter {

using cuda::RecursiveAxis;
using cuda::RecursivePass;

/** A pole closer to the circle than this lies on it. Roots of multiplicity three are known no better than CLUSTERED, single
ones, CLUSTER apart from all others, than SINGLE. */
static const double CLUSTERED = 1e-6, CLUSTER = 1e-2, SINGLE = 1e-10;

static void checkTaps(const std::vector<double>& taps, const String& name)
{
    if (taps.empty())
        CV_Error(Error::StsBadArg, name + " is empty; at least one tap is needed");
    for (size_t k = 0; k < taps.size(); k++)
        if (!std::isfinite(taps[k]))
            CV_Error(Error::StsBadArg, format("%s[%d] is %g; taps must be finite", name.c_str(), int(k), taps[k]));
}

static void checkBorder(int borderType, const String& name)
{
    for (int known : {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP})
        if (borderType == known)
            return;
    CV_Error(Error::StsBadArg, format("%s.borderType is %d; BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, "
                                      "BORDER_REFLECT_101 and BORDER_WRAP are accepted",
                                      name.c_str(), borderType));
}

//! The pole of a pass that lies furthest out.
struct DominantPole
{
    Complex pole = 0;
    double margin = SINGLE; //!< how well its magnitude is known

    explicit DominantPole(const RecursivePass& pass)
    {
        std::vector<double> a = pass.feedback;
        while (a.back() == 0)
            a.pop_back();
        const std::vector<Complex> poles = polynomialRoots(a);
        for (const Complex& other : poles)
            if (std::abs(other) > std::abs(pole))
                pole = other;
        const auto isNear = [&](const Complex& other) { return std::abs(other - pole) < CLUSTER; };
        if (std::count_if(poles.begin(), poles.end(), isNear) > 1)
            margin = CLUSTERED;
    }

    double magnitude() const { return double(std::abs(pole)); }
    bool isInside() const { return magnitude() < 1 - margin; }
    bool isOutside() const { return magnitude() > 1 + margin; }
};

static void checkPass(const RecursivePass& pass, const String& name)
{
    checkTaps(pass.feedforward, name + ".feedforward");
    checkTaps(pass.feedback, name + ".feedback");
    if (std::all_of(pass.feedforward.begin(), pass.feedforward.end(), [](double b) { return b == 0; }))
        CV_Error(Error::StsBadArg, name + ".feedforward is all 0; at least one tap must not be");
    if (pass.feedback[0] != 1)
        CV_Error(Error::StsBadArg,
                 format("%s.feedback[0] is %g; a[0] must be given and be 1", name.c_str(), pass.feedback[0]));
    if (pass.feedback.size() > MAX_ORDER + 1)
        CV_Error(Error::StsOutOfRange, format("%s.feedback has order %d; 0 to %d are accepted", name.c_str(),
                                              int(pass.feedback.size()) - 1, int(MAX_ORDER)));
    if (pass.feedforward.size() > MAX_ORDER + 1)
        CV_Error(Error::StsOutOfRange, format("%s.feedforward has %d taps; 1 to %d are accepted", name.c_str(),
                                              int(pass.feedforward.size()), int(MAX_ORDER) + 1));
}

/** Refuses poles outside the circle, and poles on it where the state they keep for ever would not be known: only a
border of zeros feeds them nothing, and only in one direction do they never see their own output again. Returns
AxisModel::memory. */
static double checkStability(const RecursiveAxis& axis, const String& name, const Scalar& borderValue)
{
    const bool zeroBorder = axis.borderType == BORDER_CONSTANT && borderValue == Scalar();
    const RecursivePass* onCircle = nullptr;
    double memory = 1;
    for (size_t i = 0; i < axis.passes.size(); i++)
    {
        const DominantPole dominant(axis.passes[i]);
        if (dominant.isInside())
        {
            memory = std::max(memory, 1 / (1 - dominant.magnitude()));
            continue;
        }
        const String what =
            format("%s.passes[%d].feedback has the pole %.9g%+.9gi of magnitude 1%+.2g", name.c_str(), int(i),
                   double(dominant.pole.real()), double(dominant.pole.imag()), dominant.magnitude() - 1);
        if (dominant.isOutside())
            CV_Error(Error::StsOutOfRange, what + "; the filter is unstable, poles must lie inside the unit circle");
        if (!zeroBorder)
            CV_Error(Error::StsOutOfRange, what + "; poles on the unit circle are accepted only with BORDER_CONSTANT "
                                                  "and the border value 0, all others must lie inside");
        if (onCircle && onCircle->anticausal != axis.passes[i].anticausal)
            CV_Error(Error::StsOutOfRange, what + "; poles on the unit circle are accepted in one direction of an "
                                                  "axis only");
        onCircle = &axis.passes[i];
    }
    return onCircle ? HUGE_VAL : memory;
}

static void scaleTaps(Section& section, double factor)
{
    section.c0 *= factor;
    section.c1 *= factor;
    section.c2 *= factor;
}

/** Gains stay out of a cascade: one factor at the end costs less. Unless the sections then grow to numbers that float
cannot hold; their taps take the gain of each then. */
static double takeGain(Branch& branch)
{
    double gain = branch.gain, peak = 1;
    branch.gain = 1;
    for (const Section& section : branch.sections)
        peak *= peakGain(section);
    if (peak < 1e12)
        return gain;
    for (Section& section : branch.sections)
    {
        const double factor = 1 / peakGain(section);
        scaleTaps(section, factor);
        gain /= factor;
    }
    return gain;
}

static void append(Branch& to, const Branch& more)
{
    to.sections.insert(to.sections.end(), more.sections.begin(), more.sections.end());
    to.gain *= more.gain;
}

//! The pass in sections, refused where they would not be the filter that was asked for.
static Branch checkedSections(const RecursivePass& pass, const String& name)
{
    const size_t samples = 1024;
    const Branch branch = factorize(pass.feedforward, pass.feedback);
    const double error = largestDifference(directResponse(pass.feedforward, pass.feedback, samples),
                                           impulseResponse<long double>(branch, samples));
    if (!(error < 1e-10))
        CV_Error(Error::StsOutOfRange, format("%s.feedback: its poles lie too close to each other, sections of one and "
                                              "two poles would be off by %.2g of the largest response; errors below "
                                              "1e-10 are accepted",
                                              name.c_str(), error));
    return branch;
}

/** Real poles that fade within a few pixels make a section of two poles as exactly as two sections, and for less: B-splines of
degree 4 to 9 so have the kernels of one or two pairs. Slow ones stay apart, rounding would move them. */
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
    if (model.filter.parallel)
    {
        for (size_t i = 0; i < axis.passes.size(); i++)
        {
            const RecursivePass& pass = axis.passes[i];
            Branch branch = checkedSections(pass, format("%s.passes[%d]", name.c_str(), int(i)));
            if (branch.sections.empty())
                branch.sections.push_back(Section()); // a pure gain
            scaleTaps(branch.sections.back(), branch.gain);
            branch.gain = 1;
            (pass.anticausal ? anticausal : causal).push_back(branch);
        }
        return model;
    }
    causal.resize(1);
    anticausal.resize(1);
    for (size_t i = 0; i < axis.passes.size(); i++)
        append((axis.passes[i].anticausal ? anticausal : causal)[0],
               checkedSections(axis.passes[i], format("%s.passes[%d]", name.c_str(), int(i))));
    for (Branches* direction : {&causal, &anticausal})
    {
        std::vector<Section>& sections = (*direction)[0].sections;
        pairFastPoles(sections);
        std::stable_sort(sections.begin(), sections.end(),
                         [](const Section& s, const Section& t) { return s.order < t.order; });
        model.gain *= takeGain((*direction)[0]);
    }
    return model;
}

static AxisModel checkedAxis(const RecursiveAxis& axis, const String& name, const Scalar& borderValue)
{
    checkBorder(axis.borderType, name);
    if (axis.form != cuda::RECURSIVE_CASCADE && axis.form != cuda::RECURSIVE_PARALLEL)
        CV_Error(Error::StsBadArg, format("%s.form is %d; RECURSIVE_CASCADE and RECURSIVE_PARALLEL are accepted",
                                          name.c_str(), axis.form));
    for (size_t i = 0; i < axis.passes.size(); i++)
        checkPass(axis.passes[i], format("%s.passes[%d]", name.c_str(), int(i)));
    const double memory = checkStability(axis, name, borderValue);
    AxisModel model = makeAxis(axis, name);
    model.memory = memory;
    for (const Branches* direction : {&model.filter.causal, &model.filter.anticausal})
        if (orderOf(*direction) > MAX_STATES)
            CV_Error(Error::StsOutOfRange, format("%s.passes need %d numbers of state in one direction; up to %d are "
                                                  "accepted",
                                                  name.c_str(), orderOf(*direction), int(MAX_STATES)));
    return model;
}

//! Whether the second-order sections, after the first-order ones, see the border that the image has.
static void checkSplits(const AxisModel& axis, const char* name)
{
    if (axis.isPointwise())
        return;
    if (axis.borderType == BORDER_CONSTANT || axis.borderType == BORDER_REPLICATE)
        CV_Error(Error::StsBadArg, format("%s.borderType is %d and algorithm RECURSIVE_ALG_5_4; BORDER_REFLECT (2), "
                                          "BORDER_REFLECT_101 (4) and BORDER_WRAP (3) are accepted there",
                                          name, axis.borderType));
    if (!areMirroredAllPole(axis.filter))
        CV_Error(Error::StsBadArg,
                 format("%s.passes differ by direction, or have taps of their own, and algorithm is "
                        "RECURSIVE_ALG_5_4; passes of one feedforward tap with the same poles in both "
                        "directions are accepted there",
                        name));
}

void checkCommonArguments(const Scalar& borderValue, int ddepth, int algorithm)
{
    if (ddepth != -1 && ddepth != CV_32F && ddepth != CV_64F)
        CV_Error(Error::StsBadArg, format("ddepth is %d; -1, CV_32F and CV_64F are accepted", ddepth));
    if (algorithm < cuda::RECURSIVE_AUTO || algorithm > cuda::RECURSIVE_ALG_5_4)
        CV_Error(Error::StsBadArg, format("algorithm is %d; the values of RecursiveAlgorithm are accepted", algorithm));
    for (int c = 0; c < 4; c++)
        if (!std::isfinite(borderValue[c]))
            CV_Error(Error::StsBadArg, format("borderValue[%d] is %g; it must be finite", c, borderValue[c]));
}

FilterModel makeFilterModel(const RecursiveAxis& axisX, const RecursiveAxis& axisY, const Scalar& borderValue,
                            int ddepth, int algorithm)
{
    checkCommonArguments(borderValue, ddepth, algorithm);
    if (algorithm == cuda::RECURSIVE_ALG_1 || algorithm == cuda::RECURSIVE_ALG_2 ||
        algorithm == cuda::RECURSIVE_ALG_5_4)
        for (const RecursiveAxis* axis : {&axisX, &axisY})
            if (axis->form == cuda::RECURSIVE_PARALLEL && !axis->passes.empty())
                CV_Error(
                    Error::StsBadArg,
                    format("algorithm is %d, RECURSIVE_ALG_1, RECURSIVE_ALG_2 and RECURSIVE_ALG_5_4 hand the image "
                           "from pass to pass; axes of the form RECURSIVE_CASCADE are accepted",
                           algorithm));
    if (algorithm == cuda::RECURSIVE_ALG_5)
        for (const RecursiveAxis* axis : {&axisX, &axisY})
            if (!axis->passes.empty() && (axis->borderType != BORDER_CONSTANT || borderValue != Scalar()))
                CV_Error(Error::StsBadArg,
                         "algorithm is RECURSIVE_ALG_5, which is for zero borders; BORDER_CONSTANT with the "
                         "border value 0 is accepted, RECURSIVE_ALG_6 is the same for all borders");
    FilterModel model;
    model.x = checkedAxis(axisX, "axisX", borderValue);
    model.y = checkedAxis(axisY, "axisY", borderValue);
    model.borderValue = borderValue;
    model.ddepth = ddepth;
    model.algorithm = algorithm;
    if (algorithm == cuda::RECURSIVE_ALG_5_4)
    {
        checkSplits(model.x, "axisX");
        checkSplits(model.y, "axisY");
    }
    return model;
}

}} // namespace cv::recfilter
