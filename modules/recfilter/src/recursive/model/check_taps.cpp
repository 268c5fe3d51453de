// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The checks of passes: finite taps, limits of their number, and stable poles.

#include "recursive/model/check_taps.hpp"

#include "arrays/border_type.hpp"
#include "math/limits.hpp"
#include "math/roots.hpp"

namespace cv { namespace recfilter {

using cuda::RecursiveAxis;
using cuda::RecursivePass;

/** A pole counts as on the unit circle within the distance SINGLE of it. If another pole lies within CLUSTER, the
distance is CLUSTERED: roots of multiplicity three are known no better. */
static const double CLUSTERED = 1e-6, CLUSTER = 1e-2, SINGLE = 1e-10;

static void checkTaps(const std::vector<double>& taps, const String& name)
{
    if (taps.empty())
        CV_Error(Error::StsBadArg, name + " is empty; at least one tap is needed");
    for (size_t k = 0; k < taps.size(); k++)
        if (!std::isfinite(taps[k]))
            CV_Error(Error::StsBadArg, format("%s[%d] is %g; taps must be finite", name.c_str(), int(k), taps[k]));
}

//! The pole of a pass with the largest magnitude.
struct DominantPole
{
    Complex pole = 0;
    double margin = SINGLE; //!< how well its magnitude is known

    explicit DominantPole(const RecursivePass& pass)
    {
        std::vector<double> a = pass.feedback;
        while (a.back() == 0)
            a.pop_back();
        const std::vector<Complex> poles = polynomialRoots(normalized(a));
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
    if (pass.feedback[0] != 1)
        CV_Error(Error::StsBadArg,
                 format("%s.feedback[0] is %g; a[0] must be given and be 1", name.c_str(), pass.feedback[0]));
    if (pass.feedback.size() > MAX_ORDER + 1)
        CV_Error(Error::StsOutOfRange, format("%s.feedback has order %d; 0 to %d are accepted", name.c_str(),
                                              int(pass.feedback.size()) - 1, MAX_ORDER));
    if (pass.feedforward.size() > MAX_ORDER + 1)
        CV_Error(Error::StsOutOfRange, format("%s.feedforward has %d taps; 1 to %d are accepted", name.c_str(),
                                              int(pass.feedforward.size()), MAX_ORDER + 1));
}

/** Refuses poles outside the unit circle. A pole on the circle (running sums have a pole at 1) keeps its state for
ever, so the state before the line must be known. It is known only with a zero border, and if all poles on the circle
run in one direction: then they never see their own output again. Returns AxisModel::memory. */
static double checkStability(const RecursiveAxis& axis, const String& name, const Scalar& borderValue)
{
    const bool zeroBorder = axis.borderType == BORDER_CONSTANT && borderValue == Scalar();
    const RecursivePass* onCircle = nullptr;
    double memory = 1;
    std::vector<DominantPole> poles; // causal and anticausal passes mostly have the same poles
    for (size_t i = 0; i < axis.passes.size(); i++)
    {
        const auto sharesPoles = [&](const RecursivePass& pass) { return pass.feedback == axis.passes[i].feedback; };
        const size_t first =
            size_t(std::find_if(axis.passes.begin(), axis.passes.end(), sharesPoles) - axis.passes.begin());
        poles.push_back(first < i ? poles[first] : DominantPole(axis.passes[i]));
        const DominantPole& dominant = poles.back();
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

double checkAxis(const RecursiveAxis& axis, const String& name, const Scalar& borderValue)
{
    checkBorder(axis.borderType, name + ".borderType");
    if (axis.form != cuda::RECURSIVE_CASCADE && axis.form != cuda::RECURSIVE_PARALLEL)
        CV_Error(Error::StsBadArg, format("%s.form is %d; RECURSIVE_CASCADE and RECURSIVE_PARALLEL are accepted",
                                          name.c_str(), axis.form));
    for (size_t i = 0; i < axis.passes.size(); i++)
        checkPass(axis.passes[i], format("%s.passes[%d]", name.c_str(), int(i)));
    return checkStability(axis, name, borderValue);
}

}} // namespace cv::recfilter
