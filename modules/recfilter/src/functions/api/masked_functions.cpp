// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Blurs and means of images with holes: arguments, the two images to be smoothed in working memory, and the choice of
// CPU or GPU.

#include "opencv2/recfilter/functions.hpp"

#include "arrays/border_type.hpp"
#include "arrays/call/array_call.hpp"
#include "arrays/depths.hpp"
#include "arrays/overlap.hpp"
#include "functions/api/auxiliary_array.hpp"
#include "functions/api/box_tables.hpp"
#include "functions/api/function_scratch.hpp"
#include "functions/api/image_smoother.hpp"
#include "functions/api/staged_image.hpp"
#include "functions/model/weighted_job.hpp"
#include "recursive/api/gaussian_model.hpp"

namespace cv { namespace recfilter { namespace {

//! What products and weights are smoothed by.
struct Smoothing
{
    //! For images of a depth, on a stream; null: on the host
    std::function<std::shared_ptr<const ImageSmoother>(int depth, const cuda::Stream*)> of;
    double leastWeight; //!< the smallest leastWeight that is accepted
    int mostChannelsOnDevice, longestSide;
};

//! What the caller asks for beside.
struct HoleQuestion
{
    bool ignoresNaN;
    double fill, leastWeight;
    int ddepth;
};

class MaskedOperator final : private ArrayOperator
{
public:
    //! Refuses arguments that are not accepted. @param given the mask; empty: none
    MaskedOperator(const Smoothing& smoothing_, const HoleQuestion& question, const _InputArray& given)
        : smoothing(smoothing_), asked(question),
          mask(given.empty() ? AuxiliaryArray("mask") : AuxiliaryArray("mask", given))
    {
        if (!(asked.leastWeight >= smoothing.leastWeight && asked.leastWeight <= 1))
            CV_Error(Error::StsOutOfRange,
                     format("leastWeight is %g; %g to 1 are accepted", asked.leastWeight, smoothing.leastWeight));
        checkResultDepth(asked.ddepth);
        smoothing.of(CV_32F, nullptr); // refuses borders
    }

    //! @param stream null: the default stream
    void apply(InputArray src, OutputArray dst, cuda::Stream* stream) const
    {
        CallOutput output = {"dst", dst};
        callEach(src, 2, &output, 1, stream);
    }

private:
    int workingDepth(int depth) const { return depth == CV_64F || asked.ddepth == CV_64F ? CV_64F : CV_32F; }

    void describe(InputArray src, bool onDevice, CallOutput* outputs) const override
    {
        checkDepth(src.depth(), "src");
        if (onDevice && src.channels() > smoothing.mostChannelsOnDevice)
            CV_Error(Error::BadNumChannels, format("src has %d channels; 1 to %d are accepted on the GPU",
                                                   src.channels(), smoothing.mostChannelsOnDevice));
        const Size size = src.size();
        if (std::max(size.width, size.height) > smoothing.longestSide)
            CV_Error(Error::StsOutOfRange, format("src is %d x %d; sides to %d are accepted", size.width, size.height,
                                                  smoothing.longestSide));
        if (mask.isGiven())
            checkMask(src, onDevice);
        outputs->sizes = size;
        outputs->type = CV_MAKETYPE(asked.ddepth < 0 ? src.depth() : asked.ddepth, src.channels());
        outputs->allowed = Overlap::ANY; // the source is read before the result is written
    }

    //! On the host its values, too.
    void checkMask(InputArray src, bool onDevice) const
    {
        mask.checkSide(onDevice);
        mask.checkType({CV_8UC1, CV_32FC1}, "CV_8UC1 and CV_32FC1");
        mask.checkSize(src.size());
        Point where;
        if (!onDevice && mask.type() == CV_32FC1 && !checkRange(mask.onHost(), true, &where, 0, FLT_MAX))
            CV_Error(Error::StsOutOfRange, format("mask at (%d, %d) is %g; weights of 0 and more are accepted", where.x,
                                                  where.y, mask.onHost().at<float>(where)));
    }

    CallMemory auxiliaryMemory() const override { return mask.memory(); }

    //! Integers saturate, and have no NaN.
    double fillOf(int depth) const
    {
        const bool isReal = depth >= CV_32F || asked.ddepth >= CV_32F;
        return isReal ? asked.fill : std::isnan(asked.fill) ? 0. : std::min(std::max(asked.fill, -1e9), 1e9);
    }

    //! The images of products and of weights, in memory if there is any yet. Returns the bytes that they take.
    template <typename Array>
    size_t place(const Array& src, uchar* memory, WeightedJob<Array>& job) const
    {
        alignas(256) static uchar nowhere = 0; // of headers whose memory nobody touches
        size_t bytes = 0;
        const auto imageOf = [&](int channels) {
            const int type = CV_MAKETYPE(workingDepth(src.depth()), channels);
            const size_t step = scratchStep(src.cols, type), first = bytes;
            bytes += step * size_t(src.rows);
            uchar* const image = memory ? memory + first : &nowhere;
            return Array(src.size(), type, image, step);
        };
        const bool isPerChannel = asked.ignoresNaN && src.depth() >= CV_32F;
        job.products = imageOf(src.channels());
        job.weights = imageOf(isPerChannel ? src.channels() : 1);
        job.ignoresNaN = asked.ignoresNaN;
        job.fill = fillOf(src.depth());
        job.leastWeight = asked.leastWeight;
        return bytes;
    }

