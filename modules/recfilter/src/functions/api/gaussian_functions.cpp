// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The functions beside a Gaussian blur: their arguments, and the operators that are kept for them.

#include "opencv2/recfilter/functions.hpp"

#include "functions/api/gaussian_function.hpp"
#include "recursive/api/gaussian_model.hpp"
#include "recursive/api/kept_filters.hpp"

namespace cv { namespace recfilter { namespace {

//! Most of unsharpMask's amount: sums of 16 bits stay below 2^31, from which on OpenCV's conversion does not saturate.
const double MAX_AMOUNT = 1e4;

//! The wider sigma of a difference that is close to a Laplacian (Marr and Hildreth 1980).
const double LAPLACIAN_RATIO = 1.6;

//! @param stream null: the default stream
void compute(const GaussianRecipe& recipe, InputArray src, OutputArray dst, cuda::Stream* stream)
{
    static auto* const kept = new FiltersByKey<GaussianRecipe, const GaussianFunction>;
    kept->getFor(recipe, stream, [&] { return std::make_shared<const GaussianFunction>(recipe); })
        ->apply(src, dst, stream);
}

GaussianRecipe recipeOf(PixelFunction::Kind kind, int borderType, int ddepth)
{
    GaussianRecipe recipe;
    recipe.function.kind = kind;
    recipe.borderType = borderType;
    recipe.ddepth = ddepth;
    return recipe;
}

//! Both sigmas of a function that may have unlike ones.
std::array<double, 2> sigmasOf(double sigmaX, double sigmaY)
{
    checkSigma(sigmaX, "sigmaX");
    if (sigmaY != 0)
        checkSigma(sigmaY, "sigmaY");
    return {sigmaX, sigmaY == 0 ? sigmaX : sigmaY};
}

//! One derivative of each axis, of one order. The poles in common let a GPU gather once for both.
GaussianRecipe derivatives(PixelFunction::Kind kind, int order, double sigmaX, double sigmaY, int borderType,
                           int ddepth, bool normalized)
{
    const std::array<double, 2> sigmas = sigmasOf(sigmaX, sigmaY);
    GaussianRecipe recipe = recipeOf(kind, borderType, ddepth);
    recipe.planes = {{sigmas[0], sigmas[1], order, 0}, {sigmas[0], sigmas[1], 0, order}};
    recipe.sharedOrder = order;
    if (normalized)
        recipe.function.weights = {std::pow(sigmas[0], order), std::pow(sigmas[1], order), 1};
    return recipe;
}

GaussianRecipe difference(double sigma, double widerSigma, int borderType, int ddepth)
{
    checkSigma(sigma, "sigma");
    const double wider = widerSigma == 0 ? LAPLACIAN_RATIO * sigma : widerSigma;
    checkSigma(wider, "widerSigma");
    GaussianRecipe recipe = recipeOf(PixelFunction::SUM, borderType, ddepth);
    recipe.planes = {{sigma, sigma, 0, 0}, {wider, wider, 0, 0}};
    recipe.function.weights = {1, -1, 1};
    return recipe;
}

GaussianRecipe unsharp(double sigma, double amount, double threshold, int borderType)
{
    checkSigma(sigma, "sigma");
    if (!(amount >= -1 && amount <= MAX_AMOUNT))
        CV_Error(Error::StsOutOfRange, format("amount is %g; -1 to %g are accepted", amount, MAX_AMOUNT));
    if (!(threshold >= 0 && std::isfinite(threshold)))
        CV_Error(Error::StsOutOfRange, format("threshold is %g; 0 and more are accepted", threshold));
    GaussianRecipe recipe = recipeOf(PixelFunction::SHARPEN, borderType, -1);
    recipe.planes = {{sigma, sigma, 0, 0}};
    recipe.function.amount = amount;
    recipe.function.threshold = threshold;
    recipe.keepsDepth = true;
    return recipe;
}

GaussianRecipe tensor(double sigma, double outerSigma, int borderType, int ddepth)
{
    checkSigma(sigma, "sigma");
    checkSigma(outerSigma, "outerSigma");
    GaussianRecipe recipe = recipeOf(PixelFunction::PRODUCTS, borderType, ddepth);
    recipe.planes = {{sigma, sigma, 1, 0}, {sigma, sigma, 0, 1}};
    recipe.outerSigma = outerSigma;
    return recipe;
}

GaussianRecipe hessian(double sigma, int borderType, int ddepth, bool normalized)
{
    checkSigma(sigma, "sigma");
    GaussianRecipe recipe = recipeOf(PixelFunction::MATRIX, borderType, ddepth);
    recipe.planes = {{sigma, sigma, 2, 0}, {sigma, sigma, 1, 1}, {sigma, sigma, 0, 2}};
    if (normalized)
        recipe.function.weights.fill(sigma * sigma);
    return recipe;
}

GaussianRecipe eigenvalues()
{
    return recipeOf(PixelFunction::EIGENVALUES, BORDER_DEFAULT, -1);
}

}}} // namespace cv::recfilter::

