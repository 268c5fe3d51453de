// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Direct convolution on the GPU: which kernel takes a bank of images or volumes, and its taps.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "dense/cuda/common/compiled_kernel.hpp"
#include "dense/cuda/common/conv_engine.hpp"
#include "dense/cuda/volume/plane_taps.hpp"
#include "dense/plan/sum_errors.hpp"

namespace cv { namespace recfilter {

namespace {

class DirectGpu final : public ConvEngineGpu
{
public:
    explicit DirectGpu(const SharedBank& shared) : ConvEngineGpu(shared), kernel(bank), planeTaps(bank, kernel)
    {
        if (kernel.size && !kernel.isVolume)
            for (const std::vector<double>& list : bank.taps)
                imageTaps.push_back(fillUp(list, bank.size[3], kernel.size));
    }

    void queue(const ConvCall& call, const Queue& queue) const override
    {
        const std::vector<BankResult> results = gpu::resultsOf(bank, call);
        const bool isExact = call.precision == ConvPrecision::EXACT;
        const bool isCompiled = kernel.size && results[0].rotated < 0;
        bool inDouble = call.precision == ConvPrecision::DOUBLE;
        std::vector<gpu::ConvFilter> filters;
        filters.reserve(results.size());
        for (const BankResult& result : results)
        {
            const double bound = isExact ? sumError(bank, result, additions(result, isCompiled), FLT_EPSILON / 2) : 0.;
            inDouble = inDouble || bound > gpu::tuning::MOST_TIES;
            filters.push_back({gpu::convResultOf(result, call), resident->taps<double>(result, queue.device),
                               float(std::min(bound * (1 + 1e-6), 0.5))});
        }
        gpu::ConvJob job = gpu::convJobOf(bank, call);
        if (isExact && !inDouble)
            job.recheck = gpu::RECHECK_TIES;
        else if (isCompiled && kernel.fillsUp && !inDouble)
            job.recheck = gpu::RECHECK_NOT_FINITE;
        if (inDouble)
            runAny<double>(job, results, filters, queue);
        else if (!isCompiled)
            runAny<float>(job, results, filters, queue);
        else if (kernel.isVolume)
            runVolumes(job, results, filters, queue);
        else
            runImages(job, results, filters, queue.stream);
    }

    void prepare(int device) const override
    {
        resident->prepare(device);
        if (kernel.size && kernel.isVolume)
            planeTaps.prepare(device);
    }

private:
    typedef std::vector<BankResult> Results;
    typedef std::vector<gpu::ConvFilter> Filters;

    template <typename W>
    void runAny(const gpu::ConvJob& job, const Results& results, const Filters& filters, const Queue& queue) const
    {
        for (size_t i = 0; i < results.size(); i++)
            gpu::runAny(job, filters[i], resident->taps<W>(results[i], queue.device), queue.stream);
    }

    void runVolumes(const gpu::ConvJob& job, const Results& results, const Filters& filters, const Queue& queue) const
    {
        for (size_t i = 0; i < results.size(); i++)
        {
            const int list = results[i].plain;
            if (job.recheck != gpu::RECHECK_NONE ||
                !gpu::runNear(job, kernel.marchesT, kernel.size, planeTaps.of(list), filters[i].result, queue.stream))
                gpu::runPlanes(job, kernel.marchesT, kernel.size, planeTaps.of(list, queue.device), filters[i],
                               sumsRows(job), queue.stream);
        }
    }

    void runImages(const gpu::ConvJob& job, const Results& results, const Filters& filters, cudaStream_t stream) const
    {
        for (size_t i = 0; i < results.size();)
        {
            if (kernel.size > gpu::tuning::BLOCK_KERNEL)
            {
                gpu::runMarch(job, kernel.size, imageTaps[size_t(results[i].plain)].data(), filters[i], sumsRows(job),
                              stream);
                i++;
                continue;
            }
            const float* lists[gpu::MAX_SHARED_FILTERS];
            const size_t left = std::min(results.size() - i, size_t(gpu::tuning::blockFilters(kernel.size)));
            const size_t count = left >= 4 ? 4 : left >= 2 ? 2 : 1;
            for (size_t k = 0; k < count; k++)
                lists[k] = imageTaps[size_t(results[i + k].plain)].data();
            gpu::runBlock(job, kernel.size, lists, &filters[i], int(count), sumsRows(job), stream);
            i += count;
        }
    }

    //! Whether compiled kernels add up sums of rows, for a small bound of their error.
    static bool sumsRows(const gpu::ConvJob& job) { return job.recheck == gpu::RECHECK_TIES; }

    //! Additions that follow each other in a sum.
    int additions(const BankResult& result, bool isCompiled) const
    {
        if (isCompiled)
            return kernel.size + kernel.rows();
        const int piece = gpu::tuning::PIECE, terms = result.rotated < 0 ? 1 : 2;
        const int pieces = (bank.size[3] + piece - 1) / piece;
        return piece + terms * bank.size[0] * bank.size[1] * bank.size[2] * pieces;
    }

    const CompiledKernel kernel;
    const PlaneTaps planeTaps;                 //!< of volumes
    std::vector<std::vector<float>> imageTaps; //!< of each list size * size taps
};

} // namespace

SharedEngine makeDirectGpu(const SharedBank& bank)
{
    return std::make_shared<DirectGpu>(bank);
}

}} // namespace cv::recfilter

#endif
