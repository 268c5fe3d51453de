// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Images resampled by splines: arguments, coefficients in working memory, and the choice of CPU or GPU.

#include "opencv2/recfilter/functions.hpp"

#include "arrays/border_type.hpp"
#include "arrays/call/array_call.hpp"
#include "arrays/depths.hpp"
#include "functions/api/auxiliary_array.hpp"
#include "functions/api/function_scratch.hpp"
#include "functions/api/staged_image.hpp"
#include "functions/model/spline_job.hpp"
#include "math/design/bspline.hpp"
#include "recursive/api/bspline_model.hpp"
#include "recursive/api/image_filter.hpp"
#include "recursive/api/kept_filters.hpp"

namespace cv { namespace recfilter { namespace {

//! What coefficients may still have beyond the margin, as a share of the largest one.
const double FADED_COEFFICIENT = 1e-9;

/** Pixels around an image whose border is not a mapping of its coefficients: there they approach the border's own
values as powers of the largest pole. 0: they go on as pixels do. */
int marginOf(int degree, int borderType)
{
    if (borderType != BORDER_CONSTANT && borderType != BORDER_REPLICATE)
        return 0;
    double largest = 0;
    for (const double pole : splinePoles(degree))
        largest = std::max(largest, std::abs(pole));
    return int(std::ceil(std::log(FADED_COEFFICIENT) / std::log(largest))) + degree;
}

//! The prefilter of a call.
struct PrefilterKey
{
    int degree, borderType, depth;

    bool operator==(const PrefilterKey& other) const
    {
        return degree == other.degree && borderType == other.borderType && depth == other.depth;
    }
};

//! @param stream null on the host
std::shared_ptr<const ImageFilter> prefilterOf(const PrefilterKey& key, const cuda::Stream* stream)
{
    static auto* const kept = new FiltersByKey<PrefilterKey, const ImageFilter>;
    return kept->getFor(key, stream, [&] {
        return std::make_shared<const ImageFilter>(bsplineModel(key.degree, key.borderType, key.depth));
    });
}

//! What the caller asks for.
struct SplineQuestion
{
    AuxiliaryArray map; //!< not given: affine
    bool isAffine;
    AffineMap affine;
    Size size; //!< of the result; empty: that of the source
    int degree, borderType, ddepth;
};

class SplineOperator final : private ArrayOperator
{
public:
    explicit SplineOperator(const SplineQuestion& question)
        : asked(question), margin(marginOf(question.degree, question.borderType))
    {
    }

    //! @param stream null: the default stream
    void apply(InputArray src, OutputArray dst, cuda::Stream* stream) const
    {
        CallOutput output = {"dst", dst};
        callEach(src, 2, &output, 1, stream);
    }

private:
    int workingDepth(int depth) const { return depth == CV_64F || asked.ddepth == CV_64F ? CV_64F : CV_32F; }
    Size paddedSize(Size size) const { return {size.width + 2 * margin, size.height + 2 * margin}; }

    std::shared_ptr<const ImageFilter> prefilter(int depth, const cuda::Stream* stream) const
    {
        return prefilterOf({asked.degree, asked.borderType, workingDepth(depth)}, stream);
    }

    void describe(InputArray src, bool onDevice, CallOutput* outputs) const override
    {
        checkDepth(src.depth(), "src");
        checkMap(onDevice);
        const Size size = src.size();
        if (size.width > INT_MAX - 2 * margin || size.height > INT_MAX - 2 * margin)
            CV_Error(Error::StsOutOfRange, format("src is %d x %d; sides up to %d are accepted with this borderType",
                                                  size.width, size.height, INT_MAX - 2 * margin));
        outputs->sizes = !asked.isAffine ? asked.map.size() : asked.size.empty() ? size : asked.size;
        outputs->type = CV_MAKETYPE(asked.ddepth < 0 ? src.depth() : asked.ddepth, src.channels());
        outputs->allowed = Overlap::ANY; // all of the source becomes coefficients first
    }

    void checkMap(bool onDevice) const
    {
        if (asked.isAffine)
            return;
        asked.map.checkSide(onDevice);
        asked.map.checkType({CV_32FC2, CV_64FC2}, "CV_32FC2 and CV_64FC2");
    }

    CallMemory auxiliaryMemory() const override { return asked.map.memory(); }

    template <typename Array>
    SplineJob<Array> jobOf(const Array& dst) const
    {
        SplineJob<Array> job;
        job.margin = margin;
        job.borderType = asked.borderType;
        job.degree = asked.degree;
        job.affine = asked.affine;
        job.dst = dst;
        return job;
    }

    void runOnHost(const Mat& src, Mat* results, const CallOutput*, int) const override
    {
        SplineJob<Mat> job = jobOf(*results);
        Mat padded = src;
        if (margin)
            copyMakeBorder(src, padded, margin, margin, margin, margin, asked.borderType | BORDER_ISOLATED);
        const int type = CV_MAKETYPE(workingDepth(src.depth()), src.channels());
        const size_t step = scratchStep(padded.cols, type);
        ScratchPool::Lease memory(FunctionScratch::pool(), step * size_t(padded.rows));
        job.coefficients = Mat(padded.size(), type, memory.data(), step);
        prefilter(src.depth(), nullptr)->apply(padded, job.coefficients, false);
        job.map = asked.map.apartFrom(job.dst);
        sampleSpline(job);
    }

