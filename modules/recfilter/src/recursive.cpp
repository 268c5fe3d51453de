// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "cpu/recursive_cpu.hpp"
#include "cuda/recursive_gpu.hpp"
#include "filter_arrays.hpp"
#include "filter_validation.hpp"

namespace cv { namespace cuda {

RecursivePass::RecursivePass() : feedforward(1, 1.0), feedback(1, 1.0), anticausal(false) {}

RecursivePass::RecursivePass(const std::vector<double>& b, const std::vector<double>& a, bool backwards)
    : feedforward(b), feedback(a), anticausal(backwards)
{
}

RecursiveAxis::RecursiveAxis() : borderType(BORDER_REFLECT), form(RECURSIVE_CASCADE) {}

RecursiveAxis::RecursiveAxis(const std::vector<RecursivePass>& list, int border, int combination)
    : passes(list), borderType(border), form(combination)
{
}

RecursiveAxis RecursiveAxis::symmetric(const std::vector<double>& feedforward, const std::vector<double>& feedback,
                                       int borderType)
{
    return RecursiveAxis({RecursivePass(feedforward, feedback, false), RecursivePass(feedforward, feedback, true)},
                         borderType);
}

namespace {

/** Float arithmetic may cost a filter this share of its largest response before images are filtered in double. The error of
noise is as large: Gaussians of three added pairs and sigma 20, 30 and 100 are estimated to lose 6e-6, 1.2e-5 and 3.2e-5, and
lose 5.6e-6, 1.0e-5 and 6.4e-5. */
const double FLOAT_TOLERANCE = 1e-5;

/** Pixels that a float filter may remember. What a pixel adds to the state of a slower pole is lost in its rounding, and the
pole itself is moved by rounding it: noise through poles 1 - 1e-5, 1 - 5e-6 and 1 - 2e-6 both ways, REFLECT, 2e5 and 2e6
pixels wide, is off by 4e-4, 1.1e-3 and 2.6e-2. */
const double FLOAT_MEMORY = 1 << 17;

class RecursiveFilterImpl final : public RecursiveFilter
{
public:
    explicit RecursiveFilterImpl(const recfilter::FilterModel& m)
        : model(m), errors(recfilter::floatErrors(m)), cpu(m), gpu(m)
    {
    }

    void apply(InputArray src, OutputArray dst) const override
    {
        if (check(src, dst))
            applyOnDevice(src, dst, Stream::Null());
        else
            applyOnHost(src, dst);
    }

    void apply(InputArray src, OutputArray dst, Stream& stream) const override
    {
        if (check(src, dst))
            applyOnDevice(src, dst, stream);
        else
            applyOnHost(src, dst);
    }

    int getAlgorithm() const override { return model.algorithm; }
    int getOrderX() const override { return model.x.order(); }
    int getOrderY() const override { return model.y.order(); }

private:
    void applyOnHost(InputArray src, OutputArray dst) const
    {
        const Mat source = src.getMat();
        dst.create(source.size(), recfilter::filteredType(src, model.ddepth));
        Mat destination = dst.getMat();
        cpu.apply(source, destination, isInDouble(source.depth(), source.size(), errors.onHost));
    }

    void applyOnDevice(InputArray src, OutputArray dst, Stream& stream) const
    {
        const GpuMat source = src.getGpuMat();
        GpuMat destination =
            recfilter::deviceDestination(dst, source.size(), recfilter::filteredType(src, model.ddepth));
        gpu.apply(source, destination, isInDouble(source.depth(), source.size(), errors.onDevice), stream);
        recfilter::assignDevice(dst, destination);
    }

    void checkAlgorithmOfDevice() const
    {
        const int algorithm = model.algorithm;
        if (algorithm != RECURSIVE_AUTO && algorithm != RECURSIVE_ALG_5 && algorithm != RECURSIVE_ALG_6)
            CV_Error(Error::StsNotImplemented, format("algorithm is %d and src a GpuMat; RECURSIVE_AUTO (0), "
                                                      "RECURSIVE_ALG_5 (5) and RECURSIVE_ALG_6 (6) are accepted "
                                                      "there, all of them for a Mat",
                                                      algorithm));
    }

    //! Whether an image is computed in double: because it is one, or because float would be too coarse.
    bool isInDouble(int depth, Size size, double errorInFloat) const
    {
        const double memory =
            std::max(std::min(model.x.memory, double(size.width)), std::min(model.y.memory, double(size.height)));
        return model.inDouble || depth == CV_64F || model.ddepth == CV_64F || errorInFloat > FLOAT_TOLERANCE ||
               memory > FLOAT_MEMORY;
    }

    //! All there is to check; tells whether the arrays are on the GPU.
    bool check(InputArray src, OutputArray dst) const
    {
        const bool onDevice = recfilter::checkFilterArrays(src, dst, model.ddepth);
        if (onDevice)
        {
            checkAlgorithmOfDevice();
            recfilter::checkDevice("src");
        }
        return onDevice;
    }

    const recfilter::FilterModel model;
    const recfilter::FloatErrors errors;
    const recfilter::RecursiveCpu cpu;
    const recfilter::RecursiveGpu gpu;
};

} // namespace

Ptr<RecursiveFilter> createRecursiveFilter(const RecursiveAxis& axisX, const RecursiveAxis& axisY,
                                           const Scalar& borderValue, int ddepth, int algorithm)
{
    return recfilter::createFilter(recfilter::makeFilterModel(axisX, axisY, borderValue, ddepth, algorithm));
}

Ptr<RecursiveFilter> createRecursiveFilter(const RecursiveAxis& axis, const Scalar& borderValue, int ddepth,
                                           int algorithm)
{
    return createRecursiveFilter(axis, axis, borderValue, ddepth, algorithm);
}

}} // namespace cv::cuda

cv::Ptr<cv::cuda::RecursiveFilter> cv::recfilter::createFilter(const FilterModel& model)
{
    return makePtr<cuda::RecursiveFilterImpl>(model);
}
