// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Smoothing by recursive Gaussians and by windows of tables, on both sides.

#include "functions/api/image_smoother.hpp"

#include "functions/api/box_tables.hpp"
#include "recursive/api/gaussian_model.hpp"
#include "recursive/api/image_filter.hpp"
#include "recursive/api/kept_filters.hpp"

namespace cv { namespace recfilter {

namespace {

//! The filter of a depth.
struct GaussianKey
{
    SmoothingGaussian gaussian;
    int depth;

    bool operator==(const GaussianKey& other) const
    {
        return gaussian.sigmaX == other.gaussian.sigmaX && gaussian.sigmaY == other.gaussian.sigmaY &&
               gaussian.borderType == other.gaussian.borderType && depth == other.depth;
    }
};

class GaussianSmoother final : public ImageSmoother
{
public:
    explicit GaussianSmoother(const cuda::RecursiveGaussianParams& params) : filter(gaussianModel(params)) {}

    void smooth(Mat& image) const override { filter.apply(image, image, false); }

    size_t workBytes(const cuda::GpuMat& image) const override { return filter.workBytes(ImageBatch(image)); }

    size_t holesBytes(const cuda::GpuMat& src) const override
    {
        return filter.blendBytes(nullptr, true, ImageBatch(src));
    }

    void smoothHoles(uchar* memory, const cuda::GpuMat& src, const Holes& holes, const cuda::GpuMat& dst,
                     const Blend& blend, cuda::Stream& stream) const override
    {
        filter.applyBlended(nullptr, &holes, memory, ImageBatch(src), ImageBatch(dst), blend, stream);
    }

    void smooth(uchar* memory, cuda::GpuMat& image, cuda::Stream& stream) const override
    {
        filter.applyIn(memory, ImageBatch(image), ImageBatch(image), false, stream);
    }

private:
    const ImageFilter filter;
};

class WindowSmoother final : public ImageSmoother
{
public:
    explicit WindowSmoother(const SmoothingWindow& window) : asked(window) {}

    void smooth(Mat& image) const override
    {
        BoxJob<Mat> job = jobOf(image);
        computeBoxes(image, TABLES, job);
    }

    size_t workBytes(const cuda::GpuMat& image) const override { return DeviceBoxTables(image, TABLES).bytes(); }

    void smooth(uchar* memory, cuda::GpuMat& image, cuda::Stream& stream) const override
    {
        BoxJob<cuda::GpuMat> job = jobOf(image);
        DeviceBoxTables(image, TABLES).computeBoxes(image, memory, job, stream);
    }

private:
    static constexpr BoxTableKind TABLES = {CV_64F, false};

    template <typename Array>
    BoxJob<Array> jobOf(const Array& image) const
    {
        BoxJob<Array> job;
        job.window = asked.window;
        job.borderType = asked.borderType;
        job.mean = image;
        return job;
    }

    const SmoothingWindow asked;
};

} // namespace

std::shared_ptr<const ImageSmoother> smootherOf(const SmoothingGaussian& gaussian, int depth,
                                                const cuda::Stream* stream)
{
    static auto* const kept = new FiltersByKey<GaussianKey, const ImageSmoother>;
    return kept->getFor({gaussian, depth}, stream, [&] {
        cuda::RecursiveGaussianParams params(gaussian.sigmaX, gaussian.sigmaY);
        params.borderType = gaussian.borderType;
        params.ddepth = depth;
        return std::make_shared<const GaussianSmoother>(params);
    });
}

std::shared_ptr<const ImageSmoother> smootherOf(const SmoothingWindow& window)
{
    return std::make_shared<const WindowSmoother>(window);
}

}} // namespace cv::recfilter
