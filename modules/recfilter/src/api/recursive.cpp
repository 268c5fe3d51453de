// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// RecursiveFilter and its factories, and the choice of float or double for an image.

#include "api/filter_call.hpp"
#include "cpu/recursive_cpu.hpp"
#include "cuda/recursive_gpu.hpp"
#include "cuda/runtime/call_device.hpp"
#include "api/create_filter.hpp"
#include "api/gaussian_blur.hpp"
#include "model/float_loss.hpp"
#include "plan/schedule/schedule_filters.hpp"
#include "plan/schedule/schedule_needs.hpp"

namespace cv { namespace cuda {

RecursivePass::RecursivePass() : feedforward(1, 1.0), feedback(1, 1.0), anticausal(false) {}

RecursivePass::RecursivePass(const std::vector<double>& b, const std::vector<double>& a, bool backwards)
    : feedforward(b), feedback(a), anticausal(backwards)
{
}

RecursiveAxis::RecursiveAxis() : borderType(BORDER_DEFAULT), form(RECURSIVE_CASCADE) {}

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

using namespace cv::recfilter;

class RecursiveFilterImpl final : public FilterCall
{
public:
    explicit RecursiveFilterImpl(const FilterModel& m)
        : FilterCall(m.ddepth, m.derivative), model(m), floatRange(floatRangeOf(m)), cpu(m), gpu(m)
    {
    }

    void clear() override
    {
        cpu.clear();
        gpu.clear();
    }

    int getAlgorithm() const override { return model.algorithm; }
    int getOrderX() const override { return model.axes[ALONG_ROWS].order(); }
    int getOrderY() const override { return model.axes[ALONG_COLUMNS].order(); }

private:
    void checkSideOf(bool onDevice) const override { checkSide(scheduleOf(model.algorithm), onDevice); }

    size_t workBytes(Size size, int type) const override
    {
        return gpu.workBytes(size, CV_MAT_CN(type), isInDouble(CV_MAT_DEPTH(type), size, floatRange.onDevice));
    }

    void runOnHost(const Mat& src, Mat* dst, const CallOutput*, int) const override
    {
        cpu.apply(src, *dst, isInDouble(src.depth(), src.size(), floatRange.onHost));
    }

    void runOnDevice(const GpuMat& src, bool mustCopy, GpuMat* dst, int, Stream& stream) const override
    {
        gpu.apply(src, mustCopy, *dst, isInDouble(src.depth(), src.size(), floatRange.onDevice), stream);
    }

    //! Whether an image is computed in double: because of its depth, or because float would be too inexact.
    bool isInDouble(int depth, Size size, const FloatSizes& inFloat) const
    {
        return model.inDouble || depth == CV_64F || model.ddepth == CV_64F || !inFloat.take(size);
    }

    const FilterModel model;
    const FloatRange floatRange;
    RecursiveCpu cpu;
    RecursiveGpu gpu;
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

void cv::cuda::releaseWorkspaces()
{
    cv::recfilter::forgetBlurs();
    cv::recfilter::releaseDeviceMemory();
}

cv::Ptr<cv::cuda::RecursiveFilter> cv::recfilter::createFilter(const FilterModel& model)
{
    checkSchedule(model);
    FilterModel checked = model;
    checked.inDouble |= growthBetweenParts(scheduleOf(model.algorithm), model) > MOST_FLOAT_GROWTH;
    return makePtr<cuda::RecursiveFilterImpl>(checked);
}