namespace cv { namespace cuda {

using namespace cv::recfilter;

void gaussianGradientMagnitude(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int borderType,
                               int ddepth, bool normalized)
{
    compute(derivatives(PixelFunction::MAGNITUDE, 1, sigmaX, sigmaY, borderType, ddepth, normalized), src, dst,
            nullptr);
}

void gaussianGradientMagnitude(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int borderType,
                               int ddepth, bool normalized, Stream& stream)
{
    compute(derivatives(PixelFunction::MAGNITUDE, 1, sigmaX, sigmaY, borderType, ddepth, normalized), src, dst,
            &stream);
}

void laplacianOfGaussian(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int borderType, int ddepth,
                         bool normalized)
{
    compute(derivatives(PixelFunction::SUM, 2, sigmaX, sigmaY, borderType, ddepth, normalized), src, dst, nullptr);
}

void laplacianOfGaussian(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int borderType, int ddepth,
                         bool normalized, Stream& stream)
{
    compute(derivatives(PixelFunction::SUM, 2, sigmaX, sigmaY, borderType, ddepth, normalized), src, dst, &stream);
}

void differenceOfGaussians(InputArray src, OutputArray dst, double sigma, double widerSigma, int borderType, int ddepth)
{
    compute(difference(sigma, widerSigma, borderType, ddepth), src, dst, nullptr);
}

void differenceOfGaussians(InputArray src, OutputArray dst, double sigma, double widerSigma, int borderType, int ddepth,
                           Stream& stream)
{
    compute(difference(sigma, widerSigma, borderType, ddepth), src, dst, &stream);
}

void unsharpMask(InputArray src, OutputArray dst, double sigma, double amount, double threshold, int borderType)
{
    compute(unsharp(sigma, amount, threshold, borderType), src, dst, nullptr);
}

void unsharpMask(InputArray src, OutputArray dst, double sigma, double amount, double threshold, int borderType,
                 Stream& stream)
{
    compute(unsharp(sigma, amount, threshold, borderType), src, dst, &stream);
}

void structureTensor(InputArray src, OutputArray dst, double sigma, double outerSigma, int borderType, int ddepth)
{
    compute(tensor(sigma, outerSigma, borderType, ddepth), src, dst, nullptr);
}

void structureTensor(InputArray src, OutputArray dst, double sigma, double outerSigma, int borderType, int ddepth,
                     Stream& stream)
{
    compute(tensor(sigma, outerSigma, borderType, ddepth), src, dst, &stream);
}

void hessianOfGaussian(InputArray src, OutputArray dst, double sigma, int borderType, int ddepth, bool normalized)
{
    compute(hessian(sigma, borderType, ddepth, normalized), src, dst, nullptr);
}

void hessianOfGaussian(InputArray src, OutputArray dst, double sigma, int borderType, int ddepth, bool normalized,
                       Stream& stream)
{
    compute(hessian(sigma, borderType, ddepth, normalized), src, dst, &stream);
}

void symmetricEigenvalues(InputArray src, OutputArray dst)
{
    compute(eigenvalues(), src, dst, nullptr);
}

void symmetricEigenvalues(InputArray src, OutputArray dst, Stream& stream)
{
    compute(eigenvalues(), src, dst, &stream);
}

}} // namespace cv::cuda
