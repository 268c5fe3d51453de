// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Blobs of any size: arguments, the responses of three scales at a time, and the choice of CPU or GPU.

#include "opencv2/recfilter/scale_space.hpp"

#include "arrays/border_type.hpp"
#include "arrays/call/array_kind.hpp"
#include "arrays/depths.hpp"
#include "functions/model/blob.hpp"
#include "functions/model/pixel_function.hpp"
#include "recursive/api/gaussian_model.hpp"

#include <numeric>

namespace cv { namespace recfilter { namespace {

//! The wider sigma of a difference that is close to a Laplacian (Marr and Hildreth 1980).
const double LAPLACIAN_RATIO = 1.6;

//! From scale to scale; of one scale, or of scales that are all the same, to the wider blur of a difference.
double factorOf(const cuda::BlobParams& params)
{
    const double factor =
        params.scales > 1 ? std::pow(params.maxSigma / params.minSigma, 1. / (params.scales - 1)) : 1.;
    return factor > 1 ? factor : LAPLACIAN_RATIO;
}

void check(const cuda::BlobParams& params)
{
    checkSigma(params.minSigma, "minSigma");
    checkSigma(params.maxSigma, "maxSigma");
    if (params.maxSigma < params.minSigma)
        CV_Error(Error::StsOutOfRange, format("maxSigma is %g and minSigma %g; maxSigma must not be smaller",
                                              params.maxSigma, params.minSigma));
    if (params.scales < 1 || params.scales > 1000)
        CV_Error(Error::StsOutOfRange, format("scales is %d; 1 to 1000 are accepted", params.scales));
    if (!(params.threshold >= 0 && std::isfinite(params.threshold)))
        CV_Error(Error::StsOutOfRange, format("threshold is %g; 0 and more are accepted", params.threshold));
    if (!(params.overlap >= 0 && params.overlap <= 1))
        CV_Error(Error::StsOutOfRange, format("overlap is %g; 0 to 1 are accepted", params.overlap));
    if (params.response != cuda::BLOBS_LAPLACIAN && params.response != cuda::BLOBS_DIFFERENCE)
        CV_Error(Error::StsBadArg,
                 format("response is %d; BLOBS_LAPLACIAN (0) and BLOBS_DIFFERENCE (1) are accepted", params.response));
    if (params.polarity < 1 || params.polarity > 3)
        CV_Error(Error::StsBadArg, format("polarity is %d; BLOBS_BRIGHT (1), BLOBS_DARK (2) and their sum are accepted",
                                          params.polarity));
    checkBorder(withoutIsolated(params.borderType), "borderType");
    if (params.response == cuda::BLOBS_DIFFERENCE)
        checkSigma(params.maxSigma * factorOf(params), "maxSigma times the factor from scale to scale");
}

//! The largest value of a depth, 1 of floating-point ones.
double rangeOf(int depth)
{
    return depth == CV_8U ? 255 : depth == CV_16U ? 65535 : depth == CV_16S ? 32767 : 1;
}

//! Where the work of arrays of a kind goes.
struct OnHost
{
    typedef Mat Array;
    static void compute(const PixelFunction& function, const Mat* planes, Mat& dst)
    {
        computeOnHost(function, planes, Mat(), dst);
    }
    static void find(const ScaleNeighbours<Mat>& scale, std::vector<BlobPoint>& points) { findExtrema(scale, points); }
};

struct OnDevice
{
    typedef cuda::GpuMat Array;
    static void compute(const PixelFunction& function, const cuda::GpuMat* planes, cuda::GpuMat& dst)
    {
        computeOnDevice(function, planes, cuda::GpuMat(), dst, cuda::Stream::Null());
    }
    static void find(const ScaleNeighbours<cuda::GpuMat>& scale, std::vector<BlobPoint>& points)
    {
        findExtrema(scale, points, cuda::Stream::Null());
    }
};

//! The responses of an image, scale by scale, from the smallest on. Bright blobs have positive ones.
template <typename Side>
class Responses
{
    typedef typename Side::Array Array;

public:
    Responses(const Array& image, const cuda::BlobParams& p) : src(image), params(p), factor(factorOf(p)) {}

    double sigma(int scale) const
    {
        if (params.scales == 1)
            return params.minSigma;
        const double ratio = params.maxSigma / params.minSigma;
        return std::min(params.minSigma * std::pow(ratio, double(scale) / (params.scales - 1)), params.maxSigma);
    }

