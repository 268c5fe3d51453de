// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// RecursiveFilter and its factories.

#include "arrays/call/filter_call.hpp"
#include "recursive/cpu/recursive_cpu.hpp"
#include "recursive/cuda/recursive_gpu.hpp"
#include "runtime/cuda/call_device.hpp"
#include "recursive/api/create_filter.hpp"
#include "recursive/api/gaussian_blur.hpp"
#include "recursive/plan/choice/working_type.hpp"
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

FilterModel withLoss(FilterModel model, bool losesBySections)
{
    model.losesBySections = losesBySections;
    return model;
}

class RecursiveFilterImpl final : public FilterCall
{
public:
    explicit RecursiveFilterImpl(const FilterModel& m)
        : FilterCall(m.ddepth, m.derivative), model(m), types(m), cpu(withLoss(m, types.needsBlocksOnHost())),
          gpu(withLoss(m, types.needsBlocksOnDevice()))
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
        return gpu.workBytes(size, CV_MAT_CN(type),
                             types.onDevice(CV_MAT_DEPTH(type), size, RecursiveGpu::runsBlocks()).isDouble);
    }

    String explained(Size size, int type, bool onDevice) const override
    {
        const int depth = CV_MAT_DEPTH(type), channels = CV_MAT_CN(type);
        const WorkingType working = onDevice ? types.onDevice(depth, size, RecursiveGpu::runsBlocks())
                                             : types.onHost(depth, size, RecursiveCpu::fuses());
        return textOf(onDevice ? gpu.explain(size, channels, working.isDouble)
                               : cpu.explain(size, channels, working.isDouble),
                      working);
    }

    void runOnHost(const Mat& src, Mat* dst, const CallOutput*, int) const override
    {
        cpu.apply(src, *dst, types.onHost(src.depth(), src.size(), RecursiveCpu::fuses()).isDouble);
    }

    void runOnDevice(const GpuMat& src, bool mustCopy, GpuMat* dst, int, Stream& stream) const override
    {
        gpu.apply(src, mustCopy, *dst, types.onDevice(src.depth(), src.size(), RecursiveGpu::runsBlocks()).isDouble,
                  stream);
    }

    const FilterModel model;
    const WorkingTypes types;
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
    return makePtr<cuda::RecursiveFilterImpl>(model);
}