    void runOnDevice(const cuda::GpuMat& src, bool, cuda::GpuMat* results, int, cuda::Stream& stream) const override
    {
        SplineJob<cuda::GpuMat> job = jobOf(*results);
        const auto filter = prefilter(src.depth(), &stream);
        const int type = CV_MAKETYPE(workingDepth(src.depth()), src.channels());
        const Size size = paddedSize(src.size());
        const size_t step = scratchStep(size.width, type), image = step * size_t(size.height);
        const auto headerAt = [&](uchar* memory) { return cuda::GpuMat(size, type, memory, step); };
        const cuda::GpuMat& given = asked.map.onDevice();
        StagedImage source(src), result(job.dst), map(given, overlap(given, job.dst));
        const ImageBatch toFilter = margin ? ImageBatch(nullptr, step, size, type, 1, 0) : ImageBatch(src);
        const size_t work = alignSize(filter->workBytes(toFilter), 256);
        const StagedMemory memory(work + image, {&source, &result, &map}, stream);
        source.load(stream);
        map.load(stream);
        job.coefficients = headerAt(memory.data() + work);
        if (margin)
            padOnDevice(source.image(), job.coefficients, margin, asked.borderType, stream);
        filter->applyIn(memory.data(), ImageBatch(margin ? job.coefficients : source.image()),
                        ImageBatch(job.coefficients), false, stream);
        job.dst = result.image();
        job.map = map.image();
        sampleSpline(job, stream);
        result.store(stream);
    }

    const SplineQuestion asked;
    const int margin;
};

SplineQuestion questionOf(int degree, int borderType, int ddepth)
{
    if (degree < 2 || degree > 9)
        CV_Error(Error::StsOutOfRange, format("degree is %d; 2 to 9 are accepted", degree));
    checkBorder(withoutIsolated(borderType), "borderType");
    checkResultDepth(ddepth);
    return {AuxiliaryArray("map"), true, {{1, 0, 0}, {0, 1, 0}}, Size(), degree, withoutIsolated(borderType), ddepth};
}

//! The map from pixels of the result to positions in the source. @param isInverse M is that already
AffineMap affineOf(InputArray M, bool isInverse)
{
    if (!(M.isMat() || M.isUMat() || M.isMatx()) || M.size() != Size(3, 2) || M.channels() != 1 ||
        (M.depth() != CV_32F && M.depth() != CV_64F))
        CV_Error(Error::StsBadArg, "M is no matrix of 2 x 3 numbers; one of CV_32FC1 or CV_64FC1 is accepted");
    Matx23d m;
    M.getMat().convertTo(m, CV_64F);
    if (!checkRange(m))
        CV_Error(Error::StsBadArg, "M has a number that is not finite; finite ones are accepted");
    if (!isInverse)
    {
        const double determinant = m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0);
        if (!std::isnormal(determinant))
            CV_Error(Error::StsBadArg,
                     format("M has the determinant %g; a matrix with an inverse is needed", determinant));
        const double a = m(1, 1) / determinant, b = -m(0, 1) / determinant, c = -m(1, 0) / determinant,
                     d = m(0, 0) / determinant;
        m = Matx23d(a, b, -(a * m(0, 2) + b * m(1, 2)), c, d, -(c * m(0, 2) + d * m(1, 2)));
    }
    return {{m(0, 0), m(0, 1), m(0, 2)}, {m(1, 0), m(1, 1), m(1, 2)}};
}

void warp(InputArray src, OutputArray dst, InputArray M, Size size, int degree, int borderType, bool isInverse,
          int ddepth, cuda::Stream* stream)
{
    SplineQuestion question = questionOf(degree, borderType, ddepth);
    if (size != Size() && (size.width < 1 || size.height < 1))
        CV_Error(Error::StsOutOfRange,
                 format("dsize is %d x %d; sides of 1 and more are accepted, or Size()", size.width, size.height));
    question.affine = affineOf(M, isInverse);
    question.size = size;
    SplineOperator(question).apply(src, dst, stream);
}

void remap(InputArray src, OutputArray dst, InputArray map, int degree, int borderType, int ddepth,
           cuda::Stream* stream)
{
    SplineQuestion question = questionOf(degree, borderType, ddepth);
    question.map = AuxiliaryArray("map", map);
    question.isAffine = false;
    SplineOperator(question).apply(src, dst, stream);
}

}}} // namespace cv::recfilter::

namespace cv { namespace cuda {

using namespace cv::recfilter;

void splineWarpAffine(InputArray src, OutputArray dst, InputArray M, Size dsize, int degree, int borderType,
                      bool isInverse, int ddepth)
{
    warp(src, dst, M, dsize, degree, borderType, isInverse, ddepth, nullptr);
}

void splineWarpAffine(InputArray src, OutputArray dst, InputArray M, Size dsize, int degree, int borderType,
                      bool isInverse, int ddepth, Stream& stream)
{
    warp(src, dst, M, dsize, degree, borderType, isInverse, ddepth, &stream);
}

void splineRemap(InputArray src, OutputArray dst, InputArray map, int degree, int borderType, int ddepth)
{
    remap(src, dst, map, degree, borderType, ddepth, nullptr);
}

void splineRemap(InputArray src, OutputArray dst, InputArray map, int degree, int borderType, int ddepth,
                 Stream& stream)
{
    remap(src, dst, map, degree, borderType, ddepth, &stream);
}

}} // namespace cv::cuda