    //! @param response allocated unless it has the size
    void next(int scale, Array& response)
    {
        PixelFunction function = {PixelFunction::SUM};
        if (params.response == cuda::BLOBS_LAPLACIAN)
        {
            cuda::laplacianOfGaussian(src, blurred, sigma(scale), 0, params.borderType, CV_32F, true);
            function.weights = {-1, 0, 1};
        }
        else
        {
            // The blur of a scale serves the one before it, too.
            std::swap(blurred, wider);
            if (blurred.empty())
                blur(sigma(scale), blurred);
            blur(factor * sigma(scale), wider);
            function.weights = {1 / (factor - 1), -1 / (factor - 1), 1};
        }
        const Array planes[MAX_PLANES] = {blurred, wider.empty() ? blurred : wider, Array()};
        response.create(src.size(), CV_32F);
        Side::compute(function, planes, response);
    }

private:
    void blur(double ofSigma, Array& dst) const
    {
        cuda::recursiveGaussianBlur(src, dst, ofSigma, 0, params.borderType, CV_32F);
    }

    const Array src;
    const cuda::BlobParams& params;
    const double factor;
    Array blurred, wider; //!< kept from scale to scale: an allocation waits for the GPU
};

template <typename Side>
std::vector<Blob> blobsOf(const typename Side::Array& src, const cuda::BlobParams& params)
{
    Responses<Side> responses(src, params);
    ScaleNeighbours<typename Side::Array> scale;
    scale.threshold = float(params.threshold * rangeOf(src.depth()));
    scale.bright = params.polarity & cuda::BLOBS_BRIGHT;
    scale.dark = params.polarity & cuda::BLOBS_DARK;
    responses.next(0, scale.above);
    std::vector<Blob> blobs;
    for (int i = 0; i < params.scales; i++)
    {
        std::swap(scale.below, scale.response); // `above` takes the memory of what was below
        std::swap(scale.response, scale.above);
        if (i + 1 < params.scales)
            responses.next(i + 1, scale.above);
        else
            scale.above = typename Side::Array();
        std::vector<BlobPoint> points;
        Side::find(scale, points);
        for (const BlobPoint& point : points)
            blobs.push_back({float(point.x), float(point.y), float(responses.sigma(i)), point.value});
    }
    return withoutOverlaps(std::move(blobs), params.overlap);
}

}}} // namespace cv::recfilter::

namespace cv { namespace cuda {

BlobParams::BlobParams()
    : minSigma(1), maxSigma(32), scales(16), threshold(0.1), overlap(0.5), response(BLOBS_LAPLACIAN),
      polarity(BLOBS_BRIGHT), borderType(BORDER_DEFAULT)
{
}

void scaleSpaceBlobs(InputArray src, OutputArray blobs, const BlobParams& params)
{
    using namespace cv::recfilter;
    check(params);
    const ArrayKind kind = checkKind(src, "src", false);
    checkSource(src, "src", 2);
    checkDepth(src.depth(), "src");
    if (src.channels() != 1)
        CV_Error(Error::BadNumChannels, format("src has %d channels; 1 is accepted", src.channels()));
    if (!blobs.isMat() && !blobs.isUMat())
        CV_Error(Error::StsBadArg, "blobs is no Mat; a Mat is accepted, also for a GpuMat");
    std::vector<Blob> found;
    if (kind == ArrayKind::GPU_MAT)
    {
        checkDevice("src", kind);
        const CallMemory memory = {"src", src.getGpuMat().data};
        const CallDevice device(&memory, 1, Stream::Null());
        found = blobsOf<OnDevice>(src.getGpuMat(), params);
    }
    else
        found = blobsOf<OnHost>(src.getMat(), params);
    std::sort(found.begin(), found.end(), [](const Blob& a, const Blob& b) {
        const float ofA = std::abs(a[3]), ofB = std::abs(b[3]);
        return std::tie(ofB, a[1], a[0], a[2]) < std::tie(ofA, b[1], b[0], b[2]);
    });
    if (found.empty())
        return blobs.release();
    Mat(int(found.size()), 4, CV_32F, found.data()).copyTo(blobs);
}

}} // namespace cv::cuda
