// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// GAUSSIAN_LEE_ONE_WAY and GAUSSIAN_LEE_TWO_WAY as a RecursiveFilter: argument checks, and the choice of CPU or GPU.

#include "recursive/api/lee_filter.hpp"

#include "papers/cpu/lee/lee_cpu.hpp"
#include "papers/cuda/lee/lee_gpu.hpp"
#include "arrays/call/filter_call.hpp"
#include "arrays/explanation.hpp"
#include "arrays/border_type.hpp"

namespace cv { namespace recfilter { namespace {

//! The accepted sigmas. Below, the paper's q no longer depends on sigma. Beyond, the recursion loses the seventh digit
//! even in double.
const double MIN_SIGMA = 0.5, MAX_SIGMA = 1000;

/** Largest sigma in float. Float loses of noise and of a bright square, as shares of the largest value:
sigma 6 2.5e-6 and 6e-6, sigma 8 5e-6 and 1.4e-5, sigma 90 8e-3 and 1e-3. */
const double FLOAT_SIGMA = 6;

class LeeFilter final : public FilterCall
{
public:
    //! On the host all of the source is read before the result is written.
    explicit LeeFilter(const LeeModel& m) : FilterCall(m.ddepth, {}, Overlap::ANY), model(m), cpu(m), gpu(m) {}

    void clear() override { cpu.clear(); }

    int getAlgorithm() const override { return cuda::RECURSIVE_AUTO; }
    int getOrderX() const override { return orderOf(model.sigmaX); }
    int getOrderY() const override { return orderOf(model.sigmaY); }

private:
    //! Three poles in each direction.
    static int orderOf(double sigma) { return sigma > 0 ? 6 : 0; }

    size_t workBytes(Size size, int type) const override
    {
        return gpu.workBytes(size, CV_MAT_CN(type), isInDouble(CV_MAT_DEPTH(type)));
    }

    String explained(Size size, int type, bool onDevice) const override
    {
        const Explanation what = {"moving recursions of Lee et al. 2014", "Lee", 0,
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
        const bool isWide = std::max(model.sigmaX, model.sigmaY) > FLOAT_SIGMA;
        return isWide ? WorkingType{true, INEXACT_FLOAT} : WorkingType{false, EXACT_FLOAT};
    }

    const LeeModel model;
    LeeCpu cpu;
    const LeeGpu gpu;
};

void checkLeeSigma(double sigma, const char* name, const char* approximation)
{
    if (!(sigma == 0 || (sigma >= MIN_SIGMA && sigma <= MAX_SIGMA)))
        CV_Error(Error::StsOutOfRange,
                 format("%s is %g; %g to %g are accepted with %s", name, sigma, MIN_SIGMA, MAX_SIGMA, approximation));
}

//! @param onlyName name of the only accepted value
void checkOnly(int value, const char* name, int only, const char* onlyName, const char* approximation)
{
    if (value != only)
        CV_Error(Error::StsBadArg,
                 format("%s is %d; only %s is accepted with %s", name, value, onlyName, approximation));
}

} // namespace

}} // namespace cv::recfilter

cv::Ptr<cv::cuda::RecursiveFilter> cv::recfilter::createLeeFilter(const cuda::RecursiveGaussianParams& params,
                                                                  double sigmaX, double sigmaY)
{
    const bool twoWay = params.approximation == cuda::GAUSSIAN_LEE_TWO_WAY;
    const char* const name = nameOfLee(params.approximation);
    checkResultDepth(params.ddepth);
    checkBorderValue(params.borderValue);
    checkLeeSigma(sigmaX, "sigmaX", name);
    checkLeeSigma(sigmaY, "sigmaY", name);
    checkOnly(params.dx, "dx", 0, "0", name);
    checkOnly(params.dy, "dy", 0, "0", name);
    checkOnly(withoutIsolated(params.borderType), "borderType", BORDER_REPLICATE, "BORDER_REPLICATE (1)", name);
    checkOnly(params.algorithm, "algorithm", cuda::RECURSIVE_AUTO, "RECURSIVE_AUTO", name);
    return makePtr<LeeFilter>(LeeModel{sigmaX, sigmaY, twoWay, params.ddepth});
}
