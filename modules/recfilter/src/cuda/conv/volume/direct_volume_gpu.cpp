// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Direct convolution of volumes, and of volumes over time, on the GPU: which kernel takes a bank, and its taps.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "cuda/conv/common/conv_engine.hpp"
#include "cuda/conv/common/device_taps.hpp"
#include "cuda/conv/common/tuning.hpp"
#include "cuda/conv/volume/plane_job.hpp"
#include "cuda/conv/volume/plane_taps.hpp"
#include "plan/conv/sum_errors.hpp"

namespace cv { namespace recfilter {

namespace {

class DirectVolumeGpu final : public ConvAlgorithmGpu
{
public:
    explicit DirectVolumeGpu(const KernelBank& kernels) : bank(kernels), shape(bank), taps(bank), planeTaps(bank, shape)
    {
    }

    void queue(const ConvCall& call, const Queue& queue) const override
    {
        gpu::ConvJob job = gpu::convJobOf(bank, call.src, call.dst[0].size());
        job.outer = call.outer;
        const std::vector<BankResult> results = gpu::resultsOf(bank, call);
        const uchar* const lists = taps.on(queue.device);
        const bool isExact = call.src.depth() == CV_8U && call.dst[0].depth() <= CV_32S;
        const bool isCompiled = shape.size && results[0].rotated < 0;
        bool inDouble = call.src.depth() == CV_64F || call.dst[0].depth() == CV_64F;
        std::vector<gpu::ConvFilter> filters;
        for (const BankResult& result : results)
        {
            const double bound = isExact ? sumError(bank, result, additions(result, isCompiled), FLT_EPSILON / 2) : 0.;
            inDouble = inDouble || bound > gpu::tuning::MOST_TIES;
            filters.push_back({gpu::convResultOf(result, call), taps.of<double>(result, lists),
                               float(std::min(bound * (1 + 1e-6), 0.5))});
        }
        if (isExact && !inDouble)
            job.recheck = gpu::RECHECK_TIES;
        else if (isCompiled && shape.fillsUp && !inDouble)
            job.recheck = gpu::RECHECK_NOT_FINITE;
        for (size_t i = 0; i < results.size(); i++)
            if (inDouble)
                gpu::runAny(job, filters[i], taps.of<double>(results[i], lists), queue.stream);
            else if (isCompiled && job.recheck == gpu::RECHECK_NONE &&
                     gpu::runNear(job, shape.marchesT, shape.size, planeTaps.of(results[i].plain), filters[i].result,
                                  queue.stream))
                continue;
            else if (isCompiled)
                gpu::runPlanes(job, shape.marchesT, shape.size, planeTaps.of(results[i].plain, queue.device),
                               filters[i], isExact, queue.stream);
            else
                gpu::runAny(job, filters[i], taps.of<float>(results[i], lists), queue.stream);
    }

    void prepare(int device) const override
    {
        taps.on(device);
        if (shape.size)
            planeTaps.of(0, device);
    }

private:
    //! That follow each other in a sum.
    int additions(const BankResult& result, bool isCompiled) const
    {
        if (isCompiled)
            return shape.size + shape.size * shape.size * shape.middle;
        const int piece = gpu::tuning::PIECE, terms = result.rotated < 0 ? 1 : 2;
        const int pieces = (bank.size[3] + piece - 1) / piece;
        return piece + terms * bank.size[0] * bank.size[1] * bank.size[2] * pieces;
    }

    const KernelBank bank;
    const PlaneKernel shape;
    const gpu::DeviceTaps taps;
    const gpu::PlaneTaps planeTaps;
};

} // namespace

std::unique_ptr<ConvAlgorithmGpu> makeDirectVolumeGpu(const KernelBank& bank)
{
    return std::make_unique<DirectVolumeGpu>(bank);
}

}} // namespace cv::recfilter

#endif
