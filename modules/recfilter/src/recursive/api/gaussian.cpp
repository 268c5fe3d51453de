// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The factories of Gaussians: check the arguments, and turn sigma and approximation into recursive axes.

#include "precomp.hpp"

#include "recursive/api/create_filter.hpp"
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

void checkSigma(double sigma, const char* name)
{
    if (!(sigma >= MIN_SIGMA && sigma <= MAX_SIGMA))
        CV_Error(Error::StsOutOfRange, format("%s is %g; %g to %g are accepted", name, sigma, MIN_SIGMA, MAX_SIGMA));
}

void checkDerivative(int derivative, const char* name, bool isFiltered, int axes)
{
    if (derivative < 0 || derivative > 2)
        CV_Error(Error::StsOutOfRange, format("%s is %d; 0, 1 and 2 are accepted", name, derivative));
    if (derivative && !isFiltered)
        CV_Error(Error::StsOutOfRange, format("%s is %d and axes %d, which leaves that axis out; 0 is accepted there",
                                              name, derivative, axes));
}

void check(const RecursiveGaussianParams& params)
{
    if (params.axes < GAUSSIAN_X || params.axes > GAUSSIAN_XY)
        CV_Error(Error::StsBadArg,
                 format("axes is %d; accepted are GAUSSIAN_X (1), GAUSSIAN_Y (2) and GAUSSIAN_XY (3)", params.axes));
    const bool hasX = params.axes & GAUSSIAN_X, hasY = params.axes & GAUSSIAN_Y;
    if (hasX || params.sigmaY == 0)
        checkSigma(params.sigmaX, "sigmaX");
    if (hasY && params.sigmaY != 0)
        checkSigma(params.sigmaY, "sigmaY");
    checkDerivative(params.dx, "dx", hasX, params.axes);
    checkDerivative(params.dy, "dy", hasY, params.axes);
    const bool isListed =
        (params.approximation >= GAUSSIAN_ACCURATE && params.approximation <= GAUSSIAN_YOUNG_VAN_VLIET) ||
        recfilter::isLee(params.approximation);
    if (!isListed)
        CV_Error(Error::StsBadArg, format("approximation is %d; the values of GaussianApproximation and PaperGaussian "
                                          "are accepted",
                                          params.approximation));
}

RecursiveAxis axisOf(const std::vector<recfilter::TapPass>& passes, int borderType, int form)
{
    RecursiveAxis axis({}, borderType, form);
    for (const recfilter::TapPass& pass : passes)
        axis.passes.push_back(RecursivePass(pass.feedforward, pass.feedback, pass.anticausal));
    return axis;
}

RecursiveAxis gaussianAxis(double sigma, int derivative, int borderType, int approximation)
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
        return added(recfilter::fittedModes(derivative));
    case GAUSSIAN_DERICHE:
        return added(recfilter::dericheModes(derivative));
    case GAUSSIAN_VAN_VLIET_3:
    case GAUSSIAN_VAN_VLIET_4:
    case GAUSSIAN_VAN_VLIET_5:
        return cascaded(recfilter::vanVlietFeedback(approximation - GAUSSIAN_VAN_VLIET_3 + 3, sigma));
    }
    return cascaded(recfilter::youngVanVlietFeedback(sigma));
}

} // namespace

RecursiveGaussianParams::RecursiveGaussianParams(double sigmaX_, double sigmaY_)
    : sigmaX(sigmaX_), sigmaY(sigmaY_), axes(GAUSSIAN_XY), dx(0), dy(0), borderType(BORDER_DEFAULT),
      approximation(GAUSSIAN_ACCURATE), ddepth(-1), algorithm(RECURSIVE_AUTO)
{
}

Ptr<RecursiveFilter> createRecursiveGaussianFilter(const RecursiveGaussianParams& params)
{
    check(params);
    // 0: the axis is left out.
    const double sigmaX = params.axes & GAUSSIAN_X ? params.sigmaX : 0;
    const double sigmaY = params.axes & GAUSSIAN_Y ? (params.sigmaY == 0 ? params.sigmaX : params.sigmaY) : 0;
    if (recfilter::isLee(params.approximation))
    {
        if constexpr (recfilter::HAS_PAPERS)
            return recfilter::createLeeFilter(params, sigmaX, sigmaY);
        CV_Error(Error::StsNotImplemented,
                 format("approximation is %s, %s; the values of GaussianApproximation are accepted",
                        recfilter::nameOfLee(params.approximation), recfilter::WITHOUT_PAPERS));
    }
    recfilter::FilterModel model =
        recfilter::makeFilterModel(gaussianAxis(sigmaX, params.dx, params.borderType, params.approximation),
                                   gaussianAxis(sigmaY, params.dy, params.borderType, params.approximation),
                                   params.borderValue, params.ddepth, params.algorithm);
    model.derivative = {params.dx, params.dy};
    if (std::max(sigmaX, sigmaY) <= MAX_FLOAT_SIGMA)
        model.floatTolerance = FLOAT_TOLERANCE;
    const bool isCascade = std::none_of(model.axes.begin(), model.axes.end(),
                                        [](const recfilter::AxisModel& axis) { return axis.filter.parallel; });
    model.inDouble = isCascade && std::max(sigmaX, sigmaY) > MAX_CASCADE_SIGMA;
    return recfilter::createFilter(model);
}

Ptr<RecursiveFilter> createRecursiveGaussianFilter(double sigmaX, double sigmaY, int borderType, int ddepth)
{
    RecursiveGaussianParams params(sigmaX, sigmaY);
    params.borderType = borderType;
    params.ddepth = ddepth;
    return createRecursiveGaussianFilter(params);
}

}} // namespace cv::cuda
