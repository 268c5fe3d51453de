// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Blurs of images with holes: arguments, the two blurs in working memory, and the choice of CPU or GPU.

#include "opencv2/recfilter/functions.hpp"

#include "arrays/call/array_call.hpp"
#include "arrays/depths.hpp"
#include "functions/api/auxiliary_array.hpp"
#include "functions/api/function_scratch.hpp"
#include "functions/api/staged_image.hpp"
#include "functions/model/weighted_job.hpp"
#include "recursive/api/gaussian_model.hpp"
#include "recursive/api/image_filter.hpp"
#include "recursive/api/kept_filters.hpp"

namespace cv { namespace recfilter { namespace {

//! What the caller asks for, but for the mask.
struct MaskedQuestion
{
    double sigmaX, sigmaY;
    bool ignoresNaN;
    double fill, leastWeight;
    int borderType, ddepth;
};

//! The blur of a working type. It belongs to a sigma and a border.
struct BlurKey
{
    double sigmaX, sigmaY;
    int borderType, depth;

    bool operator==(const BlurKey& other) const
    {
        return sigmaX == other.sigmaX && sigmaY == other.sigmaY && borderType == other.borderType &&
               depth == other.depth;
    }
};

//! @param stream null on the host
std::shared_ptr<const ImageFilter> blurOf(const BlurKey& key, const cuda::Stream* stream)
{
    static auto* const kept = new FiltersByKey<BlurKey, const ImageFilter>;
    return kept->getFor(key, stream, [&] {
        cuda::RecursiveGaussianParams params(key.sigmaX, key.sigmaY);
        params.borderType = key.borderType;
        params.ddepth = key.depth;
        return std::make_shared<const ImageFilter>(gaussianModel(params));
    });
}

class MaskedOperator final : private ArrayOperator
{
public:
    //! Refuses arguments that are not accepted. @param given the mask; empty: none
    MaskedOperator(const MaskedQuestion& question, const _InputArray& given)
        : asked(question), mask(given.empty() ? AuxiliaryArray("mask") : AuxiliaryArray("mask", given))
    {
        checkResultDepth(asked.ddepth);
        blur(CV_32F, nullptr);
    }

    //! @param stream null: the default stream
    void apply(InputArray src, OutputArray dst, cuda::Stream* stream) const
    {
        CallOutput output = {"dst", dst};
        callEach(src, 2, &output, 1, stream);
    }

private:
    int workingDepth(int depth) const { return depth == CV_64F || asked.ddepth == CV_64F ? CV_64F : CV_32F; }

    std::shared_ptr<const ImageFilter> blur(int working, const cuda::Stream* stream) const
    {
        return blurOf({asked.sigmaX, asked.sigmaY, asked.borderType, working}, stream);
    }

    void describe(InputArray src, bool onDevice, CallOutput* outputs) const override
    {
        checkDepth(src.depth(), "src");
        if (mask.isGiven())
            checkMask(src, onDevice);
        outputs->sizes = src.size();
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
        const auto filter = blur(workingDepth(src.depth()), nullptr);
        filter->apply(job.products, job.products, false);
        filter->apply(job.weights, job.weights, false);
        divideByWeights(job);
    }

    void runOnDevice(const cuda::GpuMat& src, bool, cuda::GpuMat* results, int, cuda::Stream& stream) const override
    {
        WeightedJob<cuda::GpuMat> job;
        StagedImage source(src), result(*results), weights(mask.onDevice());
        const size_t images = alignSize(place(src, nullptr, job), 256);
        const auto filter = blur(workingDepth(src.depth()), &stream);
        const size_t work = alignSize(
            std::max(filter->workBytes(ImageBatch(job.products)), filter->workBytes(ImageBatch(job.weights))), 256);
        const auto placeAll = [&](uchar* memory) {
            size_t bytes = work + images;
            for (StagedImage* const staged : {&source, &result, &weights})
                staged->place(memory, bytes);
            return bytes;
        };
        const ArrayScratch memory(placeAll(nullptr), stream);
        placeAll(memory.data());
        place(src, memory.data() + work, job);
        source.load(stream);
        weights.load(stream);
        job.src = source.image();
        job.mask = weights.image();
        job.dst = result.image();
        multiplyWeights(job, stream);
        for (const cuda::GpuMat* const image : {&job.products, &job.weights})
            filter->applyIn(memory.data(), ImageBatch(*image), ImageBatch(*image), false, stream);
        divideByWeights(job, stream);
        result.store(stream);
    }

    const MaskedQuestion asked;
    const AuxiliaryArray mask;
};

MaskedQuestion questionOf(double sigmaX, double sigmaY, bool ignoresNaN, double fill, double leastWeight,
                          int borderType, int ddepth)
{
    checkSigma(sigmaX, "sigmaX");
    if (sigmaY != 0)
        checkSigma(sigmaY, "sigmaY");
    if (!(leastWeight >= 1e-6 && leastWeight <= 1))
        CV_Error(Error::StsOutOfRange, format("leastWeight is %g; 1e-6 to 1 are accepted", leastWeight));
    return {sigmaX, sigmaY, ignoresNaN, fill, leastWeight, borderType, ddepth};
}

}}} // namespace cv::recfilter::

namespace cv { namespace cuda {

using namespace cv::recfilter;

void maskedGaussianBlur(InputArray src, InputArray mask, OutputArray dst, double sigmaX, double sigmaY, bool ignoreNaN,
                        double fill, double leastWeight, int borderType, int ddepth)
{
    MaskedOperator(questionOf(sigmaX, sigmaY, ignoreNaN, fill, leastWeight, borderType, ddepth), mask)
        .apply(src, dst, nullptr);
}

void maskedGaussianBlur(InputArray src, InputArray mask, OutputArray dst, double sigmaX, double sigmaY, bool ignoreNaN,
                        double fill, double leastWeight, int borderType, int ddepth, Stream& stream)
{
    MaskedOperator(questionOf(sigmaX, sigmaY, ignoreNaN, fill, leastWeight, borderType, ddepth), mask)
        .apply(src, dst, &stream);
}

}} // namespace cv::cuda
