// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// RecursiveFilter and its factories.

#include "arrays/call/filter_call.hpp"
#include "runtime/cuda/call_device.hpp"
#include "recursive/api/array_filter.hpp"
#include "recursive/api/create_filter.hpp"
#include "recursive/api/kept_filters.hpp"
#include "recursive/api/image_filter.hpp"
#include "runtime/cpu/memory/tuning.hpp"
#include "recursive/plan/schedule/schedule_needs.hpp"

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

bool isLarge(const Mat& dst)
{
    return dst.total() * dst.elemSize() >= size_t(tuning::NON_TEMPORAL_BYTES);
}

class RecursiveFilterImpl final : public FilterCall
{
public:
    explicit RecursiveFilterImpl(const FilterModel& m) : FilterCall(m.ddepth, m.derivative), filter(m) {}

    void clear() override { filter.clear(); }

    int getAlgorithm() const override { return filter.model.algorithm; }
    int getOrderX() const override { return filter.model.axes[ALONG_ROWS].order(); }
    int getOrderY() const override { return filter.model.axes[ALONG_COLUMNS].order(); }

private:
    void checkSideOf(bool onDevice) const override { checkSide(scheduleOf(filter.model.algorithm), onDevice); }
    size_t workBytes(Size size, int type) const override { return filter.workBytes(size, type); }

    String explained(Size size, int type, bool onDevice) const override { return filter.explain(size, type, onDevice); }

    void runOnHost(const Mat& src, Mat* dst, const CallOutput*, int) const override
    {
        filter.apply(src, *dst, isLarge(*dst));
    }

    void runOnDevice(const GpuMat& src, bool mustCopy, GpuMat* dst, int, Stream& stream) const override
    {
        filter.apply(src, mustCopy, *dst, stream);
    }

    void runEachOnDevice(const std::vector<DeviceFrame>& frames, int, Stream& stream) const override
    {
        filter.apply(frames, stream);
    }

    ImageFilter filter;
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

Ptr<RecursiveFilter> createRecursiveFilter(const std::vector<int>& dimensions, const std::vector<RecursiveAxis>& axes,
                                           const Scalar& borderValue, int ddepth, int algorithm)
{
    recfilter::checkDimensions(dimensions, axes.size(), "axes");
    return recfilter::createArrayFilter(dimensions, recfilter::makeArrayModel(axes, borderValue, ddepth, algorithm));
}

}} // namespace cv::cuda

void cv::cuda::releaseWorkspaces()
{
    cv::recfilter::KeptFilters::forgetAll();
    cv::recfilter::releaseDeviceMemory();
}

cv::Ptr<cv::cuda::RecursiveFilter> cv::recfilter::createFilter(const FilterModel& model)
{
    checkSchedule(model);
    return makePtr<cuda::RecursiveFilterImpl>(model);
}
