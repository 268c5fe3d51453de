// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Direct convolution on the GPU: which kernel takes a bank, and its taps.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "cuda/conv/common/compiled_kernel.hpp"
#include "cuda/conv/common/conv_engine.hpp"
#include "cuda/conv/common/device_taps.hpp"
#include "plan/conv/sum_errors.hpp"

namespace cv { namespace recfilter {

namespace {

class DirectGpu final : public ConvAlgorithmGpu
{
public:
    explicit DirectGpu(const KernelBank& kernels)
        : bank(kernels), size(compiledSize(bank.size[3], bank.size[2])), taps(bank)
    {
        if (size)
            for (const std::vector<double>& list : bank.taps)
                filledUp.push_back(fillUp(list, bank.size[3], size));
    }

    void queue(const ConvCall& call, const Queue& queue) const override
    {
        gpu::ConvJob job = gpu::convJobOf(bank, call.src, call.dst[0].size());
        const std::vector<BankResult> results = gpu::resultsOf(bank, call);
        const uchar* const lists = taps.on(queue.device);
        std::vector<gpu::ConvFilter> filters;
        filters.reserve(results.size());
        for (const BankResult& result : results)
            filters.push_back({gpu::convResultOf(result, call), taps.of<double>(result, lists), 0.f});
        const bool isExact = call.src.depth() == CV_8U && call.dst[0].depth() <= CV_32S;
        bool inDouble = call.src.depth() == CV_64F || call.dst[0].depth() == CV_64F;
        const bool isCompiled = size && results[0].rotated < 0;
        if (isExact)
        {
            job.recheck = gpu::RECHECK_TIES;
            for (size_t i = 0; i < results.size(); i++)
            {
                const double bound = sumError(bank, results[i], additions(results[i], isCompiled), FLT_EPSILON / 2);
                inDouble = inDouble || bound > gpu::tuning::MOST_TIES;
                filters[i].tieBound = float(std::min(bound * (1 + 1e-6), 0.5));
            }
        }
        if (inDouble)
        {
            job.recheck = gpu::RECHECK_NONE;
            for (size_t i = 0; i < results.size(); i++)
                gpu::runAny(job, filters[i], taps.of<double>(results[i], lists), queue.stream);
        }
        else if (isCompiled)
            runCompiled(job, results, filters, isExact, queue.stream);
        else
            for (size_t i = 0; i < results.size(); i++)
                gpu::runAny(job, filters[i], taps.of<float>(results[i], lists), queue.stream);
    }

    void prepare(int device) const override { taps.on(device); }

private:
    void runCompiled(gpu::ConvJob job, const std::vector<BankResult>& results,
                     const std::vector<gpu::ConvFilter>& filters, bool isExact, cudaStream_t stream) const
    {
        if (!isExact && (size != bank.size[2] || size != bank.size[3]))
            job.recheck = gpu::RECHECK_NOT_FINITE;
        for (size_t i = 0; i < results.size();)
        {
            if (size > gpu::tuning::BLOCK_KERNEL)
            {
                gpu::runMarch(job, size, filledUp[size_t(results[i].plain)].data(), filters[i], isExact, stream);
                i++;
                continue;
            }
            const float* lists[gpu::MAX_SHARED_FILTERS];
            const size_t left = std::min(results.size() - i, size_t(gpu::tuning::blockFilters(size)));
            const size_t count = left >= 4 ? 4 : left >= 2 ? 2 : 1;
            for (size_t k = 0; k < count; k++)
                lists[k] = filledUp[size_t(results[i + k].plain)].data();
            gpu::runBlock(job, size, lists, &filters[i], int(count), isExact, stream);
            i += count;
        }
    }

    //! That follow each other in a sum.
    int additions(const BankResult& result, bool isCompiled) const
    {
        const int piece = gpu::tuning::PIECE, terms = result.rotated < 0 ? 1 : 2;
        return isCompiled ? 2 * size : piece + terms * bank.size[2] * ((bank.size[3] + piece - 1) / piece);
    }

    const KernelBank bank;
    const int size; //!< of the compiled kernel; 0: none
    const gpu::DeviceTaps taps;
    std::vector<std::vector<float>> filledUp; //!< lists with size * size taps
};

} // namespace

std::unique_ptr<ConvAlgorithmGpu> makeDirectGpu(const KernelBank& bank)
{
    return std::make_unique<DirectGpu>(bank);
}

}} // namespace cv::recfilter

#endif
