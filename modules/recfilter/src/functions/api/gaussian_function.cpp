// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filters a source into images in working memory, and computes their pixels' function.

#include "functions/api/gaussian_function.hpp"

#include "arrays/depths.hpp"
#include "arrays/overlap.hpp"
#include "functions/api/staged_image.hpp"
#include "recursive/api/gaussian_model.hpp"

namespace cv { namespace recfilter {

//! Those that the function takes, and what a blur of its result takes.
template <typename Array>
struct GaussianFunction::Images
{
    Array planes[MAX_PLANES], products;

    /** The result itself stands in where it has the type of an image and is not read as the source is.
    @param memory null: the bytes that are needed */
    static size_t inScratch(const GaussianFunction& owner, const Array& src, const Array& dst, uchar* memory,
                            Images* images)
    {
        const int depth = owner.workingDepth(src.depth()), type = CV_MAKETYPE(depth, src.channels());
        const bool isApart = !overlap(src, dst);
        bool isFree = isApart; // the result holds no image yet
        size_t bytes = 0;
        const auto place = [&](int ofType, bool mayBeResult) {
            if (mayBeResult && isFree && dst.type() == ofType)
            {
                isFree = false;
                return dst;
            }
            const size_t step = scratchStep(src.cols, ofType), first = bytes;
            bytes += step * size_t(src.rows);
            uchar* const image = memory ? memory + first : nullptr;
            return image ? Array(src.size(), ofType, image, step) : Array();
        };
        Images all;
        // PRODUCTS reads both images of a pixel before it writes; its three channels are another image.
        for (size_t i = 0; i < owner.recipe.planes.size(); i++)
            all.planes[i] = place(type, i == 0);
        if (owner.recipe.outerSigma > 0)
            all.products = place(CV_MAKETYPE(depth, owner.recipe.function.resultChannels(src.channels())), true);
        if (images)
            *images = all;
        return bytes;
    }
};

std::unique_ptr<ImageFilter> filterOf(const GaussianPlane& plane, int borderType, int depth, int sharedOrder)
{
    cuda::RecursiveGaussianParams params(plane.sigmaX, plane.sigmaY);
    params.dx = plane.dx;
    params.dy = plane.dy;
    params.borderType = borderType;
    params.ddepth = depth;
    return std::make_unique<ImageFilter>(gaussianModel(params, sharedOrder));
}

GaussianFunction::GaussianFunction(const GaussianRecipe& r)
    : recipe(r), inFloat(filtersOf(CV_32F)), inDouble(filtersOf(CV_64F))
{
    checkResultDepth(recipe.ddepth);
}

std::unique_ptr<const GaussianFunction::Filters> GaussianFunction::filtersOf(int working) const
{
    auto filters = std::make_unique<Filters>();
    for (const GaussianPlane& plane : recipe.planes)
        filters->planes.push_back(filterOf(plane, recipe.borderType, working, recipe.sharedOrder));
    if (recipe.outerSigma > 0)
        filters->outer =
            filterOf({recipe.outerSigma, 0, 0, 0}, recipe.borderType, recipe.ddepth < 0 ? working : recipe.ddepth);
    return filters;
}

void GaussianFunction::apply(InputArray src, OutputArray dst, cuda::Stream* stream) const
{
    CallOutput output = {"dst", dst};
    callEach(src, 2, &output, 1, stream);
}

void GaussianFunction::describe(InputArray src, bool, CallOutput* outputs) const
{
    const int depth = src.depth(), channels = src.channels();
    checkDepth(depth, "src");
    if (takesSource() ? channels != 3 || depth < CV_32F || depth == CV_16F
                      : recipe.function.resultChannels(1) != 1 && channels != 1)
        CV_Error(takesSource() ? Error::StsUnsupportedFormat : Error::BadNumChannels,
                 takesSource()
                     ? format("src has type %s; CV_32FC3 and CV_64FC3 are accepted", typeToString(src.type()).c_str())
                     : format("src has %d channels; 1 is accepted", channels));
    outputs->sizes = src.size();
    outputs->type = CV_MAKETYPE(resultDepth(depth), recipe.function.resultChannels(channels));
    outputs->allowed = Overlap::SAME_PIXELS;
}

void GaussianFunction::runOnHost(const Mat& src, Mat* results, const CallOutput*, int) const
{
    Mat& dst = *results;
    const Filters& ofType = filters(workingDepth(src.depth()));
    ScratchPool::Lease memory(scratch, Images<Mat>::inScratch(*this, src, dst, nullptr, nullptr));
    Images<Mat> images;
    Images<Mat>::inScratch(*this, src, dst, memory.data(), &images);
    for (size_t i = 0; i < recipe.planes.size(); i++)
        ofType.planes[i]->apply(src, images.planes[i], false);
    if (takesSource())
        images.planes[0] = src;
    if (!ofType.outer)
        return computeOnHost(recipe.function, images.planes, src, dst);
    computeOnHost(recipe.function, images.planes, src, images.products);
    ofType.outer->apply(images.products, dst, false);
}

void GaussianFunction::runOnDevice(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat* results, int,
                                   cuda::Stream& stream) const
{
    const cuda::GpuMat& dst = *results;
    if (const size_t bytes = blendBytes(src))
        return runBlended(src, mustCopy, dst, bytes, stream);
    const Filters& ofType = filters(workingDepth(src.depth()));
    StagedImage source(src, mustCopy), result(dst);
    const size_t work = alignSize(workBytes(src), 256),
                 images = Images<cuda::GpuMat>::inScratch(*this, src, dst, nullptr, nullptr);
    const StagedMemory memory(work + images, {&source, &result}, stream);
    source.load(stream);
    Images<cuda::GpuMat> all;
    Images<cuda::GpuMat>::inScratch(*this, source.image(), result.image(), memory.data() + work, &all);
    const ImageBatch from(source.image());
    for (size_t i = 0; i < recipe.planes.size(); i++)
        ofType.planes[i]->applyIn(memory.data(), from, ImageBatch(all.planes[i]), false, stream);
    if (takesSource())
        all.planes[0] = source.image();
    computeOnDevice(recipe.function, all.planes, source.image(), ofType.outer ? all.products : result.image(), stream);
    if (ofType.outer)
        ofType.outer->applyIn(memory.data(), ImageBatch(all.products), ImageBatch(result.image()), true, stream);
    result.store(stream);
}

//! What the store of a blur computes; nothing: a pass over the results does.
bool GaussianFunction::findBlend(Blend& blend) const
{
    const PixelFunction& function = recipe.function;
    if (recipe.outerSigma > 0)
        return false;
    blend.weights = {function.weights[0], function.weights[1]};
    switch (function.kind)
    {
    case PixelFunction::MAGNITUDE:
        blend.kind = Blend::MAGNITUDE;
        return true;
    case PixelFunction::SUM:
        blend.kind = Blend::SUM;
        return true;
    case PixelFunction::SHARPEN:
        blend.kind = Blend::SHARPEN;
        blend.amount = function.amount;
        blend.least = function.threshold;
        return true;
    default:
        return false;
    }
}

size_t GaussianFunction::blendBytes(const cuda::GpuMat& src) const
{
    Blend blend;
    if (workingDepth(src.depth()) != CV_32F || !findBlend(blend))
        return 0;
    return inFloat->planes[0]->blendBytes(secondFilter(), false, ImageBatch(src));
}

const ImageFilter* GaussianFunction::secondFilter() const
{
    return inFloat->planes.size() > 1 ? inFloat->planes[1].get() : nullptr;
}

void GaussianFunction::runBlended(const cuda::GpuMat& src, bool mustCopy, const cuda::GpuMat& dst, size_t bytes,
                                  cuda::Stream& stream) const
{
    StagedImage source(src, mustCopy), result(dst);
    const StagedMemory memory(bytes, {&source, &result}, stream);
    source.load(stream);
    Blend blend;
    findBlend(blend);
    inFloat->planes[0]->applyBlended(secondFilter(), nullptr, memory.data(), ImageBatch(source.image()),
                                     ImageBatch(result.image()), blend, stream);
    result.store(stream);
}

//! Of the filters.
size_t GaussianFunction::workBytes(const cuda::GpuMat& src) const
{
    const Filters& ofType = filters(workingDepth(src.depth()));
    size_t bytes = 0;
    for (const std::unique_ptr<ImageFilter>& filter : ofType.planes)
        bytes = std::max(bytes, filter->workBytes(ImageBatch(src)));
    if (!ofType.outer)
        return bytes;
    const int type = CV_MAKETYPE(workingDepth(src.depth()), recipe.function.resultChannels(src.channels()));
    const ImageBatch products(nullptr, scratchStep(src.cols, type), src.size(), type, 1, 0);
    return std::max(bytes, ofType.outer->workBytes(products));
}

}} // namespace cv::recfilter
