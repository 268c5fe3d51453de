// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_API_GAUSSIAN_FUNCTION_HPP
#define OPENCV_RECFILTER_FUNCTIONS_API_GAUSSIAN_FUNCTION_HPP

// An operator: some Gaussians of one image, and what its pixels become then.

#include "arrays/call/array_call.hpp"
#include "functions/model/pixel_function.hpp"
#include "recursive/api/image_filter.hpp"
#include "runtime/cpu/memory/scratch.hpp"

namespace cv { namespace recfilter {

//! A Gaussian of the source.
struct GaussianPlane
{
    double sigmaX, sigmaY;
    int dx, dy;

    bool operator==(const GaussianPlane& other) const
    {
        return sigmaX == other.sigmaX && sigmaY == other.sigmaY && dx == other.dx && dy == other.dy;
    }
};

//! Its filter, with results of a depth. Refuses what is not accepted. @param sharedOrder that of gaussianModel
std::unique_ptr<ImageFilter> filterOf(const GaussianPlane& plane, int borderType, int depth, int sharedOrder = 0);

//! What is computed.
struct GaussianRecipe
{
    PixelFunction function;
    std::vector<GaussianPlane> planes; //!< the images that the function takes; none: the source itself
    double outerSigma = 0;             //!< of a blur of the function's result; 0: none
    int borderType, ddepth;            //!< -1: the depth of the working type
    bool keepsDepth = false;           //!< the result has the depth of the source
    int sharedOrder = 0;               //!< that of gaussianModel, for all planes

    bool operator==(const GaussianRecipe& other) const
    {
        return function == other.function && planes == other.planes && outerSigma == other.outerSigma &&
               borderType == other.borderType && ddepth == other.ddepth && keepsDepth == other.keepsDepth &&
               sharedOrder == other.sharedOrder;
    }
};

class GaussianFunction final : private ArrayOperator
{
public:
    //! Refuses parameters that are not accepted.
    explicit GaussianFunction(const GaussianRecipe& recipe);

    //! @param stream null: the default stream
    void apply(InputArray src, OutputArray dst, cuda::Stream* stream) const;

private:
    //! The filters in a working type.
    struct Filters
    {
        std::vector<std::unique_ptr<ImageFilter>> planes;
        std::unique_ptr<ImageFilter> outer; //!< null: none
    };

    std::unique_ptr<const Filters> filtersOf(int workingDepth) const;
    int workingDepth(int depth) const { return depth == CV_64F || recipe.ddepth == CV_64F ? CV_64F : CV_32F; }
    int resultDepth(int depth) const
    {
        return recipe.keepsDepth ? depth : recipe.ddepth < 0 ? workingDepth(depth) : recipe.ddepth;
    }
    const Filters& filters(int workingDepth) const { return workingDepth == CV_64F ? *inDouble : *inFloat; }
    bool takesSource() const { return recipe.planes.empty(); }

    void describe(InputArray src, bool onDevice, CallOutput* outputs) const override;
    void runOnHost(const Mat& src, Mat* results, const CallOutput* outputs, int count) const override;
    void runOnDevice(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat* results, int count,
                     cuda::Stream& stream) const override;

    size_t workBytes(const cuda::GpuMat& src) const;
    bool findBlend(Blend& blend) const;
    const ImageFilter* secondFilter() const;
    //! Bytes for the filters on the GPU where their store computes the function; 0: they do not run so.
    size_t blendBytes(const cuda::GpuMat& src) const;
    void runBlended(const cuda::GpuMat& src, bool mustCopy, const cuda::GpuMat& dst, size_t bytes,
                    cuda::Stream& stream) const;

    //! The images of a call, as headers of an array type over working memory.
    template <typename Array>
    struct Images;

    const GaussianRecipe recipe;
    const std::unique_ptr<const Filters> inFloat, inDouble;
    mutable ScratchPool scratch;
};

}} // namespace cv::recfilter

#endif
