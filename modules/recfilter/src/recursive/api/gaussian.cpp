// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The factories of Gaussians: check the arguments, and turn sigma and approximation into recursive axes.

#include "precomp.hpp"

#include "recursive/api/array_filter.hpp"
#include "recursive/api/create_filter.hpp"
#include "recursive/api/gaussian_model.hpp"
#include "arrays/border_type.hpp"
#include "recursive/api/lee_filter.hpp"
#include "math/design/gaussian.hpp"

namespace cv { namespace cuda {

namespace {

//! Below this sigma, poles cannot follow the samples.
const double SAMPLED_SIGMA = 0.5;

/** The accepted sigmas. Beyond, taps in double no longer determine the poles: their error is 2^-53 (sigma / lambda)^2
of the gain, 4e-7 here. */
const double MIN_SIGMA = 0.1, MAX_SIGMA = 1e5;

/** Up to this sigma the float loss of Gaussians is documented and tested on its own (Gaussian_Float). The estimate for
all filters is up to 3.5e-5 of the largest response with ACCURATE and DERICHE, and 1e-4 with the others. */
const double MAX_FLOAT_SIGMA = 1000, FLOAT_TOLERANCE = 1e-4;
//! Cascades of larger ones are promised errors of double (gaussian.hpp).
const double MAX_CASCADE_SIGMA = 100;

void checkDerivative(int derivative, const char* name, bool isFiltered, int axes)
{
    if (derivative < 0 || derivative > 2)
        CV_Error(Error::StsOutOfRange, format("%s is %d; 0, 1 and 2 are accepted", name, derivative));
    if (derivative && !isFiltered)
        CV_Error(Error::StsOutOfRange, format("%s is %d and axes %d, which leaves that axis out; 0 is accepted there",
                                              name, derivative, axes));
}

bool isKnown(int approximation)
{
    return approximation >= GAUSSIAN_ACCURATE && approximation <= GAUSSIAN_YOUNG_VAN_VLIET;
}

void check(const RecursiveGaussianParams& params)
{
    if (params.axes < GAUSSIAN_X || params.axes > GAUSSIAN_XY)
        CV_Error(Error::StsBadArg,
                 format("axes is %d; accepted are GAUSSIAN_X (1), GAUSSIAN_Y (2) and GAUSSIAN_XY (3)", params.axes));
    const bool hasX = params.axes & GAUSSIAN_X, hasY = params.axes & GAUSSIAN_Y;
    if (hasX || params.sigmaY == 0)
        recfilter::checkSigma(params.sigmaX, "sigmaX");
    if (hasY && params.sigmaY != 0)
        recfilter::checkSigma(params.sigmaY, "sigmaY");
    checkDerivative(params.dx, "dx", hasX, params.axes);
    checkDerivative(params.dy, "dy", hasY, params.axes);
    if (!isKnown(params.approximation) && !recfilter::isLee(params.approximation))
        CV_Error(Error::StsBadArg, format("approximation is %d; the values of GaussianApproximation and PaperGaussian "
                                          "are accepted",
                                          params.approximation));
}

//! 0: the axis is left out.
double sigmaOfX(const RecursiveGaussianParams& params)
{
    return params.axes & GAUSSIAN_X ? params.sigmaX : 0;
}

double sigmaOfY(const RecursiveGaussianParams& params)
{
    return !(params.axes & GAUSSIAN_Y) ? 0 : params.sigmaY == 0 ? params.sigmaX : params.sigmaY;
}

RecursiveAxis axisOf(const std::vector<recfilter::TapPass>& passes, int borderType, int form)
{
    RecursiveAxis axis({}, borderType, form);
    for (const recfilter::TapPass& pass : passes)
        axis.passes.push_back(RecursivePass(pass.feedforward, pass.feedback, pass.anticausal));
    return axis;
}

//! @param sharedOrder that of gaussianModel
RecursiveAxis gaussianAxis(double sigma, int derivative, int borderType, int approximation, int sharedOrder = 0)
{
    if (sigma == 0)
        return RecursiveAxis({}, borderType);
    if (sigma < SAMPLED_SIGMA)
        return axisOf(recfilter::convolution(recfilter::sampledHalf(sigma, derivative), derivative), borderType,
                      RECURSIVE_PARALLEL);
    const auto added = [&](const recfilter::Modes& modes) {
        return axisOf(recfilter::addedModes(modes, sigma, derivative), borderType, RECURSIVE_PARALLEL);
    };
    const auto cascaded = [&](const std::vector<recfilter::Taps>& factors) {
        return axisOf(recfilter::cascade(factors, derivative), borderType, RECURSIVE_CASCADE);
    };
    switch (approximation)
    {
    case GAUSSIAN_ACCURATE:
        return added(sharedOrder ? recfilter::sharedModes(sharedOrder, derivative)
                                 : recfilter::fittedModes(derivative));
    case GAUSSIAN_DERICHE:
        return added(recfilter::dericheModes(derivative));
    case GAUSSIAN_VAN_VLIET_3:
    case GAUSSIAN_VAN_VLIET_4:
    case GAUSSIAN_VAN_VLIET_5:
        return cascaded(recfilter::vanVlietFeedback(approximation - GAUSSIAN_VAN_VLIET_3 + 3, sigma));
    }
    return cascaded(recfilter::youngVanVlietFeedback(sigma));
}

//! The working type of Gaussians. @param sigma the largest one
void setPrecision(recfilter::FilterModel& model, double sigma)
{
    if (sigma <= MAX_FLOAT_SIGMA)
        model.floatTolerance = FLOAT_TOLERANCE;
    const bool isCascade = std::none_of(model.axes.begin(), model.axes.end(),
                                        [](const recfilter::AxisModel& axis) { return axis.filter.parallel; });
    model.inDouble = isCascade && sigma > MAX_CASCADE_SIGMA;
}

//! An element of a list that has one for all dimensions, one for each, or none.
template <typename T>
T valueAt(const std::vector<T>& list, size_t i, T absent)
{
    return list.empty() ? absent : list[list.size() == 1 ? 0 : i];
}

template <typename T>
void checkLength(const std::vector<T>& list, size_t dimensions, const char* name, bool mayBeEmpty)
{
    if (list.size() != dimensions && list.size() != 1 && !(mayBeEmpty && list.empty()))
        CV_Error(Error::StsBadArg, format("%s has %d elements and dimensions %d; one for each, or one for all, is "
                                          "accepted%s",
                                          name, int(list.size()), int(dimensions), mayBeEmpty ? ", or none" : ""));
}

//! Multiplies what the passes add up to.
RecursiveAxis scaled(RecursiveAxis axis, double factor)
{
    const size_t count = axis.form == RECURSIVE_PARALLEL ? axis.passes.size() : std::min<size_t>(axis.passes.size(), 1);
    for (size_t i = 0; i < count; i++)
        for (double& tap : axis.passes[i].feedforward)
            tap *= factor;
    return axis;
}

void check(const RecursiveGaussianNDParams& params)
{
    const size_t count = params.dimensions.size();
    recfilter::checkDimensions(params.dimensions, count, "dimensions");
    checkLength(params.sigmas, count, "sigmas", false);
    checkLength(params.spacing, count, "spacing", true);
    checkLength(params.derivatives, count, "derivatives", true);
    checkLength(params.borderTypes, count, "borderTypes", true);
    for (size_t i = 0; i < params.spacing.size(); i++)
        if (!(params.spacing[i] > 0 && std::isfinite(params.spacing[i])))
            CV_Error(Error::StsOutOfRange,
                     format("spacing[%d] is %g; positive numbers are accepted", int(i), params.spacing[i]));
    for (size_t i = 0; i < count; i++)
    {
        const double spacing = valueAt(params.spacing, i, 1.), sigma = valueAt(params.sigmas, i, 1.) / spacing;
        const int k = params.sigmas.size() == 1 ? 0 : int(i);
        recfilter::checkSigma(sigma,
                              (spacing == 1 ? format("sigmas[%d]", k) : format("sigmas[%d] / spacing", k)).c_str());
    }
    for (size_t i = 0; i < params.derivatives.size(); i++)
        checkDerivative(params.derivatives[i], format("derivatives[%d]", int(i)).c_str(), true, 0);
    for (size_t i = 0; i < params.borderTypes.size(); i++)
        recfilter::checkBorder(recfilter::withoutIsolated(params.borderTypes[i]), format("borderTypes[%d]", int(i)));
    if (!isKnown(params.approximation))
        CV_Error(Error::StsBadArg,
                 format("approximation is %d; the values of GaussianApproximation are accepted", params.approximation));
}

} // namespace

RecursiveGaussianParams::RecursiveGaussianParams(double sigmaX_, double sigmaY_)
    : sigmaX(sigmaX_), sigmaY(sigmaY_), axes(GAUSSIAN_XY), dx(0), dy(0), borderType(BORDER_DEFAULT),
      approximation(GAUSSIAN_ACCURATE), ddepth(-1), algorithm(RECURSIVE_AUTO)
{
}

Ptr<RecursiveFilter> createRecursiveGaussianFilter(const RecursiveGaussianParams& params)
{
    if (!recfilter::isLee(params.approximation))
        return recfilter::createFilter(recfilter::gaussianModel(params));
    check(params);
    if constexpr (recfilter::HAS_PAPERS)
        return recfilter::createLeeFilter(params, sigmaOfX(params), sigmaOfY(params));
    CV_Error(Error::StsNotImplemented,
             format("approximation is %s, %s; the values of GaussianApproximation are accepted",
                    recfilter::nameOfLee(params.approximation), recfilter::WITHOUT_PAPERS));
}

RecursiveGaussianNDParams::RecursiveGaussianNDParams(const std::vector<int>& numbers, const std::vector<double>& widths)
    : dimensions(numbers), sigmas(widths), approximation(GAUSSIAN_ACCURATE), ddepth(-1), algorithm(RECURSIVE_AUTO)
{
}

Ptr<RecursiveFilter> createRecursiveGaussianFilter(const RecursiveGaussianNDParams& params)
{
    check(params);
    std::vector<RecursiveAxis> axes;
    double largest = 0;
    int derivative = 0;
    for (size_t i = 0; i < params.dimensions.size(); i++)
    {
        const double spacing = valueAt(params.spacing, i, 1.), sigma = valueAt(params.sigmas, i, 1.) / spacing;
        const int order = valueAt(params.derivatives, i, 0),
                  border = valueAt(params.borderTypes, i, int(BORDER_DEFAULT));
        axes.push_back(scaled(gaussianAxis(sigma, order, border, params.approximation), std::pow(spacing, -order)));
        largest = std::max(largest, sigma);
        derivative = std::max(derivative, order);
    }
    recfilter::FilterModel model = recfilter::makeArrayModel(axes, params.borderValue, params.ddepth, params.algorithm);
    model.derivative = {derivative, 0};
    setPrecision(model, largest);
    return recfilter::createArrayFilter(params.dimensions, model);
}

Ptr<RecursiveFilter> createRecursiveGaussianFilter(double sigmaX, double sigmaY, int borderType, int ddepth)
{
    RecursiveGaussianParams params(sigmaX, sigmaY);
    params.borderType = borderType;
    params.ddepth = ddepth;
    return createRecursiveGaussianFilter(params);
}

}} // namespace cv::cuda

void cv::recfilter::checkSigma(double sigma, const char* name)
{
    using namespace cv::cuda;
    if (!(sigma >= MIN_SIGMA && sigma <= MAX_SIGMA))
        CV_Error(Error::StsOutOfRange, format("%s is %g; %g to %g are accepted", name, sigma, MIN_SIGMA, MAX_SIGMA));
}

cv::recfilter::FilterModel cv::recfilter::gaussianModel(const cuda::RecursiveGaussianParams& params, int sharedOrder)
{
    using namespace cv::cuda;
    check(params);
    const auto axisOf = [&](double sigma, int derivative) {
        return gaussianAxis(sigma, derivative, params.borderType, params.approximation, sharedOrder);
    };
    const double sigmaX = sigmaOfX(params), sigmaY = sigmaOfY(params);
    FilterModel model = makeFilterModel(axisOf(sigmaX, params.dx), axisOf(sigmaY, params.dy), params.borderValue,
                                        params.ddepth, params.algorithm);
    model.derivative = {params.dx, params.dy};
    setPrecision(model, std::max(sigmaX, sigmaY));
    return model;
}
