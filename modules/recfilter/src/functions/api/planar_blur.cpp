// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Blurs of planar video frames: the planes of a frame, each through a filter of its own.

#include "opencv2/recfilter/functions.hpp"

#include "arrays/call/array_call.hpp"
#include "functions/api/staged_image.hpp"
#include "recursive/api/gaussian_model.hpp"
#include "recursive/api/image_filter.hpp"
#include "recursive/api/kept_filters.hpp"

namespace cv { namespace recfilter { namespace {

//! What lies beyond a constant border: black.
const double BLACK_LUMA = 16, NO_COLOUR = 128;

class PlanarBlur final : private ArrayOperator
{
public:
    //! The parameters of a call.
    struct Key
    {
        double sigmaX, sigmaY;
        int layout, borderType;

        bool operator==(const Key& other) const
        {
            return sigmaX == other.sigmaX && sigmaY == other.sigmaY && layout == other.layout &&
                   borderType == other.borderType;
        }
    };

    explicit PlanarBlur(const Key& k)
        : layout(k.layout), luma(modelOf(k, 1, BLACK_LUMA)), colours(modelOf(k, 0.5, NO_COLOUR))
    {
    }

    //! @param stream null: the default stream
    void apply(InputArray src, OutputArray dst, cuda::Stream* stream) const
    {
        checkDense(src, dst);
        CallOutput output = {"dst", dst};
        callEach(src, 2, &output, 1, stream);
    }

private:
    static FilterModel modelOf(const Key& key, double share, double outside)
    {
        cuda::RecursiveGaussianParams params(share * key.sigmaX, share * key.sigmaY);
        params.borderType = key.borderType;
        params.borderValue = Scalar::all(outside);
        return gaussianModel(params);
    }

    void describe(InputArray src, bool, CallOutput* outputs) const override
    {
        if (src.type() != CV_8UC1)
            CV_Error(Error::StsUnsupportedFormat,
                     format("src has type %s; CV_8UC1 is accepted", typeToString(src.type()).c_str()));
        const Size size = src.size();
        if (size.width % 2 || size.height % 3)
            CV_Error(Error::StsBadArg,
                     format("src is %d x %d; an even width, and 3/2 as many rows as an even height, are "
                            "accepted",
                            size.width, size.height));
        if (layout == cuda::FRAME_I420 && !src.isContinuous())
            CV_Error(Error::StsBadArg, "src has gaps between its rows; with FRAME_I420 none are accepted");
        outputs->sizes = size;
        outputs->type = CV_8UC1;
        outputs->allowed = Overlap::SAME_PIXELS;
    }

    /** The planes of a frame: luma, then one of two colours or two of one. @tparam Array Mat or GpuMat */
    template <typename Array>
    std::vector<Array> planesOf(const Array& frame) const
    {
        const int height = frame.rows / 3 * 2, width = frame.cols, half = height / 2;
        const size_t step = frame.rows > 1 ? size_t(frame.step) : size_t(frame.cols);
        uchar* const below = frame.data + size_t(height) * step;
        if (layout == cuda::FRAME_NV12)
            return {frame.rowRange(0, height), Array(half, width / 2, CV_8UC2, below, step)};
        const size_t colourStep = step / 2, colour = size_t(half) * colourStep;
        return {frame.rowRange(0, height), Array(half, width / 2, CV_8UC1, below, colourStep),
                Array(half, width / 2, CV_8UC1, below + colour, colourStep)};
    }