    void runOnHost(const Mat& src, Mat* results, const CallOutput*, int) const override
    {
        WeightedJob<Mat> job;
        ScratchPool::Lease memory(FunctionScratch::pool(), place(src, nullptr, job));
        place(src, memory.data(), job);
        job.src = src;
        job.mask = mask.onHost();
        job.dst = *results;
        multiplyWeights(job);
        const auto smoother = smoothing.of(workingDepth(src.depth()), nullptr);
        smoother->smooth(job.products);
        smoother->smooth(job.weights);
        divideByWeights(job);
    }

    //! Bytes for products and weights side by side on the GPU, never in memory; 0: they do not run so.
    size_t holesBytes(const cuda::GpuMat& src, const cuda::GpuMat& dst, const ImageSmoother& smoother) const
    {
        const bool sharesWeights = src.channels() > 1 && !(asked.ignoresNaN && src.depth() >= CV_32F);
        if (workingDepth(src.depth()) != CV_32F || sharesWeights || (overlap(src, dst) && !samePixels(src, dst)) ||
            overlap(mask.onDevice(), dst))
            return 0;
        return smoother.holesBytes(src);
    }

    void runSideBySide(const cuda::GpuMat& src, const cuda::GpuMat& dst, const ImageSmoother& smoother, size_t bytes,
                       cuda::Stream& stream) const
    {
        StagedImage source(src), result(dst), weights(mask.onDevice());
        const StagedMemory memory(bytes, {&source, &result, &weights}, stream);
        source.load(stream);
        weights.load(stream);
        Blend quotient;
        quotient.kind = Blend::QUOTIENT;
        quotient.least = asked.leastWeight;
        quotient.fill = fillOf(src.depth());
        smoother.smoothHoles(memory.data(), source.image(), {weights.image(), asked.ignoresNaN}, result.image(),
                             quotient, stream);
        result.store(stream);
    }

    void runOnDevice(const cuda::GpuMat& src, bool, cuda::GpuMat* results, int, cuda::Stream& stream) const override
    {
        WeightedJob<cuda::GpuMat> job;
        const auto smoother = smoothing.of(workingDepth(src.depth()), &stream);
        if (const size_t bytes = holesBytes(src, *results, *smoother))
            return runSideBySide(src, *results, *smoother, bytes, stream);
        StagedImage source(src), result(*results), weights(mask.onDevice());
        const size_t images = place(src, nullptr, job);
        const size_t work =
            alignSize(std::max(smoother->workBytes(job.products), smoother->workBytes(job.weights)), 256);
        const StagedMemory memory(work + images, {&source, &result, &weights}, stream);
        place(src, memory.data() + work, job);
        source.load(stream);
        weights.load(stream);
        job.src = source.image();
        job.mask = weights.image();
        job.dst = result.image();
        multiplyWeights(job, stream);
        for (cuda::GpuMat* const image : {&job.products, &job.weights})
            smoother->smooth(memory.data(), *image, stream);
        divideByWeights(job, stream);
        result.store(stream);
    }

    const Smoothing smoothing;
    const HoleQuestion asked;
    const AuxiliaryArray mask;
};

Smoothing smoothingBy(const SmoothingGaussian& gaussian)
{
    checkSigma(gaussian.sigmaX, "sigmaX");
    if (gaussian.sigmaY != 0)
        checkSigma(gaussian.sigmaY, "sigmaY");
    return {[gaussian](int depth, const cuda::Stream* stream) { return smootherOf(gaussian, depth, stream); }, 1e-6,
            CV_CN_MAX, INT_MAX};
}

Smoothing smoothingBy(Size window, int borderType)
{
    checkWindow(window);
    const int border = withoutIsolated(borderType);
    checkBorder(border, "borderType");
    // Tables have at most 4 channels on the GPU, and are longer than images.
    return {[=](int, const cuda::Stream*) { return smootherOf({window, border}); }, 1e-12, 4, INT_MAX - 1};
}

}}} // namespace cv::recfilter::

namespace cv { namespace cuda {

using namespace cv::recfilter;

void maskedGaussianBlur(InputArray src, InputArray mask, OutputArray dst, double sigmaX, double sigmaY, bool ignoreNaN,
                        double fill, double leastWeight, int borderType, int ddepth)
{
    MaskedOperator(smoothingBy({sigmaX, sigmaY, borderType}), {ignoreNaN, fill, leastWeight, ddepth}, mask)
        .apply(src, dst, nullptr);
}

void maskedGaussianBlur(InputArray src, InputArray mask, OutputArray dst, double sigmaX, double sigmaY, bool ignoreNaN,
                        double fill, double leastWeight, int borderType, int ddepth, Stream& stream)
{
    MaskedOperator(smoothingBy({sigmaX, sigmaY, borderType}), {ignoreNaN, fill, leastWeight, ddepth}, mask)
        .apply(src, dst, &stream);
}

void maskedBoxFilter(InputArray src, InputArray mask, OutputArray dst, Size window, bool ignoreNaN, double fill,
                     double leastWeight, int borderType, int ddepth)
{
    MaskedOperator(smoothingBy(window, borderType), {ignoreNaN, fill, leastWeight, ddepth}, mask)
        .apply(src, dst, nullptr);
}

void maskedBoxFilter(InputArray src, InputArray mask, OutputArray dst, Size window, bool ignoreNaN, double fill,
                     double leastWeight, int borderType, int ddepth, Stream& stream)
{
    MaskedOperator(smoothingBy(window, borderType), {ignoreNaN, fill, leastWeight, ddepth}, mask)
        .apply(src, dst, &stream);
}

}} // namespace cv::cuda
