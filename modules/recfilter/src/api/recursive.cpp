// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "cpu/recursive_cpu.hpp"
#include "cuda/runtime/call_device.hpp"
#include "cuda/recursive_gpu.hpp"
#include "api/filter_arrays.hpp"
#include "model/filter_validation.hpp"
#include "model/float_loss.hpp"

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

class RecursiveFilterImpl final : public RecursiveFilter
{
public:
    explicit RecursiveFilterImpl(const recfilter::FilterModel& m)
        : model(m), floatRange(recfilter::floatRangeOf(m)), cpu(m), gpu(m)
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
        cpu.apply(source, destination, isInDouble(source.depth(), source.size(), floatRange.onHost));
    }

    void applyOnDevice(InputArray src, OutputArray dst, Stream& stream) const
    {
        const int type = recfilter::filteredType(src, model.ddepth);
        const recfilter::CallDevice device(
            {{"src", recfilter::memoryOf(src)}, {"dst", recfilter::keptMemory(dst, src.size(), type)}}, stream);
        const GpuMat source = src.getGpuMat();
        GpuMat destination = recfilter::deviceDestination(dst, source.size(), type);
        gpu.apply(source, destination, isInDouble(source.depth(), source.size(), floatRange.onDevice), stream);
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
    bool isInDouble(int depth, Size size, const recfilter::FloatSizes& inFloat) const
    {
        return model.inDouble || depth == CV_64F || model.ddepth == CV_64F || !inFloat.take(size);
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
    const recfilter::FloatRange floatRange;
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