    /** With FRAME_I420 the planes of a result must be where they are expected. Asked before anything is written: a Mat
    that is not allocated yet will have no gaps, a GpuMat may have some. */
    void checkDense(InputArray src, OutputArray dst) const
    {
        if (layout != cuda::FRAME_I420)
            return;
        const auto require = [](bool isDense, const String& name) {
            if (!isDense)
                CV_Error(Error::StsBadArg,
                         format("%s has gaps between its rows; with FRAME_I420 none are accepted, nor a "
                                "GpuMat that is not allocated (cuda::createContinuous makes one)",
                                name.c_str()));
        };
        const auto isReady = [](const cuda::GpuMat& result, Size size) {
            return result.size() == size && result.type() == CV_8UC1 && result.isContinuous();
        };
        if (dst.isGpuMatVector() && src.isGpuMatVector())
        {
            const auto& sources = *static_cast<const std::vector<cuda::GpuMat>*>(src.getObj());
            const auto& results = *static_cast<const std::vector<cuda::GpuMat>*>(dst.getObj());
            for (size_t i = 0; i < sources.size(); i++)
                require(i < results.size() && isReady(results[i], sources[i].size()), format("dst[%zu]", i));
        }
        else if (dst.kind() == _InputArray::CUDA_GPU_MAT && src.kind() == _InputArray::CUDA_GPU_MAT)
            require(isReady(*static_cast<const cuda::GpuMat*>(dst.getObj()), src.size()), "dst");
        else if (dst.isMatVector())
        {
            const auto& results = *static_cast<const std::vector<Mat>*>(dst.getObj());
            for (size_t i = 0; i < results.size(); i++)
                require(results[i].empty() || results[i].isContinuous(), format("dst[%zu]", i));
        }
        else if (dst.isUMatVector())
        {
            const auto& results = *static_cast<const std::vector<UMat>*>(dst.getObj());
            for (size_t i = 0; i < results.size(); i++)
                require(results[i].empty() || results[i].isContinuous(), format("dst[%zu]", i));
        }
        else if (dst.isMat() || dst.isUMat())
            require(dst.empty() || dst.isContinuous(), "dst");
    }

    const ImageFilter& filterOf(size_t plane) const { return plane ? colours : luma; }

    void runOnHost(const Mat& src, Mat* results, const CallOutput*, int) const override
    {
        const std::vector<Mat> from = planesOf(src);
        std::vector<Mat> to = planesOf(*results);
        for (size_t i = 0; i < from.size(); i++)
            filterOf(i).apply(from[i], to[i], false);
    }

    void runOnDevice(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat* results, int,
                     cuda::Stream& stream) const override
    {
        StagedImage source(src, mustCopy);
        size_t work = 0;
        forPlanes(src, [&](const cuda::GpuMat& plane, size_t i) {
            work = std::max(work, filterOf(i).workBytes(ImageBatch(plane)));
        });
        const StagedMemory memory(work, {&source}, stream);
        source.load(stream);
        const std::vector<cuda::GpuMat> to = planesOf(*results);
        forPlanes(source.image(), [&](const cuda::GpuMat& plane, size_t i) {
            filterOf(i).applyIn(memory.data(), ImageBatch(plane), ImageBatch(to[i]), true, stream);
        });
    }

    template <typename Body>
    void forPlanes(const cuda::GpuMat& frame, const Body& body) const
    {
        const std::vector<cuda::GpuMat> planes = planesOf(frame);
        for (size_t i = 0; i < planes.size(); i++)
            body(planes[i], i);
    }

    const int layout;
    const ImageFilter luma, colours;
};

void blurPlanes(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int layout, int borderType,
                cuda::Stream* stream)
{
    // The colours' sigma must be accepted, too.
    checkSigma(sigmaX, "sigmaX");
    checkSigma(sigmaX / 2, "sigmaX / 2");
    if (sigmaY != 0)
    {
        checkSigma(sigmaY, "sigmaY");
        checkSigma(sigmaY / 2, "sigmaY / 2");
    }
    if (layout != cuda::FRAME_NV12 && layout != cuda::FRAME_I420)
        CV_Error(Error::StsBadArg, format("layout is %d; FRAME_NV12 (0) and FRAME_I420 (1) are accepted", layout));
    const PlanarBlur::Key key = {sigmaX, sigmaY, layout, borderType};
    static auto* const kept = new FiltersByKey<PlanarBlur::Key, const PlanarBlur>;
    kept->getFor(key, stream, [&] { return std::make_shared<const PlanarBlur>(key); })->apply(src, dst, stream);
}

}}} // namespace cv::recfilter::

namespace cv { namespace cuda {

void planarGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int layout, int borderType)
{
    recfilter::blurPlanes(src, dst, sigmaX, sigmaY, layout, borderType, nullptr);
}

void planarGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int layout, int borderType,
                        Stream& stream)
{
    recfilter::blurPlanes(src, dst, sigmaX, sigmaY, layout, borderType, &stream);
}

}} // namespace cv::cuda
