// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The factories of Gaussians: check the arguments, and turn sigma and approximation into recursive axes.

#include "precomp.hpp"

#include "api/create_filter.hpp"
#include "api/lee_filter.hpp"
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

void checkSigma(double sigma, const char* name)
{
    if (!(sigma == 0 || (sigma >= MIN_SIGMA && sigma <= MAX_SIGMA)))
        CV_Error(Error::StsOutOfRange,
                 format("%s is %g; 0 and %g to %g are accepted", name, sigma, MIN_SIGMA, MAX_SIGMA));
}

void checkDerivative(int derivative, double sigma, const char* name, const char* sigmaName)
{
    if (derivative < 0 || derivative > 2)
        CV_Error(Error::StsOutOfRange, format("%s is %d; 0, 1 and 2 are accepted", name, derivative));
    if (derivative && sigma == 0)
        CV_Error(
            Error::StsOutOfRange,
            format("%s is %d and %s 0, which leaves the axis as it is; 0 is accepted there, or a sigma of %g and more",
                   name, derivative, sigmaName, MIN_SIGMA));
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

Ptr<RecursiveFilter> createRecursiveGaussianFilter(double sigmaX, double sigmaY, int dx, int dy, int borderType,
                                                   const Scalar& borderValue, int approximation, int ddepth,
                                                   int algorithm)
{
    checkSigma(sigmaX, "sigmaX");
    checkSigma(sigmaY, "sigmaY");
    if (sigmaX == 0 && sigmaY == 0)
        CV_Error(Error::StsOutOfRange,
                 format("sigmaX and sigmaY are 0; %g and more is accepted for at least one of them", MIN_SIGMA));
    checkDerivative(dx, sigmaX, "dx", "sigmaX");
    checkDerivative(dy, sigmaY, "dy", "sigmaY");
    if (approximation < GAUSSIAN_ACCURATE || approximation > GAUSSIAN_LEE_TWO_WAY)
        CV_Error(Error::StsBadArg,
                 format("approximation is %d; the values of GaussianApproximation are accepted", approximation));
    if (approximation == GAUSSIAN_LEE_ONE_WAY || approximation == GAUSSIAN_LEE_TWO_WAY)
        return recfilter::createLeeFilter(
            {sigmaX, sigmaY, dx, dy, borderType, borderValue, approximation, ddepth, algorithm});
    recfilter::FilterModel model =
        recfilter::makeFilterModel(gaussianAxis(sigmaX, dx, borderType, approximation),
                                   gaussianAxis(sigmaY, dy, borderType, approximation), borderValue, ddepth, algorithm);
    if (std::max(sigmaX, sigmaY) <= MAX_FLOAT_SIGMA)
        model.floatTolerance = FLOAT_TOLERANCE;
    return recfilter::createFilter(model);
}

Ptr<RecursiveFilter> createRecursiveGaussianFilter(double sigma)
{
    return createRecursiveGaussianFilter(sigma, sigma);
}

void recursiveGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int borderType)
{
    createRecursiveGaussianFilter(sigmaX, sigmaY == 0 ? sigmaX : sigmaY, 0, 0, borderType)->apply(src, dst);
}

}} // namespace cv::cuda
