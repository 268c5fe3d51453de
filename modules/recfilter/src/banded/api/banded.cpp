// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The factory of solvers of banded systems, and these as a RecursiveFilter.

#include "arrays/call/filter_call.hpp"
#include "banded/cpu/banded_cpu.hpp"
#include "banded/cuda/banded_gpu.hpp"
#include "arrays/explanation.hpp"

namespace cv { namespace recfilter { namespace {

class BandedSolver final : public FilterCall
{
public:
    explicit BandedSolver(const BandedModel& m) : FilterCall(m.ddepth), model(m), cpu(m), gpu(m) {}

    void clear() override
    {
        cpu.clear();
        gpu.clear();
    }

    int getAlgorithm() const override { return cuda::RECURSIVE_AUTO; }
    int getOrderX() const override { return model.states[ALONG_ROWS]; }
    int getOrderY() const override { return model.states[ALONG_COLUMNS]; }

private:
    size_t workBytes(Size size, int type) const override
    {
        return gpu.workBytes(size, CV_MAT_CN(type), isInDouble(CV_MAT_DEPTH(type)));
    }

    String explained(Size size, int type, bool onDevice) const override
    {
        const Explanation what = {"substitutions by the factors of the system", "banded systems", 0,
                                  onDevice ? int64(workBytes(size, type)) : -1};
        return textOf(what, workingType(CV_MAT_DEPTH(type)));
    }

    void runOnHost(const Mat& src, Mat* dst, const CallOutput*, int) const override
    {
        cpu.apply(src, *dst, isInDouble(src.depth()));
    }

    void runOnDevice(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat* dst, int,
                     cuda::Stream& stream) const override
    {
        gpu.apply(src, mustCopy, *dst, isInDouble(src.depth()), stream);
    }

    bool isInDouble(int depth) const { return workingType(depth).isDouble; }

    WorkingType workingType(int depth) const
    {
        if (depth == CV_64F || model.ddepth == CV_64F)
            return {true, DOUBLE_ARRAYS};
        return model.inDouble ? WorkingType{true, INEXACT_FLOAT} : WorkingType{false, EXACT_FLOAT};
    }

    const BandedModel model;
    BandedCpu cpu;
    BandedGpu gpu;
};

}}} // namespace cv::recfilter::<anonymous>

namespace cv { namespace cuda {

Ptr<RecursiveFilter> createBandedSolver(const std::vector<double>& bandX, int borderTypeX,
                                        const std::vector<double>& bandY, int borderTypeY, int ddepth)
{
    return makePtr<recfilter::BandedSolver>(recfilter::makeBandedModel(bandX, borderTypeX, bandY, borderTypeY, ddepth));
}

Ptr<RecursiveFilter> createBandedSolver(const std::vector<double>& band, int borderType, int ddepth)
{
    return createBandedSolver(band, borderType, band, borderType, ddepth);
}

}} // namespace cv::cuda
